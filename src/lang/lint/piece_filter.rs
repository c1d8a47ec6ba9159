//! Which piece types a rule might mean, wherever they stand.

use super::reach::Reach;
use crate::base::{Color, PieceTypeId, SquareSet};
use crate::rules::{PieceFilter, Variant};

/// Whether some piece of `color` and this piece type, on one of `squares`, might be meant by a rule for `side`.
pub(super) fn might_be(
    variant: &Variant,
    pieces: &PieceFilter,
    side: Color,
    (color, piece_type): (Color, PieceTypeId),
    squares: SquareSet,
) -> bool {
    match pieces {
        PieceFilter::All => true,
        PieceFilter::Own => color == side,
        PieceFilter::Enemy => color != side,
        PieceFilter::Royal | PieceFilter::Leader => variant.piece_type(piece_type).royal.is_some(),
        PieceFilter::PieceTypes(piece_types) => piece_types.contains(&piece_type),
        PieceFilter::In(zone) => !zone.squares.get(color).intersection(squares).is_empty(),
        PieceFilter::Not(inner) => !must_be(variant, inner, side, (color, piece_type), squares),
        PieceFilter::Every(all) => {
            all.iter().all(|pieces| might_be(variant, pieces, side, (color, piece_type), squares))
        }
        PieceFilter::AnyOf(any) => {
            any.iter().any(|pieces| might_be(variant, pieces, side, (color, piece_type), squares))
        }
    }
}

/// Whether every such piece is meant, whatever else is on the board.
fn must_be(
    variant: &Variant,
    pieces: &PieceFilter,
    side: Color,
    (color, piece_type): (Color, PieceTypeId),
    squares: SquareSet,
) -> bool {
    match pieces {
        PieceFilter::All => true,
        PieceFilter::Own => color == side,
        PieceFilter::Enemy => color != side,
        PieceFilter::Royal => variant.piece_type(piece_type).royal.is_some(),
        PieceFilter::Leader => false,
        PieceFilter::PieceTypes(piece_types) => piece_types.contains(&piece_type),
        PieceFilter::In(zone) => squares.difference(*zone.squares.get(color)).is_empty(),
        PieceFilter::Not(inner) => !might_be(variant, inner, side, (color, piece_type), squares),
        PieceFilter::Every(all) => {
            all.iter().all(|pieces| must_be(variant, pieces, side, (color, piece_type), squares))
        }
        PieceFilter::AnyOf(any) => {
            any.iter().any(|pieces| must_be(variant, pieces, side, (color, piece_type), squares))
        }
    }
}

/// Whether some piece that can be on the board might be meant.
pub(super) fn any_piece(variant: &Variant, reach: &Reach, pieces: &PieceFilter) -> bool {
    Color::ALL.into_iter().any(|side| any_piece_for(variant, reach, pieces, side))
}

/// The same for a rule applied to one side.
pub(super) fn any_piece_for(variant: &Variant, reach: &Reach, pieces: &PieceFilter, side: Color) -> bool {
    reach
        .all()
        .any(|(color, piece_type, squares)| might_be(variant, pieces, side, (color, piece_type), squares))
}
