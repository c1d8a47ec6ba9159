//! A diagnostic told line by line, for screen readers: nothing is drawn, every place is put into words.
//!
//! miette's own narration names labels under lines they do not touch once a report has two excerpts, so this is ours.

use super::excerpt::{LONG_LINE, around, on_characters, printable};
use crate::base::diagnostic::{Diagnostic, Label};
use crate::base::source::{Source, Sources};

pub(super) fn tell(diagnostic: &Diagnostic, texts: &Sources) -> String {
    let mut out = format!("{}: {}\n", diagnostic.severity.name(), printable(&diagnostic.message));
    let places = diagnostic.labels.iter().filter_map(|label| Some(place(label, texts.get(label.span.file)?)));
    out.extend(places);
    if let Some(help) = &diagnostic.help {
        out += &format!("  help: {}\n", printable(help));
    }
    out + &format!("  code: {}\n", diagnostic.code)
}

/// Where a label points, what it says, and the line it stands on.
fn place(label: &Label, text: &Source) -> String {
    let range = on_characters(text, label.span.range());
    let end = text.text.floor_char_boundary(range.end.max(range.start + 1) - 1);
    let (line, last_line) = (text.line(range.start) + 1, text.line(end) + 1);
    let (column, last_column) = (text.column(range.start) + 1, text.column(end) + 1);
    let place = if last_line > line {
        format!("line {line}, column {column}, to line {last_line}, column {last_column}")
    } else if last_column > column {
        format!("line {line}, columns {column} to {last_column}")
    } else {
        format!("line {line}, column {column}")
    };
    let said = if label.text.is_empty() { String::new() } else { format!(": {}", printable(&label.text)) };
    let shown = around(text, &(range.start..range.start), [0, 0], LONG_LINE);
    let shown = text.text.get(shown).unwrap_or("").trim();
    let shown = if shown.is_empty() { String::new() } else { format!("    {shown}\n") };
    format!("  {}, {place}{said}\n{shown}", text.name)
}
