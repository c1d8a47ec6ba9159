//! The uses of static exchange evaluation in the search: move ordering, and pruning near the leaves.
//!
//! The exchange itself is computed by the position stack, in `fast/stack/static_exchange.rs`. It is sound only in games
//! in which captures have no other effects.

use super::node::SearchWorker;
use super::score::WON;
use crate::fast::stack::{PositionStack, SearchMove};
use crate::fast::tables::PieceCode;

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Returns the immediate material gain of a capture or promotion.
    pub(super) fn gain(&self, step: &SearchMove) -> i32 {
        let price = |code: PieceCode| self.evaluation.prices[usize::from(code.0)];
        let becomes =
            if step.becomes == PieceCode::NONE { 0 } else { price(step.becomes) - price(step.mover) };
        price(step.victim) + becomes
    }

    /// Returns true if a capture loses material.
    pub(super) fn loses(&self, step: &SearchMove) -> bool {
        let price = |code: PieceCode| self.evaluation.prices[usize::from(code.0)];
        step.victim != PieceCode::NONE
            && step.becomes == PieceCode::NONE
            && price(step.mover) > price(step.victim)
            && self.stack.static_exchange(step, &self.evaluation.prices) < 0
    }

    /// Returns true if a quiet move near the leaves puts a piece on a square where it is lost.
    pub(super) fn hangs(&self, step: &SearchMove, depth: i32, ply: usize) -> bool {
        self.assumptions.exchange
            && !self.assumptions.forced
            && !self.proving
            && !step.is_noisy()
            && depth <= 5
            && self.static_scores[ply] > -WON
            && self.stack.static_exchange(step, &self.evaluation.prices) < -40 * depth
    }
}
