//! How long to search: by depth, nodes, or time.

/// The time a side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Milliseconds left.
    pub left: u64,
    /// Milliseconds added after every move.
    pub more: u64,
    /// Moves until there is new time, if that is known.
    pub moves: Option<u64>,
}

/// When a search ends. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// How long to think about this move.
    pub movetime: Option<u64>,
    pub clock: Option<Clock>,
    /// A mate in this many moves is enough.
    pub mate: Option<i32>,
    /// To think until the caller says stop.
    pub infinite: bool,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// After which no new iteration begins.
    pub soft: u64,
    /// After which it ends.
    pub hard: u64,
}

/// What a program needs to say its move.
const OVERHEAD: u64 = 12;

/// How many moves a game is thought to last yet.
const MOVES_LEFT: u64 = 32;

impl Limits {
    /// A search of a number of positions.
    pub(crate) fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    pub(super) fn budget(&self) -> Option<Budget> {
        if self.infinite {
            return None;
        }
        if let Some(time) = self.movetime {
            let time = time.saturating_sub(OVERHEAD.min(time / 10)).max(1);
            return Some(Budget { soft: time, hard: time });
        }
        let Clock { left, more, moves } = self.clock?;
        let usable = left.saturating_sub(OVERHEAD.min(left / 4)).max(1);
        let moves = moves.unwrap_or(MOVES_LEFT).clamp(1, 50);
        let share = usable / moves + more * 3 / 4;
        let soft = (share * 3 / 5).min(usable / 2).max(1);
        Some(Budget { soft, hard: (share * 3).min(usable * 7 / 10).max(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_no_more_than_there_is() {
        for left in [1, 5, 20, 100, 1_000, 60_000] {
            for more in [0, 100, 10_000] {
                for moves in [None, Some(1), Some(40)] {
                    let limits = Limits { clock: Some(Clock { left, more, moves }), ..Limits::default() };
                    let budget = limits.budget();
                    assert!(
                        budget.is_some_and(|b| b.soft <= left && b.hard <= left),
                        "{limits:?} {budget:?}"
                    );
                }
            }
        }
    }
}
