//! Moves that can never be made on a given board.

use super::notation::{Body, Notation};
use super::{Reading, lower};
use crate::base::Board;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::rules::{Automaton, Step};

/// Warns of every move of `reading`, read at `at`, that no piece on `board` can ever make, whatever stands on it.
pub fn idle(reading: &Reading, board: &Board, at: Span) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for one in &reading.notation.moves {
        let possible = match &one.body {
            Body::Castle(castling) => i32::from(castling.steps) < board.width(),
            Body::Imitate(_) => true,
            Body::Chain(_) | Body::Loop(_) | Body::Path(_) => {
                lower(&Notation { moves: vec![one.clone()] }).is_none_or(|automaton| moves(&automaton, board))
            }
        };
        if !possible {
            let span = if one.span == Span::default() { at } else { one.span };
            problems.push(
                Diagnostic::warning(
                    "betza-never-moves",
                    span,
                    "no piece can ever make this move on this board",
                )
                .help(format!(
                    "the board has {} files and {} ranks",
                    board.width(),
                    board.height()
                )),
            );
        }
    }
    problems
}

/// Whether an end can be reached from some square over squares of the board, whatever they hold.
fn moves(automaton: &Automaton, board: &Board) -> bool {
    board.squares().any(|from| {
        let mut open: Vec<_> = automaton.entries.iter().map(|entry| (entry.state, from)).collect();
        let mut seen: std::collections::BTreeSet<_> = open.iter().copied().collect();
        while let Some((state, at)) = open.pop() {
            let Some(state) = automaton.states.get(usize::from(state)) else { continue };
            if state.stop.is_some() {
                return true;
            }
            for edge in &state.edges {
                let color = crate::base::Color::White;
                let to = match edge.step {
                    Step::By(dx, dy) => board.step(at, (dx.into(), dy.into()), color),
                    Step::Around(dx, dy) => board.step_wrapped(at, (dx.into(), dy.into()), color),
                    Step::Anywhere => board.squares().find(|to| *to != at),
                };
                if let Some(to) = to
                    && seen.insert((edge.to, to))
                {
                    open.push((edge.to, to));
                }
            }
        }
        false
    })
}
