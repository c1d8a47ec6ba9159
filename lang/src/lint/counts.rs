//! Lints for conditions that count more pieces than there can ever be, and for those that are always or never true.
//!
//! Only a rule `after every move` adds pieces to a game. Captured pieces can change sides, and pieces can become other
//! pieces, so the computed maximum is an upper bound.

use super::array::count;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{
    Compare, Condition, Fact, FollowUp, Following, Formula, Mention, Part, PieceCount, PieceFilter,
    PieceTest, Reach, Role, RuleRef, Variant,
};

pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    if variant.setup.is_empty() {
        return;
    }
    for (span, condition) in conditions(variant) {
        problems.extend(
            constant(variant, condition)
                .map(|(message, help)| Diagnostic::new(Code::NeverMatters, span, message).help(help)),
        );
        for fact in condition.facts() {
            let Some((number, most)) = needed(reach, fact) else { continue };
            if number > most {
                let message = format!("there are never {number} of these pieces, but at most {most}");
                let problem = Diagnostic::new(Code::NeverSoMany, span, message);
                problems.push(problem.help("check the number; with this one, the condition is never true"));
            }
        }
    }
}

/// Describes a part of a condition that is always true or never true, and how to correct it.
fn constant(variant: &Variant, condition: &Condition) -> Option<(&'static str, &'static str)> {
    let is_about_turns = |fact: &Fact| matches!(fact, Fact::FirstOfTurn | Fact::LastOfTurn);
    if variant.turns.is_none() && condition.leaves().any(is_about_turns) {
        return Some((
            "each turn of this game has one move, which is always the first and the last",
            "add a line such as `turn: 2 moves`, or delete this part of the condition",
        ));
    }
    let is_excluded = |all: &[Condition]| {
        let mut pairs =
            all.iter().enumerate().flat_map(|(at, one)| all[..at].iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| excludes(one, other))
    };
    contains(condition, &is_excluded).then_some((
        "two parts of this condition exclude each other",
        "correct one of the two, or join them with `or`",
    ))
}

/// Returns true if `is_odd` is true of the parts of some conjunction in a condition.
fn contains(condition: &Condition, is_odd: &dyn Fn(&[Condition]) -> bool) -> bool {
    condition.nodes().any(|node| match node {
        Formula::Every(all) => is_odd(all),
        Formula::Leaf(Fact::CanReach(inner)) => contains(inner, is_odd),
        Formula::Leaf(_) | Formula::AnyOf(_) | Formula::Not(_) => false,
    })
}

/// Returns true if two conditions can never be true at once.
fn excludes(one: &Condition, other: &Condition) -> bool {
    let numbers = CountRange::of(one).zip(CountRange::of(other));
    let is_apart = numbers.is_some_and(|(one, other)| {
        let is_below = |one: &CountRange, other: &CountRange| one.most < other.least;
        one.pieces == other.pieces
            && one.in_hand == other.in_hand
            && (is_below(&one, &other) || is_below(&other, &one))
    });
    one.excludes(other) || is_apart
}

/// The numbers of pieces for which a condition is true.
struct CountRange<'c> {
    pieces: &'c PieceFilter,
    in_hand: bool,
    least: u32,
    most: u32,
}

impl CountRange<'_> {
    /// Returns the range of a condition that counts pieces, or of its negation.
    fn of(condition: &Condition) -> Option<CountRange<'_>> {
        let (simple, is_negated) =
            if let Formula::Not(inner) = condition { (&**inner, true) } else { (condition, false) };
        let (PieceCount { pieces, is, number }, in_hand) = simple.leaf()?.count_anywhere()?;
        let number = *number;
        let (least, most) = match (is, is_negated) {
            (Compare::Equal, false) => (number, number),
            (Compare::AtLeast, false) => (number, u32::MAX),
            (Compare::AtMost, false) => (0, number),
            (Compare::AtLeast, true) => (0, number.checked_sub(1)?),
            (Compare::AtMost, true) => (number.checked_add(1)?, u32::MAX),
            (Compare::Equal, true) if number == 0 => (1, u32::MAX),
            (Compare::Equal, true) => return None,
        };
        Some(CountRange { pieces, in_hand, least, most })
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

/// Returns the number of pieces that a fact requires, and the maximum number that can exist.
fn needed(reach: &Reach, fact: &Fact) -> Option<(u32, u32)> {
    if let Fact::Forks { number, pieces } = fact {
        let enemies = Formula::Every(vec![PieceTest::Enemy.into(), pieces.clone()]);
        return Some((*number, most(reach, &enemies)));
    }
    let (count, _) = fact.count_anywhere()?;
    (count.is != Compare::AtMost).then(|| (count.number, most(reach, &count.pieces)))
}

/// Returns the maximum number of pieces that a filter can match at once, whichever player the rule applies to.
fn most(reach: &Reach, pieces: &PieceFilter) -> u32 {
    let variant = reach.variant;
    let of = |player| Color::ALL.map(|color| most_of(variant, pieces, player, color)).iter().sum();
    let most = Color::ALL.map(of).into_iter().max().unwrap_or(0);
    most.saturating_add(added(reach, pieces))
}

/// Returns the maximum number of pieces that rules `after every move` add to those that a filter can match. A rule that
/// moves the piece it has put adds one for each side.
fn added(reach: &Reach, pieces: &PieceFilter) -> u32 {
    let is_meant = |id: PieceTypeId| {
        let pairs = Color::ALL.into_iter().flat_map(|side| Color::ALL.map(|color| (side, color)));
        pairs.into_iter().any(|(side, color)| {
            let piece = Piece { color, piece_type: id };
            reach.might_be(pieces, side, piece, reach.of(piece))
        })
    };
    let of = |rule: &FollowUp| match &rule.act {
        Following::Put { piece_type, .. } if !is_meant(*piece_type) => 0,
        Following::Put { more: true, .. } => u32::MAX,
        Following::Put { more: false, .. } => 2,
        Following::Drop(_) => 0,
    };
    reach.variant.follow_ups.iter().map(of).fold(0, u32::saturating_add)
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
        Formula::Leaf(PieceTest::Own) if color != player => 0,
        Formula::Leaf(PieceTest::Enemy) if color == player => 0,
        Formula::Leaf(PieceTest::In(zone)) => all.min(zone.squares.get(color).count()),
        Formula::Leaf(PieceTest::PieceTypes(ids)) if !variant.holds_captures() && !are_made(variant, ids) => {
            counted(variant, ids, color)
        }
        // A conjunction cannot match more pieces than its strictest part.
        Formula::Every(every) => every.iter().map(of).min().unwrap_or(all),
        Formula::AnyOf(any) => any.iter().map(of).sum::<u32>().min(all),
        Formula::Leaf(_) | Formula::Not(_) => all,
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
