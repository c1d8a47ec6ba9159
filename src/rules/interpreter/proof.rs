//! Forks and traps: what a piece that was just placed must bring about.

use super::{Interpreter, Successor, World};
use crate::base::{Bitboard, Color, Move, Square};
use crate::rules::{PieceFilter, Proof, Threat};

impl<W: World> Interpreter<'_, W> {
    /// The enemies that count and that the piece on `by` attacks, in the order of squares.
    pub(crate) fn victims(&self, world: &W, by: Square, pieces: &PieceFilter, player: Color) -> Vec<Square> {
        let count = |square: &Square| {
            world.piece(*square).is_some_and(|piece| self.matches(pieces, world, (*square, piece), player))
        };
        self.capturable(world, by).iter().filter(count).collect()
    }

    /// Whether the enemy piece on `x`, attacked by the piece on `by`, is trapped. The turn has passed to the enemy.
    pub(crate) fn traps(&self, world: &W, by: Square, x: Square, proof: Proof) -> bool {
        self.may_look()
            && match proof {
                Proof::Attack => true,
                Proof::NoSafeMove => {
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

    /// Counts traps that have been looked into.
    pub(super) fn look(&self, number: u32) {
        if self.asked.get().number > 0 {
            self.budget.set(self.budget.get().saturating_sub(number));
        }
    }

    /// Whether one more trap may be looked into. What is asked first may be asked always, so that no answer depends on
    /// the questions before it.
    fn may_look(&self) -> bool {
        if self.asked.get().number == 0 {
            return true;
        }
        let left = self.budget.get();
        self.look(1);
        left > 0
    }

    /// A legal reply by which the piece on `x` is not trapped.
    fn refuting(&self, world: &W, by: Square, x: Square, proof: Proof) -> Option<Move> {
        if world.is_over(self) {
            return None;
        }
        let refutes = |reply: &Successor<W>| match proof {
            Proof::EveryReply => !self.proves(reply, by, x),
            _ => reply.mv.from == Some(x),
        };
        self.ask(false, || world.replies(self, (x, by)).find(refutes).map(|reply| reply.mv))
    }

    /// Whether after `reply` the piece on `by` can legally capture the piece that stood on `x`.
    fn proves(&self, reply: &Successor<W>, by: Square, x: Square) -> bool {
        let Some(x) = reply.follow(x) else { return false };
        let after = &reply.after;
        reply.follow(by) == Some(by)
            && !after.is_over(self)
            && self.can_suffer(after, x, Threat::Capture).is_ok()
            && self.capturable(after, by).contains(x)
            && self.can_capture(after, by, x)
    }

    /// Whether the piece on `by` may legally capture the piece on `x`.
    fn can_capture(&self, world: &W, by: Square, x: Square) -> bool {
        world.can_capture(self, by, x) && (!world.may_have_duties(self) || self.duties(world).is_none())
    }

    /// Whether one of the moves of the piece on `by` captures the piece on `x` and leaves the royals safe.
    pub(crate) fn captures_step_by_step(&self, world: &W, by: Square, x: Square) -> bool {
        let captures = |next: &Successor<W>| {
            next.follow(x).is_none()
                && next.mv.from == Some(by)
                && self.is_safe(&next.after, world.turn()).is_ok()
        };
        self.successors_from(world, by).iter().any(captures)
    }

    /// How the piece on `x`, attacked from `by`, gets away, as a legal move if there is one; nothing if it is trapped.
    pub(crate) fn escape(&self, world: &W, by: Square, x: Square, proof: Proof) -> Option<Option<Move>> {
        if self.traps(world, by, x, proof) {
            return None;
        }
        Some(self.refuting(world, by, x, proof))
    }
}
