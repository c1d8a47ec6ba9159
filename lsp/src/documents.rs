//! The documents that are open in the editor, with the results of their checks.

use super::checking::CheckResult;
use super::open_files::Texts;
use super::text::LineText;
use super::uri;
use ferz_lang::RuleFile;
use ferz_lang::catalog::Loaded;
use ferz_lang::outline::Outline;
use ferz_lang::{Memory, Selection};
use lsp_types::{TextDocumentItem, Uri};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A rule file without errors. Its default game is compiled on first use.
pub(super) struct ValidRules {
    pub(super) game: RuleFile,
    loaded: OnceLock<Option<Loaded>>,
    /// The pages of pieces that were requested.
    pages: Mutex<BTreeMap<String, Option<String>>>,
}

impl ValidRules {
    pub(super) fn new(game: RuleFile) -> ValidRules {
        ValidRules { game, loaded: OnceLock::new(), pages: Mutex::default() }
    }

    /// Compiles everything that hover texts need, so that the first one appears without a delay.
    pub(super) fn prepare(&self) {
        self.loaded().map(Loaded::alternatives);
    }

    /// Returns the page of a piece, which `write` writes on first use.
    pub(super) fn page(&self, piece: &str, write: impl FnOnce() -> Option<String>) -> Option<String> {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.entry(piece.to_owned()).or_insert_with(write).clone()
    }

    /// Returns the game with its default choices.
    pub(super) fn loaded(&self) -> Option<&Loaded> {
        let load = || {
            let (variant, warnings) = self.game.variant(&Selection::default(), &Memory::reading());
            Some(Loaded::new(Arc::new(variant?), self.game.clone(), warnings))
        };
        self.loaded.get_or_init(load).as_ref()
    }
}

/// An open document.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) path: String,
    pub(super) version: i32,
    pub(super) text: Arc<LineText>,
    /// The result of the last check. It refers to an older text unless `is_current` returns true.
    pub(super) outcome: Option<CheckResult>,
    /// The last version of the game without errors.
    pub(super) good: Option<Arc<ValidRules>>,
    outline: OnceCell<Outline>,
}

impl Document {
    fn new(item: TextDocumentItem) -> Document {
        let text = Arc::new(LineText::new(item.text));
        let path = path_of(item.uri.as_str(), &item.language_id);
        let (outcome, good, outline) = (None, None, OnceCell::new());
        Document { uri: item.uri, path, version: item.version, text, outcome, good, outline }
    }

    pub(super) fn is_game(&self) -> bool {
        self.path.ends_with(".ferz")
    }

    /// Returns true if the last check was a check of the current text.
    pub(super) fn is_current(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| Arc::ptr_eq(&outcome.text, &self.text))
    }

    /// Returns the outline of the current text.
    pub(super) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(self.text.body()))
    }

    fn set_text(&mut self, text: LineText, version: i32) {
        self.text = Arc::new(text);
        self.version = version;
        self.outline = OnceCell::new();
    }

    /// Stores the result of a check of the current text.
    pub(super) fn accept(&mut self, mut outcome: CheckResult) {
        if let Some(game) = outcome.game.take() {
            self.good = Some(game);
        }
        self.outcome = Some(outcome);
    }
}

/// Returns the path for a document. An unsaved rule file gets the extension `.ferz`.
fn path_of(uri: &str, language: &str) -> String {
    let path = uri::path(uri);
    let has_ending = [".ferz", ".toml", ".md"].iter().any(|ending| path.ends_with(ending));
    if has_ending || language != "ferz" { path } else { format!("{path}.ferz") }
}

/// All open documents, and the folders that the editor has opened.
#[derive(Default)]
pub(super) struct Workspace {
    /// The documents by URI, in the spelling of the editor.
    all: BTreeMap<String, Document>,
    pub(super) roots: Vec<String>,
}

impl Workspace {
    pub(super) fn open(&mut self, item: TextDocumentItem) -> String {
        let document = Document::new(item);
        let path = document.path.clone();
        // A file has one text, even if an editor opens it again with another spelling of its URI.
        self.all.retain(|_, other| other.path != path);
        self.all.insert(document.uri.as_str().to_owned(), document);
        path
    }

    pub(super) fn close(&mut self, uri: &str) -> Option<Document> {
        self.all.remove(uri)
    }

    pub(super) fn get(&self, uri: &str) -> Option<&Document> {
        self.all.get(uri)
    }

    /// Returns the open rule file with this URI.
    pub(super) fn game(&self, uri: &Uri) -> Option<&Document> {
        self.get(uri.as_str()).filter(|document| document.is_game())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Document> {
        self.all.values()
    }

    /// Returns the document at a path.
    pub(super) fn at(&self, path: &str) -> Option<&Document> {
        self.all.values().find(|document| document.path == path)
    }

    pub(super) fn at_mut(&mut self, path: &str) -> Option<&mut Document> {
        self.all.values_mut().find(|document| document.path == path)
    }

    /// Applies changes from the editor. Returns the path of the document.
    pub(super) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<lsp_types::TextDocumentContentChangeEvent>,
    ) -> Option<String> {
        let document = self.all.get_mut(uri)?;
        let mut text = LineText::clone(&document.text);
        for change in changes {
            text = text.changed(change);
        }
        document.set_text(text, version);
        Some(document.path.clone())
    }

    /// Returns the current texts of all documents.
    pub(super) fn texts(&self) -> Arc<Texts> {
        let text = |document: &Document| (document.path.clone(), Arc::clone(&document.text));
        Arc::new(self.all.values().map(text).collect())
    }

    /// Returns the paths of the documents whose problems depend on the file at a path.
    pub(super) fn dependents(&self, path: &str) -> BTreeSet<String> {
        let reads = |document: &&Document| {
            let reads = document.outcome.as_ref().is_some_and(|outcome| outcome.reads.contains(path));
            // Readings are checked with all games beside them, whatever the names of these games.
            let is_beside = document.path.ends_with(".toml") && folder(&document.path) == folder(path);
            reads || is_beside || document.path == path
        };
        self.all.values().filter(reads).map(|document| document.path.clone()).collect()
    }
}

/// Returns the folder of a path.
pub(super) fn folder(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |at| &path[..=at])
}
