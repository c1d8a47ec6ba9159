//! A game in progress: who moves, what was played, what may be taken back, and when it is over.
//!
//! The rules look at one position; a game also has a past. Repetition lives here, and so does undoing.

mod random;

use crate::base::{ByColor, Color, Move, Outcome, Piece, Setup, Square};
use crate::fast::engine::Engine;
use crate::rules::{Ending, Trigger, Variant};
use std::collections::HashMap;

pub(crate) use random::Random;

/// One move and the position it led to.
#[derive(Clone, Debug)]
pub(crate) struct Ply {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub setup: Setup,
}

/// A game from some position on.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    engine: Engine,
    start: Setup,
    plies: Vec<Ply>,
    /// How often each position of the game has occurred.
    seen: HashMap<Identity, u32>,
}

impl Game {
    /// A game that begins at `start`.
    pub(crate) fn new(engine: &Engine, start: Setup) -> Self {
        let engine = engine.clone();
        let mut game = Game { engine, start, plies: Vec::new(), seen: HashMap::new() };
        let identity = game.identity(&game.start);
        game.seen.insert(identity, 1);
        game
    }

    /// What knows the game's rules.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The game's rules.
    pub(crate) fn variant(&self) -> &Variant {
        self.engine.variant()
    }

    /// The position it began at.
    pub(crate) fn start(&self) -> &Setup {
        &self.start
    }

    /// The position now.
    pub(crate) fn setup(&self) -> &Setup {
        self.plies.last().map_or(&self.start, |ply| &ply.setup)
    }

    /// What was played.
    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The legal moves; none in a finished game.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        if self.repetition().is_some() { Vec::new() } else { self.moves_of(self.setup()) }
    }

    /// Whether the side to move is bound by check and attacked.
    pub(crate) fn in_check(&self) -> bool {
        self.engine.in_check(&self.engine.position(self.setup()))
    }

    /// How the game ended, if it has.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.engine.outcome(&self.engine.position(self.setup())).or_else(|| self.repetition())
    }

    /// Plays a legal move; says whether it could be played.
    pub(crate) fn play(&mut self, mv: &Move) -> bool {
        let Some(position) = self.engine.play(&self.engine.position(self.setup()), mv) else { return false };
        let setup = self.engine.setup(&position);
        *self.seen.entry(self.identity(&setup)).or_default() += 1;
        self.plies.push(Ply { mv: mv.clone(), setup });
        true
    }

    /// Takes the last move back.
    pub(crate) fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        let identity = self.identity(&ply.setup);
        if let Some(count) = self.seen.get_mut(&identity) {
            *count -= 1;
        }
        Some(ply.mv)
    }

    /// How often the position now has occurred in this game.
    pub(crate) fn occurrences(&self) -> u32 {
        self.seen.get(&self.identity(self.setup())).copied().unwrap_or(0)
    }

    /// Whether a position has occurred in this game.
    pub(crate) fn has_seen(&self, setup: &Setup) -> bool {
        self.seen.get(&self.identity(setup)).is_some_and(|times| *times > 0)
    }

    fn moves_of(&self, setup: &Setup) -> Vec<Move> {
        self.engine.legal_moves(&self.engine.position(setup))
    }

    fn repetition(&self) -> Option<Outcome> {
        let repeated = |ending: &&Ending| match ending.trigger {
            Trigger::Repetition(times) => self.occurrences() >= times,
            _ => false,
        };
        let ending = self.variant().endings.iter().find(repeated)?;
        Some(ending.outcome(self.setup().turn))
    }

    /// A square passed over makes a difference only if somebody can take there.
    fn identity(&self, setup: &Setup) -> Identity {
        let mut identity = Identity {
            pieces: setup.pieces.clone(),
            turn: setup.turn,
            castling: setup.castling,
            passed: setup.passed.clone(),
            rights: setup.rights.iter().map(|left| (left.white, left.black)).collect(),
            hands: setup.hands.clone(),
        };
        if !setup.passed.is_empty() {
            let without = Setup { passed: Vec::new(), ..setup.clone() };
            if self.moves_of(setup) == self.moves_of(&without) {
                identity.passed.clear();
            }
        }
        identity
    }
}

/// What makes two positions the same for repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Identity {
    pieces: Vec<Option<Piece>>,
    turn: Color,
    castling: u32,
    passed: Vec<Square>,
    rights: Vec<(u8, u8)>,
    hands: Vec<ByColor<u8>>,
}
