//! The syntax errors found so far, in a list of bounded length.

use super::MAX_PROBLEMS;
use crate::base::sort_by_key;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Label};
use crate::messages::look_alike::{latin, look_alike};
use crate::messages::text::did_you_mean;

/// A collector of the syntax errors in one file.
#[derive(Default)]
pub(super) struct Problems {
    file: u32,
    found: Vec<Diagnostic>,
    left_out: Option<Span>,
    /// The places of problems that were merged into an earlier one.
    pub(super) more: Vec<Span>,
    /// The start of the last line in which a strange character was reported.
    strange_line: Option<usize>,
    /// True if the end of the file was not read, so that a missing brace is not an error.
    pub(super) cut_short: bool,
    /// True if the file ends inside a block or lacks a line that opens one, so that statements may be lost.
    pub(super) cut_off: bool,
}

impl Problems {
    pub(super) fn new(file: u32) -> Problems {
        Problems { file, ..Problems::default() }
    }

    /// Returns a span of the current file.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Adds a problem, or records that the list is full.
    pub(super) fn push(&mut self, problem: Diagnostic) {
        const MAX_PLACES: usize = 8;
        // A character of another script was probably pasted, so it may occur many times.
        let is_pasted = match problem.code {
            Code::StrangeQuotes | Code::LookAlike => true,
            code => code == Code::StrangeCharacter && problem.message.contains(", which is "),
        };
        let is_again = |first: &&mut Diagnostic| {
            is_pasted && first.code == problem.code && first.message == problem.message
        };
        if let Some(first) = self.found.iter_mut().find(is_again) {
            self.more.push(problem.place());
            if first.labels.len() < MAX_PLACES {
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

    /// Reports a word that mixes Latin letters with those of another script.
    pub(super) fn look_alike(&mut self, word: &str, span: Span) {
        if let Some(what) = look_alike(word) {
            let problem = Diagnostic::new(Code::LookAlike, span, format!("`{word}` mixes two scripts"));
            self.push(problem.here(what).help(did_you_mean(&latin(word))));
        }
    }

    /// Reports a strange character, at most one for each line. The current line begins at byte `line`.
    pub(super) fn strange(&mut self, line: usize, problem: Diagnostic) {
        if self.strange_line.replace(line) != Some(line) {
            self.push(problem);
        }
    }

    /// Removes the problems about strange characters in a place that turned out to have another error.
    pub(super) fn forget_strange(&mut self, place: Span) {
        self.found.retain(|problem| problem.code != Code::StrangeCharacter || !place.holds(problem.place()));
    }

    /// Removes the problems about strange characters and quotation marks in a place that is probably a text.
    pub(super) fn forget_signs(&mut self, place: Span) {
        self.forget_strange(place);
        self.found.retain(|problem| problem.code != Code::StrangeQuotes || !place.holds(problem.place()));
    }

    /// Changes the last problem, an unclosed text, to one about a text that ends on a later line.
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

    /// Returns all problems in source order.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        sort_by_key(&mut self.found, Diagnostic::place);
        let what = format!("{MAX_PROBLEMS} mistakes in this file");
        self.found.extend(self.left_out.map(|span| Diagnostic::too_many(span, &what)));
        self.found
    }
}
