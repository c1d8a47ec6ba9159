//! Lints: checks for rules that are valid but have no effect or an unlikely one.
//!
//! [`check`] runs all of them. Each assumes that a piece can go wherever its moves lead on an empty board, which
//! overestimates the possibilities. A rule without an effect under this assumption never has one. In case of
//! doubt, nothing is reported.

#![deny(clippy::wildcard_enum_match_arm)]

mod actions;
mod array;
mod counts;
mod doubtful;
mod endings;
mod gaps;
mod letters;
mod material;
mod meaning;
mod never;
mod outdated;
mod overlap;
mod slow;
mod wide;

use crate::base::source::Span;
use crate::base::{PieceTypeId, SquareSet};
use crate::messages::diagnostic::Diagnostic;
use crate::messages::diagnostic::catalogue::Absence;
use crate::rules::reach::pieces_with_first_moves;
use crate::rules::{Reach, Variant, Walks};
pub use material::DecidedDraws;
pub use outdated::{AmendedBlock, Heir};
pub use slow::ListedGames;

/// Returns the warnings about a game without errors, and the squares of [`Variant::returns`]. `walks` caches the
/// targets of moves between calls, `listed` the games whose moves were already listed, and `decided` the draws that were
/// already decided.
///
/// A problem whose code begins with `never-` holds only under the current reading.
pub fn check(
    variant: &Variant,
    walks: &Walks,
    (listed, decided): (&ListedGames, &DecidedDraws),
) -> (Vec<Diagnostic>, SquareSet) {
    let mut problems = Vec::new();
    let reach = Reach::new(variant, walks);
    never::piece_types(&reach, &mut problems);
    never::rules(&reach, &mut problems);
    meaning::check(&reach, &mut problems);
    counts::check(&reach, &mut problems);
    letters::check(&reach, &mut problems);
    overlap::arrivals(&reach, &mut problems);
    endings::check(&reach, listed, &mut problems);
    material::check(&reach, decided, &mut problems);
    array::check(variant, &mut problems);
    doubtful::check(&reach, &mut problems);
    wide::check(variant, &mut problems);
    slow::check(variant, listed, &mut problems);
    (problems, reach.returns())
}

/// Returns the problems of rules that can never act.
pub fn idle(variant: &Variant) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let walks = Walks::default();
    let reach = Reach::new(variant, &walks);
    never::rules(&reach, &mut problems);
    counts::check(&reach, &mut problems);
    endings::check(&reach, &ListedGames::default(), &mut problems);
    problems.retain(|problem| problem.code.absence() == Some(Absence::Never));
    problems
}

/// Returns the squares of [`Variant::returns`] without running the lints.
pub fn returns(variant: &Variant, walks: &Walks) -> SquareSet {
    match pieces_with_first_moves(variant).is_empty() {
        true => SquareSet::default(),
        false => Reach::new(variant, walks).returns(),
    }
}

/// Returns the piece types that can be on the board in a game.
pub fn appearing(variant: &Variant) -> Vec<PieceTypeId> {
    let reach = Reach::new(variant, &Walks::default());
    variant.piece_type_ids().map(|(id, _)| id).filter(|id| reach.appears(*id)).collect()
}

/// Returns the place of the current array, or of the array whose arrangement this is. If it is derived from another array, this is the place of its own
/// rows.
fn array_place(variant: &Variant) -> Span {
    let named = variant.arrays.iter().find(|info| info.name == variant.array);
    let numbered = || variant.order(&variant.array).and_then(|(at, _)| variant.arrays.get(at));
    let array = named.or_else(numbered);
    array.map_or(Span::default(), |info| info.derived.0.unwrap_or(info.origin.0))
}
