//! Tests of the layout of a rule file in the editor.

use ferz_lsp::layout::{differences, on_type};
use ferz_lsp::text::LineText;
use ferz_syntax::syntax::parse;
use lsp_types::Position;

#[test]
fn runs_of_lines_are_replaced() {
    let old = "a\nb\nc\nd\ne\n";
    for new in ["a\nx\nc\nd\ny\nz\n", "", "e\n", "a\nb\nc\nd\ne\nf", "b\nd\n"] {
        let text = LineText::new(old);
        let mut result = old.to_owned();
        for edit in differences(&text, new).into_iter().rev() {
            let range = text.at(edit.range.start)..text.at(edit.range.end);
            result.replace_range(range, &edit.new_text);
        }
        assert_eq!(result, new);
    }
    assert_eq!(differences(&LineText::new(old), "a\nx\nc\nd\ny\n").len(), 2);
}

#[test]
fn a_line_is_indented_like_its_block() {
    let indented = |text: &str, typed: &str| {
        let lines = u32::try_from(text.matches('\n').count()).unwrap_or_default();
        let edits = on_type(&parse(0, text), &LineText::new(text), Position::new(lines, 9), typed);
        edits.first().map(|edit| edit.new_text.clone())
    };
    assert_eq!(indented("board {\n", "\n").as_deref(), Some("  "));
    assert_eq!(indented("board {\n  grid \"{\" # {\n    }", "}").as_deref(), Some(""));
    assert_eq!(indented("board {\n  }\n", "\n"), None);
    assert_eq!(indented("piece x { y }", "}"), None);
}
