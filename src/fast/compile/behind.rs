//! A piece that comes from the hand to a square that a move has left.

use super::{Code, Untabled};
use super::filter::CompiledFilter;
use super::rules::Context;
use crate::base::{Bitboard, Color, PieceTypeId, Square};
use crate::rules::{After, FollowUp, Following};

/// The rule by which pieces from the hand come to squares that are left.
#[derive(Clone, Debug)]
pub(crate) struct CompiledBehind<B> {
    /// By side, the pieces whose moves are followed.
    pieces: [CompiledFilter<B>; 2],
    /// By side, where they must stand.
    zones: [B; 2],
    /// Whether only their first moves are followed.
    first: bool,
    /// What may come, and by side the squares on which it may stand.
    pub piece_types: Vec<(PieceTypeId, [B; 2])>,
    /// Whether the player may do without.
    pub may: bool,
}

impl Context<'_> {
    /// The rule of a game by which pieces come to squares that are left, if nothing else follows a move, happens by itself or
    /// limits where they come.
    pub(super) fn behind<B: Bitboard>(self) -> Option<CompiledBehind<B>> {
        let variant = self.variant;
        if !self.has(Untabled::FollowUp) {
            return None;
        }
        let [FollowUp { after: After::Leaving { pieces, zone, first }, when: None, may, deed, .. }] =
            variant.follow_ups.as_slice()
        else {
            return None;
        };
        let Following::Drop(piece_types) = deed else { return None };
        let is_plain = |id: &PieceTypeId| {
            let own = variant.piece_type(*id);
            own.royal.is_none() && !own.neutral
        };
        let is_free = variant.admissions.is_empty()
            && variant.turns.is_none()
            && !variant.happens
            && self.has_mask(pieces)
            && piece_types.iter().all(is_plain);
        is_free.then(|| CompiledBehind {
            pieces: Color::ALL.map(|player| CompiledFilter::new(self, pieces, player)),
            zones: Color::ALL.map(|side| B::of(*zone.squares.get(side))),
            first: *first,
            piece_types: piece_types.iter().map(|id| (*id, self.stays(*id))).collect(),
            may: *may,
        })
    }

    /// By side, the squares that a piece of a type may not leave.
    pub(super) fn stays<B: Bitboard>(self, id: PieceTypeId) -> [B; 2] {
        let stays = &self.variant.piece_type(id).stays;
        Color::ALL.map(|side| stays.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(side))))
    }
}

impl<B: Bitboard> CompiledBehind<B> {
    /// Of the pieces of a side on some squares those whose moves may be followed. Of each piece it is asked what it is, where
    /// it began, whether it leads its side, and whether it has moved.
    pub(crate) fn leaving(
        &self,
        side: Color,
        pieces: B,
        piece: impl Fn(Square) -> (Code, B, bool, bool),
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
