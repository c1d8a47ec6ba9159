//! One mistake, one message: what only follows from another mistake is not told.

use crate::diagnostic::Diagnostic;
use crate::source::{Sources, Span};

/// A problem with the words around its first place.
struct Seen<'t> {
    code: &'static str,
    span: Span,
    /// The line it begins on, as bytes of its text.
    line: (usize, usize),
    words: &'t str,
    message: String,
}

/// The problems without those that others explain.
pub(super) fn settle(sources: &Sources, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let errors: Vec<Seen> = problems.iter().filter(|p| p.is_error()).map(|p| Seen::new(sources, p)).collect();
    if errors.len() < 2 {
        return problems;
    }
    let explained = |problem: &Diagnostic| {
        let own = Seen::new(sources, problem);
        problem.is_error() && errors.iter().any(|other| other.is_apart_from(&own) && other.explains(&own, sources))
    };
    let keep: Vec<bool> = problems.iter().map(|problem| !explained(problem)).collect();
    problems.into_iter().zip(keep).filter_map(|(problem, keep)| keep.then_some(problem)).collect()
}

impl<'t> Seen<'t> {
    fn new(sources: &'t Sources, problem: &Diagnostic) -> Seen<'t> {
        let span = problem.labels.first().map(|label| label.span).unwrap_or_default();
        let text = sources.get(span.file).map_or("", |source| source.text.as_str());
        let line = line(text, span.start as usize);
        let words = text.get(line.0..line.1).unwrap_or_default();
        Seen { code: problem.code, span, line, words, message: problem.message.clone() }
    }

    fn is_apart_from(&self, other: &Seen) -> bool {
        self.code != other.code || self.span != other.span
    }

    /// Whether this one is the mistake of which the other only is the consequence.
    fn explains(&self, other: &Seen, sources: &Sources) -> bool {
        if self.span.file == other.span.file && self.line == other.line {
            return self.outweighs(other);
        }
        // Of two that miss something, neither explains the other.
        if self.misses() {
            return false;
        }
        let missing = other.message.split('`').nth(1).unwrap_or_default();
        match other.code {
            "unknown-word" | "unknown-source" | "unknown-array" | "unknown-switch" | "unknown-reading" => {
                self.speaks_of(missing)
            }
            "unknown-value" | "one-value" => matches!(self.code, "no-default" | "one-value") && self.message.contains(missing),
            "unknown-token" => self.is_about_pieces(),
            "no-moves" | "no-black-side" | "no-grid" | "no-default" | "incomplete-turn" => {
                self.lies_in_block_of(other, sources)
            }
            "no-array" => self.has_word("array"),
            "no-board" => self.has_word("board") || self.has_word("variant"),
            "no-variant" => self.has_word("variant") || self.line.0 == 0,
            _ => false,
        }
    }

    /// On one line the first mistake is told, and what cannot be read after it is not.
    fn outweighs(&self, other: &Seen) -> bool {
        let weight = |seen: &Seen| match seen.code {
            "no-moves" | "no-variant" | "no-board" | "no-array" | "no-black-side" | "one-value" => 4,
            "leftover-words" | "missing-words" | "unexpected-word" | "unexpected-block" => 3,
            "unknown-source" if seen.message.contains("`cite`") => 2,
            "strange-character" => 2,
            _ => 1,
        };
        let (mine, others) = (weight(self), weight(other));
        mine < others || (mine == others && mine > 1 && self.span.start < other.span.start)
    }

    /// Whether it says that something is not there.
    fn misses(&self) -> bool {
        let declaring = ["is not a statement", "is not a piece or"];
        match self.code {
            "unknown-word" => !self.message.contains(declaring[0]) && !starts_declaration(self.words),
            "unknown-token" | "unknown-source" | "unknown-array" | "unknown-switch" | "unknown-value" | "no-moves"
            | "no-array" | "no-board" | "no-variant" => true,
            _ => false,
        }
    }

    fn has_word(&self, word: &str) -> bool {
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        self.words.split(|c| !part(c)).any(|other| other == word)
    }

    /// Whether its line holds a name, or the last part of a dotted one.
    fn speaks_of(&self, name: &str) -> bool {
        let last = name.rsplit('.').next().unwrap_or(name);
        let first = name.split('.').next().unwrap_or(name);
        self.has_word(name)
            || name.contains('.') && (self.has_word(last) || self.has_word(first) && self.has_word("switch"))
            // A member of a family carries the family's name.
            || self.has_word("family") && self.words.split_whitespace().nth(1).is_some_and(|family| name.starts_with(family))
    }

    fn is_about_pieces(&self) -> bool {
        starts_declaration(self.words) || self.message.contains("is not a statement")
    }

    /// Whether it lies in the block that begins on the other's line.
    fn lies_in_block_of(&self, other: &Seen, sources: &Sources) -> bool {
        if self.span.file != other.span.file || self.line.0 <= other.line.0 {
            return false;
        }
        let text = sources.get(self.span.file).map_or("", |source| source.text.as_str());
        let indent = |line: &str| line.len() - line.trim_start().len();
        let head = indent(other.words);
        let between = text.get(other.line.1..self.line.1).unwrap_or_default();
        between.lines().all(|line| line.trim().is_empty() || indent(line) > head)
    }
}

/// Whether a line declares or amends pieces.
fn starts_declaration(words: &str) -> bool {
    let first = words.split_whitespace().next().unwrap_or_default();
    ["piece", "family", "stage", "token", "add", "remove", "change"].contains(&first)
}

fn line(text: &str, at: usize) -> (usize, usize) {
    let at = at.min(text.len());
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end);
    (start, end)
}
