//! Attacks that depend on more than empty squares: over hurdles, or in one of several ways. Each says for every piece where it
//! may go so that a royal is not attacked, as pins and checks do for lines.

use crate::base::{Bitboard, Color, Square};
use crate::fast::position::Position;
use crate::fast::tables::{Compiled, Gate};

/// A way in which a piece attacks a royal, or would after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hinge<B> {
    /// The piece.
    by: Square,
    /// What must be so on the way.
    way: Gate<B>,
    /// Pieces over which it does not pass.
    barred: B,
}

/// All ways in which royals are attacked, or would be after a move.
#[derive(Clone, Debug)]
pub(super) struct Hinges<B> {
    all: Vec<Hinge<B>>,
    occupied: B,
    /// Where a piece may go that stands on no square of these ways.
    pub open: B,
    /// The squares on which these ways depend, and those of pieces over which not all of them pass.
    pub squares: B,
    /// Whether some pass over some pieces and not over others, so that it matters which piece comes to stand in their way.
    pub sorts: bool,
}

impl<B: Bitboard> Hinge<B> {
    /// Where the piece on `from` may go, if one does, so that this is no attack.
    fn open(&self, from: B, occupied: B) -> B {
        let is_barred = self.barred.meets(from);
        let occupied = occupied & !from;
        let missing = self.missing(occupied);
        if self.way.empty.meets(occupied) {
            B::ALL
        } else if missing.is_empty() {
            let passed = if is_barred { self.way.hurdles | self.way.clear } else { B::EMPTY };
            self.way.empty | B::bit(self.by) | passed
        } else if missing.is_many() || is_barred {
            B::ALL
        } else {
            !missing
        }
    }

    /// The squares on which a piece that may be passed over must stand, or must stand instead of a barred one.
    fn missing(&self, occupied: B) -> B {
        let barred = occupied & self.barred;
        self.way.hurdles & !(occupied & !barred) | self.way.clear & barred
    }

    /// Whether it may be an attack after a move of one of the pieces `own`.
    fn matters(&self, own: B, occupied: B) -> bool {
        let (closed, missing) = (self.way.empty & occupied, self.missing(occupied));
        !missing.is_many() && !closed.is_many() && (closed.is_empty() || closed.meets(own))
    }
}

impl<B: Bitboard> Hinges<B> {
    /// Where the piece on a square may go.
    pub(super) fn open_from(&self, from: Square) -> B {
        self.all.iter().fold(B::ALL, |set, hinge| set & hinge.open(B::bit(from), self.occupied))
    }
}

impl<B: Bitboard> Compiled<B> {
    /// The ways in which the only royal of `color` that must be safe is attacked that are not as simple as a line, or would be after a move; nothing
    /// if there are several.
    #[inline(never)]
    pub(super) fn hinges(&self, position: &Position<B>, color: Color, royals: B) -> Option<Hinges<B>> {
        if royals.is_many() {
            return None;
        }
        let king = royals.first();
        let side = color.other() as usize;
        let (own, occupied) = (position.colors[color as usize], position.occupied());
        let (mut all, mut sorts) = (Vec::with_capacity(16), false);
        let aims = self.attackers_to(side, king);
        for ((class, pieces), aim) in self.classes.iter().zip(position.present()).zip(aims) {
            let table = &self.attack_tables[class.attacks[side]];
            for by in (*pieces & position.colors[side] & *aim).iter() {
                if self.path(class.layer[side], king, by) != Self::TANGLED {
                    continue;
                }
                sorts |= table.over.is_some();
                let barred = self.barred_to(position, table);
                let ways = table.ways(by, king).map(|way| Hinge { by, way, barred });
                all.extend(ways.filter(|hinge| hinge.matters(own, occupied)));
            }
        }
        let open = all.iter().fold(B::ALL, |set, hinge| set & hinge.open(B::EMPTY, occupied));
        let (squares, barred) = all.iter().fold((B::EMPTY, B::EMPTY), |(squares, barred), hinge| {
            (squares | hinge.way.asked(), barred | hinge.barred)
        });
        Some(Hinges { all, occupied, open, squares: squares | barred, sorts })
    }
}
