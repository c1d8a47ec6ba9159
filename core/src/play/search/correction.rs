//! Corrections of the static evaluation, learned during the search.
//!
//! If the evaluation misjudges a structure of pieces that only move forward, it does so in most positions with the same
//! structure. [`Corrections`] keeps the average difference between searched scores and static evaluations. The idea is
//! from <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use super::node::SearchWorker;
use super::score::SURE;
use super::transposition_table::Bound;
use crate::base::Color;
use crate::fast::stack::PositionStack;

/// The number of entries for each side.
const ENTRIES: usize = 1 << 14;

/// The maximum of an entry, and the number of its units in a hundredth of a pawn.
const MAX: i32 = 1_024;
const UNITS: i32 = 12;

#[derive(Clone, Debug)]
pub(super) struct Corrections(Vec<i16>);

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections(vec![0; 2 * ENTRIES])
    }

    fn index(turn: Color, structure: u64) -> usize {
        turn as usize * ENTRIES + (structure >> 50) as usize
    }

    /// Returns the correction for the side to move, in hundredths of a pawn.
    pub(super) fn of(&self, turn: Color, structure: u64) -> i32 {
        i32::from(self.0[Corrections::index(turn, structure)]) / UNITS
    }

    /// Learns a weighted difference between a searched score and the static evaluation.
    pub(super) fn learn(&mut self, turn: Color, structure: u64, difference: i32) {
        let entry = &mut self.0[Corrections::index(turn, structure)];
        let bonus = difference.clamp(-MAX / 4, MAX / 4);
        *entry += (bonus - i32::from(*entry) * bonus.abs() / MAX) as i16;
    }
}

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Learns from the score of a node whose best move is quiet, unless the score is a bound that says nothing.
    pub(super) fn correct(&mut self, score: i32, bound: Bound, depth: i32, ply: usize) {
        let static_score = self.static_scores[ply];
        let says = match bound {
            Bound::Exact => true,
            Bound::Lower => score > static_score,
            Bound::Upper => score < static_score,
        };
        // A side in check has no static evaluation.
        if says && score.abs() < SURE && static_score > -SURE && !self.is_halted() {
            let difference = (score - static_score) * depth / 8;
            self.corrections.learn(self.stack.turn(), self.structures[ply], difference);
        }
    }
}
