//! Piece filters as masks: the squares on which each piece matches.

use super::code::PieceCode;
use crate::base::{Bitboard, Square};

/// A piece filter from the point of view of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompiledFilter<B> {
    /// By code, the squares on which such a piece matches while it does not lead its side and while it does.
    pub(crate) masks: Vec<[B; 2]>,
    /// By color, squares on which any piece at all could match.
    pub any: [B; 2],
    /// By color, the only classes that could match, where they are few.
    pub classes: [Option<Vec<usize>>; 2],
    /// True if leaders are treated differently.
    pub asks_leaders: bool,
}

impl<B: Bitboard> CompiledFilter<B> {
    /// The pieces that it matches, if it matches each wherever it stands.
    pub(crate) fn counted(&self, cells: B) -> Option<Vec<PieceCode>> {
        let everywhere = |[common, leading]: &[B; 2]| common == leading && (cells & !*common).is_empty();
        let is_told = self.masks.iter().all(|masks| *masks == [B::EMPTY; 2] || everywhere(masks));
        let codes = (0..self.masks.len()).filter(|code| self.masks[*code] != [B::EMPTY; 2]);
        is_told.then(|| codes.map(|code| PieceCode(code as u8)).collect())
    }

    /// Parts of some squares on each of which it says the same of such a piece, which leads no side.
    pub(crate) fn parts(&self, code: PieceCode, squares: B) -> [B; 2] {
        let [common, _] = self.masks[usize::from(code.0)];
        [squares & common, squares & !common]
    }

    /// Returns true if it could match such a piece somewhere.
    pub(crate) fn is_possible(&self, code: PieceCode) -> bool {
        self.masks[usize::from(code.0)].iter().any(|mask| !mask.is_empty())
    }

    /// Returns true if it matches a piece.
    #[inline]
    pub(crate) fn matches(&self, code: PieceCode, square: Square, leads: bool) -> bool {
        self.masks[usize::from(code.0)][usize::from(leads)].has(square)
    }
}
