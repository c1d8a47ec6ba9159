//! The search below the root: principal variation search with a transposition table.

use super::nature::Nature;
use super::order::{BAD_CAPTURE, BEST, GOOD_CAPTURE, History, MAX_PLY, pick, sign};
use super::repetition::Visited;
use super::table::{Bound, Entry, from_table, to_table};
use super::{Shared, Signals};
use crate::base::Color;
use crate::fast::tables::Code;
use crate::fast::track::{Step, Steps, Track};
use crate::play::evaluation::Evaluation;
use std::sync::atomic::Ordering;

/// A won game; sooner is better.
pub(crate) const WON: i32 = 30_000;
/// From here on a score says that the game is won.
pub(crate) const SURE: i32 = WON - 1_000;

/// How often the clock is looked at, in positions.
const LOOK: u64 = 16;

/// One searcher on its way through the moves.
pub(super) struct Searcher<'a, T: Track> {
    pub track: T,
    pub nature: &'a Nature,
    pub evaluation: &'a Evaluation,
    pub shared: &'a Shared<'a>,
    pub history: History,
    /// Lists that may be used again.
    pub lists: Vec<Steps<T::Position>>,
    /// The positions of the game and of the way from the root.
    pub path: Vec<Visited>,
    /// Where in the path the root is.
    pub root: usize,
    /// The moves from the root; none for a move that was skipped.
    pub moves: Vec<Option<Step>>,
    /// Who made them, skipped ones apart.
    players: Vec<Color>,
    /// What the positions on the way seemed worth.
    judged: Vec<i32>,
    /// By ply, the codes of the best line found.
    pub lines: Vec<Vec<u32>>,
    pub depth: i32,
    pub deepest: usize,
    pub nodes: u64,
    /// How many of these are counted among those of all threads.
    counted: u64,
    /// The most positions it may look at.
    pub most: u64,
    /// When it must end, if it must.
    pub hard: Option<u64>,
    pub stopped: bool,
    /// Whether null moves are tried.
    nulls: bool,
    /// Whether a mate is looked for, so that nothing may be left out.
    pub proving: bool,
    /// How wrong it is about what positions are worth, and in which way.
    pub blur: (i32, u64),
}

impl<'a, T: Track> Searcher<'a, T> {
    pub(super) fn new(
        track: T,
        shared: &'a Shared<'a>,
        past: &[Visited],
        blur: (i32, u64),
    ) -> Searcher<'a, T> {
        let mut path = past.to_vec();
        path.push(Visited::new(&track, shared.nature));
        Searcher {
            nature: shared.nature,
            evaluation: shared.evaluation,
            shared,
            history: History::new(),
            lists: Vec::new(),
            root: path.len() - 1,
            path,
            moves: Vec::new(),
            players: Vec::new(),
            judged: vec![0; MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
            depth: 0,
            deepest: 0,
            nodes: 0,
            counted: 0,
            most: u64::MAX,
            hard: None,
            stopped: false,
            nulls: true,
            proving: false,
            blur,
            track,
        }
    }

    /// Whether it must end now.
    pub(super) fn is_over(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        let signals: &Signals = self.shared.signals;
        self.stopped = signals.is_stopped() || signals.is_finished() || self.nodes >= self.most;
        if self.uncounted() >= LOOK && !self.stopped {
            signals.nodes.fetch_add(self.uncounted(), Ordering::Relaxed);
            self.counted = self.nodes;
            self.stopped =
                self.hard.is_some_and(|hard| !signals.is_pondering() && self.shared.elapsed() >= hard);
        }
        self.stopped
    }

    /// The positions that the others do not know of yet.
    pub(super) fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }

    /// Makes a move.
    pub(super) fn enter(&mut self, steps: &mut Steps<T::Position>, step: &Step, ply: usize) {
        self.nodes += 1;
        self.players.push(self.track.turn());
        self.track.make(steps, step);
        self.moves.truncate(ply);
        self.moves.push(Some(*step));
        self.path.push(Visited::new(&self.track, self.nature));
    }

    /// Takes it back.
    pub(super) fn leave(&mut self, steps: &mut Steps<T::Position>) {
        self.track.unmake(steps);
        self.players.pop();
        self.moves.pop();
        self.path.pop();
    }

    /// Whether the player of the last move moves again, in a turn of several moves.
    pub(super) fn moves_on(&self) -> bool {
        self.players.last() == Some(&self.track.turn())
    }

    /// The value of a position for the player of the move that led to it.
    pub(super) fn answer(&mut self, depth: i32, (alpha, beta): (i32, i32), ply: usize) -> i32 {
        match self.moves_on() {
            true => self.search(depth, (alpha, beta), ply),
            false => -self.search(depth, (-beta, -alpha), ply),
        }
    }

    /// What a position is known by; one in which the clock of quiet plies is about to run out is like no other.
    pub(super) fn key(&self) -> u64 {
        let hash = self.path.last().map_or(0, |last| last.hash);
        let hash = if self.proving { hash.rotate_left(32) } else { hash };
        let halfmove = self.track.halfmove();
        match self.nature.quiet {
            Some(quiet) if halfmove + 16 >= quiet => {
                hash ^ u64::from(halfmove + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
            _ => hash,
        }
    }

    /// What a position seems to be worth for the side to move.
    pub(super) fn judge(&self) -> i32 {
        let mut score = self.evaluation.of(&self.track);
        if let Some(quiet) = self.nature.quiet {
            // Nothing has come of it for some time.
            let left = quiet.saturating_sub(self.track.halfmove());
            score = score * (left + quiet) as i32 / (2 * quiet).max(1) as i32;
        }
        let (blur, seed) = self.blur;
        if blur > 0 {
            let mixed = (self.track.hash() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let sign = if self.track.turn() == Color::White { 1 } else { -1 };
            score += sign * ((mixed as i32 & 0xfff) - 0x800) * blur / 0x800;
        }
        score.clamp(1 - SURE, SURE - 1)
    }

    /// The score of a game that has ended here, repetition and want of moves apart.
    pub(super) fn ended(&self, ply: usize) -> Option<i32> {
        if self.track.is_finished() { self.result(ply) } else { None }
    }

    /// The score of the outcome, if there is one.
    pub(super) fn result(&self, ply: usize) -> Option<i32> {
        let outcome = self.track.outcome()?;
        Some(sign(outcome.winner, self.track.turn()) * (WON - ply as i32))
    }

    /// What the table says of a position, if that is enough.
    pub(super) fn decided(
        &self,
        entry: &Entry,
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

    /// Notes what was found out about a position.
    pub(super) fn note(&self, entry: Entry, ply: usize) {
        if !self.stopped {
            self.shared.table.put(self.key(), Entry { score: to_table(entry.score, ply), ..entry });
        }
    }

    /// What a capture or a change of the piece gains at once.
    pub(super) fn gain(&self, step: &Step) -> i32 {
        let price = |code: Code| self.evaluation.prices[usize::from(code.0)];
        let becomes = if step.becomes == Code::NONE { 0 } else { price(step.becomes) - price(step.mover) };
        price(step.victim) + becomes
    }

    /// Whether a capture loses material.
    pub(super) fn loses(&self, step: &Step) -> bool {
        let price = |code: Code| self.evaluation.prices[usize::from(code.0)];
        step.victim != Code::NONE
            && step.becomes == Code::NONE
            && price(step.mover) > price(step.victim)
            && self.track.exchange(step, &self.evaluation.prices) < 0
    }

    /// Where a move comes in order.
    pub(super) fn rank(&self, step: &Step, ply: usize, table: u32) -> i32 {
        if step.code == table {
            return BEST;
        }
        if !step.is_noisy() {
            return self.history.rank(step, ply, self.before(ply));
        }
        let worth = 16 * self.gain(step) - self.evaluation.prices[usize::from(step.mover.0)] / 8;
        if self.nature.exchange && self.loses(step) { BAD_CAPTURE + worth } else { GOOD_CAPTURE + worth }
    }

    /// The last move, and the one before it.
    fn before(&self, ply: usize) -> [Option<&Step>; 2] {
        [1, 2].map(|back| self.moves.get(ply.checked_sub(back)?)?.as_ref())
    }

    /// Whether the side to move has pieces that can wait.
    fn can_wait(&self) -> bool {
        let (turn, mut number) = (self.track.turn(), 0);
        self.track.pieces(|_, code| {
            let spare = code.color() == turn && self.nature.spare[code.piece_type().index()];
            number += i32::from(spare && self.evaluation.prices[usize::from(code.0)] >= 150);
        });
        number > 0
    }

    /// Whether to look for a cut without a move, and what comes of it.
    fn null_move(&mut self, depth: i32, beta: i32, ply: usize, judged: i32) -> Option<i32> {
        let is_open = self.nature.null
            && self.nulls
            && depth >= 3
            && judged >= beta
            && beta.abs() < SURE
            && !self.track.has_duty();
        if !is_open || self.moves.last().is_some_and(Option::is_none) || !self.can_wait() {
            return None;
        }
        let less = 3 + depth / 4 + ((judged - beta) / 200).min(3);
        self.track.skip();
        self.path.push(Visited::new(&self.track, self.nature));
        self.moves.push(None);
        let score = match self.track.is_finished() {
            true => None,
            false => Some(-self.search(depth - 1 - less, (-beta, 1 - beta), ply + 1)),
        };
        self.moves.pop();
        self.path.pop();
        self.track.unskip();
        let score = score.filter(|score| *score >= beta && !self.stopped)?;
        if depth >= 8 {
            // Where much is cut off, to move must not be the trouble itself.
            self.nulls = false;
            let checked = self.search(depth - 1 - less, (beta - 1, beta), ply);
            self.nulls = true;
            return (checked >= beta && !self.stopped).then_some(beta);
        }
        Some(score.min(SURE - 1))
    }

    /// The value of a position for the side to move, at least to a depth in plies.
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
        if ply >= MAX_PLY || depth <= 0 {
            return self.judge();
        }
        // Nothing is better than the mate that is known already.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let check = self.track.in_check();
        if check && (ply as i32) < 2 * self.depth && !self.proving {
            depth += 1;
        }
        let is_line = beta - alpha > 1;
        let known = self.shared.table.get(self.key());
        if let Some(entry) = known
            && !is_line
            && let Some(score) = self.decided(&entry, depth, alpha, beta, ply)
        {
            return score;
        }
        let judged = if check { -WON } else { self.judge() };
        self.judged[ply] = judged;
        if !is_line && !check && !self.nature.forced && !self.proving && beta.abs() < SURE {
            if depth <= 6 && judged - 85 * depth >= beta {
                return judged;
            }
            if let Some(score) = self.null_move(depth, beta, ply, judged) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        if known.is_none_or(|entry| entry.best == 0) && depth >= 5 && !self.proving {
            // Without a move to begin with, it is cheaper to come back.
            depth -= 1;
        }
        let mut steps = self.lists.pop().unwrap_or_default();
        self.track.steps(false, &mut steps);
        let score = match steps.list.is_empty() {
            true => self.result(ply).unwrap_or(0),
            false => {
                self.moves_in_turn(&mut steps, depth, (alpha, beta), ply, known.map_or(0, |entry| entry.best))
            }
        };
        self.lists.push(steps);
        score
    }

    fn moves_in_turn(
        &mut self,
        steps: &mut Steps<T::Position>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        table: u32,
    ) -> i32 {
        for step in &mut steps.list {
            step.rank = self.rank(step, ply, table);
        }
        let before = alpha;
        let (mut best, mut first) = (-WON, 0);
        let mut quiet: Vec<Step> = Vec::new();
        for at in 0..steps.list.len() {
            let step = pick(&mut steps.list, at);
            if at > 0 && best > -SURE && beta - before == 1 && self.hangs(&step, depth, ply) {
                continue;
            }
            self.enter(steps, &step, ply);
            let late = Late { step, at, depth, is_line: beta - before > 1, best };
            let score = match self.reduction(&late, alpha, ply) {
                None => {
                    self.leave(steps);
                    continue;
                }
                Some(less) => self.probe(&late, less, (alpha, beta), ply),
            };
            self.leave(steps);
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    first = step.code;
                    self.keep_line(step.code, ply);
                }
                if score >= beta {
                    if !step.is_noisy() {
                        let before = [1, 2].map(|back| self.moves.get(ply.checked_sub(back)?).copied()?);
                        self.history.learn(&step, &quiet, depth, ply, before.each_ref().map(Option::as_ref));
                    }
                    break;
                }
            }
            if !step.is_noisy() {
                quiet.push(step);
            }
        }
        let bound = Bound::of(best, (before, beta));
        self.note(Entry { score: best, depth, bound, best: first }, ply);
        best
    }

    /// Whether a quiet move of little depth puts a piece where it is lost.
    fn hangs(&self, step: &Step, depth: i32, ply: usize) -> bool {
        self.nature.exchange
            && !self.nature.forced
            && !self.proving
            && !step.is_noisy()
            && depth <= 5
            && self.judged[ply] > -WON
            && self.track.exchange(step, &self.evaluation.prices) < -40 * depth
    }

    /// By how many plies less a move that has just been made is looked at first; nothing if not at all.
    fn reduction(&mut self, late: &Late, alpha: i32, ply: usize) -> Option<i32> {
        let Late { step, at, depth, is_line, best } = *late;
        let bad = step.rank < 0 && step.is_noisy();
        let usual = !self.nature.forced && !self.proving && at > 0 && best > -SURE && self.judged[ply] > -WON;
        if !usual || step.is_noisy() && !bad || self.track.in_check() {
            return Some(0);
        }
        let improving = ply >= 2 && self.judged[ply] > self.judged[ply - 2];
        if !is_line && depth <= 4 && !self.track.is_finished() {
            let enough = (4 + depth * depth) * if improving { 2 } else { 1 };
            let hopeless = self.judged[ply] + 80 + 90 * depth <= alpha;
            let poor = bad && depth <= 3 && !self.nature.decisive;
            if !step.is_noisy() && (at as i32 >= enough || hopeless) || poor {
                return None;
            }
        }
        if depth < 3 || at < if is_line { 4 } else { 2 } {
            return Some(0);
        }
        let logs = f64::from(depth).ln() * (at as f64).ln();
        let mut less = (0.6 + logs / 2.2) as i32;
        less +=
            i32::from(!improving) - i32::from(is_line) - self.history.good(&step, self.before(ply)) / 10_000;
        Some(less.clamp(0, depth - 2))
    }

    /// The score of a move that has just been made: with an open window if it is the first, or turns out to be better.
    fn probe(&mut self, late: &Late, less: i32, (alpha, beta): (i32, i32), ply: usize) -> i32 {
        let deep = late.depth - 1;
        if late.at == 0 {
            return self.answer(deep, (alpha, beta), ply + 1);
        }
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

/// A move among those of its position.
#[derive(Clone, Copy)]
struct Late {
    step: Step,
    at: usize,
    depth: i32,
    is_line: bool,
    /// The best score of the moves before it.
    best: i32,
}
