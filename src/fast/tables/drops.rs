//! Pieces that come from the hand.

use super::code::PieceCode;
use super::conditions::CompiledCondition;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color, PieceTypeId, Square};

/// The drops of an action that does nothing else.
#[derive(Clone, Debug)]
pub(crate) struct CompiledDrop<B> {
    /// The piece types that may be dropped.
    pub pieces: Vec<Dropped<B>>,
    /// By side, the pieces that keep others from their file, and how many of them do.
    pub not_with: Option<([CompiledFilter<B>; 2], u32)>,
    /// True if the drop may not give checkmate.
    pub not_mating: bool,
    /// The condition after it.
    pub provided: Option<CompiledCondition<B>>,
}

/// A piece type that may be dropped.
#[derive(Clone, Debug)]
pub(crate) struct Dropped<B> {
    /// The piece type.
    pub id: PieceTypeId,
    /// By side, the squares on which it may be dropped.
    pub targets: [B; 2],
    /// By side, parts of these squares, on each of which what must be true after the drop holds or not.
    pub parts: [Vec<B>; 2],
}

/// The rule by which pieces from the hand enter squares that a move leaves.
#[derive(Clone, Debug)]
pub(crate) struct CompiledBehind<B> {
    /// By side, the pieces whose moves are followed.
    pub(crate) pieces: [CompiledFilter<B>; 2],
    /// By side, where they must stand.
    pub(crate) zones: [B; 2],
    /// True if only their first moves are followed.
    pub(crate) first: bool,
    /// The piece types that may come, and by side the squares on which each may stand.
    pub piece_types: Vec<(PieceTypeId, [B; 2])>,
    /// True if the player may do without.
    pub may: bool,
}

impl<B: Bitboard> CompiledBehind<B> {
    /// The pieces of a side on some squares whose moves may be followed. `piece` says of each what it is, where
    /// it began, whether it leads its side, and whether it has moved.
    pub(crate) fn leaving(
        &self,
        side: Color,
        pieces: B,
        piece: impl Fn(Square) -> (PieceCode, B, bool, bool),
    ) -> B {
        let filter = &self.pieces[side as usize];
        let may_leave = |square: &Square| {
            let (code, homes, leads, moved) = piece(*square);
            filter.matches(code, *square, leads) && (!self.first || homes.has(*square) && !moved)
        };
        let standing = pieces & self.zones[side as usize];
        standing.iter().filter(may_leave).fold(B::EMPTY, |set, square| set | B::bit(square))
    }
}
