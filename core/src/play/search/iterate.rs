//! Iterative deepening at the root.
//!
//! Each iteration searches one ply deeper than the one before. It starts with a narrow aspiration window around the
//! previous score and widens the window until the score lies inside it. [`SearchWorker::deepen`] is the entry point.
//! The root moves stay sorted with the best one first.

use super::limits::{Budget, Limits};
use super::node::SearchWorker;
use super::order::MAX_PLY;
use super::score::{SURE, WON};
use super::{Info, SearchOutcome, SearchTask};
use crate::base::{Move, sort_by};
use crate::fast::stack::{PositionStack, SearchMove, SearchMoves};
use std::cell::Cell;

/// The initial half-width of the aspiration window, in hundredths of a pawn.
const WINDOW: i32 = 18;

/// The maximum iteration depth, in plies.
const MAX_DEPTH: i32 = 100;

/// A root move.
#[derive(Clone, Debug)]
struct Root {
    step: SearchMove,
    mv: Move,
    score: i32,
    /// The score in the previous iteration.
    before: i32,
    line: Vec<u32>,
}

/// The root moves, and the list that is needed to make and unmake them.
struct Roots<P> {
    steps: SearchMoves<P>,
    all: Vec<Root>,
}

impl<T: PositionStack> SearchWorker<'_, T> {
    /// Runs iterative deepening until a limit is reached. The number `thread` distinguishes the searchers of one
    /// position. Sets `listing` to false when the root moves are listed.
    pub(super) fn deepen(
        &mut self,
        task: &SearchTask,
        thread: usize,
        listing: &Cell<bool>,
        report: &mut dyn FnMut(&Info),
    ) -> SearchOutcome {
        let mut roots = self.roots(&task.only);
        if self.halt.is_set() {
            return SearchOutcome { is_unlisted: true, ..SearchOutcome::default() };
        }
        listing.set(false);
        let Some(first) = roots.all.first() else { return SearchOutcome::default() };
        let mut found = SearchOutcome { best: Some(first.mv.clone()), ..SearchOutcome::default() };
        let budget = task.limits.budget();
        self.most = if thread == 0 { task.limits.nodes.unwrap_or(u64::MAX) } else { u64::MAX };
        // The proving search prunes nothing, so a mate that it does not find within its plies does not exist. The
        // number of plies is valid only in games with alternating turns, because a turn of several moves can take
        // more plies.
        let mate = task.limits.mate.filter(|_| self.assumptions.alternates);
        let plies = mate.map_or(MAX_DEPTH, |moves| moves.saturating_mul(2));
        let wanted = task.limits.depth.unwrap_or(MAX_DEPTH).min(plies).clamp(1, MAX_DEPTH);
        // Pruning finds most mates faster, so a mate search runs with pruning first.
        let proving: &[bool] = match (mate, task.limits.mate) {
            (Some(_), _) => &[false, true],
            (None, all) => &[all.is_some()],
        };
        let lines = task.lines.clamp(1, roots.all.len());
        for (proving, depth) in proving.iter().flat_map(|proving| (1..=wanted).map(move |at| (proving, at))) {
            self.proving = *proving;
            // Helper threads skip some depths, so the threads search different parts of the tree.
            if thread > 0 && depth > 1 && (depth + thread as i32) % 3 == 0 {
                continue;
            }
            self.depth = depth;
            self.deepest = 0;
            roots.all.iter_mut().for_each(|root| root.before = root.score);
            for rank in 0..lines {
                self.narrow(&mut roots, rank, depth);
                let best = &roots.all[rank];
                if self.stopped && best.line.is_empty() {
                    break;
                }
                if thread == 0 && !self.stopped {
                    report(&self.info(best, rank, depth));
                }
            }
            let best = &roots.all[0];
            // The best move of the previous iteration is searched first, so even an interrupted iteration has a
            // useful result.
            if !best.line.is_empty() {
                found = self.found(best);
            }
            if self.stopped || self.is_enough(&roots, depth, budget, &task.limits) {
                break;
            }
        }
        found
    }

    /// Returns the legal root moves, limited to `only` unless `only` is empty.
    fn roots(&mut self, only: &[Move]) -> Roots<T::Position> {
        let mut steps = SearchMoves::default();
        if !self.stack.is_finished() {
            self.stack.steps(false, &mut steps);
        }
        let table = self.shared.table.get(self.key()).map_or(0, |entry| entry.best);
        let root = |step: &SearchMove| {
            let (mut step, mv) = (*step, steps.mv(step));
            step.rank = self.rank(&step, 0, table);
            Root { step, mv, score: -WON, before: -WON, line: Vec::new() }
        };
        let mut all: Vec<Root> = steps.list.iter().map(root).collect();
        all.retain(|root| only.is_empty() || only.contains(&root.mv));
        sort_by(&mut all, |a, b| b.step.rank.cmp(&a.step.rank).then_with(|| a.mv.cmp(&b.mv)));
        Roots { steps, all }
    }

    /// Searches for the best move from index `rank` on, and widens the window until it contains the score.
    fn narrow(&mut self, roots: &mut Roots<T::Position>, rank: usize, depth: i32) {
        let last = roots.all[rank].before;
        // A narrow window pays only if the scores of two iterations are close, which shallow scores and mate
        // scores are not.
        let mut width = if depth >= 4 && last.abs() < SURE { WINDOW } else { 2 * WON };
        let (mut low, mut high) = (last.saturating_sub(width).max(-WON), last.saturating_add(width).min(WON));
        loop {
            let score = self.root(roots, rank, depth, (low, high));
            if self.is_halted() {
                return;
            }
            if score <= low && low > -WON {
                low = low.saturating_sub(width).max(-WON);
            } else if score >= high && high < WON {
                high = high.saturating_add(width).min(WON);
            } else {
                return;
            }
            width = if width > 400 { 2 * WON } else { width * 2 };
        }
    }

    fn root(
        &mut self,
        roots: &mut Roots<T::Position>,
        rank: usize,
        depth: i32,
        (low, high): (i32, i32),
    ) -> i32 {
        let mut alpha = low;
        let mut best = -WON;
        for at in rank..roots.all.len() {
            let step = roots.all[at].step;
            self.enter(&mut roots.steps, &step, 0);
            // Only the first move has an open window. All others must first prove that they are better.
            let mut score = match at == rank {
                true => self.answer(depth - 1, (alpha, high), 1),
                false => self.answer(depth - 1, (alpha, alpha + 1), 1),
            };
            if at > rank && score > alpha && score < high && !self.is_halted() {
                score = self.answer(depth - 1, (alpha, high), 1);
            }
            self.leave(&mut roots.steps);
            if self.is_halted() {
                return best;
            }
            // The score of a move that did not raise alpha is only an upper bound, so it must not be compared with
            // others.
            let root = &mut roots.all[at];
            root.score = if at == rank || score > alpha { score } else { -WON };
            if score > best {
                best = score;
            }
            if score > alpha || at == rank {
                root.line = std::iter::once(step.code).chain(self.lines[1].iter().copied()).collect();
                // The best move moves to the front, and the others keep their order.
                roots.all[rank..=at].rotate_right(1);
                alpha = alpha.max(score);
            }
            if score >= high {
                break;
            }
        }
        best
    }

    /// Returns true if no further iteration is necessary.
    fn is_enough(
        &self,
        roots: &Roots<T::Position>,
        depth: i32,
        budget: Option<Budget>,
        limits: &Limits,
    ) -> bool {
        let score = roots.all[0].score;
        let signals = self.shared.signals;
        if limits.infinite || signals.is_pondering() {
            return false;
        }
        let plies = WON - score.abs();
        let mate = score.abs() >= SURE && depth > plies;
        let requested = limits.mate.is_some_and(|moves| score >= SURE && plies <= 2 * moves);
        // A single legal move needs no long search if time is limited.
        let single = roots.all.len() == 1 && limits.clock.is_some() && depth >= 4;
        let late = budget.is_some_and(|budget| self.shared.elapsed() >= budget.soft);
        mate || requested || single || late
    }

    fn info(&mut self, root: &Root, rank: usize, depth: i32) -> Info {
        let mut line = self.line(&root.line);
        // Once the search has to end, the moves of the line can no longer be listed.
        if line.is_empty() {
            line.push(root.mv.clone());
        }
        Info {
            depth,
            deepest: self.deepest.max(depth as usize),
            rank,
            score: root.score,
            nodes: self.shared.signals.counted() + self.uncounted(),
            time: self.shared.elapsed(),
            full: self.shared.table.fullness(),
            line,
        }
    }

    fn found(&mut self, root: &Root) -> SearchOutcome {
        let line = self.line(&root.line);
        SearchOutcome {
            best: Some(root.mv.clone()),
            ponder: line.get(1).cloned(),
            score: root.score,
            is_unlisted: false,
        }
    }

    /// Returns the moves of a line that starts at the root.
    fn line(&mut self, codes: &[u32]) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut lists = Vec::new();
        for code in codes.iter().take(MAX_PLY) {
            if self.stack.is_finished() {
                break;
            }
            let mut steps = SearchMoves::default();
            self.stack.steps(false, &mut steps);
            // A code identifies a move only among the moves of one position, so the line is played again.
            let Some(step) = steps.list.iter().find(|step| step.code == *code).copied() else { break };
            moves.push(steps.mv(&step));
            self.stack.make(&mut steps, &step);
            lists.push(steps);
        }
        for mut steps in lists.into_iter().rev() {
            self.stack.unmake(&mut steps);
        }
        moves
    }
}
