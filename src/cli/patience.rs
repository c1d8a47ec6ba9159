//! How long a command that answers at once for any game a person plays may take for one that is too wide.

use std::io;
use std::process::{ExitCode, exit};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// The exit code of a command that could not do its work.
const REFUSED: i32 = 2;

/// What `act` answers, if it does so in time; otherwise `late` says so, and the program ends.
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
