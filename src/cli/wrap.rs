//! Text set in lines no wider than the terminal.

use crate::base::text::hang;
use std::io::{self, IsTerminal};

/// The width of a page where there is no terminal.
const PAGE: usize = 80;

/// No page is narrower, and none wider.
const BOUNDS: (usize, usize) = (40, 100);

/// The width of a page: as `COLUMNS` says, or as the terminal has it.
pub(super) fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || {
        let size = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
        size.map(|(width, _)| usize::from(width.0))
    };
    said.filter(|columns| *columns > 0).or_else(terminal).unwrap_or(PAGE).clamp(BOUNDS.0, BOUNDS.1)
}

/// Breaks words into lines; the first begins with `first`, every other with as many blanks.
pub(super) fn paragraph<'w>(first: &str, words: impl IntoIterator<Item = &'w str>) -> Vec<String> {
    hang(first, words, width())
}

/// Breaks a text into lines; the first begins with `first`, every other with as many blanks.
pub(super) fn text(first: &str, text: &str) -> Vec<String> {
    paragraph(first, text.split_whitespace())
}
