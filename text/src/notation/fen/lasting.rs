//! Positions without what no longer matters: squares that were passed over, but on which no capture is legal.
//!
//! A position is written in this form by all programs of today, so that the same position has the same text. Both forms
//! are read.

use crate::base::{Halt, Move, Passed, Setup};
use crate::rules::Variant;
use crate::rules::interpreter::{Interpreter, Purpose};
use std::borrow::Cow;
use std::cell::Cell;

/// The number of polls after which the squares of a position are kept, because its moves take too long to list.
const MOST: u32 = 50_000;

/// Returns a position without the squares that were passed over and on which no capture is legal. In turns of several
/// moves, all squares remain, because a later move of the turn can capture there.
pub fn lasting<'s>(variant: &Variant, setup: &'s Setup) -> Cow<'s, Setup> {
    let polls = Cell::new(0);
    let ends = || polls.replace(polls.get() + 1) >= MOST;
    let halt = Halt::new(&ends);
    let rules = Interpreter::new(variant).until(Some(&halt));
    let moves = |setup: &Setup| Some(rules.legal_moves(setup)).filter(|_| !halt.is_set());
    settled(variant, setup, &moves)
}

/// Returns a position like [`lasting`]. The function lists the legal moves of a position, or returns `None` if that takes
/// too long.
pub(super) fn settled<'s>(
    variant: &Variant,
    setup: &'s Setup,
    moves: &dyn Fn(&Setup) -> Option<Vec<Move>>,
) -> Cow<'s, Setup> {
    if setup.passed.is_empty() || variant.turns.is_some() {
        return Cow::Borrowed(setup);
    }
    let matters = |passed: &Passed| {
        let without = Setup { passed: others(setup, passed), ..setup.clone() };
        may_capture(variant, setup, passed) && moves(setup).is_none_or(|own| Some(own) != moves(&without))
    };
    let left: Vec<Passed> = setup.passed.iter().filter(|passed| matters(passed)).cloned().collect();
    match left.len() == setup.passed.len() {
        true => Cow::Borrowed(setup),
        false => Cow::Owned(Setup { passed: left, ..setup.clone() }),
    }
}

fn others(setup: &Setup, passed: &Passed) -> Vec<Passed> {
    setup.passed.iter().filter(|other| *other != passed).cloned().collect()
}

/// Returns true if a piece of the side to move could capture on the squares by its own moves.
fn may_capture(variant: &Variant, setup: &Setup, passed: &Passed) -> bool {
    let rules = Interpreter::new(variant);
    let mut own = setup.pieces().filter(|(_, piece)| piece.color == setup.turn);
    own.any(|(square, _)| {
        let captures = rules.moves_of(setup, square).any(|moves| moves.automaton.captures_in_passing());
        captures
            && rules
                .walks(setup, square, Purpose::Move)
                .any(|(_, walk)| walk.en_passant.is_some_and(|over| passed.over.contains(over)))
    })
}
