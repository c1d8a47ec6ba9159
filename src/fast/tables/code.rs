//! Pieces as the mailbox holds them.

use crate::base::{Color, Piece, PieceTypeId};

/// A piece as the mailbox holds it; zero is no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct PieceCode(pub u8);

impl PieceCode {
    /// No piece.
    pub(crate) const NONE: PieceCode = PieceCode(0);

    /// The code of a piece. There are at most 127 piece types.
    #[inline]
    pub(crate) fn new(color: Color, piece_type: PieceTypeId) -> PieceCode {
        PieceCode((1 + 2 * piece_type.0 + color as u16) as u8)
    }

    /// The piece, if there is one.
    #[inline]
    pub(crate) fn piece(self) -> Option<Piece> {
        (self != PieceCode::NONE).then(|| Piece { color: self.color(), piece_type: self.piece_type() })
    }

    /// The piece's color.
    #[inline]
    pub(crate) fn color(self) -> Color {
        if self.0 & 1 == 1 { Color::White } else { Color::Black }
    }

    /// The piece's type.
    #[inline]
    pub(crate) fn piece_type(self) -> PieceTypeId {
        PieceTypeId(u16::from(self.0.wrapping_sub(1) / 2))
    }
}

/// The most classes a position has room for.
pub(crate) const MAX_CLASSES: usize = 64;

/// The class of the untabled, of whom no table knows where they go.
pub(crate) const UNTABLED: usize = MAX_CLASSES - 1;
