//! Piece types that never appear, never move or never leave a stage, and squares that no piece can reach.

use super::piece_filter::might_be;
use super::reach::{Reach, Walks};
use crate::base::diagnostic::Diagnostic;
use crate::base::text::quoted;
use crate::base::{Bitboard, Color, PieceTypeId, SquareSet};
use crate::rules::{Consequence, PieceType, Variant};

pub(super) fn check(variant: &Variant, reach: &Reach, walks: &Walks, problems: &mut Vec<Diagnostic>) {
    for (id, piece_type) in variant.piece_type_ids() {
        if !reach.appears(id) {
            problems.push(never_appears(piece_type));
        } else if piece_type.moves.is_empty() {
            problems.extend(never_left(variant, reach, id, piece_type));
        } else {
            problems.extend(never_moves(variant, reach, walks, id, piece_type));
        }
    }
    problems.extend(never_entered(variant, reach));
}

fn never_appears(piece_type: &PieceType) -> Diagnostic {
    let span = piece_type.origin.0;
    match &piece_type.stage {
        Some(stage) => {
            Diagnostic::warning("never-reached", span, format!("no piece ever reaches the stage `{stage}`"))
                .help(format!("write `becomes {stage}` where it should begin, or delete the stage"))
        }
        None => Diagnostic::warning(
            "never-appears",
            span,
            format!("the {} can never be on the board", piece_type.title),
        )
        .help(format!(
            "draw it into an array as `{}`, let another piece become it, or delete it",
            piece_type.token
        )),
    }
}

/// A stage without moves needs an action that ends it. A piece without moves and stages is furniture, and may be intended.
fn never_left(
    variant: &Variant,
    reach: &Reach,
    id: PieceTypeId,
    piece_type: &PieceType,
) -> Option<Diagnostic> {
    let stage = piece_type.stage.as_ref()?;
    let moved = |color: Color| {
        let squares = reach.of(color, id);
        let meant = |pieces| might_be(variant, pieces, color, (color, id), squares);
        let by_action =
            variant.actions.iter().any(|action| action.act.effects().pieces.into_iter().any(meant));
        let arrivals = variant
            .piece_types
            .iter()
            .flat_map(|piece_type| &piece_type.arrivals)
            .flat_map(|arrival| &arrival.then);
        by_action || arrivals.into_iter().filter_map(Consequence::exchanges).any(meant)
    };
    if Color::ALL.into_iter().any(moved) {
        return None;
    }
    Some(
        Diagnostic::warning(
            "never-left",
            piece_type.origin.0,
            format!("a piece that reaches the stage `{stage}` stays in it forever"),
        )
        .help("give the stage moves, or an `action` that moves the piece or lets it become something else"),
    )
}

fn never_moves(
    variant: &Variant,
    reach: &Reach,
    walks: &Walks,
    id: PieceTypeId,
    piece_type: &PieceType,
) -> Option<Diagnostic> {
    let mut blocked = false;
    for color in Color::ALL {
        for moves in &piece_type.moves {
            let ways = walks.ways(&variant.board, &moves.notation, &moves.automaton);
            for square in reach.of(color, id).iter() {
                if moves.on.as_ref().is_some_and(|zone| !zone.squares.get(color).contains(square)) {
                    continue;
                }
                let ends = ways.get(color).get(&square).copied().unwrap_or_default();
                let inside = piece_type.stays.as_ref().map_or(ends, |zone| ends & *zone.squares.get(color));
                if !inside.is_empty() {
                    return None;
                }
                blocked |= !ends.is_empty();
            }
        }
    }
    let span = piece_type.moves.first().map_or(piece_type.origin.0, |moves| moves.origin.0);
    let title = &piece_type.title;
    Some(match &piece_type.stays {
        Some(zone) if blocked => Diagnostic::warning(
            "never-leaves",
            span,
            format!("the {title} can never leave its square: all its moves lead out of `{}`", zone.name),
        )
        .label(piece_type.origin.0, "it stays in that region")
        .help("change its moves, or let it stay in a larger region"),
        _ => Diagnostic::warning("never-moves", span, format!("the {title} can never move on this board"))
            .help("its moves lead off the board from every square where it can stand; write `stands still` if it should not move"),
    })
}

fn never_entered(variant: &Variant, reach: &Reach) -> Option<Diagnostic> {
    let mut empty: SquareSet = variant.board.squares().collect();
    for (_, _, squares) in reach.all() {
        empty &= !squares;
    }
    let board = &variant.board;
    let names: Vec<&str> = board.listed(empty).take(6).map(|square| board.name(square)).collect();
    if names.is_empty() || variant.setup.is_empty() {
        return None;
    }
    let more = empty.count() as usize - names.len();
    let mut list = quoted(&names);
    if more > 0 {
        list += &format!(" and {more} more");
    }
    Some(
        Diagnostic::warning("never-entered", super::royals::array_place(variant), format!("no piece can ever reach {list}"))
            .help("check the entry rules and the positions of cells off the grid; use `hole` for squares that are not in play"),
    )
}
