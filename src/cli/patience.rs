//! How long a command that answers at once for any game a person plays may take for one that is too wide.

use std::io;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// As much stack as the program begins with.
const STACK: usize = 8 << 20;

/// What `act` answers, if it does so in time; otherwise it is left alone, and ends with the program.
///
/// # Errors
/// When it cannot even begin, as there is no thread for it.
pub(super) fn within(
    limit: Duration,
    act: impl FnOnce() -> ExitCode + Send + 'static,
) -> io::Result<Option<ExitCode>> {
    let (sender, receiver) = channel();
    let thread = Builder::new().stack_size(STACK).spawn(move || sender.send(act()))?;
    Ok(match receiver.recv_timeout(limit) {
        Ok(code) => Some(code),
        Err(RecvTimeoutError::Timeout) => None,
        // It has panicked, which is to be seen.
        Err(RecvTimeoutError::Disconnected) => {
            thread.join().map_or_else(|panic| resume_unwind(panic), |_| None)
        }
    })
}
