//! The time limits of the XBoard protocol: the commands `level`, `st`, `sd`, `nps`, and `time`.

use super::session::ProtocolSession;
use ferz_core::play::search::{Clock, Limits};

/// The time limits of the engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeControl {
    /// The number of moves in a session, or 0 if one session lasts for the whole game.
    pub(super) session: u64,
    /// The time for a session, in milliseconds.
    pub(super) base: u64,
    /// The increment for each move, in milliseconds.
    pub(super) more: u64,
    /// The fixed time for each move, in milliseconds.
    pub(super) movetime: Option<u64>,
    pub(super) depth: Option<i32>,
    /// The remaining time of the engine, in milliseconds.
    pub(super) left: Option<u64>,
    /// The number of positions that count as a second in place of the clock.
    pub(super) rate: Option<u64>,
}

/// The number of moves for which the remaining time must suffice if positions count as time and there is no next control.
const MOVES: u64 = 40;

impl TimeControl {
    /// Handles a command about time. A value that is not a number is ignored.
    pub(super) fn take(&mut self, command: &str, text: &str) {
        match command {
            "level" => self.set(text),
            "st" => self.movetime = text.parse::<f64>().ok().map(|time| (time * 1e3) as u64),
            "sd" => self.depth = text.parse().ok(),
            // Without a positive number, the clock counts again.
            "nps" => self.rate = text.parse().ok().filter(|rate| *rate > 0),
            // XBoard sends times in hundredths of a second.
            "time" => self.left = text.parse::<u64>().ok().map(|time| time.saturating_mul(10)),
            _ => {}
        }
    }

    /// Forgets the limits of the last game, except for those of `level`.
    pub(super) fn begin(&mut self) {
        (self.left, self.movetime, self.depth, self.rate) = (None, None, None, None);
    }

    /// Handles `level MOVES BASE INCREMENT`. The base is given in minutes, or in minutes and seconds.
    pub(super) fn set(&mut self, text: &str) {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [session, base, more] = fields.as_slice() else { return };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let number = |text: &str| text.parse::<f64>().unwrap_or(0.0).max(0.0);
        self.session = session.parse().unwrap_or(0);
        // The product is at least 0 and a cast from a float saturates, so it cannot overflow.
        self.base = ((number(minutes) * 60.0 + number(seconds)) * 1e3) as u64;
        self.more = (number(more) * 1e3) as u64;
        (self.movetime, self.left) = (None, None);
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, time: u64) {
        self.left = self.left.map(|left| left.saturating_sub(time).saturating_add(self.more));
    }

    pub(super) fn limits(&self, session: &ProtocolSession) -> Limits {
        let played = session.game.plies().len() as u64 / 2;
        // Moves until the next time control. With one session for the whole game, there is no next control.
        let moves = (self.session > 0).then(|| self.session - played % self.session);
        let clock = Clock { left: self.left.unwrap_or(self.base).max(1), more: self.more, moves };
        if let Some(rate) = self.rate {
            let share = clock.left / clock.moves.unwrap_or(MOVES).max(1) + clock.more;
            let nodes = self.movetime.unwrap_or(share).saturating_mul(rate) / 1_000;
            return Limits { depth: self.depth, nodes: Some(nodes.max(1)), ..Limits::default() };
        }
        let clock = Some(clock).filter(|_| self.movetime.is_none());
        Limits { depth: self.depth, movetime: self.movetime, clock, ..Limits::default() }
    }
}
