//! Detection of merge conflict markers in a file.
//!
//! [`Conflict`] skips the markers and the second version, so that the parser sees only one version. All markers
//! are reported as one problem, with a fix for each of the two versions.

use super::diagnostic::{Code, Diagnostic};
use super::fix::{Certainty, Fix, TextChange};
use crate::base::source::Span;
use crate::messages::text::cut;

/// The maximum number of characters of a label in the title of a fix.
const MAX_LABEL: usize = 40;

/// Tracks the merge conflict markers of a text while its lines are read.
#[derive(Default)]
pub struct Conflict {
    /// True while the current line belongs to the second version.
    second: bool,
    /// The problem that lists all markers found so far.
    problem: Option<Diagnostic>,
    /// The lines with markers, each with the label after the marker.
    markers: Vec<(char, Span, String)>,
}

impl Conflict {
    /// Returns the problem of a text with conflict markers.
    pub fn find(file: u32, text: &str) -> Option<Diagnostic> {
        let (mut conflict, mut at) = (Conflict::default(), 0);
        for line in text.split_inclusive('\n') {
            let length = line.trim_end_matches(['\n', '\r']).len();
            conflict.skips(&line[..length], Span::new(file, at, at + length));
            at += line.len();
        }
        conflict.finish()
    }

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
        let label = line.trim_start_matches(mark).trim().to_owned();
        self.markers.push((mark, place.part(0, line.len()), label));
        self.second = matches!(mark, '=' | '|');
        true
    }

    /// Creates the diagnostic for the first marker.
    pub fn begins(&mut self, place: Span) {
        let message = "unresolved merge conflict";
        let problem = Diagnostic::new(Code::MergeConflict, place, message);
        let help = "keep one of the two versions, and delete the other one and the conflict markers";
        self.problem = Some(problem.help(help));
    }

    /// Returns the problem that lists all markers, with a fix for each version if no marker is missing.
    pub fn finish(self) -> Option<Diagnostic> {
        let [ours, theirs] = ['<', '>'].map(|side| {
            let mut own = self.markers.iter().filter(|(mark, ..)| *mark == side);
            own.next().map_or("", |(.., label)| label)
        });
        let of_side = |side: &str, label: &str| {
            let name = if label.is_empty() { String::new() } else { format!(": {}", cut(label, MAX_LABEL)) };
            Fix::of(Certainty::Guess).titled(format!("Keep the {side} version{name}"))
        };
        let mut fixes = [of_side("first", ours), of_side("second", theirs)];
        let mut rest = self.markers.as_slice();
        loop {
            // Between the versions, some programs write the text that both come from.
            let (start, original, middle, end) = match rest {
                [('<', start, _), ('=', middle, _), ('>', end, _), ..] => (start, middle, middle, end),
                [('<', start, _), ('|', original, _), ('=', middle, _), ('>', end, _), ..] => {
                    (start, original, middle, end)
                }
                [] => break,
                _ => return self.problem,
            };
            let [first, second] = fixes;
            let first = first.and(*start, TextChange::Delete).and(original.to(*end), TextChange::Delete);
            let second = second.and(start.to(*middle), TextChange::Delete).and(*end, TextChange::Delete);
            fixes = [first, second];
            rest = &rest[if original == middle { 3 } else { 4 }..];
        }
        let [first, second] = fixes;
        let is_marked = !first.edits.is_empty();
        self.problem.map(|problem| if is_marked { problem.fix(first).fix(second) } else { problem })
    }
}

/// Returns the marker character of a line that is a conflict marker.
pub fn conflict_mark(line: &str) -> Option<char> {
    let mark = line.chars().next().filter(|c| "<=>|".contains(*c))?;
    let rest = line.trim_start_matches(mark);
    (line.len() - rest.len() == 7 && (rest.is_empty() || rest.starts_with(' '))).then_some(mark)
}
