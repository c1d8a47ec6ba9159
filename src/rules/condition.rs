//! Conditions: what must be true for an action to be allowed or for a game to be over.

use super::{Logic, PieceFilter, Zone};
use crate::base::PieceTypeId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Compare {
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = ">=")]
    AtLeast,
    #[serde(rename = "<=")]
    AtMost,
}

impl Compare {
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
    Attack,
}

impl Proof {
    /// How many traps may be looked into for one question; only made-up positions come near it.
    pub(crate) const LIMIT: u32 = 4_000;
}

/// A condition on a position, seen from one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Condition {
    /// The side is bound by check and attacked.
    InCheck,
    /// The other side is in check.
    EnemyInCheck,
    /// The move that is next is the first of its turn.
    FirstOfTurn,
    /// It is the last of its turn.
    LastOfTurn,
    /// Royals of both sides stand on one file with nothing between them.
    RoyalsFace,
    Count {
        pieces: PieceFilter,
        is: Compare,
        number: u32,
    },
    /// The same of the pieces in the hands of both sides. None of them stands anywhere or leads its side.
    Held {
        pieces: PieceFilter,
        is: Compare,
        number: u32,
    },
    /// The side has no other legal move. Only in the conditions of an action.
    NoOtherMove,
    /// The piece just placed attacks at least this many of these enemies at once. Only after an action.
    Forks {
        number: u32,
        pieces: PieceFilter,
    },
    /// The piece just placed attacks one of these enemies and it is trapped. Only after an action.
    Traps {
        pieces: PieceFilter,
        proof: Proof,
    },
    Empty(Zone),
    /// Nothing is left of this right of the side, or of its opponent.
    UsedUp {
        right: usize,
        enemy: bool,
    },
    /// Neither side has other pieces, on the board or in hand, than one of these pairs of lists says, royals and all, in no
    /// order.
    Material(Vec<(Vec<PieceTypeId>, Vec<PieceTypeId>)>),
    /// All pieces of these piece types stand on squares of one shade (files plus ranks all even or all odd).
    OneShade(Vec<PieceTypeId>),
    /// The side has a legal move after which the condition holds for it.
    CanReach(Box<Condition>),
    Not(Box<Condition>),
    Every(Vec<Condition>),
    AnyOf(Vec<Condition>),
}

impl Condition {
    /// How many questions about moves may be asked one inside the other.
    pub(crate) const MOST_QUESTIONS: u32 = 8;

    /// How many enemies the piece just placed must attack at least for it to hold.
    pub(crate) fn least_attacked(&self) -> u32 {
        match self {
            Condition::Forks { number, .. } => *number,
            Condition::Traps { .. } => 1,
            Condition::Every(all) => all.iter().map(Condition::least_attacked).max().unwrap_or(0),
            Condition::AnyOf(any) => any.iter().map(Condition::least_attacked).min().unwrap_or(0),
            _ => 0,
        }
    }

    /// How many enemies the piece just placed must attack for it to hold if each of them can flee.
    pub(crate) fn least_forked(&self) -> u32 {
        match self {
            Condition::Forks { number, .. } => *number,
            Condition::Traps { pieces: PieceFilter::Enemy, proof: Proof::EveryReply } => u32::MAX,
            Condition::Every(all) => all.iter().map(Condition::least_forked).max().unwrap_or(0),
            Condition::AnyOf(any) => any.iter().map(Condition::least_forked).min().unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether it asks what moves there are, and not only how pieces stand.
    pub(crate) fn asks_moves(&self) -> bool {
        let asks = |part: &&Condition| match part {
            Condition::Traps { proof, .. } => matches!(proof, Proof::NoMove | Proof::EveryReply),
            Condition::CanReach(_) => true,
            _ => false,
        };
        self.parts().iter().any(asks)
    }

    /// Whether it asks if there is no other move.
    pub(crate) fn asks_for_want_of_moves(&self) -> bool {
        self.parts().into_iter().any(|part| matches!(part, Condition::NoOtherMove))
    }

    /// Whether it asks what some move reaches.
    pub(crate) fn asks_reach(&self) -> bool {
        self.parts().into_iter().any(|part| matches!(part, Condition::CanReach(_)))
    }

    /// Whether the condition holds, given the answers to the simple conditions it is made of.
    pub(crate) fn eval<L: Logic>(&self, simple: &impl Fn(&Condition) -> L) -> L {
        match self {
            Condition::Not(inner) => inner.eval(simple).negated(),
            Condition::Every(all) => L::all(all.iter().map(|condition| condition.eval(simple))),
            Condition::AnyOf(any) => L::any(any.iter().map(|condition| condition.eval(simple))),
            condition => simple(condition),
        }
    }

    /// The simple conditions this one is made of.
    pub(crate) fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::Not(inner) => inner.parts(),
            Condition::Every(all) | Condition::AnyOf(all) => all.iter().flat_map(Condition::parts).collect(),
            simple => vec![simple],
        }
    }
}
