//! A game in progress: its moves, its current position, and its outcome.
//!
//! The rules look at one position, but some endings depend on the history. [`GameHistory`] therefore counts the
//! occurrences of each position, and finds perpetual checks. It also holds the positions to which moves can be taken
//! back.

mod index;
mod random;

use crate::base::{ByColor, Color, Halt, Move, Outcome, PieceChange, Setup};
use crate::fast::engine::{AnyPosition, Engine, Shortcut};
use crate::rules::{Ending, Likely, Recurrence, Variant};
use index::HashIndex;
use std::sync::OnceLock;

pub use random::Random;

/// A move with the position after it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    pub mv: Move,
    after: ReachedPosition,
}

/// A position of a game. Its other properties are computed on first use, because many positions are only passed
/// through.
#[derive(Clone, Debug)]
struct ReachedPosition {
    position: AnyPosition,
    setup: OnceLock<Setup>,
    /// A hash that is equal for all occurrences of the position.
    hash: OnceLock<u64>,
    occurrence: OnceLock<RepetitionCount>,
    in_check: OnceLock<bool>,
}

/// The occurrences of a position in a game.
#[derive(Clone, Copy, Debug)]
struct RepetitionCount {
    /// Their number, up to this position.
    times: u32,
    /// The index of the first occurrence among the positions of the game.
    first: usize,
}

#[derive(Clone, Debug)]
pub struct GameHistory {
    engine: Engine,
    start: ReachedPosition,
    plies: Vec<PlayedMove>,
    index: HashIndex,
    /// The outcome that a player claimed.
    claimed: Option<Outcome>,
    /// The engine of the same game without draws, made when it is needed.
    undrawn: OnceLock<Engine>,
}

impl PlayedMove {
    pub fn new(mv: Move, after: AnyPosition) -> PlayedMove {
        PlayedMove { mv, after: ReachedPosition::new(after) }
    }

    /// Returns the position after the move.
    pub fn setup(&self) -> &Setup {
        self.after.setup()
    }

    /// Returns the position after the move in the form of the engine.
    pub fn position(&self) -> &AnyPosition {
        &self.after.position
    }
}

impl ReachedPosition {
    fn new(position: AnyPosition) -> ReachedPosition {
        ReachedPosition {
            position,
            setup: OnceLock::new(),
            hash: OnceLock::new(),
            occurrence: OnceLock::new(),
            in_check: OnceLock::new(),
        }
    }

    fn setup(&self) -> &Setup {
        self.setup.get_or_init(|| self.position.setup())
    }
}

impl GameHistory {
    pub fn new(engine: &Engine, start: Setup) -> Self {
        let position = engine.position(&start);
        let start = ReachedPosition { setup: OnceLock::from(start), ..ReachedPosition::new(position) };
        GameHistory {
            engine: engine.clone(),
            start,
            plies: Vec::new(),
            index: HashIndex::default(),
            claimed: None,
            undrawn: OnceLock::new(),
        }
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub fn variant(&self) -> &Variant {
        self.engine.variant()
    }

    /// Returns the position at the start of the game.
    pub fn start(&self) -> &Setup {
        self.start.setup()
    }

    /// Returns the current position.
    pub fn setup(&self) -> &Setup {
        self.now().setup()
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.engine.turn(self.position())
    }

    fn now(&self) -> &ReachedPosition {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// Returns the position with this index. That of the start is 0.
    fn moment(&self, at: usize) -> &ReachedPosition {
        at.checked_sub(1).map_or(&self.start, |ply| &self.plies[ply].after)
    }

    /// Returns the positions before the current one.
    pub fn past(&self) -> impl Iterator<Item = &AnyPosition> {
        (0..self.plies.len()).map(|at| &self.moment(at).position)
    }

    /// Returns the current position in the form of the engine.
    pub fn position(&self) -> &AnyPosition {
        &self.now().position
    }

    pub fn plies(&self) -> &[PlayedMove] {
        &self.plies
    }

    /// Returns the legal moves. A finished game has none.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.listed().into_iter().map(|(mv, _)| mv).collect()
    }

    /// Returns the moves of [`GameHistory::legal_moves`] with the forms in which they were generated.
    pub fn listed(&self) -> Vec<(Move, Shortcut)> {
        // The engine knows only the position, so claims and repetitions are tested here.
        let is_over = self.claimed.is_some() || self.is_over_with_moves();
        if is_over { Vec::new() } else { self.engine.listed(self.position()) }
    }

    /// Returns the legal moves, or `None` if the caller sets `halt` before they are complete.
    pub fn legal_moves_until(&self, halt: &Halt<'_>) -> Option<Vec<Move>> {
        let is_over = self.claimed.is_some() || self.is_over_with_moves();
        if is_over { Some(Vec::new()) } else { self.engine.legal_moves_until(self.position(), halt) }
    }

    /// Returns true if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.engine.in_check(self.position())
    }

    /// Returns the outcome if the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_rules = || self.engine.outcome_of(self.position(), self.recurrence());
        self.claimed.clone().or_else(by_rules)
    }

    /// Returns the outcomes that the player to move may claim now. The game continues until one is claimed.
    pub fn claims(&self) -> Vec<Outcome> {
        let is_claimed = |game: &GameHistory| game.variant().endings.iter().any(|ending| ending.claimed);
        if self.claimed.is_some() || !is_claimed(self) {
            return Vec::new();
        }
        self.engine.claims_of(self.position(), self.recurrence())
    }

    /// Ends the game by claiming the outcome with this reason. Returns true if the player to move may claim it.
    pub fn claim(&mut self, reason: &str) -> bool {
        let claim = self.claims().into_iter().find(|claim| claim.reason == reason);
        let is_claimed = claim.is_some();
        self.claimed = claim.or(self.claimed.take());
        is_claimed
    }

    /// Plays a legal move. Returns true if it could be played.
    pub fn play(&mut self, mv: &Move) -> bool {
        let next = if self.claimed.is_some() { None } else { self.engine.play(self.position(), mv) };
        self.push(mv, next)
    }

    /// Plays a move that [`GameHistory::listed`] returned for this position.
    pub fn play_listed(&mut self, mv: &Move, shortcut: &Shortcut) {
        let next = self.engine.play_listed(self.position(), shortcut);
        self.push(mv, Some(next));
    }

    /// Returns the changes of pieces by a move that [`GameHistory::listed`] returned for this position.
    pub fn changes(&self, shortcut: &Shortcut) -> Vec<PieceChange> {
        self.engine.changes((self.position(), self.setup()), shortcut)
    }

    /// Returns the outcome of a game that a draw, repetition, or quiet plies have ended, and the moves with which the
    /// players could continue it. Records contain such moves if the players overlooked the end. Returns `None` for any
    /// other game.
    pub fn overrun(&self) -> Option<(Outcome, Vec<Move>)> {
        let outcome = self.outcome().filter(|_| self.claimed.is_none())?;
        let (_, moves) = self.continued(self.setup());
        (!moves.is_empty()).then_some((outcome, moves))
    }

    /// Plays a move after such an end. Returns true if it could be played.
    pub fn play_on(&mut self, mv: &Move) -> bool {
        let (engine, _) = self.continued(self.setup());
        let next = engine.play(&engine.position(self.setup()), mv);
        // The position of the other engine may have another form.
        let next = next.map(|next| self.engine.position(&engine.setup(&next)));
        self.push(mv, next)
    }

    /// Returns the legal moves of a position, with the engine that can play them. If a draw or quiet plies have ended
    /// the game, these are the moves with which the players could continue it.
    pub fn continued(&self, setup: &Setup) -> (&Engine, Vec<Move>) {
        let legal = self.moves_of(setup);
        if !legal.is_empty() {
            return (&self.engine, legal);
        }
        let engine = self.undrawn();
        (engine, engine.legal_moves(&engine.position(setup)))
    }

    /// Returns the engine of the same game without draws and without endings by repetition or quiet plies.
    fn undrawn(&self) -> &Engine {
        let is_needed = |ending: &Ending| !ending.result.is_draw() && !ending.is_past();
        self.undrawn.get_or_init(|| {
            let mut variant = self.variant().clone();
            variant.endings.retain(is_needed);
            Engine::new(&variant)
        })
    }

    fn push(&mut self, mv: &Move, next: Option<AnyPosition>) -> bool {
        let is_played = next.is_some();
        self.plies.extend(next.map(|next| PlayedMove::new(mv.clone(), next)));
        if self.plies.len() >= self.index.len() + HashIndex::STRIDE {
            for at in self.index.len()..=self.plies.len() {
                self.index.push(self.hash(self.moment(at)));
            }
        }
        is_played
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<Move> {
        // Taking back a move also takes back a claim made after it.
        self.claimed = None;
        if self.index.len() > self.plies.len() {
            self.index.pop(self.hash(self.now()));
        }
        self.plies.pop().map(|ply| ply.mv)
    }

    /// Returns the number of occurrences of the current position up to now.
    pub fn times(&self) -> u32 {
        self.occurrence().times
    }

    fn occurrence(&self) -> RepetitionCount {
        *self.now().occurrence.get_or_init(|| {
            // If the occurrence before is known, the others need no comparison.
            let known = |at: usize| self.moment(at).occurrence.get().copied();
            let once = RepetitionCount { times: 1, first: self.plies.len() };
            let again = |all: RepetitionCount| RepetitionCount { times: all.times + 1, ..all };
            let before = self.earlier().next();
            before.and_then(known).map(again).unwrap_or_else(|| {
                self.earlier().fold(once, |all, first| RepetitionCount { first, ..again(all) })
            })
        })
    }

    /// Returns the earlier occurrences of the current position as indices of positions of the game, the last first.
    fn earlier(&self) -> impl Iterator<Item = usize> {
        let (now, number) = (self.now(), self.plies.len());
        // Most positions are new, so few are compared as a whole.
        let recent = (self.index.len()..number).rev();
        let recent = recent.filter(move |at| self.hash(self.moment(*at)) == self.hash(now));
        let alike = recent.chain(self.index.before(number, self.hash(now)));
        let identity = OnceLock::new();
        let is_same = move |moment: &ReachedPosition| {
            self.identity(moment.setup()) == *identity.get_or_init(|| self.identity(now.setup()))
        };
        alike.filter(move |at| is_same(self.moment(*at)))
    }

    fn hash(&self, moment: &ReachedPosition) -> u64 {
        *moment.hash.get_or_init(|| self.engine.lasting_hash(&moment.position))
    }

    fn moves_of(&self, setup: &Setup) -> Vec<Move> {
        self.engine.legal_moves(&self.engine.position(setup))
    }

    /// Returns true if an ending that the position alone does not show has ended the game, although moves are left: a
    /// repetition, or an ending that denies a fact about the legal moves.
    fn is_over_with_moves(&self) -> bool {
        let (turn, recurrence) = (self.turn(), self.recurrence());
        let mut endings = self
            .variant()
            .endings
            .iter()
            .filter(|ending| !ending.claimed && (ending.is_repetition() || ending.spares_moves()));
        endings.any(|ending| match ending.recurs(turn, recurrence) {
            Likely::No => false,
            Likely::Perhaps => self.engine.ends(self.position(), ending, recurrence),
            Likely::Yes => true,
        })
    }

    /// Returns true if repetition or quiet plies can have ended the game. This needs no list of moves.
    pub fn is_overdue(&self) -> bool {
        let quiet = self.setup().halfmove;
        let is_quiet = |ending: &Ending| ending.least_quiet().is_some_and(|plies| quiet >= plies);
        self.is_over_with_moves() || self.variant().endings.iter().any(is_quiet)
    }

    /// Returns the number of occurrences of the current position, and the sides that have given check with every move
    /// since the first occurrence.
    fn recurrence(&self) -> Recurrence {
        let asks = |of: fn(&Ending) -> bool| self.variant().endings.iter().any(of);
        let now = self.plies.len();
        let once = RepetitionCount { times: 1, first: now };
        let RepetitionCount { times, first } =
            if asks(Ending::is_repetition) { self.occurrence() } else { once };
        if times < 2 || !asks(Ending::is_perpetual) {
            return Recurrence { times, ..Recurrence::ONCE };
        }
        // Only the positions since the first occurrence count for perpetual check. The last move without check is
        // usually near the end.
        let position = |at: usize| {
            let ReachedPosition { position, in_check, .. } = self.moment(at);
            (self.engine.turn(position), *in_check.get_or_init(|| self.engine.in_check(position)))
        };
        Recurrence { times, checks: perpetual_checks((first + 1..=now).rev().map(position)) }
    }

    /// Returns the part of a position that matters for repetition. A square that was passed over matters only if a
    /// piece can capture there.
    fn identity(&self, setup: &Setup) -> Setup {
        let identity = Setup { ended: None, ..self.variant().timeless(setup) };
        let without = Setup { passed: Vec::new(), ..setup.clone() };
        match !setup.passed.is_empty() && self.moves_of(setup) == self.moves_of(&without) {
            true => Setup { passed: Vec::new(), ..identity },
            false => identity,
        }
    }
}

/// Returns the sides that gave check with every move that led to one of the positions. Each position is given by the
/// side to move and its check status.
pub fn perpetual_checks(positions: impl Iterator<Item = (Color, bool)> + Clone) -> ByColor<bool> {
    ByColor::from_fn(|side| {
        let mut led_to = positions.clone().filter(|(turn, _)| *turn != side).peekable();
        led_to.peek().is_some() && led_to.all(|(_, checked)| checked)
    })
}
