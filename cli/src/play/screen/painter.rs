//! Writes text on the screen inside an area. Control characters are removed, so that no text can control the terminal.

use ferz_syntax::messages::text::{escaped, fill};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

pub(super) struct Painter<'b>(pub(super) &'b mut Buffer);

impl Painter<'_> {
    /// Writes a text on the first row of an area, and cuts it at the edge.
    pub(super) fn put(&mut self, area: Rect, text: &str, style: Style) {
        let area = area.intersection(self.0.area);
        if area.width > 0 && area.height > 0 {
            let text = escaped(text).replace(['\n', '\t'], " ");
            self.0.set_stringn(area.x, area.y, text, area.width.into(), style);
        }
    }

    /// Writes lines from the top of an area, and omits those that do not fit.
    pub(super) fn lines(&mut self, area: Rect, lines: &[String], style: Style) {
        for (row, line) in (area.y..area.bottom()).zip(lines) {
            self.put(Rect { y: row, height: 1, ..area }, line, style);
        }
    }

    /// Fills an area with spaces.
    pub(super) fn fill(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.0.area);
        let blanks = " ".repeat(area.width.into());
        (area.y..area.bottom()).for_each(|row| self.put(Rect { y: row, height: 1, ..area }, &blanks, style));
    }
}

/// Wraps a text to lines of this width.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let lines = text.split('\n').map(|line| {
        // Lines of drawings must not be wrapped.
        let is_drawn = line.starts_with("  ") || line.contains("   ");
        match is_drawn {
            true => vec![line.to_owned()],
            false => {
                let words = line.split_whitespace().flat_map(|word| pieces(word, width.into()));
                fill("", "  ", words, width.into())
            }
        }
    });
    lines.flatten().collect()
}

/// Cuts a word such as a FEN that is longer than a line into pieces that fit.
fn pieces(word: &str, width: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    // All lines but the first are indented.
    while let Some((at, _)) = rest.char_indices().nth(width.saturating_sub(2).max(8)) {
        pieces.push(&rest[..at]);
        rest = &rest[at..];
    }
    pieces.push(rest);
    pieces
}

/// Returns the column after a text that begins at `x` and the space that follows.
pub(super) fn after(x: u16, text: &str) -> u16 {
    x.saturating_add(u16::try_from(text.chars().count()).unwrap_or(u16::MAX)).saturating_add(1)
}
