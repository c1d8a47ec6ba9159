//! The games that cases are about, each loaded once.

use super::page::GameLine;
use crate::base::diagnostic::Diagnostic;
use crate::fast::engine::Engine;
use crate::lang::catalog::{Catalog, Files, GameRef, Loaded};
use crate::rules::Variant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Key = (String, Vec<(String, String)>);

/// A game and its engine.
#[derive(Debug)]
pub(crate) struct Played {
    /// The game as it was read.
    pub loaded: Loaded,
    /// What answers questions about positions.
    pub engine: Engine,
}

/// Games by the references of cases.
pub(crate) struct Games<'a> {
    files: &'a (dyn Files + Sync),
    engine: fn(&Variant) -> Engine,
    played: Mutex<HashMap<Key, Result<Arc<Played>, String>>>,
    /// The file or built-in game that a page means by a name.
    places: Mutex<HashMap<(String, String), String>>,
}

impl<'a> Games<'a> {
    /// The built-in games and those in files; `engine` makes what answers for each.
    pub(crate) fn new(files: &'a (dyn Files + Sync), engine: fn(&Variant) -> Engine) -> Games<'a> {
        Games { files, engine, played: Mutex::new(HashMap::new()), places: Mutex::new(HashMap::new()) }
    }

    /// The game a page at `page` means. A file of that name in the folder above the page, or beside it, comes before the
    /// built-in game.
    ///
    /// # Errors
    /// Why it cannot be loaded, in a sentence.
    pub(crate) fn load(&self, page: &str, line: &GameLine) -> Result<Arc<Played>, String> {
        let known = (page.to_owned(), line.name.clone());
        let mut reference =
            lock(&self.places).entry(known).or_insert_with(|| self.place(page, &line.name)).clone();
        if let Some(array) = &line.array {
            reference += &format!("/{array}");
        }
        if let Some(reading) = &line.reading {
            reference += &format!("@{reading}");
        }
        let mut set = line.set.clone();
        set.sort();
        let key = (reference, set);
        if let Some(known) = lock(&self.played).get(&key).cloned() {
            return known;
        }
        let files: &dyn Files = self.files;
        let loaded = Catalog::new(files).load(&GameRef::parse(&key.0), &key.1);
        let played = loaded.map(|loaded| Arc::new(Played { engine: (self.engine)(&loaded.variant), loaded }));
        let played = played.map_err(|failure| {
            let first = failure.problems.iter().find(|problem| problem.is_error());
            let said = |problem: &Diagnostic| match &problem.help {
                Some(help) => format!("{}; {help}", problem.message),
                None => problem.message.clone(),
            };
            let why = first.map_or_else(|| "it has errors".to_owned(), said);
            format!("the game `{}`: {why}", key.0)
        });
        lock(&self.played).insert(key, played.clone());
        played
    }

    /// The path or the built-in name of a game that a page calls `name`.
    fn place(&self, page: &str, name: &str) -> String {
        let folder = page.rfind(['/', '\\']).map_or("", |at| page.get(..=at).unwrap_or_default());
        let file = if name.ends_with(".ferz") { name.to_owned() } else { format!("{name}.ferz") };
        let above = match folder.trim_end_matches(['/', '\\']).rfind(['/', '\\']) {
            Some(at) => folder.get(..=at).unwrap_or_default().to_owned(),
            None if folder.is_empty() || folder == "./" => "../".to_owned(),
            None => String::new(),
        };
        let places = [format!("{above}{file}"), format!("{folder}{file}"), file.clone()];
        let found = places.into_iter().find(|path| self.files.read(path).is_some());
        // A path without a folder would be taken for a name.
        found.unwrap_or_else(|| name.to_owned())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
