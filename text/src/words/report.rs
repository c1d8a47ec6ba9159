//! Diagnostics for people and for programs: drawn for a terminal, described in plain lines, or as data.
//!
//! [`Problem`] is the main type. Apart from the command line, this is the only module that uses miette. No control
//! character from a file reaches the terminal.

#[cfg(feature = "report")]
mod render;

use crate::base::source::{Sources, Span};
use crate::messages::diagnostic::{Diagnostic, Label, Severity};
use crate::messages::fix::{Certainty, Fix, Replacement};
use crate::messages::text::escaped;
#[cfg(feature = "report")]
pub use render::{Style, render};
use serde::Serialize;
use std::fmt;

/// A problem of a text, a position, or a move, as data. `ferz check --json` prints a list of them.
///
/// `Display` writes the place, the message, and the help on a few lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// The stable code.
    pub code: &'static str,
    /// `error`, `warning`, or `lint`.
    pub severity: Severity,
    /// The description of the problem.
    pub message: String,
    /// The suggested correction, if known.
    pub help: Option<String>,
    /// The name of the text with the error.
    pub file: Option<String>,
    /// The places of the error, followed by related places.
    pub labels: Vec<Place>,
    /// A replacement for the first place that can fix the problem on its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The fixes. If there are several, the author has to choose one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<ProblemFix>,
}

/// A fix of a problem: edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProblemFix {
    /// The title for a menu, such as `Write piece`.
    pub title: String,
    /// `certain` if the meaning stays the same or no other text is possible, and otherwise `guess`.
    pub certainty: Certainty,
    /// The edits, in the order of their places, which do not overlap.
    pub edits: Vec<ProblemEdit>,
}

/// A replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProblemEdit {
    /// The byte offset of the start.
    pub start: u32,
    /// The byte offset of the end.
    pub end: u32,
    /// The line of the start, counted from 1.
    pub line: usize,
    /// The column of the start in characters, counted from 1.
    pub column: usize,
    /// The line of the end, counted from 1.
    pub end_line: usize,
    /// The column of the end in characters, counted from 1.
    pub end_column: usize,
    /// The new text, which is empty for a deletion.
    pub text: String,
    /// The name of the text, if it differs from the text of the first place of the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Problem {
    /// Creates an error without a place in a text.
    pub fn error(code: &'static str, message: &str, help: Option<&str>) -> Problem {
        Problem {
            code,
            severity: Severity::Error,
            message: message.to_owned(),
            help: help.map(str::to_owned),
            suggestion: None,
            fixes: Vec::new(),
            file: None,
            labels: Vec::new(),
        }
    }
}

/// A place in a text, with a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The byte offset of the start.
    pub start: u32,
    /// The byte offset of the end.
    pub end: u32,
    /// The line of the first character, counted from 1.
    pub line: usize,
    /// The column of the first character in characters, counted from 1.
    pub column: usize,
    /// A note about the place, which may be empty.
    pub text: String,
    /// The line of the end, counted from 1.
    pub end_line: usize,
    /// The column of the end in characters, counted from 1.
    pub end_column: usize,
    /// The name of the text, if it differs from the text of the first place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

pub fn located(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Problem> {
    diagnostics.iter().map(|diagnostic| problem(diagnostic, sources)).collect()
}

fn problem(diagnostic: &Diagnostic, sources: &Sources) -> Problem {
    let main = diagnostic.labels.first().map(|label| label.span.file);
    let other =
        |file: u32| Some(file).filter(|file| Some(*file) != main).and_then(|file| name(sources, file));
    let place = |label: &Label| {
        let ProblemEdit { start, end, line, column, end_line, end_column, .. } = range(label.span, sources);
        let (text, file) = (label.text.clone(), other(label.span.file));
        Place { start, end, line, column, end_line, end_column, text, file }
    };
    let fix = |fix: &Fix| {
        let replacements = fix.replacements(diagnostic, sources)?.into_iter();
        let edit =
            |Replacement { span, text }| ProblemEdit { text, file: other(span.file), ..range(span, sources) };
        let edits = replacements.map(edit).collect();
        Some(ProblemFix { title: fix.title(), certainty: fix.certainty, edits })
    };
    Problem {
        code: diagnostic.code.text(),
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        help: diagnostic.help.clone(),
        suggestion: suggestion(diagnostic, sources),
        fixes: diagnostic.fixes.iter().filter_map(fix).collect(),
        file: main.and_then(|file| name(sources, file)),
        labels: diagnostic.labels.iter().map(place).collect(),
    }
}

fn name(sources: &Sources, file: u32) -> Option<String> {
    sources.get(file).map(|source| source.name.clone())
}

/// Returns the place of an edit without its new text.
fn range(span: Span, sources: &Sources) -> ProblemEdit {
    let (line, column) = sources.line_column(span);
    let (end_line, end_column) = sources.line_column(Span { start: span.end, ..span });
    let before = sources.get(span.file).map_or(0, |source| source.before.1);
    let before = u32::try_from(before).unwrap_or(u32::MAX);
    let [start, end] = [span.start, span.end].map(|at| at.saturating_add(before));
    ProblemEdit { start, end, line, column, end_line, end_column, text: String::new(), file: None }
}

/// Returns the replacement that the help proposes, in the quotation style of the source text.
fn suggestion(diagnostic: &Diagnostic, sources: &Sources) -> Option<String> {
    let proposed = diagnostic.proposed()?;
    let written = sources.slice(diagnostic.labels.first()?.span);
    let bare = written.strip_prefix('"').and_then(|written| written.strip_suffix('"'));
    let (word, quote) = bare.map_or((written, ""), |bare| (bare, "\""));
    let is_word = !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "\"`".contains(c));
    is_word.then(|| format!("{quote}{proposed}{quote}"))
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if let (Some(file), Some(label)) = (&self.file, self.labels.first()) {
            text = format!("{file}:{}:{}: ", label.line, label.column);
        }
        text += &format!("{}[{}]: {}", self.severity.name(), self.code, self.message);
        for label in self.labels.iter().filter(|label| !label.text.is_empty()) {
            let file = label.file.as_ref().or(self.file.as_ref()).map_or("", String::as_str);
            text += &format!("\n  {file}:{}:{}: {}", label.line, label.column, label.text);
        }
        if let Some(help) = &self.help {
            text += &format!("\n  help: {help}");
        }
        // A text from a file must not control the terminal that displays it.
        f.write_str(&escaped(&text))
    }
}
