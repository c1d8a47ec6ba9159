//! Conditions: what must be true for an action to be allowed or for a game to be over.

use super::{PieceFilter, Zone};
use crate::base::PieceTypeId;
use serde::{Deserialize, Serialize};

/// How two numbers must compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Compare {
    /// Equal.
    #[serde(rename = "=")]
    Equal,
    /// At least.
    #[serde(rename = ">=")]
    AtLeast,
    /// At most.
    #[serde(rename = "<=")]
    AtMost,
}

impl Compare {
    /// Whether `a` compares so with `b`.
    pub(crate) fn holds(self, a: usize, b: usize) -> bool {
        match self {
            Compare::Equal => a == b,
            Compare::AtLeast => a >= b,
            Compare::AtMost => a <= b,
        }
    }
}

/// What counts as a piece being trapped by the one that attacks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Proof {
    /// After every legal reply the attacker can legally capture it, wherever it then stands. A reply that ends the
    /// game refutes it; where the game is already over no reply is needed.
    EveryReply,
    /// It cannot go to a square the attacker does not attack, exchanges aside, and nothing attacks the attacker.
    NoSafeMove,
    /// It has no legal move: no legal move's text begins with its square.
    NoMove,
    /// To be attacked is enough.
    Attack,
}

impl Proof {
    /// How many traps may be looked into in one call; a trap not proven by then does not count. A game with one piece a side
    /// that could be placed by a trap needs far fewer; only made-up positions with many of them come near it.
    pub(crate) const LIMIT: u32 = 4_000;
}

/// A condition on a position, seen from one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Condition {
    /// The side is bound by check and attacked.
    InCheck,
    /// So many such pieces are on the board.
    Count {
        /// Which pieces.
        pieces: PieceFilter,
        /// How the number compares.
        is: Compare,
        /// With what.
        number: u32,
    },
    /// The side has no other legal move. Only in the conditions of a turn.
    NoOtherMove,
    /// The piece just placed attacks at least so many of these enemies at once. Only after a turn.
    Forks {
        /// How many.
        number: u32,
        /// Which of the enemies count.
        pieces: PieceFilter,
    },
    /// The piece just placed attacks one of these enemies and it is trapped. Only after a turn.
    Traps {
        /// Which of the enemies count.
        pieces: PieceFilter,
        /// What counts as trapped.
        proof: Proof,
    },
    /// Every square of the zone is empty.
    Empty(Zone),
    /// Neither side has other pieces than these, in any of the listed combinations (piece types of one side, piece types of the other,
    /// royals and all, in no order).
    Material(Vec<(Vec<PieceTypeId>, Vec<PieceTypeId>)>),
    /// All pieces of these piece types stand on squares of one shade (files plus ranks all even or all odd).
    OneShade(Vec<PieceTypeId>),
    /// The side has a legal move after which the condition holds for it.
    CanReach(Box<Condition>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All of these hold.
    Every(Vec<Condition>),
    /// At least one of these holds.
    AnyOf(Vec<Condition>),
}
