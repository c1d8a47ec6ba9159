//! Detection of moves that are impossible on a given board.

use super::BetzaReading;
use super::lower::lower;
use super::notation::MoveNotation;
use super::reduce::MAX_WORK;
use crate::base::{Bitboard, Board, Color};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::Automaton;
use std::slice::from_ref;

/// Warns about every move of `reading` that is impossible on `board` in all positions.
pub fn impossible_moves(reading: &BetzaReading, board: &Board) -> Vec<Diagnostic> {
    let leads = |automaton: &Automaton| {
        board.squares().any(|from| !automaton.ends(board, from, Color::White).is_empty())
    };
    let possible = |one: &&MoveNotation| match reading.notation.len() {
        1 => leads(&reading.automaton),
        _ => lower(from_ref(*one), &mut { MAX_WORK }).as_ref().is_none_or(leads),
    };
    let problem = |one: &MoveNotation| {
        let message = "no piece can make this move on this board";
        let help = format!("the board has {} files and {} ranks", board.width, board.height);
        Diagnostic::new(Code::BetzaNeverMoves, one.span, message).help(help)
    };
    reading.notation.iter().filter(|one| !possible(one)).map(problem).collect()
}
