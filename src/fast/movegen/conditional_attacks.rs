//! Attacks that depend on more than empty squares: over hurdles, or in one of several paths. Each says for every piece where it
//! may go so that a royal is not attacked, as pins and checks do for lines.

use crate::base::{Bitboard, Color, Square};
use crate::fast::position::Position;
use crate::fast::tables::{Compiled, Gate};

/// A way in which a piece attacks a royal, or would after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConditionalAttack<B> {
    /// The piece.
    by: Square,
    /// The conditions on its path.
    path: Gate<B>,
    /// Pieces over which it does not pass.
    type_blockers: B,
}

/// All paths in which royals are attacked, or would be after a move.
#[derive(Clone, Debug)]
pub(super) struct ConditionalAttacks<B> {
    all: Vec<ConditionalAttack<B>>,
    occupied: B,
    /// The squares to which a piece may go that stands on none of these paths.
    pub open: B,
    /// The squares on which these paths depend, and those of pieces over which not all of them pass.
    pub squares: B,
    /// True if some attackers pass over certain pieces only, so that the type of a blocking piece matters.
    pub sorts: bool,
}

impl<B: Bitboard> ConditionalAttack<B> {
    /// The squares to which the piece on `from` may go so that this is no attack.
    fn open(&self, from: B, occupied: B) -> B {
        let is_type_blocker = self.type_blockers.meets(from);
        let occupied = occupied & !from;
        let missing = self.missing(occupied);
        if self.path.empty.meets(occupied) {
            B::ALL
        } else if missing.is_empty() {
            let passed = if is_type_blocker { self.path.hurdles | self.path.clear } else { B::EMPTY };
            self.path.empty | B::bit(self.by) | passed
        } else if missing.is_many() || is_type_blocker {
            B::ALL
        } else {
            !missing
        }
    }

    /// The squares on which a piece that may be passed over must stand, or must stand instead of a blocking one.
    fn missing(&self, occupied: B) -> B {
        let type_blockers = occupied & self.type_blockers;
        self.path.hurdles & !(occupied & !type_blockers) | self.path.clear & type_blockers
    }

    /// Returns true if it may be an attack after a move of one of the pieces `own`.
    fn matters(&self, own: B, occupied: B) -> bool {
        let (closed, missing) = (self.path.empty & occupied, self.missing(occupied));
        !missing.is_many() && !closed.is_many() && (closed.is_empty() || closed.meets(own))
    }
}

impl<B: Bitboard> ConditionalAttacks<B> {
    /// The squares to which the piece on `from` may go.
    pub(super) fn open_from(&self, from: Square) -> B {
        self.all.iter().fold(B::ALL, |set, attack| set & attack.open(B::bit(from), self.occupied))
    }
}

impl<B: Bitboard> Compiled<B> {
    /// The paths in which the only royal of `color` that must be safe is attacked that are not as simple as a line, or would be after a move; nothing
    /// if there are several.
    #[inline(never)]
    pub(super) fn conditional_attacks(
        &self,
        position: &Position<B>,
        color: Color,
        royals: B,
    ) -> Option<ConditionalAttacks<B>> {
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
                let type_blockers = self.type_blockers_for(position, table);
                let paths_to =
                    table.paths_to(by, king).map(|path| ConditionalAttack { by, path, type_blockers });
                all.extend(paths_to.filter(|attack| attack.matters(own, occupied)));
            }
        }
        let open = all.iter().fold(B::ALL, |set, attack| set & attack.open(B::EMPTY, occupied));
        let (squares, type_blockers) =
            all.iter().fold((B::EMPTY, B::EMPTY), |(squares, type_blockers), attack| {
                (squares | attack.path.referenced(), type_blockers | attack.type_blockers)
            });
        Some(ConditionalAttacks { all, occupied, open, squares: squares | type_blockers, sorts })
    }
}
