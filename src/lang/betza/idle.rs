//! Moves that are impossible on a given board.

use super::Reading;
use super::lower::lower;
use super::notation::Move;
use super::reduce::MAX_WORK;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::{Bitboard, Board, Color, Square, SquareSet};
use crate::rules::{Automaton, Step};
use std::slice::from_ref;

/// Warns about every move of `reading` that is impossible on `board` in every position.
pub(crate) fn idle(reading: &Reading, board: &Board) -> Vec<Diagnostic> {
    let leads = |automaton: &Automaton| {
        board.squares().any(|from| !ends(automaton, board, from, Color::White).is_empty())
    };
    let possible = |one: &&Move| match reading.notation.len() {
        1 => leads(&reading.automaton),
        _ => lower(from_ref(*one), &mut { MAX_WORK }).as_ref().is_none_or(leads),
    };
    let problem = |one: &Move| {
        let message = "no piece can ever make this move on this board";
        let help = format!("the board has {} files and {} ranks", board.width, board.height);
        Diagnostic::new(Code::BetzaNeverMoves, one.span, message).help(help)
    };
    reading.notation.iter().filter(|one| !possible(one)).map(problem).collect()
}

/// Returns the squares where a move from `from` can end in any position.
pub(crate) fn ends(automaton: &Automaton, board: &Board, from: Square, color: Color) -> SquareSet {
    let all = || board.squares().collect();
    if automaton.imitate.is_some() {
        return all();
    }
    let mut ends = SquareSet::EMPTY;
    let mut seen = vec![SquareSet::EMPTY; automaton.states.len()];
    let mut open: Vec<(u16, Square)> = automaton.entries.iter().map(|entry| (entry.state, from)).collect();
    while let Some((state, square)) = open.pop() {
        for edge in &automaton.states[usize::from(state)].edges {
            let next = match edge.step {
                Step::By(dx, dy) => board.step(square, (dx.into(), dy.into()), color),
                Step::Around(dx, dy) => board.step_wrapped(square, (dx.into(), dy.into()), color),
                Step::Anywhere => return all(),
            };
            let to = usize::from(edge.to);
            let Some(next) = next.filter(|next| !seen[to].contains(*next)) else { continue };
            seen[to].insert(next);
            if automaton.states[to].stop.is_some_and(|stop| !stop.ride || next != from) {
                ends.insert(next);
            }
            open.push((edge.to, next));
        }
    }
    let start = board.cell(from);
    for castle in &automaton.castles {
        let dx = i32::from(castle.side) * i32::from(castle.steps);
        let dx = if color == Color::White { dx } else { -dx };
        ends |= board.at(start.x + dx, start.y).into_iter().collect();
    }
    ends
}
