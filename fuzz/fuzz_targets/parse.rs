//! Parses arbitrary text. A valid text has exactly one format.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Only the next stage refuses statements that begin with a number or a sign. If formatting puts each of them on a line
    // of its own, they look like the marks of a quotation.
    let begin = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{FEFF}' | ';'));
    if begin.starts_with(|c: char| matches!(c, '>' | '+') || c.is_ascii_digit()) {
        return;
    }
    if let Ok(tidied) = ferz::format(text) {
        assert_eq!(ferz::format(&tidied).ok(), Some(tidied));
    }
});
