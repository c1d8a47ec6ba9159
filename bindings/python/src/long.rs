//! The methods of `Board` that can take long: counting, searching, and random games.
//!
//! They work on a copy of the game, so other threads can use the board meanwhile. [`interruptible`] lets Ctrl-C end
//! them.

use crate::board::Board;
use crate::errors::{ErrorKind, exception};
use crate::results::{Outcome, SearchResult};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time between two looks for a signal.
const PATIENCE: Duration = Duration::from_millis(50);
/// The stack of a thread that searches: as much as a main thread usually has.
const STACK: usize = 8 << 20;
/// The depth to which perft counts without looking for a signal.
const COUNTED_AT_ONCE: u32 = 3;
/// The maximum number of threads for one computation.
pub const MAX_THREADS: usize = 256;
/// The number of positions that a search without a limit searches.
const USUAL_NODES: u64 = 100_000;

/// Runs work while other Python threads continue. A signal such as Ctrl-C sets the flag that is passed to the work, and
/// its exception is raised when the work returns.
pub fn interruptible<R: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> R + Send) -> PyResult<R> {
    let stop = &AtomicBool::new(false);
    let threading = py.import("threading")?;
    let is_main = threading.call_method0("current_thread")?.is(threading.call_method0("main_thread")?);
    if !is_main {
        // Python handles signals in its main thread only.
        return Ok(py.detach(|| work(stop)));
    }
    py.detach(|| {
        std::thread::scope(|scope| {
            let (running, ended) = channel::<()>();
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let result = work(stop);
                drop(running);
                result
            });
            let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut handled = Ok(());
            while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if handled.is_ok() {
                    handled = Python::attach(|py| py.check_signals());
                    stop.store(handled.is_err(), Ordering::Relaxed);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            handled.map(|()| result)
        })
    })
}

/// Counts sequences of moves. The count is meaningless after a stop.
fn count(game: &ferz::Game, depth: u32, stop: &AtomicBool) -> u64 {
    if depth <= COUNTED_AT_ONCE {
        return game.perft(depth);
    }
    let mut all = 0_u64;
    for next in after_each(game) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        all = all.saturating_add(count(&next, depth - 1, stop));
    }
    all
}

/// Returns the games after each legal move. They have no history, because perft ignores repetitions.
fn after_each(game: &ferz::Game) -> impl Iterator<Item = ferz::Game> {
    game.legal_moves().filter_map(|mv| {
        let mut next = game.clone();
        next.play(mv).is_ok().then(|| next.without_history())
    })
}

/// Counts like [`count`], on several threads, which take one move after the other.
fn count_on(threads: usize, game: &ferz::Game, depth: u32, stop: &AtomicBool) -> u64 {
    let games: Vec<ferz::Game> = after_each(game).collect();
    let next = AtomicUsize::new(0);
    let one = || {
        let mut all = 0_u64;
        while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            all = all.saturating_add(count(game, depth - 1, stop));
        }
        all
    };
    std::thread::scope(|scope| {
        let others = threads.min(games.len()).saturating_sub(1);
        let running: Vec<_> = (0..others).map(|_| scope.spawn(one)).collect();
        let counts =
            running.into_iter().map(|it| it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        counts.fold(one(), u64::saturating_add)
    })
}

#[pymethods]
impl Board {
    /// Counts the sequences of `depth` legal moves from this position.
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft(slf: &Bound<'_, Board>, depth: u32, threads: usize) -> PyResult<u64> {
        let py = slf.py();
        let game = slf.try_borrow()?.game.without_history();
        if depth <= COUNTED_AT_ONCE {
            return Ok(py.detach(|| game.perft(depth)));
        }
        let threads = threads.min(MAX_THREADS);
        interruptible(py, |stop| match threads {
            0 | 1 => count(&game, depth, stop),
            _ => count_on(threads, &game, depth, stop),
        })
    }

    /// Searches for the best move. The number of positions, the depth in plies, and the time in seconds limit the
    /// search. The default limit is 100,000 positions. Raises `IllegalMoveError` if the game is over.
    #[pyo3(signature = (*, nodes=None, depth=None, time=None, memory=16))]
    fn search(
        slf: &Bound<'_, Board>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        memory: usize,
    ) -> PyResult<SearchResult> {
        let py = slf.py();
        let (game, searcher) = {
            let mut board = slf.try_borrow_mut()?;
            let new = |board: &Board| ferz::Searcher::new(&board.rules.rules, memory.max(1));
            let searcher = board.searcher.take().unwrap_or_else(|| new(&board));
            (board.game.clone(), searcher)
        };
        let nodes = nodes.or((depth.is_none() && time.is_none()).then_some(USUAL_NODES));
        // Clamping keeps the conversion to an integer in range for any argument. A stop counts as the end of the time.
        let time = time.map_or(u64::MAX / 2, |seconds| (seconds.clamp(0.001, 1e9) * 1_000.0) as u64);
        let limits = ferz::SearchLimits { depth, nodes, time: Some(time), ..ferz::SearchLimits::default() };
        let begun = Instant::now();
        let found = interruptible(py, |stop| {
            let clock = || match stop.load(Ordering::Relaxed) {
                true => u64::MAX,
                false => u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            };
            searcher.search(&game, limits, &clock, &mut |_| {})
        });
        // The next search of the board uses the table of this one, unless another thread is searching with its own.
        if let Ok(mut board) = slf.try_borrow_mut() {
            board.searcher.get_or_insert(searcher);
        }
        let found = found?.map_err(|error| exception(py, &error, ErrorKind::Move))?;
        let best = crate::moves::Move::named(&game, (found.best, game.text(found.best)));
        Ok(SearchResult::from(best, found))
    }

    /// Plays at most `plies` random moves. Returns the number of plies and the outcome, which is `None` if the game
    /// was cut off. The board is unchanged. The same seed gives the same moves.
    #[pyo3(signature = (seed=0, plies=1_000))]
    fn playout(slf: &Bound<'_, Board>, seed: u64, plies: u32) -> PyResult<(u32, Option<Outcome>)> {
        let game = slf.try_borrow()?.game.clone();
        let played = slf.py().detach(|| game.playout(seed, plies));
        Ok((played.plies, played.outcome.map(Outcome::from)))
    }
}
