//! Betza notation and its family: how a piece moves, written in a few letters.
//!
//! Text becomes a shape (`raw`), the shape a notation in which every letter is understood ([`notation`]), and the notation
//! an automaton of steps ([`crate::rules::Automaton`]). Nothing after that knows a letter.
//!
//! ```
//! let notation: ferz::Betza = "FyafsF".parse()?;
//! assert_eq!(notation.to_string(), "[F?R]");
//! # Ok::<(), ferz::Error>(())
//! ```

mod analysis;
pub(crate) mod atom;
mod canonical;
mod describe;
mod forms;
pub(crate) mod heading;
mod idle;
mod lower;
pub(crate) mod modes;
mod motion;
mod names;
mod nfa;
pub(crate) mod notation;
mod print;
mod raw;
mod reduce;
mod shape;

pub(crate) use describe::describe;
pub(crate) use idle::{ends, idle};
pub(crate) use lower::lower;
pub(crate) use names::{by_name, name_of, named};
pub(crate) use notation::Notation;

use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::rules::Automaton;

/// Which reading to follow where programs disagree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// Direction letters on a first-leg king or queen name single rays, as in XBoard, instead of standing for the
    /// same letters on its two halves.
    pub eight_rays: bool,
    /// `nC` and `nZ` look at the one square nearest to halfway, as in XBoard, instead of being refused.
    pub halfway: bool,
}

/// A notation that could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The moves, understood.
    pub notation: Notation,
    /// The moves as steps.
    pub automaton: Automaton,
    /// The shortest way to write them, in one fixed order.
    pub canonical: String,
}

/// Reads a notation; `at` is the place of `text` in its source file.
///
/// There is a reading exactly if no problem is an error.
pub(crate) fn read(text: &str, at: Span) -> (Option<Reading>, Vec<Diagnostic>) {
    read_with(text, at, Dialect::default())
}

/// Reads a notation in a dialect.
pub(crate) fn read_with(text: &str, at: Span, dialect: Dialect) -> (Option<Reading>, Vec<Diagnostic>) {
    let (found, problems) = parse(text, at, dialect);
    let reading = found.map(|(notation, automaton)| {
        let canonical = canonical::canonical(&notation, &automaton, text, at);
        Reading { notation, automaton, canonical }
    });
    (reading, problems)
}

/// Reads and lowers without looking for the canonical form.
fn parse(text: &str, at: Span, dialect: Dialect) -> (Option<(Notation, Automaton)>, Vec<Diagnostic>) {
    parse_within(text, at, dialect, &mut { reduce::MAX_WORK })
}

fn parse_within(
    text: &str,
    at: Span,
    dialect: Dialect,
    budget: &mut usize,
) -> (Option<(Notation, Automaton)>, Vec<Diagnostic>) {
    let raw = match shape::parse(text, at) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let (notation, mut problems) = analysis::analyze(&raw, text, at, dialect);
    if problems.iter().any(Diagnostic::is_error) {
        return (None, problems);
    }
    match lower::lower_within(&notation, budget) {
        Some(automaton) => (Some((notation, automaton)), problems),
        None => {
            problems.push(
                Diagnostic::error("betza-too-large", at, "this notation expands to too many steps")
                    .help("use smaller ranges, fewer repetitions or fewer directions"),
            );
            (None, problems)
        }
    }
}
