//! The state that the searchers of one position share: the signals of the caller, the clock, and the tables.

use super::assumptions::SearchAssumptions;
use super::transposition_table::TranspositionTable;
use crate::play::evaluation::Evaluation;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The signals between a caller and a running search.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    abandoned: AtomicBool,
    finished: AtomicBool,
    pondering: AtomicBool,
    /// The time at which the clock of this move started, in milliseconds.
    begun: AtomicU64,
    nodes: AtomicU64,
}

impl Signals {
    /// Resets the signals for a search that starts at `now`. Time does not count while the search is `pondering`.
    pub fn begin(&self, now: u64, pondering: bool) {
        self.stop.store(false, Ordering::SeqCst);
        self.abandoned.store(false, Ordering::SeqCst);
        self.finished.store(false, Ordering::SeqCst);
        self.pondering.store(pondering, Ordering::SeqCst);
        self.begun.store(now, Ordering::SeqCst);
        self.nodes.store(0, Ordering::SeqCst);
    }

    /// Stops the search, which then returns the best move so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// Stops the search without a result.
    pub fn abandon(&self) {
        self.abandoned.store(true, Ordering::SeqCst);
        self.stop();
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    /// Ends pondering because the expected move was played. Time counts from `now` on.
    pub fn hit(&self, now: u64) {
        self.begun.store(now, Ordering::SeqCst);
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// Signals the other searchers to stop, because one searcher has completed the search.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::SeqCst);
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Adds nodes of one searcher to the total.
    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub fn counted(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// The state that the searchers of one position share.
pub(super) struct SharedState<'a> {
    pub evaluation: &'a Evaluation,
    pub assumptions: &'a SearchAssumptions,
    pub table: &'a TranspositionTable,
    pub signals: &'a Signals,
    /// The clock: returns the time in milliseconds since an arbitrary start.
    pub clock: &'a (dyn Fn() -> u64 + Sync),
}

impl SharedState<'_> {
    pub(super) fn elapsed(&self) -> u64 {
        (self.clock)().saturating_sub(self.signals.begun.load(Ordering::Relaxed))
    }
}
