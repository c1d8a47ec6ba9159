//! Recurrences of positions.

use crate::base::ByColor;

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
