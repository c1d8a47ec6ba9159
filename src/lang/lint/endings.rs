//! Endings that can never happen, endings that hold before the first move, and the one a game must not leave out.

use super::piece_filter::any_piece_for;
use super::reach::Reach;
use super::royals::array_place;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Color, Setup, Square};
use crate::rules::{Binding, Compare, Condition, Ending, PieceFilter, Trigger, Variant};

pub(super) fn check(variant: &Variant, reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let bound = variant.royalty.binds != Binding::Never
        && variant.piece_types.iter().any(|piece_type| piece_type.royal.is_some());
    let royals = variant.piece_types.iter().any(|piece_type| piece_type.royal.is_some());
    for (i, ending) in variant.endings.iter().enumerate() {
        if let Some(why) =
            never(variant, reach, ending, bound).filter(|_| royals || ending.trigger != Trigger::Checkmate)
        {
            let message = format!("the ending `{}` can never happen", ending.name);
            problems.push(Diagnostic::warning("never-ends", ending.origin.0, message).help(why));
        } else if let Some(other) =
            variant.endings.iter().take(i).find(|other| other.trigger == ending.trigger)
        {
            let message = format!("the ending `{}` never happens: `{}` comes first", ending.name, other.name);
            problems.push(
                Diagnostic::warning("never-ends", ending.origin.0, message)
                    .label(other.origin.0, "has the same condition")
                    .help("only the first ending that applies counts; delete one of the two"),
            );
        }
        if already(variant, ending) {
            let message = format!(
                "the game is over before it begins: `{}` holds in the array `{}`",
                ending.name, variant.array
            );
            problems.push(
                Diagnostic::warning("over-in-array", ending.origin.0, message)
                    .label(array_place(variant), "this array")
                    .help("change the condition, or the pieces in the array"),
            );
        }
    }
    problems.extend(no_move_unsaid(variant, bound));
}

/// Why an ending can never happen, if so.
fn never(variant: &Variant, reach: &Reach, ending: &Ending, bound: bool) -> Option<String> {
    match &ending.trigger {
        Trigger::Checkmate if !bound => {
            Some("there is no check in this game, so there is no checkmate".into())
        }
        Trigger::When(condition) => {
            let possible = Color::ALL.into_iter().any(|side| possible(variant, reach, condition, side));
            (!possible).then(|| "no piece that it counts can ever stand where it requires".into())
        }
        _ => None,
    }
}

/// Whether a condition might ever hold for a side.
fn possible(variant: &Variant, reach: &Reach, condition: &Condition, side: Color) -> bool {
    match condition {
        Condition::Count { pieces, is: Compare::Equal | Compare::AtLeast, number } if *number > 0 => {
            any_piece_for(variant, reach, pieces, side)
        }
        Condition::Every(all) => all.iter().all(|condition| possible(variant, reach, condition, side)),
        Condition::AnyOf(any) => any.iter().any(|condition| possible(variant, reach, condition, side)),
        Condition::CanReach(inner) => possible(variant, reach, inner, side),
        _ => true,
    }
}

/// Whether an ending holds in the array already.
fn already(variant: &Variant, ending: &Ending) -> bool {
    if variant.setup.is_empty() {
        return false;
    }
    let setup = variant.start();
    match &ending.trigger {
        Trigger::When(condition) => holds(variant, &setup, condition, setup.turn) == Some(true),
        Trigger::Quiet(plies) => *plies == 0,
        _ => false,
    }
}

/// Whether a condition holds, as far as it depends on the pieces on the board.
fn holds(variant: &Variant, setup: &Setup, condition: &Condition, side: Color) -> Option<bool> {
    match condition {
        Condition::Count { pieces, is, number } => {
            let count =
                setup.pieces().filter(|(square, _)| is_meant(variant, setup, pieces, *square, side)).count();
            Some(is.holds(count, usize::try_from(*number).unwrap_or(usize::MAX)))
        }
        Condition::Empty(zone) => {
            Some(zone.squares.get(side).iter().all(|square| setup.piece(square).is_none()))
        }
        Condition::Not(inner) => holds(variant, setup, inner, side).map(|held| !held),
        Condition::Every(all) => {
            let all: Vec<Option<bool>> = all.iter().map(|one| holds(variant, setup, one, side)).collect();
            if all.contains(&Some(false)) { Some(false) } else { (!all.contains(&None)).then_some(true) }
        }
        Condition::AnyOf(any) => {
            let any: Vec<Option<bool>> = any.iter().map(|one| holds(variant, setup, one, side)).collect();
            if any.contains(&Some(true)) { Some(true) } else { (!any.contains(&None)).then_some(false) }
        }
        _ => None,
    }
}

fn is_meant(variant: &Variant, setup: &Setup, pieces: &PieceFilter, square: Square, side: Color) -> bool {
    let Some(piece) = setup.piece(square) else { return false };
    let royal = variant.piece_type(piece.piece_type).royal;
    match pieces {
        PieceFilter::All => true,
        PieceFilter::Own => piece.color == side,
        PieceFilter::Enemy => piece.color != side,
        PieceFilter::Royal => royal.is_some(),
        PieceFilter::Leader => {
            let ranks = setup.pieces().filter(|(_, other)| other.color == piece.color);
            royal.is_some()
                && royal == ranks.filter_map(|(_, other)| variant.piece_type(other.piece_type).royal).min()
        }
        PieceFilter::PieceTypes(piece_types) => piece_types.contains(&piece.piece_type),
        PieceFilter::In(zone) => zone.squares.get(piece.color).contains(square),
        PieceFilter::Not(inner) => !is_meant(variant, setup, inner, square, side),
        PieceFilter::Every(all) => all.iter().all(|pieces| is_meant(variant, setup, pieces, square, side)),
        PieceFilter::AnyOf(any) => any.iter().any(|pieces| is_meant(variant, setup, pieces, square, side)),
    }
}

fn no_move_unsaid(variant: &Variant, bound: bool) -> Option<Diagnostic> {
    let has = |trigger: &Trigger| variant.endings.iter().any(|ending| ending.trigger == *trigger);
    let missing = match (has(&Trigger::Checkmate) || !bound, has(&Trigger::Stalemate)) {
        (true, true) => return None,
        (true, false) if bound => ("and is not in check", "`stalemate: draw` (or `loss`)"),
        (true, false) => ("", "`stalemate: draw` (or `loss`)"),
        (false, true) => ("and is in check", "`checkmate: loss`"),
        (false, false) => ("", "`checkmate: loss` and `stalemate: draw` (or `loss`)"),
    };
    let first = variant.endings.first().map(|ending| ending.origin.0);
    let place = first.filter(|span| *span != Span::default()).unwrap_or_else(|| array_place(variant));
    let (when, help) = missing;
    let when = if when.is_empty() { String::new() } else { format!(" {when}") };
    Some(
        Diagnostic::warning(
            "no-move-unsaid",
            place,
            format!("the result for a player who has no legal move{when} is not defined"),
        )
        .help(format!("add {help} to the block `ending`")),
    )
}
