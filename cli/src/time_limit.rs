//! A time limit for commands that answer at once in ordinary games, but could take forever in a game with too many
//! moves.

use super::output::{CommandError, Output};
use ferz_syntax::messages::text::plural;
use std::process::exit;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// The exit code of a command that could not do its work.
const REFUSED: i32 = 2;

/// A time limit, and the form in which the command reports that it has reached the limit.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) seconds: u64,
    pub(super) plain: bool,
    pub(super) json: bool,
}

impl Patience {
    /// Returns the answer of `act` if it ends within the limit. Otherwise reports that it takes too long, and ends the
    /// program. `act` must not write files.
    ///
    /// A separate thread watches the clock, and `act` runs on the calling thread. The allocator grows the heap of any
    /// thread but the first page by page, which is slow.
    ///
    /// # Errors
    /// If the thread for the clock cannot be started.
    pub(super) fn within<T>(self, act: impl FnOnce() -> T) -> Result<T, CommandError> {
        let (done, watched) = channel::<()>();
        let watch = move || {
            if watched.recv_timeout(Duration::from_secs(self.seconds)) == Err(RecvTimeoutError::Timeout) {
                self.report();
                exit(REFUSED);
            }
        };
        let started = Builder::new().spawn(watch);
        started.map_err(|problem| CommandError::message(format!("cannot start a thread: {problem}")))?;
        let answer = act();
        drop(done);
        Ok(answer)
    }

    /// Reports that the command has reached the limit.
    fn report(self) {
        let after = plural(self.seconds, "second");
        let stop = CommandError::message(format!("gave up after {after}: the game has too many moves"));
        Output::new(self.plain, self.json).exit(Err(stop.help("`--patience SECONDS` waits longer")));
    }
}
