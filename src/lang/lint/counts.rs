//! Lint for conditions that count more pieces than there can ever be.
//!
//! No rule adds pieces to a game. Captured pieces can change sides, and pieces can become other pieces, so the
//! computed maximum is an upper bound.

use super::array::count;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{Compare, Condition, Mention, Part, PieceFilter, Role, RuleRef, Variant};

pub(super) fn check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    if variant.setup.is_empty() {
        return;
    }
    for (span, condition) in conditions(variant) {
        for part in condition.leaves() {
            let Some((number, most)) = needed(variant, part) else { continue };
            if number > most {
                let message = format!("there are never {number} of these pieces, but at most {most}");
                let problem = Diagnostic::new(Code::NeverSoMany, span, message);
                problems.push(problem.help("check the number; with this one, the condition is never true"));
            }
        }
    }
}

/// Returns all conditions of a game with their places.
pub(super) fn conditions(variant: &Variant) -> Vec<(Span, &Condition)> {
    let of = |rule: RuleRef<'_>, role| {
        let RuleRef::Action(action) = rule else { return rule.origin(variant) };
        // Each condition of an action has a line of its own.
        action.line(if role == Role::Provided { "provided" } else { "when" }, 0)
    };
    let mut all = Vec::new();
    for rule in variant.rules() {
        for part in rule.parts() {
            all.extend(part.filler.condition().map(|condition| (of(rule, part.role).0, condition)));
        }
    }
    all
}

/// Returns the number of pieces that a simple condition requires, and the maximum number that can exist.
fn needed(variant: &Variant, condition: &Condition) -> Option<(u32, u32)> {
    match condition {
        Condition::Forks { number, pieces } => Some((*number, most(variant, &enemy(pieces)))),
        Condition::Count { pieces, is, number } | Condition::Held { pieces, is, number } => match is {
            Compare::Equal | Compare::AtLeast => Some((*number, most(variant, pieces))),
            Compare::AtMost => None,
        },
        Condition::InCheck
        | Condition::EnemyInCheck
        | Condition::FirstOfTurn
        | Condition::LastOfTurn
        | Condition::RoyalsFace
        | Condition::NoOtherMove
        | Condition::Traps { .. }
        | Condition::Empty(_)
        | Condition::UsedUp { .. }
        | Condition::Material(_)
        | Condition::OneShade(_)
        | Condition::CanReach(_)
        | Condition::Not(_)
        | Condition::Every(_)
        | Condition::AnyOf(_) => None,
    }
}

fn enemy(pieces: &PieceFilter) -> PieceFilter {
    PieceFilter::Every(vec![PieceFilter::Enemy, pieces.clone()])
}

/// Returns the maximum number of pieces that a filter can match at once, whichever player the rule applies to.
fn most(variant: &Variant, pieces: &PieceFilter) -> u32 {
    let of = |player| Color::ALL.map(|color| most_of(variant, pieces, player, color)).iter().sum();
    Color::ALL.map(of).into_iter().max().unwrap_or(0)
}

/// Returns the maximum number of pieces of one color that a filter can match in a rule that applies to `player`.
fn most_of(variant: &Variant, pieces: &PieceFilter, player: Color, color: Color) -> u32 {
    let of = |pieces| most_of(variant, pieces, player, color);
    // In a game with hands, captured pieces can return on the other side.
    let all = match variant.holds_captures() {
        true => Color::ALL.map(|color| count(variant, color)).iter().sum(),
        false => count(variant, color),
    };
    match pieces {
        PieceFilter::Own if color != player => 0,
        PieceFilter::Enemy if color == player => 0,
        // A conjunction cannot match more pieces than its strictest part.
        PieceFilter::Every(every) => every.iter().map(of).min().unwrap_or(all),
        PieceFilter::AnyOf(any) => any.iter().map(of).sum::<u32>().min(all),
        PieceFilter::In(zone) => all.min(zone.squares.get(color).count()),
        PieceFilter::PieceTypes(ids) if !variant.holds_captures() && !are_made(variant, ids) => {
            counted(variant, ids, color)
        }
        PieceFilter::All
        | PieceFilter::Own
        | PieceFilter::Enemy
        | PieceFilter::Royal
        | PieceFilter::Leader
        | PieceFilter::PieceTypes(_)
        | PieceFilter::Beside(_)
        | PieceFilter::Attacking(_)
        | PieceFilter::AttackedBy(_)
        | PieceFilter::Not(_) => all,
    }
}

/// Returns true if a rule can turn other pieces into these.
fn are_made(variant: &Variant, ids: &[PieceTypeId]) -> bool {
    let made = |part: &Part| {
        let mut is_made = false;
        let mut is_one = |mention| is_made |= matches!(mention, Mention::PieceType(id) if ids.contains(&id));
        part.filler.mentions(&mut is_one);
        matches!(part.role, Role::Becomes | Role::Puts) && is_made
    };
    let others = |rule: &RuleRef| rule.piece_type().is_none_or(|id| !ids.contains(&id));
    variant.rules().into_iter().filter(others).any(|rule| rule.parts().iter().any(made))
}

/// Returns the number of pieces of these types that a side has at the start, including those in hand.
fn counted(variant: &Variant, ids: &[PieceTypeId], color: Color) -> u32 {
    let is_match = |piece: Piece| piece.color == color && ids.contains(&piece.piece_type);
    let stand = variant.setup.iter().filter(|(_, piece)| is_match(*piece)).count();
    let held = variant.start_hands.iter().filter(|(piece, _)| is_match(*piece));
    let held: u32 = held.map(|(_, number)| u32::from(*number)).sum();
    u32::try_from(stand).unwrap_or(u32::MAX).saturating_add(held)
}
