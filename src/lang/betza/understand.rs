//! Shape to notation: atoms, ranges, chains, brackets. Every letter is either understood or complained about.

mod leap;
mod path;
mod whole;

use super::Dialect;
use super::atom::{Atom, LETTERS};
use super::letters::{Place, leg};
use super::motion::Reach;
use super::notation::{Body, Joint, Leg, Loop, Move, Notation, Range};
use super::raw::{self, Base, Core, Letter, Modifier, Raw};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::rules::Virgin;

/// The most moves of one piece.
pub const MAX_MOVES: usize = 64;
/// The most legs of one move.
pub const MAX_LEGS: usize = 64;

/// Understands a notation; `text` is what `at` covers.
pub fn understand(raw: &Raw, text: &str, at: Span, dialect: Dialect) -> (Notation, Vec<Diagnostic>) {
    let mut reader = Reader { text, at, dialect, problems: Vec::new(), last_stray: None };
    for stray in &raw.strays {
        reader.stray(*stray);
    }
    let mut notation = Notation::default();
    for part in &raw.parts {
        if let Some(one) = reader.one(part) {
            notation.moves.push(one);
        }
    }
    if raw.parts.len() > MAX_MOVES {
        reader.error(
            "betza-too-large",
            at,
            format!("more than {MAX_MOVES} moves in one notation"),
            "make it shorter",
        );
    }
    let mut problems: Vec<Diagnostic> = Vec::new();
    for problem in reader.problems {
        let same = |old: &Diagnostic| old.code == problem.code && old.labels == problem.labels;
        if !problems.iter().any(same) {
            problems.push(problem);
        }
    }
    problems.sort_by_key(|problem| problem.labels.first().map(|label| label.span));
    (notation, problems)
}

struct Reader<'a> {
    text: &'a str,
    at: Span,
    dialect: Dialect,
    problems: Vec<Diagnostic>,
    last_stray: Option<Span>,
}

impl Reader<'_> {
    fn words(&self, span: Span) -> &str {
        let base = self.at.start as usize;
        self.text.get(span.start as usize - base..span.end as usize - base).unwrap_or("")
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message).help(help));
    }

    fn stray(&mut self, span: Span) {
        let word = self.words(span).to_string();
        // What stands side by side and fits nowhere is one mistake.
        let joined = self.last_stray.replace(span).is_some_and(|last| last.end == span.start);
        if joined {
            return;
        }
        let around =
            |at: Option<usize>| at.and_then(|at| self.text.as_bytes().get(at)).copied().unwrap_or(b' ');
        let start = (span.start - self.at.start) as usize;
        let (before, after) = (around(start.checked_sub(1)), around(Some(start + word.len())));
        let help = match word.as_str() {
            "-" if before.is_ascii_digit() && after.is_ascii_digit() => {
                "a range of two numbers reads `{3..5}` and follows an atom"
            }
            "(" if after.is_ascii_digit() => {
                "a range follows its atom at once, as in `R3`; a leap by its coordinates reads `(1,2)`"
            }
            "+" | "/" | "," | "|" | ";" => "moves stand side by side with nothing between them, as in `WF`",
            "-" | "?" => "legs are joined inside brackets, as in `[F-R]`",
            " " | "\t" | "\n" => "write the moves of a piece without spaces",
            "X" | "Y" => "`X` and `Y` lengthen the atom before them, as in `NX`",
            "'" => "`'` follows an atom or a bracket",
            "{" | "}" => "a range in braces reads `{2..}` or `{3..5}` and follows an atom",
            word if word.chars().all(|c| c.is_ascii_digit()) => {
                "a number follows an atom or a bracket and gives its range"
            }
            _ => "atoms are capitals, modifiers small letters before them",
        };
        let message = format!("`{word}` means nothing here");
        if self.problems.iter().all(|problem| problem.message != message) {
            self.error("betza-unknown-letter", span, message, help);
        }
    }

    fn one(&mut self, part: &raw::Part) -> Option<Move> {
        let (body, virgin) = match &part.core {
            Core::Missing => {
                self.missing(part.span);
                return None;
            }
            Core::Atom(atom) => self.atom_move(part, atom)?,
            Core::Bracket(bracket) => self.bracket_move(part, bracket)?,
        };
        Some(Move { span: part.span, virgin, exempt: part.exempt.is_some(), body })
    }

    /// Letters without an atom: the name of a piece, a capital written small, or just no atom.
    fn missing(&mut self, span: Span) {
        let words = self.words(span).to_string();
        let mut letters: Vec<char> = words.chars().collect();
        let capital = letters.pop().map(|last| last.to_ascii_uppercase());
        let help = match (super::by_name(&words), capital.filter(|letter| LETTERS.contains(*letter))) {
            (Some(piece), _) => format!("a {words} is written `{}`", piece.betza),
            (None, Some(capital)) => {
                format!(
                    "atoms are capitals: did you mean `{}{capital}`?",
                    letters.into_iter().collect::<String>()
                )
            }
            (None, None) => "put the atom behind its modifiers, as in `fmW`".to_string(),
        };
        self.error("betza-missing-atom", span, format!("`{words}` modifies nothing"), help);
    }

    fn atom_move(&mut self, part: &raw::Part, atom: &raw::Atom) -> Option<(Body, Option<Virgin>)> {
        match atom.base {
            Base::Letter('O') => return self.castle(part, atom),
            Base::Letter('I') => return self.imitate(part, atom),
            _ => {}
        }
        let (kind, range) = self.atom(atom)?;
        if part.modifiers.iter().any(|m| matches!(m, Modifier::Group(..))) {
            return self.looped(part, kind, range);
        }
        let letters: Vec<Letter> = plain(&part.modifiers);
        let legs: Vec<&[Letter]> = letters.split(|l| l.letter == 'a').collect();
        if legs.len() > MAX_LEGS {
            self.error(
                "betza-too-large",
                part.span,
                format!("more than {MAX_LEGS} legs"),
                "make the chain shorter",
            );
            return None;
        }
        let mut reach = Reach::Written;
        let mut found = Vec::new();
        let mut virgin = None;
        for (index, run) in legs.iter().enumerate() {
            let first = index == 0;
            let joint = if index + 1 < legs.len() { Joint::Must } else { Joint::End };
            let own = reach.range(range);
            let place = Place { atom: kind, range: own, first, joint, bracket: false, span: part.span };
            let (leg, only) = leg(run, place, self.dialect, &mut self.problems);
            virgin = virgin.or(only);
            if leg.modes.any("yg") {
                reach = reach.toggled(range);
            }
            found.push(leg);
        }
        Some((Body::Chain(found), virgin))
    }

    /// The atom and range of a leap.
    fn only_letters(&mut self, part: &raw::Part) -> Vec<Letter> {
        for modifier in &part.modifiers {
            if let Modifier::Group(_, span) = modifier {
                self.error(
                    "betza-bad-group",
                    *span,
                    "there is nothing to repeat here",
                    "take the group away",
                );
            }
        }
        plain(&part.modifiers)
    }

    fn idle_on(&mut self, letter: Letter, what: &str, help: &str) {
        let message = format!("`{}` means nothing to {what}", letter.letter);
        self.error("betza-no-effect", letter.span, message, help);
    }

    /// A chain with repeated groups, as a graph of legs.
    fn looped(&mut self, part: &raw::Part, atom: Atom, range: Range) -> Option<(Body, Option<Virgin>)> {
        let signs =
            super::repeat::signs(&part.modifiers).map_err(|problem| self.problems.push(*problem)).ok()?;
        let graph = super::repeat::graph(&signs);
        if graph.legs.len() > MAX_LEGS {
            self.error(
                "betza-too-large",
                part.span,
                format!("more than {MAX_LEGS} legs"),
                "make the chain shorter",
            );
            return None;
        }
        let mut virgin = None;
        let mut legs: Vec<Leg> = Vec::new();
        for (index, letters) in graph.legs.iter().enumerate() {
            let joint = if graph.next[index].is_empty() { Joint::End } else { Joint::Must };
            let first = graph.first.contains(&index);
            let place = Place { atom, range, first, joint, bracket: false, span: part.span };
            let (leg, only) = leg(letters, place, self.dialect, &mut self.problems);
            virgin = virgin.or(only);
            legs.push(leg);
        }
        let modifiers = written(&part.modifiers);
        Some((Body::Loop(Loop { legs, next: graph.next, first: graph.first, modifiers }), virgin))
    }
}

fn plain(modifiers: &[Modifier]) -> Vec<Letter> {
    let letter = |modifier: &Modifier| match modifier {
        Modifier::Letter(letter) => Some(*letter),
        Modifier::Group(..) => None,
    };
    modifiers.iter().filter_map(letter).collect()
}

fn written(modifiers: &[Modifier]) -> String {
    let mut text = String::new();
    for modifier in modifiers {
        match modifier {
            Modifier::Letter(letter) => text.push(letter.letter),
            Modifier::Group(letters, _) => {
                text.push('(');
                text.extend(letters.iter().map(|l| l.letter));
                text.push(')');
            }
        }
    }
    text
}
