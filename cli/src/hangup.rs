//! Ends the program when its terminal is closed, when its parent process has ended, or when no one reads its output.
//!
//! Without this, a command could wait forever for a key, or play games that no one reads. A game on the screen is saved
//! after every move, so it can be ended at any time. A command that works in the background, with its output in a file,
//! lives on like any other program: see [`Ties`]. A program that ignores the hangup signal (`nohup`) continues without
//! its terminal and its parent.

/// The things that a command needs in order to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ties {
    /// True for a server of another program, which ends with that program. A command whose output is a terminal ends
    /// with its parent as well.
    pub(super) serves: bool,
    /// True if the command has no effect but its output, so that it ends when the reader has closed the pipe.
    pub(super) only_prints: bool,
}

/// Starts to watch the things that a command needs. Later calls in the same process have no effect.
#[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix tells whether a pipe is closed"))]
pub(super) fn hold(ties: Ties) {
    #[cfg(unix)]
    unix::STARTED.call_once(|| unix::hold(ties));
}

#[cfg(unix)]
mod unix {
    use super::Ties;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fd::AsFd;
    use std::io::{IsTerminal, Write, stderr, stdin, stdout};
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

    /// A reason to end.
    #[derive(Clone, Copy)]
    enum Loss {
        Terminal,
        Parent,
        Reader,
    }

    impl Loss {
        /// Ends the process. A reader that closes the pipe, such as `head`, has what it needs.
        fn end(self) -> ! {
            let (lost, code) = match self {
                Loss::Terminal => ("the terminal is closed", REFUSED),
                Loss::Parent => ("the program that started ferz has ended", REFUSED),
                Loss::Reader => exit(0),
            };
            // If standard error is closed as well, no one can read the reason.
            let _ = writeln!(stderr(), "error: stopped, because {lost}");
            exit(code)
        }
    }

    pub(super) fn hold(ties: Ties) {
        let (parent, reads, shows) = (parent_id(), stdin().is_terminal(), stdout().is_terminal());
        let follows = (ties.serves || shows) && !ignores_hangups();
        if !follows && !ties.only_prints {
            return;
        }
        let lost = move || {
            if follows && (reads && is_hung_up(stdin()) || shows && is_hung_up(stdout())) {
                return Some(Loss::Terminal);
            } else if follows && parent_id() != parent {
                return Some(Loss::Parent);
            }
            (ties.only_prints && !shows && is_hung_up(stdout())).then_some(Loss::Reader)
        };
        let watch = move || {
            let loss = loop {
                match lost() {
                    Some(loss) => break loss,
                    None => sleep(PAUSE),
                }
            };
            sleep(GRACE);
            loss.end()
        };
        // If the thread cannot be started, the program still ends by the hangup signal or at the end of its input.
        let _ = Builder::new().name("leash".to_owned()).spawn(watch);
    }

    /// Returns true if the other end of a terminal or of a pipe is closed.
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
