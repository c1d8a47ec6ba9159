//! Compiled drops.

use super::code::PieceCode;
use super::conditions::CompiledCondition;
use super::filter::CompiledFilter;
use crate::base::{Bitboard, Color, PieceTypeId, Square};

/// The drops of an action that has no other effects.
#[derive(Clone, Debug)]
pub struct CompiledDrop<B> {
    /// The piece types that can be dropped.
    pub pieces: Vec<Dropped<B>>,
    /// The filter, by side, of the pieces that limit drops on their file, and the number of such pieces that forbids
    /// another drop.
    pub not_with: Option<([CompiledFilter<B>; 2], u32)>,
    /// True if the drop may not give checkmate.
    pub not_mating: bool,
    /// The condition that must hold after the drop.
    pub provided: Option<CompiledCondition<B>>,
}

/// A piece type that can be dropped.
#[derive(Clone, Debug)]
pub struct Dropped<B> {
    /// The piece type.
    pub id: PieceTypeId,
    /// The squares on which it can be dropped, by side.
    pub targets: [B; 2],
    /// The squares of `targets` by side, divided into parts on which the condition after the drop has the same
    /// result.
    pub parts: [Vec<B>; 2],
}

/// The rule by which pieces in hand are dropped on squares that a move leaves.
#[derive(Clone, Debug)]
pub struct CompiledBehind<B> {
    /// The pieces, by side, whose moves can have the follow-up.
    pub pieces: [CompiledFilter<B>; 2],
    /// The squares, by side, that the move must leave.
    pub zones: [B; 2],
    /// True if only the first move of a piece can have the follow-up.
    pub first: bool,
    /// The piece types that can be dropped, each with the squares that it may occupy, by side.
    pub piece_types: Vec<(PieceTypeId, [B; 2])>,
    /// True if the player can decline the drop.
    pub may: bool,
}

impl<B: Bitboard> CompiledBehind<B> {
    /// Returns the pieces of a side whose moves can have the follow-up. The function `piece` returns the code of the
    /// piece on a square, its home squares, whether it leads its side, and whether it has moved.
    pub fn leaving(&self, side: Color, pieces: B, piece: impl Fn(Square) -> (PieceCode, B, bool, bool)) -> B {
        let filter = &self.pieces[side as usize];
        let may_leave = |square: &Square| {
            let (code, homes, leads, moved) = piece(*square);
            filter.matches(code, *square, leads) && (!self.first || homes.has(*square) && !moved)
        };
        let standing = pieces & self.zones[side as usize];
        standing.iter().filter(may_leave).collect()
    }
}
