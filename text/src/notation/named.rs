//! Pieces with the names that their game gives them.
//!
//! [`piece`] looks up the names of a piece on the board.

use crate::base::{self, Color};
use crate::rules::Variant;

/// A piece with its color and its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Piece<'r> {
    /// The side that owns the piece. It means nothing if the piece is [neutral](Piece::neutral).
    pub color: Color,
    /// The token in upper case, as the rules write it. In a FEN, Black's pieces are in lower case.
    pub token: &'r str,
    /// The name to show to readers.
    pub title: &'r str,
    /// True if the piece belongs to neither side.
    pub neutral: bool,
}

impl Piece<'_> {
    /// Returns `white`, `black`, or `neutral`.
    pub fn color_name(&self) -> &'static str {
        if self.neutral { "neutral" } else { self.color.pick("white", "black") }
    }
}

/// Returns a piece with its names.
pub fn piece(variant: &Variant, piece: base::Piece) -> Piece<'_> {
    let own = variant.piece_type(piece.piece_type);
    Piece { color: piece.color, token: &own.token, title: &own.title, neutral: own.neutral }
}
