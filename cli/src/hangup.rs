//! Ends the program when its terminal is closed or when its parent process has ended.
//!
//! Without this, a command could wait forever for a key, or play games that no one reads. A game on the screen is saved
//! after every move, so it can be ended at any time. A program that ignores the hangup signal (`nohup`) continues
//! without its terminal.

/// Starts to watch the terminal and the parent process. Later calls in the same process have no effect.
pub(super) fn hold() {
    #[cfg(unix)]
    unix::STARTED.call_once(unix::hold);
}

#[cfg(unix)]
mod unix {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fd::AsFd;
    use std::io::{IsTerminal, stdin, stdout};
    use std::os::unix::process::parent_id;
    use std::process::exit;
    use std::sync::Once;
    use std::thread::{Builder, sleep};
    use std::time::Duration;

    /// The start of the thread, which a process needs once.
    pub(super) static STARTED: Once = Once::new();
    /// The interval between two tests.
    const PAUSE: Duration = Duration::from_millis(200);
    /// The time for the command to end by itself.
    const GRACE: Duration = Duration::from_millis(400);
    /// The exit code of a command that could not do its work.
    const REFUSED: i32 = 2;

    pub(super) fn hold() {
        if ignores_hangups() {
            return;
        }
        let (parent, reads, shows) = (parent_id(), stdin().is_terminal(), stdout().is_terminal());
        let watch = move || {
            let is_gone = || reads && is_hung_up(stdin()) || shows && is_hung_up(stdout());
            while parent_id() == parent && !is_gone() {
                sleep(PAUSE);
            }
            sleep(GRACE);
            exit(REFUSED);
        };
        // If the thread cannot be started, the program still ends by the hangup signal or at the end of its input.
        let _ = Builder::new().name("leash".to_owned()).spawn(watch);
    }

    /// Returns true if the other end of a terminal is closed.
    fn is_hung_up(end: impl AsFd) -> bool {
        let mut ends = [PollFd::new(&end, PollFlags::empty())];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let looked = poll(&mut ends, Some(&now));
        looked.is_ok() && ends[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
    }

    /// Returns true if the process ignores the hangup signal, as under `nohup`. Returns false on systems without
    /// `/proc`.
    fn ignores_hangups() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask & 1 == 1)
    }
}
