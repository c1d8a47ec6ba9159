//! The games that cases are about, each read once.

use super::page::GameLine;
use crate::base::diagnostic::Diagnostic;
use crate::fast::engine::Engine;
use crate::lang::catalog::{Catalog, Files, GameRef, Loaded};
use crate::rules::Variant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

type Key = (String, Vec<(String, String)>);

/// A game and what answers for it.
#[derive(Debug)]
pub struct Played {
    /// The game as it was read.
    pub loaded: Loaded,
    /// Who is asked about positions.
    pub engine: Engine,
}

/// Games by what a case says of them.
pub struct Games<'a> {
    files: &'a (dyn Files + Sync),
    engine: fn(&Variant) -> Engine,
    played: Mutex<HashMap<Key, Result<Arc<Played>, String>>>,
    /// Where a page finds a game of a name.
    places: Mutex<HashMap<(String, String), String>>,
}

impl<'a> Games<'a> {
    /// The built-in games and those in files; `engine` makes what answers for each.
    pub fn new(files: &'a (dyn Files + Sync), engine: fn(&Variant) -> Engine) -> Games<'a> {
        Games { files, engine, played: Mutex::new(HashMap::new()), places: Mutex::new(HashMap::new()) }
    }

    /// The game a page at `page` means. A file of that name in the folder above the page, or beside it, comes before the
    /// built-in game.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn load(&self, page: &str, line: &GameLine) -> Result<Arc<Played>, String> {
        let known = (page.to_owned(), line.name.clone());
        let place = self.places.lock().unwrap_or_else(PoisonError::into_inner).get(&known).cloned();
        let mut reference = place.unwrap_or_else(|| {
            let place = self.place(page, &line.name);
            self.places.lock().unwrap_or_else(PoisonError::into_inner).insert(known, place.clone());
            place
        });
        if let Some(array) = &line.array {
            reference += &format!("/{array}");
        }
        if let Some(reading) = &line.reading {
            reference += &format!("@{reading}");
        }
        let mut set = line.set.clone();
        set.sort();
        let key = (reference, set);
        let known = self.played.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
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
        self.played.lock().unwrap_or_else(PoisonError::into_inner).insert(key, played.clone());
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
