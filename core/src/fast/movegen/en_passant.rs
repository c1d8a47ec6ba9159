//! Generates en passant captures.

use super::generator::Generator;
use super::pieces::PieceContext;
use super::sink::Sink;
use crate::base::{Bitboard, Square};
use crate::fast::position::{Flag, PackedMove};
use crate::rules::walk::Walk;

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the en passant captures.
    #[inline(never)]
    pub(super) fn en_passant(&mut self, at: &PieceContext<'_, B>) {
        for to in (self.position.state.passed & at.empty).iter() {
            let near = self.game.en_passant_from[at.side][to.index()] & at.own;
            for from in near.iter() {
                self.take_in_passing(at, from, to);
            }
        }
    }

    /// Adds the en passant capture that takes the piece on `from` to `to`, if its conditions hold.
    #[inline(never)]
    fn take_in_passing(&mut self, at: &PieceContext<'_, B>, from: Square, to: Square) {
        let number = usize::from(self.game.info(self.position.code(from)).class);
        let Some(class) = self.game.classes.get(number) else { return };
        let leads = class.royal && at.leaders.has(from);
        let table = self.game.moves_of(self.position, class, at.side, from, leads);
        if !table.row(from).en_passant.has(to) {
            return;
        }
        // The interpreter applies effects on arrival. In turns of several moves, it also records which passing
        // pieces remain, and excludes those of the player.
        if self.arrives(class, at.side).from.has(from) || self.game.variant.turns.is_some() {
            return self.carry_out(&Walk { en_passant: Some(to), ..Walk::new(from, to) });
        }
        // The piece that passed over the square may be immune to capture.
        if at.enemies.has(self.position.state.passer) {
            // The captured piece is not on the target, so its removal can open a line to a royal that no pin
            // shows. Therefore the move is made and tested.
            self.propose(PackedMove::new(from, to, Flag::EnPassant, 0));
        }
    }
}
