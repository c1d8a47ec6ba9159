//! Singular extensions: a move that is much better than all others is searched deeper.
//!
//! The idea is from <https://www.chessprogramming.org/Singular_Extensions>.

use super::node::SearchWorker;
use super::score::SURE;
use super::transposition_table::{Bound, TableEntry};
use crate::fast::stack::PositionStack;
use std::ops::ControlFlow;

/// The lowest depth at which a search without the table move pays.
const LEAST: i32 = 6;

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Searches without the table move. If the score stays clearly below that of the table, the move is the only good
    /// one, and the function continues with its extension. It breaks with the score of the node if other moves are good
    /// enough, too.
    pub(super) fn alone(
        &mut self,
        entry: &TableEntry,
        depth: i32,
        beta: i32,
        ply: usize,
    ) -> ControlFlow<i32, i32> {
        if depth < LEAST
            || entry.bound == Bound::Upper
            || entry.depth < depth - 3
            || entry.score.abs() >= SURE
            || self.proving
            || self.excluded[ply] != 0
            || ply as i32 >= 2 * self.depth
        {
            return ControlFlow::Continue(0);
        }
        let limit = entry.score - 2 * depth;
        self.excluded[ply] = entry.best;
        let score = self.search((depth - 1) / 2, (limit - 1, limit), ply);
        self.excluded[ply] = 0;
        self.lines[ply].clear();
        match score {
            _ if self.is_halted() => ControlFlow::Continue(0),
            score if score < limit => ControlFlow::Continue(1),
            // Another move is good enough for a cutoff, too.
            _ if limit >= beta => ControlFlow::Break(limit),
            _ if entry.score >= beta => ControlFlow::Continue(-1),
            _ => ControlFlow::Continue(0),
        }
    }
}
