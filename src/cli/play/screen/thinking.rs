//! A computer player that thinks while the screen goes on.

use super::super::strength::Thought;
use crate::base::Move;
use crate::play::search::Info;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

/// The use of the move that a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchPurpose {
    Move,
    Hint,
}

/// A search on a thread of its own.
pub(super) struct Thinking {
    pub(super) purpose: SearchPurpose,
    pub(super) thought: Thought,
    reports: Receiver<Info>,
    thread: Option<JoinHandle<Option<Move>>>,
}

impl Thinking {
    /// Begins to think; nothing if no thread can be started.
    pub(super) fn begin(thought: Thought, purpose: SearchPurpose) -> Option<Thinking> {
        let (sender, reports) = channel();
        let own = thought.clone();
        let work = move || {
            own.think(&mut |info| {
                // Without a listener the game is over.
                let _ = sender.send(info.clone());
            })
        };
        let thread = std::thread::Builder::new().spawn(work).ok()?;
        Some(Thinking { purpose, thought, reports, thread: Some(thread) })
    }

    /// The last report since the one before.
    pub(super) fn news(&self) -> Option<Info> {
        self.reports.try_iter().last()
    }

    pub(super) fn is_done(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for its end; returns what it found.
    pub(super) fn finish(&mut self) -> Option<Move> {
        self.thread.take().and_then(|thread| thread.join().ok()).flatten()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.thought.stop();
        self.finish();
    }
}
