//! Runs searches with the system clock on several threads. [`EngineHandle::think`] is the entry point.

use ferz_core::base::{Color, Outcome};
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Info, SearchOutcome, SearchTask, Signals, Thinker, TranspositionTable};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The default size of a transposition table in megabytes.
pub(super) const HASH: usize = 32;

/// A computer player of one game: its compiled evaluation, transposition table, stop signals, and number of threads.
/// Clones share the table and the signals.
#[derive(Clone)]
pub(super) struct EngineHandle {
    pub(super) thinker: Arc<Thinker>,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) signals: Arc<Signals>,
    pub(super) threads: usize,
    born: Instant,
}

impl EngineHandle {
    pub(super) fn new(engine: &Engine, table: Arc<TranspositionTable>, threads: usize) -> EngineHandle {
        let thinker = Arc::new(Thinker::new(engine));
        EngineHandle { thinker, table, signals: Arc::default(), threads, born: Instant::now() }
    }

    /// Returns the time in milliseconds since the creation of the player. The search measures time with this clock.
    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Searches until a limit is reached or the signals stop it. The caller must have reset the signals.
    pub(super) fn think(&self, task: &SearchTask, report: &mut dyn FnMut(&Info)) -> SearchOutcome {
        let clock = || self.now();
        let shared = (&*self.table, &*self.signals);
        let found = OnceLock::new();
        std::thread::scope(|scope| {
            for thread in 1..self.threads {
                // If a thread cannot be started, the search continues with fewer threads.
                let helper = move || self.thinker.search(task, shared, &clock, thread, &mut |_| {});
                let _ = std::thread::Builder::new().spawn_scoped(scope, helper);
            }
            let first = self.thinker.search(task, shared, &clock, 0, report);
            let _ = found.set(first);
            if self.threads > 1 {
                self.signals.finish();
            }
        });
        found.into_inner().unwrap_or_default()
    }
}

/// Returns the end of the game that a computer player claims, given the score of its position. It claims every win, and
/// a draw if it expects nothing better.
pub(super) fn claim(game: &GameHistory, score: i32) -> Option<Outcome> {
    let turn = game.setup().turn;
    let wanted = |winner: Option<Color>| winner == Some(turn) || winner.is_none() && score <= 0;
    game.claims().into_iter().find(|claim| wanted(claim.winner))
}
