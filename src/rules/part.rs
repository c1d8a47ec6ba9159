//! The parts of a rule, and what they mention.
//!
//! A [`Part`] is a role and what fills it. [`Filler::mentions`] goes on into filters and conditions, down to single piece
//! types, zones, and rights, so that a consumer that asks only what a rule is about need not know the shape of the rule.

#![deny(clippy::wildcard_enum_match_arm)]

use super::{Condition, PieceFilter, Zone};
use crate::base::PieceTypeId;

/// The role of a part in its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// The pieces that do what the rule says, or to which it applies.
    Actor,
    /// The filter of the pieces to which the rule applies, evaluated on the squares where they stand.
    Subject,
    /// The pieces with which the actor changes places, or castles.
    Partner,
    /// The enemy pieces captured or threatened.
    Victim,
    /// The player's own pieces that leave the board.
    Lost,
    /// The pieces passed over.
    Over,
    /// The pieces taken off the square to which the actor goes.
    Removed,
    /// The pieces taken off squares near the actor.
    Cleared,
    /// The pieces that mark the squares meant.
    Marks,
    /// The piece type that the actor becomes.
    Becomes,
    /// The piece type that is dropped from the hand.
    Drops,
    /// The piece type that is put on the board.
    Puts,
    /// The origin.
    From,
    /// The target of a piece.
    Goes,
    /// The zone in which the rule applies.
    Where,
    /// The pieces that keep others from a file.
    Blocks,
    /// An exception: pieces, or squares on which they would arrive.
    Except,
    /// The condition that must hold before.
    When,
    /// The condition that must hold after.
    Provided,
    /// The right that is used once.
    Uses,
    /// The right that is lost.
    Loses,
    /// The right that is counted.
    Counts,
}

/// The content of a role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Filler<'v> {
    Pieces(&'v PieceFilter),
    PieceTypes(&'v [PieceTypeId]),
    PieceType(PieceTypeId),
    Zone(&'v Zone),
    /// The home squares of a piece type.
    HomeOf(PieceTypeId),
    Condition(&'v Condition),
    Right(usize),
    /// A number of quiet plies.
    Plies(u32),
    /// The number of times that a position occurs.
    Times(u32),
    /// A side has no legal move.
    Stuck,
    /// A side is in check.
    Check,
    /// A side is in check and has no legal move.
    Mate,
}

/// One part of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part<'v> {
    pub role: Role,
    pub filler: Filler<'v>,
}

/// One thing that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mention<'v> {
    PieceType(PieceTypeId),
    /// All royal pieces.
    Royals,
    /// A side that is in check.
    Check,
    Zone(&'v Zone),
    HomeOf(PieceTypeId),
    Right(usize),
    /// A side that has no legal move.
    Stuck,
    Plies(u32),
}

impl<'v> Filler<'v> {
    /// The conditions of which it is made: itself if it is one.
    pub(crate) fn condition(self) -> Option<&'v Condition> {
        if let Filler::Condition(condition) = self { Some(condition) } else { None }
    }

    /// The filter, if it is one.
    pub(crate) fn pieces(self) -> Option<&'v PieceFilter> {
        if let Filler::Pieces(pieces) = self { Some(pieces) } else { None }
    }

    /// Calls `each` with everything that is mentioned.
    pub(crate) fn mentions(self, each: &mut impl FnMut(Mention<'v>)) {
        match self {
            Filler::Pieces(pieces) => pieces.mentions(each),
            Filler::PieceTypes(ids) => ids.iter().for_each(|id| each(Mention::PieceType(*id))),
            Filler::PieceType(id) => each(Mention::PieceType(id)),
            Filler::Zone(zone) => each(Mention::Zone(zone)),
            Filler::HomeOf(id) => each(Mention::HomeOf(id)),
            Filler::Condition(condition) => condition.mentions(each),
            Filler::Right(right) => each(Mention::Right(right)),
            Filler::Plies(plies) => each(Mention::Plies(plies)),
            Filler::Times(_) => {}
            Filler::Stuck => each(Mention::Stuck),
            Filler::Check => each(Mention::Check),
            Filler::Mate => {
                each(Mention::Check);
                each(Mention::Stuck);
            }
        }
    }
}

impl PieceFilter {
    /// Calls `each` with everything that the filter mentions.
    pub(crate) fn mentions<'v>(&'v self, each: &mut impl FnMut(Mention<'v>)) {
        match self {
            PieceFilter::All | PieceFilter::Own | PieceFilter::Enemy => {}
            PieceFilter::Royal | PieceFilter::Leader => each(Mention::Royals),
            PieceFilter::PieceTypes(ids) => ids.iter().for_each(|id| each(Mention::PieceType(*id))),
            PieceFilter::In(zone) => each(Mention::Zone(zone)),
            PieceFilter::Beside(inner)
            | PieceFilter::Attacking(inner)
            | PieceFilter::AttackedBy(inner)
            | PieceFilter::Not(inner) => inner.mentions(each),
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => {
                for one in all {
                    one.mentions(each);
                }
            }
        }
    }
}

impl Condition {
    /// Calls `each` with everything that the condition mentions.
    pub(crate) fn mentions<'v>(&'v self, each: &mut impl FnMut(Mention<'v>)) {
        match self {
            Condition::InCheck | Condition::EnemyInCheck | Condition::RoyalsFace => each(Mention::Check),
            Condition::FirstOfTurn | Condition::LastOfTurn => {}
            Condition::Count { pieces, is: _, number: _ }
            | Condition::Held { pieces, is: _, number: _ }
            | Condition::Forks { number: _, pieces }
            | Condition::Traps { pieces, proof: _ } => pieces.mentions(each),
            Condition::NoOtherMove => each(Mention::Stuck),
            Condition::Empty(zone) => each(Mention::Zone(zone)),
            Condition::UsedUp { right, enemy: _ } => each(Mention::Right(*right)),
            Condition::Material(pairs) => {
                let ids = pairs.iter().flat_map(|(one, other)| one.iter().chain(other));
                ids.for_each(|id| each(Mention::PieceType(*id)));
            }
            Condition::OneShade(ids) => ids.iter().for_each(|id| each(Mention::PieceType(*id))),
            Condition::CanReach(inner) | Condition::Not(inner) => inner.mentions(each),
            Condition::Every(all) | Condition::AnyOf(all) => {
                for one in all {
                    one.mentions(each);
                }
            }
        }
    }

    /// The simple conditions of which it is made, those about other moves included.
    pub(crate) fn leaves(&self) -> Vec<&Condition> {
        match self {
            Condition::CanReach(inner) | Condition::Not(inner) => inner.leaves(),
            Condition::Every(all) | Condition::AnyOf(all) => all.iter().flat_map(Condition::leaves).collect(),
            Condition::InCheck
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::Count { .. }
            | Condition::Held { .. }
            | Condition::NoOtherMove
            | Condition::Forks { .. }
            | Condition::Traps { .. }
            | Condition::Empty(_)
            | Condition::UsedUp { .. }
            | Condition::Material(_)
            | Condition::OneShade(_) => vec![self],
        }
    }
}
