//! Compiles castlings.

use crate::base::{Bitboard, CastlingSet, Color, Square};
use crate::fast::tables::{Compiled, CompiledCastling};
use crate::rules::Castling;

impl<B: Bitboard> Compiled<B> {
    pub(super) fn add_castlings(&mut self) {
        let variant = std::sync::Arc::clone(&self.variant);
        self.castlings = variant.castlings.iter().map(|castling| self.castling(castling)).collect();
        for (number, own) in variant.castlings.iter().enumerate() {
            let empty = own.empty.iter().copied().collect();
            self.castlings_by[own.color as usize].push((number, empty));
        }
        self.castling_squares = self.castlings.iter().fold(B::EMPTY, |set, own| set | own.pieces);
    }

    fn castling(&self, castling: &Castling) -> CompiledCastling<B> {
        let set = |squares: &[Square]| squares.iter().copied().collect::<B>();
        let ends = |own: &Castling| (own.king.0, own.target());
        let (from, to) = castling.king;
        CompiledCastling {
            pieces: B::bit(from) | B::bit(castling.partner.0),
            ends: ends(castling),
            safe: set(&castling.safe),
            // Without hurdles, the move can endanger the castling piece only by opening a line through the square of
            // the partner.
            sheltered: castling.safe.contains(&to)
                && self.no_hurdles
                && !self.lies_before(castling.color.other(), to, castling.partner.0),
            twins: self.variant.castlings.iter().enumerate().fold(0, |set, (number, other)| {
                let is_twin = !std::ptr::eq(other, castling) && ends(other) == ends(castling);
                set | CastlingSet::from(is_twin) << number
            }),
        }
    }

    /// Returns true if `square` can lie between `to` and a piece of `side` that attacks `to`.
    fn lies_before(&self, side: Color, to: Square, square: Square) -> bool {
        self.classes.iter().zip(self.attackers_to(side as usize, to)).any(|(class, aim)| {
            aim.iter().any(|from| self.path(class.layer[side as usize], to, from).has(square))
        })
    }
}
