//! Endings: the rules that end a game.
//!
//! An [`Ending`] has a [`Trigger`] and a result for the side to move. The first ending that applies decides the game.

use super::{Condition, Origin, PieceFilter};
use crate::base::{ByColor, Color, Outcome, Result};
use serde::{Deserialize, Serialize};

/// A rule that ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    /// The name of the rule, which is also the reason in the outcome.
    pub name: String,
    pub trigger: Trigger,
    /// The result for the side to move.
    pub result: Result,
    /// The game goes on unless the player to move claims this result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claimed: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Ending {
    /// Returns the outcome if this side is to move.
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
    /// A position occurs for the n-th time, and since its first occurrence the side to move was in check on every
    /// turn or gave check with every move.
    Perpetual {
        times: u32,
        giving: bool,
    },
    /// This many plies have passed since the clock was reset.
    Quiet(u32),
    When(Condition),
}

/// The number of occurrences of a position in a game, and the checks since the first occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recurrence {
    pub times: u32,
    /// The checks by side: true if it gave check with every move since the first occurrence; false if the rules do
    /// not refer to it.
    pub checks: ByColor<bool>,
}

impl Recurrence {
    /// A position that occurs for the first time.
    pub(crate) const ONCE: Recurrence =
        Recurrence { times: 1, checks: ByColor { white: false, black: false } };
}

impl Trigger {
    /// Returns true if the trigger is a repetition rule that applies to the side to move.
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

    /// Returns true for a repetition rule.
    pub(crate) fn is_repetition(&self) -> bool {
        matches!(self, Trigger::Repetition(_)) || self.is_perpetual()
    }

    /// Returns true for a rule on perpetual check.
    pub(crate) fn is_perpetual(&self) -> bool {
        matches!(self, Trigger::Perpetual { .. })
    }
}

/// The moves that reset the clock of quiet plies, besides captures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClockRule {
    /// The pieces whose moves reset the clock.
    pub pieces: PieceFilter,
}
