//! How a game ends.

use super::{Condition, Origin, PieceFilter};
use crate::base::{Color, Outcome, Result};
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
    /// This many plies have passed since the clock was reset.
    Quiet(u32),
    When(Condition),
}

/// What sets the clock of quiet plies back, beside captures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// Moves of these pieces.
    pub pieces: PieceFilter,
}
