//! What is wrong with a text that is not TOML, for readers who do not know TOML.

use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::text::lower;
use std::ops::Range;

const EXAMPLE: &str = "write a reading as its name in brackets, such as `[mine]`, and below it `set = { \"switch.name\" = \"value\" }`";

/// The problem at these bytes, of which the reader of TOML says `message`.
pub(super) fn explain(file: u32, text: &str, range: Range<usize>, message: &str) -> Diagnostic {
    let error =
        |start, end, message: &str| Diagnostic::error("bad-toml", Span::new(file, start, end), message);
    let here = |message: &str| error(range.start, range.end, message);
    let words = text.get(range.clone()).unwrap_or_default().trim();
    let before = text.get(..range.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let after = text.get(range.start..).unwrap_or_default();
    let next = after.trim_start_matches(' ').chars().next();
    if let Some(open) = unclosed(before) {
        return error(open, open + 1, "this `{` is never closed")
            .help("end the line with ` }`: a table in braces must fit on one line");
    }
    if message.contains("duplicate key") {
        return here(&format!("`{}` appears twice", words.trim_matches('"')))
            .help("write every reading once, and every switch once in it");
    }
    if line.trim_start().starts_with('[') && message.contains("expected `]`") {
        let name = line.trim_start().trim_start_matches('[').trim();
        let rest = after.split([']', '\n']).next().unwrap_or_default().trim();
        let hyphens: Vec<&str> = [name].into_iter().chain(rest.split_whitespace()).collect();
        return here("the name of a reading is not closed here")
            .help(format!("write `[{}]`", hyphens.join("-")));
    }
    if line.matches('"').count() % 2 == 1 && next.is_none_or(|c| c == '\n' || c == '\r') {
        let open = line.rfind('"').map_or(range.start, |at| before.len() - line.len() + at);
        return error(open, open + 1, "this text is never closed").help("close it with `\"` on its line");
    }
    if line.trim_end().ends_with('=') && next.is_some_and(char::is_alphabetic) {
        let length = after.find(|c: char| !c.is_alphanumeric() && !"-_.".contains(c)).unwrap_or(after.len());
        let value = after.get(..length).unwrap_or_default();
        return error(range.start, range.start + length, "a text must be in quotes")
            .help(format!("write `\"{value}\"`"));
    }
    if message.contains("expected `=`") {
        return match next {
            Some(sign @ (':' | '>')) => here(&format!("unexpected `{sign}` between a name and its value"))
                .help("write `=` between them"),
            _ => here(&format!("`{}` has no value", line.trim())).help(EXAMPLE),
        };
    }
    here(&lower(message)).help(EXAMPLE)
}

/// The last brace of some lines that its line does not close, if the next line is reached with it.
fn unclosed(text: &str) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '\n' => quoted = false,
            '{' if !quoted => open.push(at),
            '}' if !quoted => drop(open.pop()),
            _ => {}
        }
    }
    open.pop().filter(|open| text.get(*open..).is_some_and(|rest| rest.contains('\n')))
}
