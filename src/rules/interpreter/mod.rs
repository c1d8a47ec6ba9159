//! The one interpreter: it follows the rules of a game to the letter, in any [`World`] that can be read and changed.
//! Every move is carried out on a copy of the position and judged by the result. Over a [`Setup`] nothing is clever, so
//! that it is a witness for the tables; a faster position answers some questions in its own way.

mod actions;
mod arrival;
mod attempt;
mod condition;
mod follow_up;
mod happening;
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

pub(crate) use attempt::{Attempts, ParsedMove, Refused};
pub(crate) use condition::Known;
pub(crate) use happening::Happening;
pub(crate) use moves::Purpose;
pub(crate) use successor::Successor;
pub(crate) use world::World;

use crate::base::{Move, Piece, Setup, Square};
use crate::rules::{Condition, Proof, Refusal, Variant};
use std::cell::Cell;

/// The rules of one game, ready to be asked about positions.
pub(crate) struct Interpreter<'a, W: World = Setup> {
    variant: &'a Variant,
    tables: &'a W::Tables,
    /// How many traps may still be looked into for the outermost question.
    budget: Cell<u32>,
    asked: Cell<Asked>,
}

/// The questions about moves that are being answered, one inside the other.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    number: u32,
    /// Whether one of them is what some move reaches.
    reach: bool,
}

impl<'a> Interpreter<'a> {
    pub(crate) fn new(variant: &'a Variant) -> Interpreter<'a> {
        Interpreter::over(variant, &())
    }

    /// All legal moves, sorted and without duplicates; none in a finished game.
    pub(crate) fn legal_moves(&self, setup: &Setup) -> Vec<Move> {
        self.children(setup).into_iter().map(|(mv, _)| mv).collect()
    }

    pub(crate) fn children(&self, setup: &Setup) -> Vec<(Move, Setup)> {
        let successors = Successor::distinct(self.legal(setup)).into_iter();
        let mut children: Vec<(Move, Setup)> = successors.map(|next| (next.mv, *next.after)).collect();
        Move::sort(&mut children, &self.variant.board, |(mv, _)| mv);
        children
    }

    fn made(&self, setup: &Setup, mv: &Move) -> Option<Successor<Setup>> {
        self.legal(setup).into_iter().find(|next| next.mv == *mv)
    }

    pub(crate) fn apply(&self, setup: &Setup, mv: &Move) -> Option<Setup> {
        self.made(setup, mv).map(|next| *next.after)
    }

    /// The squares of the pieces that a legal move takes off the board, that of the piece that moves aside.
    pub(crate) fn captured(&self, setup: &Setup, mv: &Move) -> Vec<Square> {
        self.made(setup, mv).map_or_else(Vec::new, |next| next.captured().collect())
    }

    /// The legal moves, and the squares of the pieces that each takes off the board.
    pub(crate) fn captures(&self, setup: &Setup) -> Vec<(Move, Vec<Square>)> {
        let legal = self.legal(setup).into_iter();
        legal.map(|next| (next.mv.clone(), next.captured().collect())).collect()
    }

    /// The number of legal move sequences of `depth` plies.
    pub(crate) fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves(setup).len() as u64,
            _ => self.children(setup).iter().map(|(_, after)| self.perft(after, depth - 1)).sum(),
        }
    }
}

impl<'a, W: World> Interpreter<'a, W> {
    /// The rules that `variant` states, for positions that are changed with `tables`.
    pub(crate) fn over(variant: &'a Variant, tables: &'a W::Tables) -> Interpreter<'a, W> {
        Interpreter { variant, tables, budget: Cell::new(Proof::LIMIT), asked: Cell::default() }
    }

    pub(crate) fn tables(&self) -> &'a W::Tables {
        self.tables
    }

    /// Answers a question about moves.
    fn ask<T>(&self, reach: bool, answer: impl FnOnce() -> T) -> T {
        let before = self.asked.get();
        if before.number == 0 {
            self.budget.set(Proof::LIMIT);
        }
        self.asked.set(Asked { number: before.number + 1, reach: before.reach || reach });
        let answer = answer();
        self.asked.set(before);
        answer
    }

    /// Whether one more question about moves may be asked inside the others.
    fn may_ask(&self) -> bool {
        self.asked.get().number < Condition::MOST_QUESTIONS
    }

    /// Whether an action with a condition counts inside the questions being asked. Which moves there are must not depend on
    /// itself: what asks what some move reaches does not count where that is asked, and no question goes on for ever.
    pub(crate) fn counts(&self, condition: Option<&Condition>) -> bool {
        let Asked { number, reach } = self.asked.get();
        let never = |condition: &Condition| {
            reach && condition.asks_reach() || !self.may_ask() && condition.asks_moves()
        };
        number == 0 || !condition.is_some_and(never)
    }

    pub(crate) fn in_check(&self, world: &W) -> bool {
        world.is_checked(self, world.turn())
    }
}

pub(crate) type Allowed = Result<(), Refusal>;
type Tried<W> = Result<Vec<Successor<W>>, Refusal>;
type Placed = (Square, Piece);
