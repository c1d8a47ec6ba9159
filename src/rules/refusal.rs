//! Refusals: which rule says no to a move, where that rule is written, and about which squares.

use super::{Holds, Origin, Threat};
use crate::base::{PieceTypeId, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// Which rule, and what it needs to be said in words.
    pub rule: Rule,
    pub origin: Origin,
    pub square: Option<Square>,
}

impl Refusal {
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
    /// It belongs to neither side.
    Neutral,
    SameSquare,

    NeverMoves,
    /// This way of moving does not lead there, whatever stands in between.
    Elsewhere(usize),
    /// What this way of moving asks for is not so.
    NotNow(usize),
    /// What this way of moving asks for would not be so afterwards.
    NotProvided(usize),
    /// This way of moving may not pass over the piece here.
    NotOver(usize),
    /// This way of moving does not capture what stands there.
    NotCapturing(usize),
    /// No way of the piece leads there; this is one of its ways of moving.
    OutOfReach(usize),
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
    HasMoved,

    Immune(Threat),
    /// What happens on arrival cannot happen now.
    Arrival(PieceTypeId, usize),
    /// There is no room to put down the captured piece.
    NoRoom,

    CastlingLost,
    CastlingBlocked,
    CastlingAttacked,

    NoSuchAction,
    UsedUp(usize),
    NotInHand(PieceTypeId),
    /// No rule lets such a piece come from the hand.
    NeverDropped(PieceTypeId),
    Action(usize, ActionRule),

    /// A rule about moves forbids what it does.
    Forbidden(usize),
    /// A rule about moves demands what other moves do.
    Obliged(usize),

    NoRoyal,
    Exposed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionRule {
    Duty,
    NotFor,
    When,
    /// It does not lead to the square.
    Outside,
    /// What stands on the square does not make way.
    Occupied,
    NothingToExchange,
    NotWith,
    /// The piece may not come to that zone by it: the index among its exceptions.
    ExceptTo(usize),
    SameFile,
    Mates,
    Unproven,
}
