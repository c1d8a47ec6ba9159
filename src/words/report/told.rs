//! A diagnostic told line by line, for screen readers: nothing is drawn, every place is put into words.
//!
//! miette's own narration names labels under lines they do not touch once a report has two excerpts, so this is ours.

use super::excerpt::{LONG_LINE, Text, Texts, printable};
use crate::base::diagnostic::{Diagnostic, Label};

/// The diagnostic in words.
pub(super) fn tell(diagnostic: &Diagnostic, texts: &Texts) -> String {
    let severity = diagnostic.severity.name();
    let mut out = format!("{severity}: {}\n", printable(&diagnostic.message));
    for label in &diagnostic.labels {
        if let Some(text) = texts.get(label.span.file) {
            out.push_str(&place(label, text));
        }
    }
    if let Some(help) = &diagnostic.help {
        out.push_str(&format!("  help: {}\n", printable(help)));
    }
    out.push_str(&format!("  code: {}\n", diagnostic.code));
    out
}

/// Where a label points, what it says, and the line it stands on.
fn place(label: &Label, text: &Text) -> String {
    let range = text.on_characters(label.span.range());
    let last = range.end.max(range.start + 1) - 1;
    let (first, last_line) = (text.line(range.start) + 1, text.line(last) + 1);
    let (column, last_column) =
        (text.column(range.start) + 1, text.column(text.text.floor_char_boundary(last)) + 1);
    let place = if last_line > first {
        format!("line {first}, column {column}, to line {last_line}, column {last_column}")
    } else if last_column > column {
        format!("line {first}, columns {column} to {last_column}")
    } else {
        format!("line {first}, column {column}")
    };
    let said = if label.text.is_empty() { String::new() } else { format!(": {}", printable(&label.text)) };
    let shown = text.text.get(text.around(&(range.start..range.start), 0, 0, LONG_LINE)).unwrap_or("").trim();
    let line = if shown.is_empty() { String::new() } else { format!("    {shown}\n") };
    format!("  {}, {place}{said}\n{line}", text.name)
}
