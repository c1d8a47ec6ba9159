//! Conditions on a position, for actions, endings, and other rules.
//!
//! A [`Condition`] is a formula of [`Fact`]s. The interpreter decides single facts, and [`Formula::eval`] combines them.

use super::{Formula, Mention, PieceFilter, PieceTest, Recurrence, Zone};
use crate::base::{Color, PieceTypeId};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = ">=")]
    AtLeast,
    #[serde(rename = "<=")]
    AtMost,
    #[serde(rename = ">")]
    More,
    #[serde(rename = "<")]
    Less,
}

impl Compare {
    pub fn holds(self, a: usize, b: usize) -> bool {
        match self {
            Compare::Equal => a == b,
            Compare::AtLeast => a >= b,
            Compare::AtMost => a <= b,
            Compare::More => a > b,
            Compare::Less => a < b,
        }
    }
}

/// The criterion by which an attacked piece counts as trapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// After every legal reply, the attacker can legally capture the piece, on whatever square it then stands. A
    /// reply that ends the game refutes this. If the game is already over, no reply is needed.
    EveryReply,
    /// The piece has no move to a square that the attacker does not attack, and no piece attacks the attacker.
    /// Exchanges are ignored.
    NoSafeMove,
    /// The piece has no legal move: no legal move text starts with its square.
    NoMove,
    Attack,
}

impl Proof {
    /// The maximum nesting depth of traps that depend on moves. Each level multiplies the replies to examine.
    pub const MAX_NESTED: u32 = 2;
}

/// A condition on a position from the view of one side.
pub type Condition = Formula<Fact>;

/// A number of pieces that match a filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceCount {
    pub pieces: PieceFilter,
    pub is: Compare,
    pub number: u32,
}

impl PieceCount {
    /// Returns true if the count cannot hold without a matching piece.
    pub fn needs_piece(&self) -> bool {
        match self.is {
            Compare::Equal | Compare::AtLeast => self.number > 0,
            Compare::More => true,
            Compare::AtMost | Compare::Less => false,
        }
    }
}

/// A capture by the last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureTest {
    /// The captured pieces. One of them must match. A zone is about the square from which it was removed.
    pub pieces: PieceFilter,
    /// The piece that made the move, as it was before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PieceFilter>,
}

/// A sum over the pieces that match a filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    pub pieces: PieceFilter,
    pub within: Within,
    /// True if the sum is of the points of the pieces, and false if it is their number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub points: bool,
}

/// The pieces among which a sum is formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Within {
    Board,
    Hands,
    BoardAndHands,
}

impl Within {
    pub fn has_board(self) -> bool {
        self != Within::Hands
    }

    pub fn has_hands(self) -> bool {
        self != Within::Board
    }
}

/// An amount that a condition compares, or to which an effect sets a right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", untagged)]
pub enum Amount {
    Number(u32),
    Total(Total),
    /// The remaining uses of a right of the side, or of its opponent if `enemy` is true.
    Uses {
        right: usize,
        enemy: bool,
    },
}

impl Amount {
    /// Returns the pieces of a sum.
    pub fn total(&self) -> Option<&Total> {
        if let Amount::Total(total) = self { Some(total) } else { None }
    }

    /// Returns true if the amount depends on nothing but rights.
    pub fn is_of_rights(&self) -> bool {
        self.total().is_none()
    }

    /// Calls `each` with every item that the amount mentions.
    pub fn mentions<'v>(&'v self, each: &mut impl FnMut(Mention<'v>)) {
        match self {
            Amount::Number(_) => {}
            Amount::Total(Total { pieces, within: _, points: _ }) => pieces.mentions(each),
            Amount::Uses { right, enemy: _ } => each(Mention::Right(*right)),
        }
    }
}

/// A simple condition on a position from the view of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The side is in check.
    InCheck,
    /// The other side is in check.
    EnemyInCheck,
    /// The next move is the first of its turn.
    FirstOfTurn,
    /// The next move is the last of its turn.
    LastOfTurn,
    /// Royals of both sides stand on one file with nothing between them.
    RoyalsFace,
    /// The number of matching pieces on the board.
    Count(PieceCount),
    /// The number of matching pieces in the hands of both sides. Pieces in hand have no square and are never
    /// leaders.
    Held(PieceCount),
    /// The side has no other legal move. This condition is only valid before an action.
    NoOtherMove,
    /// The piece just placed attacks at least this many matching enemies at once. This condition is only valid
    /// after an action.
    Forks {
        number: u32,
        pieces: PieceFilter,
    },
    /// The piece just placed attacks a matching enemy that is trapped. This condition is only valid after an
    /// action.
    Traps {
        pieces: PieceFilter,
        proof: Proof,
    },
    Empty(Zone),
    /// The side, or its opponent if `enemy` is true, has used up this right.
    UsedUp {
        right: usize,
        enemy: bool,
    },
    /// The pieces of the two sides are exactly those of one pair of lists, in either assignment. Pieces in hand
    /// and royals are included.
    Material(Vec<(Vec<PieceTypeId>, Vec<PieceTypeId>)>),
    /// All pieces of these types stand on squares of one shade. The shade is the parity of file plus rank.
    OneShade(Vec<PieceTypeId>),
    /// The side has a legal move after which the inner condition holds for it.
    CanReach(Box<Condition>),
    /// This side is to move.
    ToMove(Color),
    /// The number of the turn, which is the move number of the position.
    Turn {
        is: Compare,
        number: u32,
    },
    /// The last move captured such a piece.
    Captured(Box<CaptureTest>),
    /// A comparison of a sum, or of the uses of a right, with another amount.
    Totals {
        one: Box<Amount>,
        is: Compare,
        other: Box<Amount>,
    },
    /// The side to move is in check and has no legal move. This fact, and those that follow, are valid only in endings.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The side to move has no legal move.
    NoMove,
    /// The position has occurred this many times.
    Repetition(u32),
    /// The position has occurred this many times, and since its first occurrence the side to move has been in
    /// check on every turn. If `giving` is true, it has given check with every move instead.
    Perpetual {
        times: u32,
        giving: bool,
    },
    /// This many plies have passed since the clock was last reset.
    Quiet(u32),
}

impl Fact {
    /// Returns the test of a fact about the last capture.
    pub fn captures(&self) -> Option<CaptureTest> {
        if let Fact::Captured(test) = self { Some((**test).clone()) } else { None }
    }

    /// Returns the number of pieces on the board that is the condition.
    pub fn count(&self) -> Option<&PieceCount> {
        if let Fact::Count(count) = self { Some(count) } else { None }
    }

    /// Returns the number of pieces that is the condition. The flag is true for pieces in hand.
    pub fn count_anywhere(&self) -> Option<(&PieceCount, bool)> {
        if let Fact::Held(count) = self {
            Some((count, true))
        } else {
            self.count().map(|count| (count, false))
        }
    }

    /// Returns the pieces of which the piece just placed must attack one or more.
    pub fn victims(&self) -> Option<&PieceFilter> {
        if let Fact::Forks { pieces, .. } | Fact::Traps { pieces, .. } = self { Some(pieces) } else { None }
    }

    /// Returns true for a fact about the legal moves that only endings contain.
    pub fn is_of_moves(&self) -> bool {
        matches!(self, Fact::Checkmate | Fact::Stalemate | Fact::NoMove)
    }

    /// Returns true for a fact about earlier positions: repetition or quiet plies.
    pub fn is_past(&self) -> bool {
        self.is_repetition() || matches!(self, Fact::Quiet(_))
    }

    /// Returns true for a fact that depends on nothing but rights.
    pub fn is_of_rights(&self) -> bool {
        match self {
            Fact::UsedUp { .. } => true,
            Fact::Totals { one, is: _, other } => one.is_of_rights() && other.is_of_rights(),
            Fact::InCheck
            | Fact::EnemyInCheck
            | Fact::FirstOfTurn
            | Fact::LastOfTurn
            | Fact::RoyalsFace
            | Fact::Count(_)
            | Fact::Held(_)
            | Fact::NoOtherMove
            | Fact::Forks { .. }
            | Fact::Traps { .. }
            | Fact::Empty(_)
            | Fact::Material(_)
            | Fact::OneShade(_)
            | Fact::CanReach(_)
            | Fact::ToMove(_)
            | Fact::Turn { .. }
            | Fact::Captured(_)
            | Fact::Checkmate
            | Fact::Stalemate
            | Fact::NoMove
            | Fact::Repetition(_)
            | Fact::Perpetual { .. }
            | Fact::Quiet(_) => false,
        }
    }

    /// Returns the right without uses of which the fact is false, and true if it is that of the opponent.
    pub fn needed_uses(&self) -> Option<(usize, bool)> {
        let Fact::Totals { one, is, other } = self else { return None };
        let Amount::Uses { right, enemy } = **one else { return None };
        let is_positive = match (is, &**other) {
            (Compare::More, _) => true,
            (Compare::AtLeast | Compare::Equal, Amount::Number(number)) => *number > 0,
            _ => false,
        };
        is_positive.then_some((right, enemy))
    }

    /// Returns true if the fact mentions a right.
    pub fn depends_on_right(&self, right: usize) -> bool {
        let mut is_mentioned = false;
        self.mentions(&mut |mention| is_mentioned |= mention == Mention::Right(right));
        is_mentioned
    }

    /// Returns true for a fact about repetition.
    pub fn is_repetition(&self) -> bool {
        matches!(self, Fact::Repetition(_) | Fact::Perpetual { .. })
    }

    /// Returns the truth of a fact about repetition, and `None` for any other fact.
    pub fn recurs(&self, turn: Color, recurrence: Recurrence) -> Option<bool> {
        if let Fact::Repetition(times) = self {
            return Some(recurrence.times >= *times);
        }
        let Fact::Perpetual { times, giving } = self else { return None };
        // A side that is in check on every turn has an opponent that gives check with every move.
        let checker = if *giving { turn } else { turn.other() };
        Some(recurrence.times >= *times && *recurrence.checks.get(checker))
    }

    /// Returns the fact, or those about positions after a move.
    fn facts(&self) -> Vec<&Fact> {
        if let Fact::CanReach(inner) = self { inner.facts() } else { vec![self] }
    }

    fn is_trap(&self) -> bool {
        matches!(self, Fact::Traps { .. })
    }

    /// Returns true for a trap that depends on moves.
    fn is_trap_by_moves(&self) -> bool {
        matches!(self, Fact::Traps { proof: Proof::NoMove | Proof::EveryReply, .. })
    }

    /// Calls `each` with every item that the fact mentions.
    pub fn mentions<'v>(&'v self, each: &mut impl FnMut(Mention<'v>)) {
        match self {
            Fact::InCheck | Fact::EnemyInCheck | Fact::RoyalsFace => each(Mention::Check),
            Fact::FirstOfTurn | Fact::LastOfTurn => {}
            Fact::Count(PieceCount { pieces, is: _, number: _ })
            | Fact::Held(PieceCount { pieces, is: _, number: _ })
            | Fact::Forks { number: _, pieces }
            | Fact::Traps { pieces, proof: _ } => pieces.mentions(each),
            Fact::NoOtherMove | Fact::NoMove | Fact::Stalemate => each(Mention::Stuck),
            Fact::Checkmate => {
                each(Mention::Check);
                each(Mention::Stuck);
            }
            Fact::Quiet(plies) => each(Mention::Plies(*plies)),
            Fact::ToMove(_)
            | Fact::Turn { is: _, number: _ }
            | Fact::Repetition(_)
            | Fact::Perpetual { times: _, giving: _ } => {}
            Fact::Captured(test) => {
                let CaptureTest { pieces, by } = &**test;
                [Some(pieces), by.as_ref()].into_iter().flatten().for_each(|own| own.mentions(each));
            }
            Fact::Totals { one, is: _, other } => {
                one.mentions(each);
                other.mentions(each);
            }
            Fact::Empty(zone) => each(Mention::Zone(zone)),
            Fact::UsedUp { right, enemy: _ } => each(Mention::Right(*right)),
            Fact::Material(pairs) => {
                let ids = pairs.iter().flat_map(|(one, other)| one.iter().chain(other));
                ids.for_each(|id| each(Mention::PieceType(*id)));
            }
            Fact::OneShade(ids) => ids.iter().for_each(|id| each(Mention::PieceType(*id))),
            Fact::CanReach(inner) => inner.mentions(each),
        }
    }
}

impl Condition {
    /// The maximum nesting depth of conditions on moves.
    pub const MAX_QUESTIONS: u32 = 8;

    /// Returns the minimum number of enemies that the piece just placed must attack for the condition to hold.
    pub fn least_attacked(&self) -> u32 {
        self.requirement(&|fact| {
            if let Fact::Forks { number, .. } = fact { *number } else { fact.is_trap().into() }
        })
    }

    /// Returns the same minimum as [`Self::least_attacked`] for the case that each attacked enemy can escape.
    pub fn least_forked(&self) -> u32 {
        self.requirement(&|fact| {
            if let Fact::Forks { number, .. } = fact {
                return *number;
            }
            // No enemy that can escape is trapped, so the condition cannot hold in this case.
            let enemies = Formula::Leaf(PieceTest::Enemy);
            let traps =
                matches!(fact, Fact::Traps { pieces, proof: Proof::EveryReply } if *pieces == enemies);
            if traps { u32::MAX } else { 0 }
        })
    }

    /// Returns the facts on which the condition depends, including those about positions after other moves.
    pub fn facts(&self) -> Vec<&Fact> {
        self.leaves().flat_map(Fact::facts).collect()
    }

    /// Calls `each` with every item that the condition mentions.
    pub fn mentions<'v>(&'v self, each: &mut impl FnMut(Mention<'v>)) {
        self.leaves().for_each(|fact| fact.mentions(each));
    }

    /// Returns true if the condition contains a trap that depends on moves.
    pub fn contains_traps(&self) -> bool {
        self.leaves().any(Fact::is_trap_by_moves)
    }

    /// Returns true if the condition contains [`Fact::CanReach`].
    pub fn contains_reach(&self) -> bool {
        self.leaves().any(|fact| matches!(fact, Fact::CanReach(_)))
    }

    /// Returns true if the condition depends on moves and not only on the placement of pieces.
    pub fn depends_on_moves(&self) -> bool {
        self.contains_traps() || self.contains_reach()
    }

    /// Returns true if the condition depends on the absence of other moves.
    pub fn requires_no_other_move(&self) -> bool {
        self.leaves().any(|fact| *fact == Fact::NoOtherMove)
    }

    /// Returns true if the condition depends on the side to move or on the number of the turn.
    pub fn depends_on_turn(&self) -> bool {
        self.facts().iter().any(|fact| matches!(fact, Fact::ToMove(_) | Fact::Turn { .. }))
    }

    /// Returns true if the condition depends on the remaining uses of a right.
    pub fn depends_on_rights(&self) -> bool {
        let mut is_mentioned = false;
        self.mentions(&mut |mention| is_mentioned |= matches!(mention, Mention::Right(_)));
        is_mentioned
    }
}
