//! Endings that can never happen, endings that hold before the first move, and the one a game must not leave out.

use super::array_place;
use super::reach::Reach;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Color, Setup};
use crate::rules::interpreter::{Interpreter, Known};
use crate::rules::{Binding, Compare, Condition, Ending, Likely, Logic, Trigger, Variant};

pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    let royals = variant.piece_types.iter().any(|piece_type| piece_type.royal.is_some());
    let bound = royals && variant.royalty.binds != Binding::Never;
    for (i, ending) in variant.endings.iter().enumerate() {
        let Ending { name, origin, .. } = ending;
        let warning = |code, message| Diagnostic::warning(code, origin.0, message);
        let why = match &ending.trigger {
            Trigger::Checkmate if royals && !bound => {
                Some("there is no check in this game, so there is no checkmate")
            }
            Trigger::When(condition)
                if !Color::ALL.into_iter().any(|side| possible(reach, condition, side)) =>
            {
                Some("no piece that it counts can ever stand where it requires")
            }
            _ => None,
        };
        if let Some(why) = why {
            problems.push(warning("never-ends", format!("the ending `{name}` can never happen")).help(why));
        } else if let Some(other) = variant.endings[..i].iter().find(|other| other.trigger == ending.trigger)
        {
            let message = format!("the ending `{name}` never happens: `{}` comes first", other.name);
            problems.push(
                warning("never-ends", message)
                    .label(other.origin.0, "has the same condition")
                    .help("only the first ending that applies counts; delete one of the two"),
            );
        }
        if already(variant, ending) {
            let where_it_holds = format!("`{name}` holds in the array `{}`", variant.array);
            problems.push(
                warning("over-in-array", format!("the game is over before it begins: {where_it_holds}"))
                    .label(array_place(variant), "this array")
                    .help("change the condition, or the pieces in the array"),
            );
        }
    }
    problems.extend(no_move_unsaid(variant, bound));
}

/// Whether a condition might ever hold for a side.
fn possible(reach: &Reach, condition: &Condition, side: Color) -> bool {
    let simple = |simple: &Condition| match simple {
        Condition::Count { pieces, is: Compare::Equal | Compare::AtLeast, number: 1.. } => {
            Likely::perhaps(reach.any(pieces, side))
        }
        Condition::CanReach(inner) => Likely::perhaps(possible(reach, inner, side)),
        _ => Likely::Perhaps,
    };
    condition.eval(&simple) != Likely::No
}

/// Whether an ending holds in the array already.
fn already(variant: &Variant, ending: &Ending) -> bool {
    match &ending.trigger {
        _ if variant.setup.is_empty() => false,
        Trigger::When(condition) => holds(variant, &variant.start(), condition) == Likely::Yes,
        Trigger::Quiet(plies) => *plies == 0,
        _ => false,
    }
}

/// Whether a condition holds for the player whose turn it is, as far as it depends on the pieces on the board.
fn holds(variant: &Variant, setup: &Setup, condition: &Condition) -> Likely {
    let rules = Interpreter::new(variant);
    condition.eval(&|simple: &Condition| match simple {
        Condition::Count { .. } | Condition::Empty(_) => {
            Likely::always(rules.holds(simple, setup, setup.turn, Known::default()))
        }
        _ => Likely::Perhaps,
    })
}

fn no_move_unsaid(variant: &Variant, bound: bool) -> Option<Diagnostic> {
    let has = |trigger: &Trigger| variant.endings.iter().any(|ending| ending.trigger == *trigger);
    let (when, help) = match (has(&Trigger::Checkmate) || !bound, has(&Trigger::Stalemate)) {
        (true, true) => return None,
        (true, false) if bound => (" and is not in check", "`stalemate: draw` (or `loss`)"),
        (true, false) => ("", "`stalemate: draw` (or `loss`)"),
        (false, true) => (" and is in check", "`checkmate: loss`"),
        (false, false) => ("", "`checkmate: loss` and `stalemate: draw` (or `loss`)"),
    };
    let first = variant.endings.first().map(|ending| ending.origin.0);
    let place = first.filter(|span| *span != Span::default()).unwrap_or_else(|| array_place(variant));
    let message = format!("the result for a player who has no legal move{when} is not defined");
    let problem = Diagnostic::warning("no-move-unsaid", place, message);
    Some(problem.help(format!("add {help} to the block `ending`")))
}
