//! The pages about every code there is. A page is the registry's entry: a code without one does not exist.

use super::nearest;
use include_dir::{Dir, File, include_dir};

static PAGES: Dir = include_dir!("$CARGO_MANIFEST_DIR/docs/errors");

/// All codes, sorted.
pub(crate) fn codes() -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = PAGES.files().filter_map(code_of).collect();
    codes.sort_unstable();
    codes
}

/// The page about a code, in Markdown.
pub(crate) fn page(code: &str) -> Option<&'static str> {
    PAGES.files().find(|file| code_of(file) == Some(code))?.contents_utf8()
}

/// The code a misspelt one was probably meant to be.
pub(crate) fn nearest_code(word: &str) -> Option<&'static str> {
    nearest(word, codes())
}

fn code_of(file: &'static File<'static>) -> Option<&'static str> {
    (file.path().extension()? == "md").then(|| file.path().file_stem()?.to_str())?
}
