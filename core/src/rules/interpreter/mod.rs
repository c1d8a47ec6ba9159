//! The interpreter: a direct implementation of the rules for any [`World`].
//!
//! [`Interpreter`] makes every move on a copy of the position and verifies the result. For a [`Setup`], it favors
//! clarity over speed, because it is the reference for the tables. Faster positions override some methods of
//! [`World`]. Start with `legal` for legal moves and `moves` for the pieces' own moves.

mod actions;
mod arrival;
mod attempt;
mod automatic_effects;
mod castling;
mod condition;
mod follow_up;
mod legal;
mod limits;
mod move_rules;
mod moves;
mod near;
mod passing;
mod proof;
mod royals;
mod successor;
mod world;

pub use attempt::{Attempts, ParsedMove, Refused};
pub use condition::ConditionFacts;
pub use moves::Purpose;
pub use successor::{AutomaticEffect, MoveShifts, Successor, changes};
pub use world::{Escapes, World};

use crate::base::{Halt, Move, Piece, PieceChange, Setup, Square};
use crate::rules::{Condition, Proof, Refusal, Variant};
use std::cell::Cell;

/// The rules of one game, applied to positions.
pub struct Interpreter<'a, W: World = Setup> {
    variant: &'a Variant,
    tables: &'a W::Tables,
    nesting: Cell<Nesting>,
    /// The flag by which the caller requests a stop. Once it is set, walks end early.
    halt: Option<&'a Halt<'a>>,
}

/// The conditions on moves that are currently being evaluated, one inside another.
#[derive(Clone, Copy, Debug, Default)]
struct Nesting {
    /// The number of nested conditions.
    depth: u32,
    /// The number of them that are [`CanReach`](crate::rules::Fact::CanReach).
    reaches: u32,
    /// The number of them that are [`Traps`](crate::rules::Fact::Traps).
    traps: u32,
}

impl Nesting {
    const REACH: Nesting = Nesting { depth: 1, reaches: 1, traps: 0 };
    const TRAP: Nesting = Nesting { depth: 1, reaches: 0, traps: 1 };
    const MATE: Nesting = Nesting { depth: 1, reaches: 0, traps: 0 };
}

impl<'a> Interpreter<'a> {
    pub fn new(variant: &'a Variant) -> Interpreter<'a> {
        Interpreter::over(variant, &())
    }

    /// Returns all legal moves, sorted and without duplicates. A finished game has none.
    pub fn legal_moves(&self, setup: &Setup) -> Vec<Move> {
        self.children(setup).into_iter().map(|(mv, _)| mv).collect()
    }

    pub fn children(&self, setup: &Setup) -> Vec<(Move, Setup)> {
        self.successors(setup).into_iter().map(|next| (next.mv, *next.after)).collect()
    }

    fn made(&self, setup: &Setup, mv: &Move) -> Option<Successor<Setup>> {
        Successor::distinct(self.legal(setup)).into_iter().find(|next| next.mv == *mv)
    }

    pub fn apply(&self, setup: &Setup, mv: &Move) -> Option<Setup> {
        self.made(setup, mv).map(|next| *next.after)
    }

    /// Returns the legal moves with the positions after them and the pieces that they move, sorted and without
    /// duplicates.
    pub fn successors(&self, setup: &Setup) -> Vec<Successor<Setup>> {
        let mut all = Successor::distinct(self.legal(setup));
        Move::sort(&mut all, &self.variant.board, |next| &next.mv);
        all
    }

    /// Returns the changes of pieces by a legal move, or `None` if the move is not legal.
    pub fn changes(&self, setup: &Setup, mv: &Move) -> Option<Vec<PieceChange>> {
        let (after, shifts) = self.made(setup, mv)?.into_shifts();
        Some(changes(setup, &shifts, &*after))
    }

    /// Returns the number of legal move sequences of `depth` plies.
    pub fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves(setup).len() as u64,
            _ => self.children(setup).iter().map(|(_, after)| self.perft(after, depth - 1)).sum(),
        }
    }
}

impl<'a, W: World> Interpreter<'a, W> {
    /// Creates an interpreter of `variant` for positions that are updated with `tables`.
    pub fn over(variant: &'a Variant, tables: &'a W::Tables) -> Interpreter<'a, W> {
        Interpreter { variant, tables, nesting: Cell::default(), halt: None }
    }

    /// Returns an interpreter that stops when `halt` is set. From then on, conditions on moves are false and
    /// searches for walks end early. Only the moves that were generated before are then reliable.
    pub fn until(self, halt: Option<&'a Halt<'a>>) -> Interpreter<'a, W> {
        Interpreter { halt, ..self }
    }

    /// Returns true if the caller has requested a stop.
    #[inline(always)]
    pub fn is_halted(&self) -> bool {
        self.halt.is_some_and(Halt::is_due)
    }

    /// Returns true if the caller has requested a stop, and asks the caller in any case. Slow steps poll with this.
    pub fn asks_to_halt(&self) -> bool {
        self.halt.is_some_and(Halt::ask)
    }

    pub fn tables(&self) -> &'a W::Tables {
        self.tables
    }

    /// Evaluates a condition on moves, nested inside those that are currently being evaluated.
    fn nested<T>(&self, inner: Nesting, answer: impl FnOnce() -> T) -> T {
        let before = self.nesting.get();
        self.nesting.set(Nesting {
            depth: before.depth + inner.depth,
            reaches: before.reaches + inner.reaches,
            traps: before.traps + inner.traps,
        });
        let answer = answer();
        self.nesting.set(before);
        answer
    }

    /// Returns true if another condition on moves may be nested.
    fn may_nest(&self) -> bool {
        self.nesting.get().depth < Condition::MAX_QUESTIONS
    }

    /// Returns true if an action with this condition is available while the current conditions are evaluated. The
    /// set of legal moves must not depend on itself, so a reach condition is false inside another one. The
    /// nesting limits guarantee termination. They count levels and not evaluations, so results do not depend on the
    /// order of evaluation.
    pub fn counts(&self, condition: Option<&Condition>) -> bool {
        let Nesting { depth, reaches, traps } = self.nesting.get();
        let never = |condition: &Condition| {
            reaches > 0 && condition.contains_reach()
                || traps >= Proof::MAX_NESTED && condition.contains_traps()
                || !self.may_nest() && condition.depends_on_moves()
        };
        depth == 0 || !condition.is_some_and(never)
    }

    pub fn in_check(&self, world: &W) -> bool {
        world.is_checked(self, world.turn())
    }
}

pub type Allowed = Result<(), Refusal>;
type Tried<W> = Result<Vec<Successor<W>>, Refusal>;
type Placed = (Square, Piece);
