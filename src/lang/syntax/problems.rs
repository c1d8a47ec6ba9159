//! The mistakes of shape found so far, at most as many as a person would read.

use super::MAX_PROBLEMS;
use crate::base::diagnostic::{Code, Diagnostic, Label};
use crate::base::look_alike::{latin, look_alike};
use crate::base::sort_by_key;
use crate::base::source::Span;
use crate::base::text::did_you_mean;

/// Collects the diagnostics of one file.
#[derive(Default)]
pub(super) struct Problems {
    file: u32,
    found: Vec<Diagnostic>,
    left_out: Option<Span>,
    /// The places of problems that are listed with an earlier one.
    pub(super) more: Vec<Span>,
    /// The line with the last strange sign.
    strange_line: Option<usize>,
    /// True if the end of the file was not read, so that nothing can be missing there.
    pub(super) cut_short: bool,
    /// True if the file ends inside a block or lacks a line that opens one, so that a missing statement may have been
    /// there.
    pub(super) cut_off: bool,
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
        const MOST_PLACES: usize = 8;
        // A sign with a name of its own was pasted, most likely more than once.
        let is_pasted = match problem.code {
            Code::StrangeQuotes | Code::LookAlike => true,
            code => code == Code::StrangeCharacter && problem.message.contains(", which is "),
        };
        let is_again = |first: &&mut Diagnostic| {
            is_pasted && first.code == problem.code && first.message == problem.message
        };
        if let Some(first) = self.found.iter_mut().find(is_again) {
            self.more.push(problem.place());
            if first.labels.len() < MOST_PLACES {
                first.labels.push(Label { span: problem.place(), text: "and here".into() });
            }
            return;
        }
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(problem);
        } else {
            self.left_out.get_or_insert(problem.place());
        }
    }

    /// Takes in that a word has letters of another script among Latin ones, if it does.
    pub(super) fn look_alike(&mut self, word: &str, span: Span) {
        if let Some(what) = look_alike(word) {
            let problem = Diagnostic::new(Code::LookAlike, span, format!("`{word}` mixes two scripts"));
            self.push(problem.here(what).help(did_you_mean(&latin(word))));
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
        self.found.retain(|problem| problem.code != Code::StrangeCharacter || !place.holds(problem.place()));
    }

    /// Says of the text that was never closed that it ends on a later line, here.
    pub(super) fn over_several_lines(&mut self, end: Span) {
        let Some(problem) = self.found.last_mut().filter(|last| last.code == Code::UnclosedText) else {
            return;
        };
        problem.message = "this text continues on another line".into();
        problem.labels.truncate(1);
        problem.labels.push(Label { span: end, text: "this is probably its end".into() });
        problem.help =
            Some("close it at the end of each line: texts on successive lines are one text".into());
    }

    /// All of them, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        sort_by_key(&mut self.found, Diagnostic::place);
        let what = format!("{MAX_PROBLEMS} mistakes in this file");
        self.found.extend(self.left_out.map(|span| Diagnostic::too_many(span, &what)));
        self.found
    }
}
