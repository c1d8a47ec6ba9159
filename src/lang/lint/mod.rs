//! What a game says but cannot have meant: piece types that never appear, rules that never act.
//!
//! The checks overestimate: a piece is assumed to go wherever its moves lead on an empty board. What cannot happen even
//! then never happens. In doubt nothing is reported.

mod endings;
mod piece_filter;
mod piece_types;
mod reach;
mod royals;
mod rules;

use crate::base::diagnostic::Diagnostic;
use crate::rules::Variant;
use reach::Reach;
pub(crate) use reach::Walks;

/// Everything that is questionable about a game without errors. `walks` caches how pieces move from one reading of a game
/// to the next.
///
/// Problems whose code begins with `never-` say that something does not happen under this reading; under another it may.
pub(crate) fn check(variant: &Variant, walks: &Walks) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    walks.look_at(&variant.board);
    let reach = Reach::new(variant, walks);
    piece_types::check(variant, &reach, walks, &mut problems);
    rules::check(variant, &reach, &mut problems);
    royals::check(variant, &mut problems);
    endings::check(variant, &reach, &mut problems);
    problems
}
