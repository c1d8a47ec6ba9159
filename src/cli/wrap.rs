//! Text set in lines no wider than the terminal.

use crate::base::text::hang;
use std::io::{self, IsTerminal};

/// The width of a page where there is no terminal.
const PAGE: usize = 80;

/// The width of a page: as `COLUMNS` says, or as the terminal has it, but neither very narrow nor very wide.
pub(super) fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || {
        let size = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
        size.map(|(width, _)| usize::from(width.0))
    };
    said.filter(|columns| *columns > 0).or_else(terminal).unwrap_or(PAGE).clamp(40, 100)
}

/// Breaks a text into lines; the first begins with `first`, every other with as many blanks.
pub(super) fn text(first: &str, text: &str) -> Vec<String> {
    hang(first, text.split_whitespace(), width())
}

/// The lines of two texts side by side.
pub(super) fn pairs<'t>(left: &'t [String], right: &'t [String]) -> impl Iterator<Item = (&'t str, &'t str)> {
    let line = |lines: &'t [String], i| lines.get(i).map_or("", String::as_str);
    (0..left.len().max(right.len())).map(move |i| (line(left, i), line(right, i)))
}
