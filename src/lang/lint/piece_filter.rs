//! Which piece types a rule might mean, wherever they stand.

use super::reach::Reach;
use crate::base::{Color, Piece, PieceTypeId, SquareSet};
use crate::rules::{PieceFilter, SomePiece, Variant};

/// Whether some piece of `color` and this piece type, on one of `squares`, might be meant by a rule for `side`.
pub(super) fn might_be(
    variant: &Variant,
    pieces: &PieceFilter,
    side: Color,
    (color, piece_type): (Color, PieceTypeId),
    squares: SquareSet,
) -> bool {
    SomePiece { variant, piece: Piece { color, piece_type }, squares: Some(squares) }.might_be(pieces, side)
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
