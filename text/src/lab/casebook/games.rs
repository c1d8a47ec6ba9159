//! Loads the games of case pages, each only once.
//!
//! [`Games`] is the main type, which several threads can share. [`Games::load`] resolves the name of a game relative to
//! its page, loads the rules, and keeps the result for all later cases. A problem of the game is reported at the line
//! of the page that names it.

use super::page::GameLine;
use crate::base::source::Span;
use crate::fast::engine::{Engine, TableCaches};
use crate::lang::catalog::{Catalog, Failure, Files, GameRef, Loaded};
use crate::lang::{Memory, RuleFile};
use crate::messages::diagnostic::{Code, Diagnostic, Parts};
use crate::messages::fix::Fix;
use crate::rules::Variant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A game of case pages, with its engine.
#[derive(Debug)]
pub struct CaseGame {
    /// The loaded rules.
    pub loaded: Loaded,
    /// The name or the path of the game.
    name: String,
    maker: Maker,
    pool: Arc<CachePool>,
    engine: OnceLock<Engine>,
}

/// A function that creates the engine of a game and reuses the table caches of earlier engines.
pub type Maker = fn(&Arc<Variant>, &mut TableCaches) -> Engine;

/// The caches that one loaded game leaves for the next.
struct CacheEntry {
    game: String,
    memory: Memory,
    caches: TableCaches,
}

impl CacheEntry {
    fn new(game: &str) -> CacheEntry {
        CacheEntry { game: game.to_owned(), memory: Memory::reading(), caches: TableCaches::default() }
    }
}

/// The caches that no thread is using. Their number is at most the number of threads.
#[derive(Default)]
struct CachePool(Mutex<Vec<CacheEntry>>);

impl CachePool {
    /// Runs `work` with the caches of a game, or with those of another game after clearing them.
    fn at<R>(&self, game: &str, work: impl FnOnce(&mut CacheEntry) -> R) -> R {
        let mut free = lock(&self.0);
        let own = free.iter().position(|entry| entry.game == game);
        let found = own.or_else(|| free.len().checked_sub(1)).map(|at| free.remove(at));
        drop(free);
        let own = found.filter(|entry| entry.game == game);
        let mut entry = own.unwrap_or_else(|| CacheEntry::new(game));
        let result = work(&mut entry);
        lock(&self.0).push(entry);
        result
    }
}

impl std::fmt::Debug for CachePool {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Benches").finish_non_exhaustive()
    }
}

impl CaseGame {
    /// Returns the engine for positions of the game, which is compiled on first use.
    pub fn engine(&self) -> &Engine {
        let make = |entry: &mut CacheEntry| (self.maker)(&self.loaded.variant, &mut entry.caches);
        self.engine.get_or_init(|| self.pool.at(&self.name, make))
    }
}

/// A loaded game, or the problem that prevents loading it.
type Attempt = Result<Arc<CaseGame>, Diagnostic>;

/// A parsed rule file, or the problem that prevents reading it.
type OpenedRules = Result<Arc<RuleFile>, Failure>;

/// The key of a loaded game: its reference and the switches that are set.
type GameKey = (String, Vec<(String, String)>);

/// A cache for the games of case pages.
pub struct Games<'a> {
    files: &'a (dyn Files + Sync),
    engine: Maker,
    pool: Arc<CachePool>,
    /// The loaded games and those that a thread is loading.
    played: Mutex<HashMap<GameKey, Arc<OnceLock<Attempt>>>>,
    /// The parsed rule files, by name or path.
    opened: Mutex<HashMap<String, Arc<OnceLock<OpenedRules>>>>,
    /// The path or the built-in name of a game, by page and by the name in that page.
    places: Mutex<HashMap<(String, String), String>>,
}

impl<'a> Games<'a> {
    /// Creates a cache for built-in games and games in files. `engine` creates the engine of a game.
    pub fn new(files: &'a (dyn Files + Sync), engine: Maker) -> Games<'a> {
        let (pool, played, opened, places) = Default::default();
        Games { files, engine, pool, played, opened, places }
    }

    /// Returns the rule file of a game, which is read once and whose problems are found once.
    ///
    /// # Errors
    /// If the game does not exist.
    pub fn rules(&self, game: &GameRef) -> Result<Arc<RuleFile>, Failure> {
        let opened = Arc::clone(lock(&self.opened).entry(game.name.clone()).or_default());
        opened.get_or_init(|| Catalog::new(self.files).rules(game).map(Arc::new)).clone()
    }

    /// Loads the game that the page at `page` names. A file with this name, in the folder above the page or beside the
    /// page, takes precedence over a built-in game.
    ///
    /// # Errors
    /// If the game cannot be loaded. The problem points to the name in the page.
    pub fn load(&self, page: &str, line: &GameLine) -> Attempt {
        let (reference, set) = self.key(page, line);
        let game = Arc::clone(lock(&self.played).entry((reference.clone(), set.clone())).or_default());
        // The first thread loads the game, and other threads that need it wait.
        let played = game.get_or_init(|| self.open(&reference, &set).map(Arc::new)).clone();
        played.map_err(|problem| at_line(problem, line))
    }

    /// Loads a game like [`Games::load`], but does not store it.
    ///
    /// # Errors
    /// If the game cannot be loaded, as for [`Games::load`].
    pub(super) fn read(&self, page: &str, line: &GameLine) -> Result<CaseGame, Diagnostic> {
        let (reference, set) = self.key(page, line);
        self.open(&reference, &set).map_err(|problem| at_line(problem, line))
    }

    fn key(&self, page: &str, line: &GameLine) -> GameKey {
        let mut reference = self.place(page, &line.name);
        reference.extend(line.array.iter().map(|array| format!("/{array}")));
        reference.extend(line.reading.iter().map(|reading| format!("@{reading}")));
        let mut set = line.set.clone();
        set.sort();
        (reference, set)
    }

    fn open(&self, reference: &str, set: &[(String, String)]) -> Result<CaseGame, Diagnostic> {
        let game = GameRef::parse(reference);
        let under =
            |rules: Arc<RuleFile>| self.pool.at(&game.name, |entry| rules.under(&game, set, &entry.memory));
        let loaded = self.rules(&game).and_then(under).map_err(|failure| unusable(reference, &failure))?;
        let pool = Arc::clone(&self.pool);
        Ok(CaseGame { loaded, name: game.name, maker: self.engine, pool, engine: OnceLock::new() })
    }

    /// Returns the path or the built-in name of the game that a page calls `name`.
    pub(super) fn place(&self, page: &str, name: &str) -> String {
        let known = (page.to_owned(), name.to_owned());
        lock(&self.places).entry(known).or_insert_with(|| self.find(page, name)).clone()
    }

    fn find(&self, page: &str, name: &str) -> String {
        let parent = |path: &'_ str| path.rfind(['/', '\\']).map(|at| path[..=at].to_owned());
        let folder = parent(page).unwrap_or_default();
        let above = match parent(folder.trim_end_matches(['/', '\\'])) {
            None if ["", "./"].contains(&folder.as_str()) => "../".to_owned(),
            above => above.unwrap_or_default(),
        };
        let file = if name.ends_with(".ferz") { name.to_owned() } else { format!("{name}.ferz") };
        let mut places = [format!("{above}{file}"), format!("{folder}{file}"), file].into_iter();
        // A file in the current folder counts only as `NAME.ferz`, so that it cannot be confused with a built-in name.
        let is_there = |path: &String| self.files.read(path).or_else(|| self.files.refusal(path)).is_some();
        places.find(is_there).unwrap_or_else(|| name.to_owned())
    }
}

/// Moves a problem to the place where a page names the game or chooses its array, reading, or switches.
fn at_line(problem: Diagnostic, line: &GameLine) -> Diagnostic {
    // For an unknown value, `missing` contains the switch and the value.
    let missing = problem.missing().unwrap_or_default();
    let name = missing.split_once(' ').map_or(missing, |(switch, _)| switch);
    let part = line.parts.iter().rfind(|(part, _)| part == name).map(|(_, span)| *span);
    let part = part.or(line.under).filter(|_| is_choice(&problem));
    problem.at(part.unwrap_or(line.place))
}

/// Returns true if a problem depends on the choices for a game and not on its file.
pub(super) fn is_choice(problem: &Diagnostic) -> bool {
    problem.depends.contains(Parts::CHOICE)
}

/// Reports that a game cannot be loaded, with the message of its first error.
fn unusable(reference: &str, failure: &Failure) -> Diagnostic {
    // If the game has errors in itself, a choice that it does not offer follows from them.
    let mut errors = failure.problems.iter().filter(|problem| problem.is_error());
    let first = errors.clone().find(|problem| !is_choice(problem)).or_else(|| errors.next());
    let (code, why) =
        first.map_or((Code::Refused, "it cannot be read"), |first| (first.code, &first.message));
    let is_named = code == Code::UnknownGame;
    let message = if is_named { why.to_string() } else { format!("the game `{reference}`: {why}") };
    let problem = Diagnostic::new(code, Span::default(), message);
    match first.cloned() {
        Some(first) => {
            // Only a wrong choice is a mistake of the page.
            let fixes = if is_named || is_choice(&first) { Fix::names(first.fixes) } else { Vec::new() };
            let Diagnostic { help, topic, depends, .. } = first;
            Diagnostic { help, fixes, topic, depends, ..problem }
        }
        None => problem,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
