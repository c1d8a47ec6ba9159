//! The mistakes of shape found so far, at most as many as a person would read.

use super::MAX_PROBLEMS;
use crate::base::diagnostic::{Diagnostic, Label};
use crate::base::source::Span;

/// Collects the diagnostics of one file.
pub(super) struct Problems {
    file: u32,
    found: Vec<Diagnostic>,
    left_out: Option<Span>,
    /// The line with the last strange sign.
    strange_line: Option<usize>,
    /// Whether the end of the file was not read, so that nothing can be said about what is missing there.
    pub(super) cut_short: bool,
}

impl Problems {
    pub(super) fn new(file: u32) -> Problems {
        Problems { file, found: Vec::new(), left_out: None, strange_line: None, cut_short: false }
    }

    /// A span of the file in question.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Takes a problem in, or notes that there are more than anyone reads.
    pub(super) fn push(&mut self, problem: Diagnostic) {
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(problem);
        } else if self.left_out.is_none() {
            self.left_out = problem.labels.first().map(|label| label.span);
        }
    }

    /// Takes in that a sign is strange, unless another one of its line, which begins at byte `line`, is strange already.
    pub(super) fn strange(&mut self, line: usize, problem: Diagnostic) {
        if self.strange_line.replace(line) != Some(line) {
            self.push(problem);
        }
    }

    /// Forgets strange signs after byte `start`: they were meant for something else.
    pub(super) fn forget_strange(&mut self, start: usize, end: usize) {
        let inside = |label: &Label| (start..end).contains(&(label.span.start as usize));
        self.found
            .retain(|problem| problem.code != "strange-character" || !problem.labels.iter().any(inside));
    }

    /// All of them, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|problem| problem.labels.first().map(|label| label.span));
        if let Some(span) = self.left_out {
            let message =
                format!("more than {MAX_PROBLEMS} mistakes in this file; the others are not listed");
            let help = "fix the first ones, then check again";
            self.found.push(Diagnostic::error("too-many-mistakes", span, message).help(help));
        }
        self.found
    }
}
