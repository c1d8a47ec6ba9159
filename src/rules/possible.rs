//! Filters asked about a piece of which not everything is known: what a rule might mean, wherever pieces stand.

use super::{Likely, Logic, PieceFilter, Subject, Variant, Zone};
use crate::base::{Bitboard, Color, Piece, PieceTypeId, SquareSet};

/// A piece that stands somewhere.
pub(crate) struct SomePiece<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// The piece.
    pub piece: Piece,
    /// The squares it may stand on; all that can be, if nothing is known of them.
    pub squares: Option<SquareSet>,
}

impl SomePiece<'_> {
    /// Whether a rule that is applied to `side` might mean the piece.
    pub(crate) fn might_be(&self, filter: &PieceFilter, side: Color) -> bool {
        self.is(filter, side) != Likely::No
    }

    /// Whether a rule that is applied to `side` means the piece.
    pub(crate) fn is(&self, filter: &PieceFilter, side: Color) -> Likely {
        filter.eval(&Seen { some: self, side })
    }
}

struct Seen<'a> {
    some: &'a SomePiece<'a>,
    side: Color,
}

impl Subject for Seen<'_> {
    type Answer = Likely;

    fn is_own(&self) -> Likely {
        Likely::always(self.some.piece.color == self.side)
    }
    fn is_royal(&self) -> Likely {
        Likely::always(self.some.variant.piece_type(self.some.piece.piece_type).royal.is_some())
    }
    fn is_leader(&self) -> Likely {
        self.is_royal().and(Likely::Perhaps)
    }
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> Likely {
        Likely::always(piece_types.contains(&self.some.piece.piece_type))
    }
    fn is_in(&self, zone: &Zone) -> Likely {
        let zone = *zone.squares.get(self.some.piece.color);
        match self.some.squares {
            Some(squares) if !squares.meets(zone) => Likely::No,
            Some(squares) if !squares.meets(!zone) => Likely::Yes,
            _ => Likely::Perhaps,
        }
    }
}
