//! Loads the games of case pages, each only once. [`Games`] is the main type; threads can share it.

use super::page::GameLine;
use crate::base::diagnostic::{Code, Diagnostic, Label};
use crate::base::source::Span;
use crate::fast::engine::{Engine, TableCaches};
use crate::lang::catalog::{Catalog, Failure, Files, GameRef, Loaded};
use crate::lang::{Memory, RuleFile};
use crate::rules::Variant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A game and its engine.
#[derive(Debug)]
pub(crate) struct CaseGame {
    /// The game as it was read.
    pub loaded: Loaded,
    /// The name or the path of the game.
    name: String,
    maker: Maker,
    benches: Arc<Benches>,
    engine: OnceLock<Engine>,
}

/// A function that creates the engine of a game and reuses the caches of earlier engines.
pub(crate) type Maker = fn(&Arc<Variant>, &mut TableCaches) -> Engine;

/// The data that one loading of a game leaves for the next.
#[derive(Default)]
struct Bench {
    game: String,
    memory: Memory,
    caches: TableCaches,
}

/// The benches that no thread is using. There are as many in total as threads that work on games at once.
#[derive(Default)]
struct Benches(Mutex<Vec<Bench>>);

impl Benches {
    /// Runs some work with the bench of a game, or with another bench after clearing it.
    fn at<R>(&self, game: &str, work: impl FnOnce(&mut Bench) -> R) -> R {
        let mut free = lock(&self.0);
        let own = free.iter().position(|bench| bench.game == game);
        let found = own.or_else(|| free.len().checked_sub(1)).map(|at| free.remove(at));
        drop(free);
        let own = found.filter(|bench| bench.game == game);
        let mut bench = own.unwrap_or_else(|| Bench { game: game.to_owned(), ..Bench::default() });
        let result = work(&mut bench);
        lock(&self.0).push(bench);
        result
    }
}

impl std::fmt::Debug for Benches {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Benches").finish_non_exhaustive()
    }
}

impl CaseGame {
    /// The engine that answers questions about positions, compiled on first use.
    pub(crate) fn engine(&self) -> &Engine {
        let make = |bench: &mut Bench| (self.maker)(&self.loaded.variant, &mut bench.caches);
        self.engine.get_or_init(|| self.benches.at(&self.name, make))
    }
}

/// A loaded game, or the problem that prevents loading it.
type Attempt = Result<Arc<CaseGame>, Diagnostic>;

/// The reference of a game with the switches that are set.
type GameKey = (String, Vec<(String, String)>);

/// The games of case pages, by their references.
pub(crate) struct Games<'a> {
    files: &'a (dyn Files + Sync),
    engine: Maker,
    benches: Arc<Benches>,
    /// The games that are loaded or being loaded.
    played: Mutex<HashMap<GameKey, Arc<OnceLock<Attempt>>>>,
    /// The rule files that were read, by name or path.
    opened: Mutex<HashMap<String, Arc<RuleFile>>>,
    /// The path or the built-in name for each pair of a page and a name in it.
    places: Mutex<HashMap<(String, String), String>>,
}

impl<'a> Games<'a> {
    /// Creates a cache for built-in games and games in files. `engine` creates the engine of each.
    pub(crate) fn new(files: &'a (dyn Files + Sync), engine: Maker) -> Games<'a> {
        let (benches, played, opened, places) = Default::default();
        Games { files, engine, benches, played, opened, places }
    }

    /// Loads the game that the page at `page` names. A file of that name in the folder above the page, or beside the
    /// page, takes precedence over a built-in game.
    ///
    /// # Errors
    /// If the game cannot be loaded. The problem is at the place where the page names the game.
    pub(crate) fn load(&self, page: &str, line: &GameLine) -> Attempt {
        let (reference, set) = self.key(page, line);
        let game = Arc::clone(lock(&self.played).entry((reference.clone(), set.clone())).or_default());
        // The first thread to arrive loads the game, and the others wait.
        let played = game.get_or_init(|| self.open(&reference, &set).map(Arc::new)).clone();
        played.map_err(|problem| at_line(problem, line))
    }

    /// Loads a game like [`Games::load`], without keeping it.
    ///
    /// # Errors
    /// As [`Games::load`].
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
        let (game, opened) = (GameRef::parse(reference), &self.opened);
        let known = lock(opened).get(&game.name).cloned();
        let loaded = match known {
            Some(known) => self.benches.at(&game.name, |bench| known.under(&game, set, &bench.memory)),
            None => Catalog::new(self.files).load(&game, set),
        };
        let loaded = loaded.map_err(|failure| unusable(reference, &failure))?;
        lock(opened).entry(game.name.clone()).or_insert_with(|| Arc::new(loaded.game.clone()));
        let benches = Arc::clone(&self.benches);
        Ok(CaseGame { loaded, name: game.name, maker: self.engine, benches, engine: OnceLock::new() })
    }

    /// The path or the built-in name of the game that a page calls `name`.
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
        // A path without a folder would be confused with a name.
        let is_there = |path: &String| self.files.read(path).or_else(|| self.files.refusal(path)).is_some();
        places.find(is_there).unwrap_or_else(|| name.to_owned())
    }
}

/// Moves a problem to the place where a page names the game or chooses its array, reading, or switches.
fn at_line(problem: Diagnostic, line: &GameLine) -> Diagnostic {
    // For a value, `missing` holds the switch and the value.
    let missing = problem.missing.as_deref().unwrap_or_default();
    let name = missing.split_once(' ').map_or(missing, |(switch, _)| switch);
    let part = line.parts.iter().rfind(|(part, _)| part == name).map(|(_, span)| *span);
    let part = part.or(line.under).filter(|_| is_choice(&problem));
    let span = part.unwrap_or(line.place);
    Diagnostic { labels: vec![Label { span, text: String::new() }], ..problem }
}

/// Returns true if a problem concerns the choices for a game and not its file.
pub(super) fn is_choice(problem: &Diagnostic) -> bool {
    [Code::UnknownSwitch, Code::UnknownValue, Code::UnknownReading, Code::UnknownArray]
        .contains(&problem.code)
}

/// Reports that a game cannot be loaded, in the words of its first error.
fn unusable(reference: &str, failure: &Failure) -> Diagnostic {
    let first = failure.problems.iter().find(|problem| problem.is_error());
    let (code, why) =
        first.map_or((Code::Refused, "it cannot be read"), |first| (first.code, &first.message));
    let message = match code {
        Code::UnknownGame => why.to_string(),
        _ => format!("the game `{reference}`: {why}"),
    };
    let problem = Diagnostic::new(code, Span::default(), message);
    let missing = first.and_then(|first| first.missing.clone());
    let problem = Diagnostic { missing, ..problem };
    first.and_then(|first| first.help.clone()).into_iter().fold(problem, Diagnostic::help)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
