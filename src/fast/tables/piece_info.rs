//! Properties of each piece, by type and color, that do not depend on where it stands.

use crate::base::{Bitboard, Square};

/// All there is to know about a piece of one type and color.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceInfo<B> {
    /// Its class.
    pub class: u8,
    /// True if it is royal.
    pub royal: bool,
    /// True if it lends its moves to others.
    pub lends: bool,
    /// The squares on which an untabled piece could ever capture, by origin, for any placement of the other pieces.
    pub strikes: Vec<B>,
    /// True if its attacks depend only on the contents of the squares it reaches.
    pub is_near_sighted: bool,
    /// The squares on which it starts or enters from the hand as an unmoved piece.
    pub homes: B,
    /// The squares on which it counts as unmoved when it comes from the hand.
    pub hand_homes: B,
    /// Its rank among royals.
    pub rank: u8,
    /// The actions it may take, one bit for each.
    pub actions: u64,
    /// Squares from which a move of it may leave it open to capture in passing.
    pub passes_from: B,
    /// True if what happens when it arrives depends on how it has moved.
    pub depends_on_path: bool,
    /// The effects of its arrival.
    pub arrivals: Vec<CompiledArrival<B>>,
    /// Squares where it is not attacked, while it does not lead and while it does.
    pub unattackable: [B; 2],
    /// Squares from which its moves reset the clock.
    pub resets: [B; 2],
}

/// An effect on a piece that arrives somewhere.
#[derive(Clone, Debug)]
pub(crate) struct CompiledArrival<B> {
    /// The targets on which the arrival has an effect.
    pub zone: B,
    /// True if it happens also on leaving the zone.
    pub leaving: bool,
    /// True if the effect is automatic, after any move.
    pub by_itself: bool,
    /// True if it happens only where something is captured.
    pub capturing: bool,
    /// The promotion, if the rule does no more than that; the interpreter carries out all else.
    pub becomes: Option<Becoming>,
}

/// The squares from which a move can end where an arrival has an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arrives<B> {
    /// Squares from which such a target may be reached.
    pub from: B,
    /// The origins from which the effect is possible without a capture.
    pub quietly_from: B,
}

/// A promotion on arrival.
#[derive(Clone, Debug)]
pub(crate) struct Becoming {
    /// One of these piece types.
    pub piece_types: Vec<u8>,
    /// True if the move tells which.
    pub chosen: bool,
    /// True if it may stay what it is.
    pub stays: bool,
    /// True if the number of royals changes.
    pub royal: bool,
    /// True if an automatic trigger can then affect it.
    pub has_triggers: bool,
}

impl<B: Bitboard> CompiledArrival<B> {
    /// The squares whose occupation by a piece from `from` has the effect; `taken` are the pieces it may capture.
    #[inline(always)]
    pub(crate) fn reached(&self, from: Square, taken: B) -> B {
        let zone = if self.leaving && self.zone.has(from) { B::ALL } else { self.zone };
        if self.capturing { zone & taken } else { zone }
    }
}
