//! Copies of the built-in games that an editor can open.
//!
//! An editor opens files only, so a built-in file is written to the cache of the user, read-only and in a folder with
//! the version of ferz.

use super::uri;
use ferz_cli::{files, writing};
use std::path::{Path, PathBuf};

/// Returns the folder of the copies.
fn folder() -> Option<PathBuf> {
    Some(files::of_user("XDG_CACHE_HOME", ".cache")?.join(env!("CARGO_PKG_VERSION")))
}

/// Returns true if a path is that of a copy.
pub(super) fn is_copy(path: &str) -> bool {
    folder().is_some_and(|folder| Path::new(path).starts_with(folder))
}

/// Writes a copy of a built-in file unless it exists, and returns its URI. Returns `None` if it cannot be written.
pub(super) fn copy(name: &str, text: &str) -> Option<String> {
    let path = folder()?.join(name);
    writing::copy(&path, text).ok()?;
    Some(uri::of(path.to_str()?)?.as_str().to_owned())
}
