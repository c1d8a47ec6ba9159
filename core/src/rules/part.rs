//! The parts of a rule, and the items that they mention.
//!
//! A [`Part`] pairs a [`Role`] with a [`Filler`]. [`Filler::mentions`] descends into filters and conditions to
//! single piece types, zones, and rights, so that its callers need not know the shape of the rule.

use super::{Condition, PieceFilter, Zone};
use crate::base::PieceTypeId;

/// The role of a part in its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The pieces that act, or that the rule applies to.
    Actor,
    /// The pieces that the rule applies to, as a filter that is evaluated on their squares.
    Subject,
    /// The pieces with which the actor exchanges places or castles.
    Partner,
    /// The enemy pieces that are captured or threatened.
    Victim,
    /// The player's own pieces that leave the board.
    Lost,
    /// The pieces that the actor passes over.
    Over,
    /// The pieces beside which a path must end.
    Stops,
    /// The pieces that are removed from the target square of the actor.
    Removed,
    /// The pieces that are removed from squares near the actor.
    Cleared,
    /// The pieces whose squares determine the squares that the rule affects.
    Marks,
    /// The piece type that the actor becomes.
    Becomes,
    /// The piece types that are dropped from the hand.
    Drops,
    /// The piece type that is put on the board.
    Puts,
    /// The squares that the actor starts from.
    From,
    /// The squares that the actor moves to.
    Goes,
    /// The zone in which the rule applies.
    Where,
    /// The pieces that forbid a drop on their file.
    Blocks,
    /// An exception: the excepted pieces, or the squares that they may not reach.
    Except,
    /// The condition that must hold before the move.
    When,
    /// The condition that must hold after the move.
    Provided,
    /// The right that the rule uses once.
    Uses,
    /// The right that a side loses.
    Loses,
    /// The right of which a side gains a use.
    Gains,
    /// The right whose uses are set to a number.
    Sets,
    /// The pieces whose number, or the right whose uses, give that number.
    SetTo,
    /// The right whose remaining uses are counted.
    Counts,
}

/// The value that fills a role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filler<'v> {
    Pieces(&'v PieceFilter),
    PieceTypes(&'v [PieceTypeId]),
    PieceType(PieceTypeId),
    Zone(&'v Zone),
    /// The home squares of a piece type.
    HomeOf(PieceTypeId),
    Condition(&'v Condition),
    Right(usize),
    /// A side is in check.
    Check,
    /// A side is in check and has no legal move.
    Mate,
}

/// One part of a rule: a role and its filler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part<'v> {
    pub role: Role,
    pub filler: Filler<'v>,
}

/// An item that a rule mentions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mention<'v> {
    PieceType(PieceTypeId),
    /// All royal pieces.
    Royals,
    /// The royal pieces of the highest rank of a side.
    Leaders,
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
    /// Returns the condition if the filler is one.
    pub fn condition(self) -> Option<&'v Condition> {
        if let Filler::Condition(condition) = self { Some(condition) } else { None }
    }

    /// Returns the piece filter if the filler is one.
    pub fn pieces(self) -> Option<&'v PieceFilter> {
        if let Filler::Pieces(pieces) = self { Some(pieces) } else { None }
    }

    /// Calls `each` with every item that the filler mentions.
    pub fn mentions(self, each: &mut impl FnMut(Mention<'v>)) {
        match self {
            Filler::Pieces(pieces) => pieces.mentions(each),
            Filler::PieceTypes(ids) => ids.iter().for_each(|id| each(Mention::PieceType(*id))),
            Filler::PieceType(id) => each(Mention::PieceType(id)),
            Filler::Zone(zone) => each(Mention::Zone(zone)),
            Filler::HomeOf(id) => each(Mention::HomeOf(id)),
            Filler::Condition(condition) => condition.mentions(each),
            Filler::Right(right) => each(Mention::Right(right)),
            Filler::Check => each(Mention::Check),
            Filler::Mate => {
                each(Mention::Check);
                each(Mention::Stuck);
            }
        }
    }
}
