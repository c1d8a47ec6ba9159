//! Endings that can never happen, endings that hold before the first move, and the one a game must not leave out.

use super::piece_filter::any_piece_for;
use super::reach::Reach;
use super::royals::array_place;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Color, Setup};
use crate::rules::interpreter::{Interpreter, Known};
use crate::rules::{Binding, Compare, Condition, Ending, Likely, Logic, Trigger, Variant};

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
    let simple = |simple: &Condition| match simple {
        Condition::Count { pieces, is: Compare::Equal | Compare::AtLeast, number: 1.. } => {
            Likely::perhaps(any_piece_for(variant, reach, pieces, side))
        }
        Condition::CanReach(inner) => Likely::perhaps(possible(variant, reach, inner, side)),
        _ => Likely::Perhaps,
    };
    condition.eval(&simple) != Likely::No
}

/// Whether an ending holds in the array already.
fn already(variant: &Variant, ending: &Ending) -> bool {
    if variant.setup.is_empty() {
        return false;
    }
    let setup = variant.start();
    match &ending.trigger {
        Trigger::When(condition) => holds(variant, &setup, condition, setup.turn) == Likely::Yes,
        Trigger::Quiet(plies) => *plies == 0,
        _ => false,
    }
}

/// Whether a condition holds, as far as it depends on the pieces on the board.
fn holds(variant: &Variant, setup: &Setup, condition: &Condition, side: Color) -> Likely {
    let rules = Interpreter::new(variant);
    condition.eval(&|simple: &Condition| match simple {
        Condition::Count { .. } | Condition::Empty(_) => {
            Likely::always(rules.holds(simple, setup, side, Known::default()))
        }
        _ => Likely::Perhaps,
    })
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
