//! A time limit for commands that answer at once in ordinary games, but could take forever in a game with too many
//! moves.

use std::io;
use std::process::{ExitCode, exit};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// The exit code of a command that could not do its work.
const REFUSED: i32 = 2;

/// Returns the answer of `act` if it ends within the limit. Otherwise calls `late`, and ends the program.
///
/// A separate thread watches the clock, and `act` runs on the calling thread. The allocator grows the heap of any
/// thread but the first page by page, which is slow.
///
/// # Errors
/// If the thread for the clock cannot be started.
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
