//! The scores of repeated positions.
//!
//! A repetition is a draw unless the rules define another result for it or for perpetual check.
//! [`SearchWorker::repeated`] is the entry point. It treats the first repetition below the root as the end of the
//! game, because the players can repeat the moves.

use super::assumptions::SearchAssumptions;
use super::node::SearchWorker;
use super::score::WON;
use crate::base::{Color, Result};
use crate::fast::stack::PositionStack;
use crate::play::game::perpetual_checks;
use crate::rules::{Recurrence, Trigger};

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
        let score = |result| match result {
            Result::Win => WON - ply as i32,
            Result::Loss => ply as i32 - WON,
            Result::Draw => self.drawn(),
        };
        if times == 1 {
            return None;
        }
        if let Some(result) = self.perpetual(&self.path[first + 1..], times, is_below) {
            return Some(score(result));
        }
        match self.assumptions.repetition {
            Some((most, result)) if times >= most => Some(score(result)),
            _ => is_below.then_some(self.drawn()),
        }
    }

    /// Returns the score of a draw by repetition for the side to move. The player at the root prefers to continue the
    /// game.
    fn drawn(&self) -> i32 {
        let player = self.path.get(self.root).map(|root| root.turn);
        if player == Some(self.stack.turn()) { -CONTEMPT } else { CONTEMPT }
    }

    /// Returns the result for the side to move if one side gave check with every move that led to one of these
    /// positions. A position repeated below the root counts as repeated without end.
    fn perpetual(&self, since: &[Visited], times: u32, is_below: bool) -> Option<Result> {
        if self.assumptions.perpetual.is_empty() {
            return None;
        }
        let turn = self.stack.turn();
        let checks = perpetual_checks(since.iter().map(|one| (one.turn, one.checked)));
        let times = if is_below { u32::MAX } else { times };
        let recurs = |(trigger, _): &&(Trigger, Result)| trigger.recurs(turn, Recurrence { times, checks });
        self.assumptions.perpetual.iter().find(recurs).map(|(_, result)| *result)
    }
}
