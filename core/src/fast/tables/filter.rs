//! Compiled piece filters: the squares on which each piece matches.

use super::code::PieceCode;
use crate::base::{Bitboard, Square};

/// A piece filter as seen by one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledFilter<B> {
    /// By piece code, the squares on which the piece matches, first as a non-leader and then as a leader of its side.
    pub masks: Vec<[B; 2]>,
    /// By color, the squares on which at least one piece can match.
    pub any: [B; 2],
    /// By color, the classes that can match, if they are few.
    pub classes: [Option<Vec<usize>>; 2],
    /// True if every piece of a color matches on the squares on which at least one can.
    pub whole: bool,
    /// True if the result depends on the leaders of the sides.
    pub depends_on_leaders: bool,
}

impl<B: Bitboard> CompiledFilter<B> {
    /// Returns the pieces that the filter matches. Returns `None` if the match depends on the square or on the
    /// leaders.
    pub fn counted(&self, cells: B) -> Option<Vec<PieceCode>> {
        let everywhere = |[common, leading]: &[B; 2]| common == leading && (cells & !*common).is_empty();
        let is_decidable = self.masks.iter().all(|masks| *masks == [B::EMPTY; 2] || everywhere(masks));
        let codes = (0..self.masks.len()).filter(|code| self.masks[*code] != [B::EMPTY; 2]);
        is_decidable.then(|| codes.map(|code| PieceCode(code as u8)).collect())
    }

    /// Divides some squares into two sets: the squares on which the filter matches the piece as a non-leader, and the
    /// other squares.
    pub fn parts(&self, code: PieceCode, squares: B) -> [B; 2] {
        let [common, _] = self.masks[usize::from(code.0)];
        [squares & common, squares & !common]
    }

    /// Returns true if the filter can match a piece of this code on some square.
    pub fn is_possible(&self, code: PieceCode) -> bool {
        self.masks[usize::from(code.0)].iter().any(|mask| !mask.is_empty())
    }

    /// Returns true if the filter matches a piece on a square.
    #[inline]
    pub fn matches(&self, code: PieceCode, square: Square, leads: bool) -> bool {
        self.masks[usize::from(code.0)][usize::from(leads)].has(square)
    }
}
