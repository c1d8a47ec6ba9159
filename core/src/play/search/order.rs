//! Move ordering: the table move, good captures, killer moves, the counter move, then history scores.
//!
//! [`History`] collects the statistics of quiet moves, and [`pick`] selects the next move by rank. Bad captures come
//! last. The rank constants are far enough apart that the values added to them do not mix the groups of moves.

use crate::base::Color;
use crate::fast::stack::SearchMove;
use crate::fast::tables::PieceCode;

/// The maximum length of a line, in plies.
pub(super) const MAX_PLY: usize = 128;

/// The maximum of a history score.
const MAX: i32 = 16_384;

pub(super) const BEST: i32 = 1 << 28;
pub(super) const GOOD_CAPTURE: i32 = 1 << 24;
pub(super) const KILLER: i32 = 1 << 22;
pub(super) const BAD_CAPTURE: i32 = -(1 << 24);

/// The history statistics of quiet moves.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The history scores, by moving piece and target.
    good: Vec<i32>,
    /// The codes of the counter moves, the best replies, by the last moved piece and its target.
    counters: Vec<u32>,
    /// The continuation history, by an earlier move, the moving piece, and its target.
    after: Vec<i16>,
    killers: Vec<[u32; 2]>,
    /// The history scores of captures, by moving piece and target, and by captured piece.
    captures: Vec<i16>,
}

/// The number of entries of the continuation history.
const AFTER: usize = 1 << 18;

/// Returns the index of `step` after an earlier move in the continuation history.
fn follows(earlier: usize, step: &SearchMove) -> usize {
    // The table is too small for all pairs, so a hash selects the entry. Collisions affect only the move order.
    let both = (earlier << 16 | place(step.mover, step)) as u64;
    (both.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46) as usize & (AFTER - 1)
}

fn place(mover: PieceCode, step: &SearchMove) -> usize {
    // A piece code has one byte and a board at most 256 squares, so the index has 16 bits.
    usize::from(mover.0) << 8 | step.to.index() & 255
}

impl History {
    pub(super) fn new() -> History {
        History {
            good: vec![0; 1 << 16],
            counters: vec![0; 1 << 16],
            after: vec![0; AFTER],
            killers: vec![[0; 2]; MAX_PLY + 2],
            captures: vec![0; AFTER],
        }
    }

    /// Returns the rank of a quiet move in the move order.
    pub(super) fn rank(&self, step: &SearchMove, ply: usize, before: [Option<&SearchMove>; 2]) -> i32 {
        let last = before[0];
        let [first, second] = self.killers[ply];
        if step.code == first {
            return KILLER + 2;
        }
        if step.code == second {
            return KILLER + 1;
        }
        if last.is_some_and(|last| self.counters[place(last.mover, last)] == step.code) {
            return KILLER;
        }
        self.good(step, before)
    }

    /// Returns the history score of a quiet move, including its continuation history after the moves `before` it.
    pub(super) fn good(&self, step: &SearchMove, before: [Option<&SearchMove>; 2]) -> i32 {
        let after = before
            .into_iter()
            .flatten()
            .map(|earlier| self.after[follows(place(earlier.mover, earlier), step)]);
        self.good[place(step.mover, step)] + after.map(i32::from).sum::<i32>()
    }

    /// Rewards a quiet move that caused a cutoff, and penalizes the quiet moves `tried` before it.
    pub(super) fn learn(
        &mut self,
        step: &SearchMove,
        tried: &[SearchMove],
        depth: i32,
        ply: usize,
        before: [Option<&SearchMove>; 2],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != step.code {
            *killers = [step.code, killers[0]];
        }
        if let Some(last) = before[0] {
            self.counters[place(last.mover, last)] = step.code;
        }
        let bonus = (depth * depth * 16).min(2_048);
        self.add(step, before, bonus);
        tried.iter().for_each(|other| self.add(other, before, -bonus));
    }

    /// Returns the history score of a capture or promotion.
    pub(super) fn captures(&self, step: &SearchMove) -> i32 {
        i32::from(self.captures[follows(usize::from(step.victim.0), step)])
    }

    /// Rewards a capture that caused a cutoff, and penalizes the captures `tried` before it.
    pub(super) fn learn_captures(&mut self, step: &SearchMove, tried: &[SearchMove], depth: i32) {
        let bonus = (depth * depth * 16).min(2_048);
        let rewarded = step.is_noisy().then_some((step, bonus));
        for (step, bonus) in rewarded.into_iter().chain(tried.iter().map(|other| (other, -bonus))) {
            let score = &mut self.captures[follows(usize::from(step.victim.0), step)];
            *score += (bonus - i32::from(*score) * bonus.abs() / MAX) as i16;
        }
    }

    fn add(&mut self, step: &SearchMove, before: [Option<&SearchMove>; 2], bonus: i32) {
        let good = &mut self.good[place(step.mover, step)];
        // The bonus shrinks as the score approaches its maximum, so the score never exceeds it.
        *good += bonus - *good * bonus.abs() / MAX;
        for earlier in before.into_iter().flatten() {
            let after = &mut self.after[follows(place(earlier.mover, earlier), step)];
            *after += (bonus - i32::from(*after) * bonus.abs() / MAX) as i16;
        }
    }
}

/// Moves the best-ranked move from index `at` on to that index, and returns it.
pub(super) fn pick(list: &mut [SearchMove], at: usize) -> SearchMove {
    let best =
        // A cutoff often comes early, so selecting the moves one by one is cheaper than sorting them.
        (at..list.len()).max_by_key(|place| (list[*place].rank, std::cmp::Reverse(*place))).unwrap_or(at);
    list.swap(at, best);
    list[at]
}

/// Returns 1 for a win of the side `turn`, -1 for a loss, and 0 for a draw.
pub(super) fn sign(winner: Option<Color>, turn: Color) -> i32 {
    match winner {
        None => 0,
        Some(color) if color == turn => 1,
        Some(_) => -1,
    }
}
