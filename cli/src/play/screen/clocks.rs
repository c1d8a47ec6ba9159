//! The chess clocks of both sides.

use ferz_core::base::{ByColor, Color};
use std::time::Instant;

/// The remaining times of the sides in milliseconds. A side without a time has no limit.
pub(super) struct Clocks {
    sides: ByColor<Option<SideClock>>,
    /// The side whose clock is running, and the time at which it was started.
    running: Option<(Color, Instant)>,
}

#[derive(Clone, Copy)]
struct SideClock {
    left: u64,
    more: u64,
}

impl Clocks {
    /// Creates clocks with a time and an increment for each side.
    pub(super) fn new(time: impl Fn(Color) -> Option<(u64, u64)>) -> Clocks {
        let sides = ByColor::from_fn(|color| time(color).map(|(left, more)| SideClock { left, more }));
        Clocks { sides, running: None }
    }

    pub(super) fn are_there(&self) -> bool {
        self.sides.white.is_some() || self.sides.black.is_some()
    }

    /// Returns the remaining time of a side.
    pub(super) fn left(&self, side: Color) -> Option<u64> {
        let spent = self.running.filter(|(own, _)| *own == side).map_or(0, |(_, since)| millis(since));
        self.sides.get(side).map(|clock| clock.left.saturating_sub(spent))
    }

    /// Starts the clock of this side, or stops both clocks. If `moved`, the side that was running has ended its turn
    /// and gets its increment.
    pub(super) fn turn(&mut self, side: Option<Color>, moved: bool) {
        if self.running.map(|(own, _)| own) == side && !moved {
            return;
        }
        if let Some((own, since)) = self.running.take()
            && let Some(clock) = self.sides.get_mut(own)
        {
            // In a turn of several moves, only the last one earns the increment.
            clock.left = clock.left.saturating_sub(millis(since))
                + if moved && side != Some(own) { clock.more } else { 0 };
        }
        self.running = side.map(|side| (side, Instant::now()));
    }
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Formats a time as on a clock: `4:59`, with tenths in the last seconds.
pub(super) fn shown(left: u64) -> String {
    let seconds = left / 1_000;
    match seconds {
        0..20 => format!("0:{:02}.{}", seconds, left / 100 % 10),
        20..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
    }
}
