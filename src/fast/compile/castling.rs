//! Castlings as sets of squares.

use super::Compiled;
use crate::base::{Bitboard, CastlingSet, Color, Square};
use crate::rules::Castling;

/// One way to castle.
#[derive(Clone, Debug)]
pub(crate) struct CompiledCastling<B> {
    pub color: Color,
    /// The squares of the two pieces.
    pub pieces: B,
    /// The square of the piece that castles, and the one that its move names.
    pub ends: (Square, Square),
    /// The squares that must be empty.
    pub empty: B,
    /// The squares on which the piece that castles may not be attacked.
    pub safe: B,
    /// Whether it is as safe in the end as on its way: it comes to one of these squares, and its partner leaves no square
    /// that may lie between that and an attacker whose ways tables hold.
    pub sheltered: bool,
    /// Other ways of which only one is a move, one bit for each.
    pub twins: CastlingSet,
}

impl<B: Bitboard> Compiled<B> {
    pub(super) fn add_castlings(&mut self) {
        let variant = std::sync::Arc::clone(&self.variant);
        self.castlings = variant.castlings.iter().map(|castling| self.castling(castling)).collect();
        self.castling_squares = self.castlings.iter().fold(B::EMPTY, |set, own| set | own.pieces);
    }

    fn castling(&self, castling: &Castling) -> CompiledCastling<B> {
        let set = |squares: &[Square]| squares.iter().fold(B::EMPTY, |set, square| set | B::bit(*square));
        let ends = |own: &Castling| (own.king.0, own.target());
        let (from, to) = castling.king;
        CompiledCastling {
            color: castling.color,
            pieces: B::bit(from) | B::bit(castling.partner.0),
            ends: ends(castling),
            empty: set(&castling.empty),
            safe: set(&castling.safe),
            sheltered: castling.safe.contains(&to)
                && self.no_hurdles
                && !self.lies_before(castling.color.other(), to, castling.partner.0),
            twins: self.variant.castlings.iter().enumerate().fold(0, |set, (number, other)| {
                let is_twin = !std::ptr::eq(other, castling) && ends(other) == ends(castling);
                set | CastlingSet::from(is_twin) << number
            }),
        }
    }

    /// Whether a square may lie between another and a piece of `side` that attacks that one.
    fn lies_before(&self, side: Color, to: Square, square: Square) -> bool {
        self.classes.iter().zip(self.attackers_to(side as usize, to)).any(|(class, aim)| {
            aim.iter().any(|from| self.path(class.layer[side as usize], to, from).has(square))
        })
    }
}
