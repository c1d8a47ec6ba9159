//! A search for any game: principal variation search with iterative deepening.
//!
//! [`Thinker`] holds a game prepared for the search, and [`Thinker::search`] is the entry point. The caller supplies
//! the clock and the stop signal. The search starts no threads, but several searchers can share a
//! [`TranspositionTable`] and [`Signals`], each on a thread of its own. A single searcher is deterministic: the same
//! position, table, and number of nodes give the same move.
//!
//! Read `iterate` for the root, `node` for the tree, and `quiescence` for the leaves.

mod assumptions;
mod correction;
mod iterate;
mod level;
mod limits;
mod node;
mod null_move;
mod order;
mod pruning;
mod quiescence;
mod repetition;
mod score;
mod shared;
mod singular;
mod static_exchange;
pub mod transposition_table;

pub use assumptions::SearchAssumptions;
pub use level::{Level, POINTS};
pub use limits::{Budget, Clock, Limits};
pub use score::{SURE, WON};
pub use shared::Signals;
pub use transposition_table::TranspositionTable;

use crate::base::{Halt, Move, Setup};
use crate::fast::engine::{AnyPosition, Engine, Visitor};
use crate::fast::stack::PositionStack;
use crate::play::evaluation::Evaluation;
use crate::play::game::GameHistory;
use node::SearchWorker;
use repetition::Visited;
use shared::SharedState;
use std::cell::Cell;
use std::sync::OnceLock;

/// The range of random changes to evaluations, in hundredths of a pawn. A seed selects the changes, so games differ.
pub const VARIETY: i32 = 6;

/// A game prepared for the search.
#[derive(Clone, Debug)]
pub struct Thinker {
    pub engine: Engine,
    /// The evaluation, made when it is needed, because a program can start an engine without a search.
    evaluation: OnceLock<Evaluation>,
    pub assumptions: SearchAssumptions,
}

/// The input of a search.
#[derive(Clone, Debug)]
pub struct SearchTask {
    pub setup: Setup,
    /// The earlier positions of the game, oldest first.
    pub past: Vec<Visited>,
    pub limits: Limits,
    /// The moves to consider, or an empty list for all legal moves.
    pub only: Vec<Move>,
    /// The number of best moves for which a line is reported.
    pub lines: usize,
    /// The maximum evaluation error in hundredths of a pawn, and the seed of the errors.
    pub blur: (i32, u64),
}

/// A progress report of the search about one root move.
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: i32,
    pub deepest: usize,
    /// The index of the move among the best moves, counted from 0.
    pub rank: usize,
    pub score: i32,
    pub nodes: u64,
    /// The elapsed time in milliseconds.
    pub time: u64,
    /// The number of used table entries per thousand.
    pub full: usize,
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchOutcome {
    /// The best move, which is legal. It is missing if there is no legal move, or if the list of legal moves was not
    /// complete in time.
    pub best: Option<Move>,
    /// True if the list of legal moves was not complete in time.
    pub is_unlisted: bool,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: i32,
}

impl Thinker {
    pub fn new(engine: &Engine) -> Thinker {
        let variant = engine.variant();
        Thinker {
            engine: engine.clone(),
            evaluation: OnceLock::new(),
            assumptions: SearchAssumptions::new(variant),
        }
    }

    pub fn evaluation(&self) -> &Evaluation {
        self.evaluation.get_or_init(|| Evaluation::new(self.engine.variant()))
    }

    /// Creates the task to search the current position of `game` within `limits`.
    pub fn task(&self, game: &GameHistory, limits: Limits) -> SearchTask {
        let visited = |position: &AnyPosition| {
            let checked = !self.assumptions.perpetual.is_empty() && self.engine.in_check(position);
            Visited { hash: self.engine.hash(position), turn: self.engine.turn(position), checked }
        };
        let past = game.past().map(visited).collect();
        SearchTask { setup: game.setup().clone(), past, limits, only: Vec::new(), lines: 1, blur: (0, 0) }
    }

    /// Searches a position. Thread 0 reports progress and decides when to finish. All other threads only fill the
    /// transposition table until they are stopped.
    pub fn search(
        &self,
        task: &SearchTask,
        (table, signals): (&TranspositionTable, &Signals),
        clock: &(dyn Fn() -> u64 + Sync),
        thread: usize,
        report: &mut dyn FnMut(&Info),
    ) -> SearchOutcome {
        if thread == 0 {
            // Only one of the threads that share the table may begin a new search.
            table.grow_older();
        }
        let shared = SharedState {
            evaluation: self.evaluation(),
            assumptions: &self.assumptions,
            table,
            signals,
            clock,
        };
        let position = self.engine.position(&task.setup);
        let hard = task.limits.budget().map(|budget| budget.hard);
        // Time does not count while the search ponders.
        let is_late = |hard| !signals.is_pondering() && shared.elapsed() >= hard;
        let ends = || signals.is_stopped() || signals.is_finished() || hard.is_some_and(is_late);
        // Only a legal move may leave the search. A list of moves that is cut off can contain illegal ones, so the first
        // thread completes its list of root moves even if the search should have ended: its answer is late, not illegal.
        let (begun, listing) = (clock(), Cell::new(thread == 0));
        let gives_up = || signals.is_abandoned() || clock().saturating_sub(begun) >= LISTING;
        let ends = || if listing.get() { gives_up() } else { ends() };
        let halt = Halt::new(&ends);
        let run = Run { shared: &shared, halt: &halt, listing: &listing, task, thread, report };
        self.engine.walk_until(&position, Some(&halt), run)
    }
}

/// The time after which the list of root moves is given up, in milliseconds.
const LISTING: u64 = 10_000;

/// A searcher, generic over the position stack of the game.
struct Run<'a> {
    shared: &'a SharedState<'a>,
    halt: &'a Halt<'a>,
    /// True until the root moves are listed.
    listing: &'a Cell<bool>,
    task: &'a SearchTask,
    thread: usize,
    report: &'a mut dyn FnMut(&Info),
}

impl Visitor for Run<'_> {
    type Answer = SearchOutcome;

    fn visit<T: PositionStack>(self, stack: T) -> SearchOutcome {
        let mut searcher =
            SearchWorker::new(stack, (self.shared, self.halt), &self.task.past, self.task.blur);
        searcher.deepen(self.task, self.thread, self.listing, self.report)
    }
}
