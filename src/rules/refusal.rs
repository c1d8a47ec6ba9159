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

    /// A refusal about a square.
    pub(crate) fn at(rule: Rule, origin: Origin, square: Square) -> Refusal {
        Refusal { rule, origin, square: Some(square) }
    }
}

/// The rules that can say no. Numbers are indices into the lists of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The game is over.
    Over,
    /// There is no piece to move.
    NoPiece,
    /// The piece is the opponent's.
    NotYours,
    /// The move begins and ends on the same square.
    SameSquare,

    /// The piece has no moves at all.
    NeverMoves,
    /// No way of the piece leads there; this is one of its ways of moving.
    OutOfReach(usize),
    /// The way must be empty here.
    Blocked,
    /// The way needs a piece here.
    NothingToUse,
    /// What stands where the move would end does not let it end there: it must be one of these.
    BadTarget(Holds),
    /// The piece may not leave its zone.
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
    /// Castling needs this square empty.
    CastlingBlocked,
    /// Castling needs this square not attacked.
    CastlingAttacked,

    /// The game has no such action.
    NoSuchAction,
    /// The right has been used up.
    UsedUp(usize),
    /// There is no such piece in hand.
    NotInHand(PieceTypeId),
    /// No rule lets such a piece come from the hand.
    NeverDropped(PieceTypeId),
    /// A rule of this action.
    Action(usize, ActionRule),

    /// No royal would be left.
    NoRoyal,
    /// A royal would be attacked.
    Exposed,
}

/// The rules of an action that can say no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionRule {
    /// It must be taken before anything else.
    Duty,
    /// It is not for the piece.
    NotFor,
    /// Its condition does not hold.
    When,
    /// It does not lead to the square.
    Outside,
    /// What stands on the square does not make way.
    Occupied,
    /// There is nothing to exchange with.
    NothingToExchange,
    /// The piece is not one to exchange with.
    NotWith,
    /// The piece may not come to that zone by it: the index among its exceptions.
    ExceptTo(usize),
    /// A piece stands on the same file.
    SameFile,
    /// It may not give checkmate.
    Mates,
    /// What must be true after it is not.
    Unproven,
}
