//! Refusals: which rule says no to a move, where that rule is written, and about which squares.

use super::{Holds, Origin, Threat};
use crate::base::{PieceTypeId, Square};

/// A rule's no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// Which rule, and what it needs to be said in words.
    pub rule: Rule,
    /// Where it is written.
    pub origin: Origin,
    /// The square it is about, if it is about one.
    pub square: Option<Square>,
}

impl Refusal {
    /// A refusal that is about no square in particular.
    pub(crate) fn new(rule: Rule, origin: Origin) -> Refusal {
        Refusal { rule, origin, square: None }
    }

    pub(crate) fn at(rule: Rule, origin: Origin, square: Square) -> Refusal {
        Refusal { rule, origin, square: Some(square) }
    }
}

/// The rules that can say no. Numbers are indices into the lists of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Over,
    NoPiece,
    NotYours,
    /// The move begins and ends on the same square.
    SameSquare,

    NeverMoves,
    /// No way of the piece leads there; this is one of its ways of moving.
    OutOfReach(usize),
    /// The way must be empty here.
    Blocked,
    /// The way needs a piece here.
    NothingToUse,
    /// What stands where the move would end does not let it end there: it must be one of these.
    BadTarget(Holds),
    Stays,
    /// The square is in a zone that does not admit the piece.
    Closed(usize),
    /// The step crosses a border; it comes from this square.
    Border(usize, Square),
    /// The move is open only to a piece that has not moved.
    HasMoved,

    /// This cannot be done to the piece.
    Immune(Threat),
    /// What happens on arrival cannot happen now.
    Arrival(PieceTypeId, usize),
    /// There is no room to put down the captured piece.
    NoRoom,

    /// One of the two castling pieces has moved or is gone.
    CastlingLost,
    CastlingBlocked,
    CastlingAttacked,

    NoSuchAction,
    UsedUp(usize),
    NotInHand(PieceTypeId),
    /// No rule lets such a piece come from the hand.
    NeverDropped(PieceTypeId),
    Action(usize, ActionRule),

    NoRoyal,
    Exposed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionRule {
    /// It must be taken before anything else.
    Duty,
    NotFor,
    When,
    /// It does not lead to the square.
    Outside,
    /// What stands on the square does not make way.
    Occupied,
    NothingToExchange,
    /// The piece is not one to exchange with.
    NotWith,
    /// The piece may not come to that zone by it: the index among its exceptions.
    ExceptTo(usize),
    SameFile,
    Mates,
    Unproven,
}
