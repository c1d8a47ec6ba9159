//! The state that all engine protocols share: the game, its position, the computer player, and a running search.
//!
//! [`ProtocolSession`] is the main type. A search runs on its own thread and announces its end by an event. Changing
//! the game, the table, or the number of threads first halts the search, because it uses all of them.

use super::{PAUSE, ProtocolEvent};
use crate::game;
use crate::output::CommandError;
use crate::think::{EngineHandle, HASH};
use ferz_bridge::Imported;
use ferz_core::base::{Halt, Move, Outcome};
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_core::play::search::{Info, Limits, SearchOutcome, SearchTask, TranspositionTable};
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, Files, GameRef, Loaded};
use ferz_text::notation::movetext;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time limit for generating the legal moves of a position of the game, and the limit after `quit` has come.
const PATIENCE: Duration = Duration::from_secs(2);
const LEAVING: Duration = Duration::from_millis(200);

/// The time limit for generating legal moves at the start and at the end of a search.
pub(super) const QUICK: Duration = Duration::from_millis(20);

/// The message about a position whose moves cannot be listed in time.
pub(super) const TOO_SLOW: &str = "the moves of this position take too long to list";

/// A running search.
struct RunningSearch {
    number: u64,
    /// True if the search has no limit, so that only a command ends it.
    endless: bool,
    thread: JoinHandle<SearchOutcome>,
}

pub(super) struct ProtocolSession {
    sender: Sender<ProtocolEvent>,
    pub(super) loaded: Loaded,
    pub(super) engine: Engine,
    pub(super) game: GameHistory,
    pub(super) handle: EngineHandle,
    megabytes: usize,
    pub(super) lines: usize,
    search: Option<RunningSearch>,
    searches: u64,
    /// True if `quit` or the end of the input has come.
    pub(super) leaving: Arc<AtomicBool>,
}

impl ProtocolSession {
    pub(super) fn new(
        name: &str,
        sets: &[(String, String)],
        sender: Sender<ProtocolEvent>,
    ) -> Result<ProtocolSession, CommandError> {
        let loaded = load(name, sets)?;
        let engine = Engine::new(&loaded.variant);
        let game = GameHistory::new(&engine, loaded.variant.start());
        let handle = EngineHandle::new(&engine, Arc::new(TranspositionTable::new(HASH)), 1);
        Ok(ProtocolSession {
            sender,
            loaded,
            engine,
            game,
            handle,
            megabytes: HASH,
            lines: 1,
            search: None,
            searches: 0,
            leaving: Arc::default(),
        })
    }

    pub(super) fn variant(&self) -> &Variant {
        &self.loaded.variant
    }

    /// Replaces the game.
    pub(super) fn load(&mut self, name: &str) -> Result<(), CommandError> {
        self.replace(load(name, &[])?);
        Ok(())
    }

    /// Replaces the game with one that was translated from the file of another program.
    pub(super) fn load_imported(&mut self, imported: &Imported) -> Result<(), CommandError> {
        let name = format!("{}.ferz", imported.name);
        let loaded = Catalog::new(&ImportedFiles(imported)).load(&GameRef::parse(&name), &[])?;
        self.replace(loaded);
        Ok(())
    }

    fn replace(&mut self, loaded: Loaded) {
        self.halt();
        self.engine = Engine::new(&loaded.variant);
        self.game = GameHistory::new(&self.engine, loaded.variant.start());
        self.loaded = loaded;
        self.handle = EngineHandle::new(
            &self.engine,
            Arc::new(TranspositionTable::new(self.megabytes)),
            self.handle.threads,
        );
    }

    pub(super) fn set_hash(&mut self, megabytes: usize) {
        self.halt();
        self.megabytes = megabytes;
        // The old table is freed first, so that both never exist at the same time.
        self.handle.table = Arc::new(TranspositionTable::new(1));
        self.handle.table = Arc::new(TranspositionTable::new(megabytes));
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.halt();
        self.handle.threads = threads;
    }

    pub(super) fn clear_table(&mut self) {
        self.halt();
        self.handle.table.clear();
    }

    pub(super) fn task(&self, limits: Limits) -> SearchTask {
        self.task_of(&self.game, limits)
    }

    /// Creates the task of a search for a position of another game history.
    pub(super) fn task_of(&self, game: &GameHistory, limits: Limits) -> SearchTask {
        SearchTask { lines: self.lines, ..self.handle.thinker.task(game, limits) }
    }

    /// Returns the legal moves of the current position, or `None` if it takes too long to list them.
    pub(super) fn legal_moves(&self) -> Option<Vec<Move>> {
        let limit = || if self.leaving.load(Ordering::Relaxed) { LEAVING } else { PATIENCE };
        legal_within(&self.game, limit)
    }

    /// Returns true if the moves of the current position can be listed in so little time that no search is delayed.
    pub(super) fn is_quick(&self) -> bool {
        legal_within(&self.game, || QUICK).is_some()
    }

    /// Returns true if the game is over, or if a player can claim its end.
    pub(super) fn can_end(&self) -> bool {
        self.is_quick() && (self.game.outcome().is_some() || !self.game.claims().is_empty())
    }

    pub(super) fn text(&self, mv: &Move) -> String {
        movetext::write(self.variant(), mv)
    }

    /// Continues a game that repetition or quiet plies have ended, as if its position were the first. Other programs may
    /// not know this ending. Returns the ending, or `None` if the game has not ended or cannot continue.
    pub(super) fn go_on(&mut self) -> Option<Outcome> {
        // Generating the moves can take longer than a search may.
        let outcome = if self.game.is_overdue() { self.game.outcome()? } else { return None };
        let mut setup = self.game.setup().clone();
        setup.halfmove = 0;
        let game = GameHistory::new(&self.engine, setup);
        if game.outcome().is_some() {
            return None;
        }
        self.game = game;
        Some(outcome)
    }

    /// Starts a search. An event announces its end, and [`ProtocolSession::finish`] returns its result.
    pub(super) fn begin(
        &mut self,
        task: SearchTask,
        pondering: bool,
        report: impl Fn(&Info) + Send + 'static,
    ) {
        self.halt();
        self.searches += 1;
        let (number, endless, infinite) =
            (self.searches, pondering || task.limits.infinite, task.limits.infinite);
        let (handle, sender) = (self.handle.clone(), self.sender.clone());
        handle.signals.begin(handle.now(), pondering);
        let work = move || {
            let found = handle.think(&task, &mut |info| report(info));
            while handle.signals.is_pondering() || infinite && !handle.signals.is_stopped() {
                std::thread::sleep(PAUSE);
            }
            // A failure means that the program is about to end.
            let _ = sender.send(ProtocolEvent::Found(number));
            found
        };
        match std::thread::Builder::new().spawn(work) {
            Ok(thread) => self.search = Some(RunningSearch { number, endless, thread }),
            Err(error) => super::say(&format!("info string cannot start a thread: {error}")),
        }
    }

    pub(super) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    pub(super) fn is_current(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    /// Ends pondering because the opponent has played the expected move.
    pub(super) fn hit(&mut self) {
        self.handle.signals.hit(self.handle.now());
        self.search.iter_mut().for_each(|search| search.endless = false);
    }

    /// Tells the search to stop and to return its best move.
    pub(super) fn stop(&self) {
        self.handle.signals.stop();
    }

    /// Tells the search to stop, and abandons it if it does not end at once.
    pub(super) fn leave(&self) {
        self.stop();
        let begun = Instant::now();
        let is_running = || self.search.as_ref().is_some_and(|search| !search.thread.is_finished());
        while is_running() && begun.elapsed() < LEAVING {
            std::thread::sleep(PAUSE);
        }
        self.handle.signals.abandon();
    }

    /// Waits for the end of the search, and returns its result. Returns `None` if there is no search.
    pub(super) fn finish(&mut self) -> Option<SearchOutcome> {
        self.search.take()?.thread.join().ok()
    }

    /// Stops the search and discards its result.
    pub(super) fn halt(&mut self) {
        self.handle.signals.abandon();
        drop(self.finish());
    }

    /// Returns true if only a command ends the search.
    pub(super) fn is_endless(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.endless)
    }
}

/// Returns the legal moves of a game, or `None` if listing them takes longer than the limit.
pub(super) fn legal_within(game: &GameHistory, limit: impl Fn() -> Duration) -> Option<Vec<Move>> {
    let begun = Instant::now();
    game.legal_moves_until(&Halt::new(&|| begun.elapsed() >= limit()))
}

/// The rule files of an imported game.
struct ImportedFiles<'a>(&'a Imported);

impl Files for ImportedFiles<'_> {
    fn read(&self, path: &str) -> Option<String> {
        let ImportedFiles(Imported { name, text, files, .. }) = self;
        let is_own = path.strip_suffix(".ferz") == Some(name);
        if is_own { Some(text.clone()) } else { files.get(path).cloned() }
    }
}

fn load(name: &str, sets: &[(String, String)]) -> Result<Loaded, CommandError> {
    let reference = GameRef::parse(name);
    game::check_file(&reference)?;
    game::load(&reference, sets, None)
}
