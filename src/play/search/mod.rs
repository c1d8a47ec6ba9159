//! A search for any game: iterative deepening by principal variation search, on moves that are made and unmade.
//!
//! It takes its clock and its stop signal from the caller and starts no threads. Several searchers may share a [`Table`] and
//! [`Signals`], each on a thread of its own. Alone, with the same position, table and number of nodes it finds the same move.

mod iterate;
mod level;
mod limits;
mod nature;
mod node;
mod order;
mod quiescence;
mod repetition;
mod table;

pub(crate) use level::Level;
pub(crate) use limits::{Clock, Limits};
pub(crate) use nature::Nature;
pub(crate) use node::{SURE, WON};
pub(crate) use table::Table;

use crate::base::{Move, Setup};
use crate::fast::engine::{Engine, Visitor};
use crate::fast::track::Track;
use crate::play::evaluation::Evaluation;
use crate::play::game::Game;
use node::Searcher;
use repetition::Visited;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The range in hundredths of a pawn by which evaluations vary with a seed, so that not all games are alike.
pub(crate) const VARIETY: i32 = 6;

/// What the caller tells a search while it runs, and what the search tells the caller.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    stop: AtomicBool,
    finished: AtomicBool,
    pondering: AtomicBool,
    /// When the clock of this move began to run.
    begun: AtomicU64,
    nodes: AtomicU64,
}

impl Signals {
    /// A search begins at this time; while it is `pondering`, time does not count.
    pub(crate) fn begin(&self, now: u64, pondering: bool) {
        self.stop.store(false, Ordering::SeqCst);
        self.finished.store(false, Ordering::SeqCst);
        self.pondering.store(pondering, Ordering::SeqCst);
        self.begun.store(now, Ordering::SeqCst);
        self.nodes.store(0, Ordering::SeqCst);
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// The move that was expected has been played: from now on time counts.
    pub(crate) fn hit(&self, now: u64) {
        self.begun.store(now, Ordering::SeqCst);
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// One searcher has found enough: the others need not go on.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    pub(crate) fn counted(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// A game made ready to be searched.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    pub(crate) engine: Engine,
    pub(crate) evaluation: Evaluation,
    pub(crate) nature: Nature,
}

/// What searchers of one position share.
pub(crate) struct Shared<'a> {
    evaluation: &'a Evaluation,
    nature: &'a Nature,
    table: &'a Table,
    signals: &'a Signals,
    /// The time in milliseconds, from any beginning.
    clock: &'a (dyn Fn() -> u64 + Sync),
}

impl Shared<'_> {
    fn elapsed(&self) -> u64 {
        (self.clock)().saturating_sub(self.signals.begun.load(Ordering::Relaxed))
    }
}

/// What to search.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) setup: Setup,
    /// The positions before, the first of the game first.
    pub(crate) past: Vec<Visited>,
    pub(crate) limits: Limits,
    /// If there are any, only these moves.
    pub(crate) only: Vec<Move>,
    /// For how many of the best moves a line is wanted.
    pub(crate) lines: usize,
    /// How wrong the searcher is about what positions are worth, and the seed of its errors.
    pub(crate) blur: (i32, u64),
}

/// What a search has to say of a move on its way.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    pub(crate) depth: i32,
    pub(crate) deepest: usize,
    /// Which of the best moves, from 0.
    pub(crate) rank: usize,
    pub(crate) score: i32,
    pub(crate) nodes: u64,
    /// In milliseconds.
    pub(crate) time: u64,
    /// How many of a thousand entries of the table are in use.
    pub(crate) full: usize,
    pub(crate) line: Vec<Move>,
}

/// What a search has found; no move only if there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) best: Option<Move>,
    /// The answer that is expected.
    pub(crate) ponder: Option<Move>,
}

impl Thinker {
    pub(crate) fn new(engine: &Engine) -> Thinker {
        let variant = engine.variant();
        Thinker { engine: engine.clone(), evaluation: Evaluation::new(variant), nature: Nature::new(variant) }
    }

    /// The position of a game now, to be searched within limits.
    pub(crate) fn task(&self, game: &Game, limits: Limits) -> Task {
        let visited = |setup: &Setup| {
            let position = self.engine.position(setup);
            let checked = !self.nature.perpetual.is_empty() && self.engine.in_check(&position);
            Visited { hash: self.engine.hash(&position), turn: setup.turn, checked }
        };
        let plies = game.plies();
        let before = plies.len().saturating_sub(1);
        let later = plies.iter().take(before).map(|ply| &ply.setup);
        let first = (!plies.is_empty()).then_some(game.start());
        let past = first.into_iter().chain(later).map(visited).collect();
        Task { setup: game.setup().clone(), past, limits, only: Vec::new(), lines: 1, blur: (0, 0) }
    }

    /// Searches; `thread` 0 decides when it is enough and reports, others only fill the table until they are stopped.
    pub(crate) fn search(
        &self,
        task: &Task,
        (table, signals): (&Table, &Signals),
        clock: &(dyn Fn() -> u64 + Sync),
        thread: usize,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        if thread == 0 {
            table.grow_older();
        }
        let shared = Shared { evaluation: &self.evaluation, nature: &self.nature, table, signals, clock };
        let position = self.engine.position(&task.setup);
        self.engine.walk(&position, Run { shared: &shared, task, thread, report })
    }
}

/// One searcher, for whatever position there is.
struct Run<'a> {
    shared: &'a Shared<'a>,
    task: &'a Task,
    thread: usize,
    report: &'a mut dyn FnMut(&Info),
}

impl Visitor for Run<'_> {
    type Answer = Found;

    fn visit<T: Track>(self, track: T) -> Found {
        let mut searcher = Searcher::new(track, self.shared, &self.task.past, self.task.blur);
        searcher.deepen(self.task, self.thread, self.report)
    }
}
