//! The scores of repeated positions.
//!
//! A repetition is a draw unless the rules define another result for it or for perpetual check.
//! [`SearchWorker::repeated`] is the entry point. It treats the first repetition below the root as the end of the
//! game, because the players can repeat the moves.

use super::assumptions::SearchAssumptions;
use super::node::SearchWorker;
use super::score::WON;
use crate::base::Color;
use crate::fast::stack::PositionStack;
use crate::play::game::perpetual_checks;
use crate::rules::{Ending, Recurrence};

/// The contempt: the score that a draw by repetition costs the player at the root.
const CONTEMPT: i32 = 12;

/// A position on the path of the game or of the search.
#[derive(Clone, Copy, Debug)]
pub struct Visited {
    pub hash: u64,
    pub turn: Color,
    /// True if the side to move is in check. It is always false in games without a rule on perpetual check.
    pub checked: bool,
}

impl Visited {
    pub(super) fn new<T: PositionStack>(stack: &T, assumptions: &SearchAssumptions) -> Visited {
        let checked = !assumptions.perpetual.is_empty() && stack.in_check();
        Visited { hash: stack.hash(), turn: stack.turn(), checked }
    }
}

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Returns the score of the position if it has occurred before and the repetition ends the game or the line.
    pub(super) fn repeated(&self, ply: usize) -> Option<i32> {
        let (now, before) = self.path.split_last()?;
        // A position from before the last reset of the clock cannot recur.
        let back = before.len().min(self.stack.halfmove() as usize);
        let mut times = 1;
        let (mut is_below, mut first) = (false, before.len());
        // With alternating turns, the same side is to move only in every second position.
        let (skipped, step) = if self.assumptions.alternates { (1, 2) } else { (0, 1) };
        for (at, one) in before.iter().enumerate().rev().take(back).skip(skipped).step_by(step) {
            if one.hash == now.hash {
                times += 1;
                is_below |= at >= self.root;
                first = at;
            }
        }
        let score = |ending: &Ending| match ending.result.winner(self.stack.turn()) {
            Some(winner) if winner == self.stack.turn() => WON - ply as i32,
            Some(_) => ply as i32 - WON,
            None => self.drawn(),
        };
        if times == 1 {
            return None;
        }
        if let Some(ending) = self.perpetual(&self.path[first + 1..], times, is_below) {
            return Some(score(ending));
        }
        let recurrence = Recurrence { times, ..Recurrence::ONCE };
        let ending = self.assumptions.repetition.iter().find(|ending| self.stack.ends(ending, recurrence));
        ending.map(score).or_else(|| is_below.then_some(self.drawn()))
    }

    /// Returns the score of a draw by repetition for the side to move. The player at the root prefers to continue the
    /// game.
    fn drawn(&self) -> i32 {
        let player = self.path.get(self.root).map(|root| root.turn);
        if player == Some(self.stack.turn()) { -CONTEMPT } else { CONTEMPT }
    }

    /// Returns the ending that applies if one side gave check with every move that led to one of these positions. A
    /// position repeated below the root counts as repeated without end.
    fn perpetual(&self, since: &[Visited], times: u32, is_below: bool) -> Option<&Ending> {
        if self.assumptions.perpetual.is_empty() {
            return None;
        }
        let checks = perpetual_checks(since.iter().map(|one| (one.turn, one.checked)));
        let times = if is_below { u32::MAX } else { times };
        let recurrence = Recurrence { times, checks };
        self.assumptions.perpetual.iter().find(|ending| self.stack.ends(ending, recurrence))
    }
}
