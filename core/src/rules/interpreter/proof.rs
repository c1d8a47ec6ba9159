//! Forks and traps: conditions on a piece that was just placed.
//!
//! [`Interpreter::victims`] finds the attacked enemies, and [`Interpreter::traps`] decides if one of them is
//! trapped, which can need the legal replies and the conditions of their actions.

use super::{Interpreter, Nesting, Successor, World};
use crate::base::{Bitboard, Color, Move, Square};
use crate::rules::{PieceFilter, Proof, Threat};

impl<W: World> Interpreter<'_, W> {
    /// Returns the squares of matching enemies that the piece on `by` attacks, in ascending order.
    pub fn victims(&self, world: &W, by: Square, pieces: &PieceFilter, player: Color) -> Vec<Square> {
        let count = |square: &Square| {
            world.piece(*square).is_some_and(|piece| self.matches(pieces, world, (*square, piece), player))
        };
        self.capturable(world, by).iter().filter(count).collect()
    }

    /// Returns true if the enemy piece on `x`, which the piece on `by` attacks, is trapped. The enemy is to move.
    pub fn traps(&self, world: &W, by: Square, x: Square, proof: Proof) -> bool {
        !self.is_halted()
            && match proof {
                Proof::Attack => true,
                Proof::NoSafeMove => {
                    // A piece is not trapped if its side can capture the attacker.
                    let mut pieces = world.pieces().filter(|(_, piece)| piece.color == world.turn());
                    let hit = pieces.any(|(from, _)| self.capturable(world, from).contains(by));
                    !hit && self.successors_from(world, x).iter().all(|reply| {
                        let fled = reply.follow(x);
                        fled.is_none_or(|square| self.capturable(&reply.after, by).contains(square))
                    })
                }
                Proof::NoMove | Proof::EveryReply => self.refuting(world, by, x, proof).is_none(),
            }
    }

    /// Returns a legal reply that shows that the piece on `x` is not trapped.
    fn refuting(&self, world: &W, by: Square, x: Square, proof: Proof) -> Option<Move> {
        // Without a reply, nothing refutes the trap.
        if world.is_over(self) {
            return None;
        }
        let refutes = |reply: &Successor<W>| match proof {
            Proof::EveryReply => !self.proves(reply, by, x),
            Proof::NoSafeMove | Proof::NoMove | Proof::Attack => reply.mv.from == Some(x),
        };
        self.nested(Nesting::TRAP, || {
            let replies = world.replies(self, (x, by)).take_while(|_| !self.is_halted());
            replies.into_iter().find(&refutes).map(|reply| reply.mv)
        })
    }

    /// Returns true if the piece on `by` can legally capture the piece from `x` after `reply`.
    fn proves(&self, reply: &Successor<W>, by: Square, x: Square) -> bool {
        let Some(x) = reply.follow(x) else { return false };
        let after = &reply.after;
        // The reply must have left the attacker on its square.
        reply.follow(by) == Some(by)
            && !after.is_over(self)
            && self.can_be_affected(after, x, Threat::Capture).is_ok()
            && self.capturable(after, by).contains(x)
            && self.can_capture(after, by, x)
    }

    /// Returns true if the piece on `by` can legally capture the piece on `x`.
    fn can_capture(&self, world: &W, by: Square, x: Square) -> bool {
        world.can_capture(self, by, x) && (!world.may_have_duties(self) || self.duties(world).is_none())
    }

    /// Returns true if the piece on `by` can capture the piece on `x` by its own move and leave the royals safe.
    pub fn captures_step_by_step(&self, world: &W, by: Square, x: Square) -> bool {
        let captures = |next: &Successor<W>| {
            next.follow(x).is_none()
                && next.mv.from == Some(by)
                && self.keeps_royal(world, &next.after).is_ok()
                && self.is_safe(&next.after, world.turn()).is_ok()
        };
        self.successors_from(world, by).iter().any(captures)
    }

    /// Returns the escape of the piece on `x`, which the piece on `by` attacks. The escape contains a legal reply
    /// if there is one. Returns `None` if the piece is trapped.
    pub fn escape(&self, world: &W, by: Square, x: Square, proof: Proof) -> Option<Option<Move>> {
        if self.traps(world, by, x, proof) {
            return None;
        }
        Some(self.refuting(world, by, x, proof))
    }
}
