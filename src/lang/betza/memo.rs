//! The canonical forms that were found before: the games of a library write the same few hundred notations again and again.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// How many are kept, and how long a text may be to be kept.
const MOST_TEXTS: usize = 4096;
const MOST_BYTES: usize = 64;

static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// The canonical form of a text without special dialect, looked for if it is not known.
pub(super) fn known(text: &str, find: impl FnOnce() -> String) -> String {
    let table = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = table().get(text) {
        return known.clone();
    }
    let found = find();
    let mut table = table();
    if text.len() <= MOST_BYTES && table.len() < MOST_TEXTS {
        table.insert(text.to_owned(), found.clone());
    }
    found
}
