//! What a game means but cannot have meant: piece types that never appear, rules that never act.
//!
//! Everything here is judged from above: a piece is thought able to go wherever its moves lead on an empty board, and what
//! even so can never happen surely never does. In doubt nothing is said.

mod endings;
mod piece_filter;
mod piece_types;
mod reach;
mod royals;
mod rules;

use crate::base::diagnostic::Diagnostic;
use crate::rules::Variant;
use reach::Reach;
pub use reach::Walks;

/// Everything that is questionable about a game that could be read. `walks` remembers how pieces go from one reading of
/// a game to the next.
///
/// Problems whose code begins with `never-` say that something does not happen under this reading; under another it may.
pub fn check(variant: &Variant, walks: &Walks) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    walks.look_at(&variant.board);
    let reach = Reach::new(variant, walks);
    piece_types::check(variant, &reach, walks, &mut problems);
    rules::check(variant, &reach, &mut problems);
    royals::check(variant, &mut problems);
    endings::check(variant, &reach, &mut problems);
    problems
}
