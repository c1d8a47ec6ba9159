//! Positions, moves, and records as other programs write them.

use super::{Error, Game, Move, Rules};
use crate::base;
use crate::play::dialect::{self, Codec, game_called};
use crate::play::notation::fen::{self, FenStyle};
use crate::play::notation::movetext;
use crate::play::record;
use crate::rules::Variant;
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
    /// All dialects, ferz's own first.
    pub fn all() -> impl Iterator<Item = Dialect> {
        dialect::Dialect::all().iter().map(Dialect)
    }

    /// The dialect of a program or protocol with this name.
    pub fn named(name: &str) -> Option<Dialect> {
        dialect::Dialect::named(name).map(Dialect)
    }

    /// The name of the dialect.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// The name of the built-in game that the program calls so, in a tag of a record or in its protocol.
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
    /// Starts a game from a position as another program writes it. [`from_fen`](Rules::from_fen) recognizes the dialect.
    ///
    /// # Errors
    /// If the text has errors or describes a position of another game. The error lists all problems.
    pub fn from_fen_in(&self, text: &str, dialect: Dialect) -> Result<Game, Error> {
        let variant = self.variant();
        let style = FenStyle::in_dialect(variant, dialect.codec(variant));
        let setup = fen::read_in(variant, text, false, Some(&style));
        setup.map(|setup| Game::new(self, setup)).map_err(|problems| Error::in_text("fen", text, problems))
    }
}

impl Game {
    /// The position as another program writes it.
    pub fn fen_in(&self, dialect: Dialect) -> String {
        let variant = self.rules.variant();
        let style = FenStyle::in_dialect(variant, dialect.codec(variant));
        fen::write_in(variant, self.game.setup(), Some(&style))
    }

    /// The text of a legal move as another program writes it. Empty if the move is not legal in this position.
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

    /// Reads a legal move as another program writes it, or as ferz does.
    ///
    /// # Errors
    /// If no legal move has this text.
    pub fn read_in(&self, text: &str, dialect: Dialect) -> Result<Move, Error> {
        let legal = self.wholes();
        let variant = self.rules.variant();
        let found = dialect.codec(variant).find(self.game.engine(), self.game.setup(), &legal, text);
        let found = found.map_or_else(|| movetext::read(variant, self.game.setup(), &legal, text), Ok);
        let found = found.map_err(|problem| Error::in_text("move", text, vec![problem]))?;
        // What was found is one of the legal moves.
        self.name_of(found).map_or_else(|| self.read(text), Ok)
    }

    /// Writes the game as PGN as another program does. [`Loader::games`](super::Loader::games) recognizes the dialect.
    pub fn pgn_in(&self, dialect: Dialect) -> String {
        record::write_in(&self.game, &self.heading(), dialect.0)
    }

    fn wholes(&self) -> Vec<base::Move> {
        self.legal().iter().map(|(_, whole)| whole.clone()).collect()
    }
}
