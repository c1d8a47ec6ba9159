//! Captures that remove the capturing piece and others around it.
//!
//! All captures on a square remove the same pieces, except for the origin. [`Compiled::blasts`] therefore decides for
//! each target whether a capture on it leaves the royals of the mover safe, and names the pieces for which the origin
//! makes a difference. [`Compiled::blast_away`] makes the captures on copies of the position.

use super::pins_and_evasions::Threats;
use crate::base::{Bitboard, Square};
use crate::fast::position::{PackedMove, Position};
use crate::fast::tables::Compiled;
use crate::rules::interpreter::Successor;

/// The captures of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blasts<B> {
    /// The pieces that a capture beside them removes.
    removable: B,
    /// The royals that must not be attacked afterwards.
    kings: B,
    /// The targets on which all pieces can capture, except those of `held`.
    pub targets: B,
    /// The pieces on a line between a royal and an enemy piece. Their captures on each target are tested.
    pub held: B,
}

impl<B: Bitboard> Blasts<B> {
    /// Returns the targets on which the piece on `from` can capture.
    pub(super) fn of(&self, game: &Compiled<B>, position: &Position<B>, from: Square, targets: B) -> B {
        let targets = (targets & self.targets).iter();
        let safe = targets.filter(|to| self.is_safe(game, position, B::bit(from), *to));
        safe.collect()
    }

    /// Returns true if a capture on `to` by the piece on `from` leaves the royals safe. If `from` is empty, the piece is
    /// not on a line to a royal.
    fn is_safe(&self, game: &Compiled<B>, position: &Position<B>, from: B, to: Square) -> bool {
        let enemy = position.turn.other();
        let left = position.occupied() & !(B::bit(to) | game.beside[to.index()] & self.removable | from);
        let royals = position.royals & position.colors[enemy as usize];
        game.variant.royalty.mutual && !royals.meets(left)
            || !self.kings.iter().any(|king| game.is_attacked(position, enemy, king, left))
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns the squares around some squares.
    #[inline(never)]
    pub(super) fn around(&self, squares: B) -> B {
        squares.iter().fold(B::EMPTY, |set, square| set | self.beside[square.index()])
    }

    /// Returns the pieces that a capture beside them removes.
    fn removable(&self, position: &Position<B>) -> B {
        let removed = self.blast.as_ref().map(|sides| &sides[position.turn as usize]);
        removed.map_or(B::EMPTY, |codes| codes.standing(position, B::ALL))
    }

    /// Returns the captures of some enemies that leave the `kings` safe. All attacks on the kings follow lines.
    #[inline(never)]
    pub(super) fn blasts(
        &self,
        position: &Position<B>,
        enemies: B,
        (kings, threats): (B, Threats<B>),
    ) -> Blasts<B> {
        let [own, other] = [position.turn, position.turn.other()].map(|side| position.colors[side as usize]);
        let removable = self.removable(position);
        // A capture that removes an own royal is illegal.
        let targets = enemies & !self.around(position.royals & own & removable);
        let mut blasts = Blasts { removable, kings, targets, held: B::EMPTY };
        if kings.is_empty() {
            return blasts;
        }
        let lines = kings.iter().fold(B::EMPTY, |set, king| set | self.lines_to(position, king));
        // Only a capture that removes a piece of a line, or an enemy royal, changes the attacks on the kings.
        let royals = if self.variant.royalty.mutual { position.royals & other } else { B::EMPTY };
        let changing = lines | royals;
        let unsure = targets & (changing | self.around(changing & removable));
        let sure = if threats.checkers.is_empty() { targets & !unsure } else { B::EMPTY };
        let safe = unsure.iter().filter(|to| blasts.is_safe(self, position, B::EMPTY, *to));
        blasts.targets = sure | safe.collect();
        blasts.held = if blasts.targets.meets(unsure) { lines & own } else { threats.pinned };
        blasts
    }

    /// Returns the enemy pieces that aim at a royal along a line, and the pieces between.
    fn lines_to(&self, position: &Position<B>, king: Square) -> B {
        let side = position.turn.other() as usize;
        let (enemies, occupied) = (position.colors[side], position.occupied());
        let mut lines = B::EMPTY;
        let aims = self.attackers_to(side, king);
        for ((class, pieces), aim) in self.classes.iter().zip(position.present()).zip(aims) {
            for from in (*pieces & enemies & *aim).iter() {
                lines |= B::bit(from) | self.path(class.layer[side], king, from) & occupied;
            }
        }
        lines
    }

    /// Makes the captures on some squares by the piece on `from`, which is not royal. Adds those that leave the royals
    /// of the mover safe.
    #[inline(never)]
    pub(super) fn blast_away(
        &self,
        position: &Position<B>,
        (from, targets): (Square, B),
        all: &mut Vec<Successor<Position<B>>>,
    ) {
        let (player, removable) = (self.must_keep(&self.rules(), position), self.removable(position));
        let kept = self.around(position.royals & position.colors[position.turn as usize] & removable);
        for to in (targets & !kept).iter() {
            let gone = self.beside[to.index()] & removable & !B::bit(from);
            let mv = PackedMove::go(from, to);
            let mut next = mv.successor(self, position);
            (gone | B::bit(to)).iter().for_each(|square| _ = next.remove(self, square));
            next.after.record_removed(self, mv, gone);
            if self.is_safe(&self.rules(), &next.after, player) {
                all.push(next);
            }
        }
    }
}
