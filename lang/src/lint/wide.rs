//! Lint for pieces with more paths than a search for walks follows.

use crate::base::{Bitboard, Board, Color, Square};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::walk::{Imagined, MAX_SITUATIONS, is_cut_short};
use crate::rules::{Automaton, Effect, Holds, Moves, Variant};

/// Reports pieces for which a search for walks would reach its limit. The search starts from the middle of a
/// board that has an enemy on every square, or on every other one.
pub(super) fn check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    problems.extend(variant.piece_types.iter().filter_map(|piece_type| {
        let moves = piece_type.moves.iter().find(|moves| is_wide(&variant.board, moves))?;
        let title = &piece_type.title;
        let thousands = MAX_SITUATIONS / 1000;
        let message = format!("the {title} can have more than {thousands},000 paths in one move");
        let problem = Diagnostic::new(Code::TooManyWays, moves.origin.0, message);
        Some(problem.help("let it capture fewer pieces in one move; ferz ignores further paths"))
    }));
}

fn is_wide(board: &Board, moves: &Moves) -> bool {
    let Some(middle) = middle(board).filter(|_| captures_in_a_row(&moves.automaton)) else { return false };
    let is_odd = |square: Square| {
        let cell = board.cell(square);
        (cell.x + cell.y) & 1 == 1
    };
    // A leaper captures most on a full board, while a hopper needs empty squares to land on.
    [1, 2].iter().any(|density| {
        let holds = |square: Square| match *density == 1 || is_odd(square) {
            true => Holds::ENEMY_COMMON,
            false => Holds::EMPTY,
        };
        is_cut_short(board, &moves.automaton, middle, Color::White, &Imagined { holds, is_home: true })
    })
}

/// Returns true if a piece can continue after a capture. Otherwise, the number of situations is limited by the
/// numbers of squares and states.
fn captures_in_a_row(automaton: &Automaton) -> bool {
    let edges = automaton.states.iter().flat_map(|state| &state.edges);
    let mut captures = edges.filter(|edge| edge.effect == Effect::Capture);
    captures
        .any(|edge| automaton.states.get(usize::from(edge.to)).is_some_and(|after| !after.edges.is_empty()))
}

/// Returns a square of the grid that is nearest to its middle.
fn middle(board: &Board) -> Option<Square> {
    let (width, height) = (board.width, board.height);
    board.grid().iter().min_by_key(|square| {
        let cell = board.cell(*square);
        (2 * cell.x + 1 - width).abs() + (2 * cell.y + 1 - height).abs()
    })
}
