//! Positions that a person sets up.
//!
//! [`Game::parts`] divides a position into its parts, and [`Rules::write_parts`] writes a FEN from changed parts, which
//! [`Rules::from_fen`] checks.

use super::{Error, Game, Rules};
use ferz_text::notation::fen::PositionParts;

impl Rules {
    /// Writes a position from its parts as a FEN. The position need not be legal.
    ///
    /// ```
    /// let game = ferz::Rules::load("chess")?.start();
    /// let mut parts = game.parts();
    /// assert_eq!(game.rules().write_parts(&parts)?, game.fen());
    /// parts.pieces.retain(|piece| piece.square != "e2");
    /// assert!(game.rules().write_parts(&parts)?.contains("/PPPP1PPP/"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a square or a piece is not one of the game.
    pub fn write_parts(&self, parts: &PositionParts) -> Result<String, Error> {
        parts.text(self.variant()).map_err(|problem| Error::in_text("position", "", vec![problem]))
    }
}

impl Game {
    /// Divides the position into the parts that a person sets up.
    ///
    /// ```
    /// let parts = ferz::Rules::load("chess")?.start().parts();
    /// assert_eq!((parts.pieces.len(), parts.rest.as_str()), (32, "KQkq - 0 1"));
    /// # Ok::<(), ferz::Error>(())
    /// ```
    pub fn parts(&self) -> PositionParts {
        PositionParts::new(self.rules.variant(), self.game.setup())
    }
}
