//! The pages about every code there is. A page is the registry's entry: a code without one does not exist.

use super::nearest;

/// The names and the texts of `docs/errors`.
static PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// All codes, sorted.
pub(crate) fn codes() -> Vec<&'static str> {
    let mut codes: Vec<&'static str> =
        PAGES.iter().filter_map(|(name, _)| name.strip_suffix(".md")).collect();
    codes.sort_unstable();
    codes
}

/// The page about a code, in Markdown.
pub(crate) fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(name, _)| name.strip_suffix(".md") == Some(code)).map(|&(_, text)| text)
}

/// The code a misspelt one was probably meant to be.
pub(crate) fn nearest_code(word: &str) -> Option<&'static str> {
    nearest(word, codes())
}
