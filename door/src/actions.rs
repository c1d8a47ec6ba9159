//! The moves of a game as numbers for machine learning. A move has the same number in every position.
//!
//! [`Rules::actions`] is the entry point. `numbering` says how a number is made.

use super::{Game, Move, Rules};

impl Rules {
    /// Returns the number of actions, which are numbered from 0.
    ///
    /// Returns `None` if the game has no bounded set of actions. If a piece can capture before its move ends, the
    /// squares and the choice of a move do not identify it.
    ///
    /// ```
    /// assert_eq!(ferz::Rules::load("chess")?.actions(), Some(8_197));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn actions(&self) -> Option<u32> {
        let numbers = self.inner.numbers.as_ref()?;
        u32::try_from(numbers.total()).ok()
    }
}

impl Game {
    /// Returns the number of a legal move among all [`actions`](Rules::actions) of the game.
    ///
    /// The number is the same in all positions, and for all moves with the same squares and the same choice. Returns
    /// `None` if the move is not legal or has no number.
    ///
    /// ```
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// let number = game.action(game.read("g1f3")?).unwrap();
    /// assert_eq!(game.act(number).map(|mv| game.text(mv)), Some("g1f3".to_owned()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn action(&self, mv: Move) -> Option<u32> {
        self.rules().inner.numbers.as_ref()?.number(self.rules().variant(), self.whole(mv)?)
    }

    /// Returns the numbers of the legal moves, in the order of the moves. Moves without a number are omitted.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// assert_eq!(game.legal_actions().len(), 20);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn legal_actions(&self) -> Vec<u32> {
        let variant = self.rules().variant();
        let Some(numbers) = &self.rules().inner.numbers else { return Vec::new() };
        self.legal().iter().filter_map(|listed| numbers.number(variant, &listed.whole)).collect()
    }

    /// Returns the legal move with this number, or `None` if no legal move has it.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let number = game.legal_actions()[0];
    /// assert_eq!(game.act(number), game.legal_moves().next());
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn act(&self, number: u32) -> Option<Move> {
        let variant = self.rules().variant();
        let numbers = self.rules().inner.numbers.as_ref()?;
        let mut legal = self.legal().iter();
        legal.find(|listed| numbers.number(variant, &listed.whole) == Some(number)).map(|listed| listed.name)
    }
}
