//! What a game says but cannot have meant: piece types that never appear, rules that never act.
//!
//! The checks overestimate: a piece is assumed to go wherever its moves lead on an empty board. What cannot happen even
//! then never happens. In doubt nothing is reported.

mod array;
mod endings;
mod meaning;
mod never;
mod reach;

use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::rules::Variant;
use reach::Reach;
pub(crate) use reach::Walks;

/// Everything that is questionable about a game without errors. `walks` caches how pieces move from one reading of a game
/// to the next.
///
/// Problems whose code begins with `never-` say that something does not happen under this reading; under another it may.
pub(crate) fn check(variant: &Variant, walks: &Walks) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let reach = Reach::new(variant, walks);
    never::piece_types(&reach, &mut problems);
    never::rules(&reach, &mut problems);
    meaning::check(&reach, &mut problems);
    endings::check(&reach, &mut problems);
    array::check(variant, &mut problems);
    problems
}

/// Where the array in force is written.
fn array_place(variant: &Variant) -> Span {
    let array = variant.arrays.iter().find(|info| info.name == variant.array);
    array.map_or(Span::default(), |info| info.origin.0)
}
