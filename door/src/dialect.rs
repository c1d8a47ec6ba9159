//! Reads and writes positions, moves, and records in the formats of other programs.
//!
//! [`Dialect`] selects the program or protocol. The other methods extend [`Rules`] and [`Game`]: their names end in
//! `_in`, and each takes a dialect.

use super::{Error, Game, Move, Rules};
use ferz_core::base;
use ferz_core::rules::Variant;
use ferz_text::notation::dialect::{self, Codec, game_called};
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::notation::movetext;
use ferz_text::notation::record;
use std::fmt;

/// The conventions in which a program or protocol writes games, positions, and moves.
///
/// ```
/// use ferz::{Dialect, Rules};
///
/// let lichess = Dialect::named("lichess").unwrap();
/// let game = Rules::load(&lichess.game("Three-check").unwrap())?.start();
/// assert_eq!(game.fen_in(lichess), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0");
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Dialect(&'static dialect::Dialect);

impl Dialect {
    /// Returns all dialects. The first is ferz's own.
    ///
    /// ```
    /// assert!(ferz::Dialect::all().any(|dialect| dialect.name() == "lichess"));
    /// ```
    pub fn all() -> impl Iterator<Item = Dialect> {
        dialect::Dialect::all().iter().map(Dialect)
    }

    /// Returns the dialect of a program or protocol, or `None` if there is no dialect with this name.
    ///
    /// ```
    /// assert!(ferz::Dialect::named("uci").is_some());
    /// assert!(ferz::Dialect::named("telegraph").is_none());
    /// ```
    pub fn named(name: &str) -> Option<Dialect> {
        dialect::Dialect::named(name).map(Dialect)
    }

    /// Returns the name of the dialect.
    ///
    /// ```
    /// assert_eq!(ferz::Dialect::named("lichess").map(|dialect| dialect.name()), Some("lichess"));
    /// ```
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// Returns the built-in game for a name that the program uses in its records or its protocol.
    ///
    /// ```
    /// let lichess = ferz::Dialect::named("lichess").unwrap();
    /// assert_eq!(lichess.game("Three-check").as_deref(), Some("3check"));
    /// ```
    pub fn game(self, name: &str) -> Option<String> {
        self.0.game(name).map(str::to_owned).or_else(|| game_called(name))
    }

    fn codec(self, variant: &Variant) -> Codec {
        Codec::new(variant, self.0)
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dialect").field(&self.0.name).finish()
    }
}

impl Rules {
    /// Starts a game from a position in the format of another program.
    ///
    /// Castlings and captures en passant that are impossible are dropped, because other programs write them.
    /// [`from_fen`](Rules::from_fen) recognizes the dialect by itself, and accepts no such faults.
    ///
    /// ```
    /// let lichess = ferz::Dialect::named("lichess").unwrap();
    /// let game = ferz::Rules::load("chess")?.from_fen_in("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", lichess)?;
    /// assert_eq!(game.legal_moves().len(), 6);
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text has errors or describes a position of another game. The error lists all problems.
    pub fn from_fen_in(&self, text: &str, dialect: Dialect) -> Result<Game, Error> {
        let variant = self.variant();
        let style = FenStyle::in_dialect(variant, dialect.codec(variant));
        let setup = fen::read_repaired(text, |text| fen::read_in(variant, text, false, Some(&style)));
        setup
            .map(|(setup, _)| Game::new(self, setup))
            .map_err(|problems| Error::in_text("fen", text, problems))
    }
}

impl Game {
    /// Returns the position in the format of another program.
    ///
    /// ```
    /// let usi = ferz::Dialect::named("usi").unwrap();
    /// let game = ferz::Rules::load("shogi")?.start();
    /// assert_eq!(game.fen_in(usi), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn fen_in(&self, dialect: Dialect) -> String {
        let variant = self.rules.variant();
        let style = FenStyle::in_dialect(variant, dialect.codec(variant));
        fen::write_with(self.game.engine(), self.game.setup(), Some(&style))
    }

    /// Returns the text of a legal move in the format of another program, or an empty text if the move is not legal in
    /// this position.
    ///
    /// ```
    /// let fairy = ferz::Dialect::named("fairy-stockfish").unwrap();
    /// let game = ferz::Rules::load("makruk")?.from_fen("4k3/8/8/5P2/8/8/8/4K3 w - - 0 1")?;
    /// let promotion = game.read_in("f5f6m", fairy)?;
    /// assert_eq!((game.text(promotion), game.text_in(promotion, fairy)), ("f5f6".into(), "f5f6m".into()));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn text_in(&self, mv: Move, dialect: Dialect) -> String {
        let Some(whole) = self.whole(mv) else { return String::new() };
        dialect.codec(self.rules.variant()).write(
            self.game.engine(),
            self.game.setup(),
            &self.wholes(),
            whole,
        )
    }

    /// Reads a legal move in the format of another program or in that of ferz.
    ///
    /// ```
    /// let usi = ferz::Dialect::named("usi").unwrap();
    /// let game = ferz::Rules::load("shogi")?.start();
    /// assert_eq!(game.text(game.read_in("7g7f", usi)?), "c3c4");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no legal move has this text.
    pub fn read_in(&self, text: &str, dialect: Dialect) -> Result<Move, Error> {
        let legal = self.wholes();
        let variant = self.rules.variant();
        let found = dialect.codec(variant).find(self.game.engine(), self.game.setup(), &legal, text);
        let found = found.map_or_else(|| movetext::read(variant, self.game.setup(), &legal, text), Ok);
        let found = found.map_err(|problem| Error::in_text("move", text, vec![problem]))?;
        // Both readers return one of the legal moves, so `name_of` always finds it.
        self.name_of(found).map_or_else(|| self.read(text), Ok)
    }

    /// Writes the game as PGN in the format of another program. [`Loader::games`](super::Loader::games) recognizes the
    /// dialect.
    ///
    /// ```
    /// let lichess = ferz::Dialect::named("lichess").unwrap();
    /// let mut game = ferz::Rules::load("chess")?.start();
    /// game.play_text("e2e4")?;
    /// assert!(game.pgn_in(lichess).contains("1. e4"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn pgn_in(&self, dialect: Dialect) -> String {
        record::write_in(&self.game, &self.heading(), dialect.0)
    }

    pub(super) fn wholes(&self) -> Vec<base::Move> {
        self.legal().iter().map(|listed| listed.whole.clone()).collect()
    }
}
