//! Evaluates a piece filter for one piece on all squares at once.

use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::rules::{Logic, PieceFilter, Relation, Subject, Variant, Zone};

/// A piece of one type and color on any square, for a filter of a rule that applies to `player`.
struct Anywhere<'a, B> {
    variant: &'a Variant,
    piece: Piece,
    leads: bool,
    player: Color,
    related: &'a dyn Fn(Relation, &PieceFilter) -> B,
}

impl<B: Bitboard> Subject for Anywhere<'_, B> {
    type Answer = B;

    fn is_own(&self) -> B {
        B::always(self.piece.color == self.player)
    }

    fn is_neutral(&self) -> bool {
        self.variant.is_neutral(self.piece.piece_type)
    }

    fn is_royal(&self) -> B {
        B::always(self.variant.piece_type(self.piece.piece_type).royal.is_some())
    }

    fn is_leader(&self) -> B {
        if self.leads { self.is_royal() } else { B::EMPTY }
    }

    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> B {
        B::always(piece_types.contains(&self.piece.piece_type))
    }

    fn is_in(&self, zone: &Zone) -> B {
        B::of(*zone.squares.get(if self.is_neutral() { self.player } else { self.piece.color }))
    }

    fn is_related(&self, relation: Relation, pieces: &PieceFilter) -> B {
        (self.related)(relation, pieces)
    }
}

/// Returns the squares on which a filter matches a piece, for a rule that applies to `player`.
pub fn mask<B: Bitboard>(
    variant: &Variant,
    pieces: &PieceFilter,
    piece: Piece,
    leads: bool,
    player: Color,
) -> B {
    // Filters that depend on other pieces are never used as masks.
    let related = &|_: Relation, _: &PieceFilter| B::ALL;
    Anywhere { variant, piece, leads, player, related }.matches(pieces)
}

/// Returns the squares on which a filter matches a piece that does not lead its side, for a rule that applies to that
/// side. The function `related` gives the squares that are related to other pieces.
pub fn placed<B: Bitboard>(
    variant: &Variant,
    pieces: &PieceFilter,
    piece: Piece,
    related: &dyn Fn(Relation, &PieceFilter) -> B,
) -> B {
    Anywhere { variant, piece, leads: false, player: piece.color, related }.matches(pieces)
}
