//! The limits of a search: depth, nodes, time, or mate distance.
//!
//! [`Limits`] holds the limits that a caller sets. [`Limits::budget`] converts a clock or a fixed move time to the
//! time budget of one move. A budget never exceeds the time on the clock.

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The remaining time in milliseconds.
    pub left: u64,
    /// The increment per move in milliseconds.
    pub more: u64,
    /// The number of moves until the next time control, if known.
    pub moves: Option<u64>,
}

/// The conditions that end a search. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// The fixed time for this move.
    pub movetime: Option<u64>,
    pub clock: Option<Clock>,
    /// The maximum length of a mate in moves, for a search that ends when it finds a mate.
    pub mate: Option<i32>,
    /// True if the search runs until the caller stops it.
    pub infinite: bool,
}

/// The time budget of one move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time after which no new iteration starts.
    pub soft: u64,
    /// The time after which the search stops.
    pub hard: u64,
}

/// The time reserved for sending the move, in milliseconds.
const OVERHEAD: u64 = 12;

/// The longest time that is considered, in milliseconds, so that a budget can be computed without overflow.
const LONGEST: u64 = u64::MAX / 16;

/// The assumed number of moves until the end of the game.
const MOVES_LEFT: u64 = 32;

impl Limits {
    /// Creates limits with a node count only.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Returns the time budget of the move, or `None` without a limit of time.
    pub fn budget(&self) -> Option<Budget> {
        if self.infinite {
            return None;
        }
        if let Some(time) = self.movetime {
            let time = time.saturating_sub(OVERHEAD.min(time / 10)).max(1);
            return Some(Budget { soft: time, hard: time });
        }
        let Clock { left, more, moves } = self.clock?;
        let (left, more) = (left.min(LONGEST), more.min(LONGEST));
        let usable = left.saturating_sub(OVERHEAD.min(left / 4)).max(1);
        let moves = moves.unwrap_or(MOVES_LEFT).clamp(1, 50);
        // Only three quarters of the increment are spent, so the clock can recover.
        let share = usable / moves + more * 3 / 4;
        // An iteration usually takes longer than the previous one, so none starts late in the share.
        let soft = (share * 3 / 5).min(usable / 2).max(1);
        Some(Budget { soft, hard: (share * 3).min(usable * 7 / 10).max(1) })
    }
}
