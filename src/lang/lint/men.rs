//! Which kinds of men a rule might mean, wherever they stand.

use super::reach::Reach;
use crate::base::{Color, KindId, SquareSet};
use crate::rules::{Men, Variant};

/// Whether some man of `color` and this kind, on one of `squares`, might be meant by a rule for `side`.
pub(super) fn might_be(
    variant: &Variant,
    men: &Men,
    side: Color,
    (color, kind): (Color, KindId),
    squares: SquareSet,
) -> bool {
    match men {
        Men::All => true,
        Men::Own => color == side,
        Men::Enemy => color != side,
        Men::Royal | Men::Leader => variant.kind(kind).royal.is_some(),
        Men::Kinds(kinds) => kinds.contains(&kind),
        Men::In(zone) => !zone.squares.get(color).intersection(squares).is_empty(),
        Men::Not(inner) => !must_be(variant, inner, side, (color, kind), squares),
        Men::Every(all) => all.iter().all(|men| might_be(variant, men, side, (color, kind), squares)),
        Men::AnyOf(any) => any.iter().any(|men| might_be(variant, men, side, (color, kind), squares)),
    }
}

/// Whether every such man is meant, whatever else is on the board.
fn must_be(
    variant: &Variant,
    men: &Men,
    side: Color,
    (color, kind): (Color, KindId),
    squares: SquareSet,
) -> bool {
    match men {
        Men::All => true,
        Men::Own => color == side,
        Men::Enemy => color != side,
        Men::Royal => variant.kind(kind).royal.is_some(),
        Men::Leader => false,
        Men::Kinds(kinds) => kinds.contains(&kind),
        Men::In(zone) => squares.difference(*zone.squares.get(color)).is_empty(),
        Men::Not(inner) => !might_be(variant, inner, side, (color, kind), squares),
        Men::Every(all) => all.iter().all(|men| must_be(variant, men, side, (color, kind), squares)),
        Men::AnyOf(any) => any.iter().any(|men| must_be(variant, men, side, (color, kind), squares)),
    }
}

/// Whether anybody who can be on the board might be meant.
pub(super) fn anybody(variant: &Variant, reach: &Reach, men: &Men) -> bool {
    Color::ALL.into_iter().any(|side| anybody_for(variant, reach, men, side))
}

/// The same for a rule applied to one side.
pub(super) fn anybody_for(variant: &Variant, reach: &Reach, men: &Men, side: Color) -> bool {
    reach.all().any(|(color, kind, squares)| might_be(variant, men, side, (color, kind), squares))
}
