//! A game in progress: who moves, what was played, what may be taken back, and when it is over.
//!
//! The rules look at one position; a game also has a past. Repetition lives here, and so does undoing.

mod lot;

use crate::board::{ByColor, Color, Man, Move, Outcome, Result as GameResult, Setup, Square};
use crate::ir::{Ending, Trigger, Variant};
use crate::reference::Rules;
use std::collections::HashMap;

pub use lot::Lot;

/// What a game asks the rules about a position.
pub trait Rulebook {
    /// The legal moves of the side to move; none in a finished game.
    fn legal_moves(&self, setup: &Setup) -> Vec<Move>;
    /// The position after a legal move.
    fn apply(&self, setup: &Setup, mv: &Move) -> Option<Setup>;
    /// How the game ended, if the position shows that it has.
    fn outcome(&self, setup: &Setup) -> Option<Outcome>;
    /// Whether the side to move is bound by check and attacked.
    fn in_check(&self, setup: &Setup) -> bool;
}

impl Rulebook for Rules<'_> {
    fn legal_moves(&self, setup: &Setup) -> Vec<Move> {
        Rules::legal_moves(self, setup)
    }

    fn apply(&self, setup: &Setup, mv: &Move) -> Option<Setup> {
        Rules::apply(self, setup, mv)
    }

    fn outcome(&self, setup: &Setup) -> Option<Outcome> {
        Rules::outcome(self, setup)
    }

    fn in_check(&self, setup: &Setup) -> bool {
        Rules::in_check(self, setup)
    }
}

/// One move and the position it led to.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub setup: Setup,
}

/// A game from some position on.
pub struct Game<'v, R> {
    variant: &'v Variant,
    rules: R,
    start: Setup,
    plies: Vec<Ply>,
    /// How often each position of the game has occurred.
    seen: HashMap<Identity, u32>,
}

impl<'v, R: Rulebook> Game<'v, R> {
    /// A game that begins at `start`.
    pub fn new(variant: &'v Variant, rules: R, start: Setup) -> Self {
        let mut game = Game { variant, rules, start, plies: Vec::new(), seen: HashMap::new() };
        let identity = game.identity(&game.start);
        game.seen.insert(identity, 1);
        game
    }

    /// The game's rules.
    pub fn variant(&self) -> &'v Variant {
        self.variant
    }

    /// The position it began at.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The position now.
    pub fn setup(&self) -> &Setup {
        self.plies.last().map_or(&self.start, |ply| &ply.setup)
    }

    /// What was played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The legal moves; none in a finished game.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.repetition().is_some() { Vec::new() } else { self.rules.legal_moves(self.setup()) }
    }

    /// Whether the side to move is bound by check and attacked.
    pub fn in_check(&self) -> bool {
        self.rules.in_check(self.setup())
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(self.setup()).or_else(|| self.repetition())
    }

    /// Plays a legal move; says whether it could be played.
    pub fn play(&mut self, mv: &Move) -> bool {
        let Some(setup) = self.rules.apply(self.setup(), mv) else { return false };
        *self.seen.entry(self.identity(&setup)).or_default() += 1;
        self.plies.push(Ply { mv: mv.clone(), setup });
        true
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        let identity = self.identity(&ply.setup);
        if let Some(count) = self.seen.get_mut(&identity) {
            *count -= 1;
        }
        Some(ply.mv)
    }

    /// How often the position now has occurred in this game.
    pub fn occurrences(&self) -> u32 {
        self.seen.get(&self.identity(self.setup())).copied().unwrap_or(0)
    }

    fn repetition(&self) -> Option<Outcome> {
        let repeated = |ending: &&Ending| match ending.trigger {
            Trigger::Repetition(times) => self.occurrences() >= times,
            _ => false,
        };
        let ending = self.variant.endings.iter().find(repeated)?;
        let turn = self.setup().turn;
        let winner = match ending.result {
            GameResult::Win => Some(turn),
            GameResult::Loss => Some(turn.other()),
            GameResult::Draw => None,
        };
        Some(Outcome { winner, reason: ending.name.clone() })
    }

    /// A square passed over makes a difference only if somebody can take there.
    fn identity(&self, setup: &Setup) -> Identity {
        let mut identity = Identity {
            men: setup.men.clone(),
            turn: setup.turn,
            castling: setup.castling,
            passed: setup.passed.clone(),
            rights: setup.rights.iter().map(|left| (left.white, left.black)).collect(),
            hands: setup.hands.clone(),
        };
        if !setup.passed.is_empty() {
            let without = Setup { passed: Vec::new(), ..setup.clone() };
            if self.rules.legal_moves(setup) == self.rules.legal_moves(&without) {
                identity.passed.clear();
            }
        }
        identity
    }
}

/// What makes two positions the same for repetition.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    men: Vec<Option<Man>>,
    turn: Color,
    castling: u32,
    passed: Vec<Square>,
    rights: Vec<(u8, u8)>,
    hands: Vec<ByColor<u8>>,
}
