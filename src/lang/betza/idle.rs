//! Moves that can never be made on a given board.

use super::notation::{Body, Notation};
use super::{Reading, lower};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Bitboard, Board, Color, Square, SquareSet};
use crate::rules::{Automaton, Step};

/// Warns of every move of `reading`, read at `at`, that no piece on `board` can ever make, whatever stands on it.
pub(crate) fn idle(reading: &Reading, board: &Board, at: Span) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for one in &reading.notation.moves {
        let possible = match &one.body {
            Body::Castle(castling) => i32::from(castling.steps) < board.width(),
            Body::Imitate(_) => true,
            Body::Chain(_) | Body::Loop(_) | Body::Path(_) => {
                let automaton = lower(&Notation { moves: vec![one.clone()] });
                let leads = |automaton: &Automaton| {
                    board.squares().any(|from| !ends(automaton, board, from, Color::White).is_empty())
                };
                automaton.as_ref().is_none_or(leads)
            }
        };
        if !possible {
            let span = if one.span == Span::default() { at } else { one.span };
            let message = "no piece can ever make this move on this board";
            let help = format!("the board has {} files and {} ranks", board.width(), board.height());
            problems.push(Diagnostic::warning("betza-never-moves", span, message).help(help));
        }
    }
    problems
}

/// The squares where a move from `from` can end, whatever stands on the board.
pub(crate) fn ends(automaton: &Automaton, board: &Board, from: Square, color: Color) -> SquareSet {
    let all = || board.squares().collect();
    if automaton.imitate.is_some() {
        return all();
    }
    let mut ends = SquareSet::EMPTY;
    let mut seen = vec![SquareSet::EMPTY; automaton.states.len()];
    let mut open: Vec<(u16, Square)> = automaton.entries.iter().map(|entry| (entry.state, from)).collect();
    while let Some((state, square)) = open.pop() {
        let Some(state) = automaton.states.get(usize::from(state)) else { continue };
        for edge in &state.edges {
            let next = match edge.step {
                Step::By(dx, dy) => board.step(square, (dx.into(), dy.into()), color),
                Step::Around(dx, dy) => board.step_wrapped(square, (dx.into(), dy.into()), color),
                Step::Anywhere => return all(),
            };
            let Some(next) = next else { continue };
            let Some(seen) = seen.get_mut(usize::from(edge.to)).filter(|seen| !seen.contains(next)) else {
                continue;
            };
            seen.insert(next);
            if automaton.states.get(usize::from(edge.to)).is_some_and(|state| state.stop.is_some()) {
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
