//! Semantic analysis of a notation, which turns its shape into moves.
//!
//! [`analyze`] is the entry point. The module `leap` reads atoms and ranges, `leg` reads modifiers, `path` reads
//! brackets, and `repeat` reads repeated groups. Every letter either has a meaning or is reported.

mod leap;
mod leg;
mod path;
mod repeat;
mod spelling;

use self::leg::LegContext;
use super::BetzaDialect;
use super::atom::capitals;
use super::notation::{Body, Element, Joint, MoveNotation, Path, PathItem, PathNotation};
use super::shape::{self, AtomText, Core, Letter, ShapePart};
use crate::base::sort_by_key;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::Fix;
use crate::messages::look_alike::look_alike;
use crate::messages::text::{Help, delete, join};
use crate::rules::{Castle, Imitate, Virgin};
use std::collections::HashSet;

const MAX_MOVES: usize = 64;
const MAX_LEGS: usize = 64;
/// The maximum number of lowercase letters that are read as modifiers with a lowercase atom. Longer text is read as a
/// word.
const MAX_MODIFIERS: usize = 4;

/// Analyzes a notation. The span `at` is the place of `text`.
pub(super) fn analyze(text: &str, at: Span, dialect: BetzaDialect) -> (Vec<MoveNotation>, Vec<Diagnostic>) {
    let (moves, problems) = read_letters(text, at, dialect);
    let has_errors = problems.iter().any(Diagnostic::is_error);
    match has_errors.then(|| spelling::misspelled(text, at, dialect)).flatten() {
        Some(problem) => (Vec::new(), vec![problem]),
        None => (moves, problems),
    }
}

fn read_letters(text: &str, at: Span, dialect: BetzaDialect) -> (Vec<MoveNotation>, Vec<Diagnostic>) {
    let items = match shape::parse(text, at) {
        Ok(items) => items,
        Err(problem) => return (Vec::new(), vec![problem]),
    };
    let mut analysis = Analysis {
        text,
        at,
        dialect,
        problems: Vec::new(),
        unknown_atom: None,
        last_stray: None,
        virgin: None,
        upright: false,
        turned: false,
    };
    let mut parts = Vec::new();
    for item in &items {
        match item {
            shape::ShapeItem::Part(part) => parts.push(part),
            shape::ShapeItem::Joint(Letter { span, .. }) | shape::ShapeItem::Stray(span) => {
                analysis.stray(*span)
            }
        }
    }
    let moves = parts.iter().filter_map(|part| analysis.one(part)).collect();
    if parts.len() > MAX_MOVES {
        let message = format!("more than {MAX_MOVES} moves in one notation");
        analysis.error(Code::BetzaTooLarge, at, message, "make it shorter");
    }
    let mut problems = analysis.problems;
    sort_by_key(&mut problems, Diagnostic::place);
    // A repeated group gives several legs with the same letters, and so the same problems. An error directly behind
    // another one is part of the same mistake.
    let (mut known, mut end) = (HashSet::new(), None);
    problems.retain(|problem| {
        let Span { start, end: own, .. } = problem.place();
        let is_part = problem.is_error() && end == Some(start);
        end = if problem.is_error() { Some(own) } else { end };
        !is_part && known.insert((problem.code, problem.labels.clone()))
    });
    (moves, problems)
}

struct Analysis<'a> {
    text: &'a str,
    at: Span,
    dialect: BetzaDialect,
    problems: Vec<Diagnostic>,
    /// The index of the problem about unknown atoms.
    unknown_atom: Option<usize>,
    last_stray: Option<Span>,
    /// The requirement stated by the `i` letters of the current move.
    virgin: Option<Virgin>,
    /// True if the legs of the move up to the one that was read last go straight up or down.
    upright: bool,
    /// True if an earlier leg of the path turns, so that a later one can turn to the same side or to the other.
    turned: bool,
}

impl<'a> Analysis<'a> {
    fn words(&self, span: Span) -> &'a str {
        let base = self.at.start as usize;
        self.text.get(span.start as usize - base..span.end as usize - base).unwrap_or("")
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        self.problems.push(Diagnostic::new(code, span, message).help(help));
    }

    fn warn(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        self.problems.push(Diagnostic::new(code, span, message).help(help).into_warning());
    }

    fn no_meaning(&mut self, letter: Letter, place: &str, help: &str) {
        let message = format!("`{}` has no meaning {place}", letter.letter);
        self.error(Code::BetzaNoEffect, letter.span, message, help);
    }

    fn stray(&mut self, span: Span) {
        let word = self.words(span);
        // Adjacent pieces of stray text are one mistake.
        if self.last_stray.replace(span).is_some_and(|last| last.end == span.start) {
            return;
        }
        let (before, after) = self.text.split_at((span.start - self.at.start) as usize);
        let follows_digit = before.ends_with(|c: char| c.is_ascii_digit());
        let precedes_digit = after[word.len()..].starts_with(|c: char| c.is_ascii_digit());
        let help = match word {
            "-" if follows_digit && precedes_digit => {
                "write a range of two numbers as `{3..5}`, after an atom"
            }
            "(" if precedes_digit => {
                "write a range directly after its atom, as in `R3`, and a leap by coordinates as `(1,2)`"
            }
            "+" | "/" | "," | "|" | ";" => "write moves next to each other without a separator, as in `WF`",
            "-" | "?" => "legs are joined inside brackets, as in `[F-R]`",
            " " | "\t" | "\n" => "write the moves of a piece without spaces",
            "X" | "Y" => "`X` and `Y` lengthen the atom before them, as in `NX`",
            "'" => "`'` follows an atom or a bracket",
            "{" | "}" => "a range in braces, such as `{2..}` or `{3..5}`, follows an atom",
            word if word.chars().all(|c| c.is_ascii_digit()) => {
                "a number follows an atom or a bracket and gives its range"
            }
            _ => "atoms are capital letters, and modifiers are lowercase letters before them",
        };
        let message = match look_alike(word) {
            Some(what) => format!("`{word}` has no meaning here: {what}"),
            None => format!("`{word}` has no meaning here"),
        };
        let problem = Diagnostic::new(Code::BetzaUnknownLetter, span, message).help(help);
        let problem = problem.repeats(word);
        if self.problems.iter().all(|other| other.topic != problem.topic) {
            self.problems.push(problem);
        }
    }

    fn one(&mut self, part: &ShapePart) -> Option<MoveNotation> {
        let body = match &part.core {
            Core::Missing => self.missing(part.span),
            Core::Atom(atom) => match self.capital(*atom) {
                'O' => Some(self.castle(part, *atom)),
                'I' => Some(self.imitate(part, *atom)),
                _ => self.chain(part, *atom).map(Body::Path),
            },
            Core::Bracket(bracket) => self.bracket_move(part, bracket).map(Body::Path),
        };
        let virgin = self.virgin.take();
        body.map(|body| MoveNotation { span: part.span, virgin, exempt: part.exempt, body })
    }

    /// Reports letters without an atom. They may be the name of a piece, a capital letter in lowercase, or
    /// modifiers.
    fn missing<T>(&mut self, span: Span) -> Option<T> {
        let words = self.words(span);
        let mut letters = words.to_string();
        let capital = letters.pop().map(|last| last.to_ascii_uppercase());
        let capital = capital.filter(|letter| capitals().any(|known| known == *letter));
        // After an atom, the letter may also be a misplaced modifier of that atom, so there is no suggestion.
        let is_first = self
            .words(Span { start: self.at.start, end: span.start, ..span })
            .chars()
            .all(|c| !c.is_uppercase());
        let named = super::by_name(words);
        let written = || join(named.iter().map(|piece| format!("`{}`", piece.betza)), "or");
        let help = match (named.len(), capital.filter(|_| is_first)) {
            (1.., _) => format!("a {words} is written {}", written()),
            (0, Some(capital)) if words.len() <= MAX_MODIFIERS => {
                format!("atoms are capital letters: did you mean `{letters}{capital}`?")
            }
            (0, _) => "write the atom after its modifiers, as in `fmW`".to_string(),
        };
        // A word after something that was not understood is part of the same mistake, such as `1 forward`.
        if self.last_stray.is_none_or(|last| last.end != span.start) {
            self.error(Code::BetzaMissingAtom, span, format!("`{words}` modifies no atom"), help);
        }
        None
    }

    fn castle(&mut self, part: &ShapePart, atom: AtomText) -> Body {
        let letters = self.only_letters(part);
        let has = |wanted: &str| letters.iter().any(|l| wanted.contains(l.letter));
        for letter in letters.iter().filter(|l| !"islrj".contains(l.letter)) {
            let help = "castling goes sideways: `s`, `l`, or `r`, with `j` for a partner one square in from the edge";
            self.no_meaning(*letter, "for castling", help);
        }
        if !has("i") {
            let message = "only a piece that has not moved can castle";
            let problem = Diagnostic::new(Code::BetzaCastling, part.span, message).into_warning();
            let problem = problem.help("write `i` before it, as in `isO2`");
            self.problems.push(problem.fix(Fix::guess(part.span.part(0, 0), "i")));
        }
        let steps = match atom.extent.map(|span| (span, self.words(span).parse())) {
            None => 2,
            Some((_, Ok(steps @ 1..=15))) => steps,
            Some((span, _)) => {
                let help = "write the number of squares that the king moves: `O2`";
                self.error(Code::BetzaBadRange, span, "castling has a fixed number of steps", help);
                2
            }
        };
        let inset = u8::try_from(letters.iter().filter(|l| l.letter == 'j').count()).unwrap_or(u8::MAX);
        let sides = [(-1, has("ls") || !has("r")), (1, has("rs") || !has("l"))].into_iter();
        let sides = sides.filter(|(_, goes)| *goes).map(|(side, _)| Castle { side, steps, inset });
        Body::Castle(sides.collect())
    }

    fn imitate(&mut self, part: &ShapePart, atom: AtomText) -> Body {
        let (own, others): (Vec<_>, Vec<_>) =
            self.only_letters(part).into_iter().partition(|l| l.letter == 'f');
        for letter in others {
            let help = "only `f` has a meaning: the piece then moves as if the other piece were its own";
            self.no_meaning(letter, "for the imitator", help);
        }
        if let Some(span) = atom.extent {
            let message = "the imitator has no range of its own";
            self.error(Code::BetzaBadRange, span, message, delete("remove the range"));
        }
        Body::Imitate(if own.is_empty() { Imitate::AsEnemy } else { Imitate::AsOwn })
    }

    /// Reads a chain of legs that share one atom. Repeated groups turn the chain into a graph of legs.
    fn chain(&mut self, part: &ShapePart, atom: AtomText) -> Option<Path> {
        let (atom, range) = self.atom(atom)?;
        let graph = match repeat::graph(&part.letters) {
            Ok(graph) => graph,
            Err(span) => {
                let help = "a repeated group must contain at least one `a`, as in `(af)W`";
                self.error(Code::BetzaBadGroup, span, "this group contains no complete leg", help);
                return None;
            }
        };
        self.limit_legs(graph.legs.len(), part.span, "make the chain shorter")?;
        let looped = part.letters.iter().any(|l| l.letter == '(');
        let mut place =
            LegContext { atom, range, first: true, joint: Joint::Must, bracket: false, span: part.span };
        let mut items = Vec::new();
        for (index, letters) in graph.legs.iter().enumerate() {
            place.joint = if graph.next[index].is_empty() { Joint::End } else { Joint::Must };
            place.first = graph.first.contains(&index);
            let leg = self.leg(letters, place);
            // In a loop, the range depends on the path through the graph, so the lowering determines it.
            if leg.modes.any("yg") && !looped {
                place.range = place.range.toggled();
            }
            items.push(PathItem { part: Element::Leg(leg), joint: place.joint });
        }
        let modifiers = text_of(&part.letters);
        let looped = looped.then_some(PathNotation::Loop { first: graph.first, next: graph.next, modifiers });
        Some(Path { form: looped.unwrap_or(PathNotation::Chain), items })
    }

    fn limit_legs(&mut self, count: usize, span: Span, help: &str) -> Option<()> {
        if count > MAX_LEGS {
            self.error(Code::BetzaTooLarge, span, format!("more than {MAX_LEGS} legs"), help);
        }
        (count <= MAX_LEGS).then_some(())
    }

    /// Returns the modifiers outside groups, and reports the groups, because there is no leg to repeat.
    fn only_letters(&mut self, part: &ShapePart) -> Vec<Letter> {
        let (letters, groups) = ungrouped(&part.letters);
        for span in groups {
            self.error(Code::BetzaBadGroup, span, "there is no letter to repeat here", "remove the group");
        }
        letters
    }
}

/// Iterates over the runs of adjacent direction letters. Each run is read as a unit.
fn runs<'l>(letters: &'l [Letter], directions: &str) -> impl Iterator<Item = &'l [Letter]> {
    let turns = |letter: &Letter| directions.contains(letter.letter);
    letters.chunk_by(move |a, b| turns(a) == turns(b)).filter(move |run| turns(&run[0]))
}

fn text_of(letters: &[Letter]) -> String {
    letters.iter().map(|l| l.letter).collect()
}

fn span_of(letters: &[Letter]) -> Span {
    letters.iter().map(|l| l.span).reduce(Span::to).unwrap_or_default()
}

/// Returns the letters outside groups, and the spans of the groups.
fn ungrouped(letters: &[Letter]) -> (Vec<Letter>, Vec<Span>) {
    let mut parts: Vec<&[Letter]> = letters.split_inclusive(|l| l.letter == ')').collect();
    let mut groups = Vec::new();
    for part in &mut parts {
        if let Some(start) = part.iter().position(|l| l.letter == '(') {
            groups.push(span_of(&part[start..]));
            *part = &part[..start];
        }
    }
    (parts.concat(), groups)
}
