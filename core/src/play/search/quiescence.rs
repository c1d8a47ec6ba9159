//! Quiescence search: searches captures at the leaves until the position is quiet.
//!
//! [`SearchWorker::quiescence`] is the entry point. A side in check, or a side that must capture, searches all its
//! moves for the first [`FORCED`] plies. Otherwise, the static evaluation is a lower bound, and only captures and
//! promotions are searched.

use super::node::SearchWorker;
use super::order::{MAX_PLY, pick};
use super::score::WON;
use super::transposition_table::{Bound, TableEntry};
use crate::fast::stack::{PositionStack, SearchMove, SearchMoves};

/// The number of plies for which a side in check or with a forced capture searches all its moves.
const FORCED: i32 = 6;

/// The margin of delta pruning: a capture is skipped if the score stays below alpha by more than this margin.
const MARGIN: i32 = 180;

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Returns the score of a position for the side to move after all captures are resolved.
    pub(super) fn quiescence(&mut self, mut alpha: i32, beta: i32, ply: usize, further: i32) -> i32 {
        if self.is_over() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(score) = self.ended(ply) {
            return score;
        }
        // In games in which pieces change their types with every move, noisy moves never run out.
        if ply >= MAX_PLY || further > 24 {
            return self.evaluate();
        }
        let key = self.key();
        let known = self.shared.table.get(key);
        if let Some(entry) = known
            && let Some(score) = self.decided(&entry, -1, alpha, beta, ply)
            && beta - alpha == 1
        {
            return score;
        }
        let check = self.stack.in_check();
        // A side in check searches all moves for a few plies. A side that must capture has no stand-pat score.
        let bound = (check || self.assumptions.forced) && further < FORCED;
        // A forced capture can lose material, so the evaluation of the position is no bound, but it is the best
        // estimate here.
        if self.assumptions.forced && !bound {
            return self.evaluate();
        }
        let mut best = ply as i32 - WON;
        if !bound {
            best = self.evaluate();
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        // The stand-pat score is the score without further captures.
        let stand = best;
        let mut steps = self.lists.pop().unwrap_or_default();
        self.stack.steps(!bound, &mut steps);
        if bound {
            let settled = match steps.list.is_empty() {
                true => Some(self.result(ply).unwrap_or(0)),
                // Nothing can be captured, so the position is quiet.
                false if !check && !steps.list.iter().any(SearchMove::is_noisy) => Some(self.evaluate()),
                false => None,
            };
            if let Some(score) = settled {
                self.lists.push(steps);
                return score;
            }
        }
        let best =
            self.follow_captures((alpha, beta), ply, further, (best, stand, bound), (&mut steps, known));
        self.lists.push(steps);
        best
    }

    fn follow_captures(
        &mut self,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        further: i32,
        (mut best, stand, bound): (i32, i32, bool),
        (steps, known): (&mut SearchMoves<T::Position>, Option<TableEntry>),
    ) -> i32 {
        let before = alpha;
        let table = known.map_or(0, |entry| entry.best);
        for step in &mut steps.list {
            step.rank = self.rank(step, ply, table);
        }
        let mut first = 0;
        for at in 0..steps.list.len() {
            let step = pick(&mut steps.list, at);
            if !bound && self.is_futile(&step, stand, alpha, table) {
                if !self.assumptions.decisive {
                    // A score that stays below alpha is an upper bound, so it must allow for what the skipped
                    // capture can gain.
                    best = best.max((stand + self.gain(&step) + MARGIN).min(alpha));
                    continue;
                }
                // A futile capture can still end the game.
                self.enter(steps, &step, ply);
                let end = self.ended(ply + 1);
                self.leave(steps);
                if end.is_none() {
                    continue;
                }
            }
            self.enter(steps, &step, ply);
            let score = match self.moves_on() {
                true => self.quiescence(alpha, beta, ply + 1, further + 1),
                false => -self.quiescence(-beta, -alpha, ply + 1, further + 1),
            };
            self.leave(steps);
            if self.is_halted() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    first = step.code;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = Bound::of(best, (before, beta));
        self.note(TableEntry { score: best, depth: -1, bound, best: first }, ply);
        best
    }

    /// Returns true if a capture gains too little to raise alpha, or if it loses material.
    fn is_futile(&self, step: &SearchMove, stand: i32, alpha: i32, table: u32) -> bool {
        self.assumptions.exchange
            && (stand + self.gain(step) + MARGIN <= alpha || step.code != table && self.loses(step))
    }
}
