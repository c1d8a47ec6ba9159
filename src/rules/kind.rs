//! Kinds of men: a piece in one of its stages.

use super::{Automaton, Men, Origin, Zone};
use crate::base::{KindId, Result};
use serde::{Deserialize, Serialize};

/// A piece in one of its stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// The piece's name in the file.
    pub piece: String,
    /// The stage, for the later ones of a piece that has any.
    pub stage: Option<String>,
    /// White's token; Black's is the same in lower case.
    pub token: String,
    /// The name for readers.
    pub title: String,
    /// Rank among royals, 1 the highest; unset for a common man.
    pub royal: Option<u8>,
    /// A hint for engines.
    pub value: Option<i32>,
    /// How it moves.
    pub moves: Vec<Moves>,
    /// It may not leave this zone.
    pub stays: Option<Zone>,
    /// What happens when it arrives somewhere by a move of its own.
    pub arrivals: Vec<Arrival>,
    /// What it is in the hand of its capturer, in a game with hands.
    pub in_hand: Option<KindId>,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// A way of moving, everywhere or while the man stands in a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// Where the man must stand.
    pub on: Option<Zone>,
    /// The canonical notation.
    pub notation: String,
    /// Its meaning.
    pub automaton: Automaton,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// What happens to a man that arrives in a zone by a move of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The men it concerns, looked at where they have arrived.
    pub men: Men,
    /// The zone arrived in.
    pub zone: Zone,
    /// Also when the man leaves the zone or moves inside it.
    pub leaving: bool,
    /// Whether the player chooses. A choice taken replaces what would happen without it.
    pub may: bool,
    /// What happens, one after the other.
    pub then: Vec<Consequence>,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// One consequence of an arrival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consequence {
    /// The man becomes one of these kinds; with more than one the player chooses.
    Become(Vec<KindId>),
    /// In the same move the man goes on to its owner's home square of another kind.
    Send {
        /// Whose home.
        home_of: KindId,
        /// What happens to a man that stands there.
        occupied: Occupied,
    },
    /// The game ends, with this result for the mover.
    End {
        /// The result.
        result: Result,
        /// The name of the rule.
        reason: String,
    },
    /// The man changes places with another of its side, standing where it may be displaced; for each such man there is
    /// a move of its own.
    Exchange(Men),
    /// The man is taken off the board.
    Vanish,
}

/// What happens to a man in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupied {
    /// Men that are removed, if not immune.
    pub remove: Option<Men>,
    /// What the arriving man does about any other.
    pub otherwise: Displaced,
}

/// Where a man goes that finds its square taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Displaced {
    /// To the nearest empty square of the grid on the same rank, its owner's left before the right; with none the move is illegal.
    Nearest,
    /// Nowhere: the move is illegal.
    Illegal,
}
