//! The text of a document, with positions as in the Language Server Protocol: a line, and UTF-16 code units within the
//! line.

use crate::base::source::Span;
use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use std::sync::Arc;

/// The byte order mark, with which some files begin. It is not part of the rules.
const MARK: &str = "\u{feff}";

/// A text with the start offset of each line.
///
/// Invariant: `starts` begins with 0, is strictly ascending, and contains only character boundaries.
#[derive(Clone, Debug)]
pub(super) struct LineText {
    text: Arc<str>,
    starts: Vec<usize>,
    /// The end offset of each character outside ASCII, with the number of bytes by which the text up to there exceeds
    /// its UTF-16 units.
    wide: Vec<(usize, usize)>,
}

impl LineText {
    pub(super) fn new(text: impl Into<Arc<str>>) -> LineText {
        let text = text.into();
        let bytes = text.as_bytes();
        // A line ends with `\n`, `\r\n`, or `\r`.
        let ends = |at: usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = (0..bytes.len()).filter(|at| ends(*at)).map(|at| at + 1);
        let starts = std::iter::once(0).chain(starts).collect();
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
    #[cfg(test)]
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text without a byte order mark. Spans refer to this text.
    pub(super) fn body(&self) -> &str {
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
    pub(super) fn at(&self, position: Position) -> usize {
        self.offset(position).saturating_sub(self.skipped())
    }

    /// Returns the position of an offset in the body.
    pub(super) fn position(&self, at: usize) -> Position {
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
    pub(super) fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end.max(start)))
    }

    pub(super) fn span(&self, span: Span) -> Range {
        self.range(span.start as usize, span.end as usize)
    }

    /// Returns the text after a change.
    pub(super) fn changed(&self, change: TextDocumentContentChangeEvent) -> LineText {
        let Some(range) = change.range else { return LineText::new(change.text) };
        let (one, other) = (self.offset(range.start), self.offset(range.end));
        let (start, end) = (one.min(other), one.max(other));
        LineText::new([&self.text[..start], &change.text, &self.text[end..]].concat())
    }

    /// Compares the body with another text. Returns the range of the changed lines and their new text, or `None` if
    /// there is no difference.
    pub(super) fn difference(&self, other: &str) -> Option<(Range, String)> {
        let body = self.body();
        if body == other {
            return None;
        }
        let (old, new): (Vec<&str>, Vec<&str>) =
            (body.split_inclusive('\n').collect(), other.split_inclusive('\n').collect());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let (old_rest, new_rest) = (&old[same..], &new[same..]);
        let last =
            old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
        let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
        let start = length(&old[..same]);
        let end = body.len() - length(&old_rest[old_rest.len() - last..]);
        Some((self.range(start, end), new_rest[..new_rest.len() - last].concat()))
    }
}

/// Converts a count to the number type of the protocol.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(range: Option<(u32, u32, u32, u32)>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|(a, b, c, d)| Range::new(Position::new(a, b), Position::new(c, d)));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn positions_count_utf16_and_every_line_end() {
        let text = LineText::new("a🐎b\r\nü\rx\n");
        for (at, line, units) in
            [(0, 0, 0), (1, 0, 1), (5, 0, 3), (8, 1, 0), (10, 1, 1), (11, 2, 0), (13, 3, 0)]
        {
            assert_eq!(text.position(at), Position::new(line, units), "{at}");
            assert_eq!(text.at(Position::new(line, units)), at);
        }
        // Inside the horse, past the end of a line, past the end of the text.
        assert_eq!(text.at(Position::new(0, 2)), 1);
        assert_eq!(text.at(Position::new(0, 99)), 6);
        assert_eq!(text.at(Position::new(99, 0)), 13);
    }

    #[test]
    fn a_long_line_has_as_many_positions_as_units() {
        let line = "a🐎ü€".repeat(50_000);
        let text = LineText::new(format!("é\n{line}"));
        let mut units = 0;
        for (at, character) in line.char_indices() {
            assert_eq!(text.position(3 + at), Position::new(1, units));
            units += number(character.len_utf16());
        }
    }

    #[test]
    fn changes_are_applied_in_utf16() {
        let text = LineText::new("a🐎b\r\nc");
        assert_eq!(text.changed(change(Some((0, 1, 0, 3)), "é")).text(), "aéb\r\nc");
        assert_eq!(text.changed(change(Some((0, 4, 1, 0)), "")).text(), "a🐎bc");
        // Ends in the wrong order, and far outside.
        assert_eq!(text.changed(change(Some((1, 1, 0, 0)), "x")).text(), "x");
        assert_eq!(text.changed(change(Some((9, 9, 9, 9)), "x")).text(), "a🐎b\r\ncx");
        assert_eq!(text.changed(change(None, "new")).text(), "new");
    }

    #[test]
    fn a_mark_at_the_start_counts_for_the_editor_only() {
        let text = LineText::new("\u{feff}ab");
        assert_eq!(
            (text.body(), text.position(0), text.at(Position::new(0, 2))),
            ("ab", Position::new(0, 1), 1)
        );
    }

    #[test]
    fn only_lines_that_differ_are_replaced() {
        let text = LineText::new("a\nb\nc\n");
        let (range, new) = text.difference("a\nx\ny\nc\n").unwrap_or_default();
        assert_eq!((range, new.as_str()), (text.range(2, 4), "x\ny\n"));
        assert_eq!(text.difference("a\nb\nc\n"), None);
        for other in ["", "a\nb\nb\nc\n", "a\nc\n", "c", "a\nb\nc"] {
            let (range, new) = text.difference(other).unwrap_or_default();
            let event = TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: new };
            assert_eq!(text.changed(event).body(), other);
        }
    }
}
