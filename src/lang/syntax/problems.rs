//! The mistakes of shape found so far, at most as many as a person would read.

use super::MAX_PROBLEMS;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;

/// Collects the diagnostics of one file.
#[derive(Default)]
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
        Problems { file, ..Problems::default() }
    }

    /// A span of the file in question.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Takes a problem in, or notes that there are more than anyone reads.
    pub(super) fn push(&mut self, problem: Diagnostic) {
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(problem);
        } else {
            self.left_out.get_or_insert(problem.place());
        }
    }

    /// Takes in that a sign is strange, unless another one of its line, which begins at byte `line`, is strange already.
    pub(super) fn strange(&mut self, line: usize, problem: Diagnostic) {
        if self.strange_line.replace(line) != Some(line) {
            self.push(problem);
        }
    }

    /// Forgets strange signs in a place: they were meant for something else.
    pub(super) fn forget_strange(&mut self, place: Span) {
        self.found.retain(|problem| problem.code != "strange-character" || !place.holds(problem.place()));
    }

    /// All of them, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(Diagnostic::place);
        let what = format!("{MAX_PROBLEMS} mistakes in this file");
        self.found.extend(self.left_out.map(|span| Diagnostic::too_many(span, &what)));
        self.found
    }
}
