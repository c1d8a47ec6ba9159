//! Sets of piece types of one or both colors.

use super::code::PieceCode;

/// Some piece types, each of one or both colors.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeSet {
    /// The sides of which the set contains all pieces.
    pub(crate) sides: [bool; 2],
    /// The classes and sides of which the set contains all pieces.
    pub(crate) whole: Vec<(usize, usize)>,
    /// Classes and sides of which some are.
    pub(crate) parts: Vec<(usize, usize)>,
    /// Membership by piece code.
    pub(crate) codes: Vec<bool>,
}

impl CodeSet {
    /// Returns true if the set contains a piece.
    pub(crate) fn has(&self, code: PieceCode) -> bool {
        self.codes.get(usize::from(code.0)).is_some_and(|is_meant| *is_meant)
    }
}
