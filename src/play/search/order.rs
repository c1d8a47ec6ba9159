//! Which moves to look at first: the best one known, good captures, killers, the counter move, and by history.

use crate::base::Color;
use crate::fast::tables::Code;
use crate::fast::track::Step;

/// The deepest line.
pub(super) const MAX_PLY: usize = 128;

/// The most that is noted of a quiet move.
const MOST: i32 = 16_384;

pub(super) const BEST: i32 = 1 << 28;
pub(super) const GOOD_CAPTURE: i32 = 1 << 24;
pub(super) const KILLER: i32 = 1 << 22;
pub(super) const BAD_CAPTURE: i32 = -(1 << 24);

/// What quiet moves have done elsewhere.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// By the piece that moves and its target.
    good: Vec<i32>,
    /// By the piece that moved last and its target: the answer that was best.
    counters: Vec<u32>,
    /// By a move made before, and the piece that moves and its target.
    after: Vec<i16>,
    killers: Vec<[u32; 2]>,
}

/// How many entries there are for moves that follow others.
const AFTER: usize = 1 << 18;

/// Where it is noted what a move does after another.
fn follows(earlier: usize, step: &Step) -> usize {
    let both = (earlier << 16 | place(step.mover, step)) as u64;
    (both.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46) as usize & (AFTER - 1)
}

fn place(mover: Code, step: &Step) -> usize {
    usize::from(mover.0) << 8 | step.to.index() & 255
}

impl History {
    pub(super) fn new() -> History {
        History {
            good: vec![0; 1 << 16],
            counters: vec![0; 1 << 16],
            after: vec![0; AFTER],
            killers: vec![[0; 2]; MAX_PLY + 2],
        }
    }

    /// What is known of a quiet move.
    pub(super) fn rank(&self, step: &Step, ply: usize, before: [Option<&Step>; 2]) -> i32 {
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

    /// What a quiet move did elsewhere, and after the moves before it.
    pub(super) fn good(&self, step: &Step, before: [Option<&Step>; 2]) -> i32 {
        let after = before
            .into_iter()
            .flatten()
            .map(|earlier| self.after[follows(place(earlier.mover, earlier), step)]);
        self.good[place(step.mover, step)] + after.map(i32::from).sum::<i32>()
    }

    /// A quiet move was best, and those `tried` before it were not.
    pub(super) fn learn(
        &mut self,
        step: &Step,
        tried: &[Step],
        depth: i32,
        ply: usize,
        before: [Option<&Step>; 2],
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

    fn add(&mut self, step: &Step, before: [Option<&Step>; 2], bonus: i32) {
        let good = &mut self.good[place(step.mover, step)];
        *good += bonus - *good * bonus.abs() / MOST;
        for earlier in before.into_iter().flatten() {
            let after = &mut self.after[follows(place(earlier.mover, earlier), step)];
            *after += (bonus - i32::from(*after) * bonus.abs() / MOST) as i16;
        }
    }
}

/// Takes the move of the highest rank out of those from `at` on to that place.
pub(super) fn pick(list: &mut [Step], at: usize) -> Step {
    let best =
        (at..list.len()).max_by_key(|place| (list[*place].rank, std::cmp::Reverse(*place))).unwrap_or(at);
    list.swap(at, best);
    list[at]
}

/// The sign of a result for a side.
pub(super) fn sign(winner: Option<Color>, turn: Color) -> i32 {
    match winner {
        None => 0,
        Some(color) if color == turn => 1,
        Some(_) => -1,
    }
}
