//! The findings of scanning and recovery: the syntax errors, in a list of bounded length, and the unreadable pieces.
//!
//! [`Problems`] is passed from stage to stage, and the parser moves its content into the tree. A problem with a topic,
//! such as a character of another script, is reported once, with all its places.

use super::MAX_PROBLEMS;
use crate::base::sort_by_key;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::look_alike::{latin, look_alike};
use crate::messages::text::{delete, did_you_mean};

/// A collector of the syntax errors in one file.
#[derive(Default)]
pub struct Problems {
    file: u32,
    found: Vec<Diagnostic>,
    left_out: Option<Span>,
    /// The places of problems that were merged into an earlier one.
    pub more: Vec<Span>,
    /// The pieces of the text that are not read, in no order.
    pub unreadable: Vec<Span>,
    /// The start of the last line in which a strange character was reported.
    strange_line: Option<usize>,
    /// True if the end of the file was not read, so that a missing brace is not an error.
    pub cut_short: bool,
    /// True if the file ends inside a block or lacks a line that opens one, so that statements may be lost.
    pub cut_off: bool,
}

impl Problems {
    pub fn new(file: u32) -> Problems {
        Problems { file, ..Problems::default() }
    }

    /// Returns a span of the current file.
    pub fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Records a piece of the text that is not read, unless it is empty.
    pub fn skip(&mut self, start: usize, end: usize) {
        if start < end {
            self.unreadable.push(self.span(start, end));
        }
    }

    /// Adds a problem, or records that the list is full.
    pub fn push(&mut self, problem: Diagnostic) {
        // A character of another script was probably pasted, so it may occur many times.
        let is_again = |first: &&mut Diagnostic| {
            problem.topic.is_some() && (first.code, &first.topic) == (problem.code, &problem.topic)
        };
        if let Some(first) = self.found.iter_mut().find(is_again) {
            self.more.push(problem.place());
            first.again(problem.place());
            first.fix_also(&problem);
            return;
        }
        if self.found.len() < MAX_PROBLEMS {
            self.found.push(problem);
        } else {
            self.left_out.get_or_insert(problem.place());
        }
    }

    /// Reports a word that mixes Latin letters with those of another script.
    pub fn look_alike(&mut self, word: &str, span: Span) {
        if let Some(what) = look_alike(word) {
            let problem = Diagnostic::new(Code::LookAlike, span, format!("`{word}` mixes two scripts"));
            let plain = latin(word);
            let help = did_you_mean(&plain);
            let problem = problem.here(what).help(if plain.is_ascii() { help.certain() } else { help });
            self.push(problem.repeats(word));
        }
    }

    /// Reports a strange character, at most one for each line. The current line begins at byte `line`.
    pub fn strange(&mut self, line: usize, problem: Diagnostic) {
        if self.strange_line.replace(line) != Some(line) {
            self.push(problem);
        }
    }

    /// Reports each run of invisible characters in a line once. The line begins at byte `at`.
    pub fn hidden(&mut self, line: &str, at: usize) {
        let hidden = |c: char| {
            (c.is_control() && c != '\t') || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        };
        let mut rest = line;
        while let Some(start) = rest.find(hidden) {
            let found = &rest[start..];
            let length = found.find(|c| !hidden(c)).unwrap_or(found.len());
            let at = at + line.len() - found.len();
            let name = found.chars().next().map_or(0, u32::from);
            let message = format!("invisible character U+{name:04X}");
            let span = self.span(at, at + length);
            self.push(
                Diagnostic::new(Code::HiddenCharacter, span, message).help(delete("delete it").certain()),
            );
            rest = &found[length..];
        }
    }

    /// Returns all problems in source order.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        sort_by_key(&mut self.found, Diagnostic::place);
        let what = format!("{MAX_PROBLEMS} mistakes in this file");
        self.found.extend(self.left_out.map(|span| Diagnostic::too_many(span, &what)));
        self.found
    }
}
