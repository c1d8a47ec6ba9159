//! Sets of piece types of one or both colors.

use super::code::PieceCode;

/// Some piece types, each of one or both colors.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeSet {
    /// Sides of which all pieces are meant.
    pub(crate) sides: [bool; 2],
    /// Classes and sides of which all pieces are meant.
    pub(crate) whole: Vec<(usize, usize)>,
    /// Classes and sides of which some are.
    pub(crate) parts: Vec<(usize, usize)>,
    /// By code, whether it is meant.
    pub(crate) codes: Vec<bool>,
}

impl CodeSet {
    /// Returns true if a piece is meant.
    pub(crate) fn has(&self, code: PieceCode) -> bool {
        self.codes.get(usize::from(code.0)).is_some_and(|is_meant| *is_meant)
    }
}
