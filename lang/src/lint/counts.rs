//! Lints for conditions that count more pieces than there can ever be, and for those that are always or never true.
//!
//! Only a rule `after every move` adds pieces to a game. Captured pieces can change sides, and pieces can become other
//! pieces, so the computed maximum is an upper bound.

use super::array::count;
use super::material;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{commas, join};
use crate::rules::{
    Binding, Compare, Condition, Fact, FollowUp, Following, Formula, Mention, Part, PieceCount, PieceFilter,
    PieceTest, Reach, Role, RuleRef, Variant,
};

pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    if variant.setup.is_empty() {
        return;
    }
    let mut kingless_problems = Vec::new();
    let royals = LastingRoyals::of(variant);
    for (span, condition) in conditions(variant) {
        problems.extend(
            constant(reach, condition)
                .map(|(message, help)| Diagnostic::new(Code::NeverMatters, span, message).help(help)),
        );
        for fact in condition.facts() {
            let found = royals.as_ref().and_then(|royals| kingless(royals, fact));
            kingless_problems.extend(found.map(|problem| problem.at(span)));
            let Some((number, most)) = needed(reach, fact) else { continue };
            if number > most {
                let message = format!("there are never {number} of these pieces, but at most {most}");
                let problem = Diagnostic::new(Code::NeverSoMany, span, message);
                problems.push(problem.help("check the number; with this one, the condition is never true"));
            }
        }
    }
    problems.extend(material::join_kingless(variant, kingless_problems, &|side| {
        royals.as_ref().is_some_and(|royals| royals.are_missing(side))
    }));
}

/// The royals that each side has at every time.
struct LastingRoyals<'a> {
    variant: &'a Variant,
    /// The royals of White and of Black in the array, if none ever leaves the game.
    all: Option<[Vec<PieceTypeId>; 2]>,
}

impl LastingRoyals<'_> {
    /// Returns the royals of a game, or `None` if a side can be without one.
    fn of(variant: &Variant) -> Option<LastingRoyals<'_>> {
        let royals = Color::ALL.map(|color| {
            let own = variant.setup.iter().filter(|(_, piece)| piece.color == color);
            let own = own.map(|(_, piece)| piece.piece_type);
            own.filter(|id| variant.piece_type(*id).royal.is_some()).collect::<Vec<PieceTypeId>>()
        });
        let keeps = match variant.royalty.binds {
            Binding::Always | Binding::Leader | Binding::AllRoyals => {
                royals.iter().all(|own| !own.is_empty())
            }
            Binding::Never | Binding::OneRoyal => false,
        };
        let keeps = keeps && !variant.fills_hands();
        keeps.then(|| LastingRoyals { variant, all: variant.keeps_every_royal().then_some(royals) })
    }

    /// Returns true if neither side ever has only these pieces.
    fn are_missing(&self, side: &[PieceTypeId]) -> bool {
        !side.iter().any(|id| self.variant.piece_type(*id).royal.is_some()) || !self.absent(side).is_empty()
    }

    /// Returns the royals that White always has besides these pieces, unless Black can have only these.
    fn absent(&self, side: &[PieceTypeId]) -> Vec<PieceTypeId> {
        let without = |royals: &Vec<PieceTypeId>| {
            let mut left = royals.clone();
            side.iter().for_each(|id| {
                left.iter().position(|other| other == id).map(|at| left.remove(at));
            });
            left
        };
        match self.all.as_ref().map(|all| all.each_ref().map(without)) {
            Some([white, black]) if !black.is_empty() => white,
            Some(_) | None => Vec::new(),
        }
    }
}

/// Reports `only [A] against [B]` with a side that lacks a royal that it always has.
fn kingless(royals: &LastingRoyals, fact: &Fact) -> Option<Diagnostic> {
    let Fact::Material(pairs) = fact else { return None };
    let mut sides = pairs.iter().flat_map(|(one, other)| [one, other]);
    let side = sides.find(|side| royals.are_missing(side))?;
    let variant = royals.variant;
    let names = |side: &[PieceTypeId]| commas(side.iter().map(|id| variant.piece_type(*id).name()));
    let royal = variant.piece_types.iter().find(|one| one.royal.is_some())?.name();
    let absent = royals.absent(side);
    let has = match absent.as_slice() {
        [] => "a royal piece".to_owned(),
        absent => format!(
            "{} as well",
            join(absent.iter().map(|id| format!("`{}`", variant.piece_type(*id).name())), "and")
        ),
    };
    let message = format!("a side never has only [{}]: check binds, so each side has {has}", names(side));
    let help = match (side.is_empty(), absent.is_empty()) {
        (_, false) => format!("write `[{}]`", names(&[side.as_slice(), &absent].concat())),
        (true, true) => format!("write `[{royal}]`"),
        (false, true) => format!("write `[{royal}, {}]`", names(side)),
    };
    Some(Diagnostic::new(Code::NeverMatters, Span::default(), message).help(help))
}

/// Describes a part of a condition that is always true or never true, and how to correct it.
fn constant(reach: &Reach, condition: &Condition) -> Option<(&'static str, &'static str)> {
    let variant = reach.variant;
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
        pairs.any(|(one, other)| excludes(reach, one, other))
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
fn excludes(reach: &Reach, one: &Condition, other: &Condition) -> bool {
    let numbers = CountRange::of(one).zip(CountRange::of(other));
    let is_apart = numbers.is_some_and(|(one, other)| {
        let is_below = |one: &CountRange, other: &CountRange| one.most < other.least;
        one.in_hand == other.in_hand
            && if one.pieces == other.pieces {
                is_below(&one, &other) || is_below(&other, &one)
            } else {
                !one.in_hand && are_too_many(reach, &one, &other)
            }
    });
    one.excludes(other) || is_apart
}

/// Returns true if two counts are of the same pieces in places without a common square, and there are never so many of
/// these pieces.
fn are_too_many(reach: &Reach, one: &CountRange, other: &CountRange) -> bool {
    let split = |pieces: &PieceFilter| {
        let (zones, rest): (Vec<_>, Vec<_>) = pieces
            .conjuncts()
            .iter()
            .cloned()
            .partition(|part| part.leaf().and_then(PieceTest::zone).is_some());
        let zone = zones.first().and_then(|part| part.leaf()?.zone().cloned());
        (zone.filter(|_| zones.len() == 1), rest)
    };
    let ((Some(here), same), (Some(there), others)) = (split(one.pieces), split(other.pieces)) else {
        return false;
    };
    let is_apart = |color: Color| !here.squares.get(color).meets(*there.squares.get(color));
    let number = one.least.saturating_add(other.least);
    same == others && Color::ALL.into_iter().all(is_apart) && number > most(reach, &Formula::every(same))
}

/// The numbers of pieces for which a condition is true.
pub(super) struct CountRange<'c> {
    pub(super) pieces: &'c PieceFilter,
    pub(super) in_hand: bool,
    least: u32,
    pub(super) most: u32,
}

impl CountRange<'_> {
    /// Returns the range of a condition that counts pieces, or of its negation.
    pub(super) fn of(condition: &Condition) -> Option<CountRange<'_>> {
        let (simple, is_negated) =
            if let Formula::Not(inner) = condition { (&**inner, true) } else { (condition, false) };
        let (PieceCount { pieces, is, number }, in_hand) = simple.leaf()?.count_anywhere()?;
        let number = *number;
        let (least, most) = match (is, is_negated) {
            (Compare::Equal, false) => (number, number),
            (Compare::AtLeast, false) => (number, u32::MAX),
            (Compare::AtMost, false) => (0, number),
            (Compare::AtLeast, true) | (Compare::Less, false) => (0, number.checked_sub(1)?),
            (Compare::AtMost, true) | (Compare::More, false) => (number.checked_add(1)?, u32::MAX),
            (Compare::More, true) => (0, number),
            (Compare::Less, true) => (number, u32::MAX),
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
        Following::Leave(all) if !all.iter().any(|id| is_meant(*id)) => 0,
        Following::Leave(_) => u32::MAX,
        Following::Drop(_) | Following::Advance(_) => 0,
    };
    reach.variant.follow_ups.iter().map(of).fold(0, u32::saturating_add)
}

/// Returns the maximum number of pieces of one color that a filter can match in a rule that applies to `player`.
fn most_of(variant: &Variant, pieces: &PieceFilter, player: Color, color: Color) -> u32 {
    let of = |pieces| most_of(variant, pieces, player, color);
    // In a game with hands, captured pieces can return on the other side.
    let all = match variant.fills_hands() || variant.has_turncoats() {
        true => Color::ALL.map(|color| count(variant, color)).iter().sum(),
        false => count(variant, color),
    };
    match pieces {
        Formula::Leaf(PieceTest::Own) if color != player => 0,
        Formula::Leaf(PieceTest::Enemy) if color == player => 0,
        Formula::Leaf(PieceTest::In(zone)) => all.min(zone.squares.get(color).count()),
        Formula::Leaf(PieceTest::PieceTypes(ids))
            if !variant.fills_hands() && !variant.has_turncoats() && !are_made(variant, ids) =>
        {
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
