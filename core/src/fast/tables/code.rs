//! Piece codes, the entries of the mailbox.

use crate::base::{Color, Piece, PieceTypeId};

/// A piece in one byte, as the mailbox stores it. Zero stands for no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PieceCode(pub u8);

impl PieceCode {
    /// The code of an empty square.
    pub const NONE: PieceCode = PieceCode(0);

    /// Returns the code of a piece. A game with tables has at most 127 piece types, so every code fits into a byte.
    #[inline]
    pub fn new(color: Color, piece_type: PieceTypeId) -> PieceCode {
        PieceCode((1 + 2 * piece_type.0 + color as u16) as u8)
    }

    /// Returns the piece, or `None` for an empty square.
    #[inline]
    pub fn piece(self) -> Option<Piece> {
        (self != PieceCode::NONE).then(|| Piece { color: self.color(), piece_type: self.piece_type() })
    }

    /// Returns the color of the piece.
    #[inline]
    pub fn color(self) -> Color {
        if self.0 & 1 == 1 { Color::White } else { Color::Black }
    }

    /// Returns the type of the piece.
    #[inline]
    pub fn piece_type(self) -> PieceTypeId {
        PieceTypeId(u16::from(self.0.wrapping_sub(1) / 2))
    }
}

/// The maximum number of classes of a position.
pub const MAX_CLASSES: usize = 64;

/// The class of all untabled pieces, which have no attack table.
pub const UNTABLED: usize = MAX_CLASSES - 1;
