//! A time limit for commands that answer at once for any game that people play, and not for one that is too wide.

use std::io;
use std::process::{ExitCode, exit};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// The exit code of a command that could not do its work.
const REFUSED: i32 = 2;

/// Returns the answer of `act` if it is in time. Otherwise `late` reports it, and the program ends.
///
/// A thread watches the clock and `act` runs where it is called, since memory grows page by page in any thread but the first.
///
/// # Errors
/// When there is no thread for the watch.
pub(super) fn within(
    limit: Duration,
    act: impl FnOnce() -> ExitCode,
    late: impl FnOnce() + Send + 'static,
) -> io::Result<ExitCode> {
    let (done, watched) = channel::<()>();
    let watch = move || {
        if watched.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            late();
            exit(REFUSED);
        }
    };
    Builder::new().spawn(watch)?;
    let code = act();
    drop(done);
    Ok(code)
}
