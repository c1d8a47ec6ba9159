//! Null-move pruning: if a position stays above beta after a null move, it is not searched further.

use super::node::SearchWorker;
use super::repetition::Visited;
use super::score::SURE;
use crate::fast::stack::PositionStack;

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Returns true if the side to move has a piece that guards against zugzwang.
    fn can_wait(&self) -> bool {
        let (turn, mut number) = (self.stack.turn(), 0);
        self.stack.pieces(|_, code| {
            let guards = code.color() == turn && self.assumptions.zugzwang_guards[code.piece_type().index()];
            number += i32::from(guards && self.evaluation.prices[usize::from(code.0)] >= 150);
        });
        number > 0
    }

    /// Tries null-move pruning and returns the score if it causes a cutoff.
    pub(super) fn null_move(&mut self, depth: i32, beta: i32, ply: usize, static_score: i32) -> Option<i32> {
        let is_open = self.assumptions.null
            && self.nulls
            && depth >= 3
            && static_score >= beta
            && beta.abs() < SURE
            && !self.stack.has_duty();
        // Two null moves in a row would restore the position and only lose depth.
        if !is_open || self.moves.last().is_some_and(Option::is_none) || !self.can_wait() {
            return None;
        }
        let less = 3 + depth / 4 + ((static_score - beta) / 200).min(3);
        self.stack.skip();
        self.path.push(Visited::new(&self.stack, self.assumptions));
        self.moves.push(None);
        // An ending that a null move reaches proves nothing, because a null move is not a move of the game.
        let score = match self.stack.is_finished() {
            true => None,
            false => Some(-self.search(depth - 1 - less, (-beta, 1 - beta), ply + 1)),
        };
        self.moves.pop();
        self.path.pop();
        self.stack.unskip();
        let score = score.filter(|score| *score >= beta && !self.is_halted())?;
        if depth >= 8 {
            // At a high depth, a search without null moves verifies the cutoff, because the position can be a zugzwang.
            self.nulls = false;
            let checked = self.search(depth - 1 - less, (beta - 1, beta), ply);
            self.nulls = true;
            return (checked >= beta && !self.is_halted()).then_some(beta);
        }
        // A win after a null move is not a forced win.
        Some(score.min(SURE - 1))
    }
}
