//! Queries of [`Rules`]: the names and choices of a game, its switches with their values, and the squares of its board.
//!
//! The functions that create `Rules` are in `load`. All queries return references to the compiled game, so they are
//! cheap.

use super::Rules;
use ferz_core::base::Square;
use ferz_core::rules::Switch;
use ferz_text::words::report::Problem;

impl Rules {
    /// Returns the name by which the game is loaded.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess/orthodox")?.name(), "chess");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.variant().id
    }

    /// Returns the name of the game for readers.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.title(), "Chess");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn title(&self) -> &str {
        &self.variant().title
    }

    /// Returns the name of the array in use.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess/orthodox")?.array(), "orthodox");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn array(&self) -> &str {
        &self.variant().array
    }

    /// Returns the names of all arrays of the game.
    ///
    /// ```
    /// assert!(ferz::Rules::load("chess")?.arrays().any(|name| name == "orthodox"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn arrays(&self) -> impl Iterator<Item = &str> {
        self.variant().arrays.iter().map(|array| array.name.as_str())
    }

    /// Returns the name of the reading in use, or `default` if no reading was chosen.
    ///
    /// ```
    /// let mine = "[mine]\nset = { \"queen.castling\" = \"yes\" }\n";
    /// let rules = ferz::Loader::new().readings("mine.toml", mine).load("coregal@mine")?;
    /// assert_eq!(rules.reading(), "mine");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn reading(&self) -> &str {
        &self.variant().reading
    }

    /// Returns the names of all readings of the game except `default`.
    ///
    /// ```
    /// let mine = "[mine]\nset = { \"queen.castling\" = \"yes\" }\n";
    /// let rules = ferz::Loader::new().readings("mine.toml", mine).load("coregal")?;
    /// assert!(rules.readings().any(|name| name == "mine"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn readings(&self) -> impl Iterator<Item = &str> {
        self.inner.game.readings.iter().map(|reading| reading.name.as_str())
    }

    /// Returns the names of the switches of the game.
    ///
    /// ```
    /// assert!(ferz::Rules::load("coregal")?.switches().eq(["queen.castling"]));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn switches(&self) -> impl Iterator<Item = &str> {
        self.variant().switches.iter().map(|switch| switch.name.as_str())
    }

    /// Returns the question that a switch answers, or `None` if there is no such switch.
    ///
    /// ```
    /// let rules = ferz::Rules::load("coregal")?;
    /// assert_eq!(rules.question("queen.castling"), Some("May the queen castle?"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn question(&self, switch: &str) -> Option<&str> {
        Some(&self.switch(switch)?.question)
    }

    /// Returns the value of a switch, or `None` if there is no such switch.
    ///
    /// ```
    /// let rules = ferz::Rules::load("coregal")?;
    /// assert_eq!((rules.value("queen.castling"), rules.value("king.castling")), (Some("no"), None));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn value(&self, switch: &str) -> Option<&str> {
        Some(&self.switch(switch)?.chosen)
    }

    /// Returns all values of a switch. The list is empty if there is no such switch.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("coregal")?.values("queen.castling"), ["no", "yes"]);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn values(&self, switch: &str) -> Vec<&str> {
        let values = self.switch(switch).map_or(&[][..], |switch| &switch.values);
        values.iter().map(|value| value.name.as_str()).collect()
    }

    fn switch(&self, name: &str) -> Option<&Switch> {
        self.variant().switches.iter().find(|switch| switch.name == name)
    }

    /// Returns the warnings about the text. A game with warnings can be played.
    ///
    /// ```
    /// assert!(ferz::Rules::load("chess")?.warnings().is_empty());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn warnings(&self) -> &[Problem] {
        &self.inner.warnings
    }

    /// Returns the squares of the board, including those off the grid.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.squares().count(), 64);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.variant().board.squares()
    }

    /// Returns the square with this name, or `None` if there is no such square.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert!(rules.square("e4").is_some() && rules.square("z9").is_none());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn square(&self, name: &str) -> Option<Square> {
        self.variant().board.square(name)
    }

    /// Returns the name of a square. The name is empty if the board has no such square.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert_eq!(rules.square("e4").map(|square| rules.square_name(square)), Some("e4"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn square_name(&self, square: Square) -> &str {
        self.variant().board.get(square).map_or("", |cell| &cell.name)
    }

    /// Returns the file and rank of a square, counted from 1.
    ///
    /// A square off the grid has the file and rank of its place in a drawing, such as 0 or one past the last file.
    ///
    /// ```
    /// let rules = ferz::Rules::load("chess")?;
    /// assert_eq!(rules.square("e4").and_then(|square| rules.file_and_rank(square)), Some((5, 4)));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn file_and_rank(&self, square: Square) -> Option<(i32, i32)> {
        self.variant().board.get(square).map(|cell| (cell.x, cell.y))
    }
}
