//! The search below the root: principal variation search with a transposition table.
//!
//! [`SearchWorker`] holds the state of one thread, and [`SearchWorker::search`] is the recursive function. It
//! generates the moves and passes them to `moves_in_turn`, the move loop. Scores are in hundredths of a pawn for the
//! side to move, and scores from [`SURE`] on stand for a forced win. Pruning is limited by [`SearchAssumptions`].

use super::assumptions::SearchAssumptions;
use super::correction::Corrections;
use super::order::{BAD_CAPTURE, BEST, GOOD_CAPTURE, History, MAX_PLY, pick, sign};
use super::repetition::Visited;
use super::score::{SURE, WON};
use super::shared::SharedState;
use super::transposition_table::{Bound, TableEntry, from_table, to_table};
use crate::base::{Color, Halt};
use crate::fast::stack::{PositionStack, SearchMove, SearchMoves};
use crate::play::evaluation::Evaluation;
use std::ops::ControlFlow;

/// The number of nodes between two checks of the clock.
const LOOK: u64 = 16;

/// A quiet move whose history score is below this, times the depth, is pruned near the leaves.
const DISLIKED: i32 = 4_000;

/// The state of one searcher.
pub(super) struct SearchWorker<'a, T: PositionStack> {
    pub stack: T,
    /// The next limit of quiet plies after which the game ends or a player may claim a draw.
    quiet: Option<u32>,
    pub assumptions: &'a SearchAssumptions,
    pub evaluation: &'a Evaluation,
    pub shared: &'a SharedState<'a>,
    pub history: History,
    pub corrections: Corrections,
    /// By ply, the code of the move that a search without the table move leaves out, or 0.
    pub excluded: Vec<u32>,
    /// Move lists whose allocations can be reused.
    pub lists: Vec<SearchMoves<T::Position>>,
    /// The positions of the game, followed by the positions from the root to the current node.
    pub path: Vec<Visited>,
    /// The index of the root in `path`.
    pub root: usize,
    /// The moves from the root, with `None` for a null move.
    pub moves: Vec<Option<SearchMove>>,
    /// The players of the moves in `moves`, except for null moves.
    players: Vec<Color>,
    /// The static evaluation, by ply.
    pub static_scores: Vec<i32>,
    /// The hash of the structure to which the correction of the static evaluation belongs, by ply.
    pub structures: Vec<u64>,
    /// The codes of the moves of the best line, by ply.
    pub lines: Vec<Vec<u32>>,
    pub depth: i32,
    pub deepest: usize,
    pub nodes: u64,
    /// The number of nodes that were added to the total of all threads.
    counted: u64,
    /// The maximum number of nodes.
    pub most: u64,
    /// The stop signal and the clock of the caller.
    pub(super) halt: &'a Halt<'a>,
    pub stopped: bool,
    /// True if null moves are allowed.
    pub nulls: bool,
    /// True if the search must prove a mate. It then prunes nothing.
    pub proving: bool,
    /// The maximum evaluation error, and the seed of the errors.
    pub blur: (i32, u64),
}

impl<'a, T: PositionStack> SearchWorker<'a, T> {
    pub(super) fn new(
        stack: T,
        (shared, halt): (&'a SharedState<'a>, &'a Halt<'a>),
        past: &[Visited],
        blur: (i32, u64),
    ) -> SearchWorker<'a, T> {
        let mut path = past.to_vec();
        path.push(Visited::new(&stack, shared.assumptions));
        // The players have already declined to claim a draw whose limit is reached at the root, so only later limits
        // count.
        let quiet = shared.assumptions.quiet.iter().find(|plies| **plies > stack.halfmove()).copied();
        SearchWorker {
            quiet,
            assumptions: shared.assumptions,
            evaluation: shared.evaluation,
            shared,
            history: History::new(),
            corrections: Corrections::new(),
            excluded: vec![0; MAX_PLY + 2],
            lists: Vec::new(),
            root: path.len() - 1,
            path,
            moves: Vec::new(),
            players: Vec::new(),
            static_scores: vec![0; MAX_PLY + 2],
            structures: vec![0; MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
            depth: 0,
            deepest: 0,
            nodes: 0,
            counted: 0,
            most: u64::MAX,
            halt,
            stopped: false,
            nulls: true,
            proving: false,
            blur,
            stack,
        }
    }

    /// Returns true if the search must stop now.
    pub(super) fn is_over(&mut self) -> bool {
        if self.is_halted() {
            return true;
        }
        let signals = self.shared.signals;
        self.stopped = signals.is_stopped() || signals.is_finished() || self.nodes >= self.most;
        // The clock and the shared counter are slow, so they are used only after some nodes.
        if self.uncounted() >= LOOK && !self.stopped {
            signals.count(self.uncounted());
            self.counted = self.nodes;
            self.stopped = self.halt.ask();
        }
        self.stopped
    }

    /// Returns true if the search has stopped. Scores that are found afterwards have no meaning.
    pub(super) fn is_halted(&mut self) -> bool {
        self.stopped |= self.halt.is_set();
        self.stopped
    }

    /// Returns the number of nodes that were not yet added to the total of all threads.
    pub(super) fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }

    /// Makes a move.
    pub(super) fn enter(&mut self, steps: &mut SearchMoves<T::Position>, step: &SearchMove, ply: usize) {
        self.nodes += 1;
        self.players.push(self.stack.turn());
        self.stack.make(steps, step);
        self.moves.truncate(ply);
        self.moves.push(Some(*step));
        self.path.push(Visited::new(&self.stack, self.assumptions));
    }

    /// Unmakes the last move.
    pub(super) fn leave(&mut self, steps: &mut SearchMoves<T::Position>) {
        self.stack.unmake(steps);
        self.players.pop();
        self.moves.pop();
        self.path.pop();
    }

    /// Returns true if the player of the last move also makes the next move, in a turn of several moves.
    pub(super) fn moves_on(&self) -> bool {
        self.players.last() == Some(&self.stack.turn())
    }

    /// Returns the score of the current position for the player of the move that led to it.
    pub(super) fn answer(&mut self, depth: i32, (alpha, beta): (i32, i32), ply: usize) -> i32 {
        match self.moves_on() {
            true => self.search(depth, (alpha, beta), ply),
            false => -self.search(depth, (-beta, -alpha), ply),
        }
    }

    /// Returns the key of the position in the transposition table. Close to the limit of quiet plies, the key depends
    /// on the halfmove clock.
    pub(super) fn key(&self) -> u64 {
        let hash = self.path.last().map_or(0, |last| last.hash);
        // The results of a search with pruning must not enter a proving search, so the two use different keys.
        let hash = if self.proving { hash.rotate_left(32) } else { hash };
        let halfmove = self.stack.halfmove();
        match self.quiet {
            // Farther from the limit, the clock hardly matters, so transpositions at different clocks share an
            // entry.
            Some(quiet) if halfmove + 16 >= quiet => {
                hash ^ u64::from(halfmove + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
            _ => hash,
        }
    }

    /// Returns the static evaluation of the position for the side to move.
    pub(super) fn evaluate(&self) -> i32 {
        self.evaluate_with_structure().0
    }

    /// Returns the static evaluation, and the hash of the structure to which its correction belongs.
    fn evaluate_with_structure(&self) -> (i32, u64) {
        let (mut score, structure) = self.evaluation.with_structure(&self.stack);
        if let Some(quiet) = self.quiet {
            // The score falls to one half of its value as the limit of quiet plies approaches.
            let left = quiet.saturating_sub(self.stack.halfmove());
            score = score * (left + quiet) as i32 / (2 * quiet).max(1) as i32;
        }
        let (blur, seed) = self.blur;
        if blur > 0 {
            // The error depends only on the position and the seed, so equal positions have equal evaluations.
            let mixed = (self.stack.hash() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let sign = if self.stack.turn() == Color::White { 1 } else { -1 };
            score += sign * ((mixed as i32 & 0xfff) - 0x800) * blur / 0x800;
        }
        score += self.corrections.of(self.stack.turn(), structure);
        // An evaluation must not look like a forced win.
        (score.clamp(1 - SURE, SURE - 1), structure)
    }

    /// Returns the score if the game has ended. Repetitions and positions without legal moves are not tested.
    pub(super) fn ended(&self, ply: usize) -> Option<i32> {
        if self.stack.is_finished() {
            return self.result(ply);
        }
        // A draw that a player may claim counts as a draw.
        let is_drawn = self.quiet.is_some_and(|quiet| self.stack.halfmove() >= quiet);
        is_drawn.then(|| self.result(ply).unwrap_or(0))
    }

    /// Returns the score of the outcome, if the game has one.
    pub(super) fn result(&self, ply: usize) -> Option<i32> {
        let outcome = self.stack.outcome()?;
        Some(sign(outcome.winner, self.stack.turn()) * (WON - ply as i32))
    }

    /// Returns the score of a table entry if the entry is deep enough and its bound causes a cutoff.
    pub(super) fn decided(
        &self,
        entry: &TableEntry,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Option<i32> {
        let score = from_table(entry.score, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (entry.depth >= depth && enough).then_some(score)
    }

    /// Stores an entry in the transposition table.
    pub(super) fn note(&self, entry: TableEntry, ply: usize) {
        if !self.stopped && !self.halt.is_set() {
            self.shared.table.put(self.key(), TableEntry { score: to_table(entry.score, ply), ..entry });
        }
    }

    /// Returns the rank of a move in the move order.
    pub(super) fn rank(&self, step: &SearchMove, ply: usize, table: u32) -> i32 {
        if step.code == table {
            return BEST;
        }
        if !step.is_noisy() {
            return self.history.rank(step, ply, self.before(ply));
        }
        let bonus = 16 * self.gain(step) + self.history.captures(step) / 4
            - self.evaluation.prices[usize::from(step.mover.0)] / 8;
        if self.assumptions.exchange && self.loses(step) { BAD_CAPTURE + bonus } else { GOOD_CAPTURE + bonus }
    }

    /// Returns the last move, and the move before it.
    pub(super) fn before(&self, ply: usize) -> [Option<&SearchMove>; 2] {
        [1, 2].map(|back| self.moves.get(ply.checked_sub(back)?)?.as_ref())
    }

    /// Returns the score of a position for the side to move, searched to at least `depth` plies.
    pub(super) fn search(&mut self, mut depth: i32, (mut alpha, mut beta): (i32, i32), ply: usize) -> i32 {
        self.lines[ply].clear();
        if depth <= 0 && !self.proving {
            return self.quiescence(alpha, beta, ply, 0);
        }
        if self.is_over() {
            return 0;
        }
        if let Some(score) = self.ended(ply).or_else(|| self.repeated(ply)) {
            return score;
        }
        // A proving search has no quiescence search. What it has not proved at this depth remains open.
        if ply >= MAX_PLY || depth <= 0 {
            return self.evaluate();
        }
        // Mate distance pruning: a line cannot improve on a faster mate that is already known.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let check = self.stack.in_check();
        // Check extension: a side in check has few moves. The limit bounds the size of the tree.
        if check && (ply as i32) < 2 * self.depth && !self.proving {
            depth += 1;
        }
        // A node with an open window is on the principal variation.
        let is_line = beta - alpha > 1;
        let excluded = self.excluded[ply] != 0;
        let known = if excluded { None } else { self.shared.table.get(self.key()) };
        // A cutoff on the principal variation would cut the reported line short.
        if let Some(entry) = known
            && !is_line
            && let Some(score) = self.decided(&entry, depth, alpha, beta, ply)
        {
            return score;
        }
        // In check, the lowest score disables all pruning that relies on the evaluation.
        let (static_score, structure) = if check { (-WON, 0) } else { self.evaluate_with_structure() };
        self.static_scores[ply] = static_score;
        self.structures[ply] = structure;
        if !is_line
            && !check
            && !excluded
            && let Some(score) =
                self.pruned(depth, (alpha, beta), ply, Self::better(static_score, known.as_ref(), ply))
        {
            return score;
        }
        if !excluded && known.is_none_or(|entry| entry.best == 0) && depth >= 5 && !self.proving {
            // Internal iterative reduction: without a table move, a search at reduced depth is cheaper and provides
            // one.
            depth -= 1;
        }
        let mut steps = self.lists.pop().unwrap_or_default();
        self.stack.steps(false, &mut steps);
        let score = match steps.list.is_empty() {
            true => self.result(ply).unwrap_or(0),
            false => self.moves_in_turn(&mut steps, depth, (alpha, beta), ply, known),
        };
        self.lists.push(steps);
        score
    }

    fn moves_in_turn(
        &mut self,
        steps: &mut SearchMoves<T::Position>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        known: Option<TableEntry>,
    ) -> i32 {
        let table = known.map_or(0, |entry| entry.best);
        let excluded = self.excluded[ply];
        for step in &mut steps.list {
            step.rank = self.rank(step, ply, table);
        }
        let before = alpha;
        let (mut best, mut first, mut is_quiet) = (-WON, 0, true);
        let mut quiet: Vec<SearchMove> = Vec::new();
        let mut noisy: Vec<SearchMove> = Vec::new();
        for at in 0..steps.list.len() {
            let step = pick(&mut steps.list, at);
            if step.code == excluded {
                continue;
            }
            // Pruning starts only when an earlier move has avoided mate, so a node always has a score.
            if at > 0 && best > -SURE && beta - before == 1 && self.hangs(&step, depth, ply) {
                continue;
            }
            let more = match known.filter(|entry| entry.best == step.code) {
                None => 0,
                Some(entry) => match self.alone(&entry, depth, beta, ply) {
                    ControlFlow::Break(score) => return score,
                    ControlFlow::Continue(more) => more,
                },
            };
            if self.is_halted() {
                return 0;
            }
            self.enter(steps, &step, ply);
            let late = LoopMove { step, at, depth: depth + more, is_line: beta - before > 1, best };
            let score = match self.reduction(&late, alpha, ply) {
                None => {
                    self.leave(steps);
                    continue;
                }
                Some(less) => self.probe(&late, less, (alpha, beta), ply),
            };
            self.leave(steps);
            if self.is_halted() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    (first, is_quiet) = (step.code, !step.is_noisy());
                    self.keep_line(step.code, ply);
                }
                if score >= beta {
                    if !step.is_noisy() {
                        let before = [1, 2].map(|back| self.moves.get(ply.checked_sub(back)?).copied()?);
                        self.history.learn(&step, &quiet, depth, ply, before.each_ref().map(Option::as_ref));
                    }
                    self.history.learn_captures(&step, &noisy, depth);
                    break;
                }
            }
            if step.is_noisy() { noisy.push(step) } else { quiet.push(step) }
        }
        // The only move is left out.
        if best == -WON && excluded != 0 {
            return before;
        }
        let bound = Bound::of(best, (before, beta));
        if excluded == 0 {
            self.note(TableEntry { score: best, depth, bound, best: first }, ply);
            if is_quiet {
                self.correct(best, bound, depth, ply);
            }
        }
        best
    }

    /// Returns the depth reduction of a move that was just made, or `None` if the move is pruned.
    fn reduction(&mut self, late: &LoopMove, alpha: i32, ply: usize) -> Option<i32> {
        let LoopMove { step, at, depth, is_line, best } = *late;
        let bad = step.rank < 0 && step.is_noisy();
        let usual = !self.assumptions.forced
            && !self.proving
            && at > 0
            && best > -SURE
            && self.static_scores[ply] > -WON;
        // The move was already made, so this excludes moves that give check.
        if !usual || step.is_noisy() && !bad || self.stack.in_check() {
            return Some(0);
        }
        // If the evaluation rises, fewer moves are pruned.
        let improving = ply >= 2 && self.static_scores[ply] > self.static_scores[ply - 2];
        // A move that ends the game is never pruned.
        if !is_line && depth <= 4 && !self.stack.is_finished() {
            let enough = (4 + depth * depth) * if improving { 2 } else { 1 };
            let hopeless = self.static_scores[ply] + 80 + 90 * depth <= alpha;
            let poor = bad && depth <= 3 && !self.assumptions.decisive;
            let is_disliked = || self.history.good(&step, self.before(ply)) < -DISLIKED * depth;
            if !step.is_noisy() && (at as i32 >= enough || hopeless || is_disliked()) || poor {
                return None;
            }
        }
        if depth < 3 || at < if is_line { 4 } else { 2 } {
            return Some(0);
        }
        // Late move reduction: it grows with the depth and with the index of the move, and a good history score lowers
        // it.
        let logs = f64::from(depth).ln() * (at as f64).ln();
        let mut less = (0.6 + logs / 2.2) as i32;
        less +=
            i32::from(!improving) - i32::from(is_line) - self.history.good(&step, self.before(ply)) / 10_000;
        Some(less.clamp(0, depth - 2))
    }

    /// Returns the score of a move that was just made. The first move, and each move that raises alpha, is searched
    /// with an open window.
    fn probe(&mut self, late: &LoopMove, less: i32, (alpha, beta): (i32, i32), ply: usize) -> i32 {
        let deep = late.depth - 1;
        if late.at == 0 {
            return self.answer(deep, (alpha, beta), ply + 1);
        }
        // A null window is enough to show that a move is no better. Only if this fails is the move searched again,
        // first at full depth and then with the open window.
        let mut score = self.answer(deep - less, (alpha, alpha + 1), ply + 1);
        if score > alpha && less > 0 {
            score = self.answer(deep, (alpha, alpha + 1), ply + 1);
        }
        if score > alpha && score < beta {
            score = self.answer(deep, (alpha, beta), ply + 1);
        }
        score
    }

    pub(super) fn keep_line(&mut self, code: u32, ply: usize) {
        let mut line = std::mem::take(&mut self.lines[ply]);
        line.clear();
        line.push(code);
        line.extend_from_slice(&self.lines[ply + 1]);
        self.lines[ply] = line;
    }
}

/// A move in the move loop, with its index and context.
#[derive(Clone, Copy)]
struct LoopMove {
    step: SearchMove,
    at: usize,
    depth: i32,
    is_line: bool,
    /// The best score of the earlier moves.
    best: i32,
}
