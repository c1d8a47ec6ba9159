//! Sets of piece types of one or both colors.

use super::code::PieceCode;

/// A set of pieces by type and color. Classes that it contains as a whole are tested with one bitboard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeSet {
    /// By side, true if the set contains all its pieces.
    pub sides: [bool; 2],
    /// The pairs of a class and a side that the set contains as a whole.
    pub whole: Vec<(usize, usize)>,
    /// The pairs of a class and a side that the set contains in part.
    pub parts: Vec<(usize, usize)>,
    /// By piece code, true if the set contains the piece.
    pub codes: Vec<bool>,
}

impl CodeSet {
    /// Returns true if the set contains a piece.
    pub fn has(&self, code: PieceCode) -> bool {
        self.codes.get(usize::from(code.0)).is_some_and(|is_member| *is_member)
    }
}
