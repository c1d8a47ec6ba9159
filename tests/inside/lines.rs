//! Tests of lines that the scanner reads without the grammar: both readers must agree.

use ferz_lang::catalog::{built_in, built_in_names};
use ferz_syntax::syntax::Token;
use ferz_syntax::syntax::problems::Problems;
use ferz_syntax::syntax::scan::{scan_plain, scan_signs};

/// Reads a line with both readers.
fn both(line: &str) {
    let (mut plain, mut problems) = (Vec::new(), Problems::new(0));
    let is_plain = scan_plain(line, |kind, at, text| {
        plain.push(Token { kind, span: problems.span(at, at + text.len()), text });
    });
    let mut signs = Vec::new();
    let read = scan_signs(line, 0, &mut problems, &mut signs);
    assert!(!is_plain || plain == signs && read == signs.len() + 1, "{line:?}: {plain:?} {signs:?}");
}

#[test]
fn plain_lines_are_read_as_the_grammar_reads_them() {
    let texts = built_in_names().into_iter().filter_map(|name| built_in(&name));
    let text: String = texts.map(|text| text.text).collect();
    text.lines().for_each(both);
    let signs = [" ", "\t", "a", "é", "7", "+", "-", "'", ".", "..", "{", "}", "|", "\"", "`", "#", "=", ":"];
    for (number, line) in text.lines().enumerate().step_by(5) {
        let mut places = line.char_indices().map(|(at, _)| at);
        let place = places.nth(number * 7 % (line.chars().count() + 1)).unwrap_or(line.len());
        signs.iter().for_each(|sign| both(&format!("{}{sign}{}", &line[..place], &line[place..])));
    }
}
