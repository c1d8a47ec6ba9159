//! The text of a document, with positions as in the Language Server Protocol: a line, and UTF-16 code units within the
//! line.

use ferz_core::base::source::{Span, line_starts};
use lsp_types::{Position, Range, TextDocumentContentChangeEvent, TextEdit};
use std::sync::Arc;

/// The byte order mark, with which some files begin. It is not part of the rules.
const MARK: &str = "\u{feff}";

/// A text with the start offset of each line.
///
/// Invariant: `starts` begins with 0, is strictly ascending, and contains only character boundaries.
#[derive(Clone, Debug)]
pub struct LineText {
    text: Arc<str>,
    starts: Vec<usize>,
    /// The end offset of each character outside ASCII, with the number of bytes by which the text up to there exceeds
    /// its UTF-16 units.
    wide: Vec<(usize, usize)>,
}

impl LineText {
    pub fn new(text: impl Into<Arc<str>>) -> LineText {
        let text = text.into();
        let starts = line_starts(&text);
        let mut excess = 0;
        let others = text.char_indices().filter(|(_, character)| !character.is_ascii());
        let wide = others.map(|(at, character)| {
            excess += character.len_utf8() - character.len_utf16();
            (at + character.len_utf8(), excess)
        });
        let wide = wide.collect();
        LineText { text, starts, wide }
    }

    /// Returns the text, including a byte order mark if there is one.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text without a byte order mark. Spans refer to this text.
    pub fn body(&self) -> &str {
        self.text.strip_prefix(MARK).unwrap_or(&self.text)
    }

    fn skipped(&self) -> usize {
        self.text.len() - self.body().len()
    }

    /// Returns the offset of a position. A position past the end of its line is moved to that end, and a position
    /// inside a character to the start of the character.
    fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let line = self.text[start..end].trim_end_matches(['\n', '\r']);
        let mut units = position.character as usize;
        for (at, character) in line.char_indices() {
            if units < character.len_utf16() {
                return start + at;
            }
            units -= character.len_utf16();
        }
        start + line.len()
    }

    /// Returns the offset of a position in the body.
    pub fn at(&self, position: Position) -> usize {
        self.offset(position).saturating_sub(self.skipped())
    }

    /// Returns the position of an offset in the body.
    pub fn position(&self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at.saturating_add(self.skipped()).min(self.text.len()));
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        Position::new(number(line), number(self.units(at) - self.units(self.starts[line])))
    }

    /// Returns the number of UTF-16 units before an offset.
    fn units(&self, at: usize) -> usize {
        let before = self.wide.partition_point(|(end, _)| *end <= at);
        at - before.checked_sub(1).map_or(0, |last| self.wide[last].1)
    }

    /// Returns the range of some bytes of the body.
    pub fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end.max(start)))
    }

    pub fn span(&self, span: Span) -> Range {
        self.range(span.start as usize, span.end as usize)
    }

    /// Returns the text after edits that do not overlap.
    pub fn edited(&self, edits: &[TextEdit]) -> LineText {
        let place = |edit: &TextEdit| self.offset(edit.range.start)..self.offset(edit.range.end);
        let mut edits: Vec<_> = edits.iter().map(|edit| (place(edit), &edit.new_text)).collect();
        edits.sort_by_key(|(place, _)| place.start);
        let (mut text, mut at) = (String::with_capacity(self.text.len()), 0);
        for (place, new) in edits {
            text += self.text.get(at..place.start).unwrap_or_default();
            text += new;
            at = place.end;
        }
        LineText::new(text + self.text.get(at..).unwrap_or_default())
    }

    /// Returns the text after a change.
    pub fn changed(&self, change: TextDocumentContentChangeEvent) -> LineText {
        let Some(range) = change.range else { return LineText::new(change.text) };
        let (one, other) = (self.offset(range.start), self.offset(range.end));
        let (start, end) = (one.min(other), one.max(other));
        LineText::new([&self.text[..start], &change.text, &self.text[end..]].concat())
    }
}

/// Converts a count to the number type of the protocol.
pub fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
