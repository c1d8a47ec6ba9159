//! A game in progress: its moves, its current position, and its outcome.
//!
//! The rules look at one position, but some endings depend on the history. [`GameHistory`] therefore counts the
//! occurrences of each position, and finds perpetual checks. It also holds the positions to which moves can be taken
//! back.

mod random;

use crate::base::{ByColor, Color, Move, Outcome, Result, Setup};
use crate::fast::engine::{AnyPosition, Engine};
use crate::rules::{Ending, Recurrence, Trigger, Variant};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

pub use random::Random;

#[derive(Clone, Debug)]
pub(crate) struct PlayedMove {
    pub mv: Move,
    pub setup: Setup,
}

#[derive(Clone, Debug)]
pub(crate) struct GameHistory {
    engine: Engine,
    start: Setup,
    plies: Vec<PlayedMove>,
    /// The number of occurrences of each position in the game.
    seen: FxHashMap<Arc<Setup>, u32>,
    /// The identity of the position after each ply, and the number of its occurrences up to then.
    identities: Vec<(Arc<Setup>, u32)>,
    /// The current position in the form of the engine, made on first use.
    position: OnceLock<AnyPosition>,
    /// The outcome that a player claimed.
    claimed: Option<Outcome>,
    /// The engine of the same game without draws, made when it is needed.
    undrawn: OnceLock<Engine>,
}

impl GameHistory {
    pub(crate) fn new(engine: &Engine, start: Setup) -> Self {
        let (plies, seen, identities) = (Vec::new(), FxHashMap::default(), Vec::new());
        let (position, undrawn, engine) = (OnceLock::new(), OnceLock::new(), engine.clone());
        let mut game =
            GameHistory { engine, start, plies, seen, identities, position, claimed: None, undrawn };
        game.seen.insert(Arc::new(game.identity(&game.start)), 1);
        game
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(crate) fn variant(&self) -> &Variant {
        self.engine.variant()
    }

    /// Returns the position at the start of the game.
    pub(crate) fn start(&self) -> &Setup {
        &self.start
    }

    /// Returns the current position.
    pub(crate) fn setup(&self) -> &Setup {
        self.plies.last().map_or(&self.start, |ply| &ply.setup)
    }

    /// Returns the current position in the form of the engine.
    pub(crate) fn position(&self) -> &AnyPosition {
        self.position.get_or_init(|| self.engine.position(self.setup()))
    }

    pub(crate) fn plies(&self) -> &[PlayedMove] {
        &self.plies
    }

    /// Returns the legal moves. A finished game has none.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let is_over = self.claimed.is_some() || self.is_repeated();
        if is_over { Vec::new() } else { self.engine.legal_moves(self.position()) }
    }

    /// Returns true if the side to move is in check.
    pub(crate) fn in_check(&self) -> bool {
        self.engine.in_check(self.position())
    }

    /// Returns the outcome if the game has ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let by_rules = || self.engine.outcome_of(self.position(), self.recurrence());
        self.claimed.clone().or_else(by_rules)
    }

    /// Returns the outcomes that the player to move may claim now. The game continues until one is claimed.
    pub(crate) fn claims(&self) -> Vec<Outcome> {
        let is_claimed = |game: &GameHistory| game.variant().endings.iter().any(|ending| ending.claimed);
        if self.claimed.is_some() || !is_claimed(self) {
            return Vec::new();
        }
        self.engine.claims_of(self.position(), self.recurrence())
    }

    /// Ends the game by claiming the outcome with this reason. Returns true if the player to move may claim it.
    pub(crate) fn claim(&mut self, reason: &str) -> bool {
        let claim = self.claims().into_iter().find(|claim| claim.reason == reason);
        let is_claimed = claim.is_some();
        self.claimed = claim.or(self.claimed.take());
        is_claimed
    }

    /// Plays a legal move. Returns true if it could be played.
    pub(crate) fn play(&mut self, mv: &Move) -> bool {
        if self.claimed.is_some() {
            return false;
        }
        let Some(position) = self.engine.play(self.position(), mv) else { return false };
        let setup = self.engine.setup(&position);
        self.push(mv, setup);
        self.position = OnceLock::from(position);
        true
    }

    /// Returns the outcome of a game that a draw, repetition, or quiet plies have ended, and the moves with which the
    /// players could continue it. Records contain such moves if the players overlooked the end. Returns `None` for any
    /// other game.
    pub(crate) fn overrun(&self) -> Option<(Outcome, Vec<Move>)> {
        let outcome = self.outcome().filter(|_| self.claimed.is_none())?;
        let (_, moves) = self.continued(self.setup());
        (!moves.is_empty()).then_some((outcome, moves))
    }

    /// Plays a move after such an end. Returns true if it could be played.
    pub(crate) fn play_on(&mut self, mv: &Move) -> bool {
        let (engine, _) = self.continued(self.setup());
        let next = engine.play(&engine.position(self.setup()), mv).map(|next| engine.setup(&next));
        next.map(|setup| self.push(mv, setup)).is_some()
    }

    /// Returns the legal moves of a position, with the engine that can play them. If a draw or quiet plies have ended
    /// the game, these are the moves with which the players could continue it.
    pub(crate) fn continued(&self, setup: &Setup) -> (&Engine, Vec<Move>) {
        let legal = self.moves_of(setup);
        if !legal.is_empty() {
            return (&self.engine, legal);
        }
        let engine = self.undrawn();
        (engine, engine.legal_moves(&engine.position(setup)))
    }

    /// Returns the engine of the same game without draws and without endings by repetition or quiet plies.
    fn undrawn(&self) -> &Engine {
        let is_needed = |ending: &Ending| {
            let is_past = ending.trigger.is_repetition() || matches!(ending.trigger, Trigger::Quiet(_));
            ending.result != Result::Draw && !is_past
        };
        self.undrawn.get_or_init(|| {
            let mut variant = self.variant().clone();
            variant.endings.retain(is_needed);
            Engine::new(&variant)
        })
    }

    fn push(&mut self, mv: &Move, setup: Setup) {
        let identity = Arc::new(self.identity(&setup));
        let times = self.seen.entry(Arc::clone(&identity)).or_default();
        *times += 1;
        self.identities.push((identity, *times));
        self.position.take();
        self.plies.push(PlayedMove { mv: mv.clone(), setup });
    }

    /// Takes back the last move.
    pub(crate) fn undo(&mut self) -> Option<Move> {
        // Taking back a move also takes back a claim made after it.
        self.claimed = None;
        let ply = self.plies.pop()?;
        self.position.take();
        let (identity, _) = self.identities.pop()?;
        self.seen.entry(identity).and_modify(|times| *times -= 1);
        Some(ply.mv)
    }

    /// Returns the number of occurrences of the current position up to now.
    pub(crate) fn times(&self) -> u32 {
        self.identities.last().map_or(1, |(_, times)| *times)
    }

    /// Returns the number of occurrences of a position in this game.
    pub(crate) fn times_seen(&self, setup: &Setup) -> u32 {
        self.seen.get(&self.identity(setup)).copied().unwrap_or(0)
    }

    fn moves_of(&self, setup: &Setup) -> Vec<Move> {
        self.engine.legal_moves(&self.engine.position(setup))
    }

    /// Returns true if the current position has occurred often enough to end the game.
    fn is_repeated(&self) -> bool {
        let (turn, recurrence) = (self.setup().turn, self.recurrence());
        let mut endings = self.variant().endings.iter();
        endings.any(|ending| !ending.claimed && ending.trigger.recurs(turn, recurrence))
    }

    /// Returns the number of occurrences of the current position, and the sides that have given check with every move
    /// since the first occurrence.
    fn recurrence(&self) -> Recurrence {
        let (setup, times) = (self.setup(), self.times());
        let asks = || self.variant().endings.iter().any(|ending| ending.trigger.is_perpetual());
        if times < 2 || !asks() {
            return Recurrence { times, ..Recurrence::ONCE };
        }
        let now = self.identity(setup);
        let all: Vec<&Setup> =
            std::iter::once(self.start()).chain(self.plies.iter().map(|ply| &ply.setup)).collect();
        // Only the positions since the first occurrence count for perpetual check.
        let first = all.iter().position(|setup| self.identity(setup) == now).unwrap_or_default();
        let checked = |setup: &&Setup| (setup.turn, self.engine.in_check(&self.engine.position(setup)));
        let since: Vec<(Color, bool)> = all[first + 1..].iter().map(checked).collect();
        Recurrence { times, checks: perpetual_checks(since.iter().copied()) }
    }

    /// Returns the part of a position that matters for repetition. A square that was passed over matters only if a
    /// piece can capture there.
    fn identity(&self, setup: &Setup) -> Setup {
        let identity = Setup { halfmove: 0, fullmove: 0, ended: None, ..setup.clone() };
        let without = Setup { passed: Vec::new(), ..setup.clone() };
        match !setup.passed.is_empty() && self.moves_of(setup) == self.moves_of(&without) {
            true => Setup { passed: Vec::new(), ..identity },
            false => identity,
        }
    }
}

/// Returns the sides that gave check with every move that led to one of the positions. Each position is given by the
/// side to move and its check status.
pub(crate) fn perpetual_checks(positions: impl Iterator<Item = (Color, bool)> + Clone) -> ByColor<bool> {
    ByColor::from_fn(|side| {
        let mut led_to = positions.clone().filter(|(turn, _)| *turn != side).peekable();
        led_to.peek().is_some() && led_to.all(|(_, checked)| checked)
    })
}
