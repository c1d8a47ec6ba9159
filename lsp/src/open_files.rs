//! The file system as the editor shows it, in which an open document hides the file on disk.

use super::text::LineText;
use ferz_cli::files::Disk;
use ferz_lang::catalog::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The texts of the open documents, by path.
pub(super) type Texts = BTreeMap<String, Arc<LineText>>;

/// The file system as the editor shows it: an open document hides the file on disk. Also records the requested paths.
pub(super) struct OpenFiles {
    texts: Arc<Texts>,
    /// The paths of all files that were requested, existing or not.
    reads: Mutex<BTreeSet<String>>,
}

impl OpenFiles {
    pub(super) fn new(texts: Arc<Texts>) -> OpenFiles {
        OpenFiles { texts, reads: Mutex::default() }
    }

    /// Returns the texts of the open documents.
    pub(super) fn texts(&self) -> &Arc<Texts> {
        &self.texts
    }

    /// Returns the paths of all files that were requested.
    pub(super) fn into_reads(self) -> BTreeSet<String> {
        self.reads.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, path: &str) {
        self.reads.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    }
}

impl Files for OpenFiles {
    fn read(&self, path: &str) -> Option<String> {
        self.note(path);
        match self.texts.get(path) {
            Some(text) => Some(text.body().to_owned()),
            None => Disk.read(path),
        }
    }

    fn refusal(&self, path: &str) -> Option<String> {
        self.note(path);
        if self.texts.contains_key(path) { None } else { Disk.refusal(path) }
    }
}
