//! Tests of the positions and changes of a text in the editor.

use ferz_lsp::text::{LineText, number};
use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

fn change(range: Option<(u32, u32, u32, u32)>, text: &str) -> TextDocumentContentChangeEvent {
    let range = range.map(|(a, b, c, d)| Range::new(Position::new(a, b), Position::new(c, d)));
    TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
}

#[test]
fn positions_count_utf16_and_every_line_end() {
    let text = LineText::new("a🐎b\r\nü\rx\n");
    for (at, line, units) in [(0, 0, 0), (1, 0, 1), (5, 0, 3), (8, 1, 0), (10, 1, 1), (11, 2, 0), (13, 3, 0)]
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
    assert_eq!((text.body(), text.position(0), text.at(Position::new(0, 2))), ("ab", Position::new(0, 1), 1));
}
