//! Wraps text to the width of the terminal.

use ferz_syntax::messages::text::hang;
use std::io::{self, IsTerminal};

/// The width of a page without a terminal.
const PAGE: usize = 80;

/// Returns the width of a page: the value of `COLUMNS` or the width of the terminal, limited to a readable range.
pub(super) fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || {
        let size = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
        size.map(|(width, _)| usize::from(width.0))
    };
    said.filter(|columns| *columns > 0).or_else(terminal).unwrap_or(PAGE).clamp(40, 100)
}

/// Wraps a text into lines. The first line begins with `first`, and the others with the same number of spaces.
pub(super) fn text(first: &str, text: &str) -> Vec<String> {
    hang(first, text.split_whitespace(), width())
}

/// Pairs the lines of two texts that are shown side by side.
pub(super) fn pairs<'t>(left: &'t [String], right: &'t [String]) -> impl Iterator<Item = (&'t str, &'t str)> {
    let line = |lines: &'t [String], i| lines.get(i).map_or("", String::as_str);
    (0..left.len().max(right.len())).map(move |i| (line(left, i), line(right, i)))
}
