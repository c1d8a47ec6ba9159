//! Finds rules that have no effect, such as piece types that never appear and actions that are never possible.
//!
//! The checks overestimate: a piece is assumed to go wherever its moves lead on an empty board. What cannot happen even
//! then never happens. In doubt nothing is reported.

mod array;
mod counts;
mod endings;
mod meaning;
mod never;
mod overlap;
mod wide;

use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{PieceTypeId, SquareSet};
use crate::rules::reach::minds_moving;
use crate::rules::{Reach, Variant, Walks};

/// Everything that is questionable about a game without errors, and its squares whose piece may have moved although it
/// stands there as in the array ([`Variant::returns`]). `walks` caches how pieces move from one reading of a game to the next.
///
/// Problems whose code begins with `never-` say that something does not happen under this reading; under another it may.
pub(crate) fn check(variant: &Variant, walks: &Walks) -> (Vec<Diagnostic>, SquareSet) {
    let mut problems = Vec::new();
    let reach = Reach::new(variant, walks);
    never::piece_types(&reach, &mut problems);
    never::rules(&reach, &mut problems);
    meaning::check(&reach, &mut problems);
    counts::check(variant, &mut problems);
    overlap::arrivals(&reach, &mut problems);
    endings::check(&reach, &mut problems);
    array::check(variant, &mut problems);
    wide::check(variant, &mut problems);
    (problems, reach.returns())
}

/// The squares of a game whose piece may have moved although it stands there as in the array, if nothing else is asked.
pub(crate) fn returns(variant: &Variant, walks: &Walks) -> SquareSet {
    match minds_moving(variant).is_empty() {
        true => SquareSet::default(),
        false => Reach::new(variant, walks).returns(),
    }
}

/// The piece types that can be on the board in a game, by its array and the values of its switches.
pub(crate) fn appearing(variant: &Variant) -> Vec<PieceTypeId> {
    let reach = Reach::new(variant, &Walks::default());
    variant.piece_type_ids().map(|(id, _)| id).filter(|id| reach.appears(*id)).collect()
}

/// Returns the place of the array in force; for a derived array, the place of its own rows.
fn array_place(variant: &Variant) -> Span {
    let array = variant.arrays.iter().find(|info| info.name == variant.array);
    array.map_or(Span::default(), |info| info.derived.0.unwrap_or(info.origin.0))
}
