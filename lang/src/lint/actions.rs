//! Lints for actions that are never possible, because their pieces never exist or the game has no hands.

use super::counts::CountRange;
use crate::base::source::Span;
use crate::base::{Color, Piece, SquareSet};
use crate::messages::diagnostic::{Code, Diagnostic, Parts};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::join;
use crate::rules::{Action, Likely, PieceFilter, Reach, SomePiece, Variant};

/// Reports actions that are never possible.
pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    problems.extend(reach.variant.actions.iter().filter_map(|action| impossible(reach, action)));
    problems.extend(drops_from_no_hand(reach.variant));
}

fn impossible(reach: &Reach, action: &Action) -> Option<Diagnostic> {
    let variant = reach.variant;
    let effects = action.act.effects();
    // An action applies only to the player's own pieces.
    let any = |pieces: &PieceFilter| Color::ALL.into_iter().any(|side| reach.any(&pieces.own(), side));
    let able = effects.pieces.iter().all(|pieces| any(pieces))
        && effects.from_hand.is_none_or(|types| types.iter().any(|id| variant.is_ever_held(*id)));
    let is_excluded = || effects.pieces.iter().any(|pieces| is_among_absent(reach, action, pieces));
    let why = match effects.pieces.len() {
        _ if able && is_excluded() => "by `when`, there must be no piece of the kind that it needs",
        _ if able || lacks_hands(variant, action) => return None,
        0 => "none of these pieces is ever in hand",
        1 => "none of its pieces can be on the board",
        _ => "there are never two pieces that it can exchange",
    };
    let message = format!("the action `{}` is never possible", action.name);
    let problem = Diagnostic::new(Code::NeverHad, action.origin.0, message).help(why);
    Some(if effects.pieces.is_empty() && !able { problem.depends_on(Parts::HANDS) } else { problem })
}

/// Returns true if an action drops pieces in a game in which no piece is ever in hand, because the game has no hands.
fn lacks_hands(variant: &Variant, action: &Action) -> bool {
    let types = action.act.effects().from_hand;
    !variant.hands && types.is_some_and(|types| !types.iter().any(|id| variant.is_ever_held(*id)))
}

/// Returns a problem if a game without hands has drops.
fn drops_from_no_hand(variant: &Variant) -> Option<Diagnostic> {
    let drops: Vec<&Action> = variant.actions.iter().filter(|action| lacks_hands(variant, action)).collect();
    let (first, others) = drops.split_first()?;
    let message = match others {
        [] => format!("the action `{}` is never possible", first.name),
        _ => {
            let names = join(drops.iter().map(|action| format!("`{}`", action.name)), "and");
            format!("the actions {names} are never possible")
        }
    };
    let problem = Diagnostic::new(Code::NeverHad, first.origin.0, message);
    let problem = others.iter().fold(problem, |problem, other| problem.label(other.origin.0, "and this"));
    let is_inherited = |action: &&Action| action.origin.0.file != 0;
    let lines: Vec<String> = drops
        .iter()
        .filter(|one| is_inherited(one))
        .map(|one| format!("remove action {}", one.name))
        .collect();
    let appended =
        |line: &str| Fix::of(Certainty::Guess).and(Span::default(), TextChange::Append(line.into()));
    Some(match lines.is_empty() {
        true => problem.help("the game has no hands; add a line `hands`").fix(appended("hands")),
        false => {
            let quoted = join(lines.iter().map(|line| format!("`{line}`")), "and");
            let help = format!("the game has no hands; write {quoted}, or add a line `hands`");
            problem.help(help).fix(appended(&lines.join("\n"))).fix(appended("hands"))
        }
    })
}

/// Returns true if every piece that can act is one of those that the condition of the action excludes.
fn is_among_absent(reach: &Reach, action: &Action, pieces: &PieceFilter) -> bool {
    let conditions = action.when.iter().flat_map(|when| when.conjuncts()).filter_map(CountRange::of);
    let absent: Vec<CountRange> = conditions.filter(|range| range.most == 0 && !range.in_hand).collect();
    let own = pieces.own();
    let acts = |(piece, squares): &(Piece, SquareSet)| reach.might_be(&own, piece.color, *piece, *squares);
    let is_absent = |(piece, squares): (Piece, SquareSet)| {
        let some = SomePiece { variant: reach.variant, piece, squares: Some(squares) };
        absent.iter().any(|range| some.is(range.pieces, piece.color) == Likely::Yes)
    };
    !absent.is_empty() && reach.all().filter(acts).all(is_absent)
}
