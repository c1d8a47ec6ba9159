//! Analysis of piece filters without a position: a piece whose square is not known exactly.

use super::{Likely, Logic, PieceFilter, Relation, Subject, Variant, Zone};
use crate::base::{Bitboard, Color, Piece, PieceTypeId, SquareSet};

/// A piece that stands on one of several possible squares, for analysis without a position.
pub struct SomePiece<'a> {
    pub variant: &'a Variant,
    pub piece: Piece,
    /// The squares on which the piece can stand. `None` if they are unknown.
    pub squares: Option<SquareSet>,
}

impl SomePiece<'_> {
    /// Returns true if a filter of a rule that applies to `side` can match the piece.
    pub fn might_be(&self, filter: &PieceFilter, side: Color) -> bool {
        self.is(filter, side) != Likely::No
    }

    /// Evaluates a filter of a rule that applies to `side`.
    pub fn is(&self, filter: &PieceFilter, side: Color) -> Likely {
        (self, side).matches(filter)
    }
}

impl Subject for (&SomePiece<'_>, Color) {
    type Answer = Likely;

    fn is_own(&self) -> Likely {
        Likely::always(self.0.piece.color == self.1)
    }
    fn is_neutral(&self) -> bool {
        self.0.variant.is_neutral(self.0.piece.piece_type)
    }
    fn is_royal(&self) -> Likely {
        Likely::always(self.0.variant.piece_type(self.0.piece.piece_type).royal.is_some())
    }
    fn is_leader(&self) -> Likely {
        // A royal leads its side unless a royal of a higher rank is on the board, which is not known here.
        self.is_royal().and(Likely::Perhaps)
    }
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> Likely {
        Likely::always(piece_types.contains(&self.0.piece.piece_type))
    }
    fn is_in(&self, zone: &Zone) -> Likely {
        // A neutral piece has no owner, so its zones are as the player sees them.
        let zone = *zone.squares.get(if self.is_neutral() { self.1 } else { self.0.piece.color });
        match self.0.squares {
            Some(squares) if !squares.meets(zone) => Likely::No,
            Some(squares) if !squares.meets(!zone) => Likely::Yes,
            _ => Likely::Perhaps,
        }
    }
    fn is_related(&self, _: Relation, _: &PieceFilter) -> Likely {
        Likely::Perhaps
    }
}
