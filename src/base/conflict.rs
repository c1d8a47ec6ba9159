//! What is left in a file of two versions that were not merged.

use super::diagnostic::{Code, Diagnostic};
use super::source::Span;

/// The marks that a version control system leaves where two versions of a file differ.
#[derive(Default)]
pub(crate) struct Conflict {
    /// Whether these lines belong to the second version.
    second: bool,
    /// What is wrong, once a mark is found.
    pub problem: Option<Diagnostic>,
}

impl Conflict {
    /// Whether a line is a mark, or belongs to the second version.
    pub(crate) fn skips(&mut self, line: &str, place: Span) -> bool {
        let Some(mark) = conflict_mark(line) else { return self.second };
        match (mark, self.problem.take()) {
            ('=', None) => return false,
            (_, Some(problem)) => self.problem = Some(problem.label(place, "and here")),
            (_, None) => self.begins(place),
        }
        self.second = matches!(mark, '=' | '|');
        true
    }
}

impl Conflict {
    /// Notes the first mark.
    pub(crate) fn begins(&mut self, place: Span) {
        let message = "the marks of a merge conflict";
        let problem = Diagnostic::new(Code::MergeConflict, place, message);
        let help = "keep one of the two versions, and delete the other and the marks";
        self.problem = Some(problem.help(help));
    }
}

/// The character of a line that marks a merge conflict.
pub(crate) fn conflict_mark(line: &str) -> Option<char> {
    let mark = line.chars().next().filter(|c| "<=>|".contains(*c))?;
    let rest = line.trim_start_matches(mark);
    (line.len() - rest.len() == 7 && (rest.is_empty() || rest.starts_with(' '))).then_some(mark)
}
