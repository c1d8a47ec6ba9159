//! Attacks that depend on more than empty squares: attacks over hurdles, or along one of several paths.
//!
//! [`Compiled::conditional_attacks`] collects the paths by which a royal is attacked, or could be attacked after one
//! move. For each path and piece, it determines the squares to which the piece may move without leaving the royal
//! under attack. The intersection for all paths takes the place of the pin rays and check masks of plain lines.

use crate::base::{Bitboard, Color, Square};
use crate::fast::position::Position;
use crate::fast::tables::{Compiled, Gate};

/// A path by which a piece attacks a royal, or could attack it after one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConditionalAttack<B> {
    /// The attacking piece.
    by: Square,
    /// The conditions on its path.
    path: Gate<B>,
    /// The pieces over which the attacker cannot pass.
    type_blockers: B,
}

/// All paths by which royals are attacked, or could be attacked after one move.
#[derive(Clone, Debug)]
pub(super) struct ConditionalAttacks<B> {
    all: Vec<ConditionalAttack<B>>,
    occupied: B,
    /// The safe targets of a piece that is not on a square of the attack paths.
    pub open: B,
    /// The squares on which the attack paths depend, and the squares of pieces over which some paths cannot pass.
    pub squares: B,
    /// True if some attackers can pass over only certain pieces, so the type of a blocker matters.
    pub by_type: bool,
}

impl<B: Bitboard> ConditionalAttack<B> {
    /// Returns the squares to which the piece on `from` may move without leaving the royal under attack by this path.
    /// If `from` is empty, the piece comes from elsewhere.
    fn open(&self, from: B, occupied: B) -> B {
        let is_type_blocker = self.type_blockers.meets(from);
        let occupied = occupied & !from;
        let missing = self.missing(occupied);
        // A blocked path is no attack. An open path is an attack unless the piece blocks it or captures the attacker. A
        // path that lacks one hurdle becomes an attack if the piece moves there.
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

    /// Returns the squares that lack a suitable hurdle, and the squares with a blocker over which the path cannot
    /// pass.
    fn missing(&self, occupied: B) -> B {
        let type_blockers = occupied & self.type_blockers;
        self.path.hurdles & !(occupied & !type_blockers) | self.path.clear & type_blockers
    }

    /// Returns true if the path can be an attack after one move of a piece of `own`.
    fn matters(&self, own: B, occupied: B) -> bool {
        // A move vacates one square and fills one. It cannot remove an enemy blocker, because the piece that
        // captures it takes its place.
        let (closed, missing) = (self.path.empty & occupied, self.missing(occupied));
        !missing.is_many() && !closed.is_many() && (closed.is_empty() || closed.meets(own))
    }
}

impl<B: Bitboard> ConditionalAttacks<B> {
    /// Returns the squares to which the piece on `from` may move.
    pub(super) fn open_from(&self, from: Square) -> B {
        self.all.iter().fold(B::ALL, |set, attack| set & attack.open(B::bit(from), self.occupied))
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns the conditional attacks on the only royal of `color` that must be safe. Returns `None` if several
    /// royals must be safe.
    #[inline(never)]
    pub(super) fn conditional_attacks(
        &self,
        position: &Position<B>,
        color: Color,
        royals: B,
    ) -> Option<ConditionalAttacks<B>> {
        // With several royals, the caller verifies each move instead.
        if royals.is_many() {
            return None;
        }
        let king = royals.first();
        let side = color.other() as usize;
        let (own, occupied) = (position.colors[color as usize], position.occupied());
        let (mut all, mut by_type) = (Vec::with_capacity(16), false);
        let aims = self.attackers_to(side, king);
        for ((class, pieces), aim) in self.classes.iter().zip(position.present()).zip(aims) {
            let table = &self.attack_tables[class.attacks[side]];
            for by in (*pieces & position.colors[side] & *aim).iter() {
                // Pins and the check mask cover plain lines.
                if self.path(class.layer[side], king, by) != Self::TANGLED {
                    continue;
                }
                by_type |= table.over.is_some();
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
        Some(ConditionalAttacks { all, occupied, open, squares: squares | type_blockers, by_type })
    }
}
