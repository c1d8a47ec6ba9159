//! Refusals: the rules that make a move illegal.
//!
//! A [`Refusal`] names the rule, its origin, and the square concerned. `words` turns it into a sentence.

use super::{Holds, Origin, Threat};
use crate::base::{PieceTypeId, Square};

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule, with the data that the explanation needs.
    pub rule: Rule,
    pub origin: Origin,
    pub square: Option<Square>,
}

impl Refusal {
    pub fn new(rule: Rule, origin: Origin) -> Refusal {
        Refusal { rule, origin, square: None }
    }

    pub fn at(rule: Rule, origin: Origin, square: Square) -> Refusal {
        Refusal { rule, origin, square: Some(square) }
    }
}

/// The rules that can make a move illegal. Numbers are indices into the lists of rules of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Over,
    NoPiece,
    NotYours,
    /// The piece belongs to neither side.
    Neutral,
    SameSquare,

    NeverMoves,
    /// This kind of move never ends on the square, whatever pieces stand in between.
    Elsewhere(usize),
    /// The condition before this kind of move does not hold.
    NotNow(usize),
    /// The condition after this kind of move would not hold.
    NotProvided(usize),
    /// This kind of move cannot pass over the square, which is attacked.
    WayAttacked(usize),
    /// This kind of move must end on the square, which is beside such a piece.
    Stops(usize),
    /// This kind of move cannot pass over the piece on the square.
    NotOver(usize),
    /// This kind of move cannot capture the piece on the square.
    NotCapturing(usize),
    /// No move of the piece leads to the square. The number is one of its kinds of moves.
    OutOfReach(usize),
    Blocked,
    /// The move needs a hurdle on the square.
    NothingToUse,
    /// The contents of the square belong to none of these classes, so the move cannot end there.
    BadTarget(Holds),
    Stays,
    /// The square is in a zone that does not admit the piece.
    Closed(usize),
    /// The step from this square crosses a border.
    Border(usize, Square),
    HasMoved,

    Immune(Threat),
    /// The mandatory effect of the arrival cannot be carried out.
    Arrival(PieceTypeId, usize),
    /// The captured piece has no room to reappear.
    NoRoom,

    CastlingLost,
    /// The condition of the castling with this number does not hold.
    CastlingNotNow(usize),
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
    /// A restriction requires a property that other legal moves have.
    Obliged(usize),

    NoRoyal,
    Exposed,
}

/// The part of an action that makes a move illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionRule {
    Duty,
    NotFor,
    When,
    /// The action does not lead to the square.
    Outside,
    /// The action does not remove the piece on the square.
    Occupied,
    NothingToExchange,
    NotWith,
    /// The action may not bring the piece to this zone. The number is the index of the exception.
    ExceptTo(usize),
    SameFile,
    Mates,
    Unproven,
}
