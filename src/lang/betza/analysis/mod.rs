//! Shape to notation: atoms, ranges, chains, brackets. Every letter is either understood or reported.

mod leap;
mod leg;
mod path;
mod repeat;
mod whole;

use self::leg::{Place, leg};
use super::Dialect;
use super::atom::capitals;
use super::motion::Reach;
use super::notation::{Body, Joint, Leg, Loop, Move, Notation};
use super::raw::{self, Base, Core, Letter, Modifier, Raw};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::rules::Virgin;

/// The most moves of one piece.
const MAX_MOVES: usize = 64;
/// The most legs of one move.
pub(super) const MAX_LEGS: usize = 64;

/// A move, and whether only a virgin piece may make it.
type Found = Option<(Body, Option<Virgin>)>;

/// Understands a notation; `text` is what `at` covers.
pub(super) fn analyze(raw: &Raw, text: &str, at: Span, dialect: Dialect) -> (Notation, Vec<Diagnostic>) {
    let mut analysis = Analysis { text, at, dialect, problems: Problems::default(), last_stray: None };
    raw.strays.iter().for_each(|stray| analysis.stray(*stray));
    let moves = raw.parts.iter().filter_map(|part| analysis.one(part)).collect();
    if raw.parts.len() > MAX_MOVES {
        let message = format!("more than {MAX_MOVES} moves in one notation");
        analysis.problems.error("betza-too-large", at, message, "make it shorter");
    }
    let mut problems: Vec<Diagnostic> = Vec::new();
    for problem in analysis.problems.0 {
        let same = |old: &Diagnostic| old.code == problem.code && old.labels == problem.labels;
        if !problems.iter().any(same) {
            problems.push(problem);
        }
    }
    problems.sort_by_key(|problem| problem.labels.first().map(|label| label.span));
    (Notation { moves }, problems)
}

/// The problems found so far.
#[derive(Default)]
pub(super) struct Problems(Vec<Diagnostic>);

impl Problems {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let (problem, help) = (Diagnostic::error(code, span, message), help.into());
        self.0.push(if help.is_empty() { problem } else { problem.help(help) });
    }

    fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Diagnostic::warning(code, span, message).help(help));
    }

    /// Warns of what programs read differently, and says which way it was read here.
    fn ambiguous(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        reading: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.0.push(Diagnostic::warning(code, span, message).here(reading).help(help));
    }
}

struct Analysis<'a> {
    text: &'a str,
    at: Span,
    dialect: Dialect,
    problems: Problems,
    last_stray: Option<Span>,
}

impl Analysis<'_> {
    fn words(&self, span: Span) -> String {
        let base = self.at.start as usize;
        self.text.get(span.start as usize - base..span.end as usize - base).unwrap_or("").to_string()
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.error(code, span, message, help);
    }

    fn stray(&mut self, span: Span) {
        let word = self.words(span);
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
                "write a range of two numbers as `{3..5}`, after an atom"
            }
            "(" if after.is_ascii_digit() => {
                "write a range directly after its atom, as in `R3`, and a leap by coordinates as `(1,2)`"
            }
            "+" | "/" | "," | "|" | ";" => "write moves side by side with nothing between them, as in `WF`",
            "-" | "?" => "legs are joined inside brackets, as in `[F-R]`",
            " " | "\t" | "\n" => "write the moves of a piece without spaces",
            "X" | "Y" => "`X` and `Y` lengthen the atom before them, as in `NX`",
            "'" => "`'` follows an atom or a bracket",
            "{" | "}" => "a range in braces, such as `{2..}` or `{3..5}`, follows an atom",
            word if word.chars().all(|c| c.is_ascii_digit()) => {
                "a number follows an atom or a bracket and gives its range"
            }
            _ => "atoms are capitals, modifiers are small letters before them",
        };
        let message = format!("`{word}` has no meaning here");
        if self.problems.0.iter().all(|problem| problem.message != message) {
            self.error("betza-unknown-letter", span, message, help);
        }
    }

    fn one(&mut self, part: &raw::Part) -> Option<Move> {
        let (body, virgin) = match &part.core {
            Core::Missing => self.missing(part.span),
            Core::Atom(atom) => match atom.base {
                Base::Letter('O') => self.castle(part, atom),
                Base::Letter('I') => self.imitate(part, atom),
                Base::Letter(_) | Base::Coordinates(..) => self.chain(part, atom),
            },
            Core::Bracket(bracket) => self.bracket_move(part, bracket),
        }?;
        Some(Move { span: part.span, virgin, exempt: part.exempt.is_some(), body })
    }

    /// Letters without an atom: the name of a piece, a capital written small, or just no atom.
    fn missing<T>(&mut self, span: Span) -> Option<T> {
        let words = self.words(span);
        let mut letters = words.clone();
        let capital = letters.pop().map(|last| last.to_ascii_uppercase());
        let capital = capital.filter(|letter| capitals().any(|known| known == *letter));
        let help = match (super::by_name(&words), capital) {
            (Some(piece), _) => format!("a {words} is written `{}`", piece.betza),
            (None, Some(capital)) => format!("atoms are capitals: did you mean `{letters}{capital}`?"),
            (None, None) => "write the atom after its modifiers, as in `fmW`".to_string(),
        };
        self.error("betza-missing-atom", span, format!("`{words}` modifies nothing"), help);
        None
    }

    /// Legs that share one atom; with repeated groups, as a graph of legs.
    fn chain(&mut self, part: &raw::Part, atom: &raw::Atom) -> Found {
        let (atom, range) = self.atom(atom)?;
        let looped = part.modifiers.iter().any(|m| matches!(m, Modifier::Group(..)));
        let graph = match repeat::graph(&part.modifiers) {
            Ok(graph) => graph,
            Err(span) => {
                let help = "a repeated group holds at least one `a`, as in `(af)W`";
                self.error("betza-bad-group", span, "this group holds no whole leg", help);
                return None;
            }
        };
        if graph.legs.len() > MAX_LEGS {
            self.too_many_legs(part.span, "make the chain shorter");
            return None;
        }
        let mut reach = Reach::Written;
        let mut virgin = None;
        let mut legs: Vec<Leg> = Vec::new();
        for (index, letters) in graph.legs.iter().enumerate() {
            let joint = if graph.next[index].is_empty() { Joint::End } else { Joint::Must };
            let first = graph.first.contains(&index);
            let place =
                Place { atom, range: reach.range(range), first, joint, bracket: false, span: part.span };
            let (leg, only) = leg(letters, place, self.dialect, &mut self.problems);
            virgin = virgin.or(only);
            // In a loop the range depends on the way through it, and is found when that is followed.
            if leg.modes.any("yg") && !looped {
                reach = reach.toggled(range);
            }
            legs.push(leg);
        }
        if !looped {
            return Some((Body::Chain(legs), virgin));
        }
        let modifiers = written(&part.modifiers);
        Some((Body::Loop(Loop { legs, next: graph.next, first: graph.first, modifiers }), virgin))
    }

    fn too_many_legs(&mut self, span: Span, help: &str) {
        self.error("betza-too-large", span, format!("more than {MAX_LEGS} legs"), help);
    }

    /// The modifiers of what has no legs to repeat.
    fn only_letters(&mut self, part: &raw::Part) -> Vec<Letter> {
        for modifier in &part.modifiers {
            if let Modifier::Group(_, span) = modifier {
                self.error("betza-bad-group", *span, "there is nothing to repeat here", "remove the group");
            }
        }
        plain(&part.modifiers)
    }
}

/// Direction letters; those that stand side by side are read together.
#[derive(Default)]
struct Runs {
    all: Vec<Vec<Letter>>,
    open: bool,
}

impl Runs {
    /// Takes a letter that is one of `directions`; any other ends the run.
    fn take(&mut self, letter: Letter, directions: &str) -> bool {
        let takes = directions.contains(letter.letter);
        let open = std::mem::replace(&mut self.open, takes);
        if takes {
            match self.all.last_mut().filter(|_| open) {
                Some(run) => run.push(letter),
                None => self.all.push(vec![letter]),
            }
        }
        takes
    }

    fn finish(&mut self) -> Vec<Vec<Letter>> {
        std::mem::take(&mut self.all)
    }
}

fn text_of(letters: &[Letter]) -> String {
    letters.iter().map(|l| l.letter).collect()
}

fn span_of(letters: &[Letter]) -> Span {
    letters.iter().map(|l| l.span).reduce(Span::to).unwrap_or_default()
}

fn plain(modifiers: &[Modifier]) -> Vec<Letter> {
    let letter = |modifier: &Modifier| match modifier {
        Modifier::Letter(letter) => Some(*letter),
        Modifier::Group(..) => None,
    };
    modifiers.iter().filter_map(letter).collect()
}

fn written(modifiers: &[Modifier]) -> String {
    let one = |modifier: &Modifier| match modifier {
        Modifier::Letter(letter) => letter.letter.to_string(),
        Modifier::Group(letters, _) => format!("({})", text_of(letters)),
    };
    modifiers.iter().map(one).collect()
}
