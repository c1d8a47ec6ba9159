//! How a game ends.

use super::{Condition, Origin, PieceFilter};
use crate::base::{ByColor, Color, Outcome, Result};
use serde::{Deserialize, Serialize};

/// A way a game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    /// The name of the rule, which is the reason given.
    pub name: String,
    pub trigger: Trigger,
    /// The result for the side to move.
    pub result: Result,
    #[serde(skip)]
    pub origin: Origin,
}

impl Ending {
    /// The outcome when it is the turn of this side.
    pub(crate) fn outcome(&self, turn: Color) -> Outcome {
        Outcome { winner: self.result.winner(turn), reason: self.name.clone() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Trigger {
    /// The side to move has no legal move and is in check.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A position occurs for the n-th time. Only the history of a game shows it.
    Repetition(u32),
    /// The same, and since the first of these times the player to move was in check at every turn, or gave check with every
    /// move.
    Perpetual {
        times: u32,
        giving: bool,
    },
    /// This many plies have passed since the clock was reset.
    Quiet(u32),
    When(Condition),
}

/// How often a position has occurred in a game, and what led from the first time to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recurrence {
    pub times: u32,
    /// Whether a side gave check with every move since the first time; false where that does not matter.
    pub checks: ByColor<bool>,
}

impl Recurrence {
    /// A position by itself.
    pub(crate) const ONCE: Recurrence =
        Recurrence { times: 1, checks: ByColor { white: false, black: false } };
}

impl Trigger {
    /// Whether it is about positions that recur, and applies to the side to move.
    pub(crate) fn recurs(&self, turn: Color, recurrence: Recurrence) -> bool {
        match self {
            Trigger::Repetition(times) => recurrence.times >= *times,
            Trigger::Perpetual { times, giving } => {
                let checker = if *giving { turn } else { turn.other() };
                recurrence.times >= *times && *recurrence.checks.get(checker)
            }
            _ => false,
        }
    }

    /// Whether it is about positions that recur.
    pub(crate) fn is_repetition(&self) -> bool {
        matches!(self, Trigger::Repetition(_)) || self.is_perpetual()
    }

    /// Whether it asks who gave check all the time.
    pub(crate) fn is_perpetual(&self) -> bool {
        matches!(self, Trigger::Perpetual { .. })
    }
}

/// What sets the clock of quiet plies back, beside captures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// Moves of these pieces.
    pub pieces: PieceFilter,
}
