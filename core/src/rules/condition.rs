//! Conditions on a position, for actions, endings, and other rules.
//!
//! [`Condition`] is a tree whose leaves are simple conditions. [`Condition::eval`] combines the results of the
//! leaves in any [`Logic`].

use super::{Logic, PieceFilter, Zone};
use crate::base::PieceTypeId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = ">=")]
    AtLeast,
    #[serde(rename = "<=")]
    AtMost,
}

impl Compare {
    pub fn holds(self, a: usize, b: usize) -> bool {
        match self {
            Compare::Equal => a == b,
            Compare::AtLeast => a >= b,
            Compare::AtMost => a <= b,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
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
    Count {
        pieces: PieceFilter,
        is: Compare,
        number: u32,
    },
    /// The number of matching pieces in the hands of both sides. Pieces in hand have no square and are never
    /// leaders.
    Held {
        pieces: PieceFilter,
        is: Compare,
        number: u32,
    },
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
    Not(Box<Condition>),
    Every(Vec<Condition>),
    AnyOf(Vec<Condition>),
}

impl Condition {
    /// The maximum nesting depth of conditions on moves.
    pub const MAX_QUESTIONS: u32 = 8;

    /// Returns the minimum number of enemies that the piece just placed must attack for the condition to hold.
    pub fn least_attacked(&self) -> u32 {
        self.least(&|simple| {
            if let Condition::Forks { number, .. } = simple { *number } else { simple.is_trap().into() }
        })
    }

    /// Returns the same minimum as [`Self::least_attacked`] for the case that each attacked enemy can escape.
    pub fn least_forked(&self) -> u32 {
        self.least(&|simple| {
            if let Condition::Forks { number, .. } = simple {
                return *number;
            }
            // No enemy that can escape is trapped, so the condition cannot hold in this case.
            let traps =
                matches!(simple, Condition::Traps { pieces: PieceFilter::Enemy, proof: Proof::EveryReply });
            if traps { u32::MAX } else { 0 }
        })
    }

    /// Returns a minimum that all parts of a condition require, or one of its alternatives.
    fn least(&self, simple: &dyn Fn(&Condition) -> u32) -> u32 {
        if let Condition::Every(all) = self {
            all.iter().map(|one| one.least(simple)).max().unwrap_or(0)
        } else if let Condition::AnyOf(any) = self {
            any.iter().map(|one| one.least(simple)).min().unwrap_or(0)
        } else {
            simple(self)
        }
    }

    fn is_trap(&self) -> bool {
        matches!(self, Condition::Traps { .. })
    }

    /// Returns true if the condition contains a trap that depends on moves.
    pub fn contains_traps(&self) -> bool {
        let asks = |part: &Condition| {
            matches!(part, Condition::Traps { proof: Proof::NoMove | Proof::EveryReply, .. })
        };
        self.parts().into_iter().any(asks)
    }

    /// Returns true if the condition depends on moves and not only on the placement of pieces.
    pub fn depends_on_moves(&self) -> bool {
        let asks = |part: &&Condition| match part {
            Condition::Traps { proof, .. } => matches!(proof, Proof::NoMove | Proof::EveryReply),
            Condition::CanReach(_) => true,
            Condition::InCheck
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::Count { .. }
            | Condition::Held { .. }
            | Condition::NoOtherMove
            | Condition::Forks { .. }
            | Condition::Empty(_)
            | Condition::UsedUp { .. }
            | Condition::Material(_)
            | Condition::OneShade(_)
            | Condition::Not(_)
            | Condition::Every(_)
            | Condition::AnyOf(_) => false,
        };
        self.parts().iter().any(asks)
    }

    /// Returns true if the condition depends on the absence of other moves.
    pub fn requires_no_other_move(&self) -> bool {
        self.parts().into_iter().any(|part| matches!(part, Condition::NoOtherMove))
    }

    /// Returns true if the condition depends on the remaining uses of a right.
    pub fn depends_on_rights(&self) -> bool {
        self.parts().into_iter().any(|part| matches!(part, Condition::UsedUp { .. }))
    }

    /// Returns true if the condition contains [`Condition::CanReach`].
    pub fn contains_reach(&self) -> bool {
        self.parts().into_iter().any(|part| matches!(part, Condition::CanReach(_)))
    }

    /// Evaluates the condition from the results of its simple conditions.
    pub fn eval<L: Logic>(&self, simple: &impl Fn(&Condition) -> L) -> L {
        match self {
            Condition::Not(inner) => inner.eval(simple).negated(),
            Condition::Every(all) => L::all(all.iter().map(|condition| condition.eval(simple))),
            Condition::AnyOf(any) => L::any(any.iter().map(|condition| condition.eval(simple))),
            condition @ (Condition::InCheck
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
            | Condition::OneShade(_)
            | Condition::CanReach(_)) => simple(condition),
        }
    }

    /// Returns the simple conditions that this condition consists of.
    pub fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::Not(inner) => inner.parts(),
            Condition::Every(all) | Condition::AnyOf(all) => all.iter().flat_map(Condition::parts).collect(),
            simple @ (Condition::InCheck
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
            | Condition::OneShade(_)
            | Condition::CanReach(_)) => vec![simple],
        }
    }
}
