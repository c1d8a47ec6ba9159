//! Pins, checks, and the squares on which a move evades every check.
//!
//! [`Compiled::threats`] finds the checkers and pinned pieces of some royals in one pass over the pieces that aim at
//! them. [`Threats::check_mask`] is the set of evasions, and [`Compiled::pin_ray`] the line on which a pinned piece
//! may move.

use crate::base::{Bitboard, Color, Square};
use crate::fast::position::Position;
use crate::fast::tables::Compiled;

/// The checks and pins of some royals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats<B> {
    /// The pieces that attack one of the royals.
    pub checkers: B,
    /// The squares on which another piece resolves every check: the attacker and the squares between, common to all
    /// checks.
    pub check_mask: B,
    /// The pinned pieces. Each is the only blocker of an attacker.
    pub pinned: B,
    /// True if an attack does not follow a single line, so pins and checks do not suffice. Conditional attacks or
    /// verification must decide.
    pub tangled: bool,
}

impl<B: Bitboard> Threats<B> {
    pub(super) fn none() -> Threats<B> {
        Threats { checkers: B::EMPTY, check_mask: B::ALL, pinned: B::EMPTY, tangled: false }
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns the squares to which the pinned piece on `square` may move: the lines of all its pinners. Few pieces
    /// are pinned, so the ray is computed again instead of stored.
    #[inline(never)]
    pub(super) fn pin_ray(&self, position: &Position<B>, kings: B, square: Square) -> B {
        kings.iter().fold(B::ALL, |ray, king| ray & self.ray_of(position, king, square))
    }

    /// Returns the pin ray of a piece with respect to one royal.
    fn ray_of(&self, position: &Position<B>, king: Square, square: Square) -> B {
        let side = position.turn.other() as usize;
        let occupied = position.occupied();
        let mut ray = B::ALL;
        for ((class, pieces), aim) in
            self.classes.iter().zip(position.present()).zip(self.attackers_to(side, king))
        {
            for from in (*pieces & position.colors[side] & *aim).iter() {
                let path = self.path(class.layer[side], king, from);
                // A piece is pinned by an attacker if it is the only blocker.
                if path != Self::TANGLED && path & occupied == B::bit(square) {
                    ray &= path | B::bit(from);
                }
            }
        }
        ray
    }

    /// Finds the threats to the royals of `color` on some squares.
    #[inline(always)]
    pub(super) fn threats(&self, position: &Position<B>, color: Color, kings: B) -> Threats<B> {
        let mut threats = Threats::none();
        for king in kings.iter() {
            self.threaten(position, color, king, &mut threats);
        }
        threats
    }

    /// Adds the threats to one royal.
    #[inline(always)]
    fn threaten(&self, position: &Position<B>, color: Color, king: Square, threats: &mut Threats<B>) {
        let side = color.other() as usize;
        let enemies = position.colors[side];
        let own = position.colors[color as usize];
        let occupied = position.occupied();
        let (present, aims) = (position.present(), self.attackers_to(side, king));
        for number in 0..present.len().min(aims.len()) {
            let attackers = present[number] & enemies & aims[number];
            if attackers.is_empty() {
                continue;
            }
            let class = &self.classes[number];
            let paths = self.paths(class.layer[side], king);
            for from in attackers.iter() {
                // The mask of the index spares a bounds check in this hot loop.
                let path = self.between.sets[usize::from(paths[from.index() & (B::BITS - 1)])];
                if path == Self::TANGLED {
                    // The check mask stays as it is: the evasions of a tangled check are found by conditional
                    // attacks or verification.
                    threats.tangled = true;
                    if self.reaches(position, class, side, from, occupied).has(king) {
                        threats.checkers |= B::bit(from);
                    }
                    continue;
                }
                // A lone enemy piece on the path is no pin: whatever captures it takes its place.
                let blockers = path & occupied;
                if blockers.is_empty() {
                    threats.checkers |= B::bit(from);
                    // Two checks rarely share a square. If they share none, only the royal itself can move.
                    threats.check_mask &= path | B::bit(from);
                } else if !blockers.is_many() && blockers.meets(own) {
                    threats.pinned |= blockers;
                }
            }
        }
    }
}
