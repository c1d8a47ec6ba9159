//! Properties of each piece, by type and color, that do not depend on where it stands.

use crate::base::{Bitboard, Square};

/// All there is to know about a piece of one type and color.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceInfo<B> {
    /// Its class.
    pub class: u8,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it lends its moves to others.
    pub lends: bool,
    /// Of an odd piece, by square: where it could ever capture, whatever stands on the board.
    pub strikes: Vec<B>,
    /// Whether nothing but what stands on the squares that it comes to decides what it attacks.
    pub is_near_sighted: bool,
    /// Where it stands in the array or comes to from the hand as if it had not moved.
    pub homes: B,
    /// Where it counts as one that has not moved when it comes from the hand.
    pub rests: B,
    /// Its rank among royals.
    pub rank: u8,
    /// The actions it may take, one bit for each.
    pub actions: u64,
    /// Squares from which a move of it may leave it open to capture in passing.
    pub passes_from: B,
    /// Whether what happens when it arrives depends on how it has moved.
    pub asks_way: bool,
    /// What happens when it arrives.
    pub arrivals: Vec<CompiledArrival<B>>,
    /// Squares where it is not attacked, while it does not lead and while it does.
    pub unattackable: [B; 2],
    /// Squares from which its moves reset the clock.
    pub resets: [B; 2],
}

/// What happens to a piece on arriving somewhere.
#[derive(Clone, Debug)]
pub(crate) struct CompiledArrival<B> {
    /// Targets on which something happens.
    pub zone: B,
    /// Whether it happens also on leaving the zone.
    pub leaving: bool,
    /// Whether it happens by itself, after any move.
    pub by_itself: bool,
    /// Whether it happens only where something is captured.
    pub capturing: bool,
    /// What it becomes, if no more than that happens; anything else is carried out move by move.
    pub becomes: Option<Becoming>,
}

/// From where something may happen to a piece where it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arrives<B> {
    /// Squares from which such a target may be reached.
    pub from: B,
    /// Those from which something may happen without a capture.
    pub quietly_from: B,
}

/// What a piece may become on arrival.
#[derive(Clone, Debug)]
pub(crate) struct Becoming {
    /// One of these piece types.
    pub piece_types: Vec<u8>,
    /// Whether the move tells which.
    pub chosen: bool,
    /// Whether it may stay what it is.
    pub stays: bool,
    /// Whether the number of royals changes.
    pub royal: bool,
    /// Whether something may then happen to it by itself.
    pub stirs: bool,
}

impl<B: Bitboard> CompiledArrival<B> {
    /// Where a piece from a square may come to for it to happen; `taken` are the pieces it may capture.
    #[inline(always)]
    pub(crate) fn reached(&self, from: Square, taken: B) -> B {
        let zone = if self.leaving && self.zone.has(from) { B::ALL } else { self.zone };
        if self.capturing { zone & taken } else { zone }
    }
}
