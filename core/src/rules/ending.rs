//! Endings: the rules that end a game.
//!
//! An [`Ending`] has a [`Trigger`] and a result for the side to move. If several endings apply, the first one
//! decides the game.

use super::{Condition, Origin, PieceFilter};
use crate::base::{ByColor, Color, Outcome, Result};
use serde::{Deserialize, Serialize};

/// A rule that ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The name of the rule, which is also the reason in the outcome.
    pub name: String,
    pub trigger: Trigger,
    /// The result for the side to move.
    pub result: Result,
    /// True if the ending applies only when the player to move claims it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claimed: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Ending {
    /// Returns the outcome of the ending if this side is to move.
    pub fn outcome(&self, turn: Color) -> Outcome {
        Outcome { winner: self.result.winner(turn), reason: self.name.clone() }
    }
}

/// The event or condition that ends a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// The side to move has no legal move and is in check.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position has occurred this many times. The history of the game is needed to evaluate it.
    Repetition(u32),
    /// The position has occurred this many times, and since its first occurrence the side to move has been in
    /// check on every turn. If `giving` is true, it has given check with every move instead.
    Perpetual {
        times: u32,
        giving: bool,
    },
    /// This many plies have passed since the clock was last reset.
    Quiet(u32),
    When(Condition),
}

/// The number of occurrences of a position in a game, and the checks given since the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    pub times: u32,
    /// For each side, true if it has given check with every move since the first occurrence. False if no rule
    /// needs it.
    pub checks: ByColor<bool>,
}

impl Recurrence {
    /// The recurrence of a position that occurs for the first time.
    pub const ONCE: Recurrence = Recurrence { times: 1, checks: ByColor { white: false, black: false } };
}

impl Trigger {
    /// Returns true if the trigger is a repetition rule that this recurrence satisfies.
    pub fn recurs(&self, turn: Color, recurrence: Recurrence) -> bool {
        match self {
            Trigger::Repetition(times) => recurrence.times >= *times,
            Trigger::Perpetual { times, giving } => {
                // A side that is in check on every turn has an opponent that gives check with every move.
                let checker = if *giving { turn } else { turn.other() };
                recurrence.times >= *times && *recurrence.checks.get(checker)
            }
            Trigger::Checkmate | Trigger::Stalemate | Trigger::Quiet(_) | Trigger::When(_) => false,
        }
    }

    /// Returns the number of quiet plies after which the trigger applies.
    pub fn quiet(&self) -> Option<u32> {
        if let Trigger::Quiet(plies) = self { Some(*plies) } else { None }
    }

    /// Returns the condition on which the trigger depends alone.
    pub fn condition(&self) -> Option<&Condition> {
        if let Trigger::When(condition) = self { Some(condition) } else { None }
    }

    /// Returns true if the trigger is a repetition rule.
    pub fn is_repetition(&self) -> bool {
        matches!(self, Trigger::Repetition(_)) || self.is_perpetual()
    }

    /// Returns true if the trigger depends on earlier positions: repetition or quiet plies.
    pub fn is_past(&self) -> bool {
        self.is_repetition() || matches!(self, Trigger::Quiet(_))
    }

    /// Returns true if the trigger is a rule on perpetual check.
    pub fn is_perpetual(&self) -> bool {
        matches!(self, Trigger::Perpetual { .. })
    }
}

/// The rule on moves that reset the clock of quiet plies. Captures always reset it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRule {
    /// The pieces whose moves reset the clock.
    pub pieces: PieceFilter,
}
