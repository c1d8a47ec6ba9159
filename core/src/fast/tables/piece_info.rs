//! The properties of each piece, by type and color, that do not depend on its square.

use crate::base::{Bitboard, Square};

/// The properties of a piece of one type and color.
#[derive(Clone, Debug, Default)]
pub struct PieceInfo<B> {
    /// The number of its class.
    pub class: u8,
    /// True if the piece is royal.
    pub royal: bool,
    /// True if the piece lends its moves to others.
    pub lends: bool,
    /// By origin square, the squares on which an untabled piece could ever capture, regardless of the other pieces.
    /// The list is empty for tabled pieces.
    pub strikes: Vec<B>,
    /// True if the attacks depend only on the contents of the squares on their paths.
    pub is_near_sighted: bool,
    /// The squares on which the piece starts or can be dropped as an unmoved piece.
    pub homes: B,
    /// The squares on which the piece counts as unmoved after a drop.
    pub hand_homes: B,
    /// The rank of the piece among royals. The lowest number is the highest rank.
    pub rank: u8,
    /// The actions that the piece can perform, one bit for each.
    pub actions: u64,
    /// The squares from which a move may leave the piece open to en passant capture.
    pub passes_from: B,
    /// The targets of such moves.
    pub passes_to: B,
    /// True if an effect on arrival depends on the path of the move.
    pub depends_on_path: bool,
    /// The effects on arrival.
    pub arrivals: Vec<CompiledArrival<B>>,
    /// The squares on which the piece cannot be attacked, first as a non-leader and then as a leader of its side.
    pub unattackable: [B; 2],
    /// The squares from which its moves reset the clock, first as a non-leader and then as a leader of its side.
    pub resets: [B; 2],
}

impl<B: Bitboard> PieceInfo<B> {
    /// Returns true if a move may leave the piece open to en passant capture.
    #[inline(always)]
    pub fn may_pass(&self, from: Square, to: Square) -> bool {
        self.passes_from.has(from) && self.passes_to.has(to)
    }
}

/// An effect on a piece that arrives on some squares.
#[derive(Clone, Debug)]
pub struct CompiledArrival<B> {
    /// The targets on which the arrival has an effect.
    pub zone: B,
    /// True if leaving the zone also has the effect.
    pub leaving: bool,
    /// True if the effect is automatic, after any move.
    pub by_itself: bool,
    /// True if only a capture has the effect.
    pub capturing: bool,
    /// The change of type, if the rule has no other effect. The interpreter carries out all other effects.
    pub becomes: Option<Becoming>,
}

/// The squares from which a move can have an effect on arrival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrives<B> {
    /// The origins from which the effect is possible.
    pub from: B,
    /// The origins from which the effect is possible without a capture.
    pub quietly_from: B,
}

/// A change of type on arrival, such as a promotion.
#[derive(Clone, Debug)]
pub struct Becoming {
    /// The possible new types.
    pub piece_types: Vec<u8>,
    /// True if the move names the new type.
    pub chosen: bool,
    /// True if the piece can keep its type.
    pub stays: bool,
    /// True if the old type or a new type is royal.
    pub royal: bool,
    /// True if an automatic trigger can affect the piece after the change.
    pub has_triggers: bool,
}

impl<B: Bitboard> CompiledArrival<B> {
    /// Returns the targets on which the arrival of a piece from `from` has the effect. `taken` are the pieces that it
    /// can capture.
    #[inline(always)]
    pub fn reached(&self, from: Square, taken: B) -> B {
        let zone = if self.leaving && self.zone.has(from) { B::ALL } else { self.zone };
        if self.capturing { zone & taken } else { zone }
    }
}
