//! The slow, obvious interpreter: it follows the IR to the letter and shares nothing with the fast path but the walker, so that each
//! is a witness for the other.
//!
//! Every candidate move is carried out on a copy of the position, and legality is judged on the result.

mod actions;
mod attack;
mod candidate;
mod condition;
mod inspect;
mod legal;
mod outcome;
mod piece_filter;

pub(crate) use inspect::{Leave, Prospect};

use crate::base::{Color, Move, Outcome, Setup};
use crate::rules::{Proof, Variant};
use std::cell::Cell;

/// The rules of one game, ready to be asked about positions.
#[derive(Debug)]
pub struct Rules<'a> {
    variant: &'a Variant,
    proof: Cell<u32>,
}

impl<'a> Rules<'a> {
    /// The rules that `variant` states.
    pub fn new(variant: &'a Variant) -> Rules<'a> {
        Rules { variant, proof: Cell::new(0) }
    }

    /// The game these are the rules of.
    pub fn variant(&self) -> &'a Variant {
        self.variant
    }

    /// As many positions may be looked at again.
    fn refill(&self) {
        self.proof.set(Proof::LIMIT);
    }

    /// All legal moves, sorted and without duplicates; none in a finished game.
    pub fn legal_moves(&self, setup: &Setup) -> Vec<Move> {
        self.proof.set(Proof::LIMIT);
        let mut moves: Vec<Move> = self.legal(setup).into_iter().map(|candidate| candidate.mv).collect();
        moves.sort_by_cached_key(|mv| mv.order(&self.variant.board));
        moves.dedup();
        moves
    }

    /// The legal moves and the positions they lead to.
    pub fn children(&self, setup: &Setup) -> Vec<(Move, Setup)> {
        self.proof.set(Proof::LIMIT);
        let mut children: Vec<(Move, Setup)> =
            self.legal(setup).into_iter().map(|candidate| (candidate.mv, candidate.after)).collect();
        children.sort_by_cached_key(|(mv, _)| mv.order(&self.variant.board));
        children.dedup_by(|a, b| a.0 == b.0);
        children
    }

    /// The position after a legal move; nothing if the move is not legal.
    pub fn apply(&self, setup: &Setup, mv: &Move) -> Option<Setup> {
        self.proof.set(Proof::LIMIT);
        self.legal(setup).into_iter().find(|candidate| candidate.mv == *mv).map(|candidate| candidate.after)
    }

    /// How the game ended, if it has. Repetition is a matter of the game's history and not seen here.
    pub fn outcome(&self, setup: &Setup) -> Option<Outcome> {
        self.proof.set(Proof::LIMIT);
        self.ending(setup)
    }

    /// Whether the side to move is bound by check and attacked.
    pub fn in_check(&self, setup: &Setup) -> bool {
        self.is_checked(setup, setup.turn)
    }

    /// Whether `color` is bound by check and attacked, whoever is to move.
    pub fn is_in_check(&self, setup: &Setup, color: Color) -> bool {
        self.is_checked(setup, color)
    }

    /// The number of legal move sequences of `depth` plies.
    pub fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves(setup).len() as u64,
            _ => self.children(setup).iter().map(|(_, after)| self.perft(after, depth - 1)).sum(),
        }
    }
}
