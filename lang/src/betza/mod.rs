//! Betza notation and its relatives: the moves of a piece, written in a few letters.
//!
//! The parser turns the text into a shape (`shape`), the analysis turns the shape into moves in which every
//! letter has a meaning ([`notation`]), and the lowering turns the moves into an automaton of steps
//! ([`crate::rules::Automaton`]). Later stages never see letters. [`read`] is the entry point.
//!
//! ```
//! let notation: ferz::Betza = "FyafsF".parse()?;
//! assert_eq!(notation.to_string(), "[F?R]");
//! # Ok::<(), ferz::Error>(())
//! ```

mod analysis;
pub mod atom;
pub mod canonical;
mod describe;
mod forms;
mod impossible;
mod lower;
mod motion;
mod names;
pub mod notation;
mod print;
pub mod reduce;
mod shape;

pub use canonical::joined;
pub use describe::describe;
pub use impossible::impossible_moves;
pub use names::{PieceEntry, by_name, name_of, named};

use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::{Automaton, Notation};
use notation::MoveNotation;

/// The interpretation of notations on which programs disagree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetzaDialect {
    /// True if direction letters on a first-leg king or queen name single rays, as in XBoard. Otherwise, they
    /// apply to its orthogonal and diagonal halves separately.
    pub eight_rays: bool,
    /// True if `nC` and `nZ` require the square nearest to the middle of the leap to be empty, as in XBoard.
    /// Otherwise, they are errors.
    pub halfway: bool,
}

/// A parsed notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaReading {
    pub notation: Vec<MoveNotation>,
    /// The moves as an automaton of steps.
    pub automaton: Automaton,
    /// The shortest notation of the moves, in canonical order.
    pub canonical: Notation,
}

/// Reads a notation. The span `at` is the place of `text` in its source file.
///
/// Returns a reading if and only if no problem is an error.
pub fn read(text: &str, at: Span) -> (Option<BetzaReading>, Vec<Diagnostic>) {
    read_with(text, at, BetzaDialect::default())
}

/// Reads a notation in a dialect.
pub fn read_with(text: &str, at: Span, dialect: BetzaDialect) -> (Option<BetzaReading>, Vec<Diagnostic>) {
    let (found, problems) = parse(text, at, dialect, &mut { reduce::MAX_WORK });
    let reading = found.map(|(notation, automaton)| {
        let canonical = match dialect == BetzaDialect::default() {
            // The shortest form is computed on first use only. In another dialect, `shortest` could not parse the
            // text again.
            true => Notation::new(text, shortest),
            false => canonical::canonical(&notation, &automaton, text, at).into(),
        };
        BetzaReading { notation, automaton, canonical }
    });
    (reading, problems)
}

/// Returns the shortest notation with the same meaning, or the text itself if it has errors.
fn shortest(text: &str) -> String {
    let at = Span::new(0, 0, text.len());
    let found = parse(text, at, BetzaDialect::default(), &mut { reduce::MAX_WORK }).0;
    found.map_or_else(
        || text.to_owned(),
        |(moves, automaton)| canonical::canonical(&moves, &automaton, text, at),
    )
}

/// The description of one move of a notation.
pub struct Sentence {
    pub text: String,
    /// True if the sentence begins with a verb, and not with the condition of the move.
    pub begins_with_verb: bool,
    pub automaton: Automaton,
}

/// Describes each move of a notation in an English sentence.
pub fn sentences(text: &str) -> Vec<Sentence> {
    let at = Span::new(0, 0, text.len());
    let moves = analysis::analyze(text, at, BetzaDialect::default()).0;
    let part = |one: &MoveNotation| {
        let begins_with_verb = describe::begins_with_verb(one);
        let one = std::slice::from_ref(one);
        let automaton = lower::lower(one, &mut { reduce::MAX_WORK })?;
        Some(Sentence { text: describe(one), begins_with_verb, automaton })
    };
    moves.iter().filter_map(part).collect()
}

type Parsed = (Vec<MoveNotation>, Automaton);

/// Parses and lowers a notation without computing its canonical form. The cost is subtracted from `budget`.
pub fn parse(
    text: &str,
    at: Span,
    dialect: BetzaDialect,
    budget: &mut usize,
) -> (Option<Parsed>, Vec<Diagnostic>) {
    let (moves, mut problems) = analysis::analyze(text, at, dialect);
    if problems.iter().any(Diagnostic::is_error) {
        return (None, problems);
    }
    let automaton = lower::lower(&moves, budget);
    if automaton.is_none() {
        let message = "this notation expands to too many steps";
        let help = "use smaller ranges, fewer repetitions, or fewer directions";
        problems.push(Diagnostic::new(Code::BetzaTooLarge, at, message).help(help));
    }
    (automaton.map(|automaton| (moves, automaton)), problems)
}
