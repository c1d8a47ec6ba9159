//! Detection of merge conflict markers in a file.
//!
//! [`Conflict`] skips the markers and the second version, so that the parser sees only one version. All markers
//! are reported as one problem.

use super::diagnostic::{Code, Diagnostic};
use crate::base::source::Span;

/// Tracks the merge conflict markers of a text while its lines are read.
#[derive(Default)]
pub struct Conflict {
    /// True while the current line belongs to the second version.
    second: bool,
    /// The problem that lists all markers found so far.
    pub problem: Option<Diagnostic>,
}

impl Conflict {
    /// Returns true if a line is a marker or belongs to the second version.
    pub fn skips(&mut self, line: &str, place: Span) -> bool {
        let Some(mark) = conflict_mark(line) else { return self.second };
        match (mark, self.problem.take()) {
            // Seven equals signs alone may be the underline of a heading, so only another marker starts a
            // conflict.
            ('=', None) => return false,
            (_, Some(problem)) => self.problem = Some(problem.label(place, "and here")),
            (_, None) => self.begins(place),
        }
        self.second = matches!(mark, '=' | '|');
        true
    }
}

impl Conflict {
    /// Creates the diagnostic for the first marker.
    pub fn begins(&mut self, place: Span) {
        let message = "unresolved merge conflict";
        let problem = Diagnostic::new(Code::MergeConflict, place, message);
        let help = "keep one of the two versions, and delete the other one and the conflict markers";
        self.problem = Some(problem.help(help));
    }
}

/// Returns the marker character of a line that is a conflict marker.
pub fn conflict_mark(line: &str) -> Option<char> {
    let mark = line.chars().next().filter(|c| "<=>|".contains(*c))?;
    let rest = line.trim_start_matches(mark);
    (line.len() - rest.len() == 7 && (rest.is_empty() || rest.starts_with(' '))).then_some(mark)
}
