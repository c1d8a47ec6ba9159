//! A search of the computer player on its own thread, while the screen remains responsive.

use super::super::strength::SearchJob;
use ferz_core::base::Move;
use ferz_core::play::search::Info;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchPurpose {
    Move,
    Hint,
}

/// A search on its own thread.
pub(super) struct Thinking {
    pub(super) purpose: SearchPurpose,
    pub(super) job: SearchJob,
    reports: Receiver<Info>,
    thread: Option<JoinHandle<Option<Move>>>,
}

impl Thinking {
    /// Starts a search. Returns `None` if the thread cannot be started.
    pub(super) fn begin(job: SearchJob, purpose: SearchPurpose) -> Option<Thinking> {
        let (sender, reports) = channel();
        let own = job.clone();
        let work = move || {
            own.think(&mut |info| {
                // A failure means that the screen has been closed.
                let _ = sender.send(info.clone());
            })
        };
        let thread = std::thread::Builder::new().spawn(work).ok()?;
        Some(Thinking { purpose, job, reports, thread: Some(thread) })
    }

    /// Returns the latest report since the previous call.
    pub(super) fn news(&self) -> Option<Info> {
        self.reports.try_iter().last()
    }

    pub(super) fn is_done(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end of the search, and returns the best move.
    pub(super) fn finish(&mut self) -> Option<Move> {
        self.thread.take().and_then(|thread| thread.join().ok()).flatten()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.job.abandon();
        self.finish();
    }
}
