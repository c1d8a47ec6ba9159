//! Pruning before the moves of a node are searched: razoring, reverse futility pruning, and ProbCut.
//!
//! [`SearchWorker::pruned`] is the entry point. It also tries the null move of `null_move`. The ideas are from
//! <https://www.chessprogramming.org/Pruning>.

use super::node::SearchWorker;
use super::score::SURE;
use super::transposition_table::{Bound, TableEntry, from_table};
use crate::fast::stack::PositionStack;

/// The margin above beta of ProbCut, in hundredths of a pawn.
const ABOVE: i32 = 160;

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Returns the score of a node that is not searched, because its evaluation is far above `beta`.
    pub(super) fn pruned(
        &mut self,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        static_score: i32,
    ) -> Option<i32> {
        if self.assumptions.forced || self.proving || beta.abs() >= SURE {
            return None;
        }
        // Razoring: only captures can raise an evaluation that is far below alpha.
        if depth <= 3 && static_score + 150 + 120 * depth * depth <= alpha && !self.assumptions.decisive {
            let score = self.quiescence(alpha, beta, ply, 0);
            if score <= alpha {
                return Some(score);
            }
        }
        // Reverse futility pruning: the evaluation exceeds beta by more than the remaining plies are likely to lose.
        if depth <= 7 && static_score - 85 * depth >= beta {
            return Some(static_score);
        }
        let score = self.null_move(depth, beta, ply, static_score);
        let score = score.or_else(|| self.is_halted().then_some(0));
        score.or_else(|| self.refuted(depth, beta, ply, static_score))
    }

    /// Returns the score of a node in which a capture refutes the last move clearly (ProbCut).
    fn refuted(&mut self, depth: i32, beta: i32, ply: usize, static_score: i32) -> Option<i32> {
        let above = beta + ABOVE;
        if depth < 5 || !self.assumptions.exchange || above >= SURE {
            return None;
        }
        let mut steps = self.lists.pop().unwrap_or_default();
        self.stack.steps(true, &mut steps);
        let mut found = None;
        for at in 0..steps.list.len() {
            let step = steps.list[at];
            if static_score + self.gain(&step) < above || self.loses(&step) {
                continue;
            }
            self.enter(&mut steps, &step, ply);
            let mut score = self.answer(0, (above - 1, above), ply + 1);
            if score >= above {
                score = self.answer(depth - 4, (above - 1, above), ply + 1);
            }
            self.leave(&mut steps);
            if self.is_halted() {
                found = Some(0);
                break;
            }
            if score >= above {
                found = Some(score.min(SURE - 1));
                break;
            }
        }
        self.lists.push(steps);
        found
    }

    /// Returns the static evaluation, or the score of the table if it says more.
    pub(super) fn better(static_score: i32, known: Option<&TableEntry>, ply: usize) -> i32 {
        let Some(entry) = known.filter(|entry| entry.score.abs() < SURE) else { return static_score };
        let score = from_table(entry.score, ply);
        match entry.bound {
            Bound::Exact => score,
            Bound::Lower => static_score.max(score),
            Bound::Upper => static_score.min(score),
        }
    }
}
