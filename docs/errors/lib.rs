//! The pages of the problem codes.

/// The codes and their pages in Markdown, sorted by code.
pub static PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Returns the page of a problem code, in Markdown.
pub fn page(code: &str) -> Option<&'static str> {
    let at = PAGES.binary_search_by_key(&code, |(own, _)| own).ok()?;
    Some(PAGES[at].1)
}
