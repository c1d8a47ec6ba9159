//! Refusals: the rule that makes a move illegal, with its origin and square.

use super::{Holds, Origin, Threat};
use crate::base::{PieceTypeId, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The rule, with the data that its explanation needs.
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

/// The rules that can make a move illegal. Numbers are indices into the lists of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Over,
    NoPiece,
    NotYours,
    /// The piece belongs to neither side.
    Neutral,
    SameSquare,

    NeverMoves,
    /// This kind of move never leads there, with any pieces in between.
    Elsewhere(usize),
    /// The condition before this kind of move does not hold.
    NotNow(usize),
    /// The condition after this kind of move would not hold.
    NotProvided(usize),
    /// This kind of move cannot pass over the piece here.
    NotOver(usize),
    /// This kind of move cannot capture the piece there.
    NotCapturing(usize),
    /// No move of the piece leads there. The number is one of its kinds of moves.
    OutOfReach(usize),
    Blocked,
    /// The move needs a hurdle here.
    NothingToUse,
    /// The move cannot end on the target because it does not hold one of these.
    BadTarget(Holds),
    Stays,
    /// The square is in a zone that does not admit the piece.
    Closed(usize),
    /// The step from this square crosses a border.
    Border(usize, Square),
    HasMoved,

    Immune(Threat),
    /// The mandatory effect of the arrival is impossible.
    Arrival(PieceTypeId, usize),
    /// There is no room for the captured piece to reappear.
    NoRoom,

    CastlingLost,
    CastlingBlocked,
    CastlingAttacked,

    NoSuchAction,
    UsedUp(usize),
    NotInHand(PieceTypeId),
    /// No rule permits dropping such a piece.
    NeverDropped(PieceTypeId),
    Action(usize, ActionRule),

    /// A restriction forbids a property of the move.
    Forbidden(usize),
    /// A restriction requires a property that other moves have.
    Obliged(usize),

    NoRoyal,
    Exposed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionRule {
    Duty,
    NotFor,
    When,
    /// The action does not lead to the square.
    Outside,
    /// The piece on the square is not removed.
    Occupied,
    NothingToExchange,
    NotWith,
    /// The action may not bring the piece to that zone. The number is the index of the exception.
    ExceptTo(usize),
    SameFile,
    Mates,
    Unproven,
}
