//! Generates uncommon moves: conditional moves, double captures, null moves, and captures of royals only.

use super::generator::Generator;
use super::pieces::PieceContext;
use super::sink::Sink;
use crate::base::{Bitboard, Square};
use crate::fast::position::{Flag, PackedMove};
use crate::fast::tables::{Class, Limited};
use crate::rules::interpreter::ConditionFacts;
use crate::rules::walk::Walk;

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the conditional moves, double captures, null moves, and captures of royals only.
    #[inline(never)]
    pub(super) fn uncommon(&mut self, at: &PieceContext<'_, B>, class: &Class<B>, pieces: B) {
        let game = self.game;
        for from in pieces.iter() {
            if let Some(royal_captures) = class.royal_captures[at.side] {
                let table = &game.attack_tables[royal_captures];
                let (_, capture) = game.reach(self.position, table, from, at.occupied);
                // The piece may reach the same royal by a move that captures any piece.
                let usual = game.moves_of(self.position, class, at.side, from, at.leaders.has(from));
                let (_, known) = game.reach(self.position, usual, from, at.occupied);
                for to in (capture & !known & at.enemies & self.position.royals).iter() {
                    match self.arrives(class, at.side).from.has(from) {
                        true => self.carry_out(&Walk { captures: vec![to], ..Walk::new(from, to) }),
                        false => self.propose(PackedMove::go(from, to)),
                    }
                }
            }
            if class.double_captures {
                self.double_capture(at, class, from);
            }
            if class.null_moves && !self.noisy {
                let table = game.moves_of(self.position, class, at.side, from, at.leaders.has(from));
                if game.has_null_move(self.position, table, from, at.occupied) {
                    self.carry_out(&Walk::new(from, from));
                }
            }
            let limited = class.limited.as_ref().filter(|limited| {
                let again = (class.returns || limited.fresh) && self.position.state.moved.has(from);
                !self.arrives(class, at.side).from.has(from) && !again
            });
            if let Some(limited) = limited {
                self.limited(at, limited, from);
            } else if class.conditional {
                let all = self.rules.conditional_successors(self.position, from).into_iter();
                let player = game.must_keep(self.rules, self.position);
                self.slow_path.extend(all.filter(|next| game.is_safe(self.rules, &next.after, player)));
            }
        }
    }

    /// Adds the moves that are open under one condition.
    fn limited(&mut self, at: &PieceContext<'_, B>, limited: &Limited, from: Square) {
        if !self.rules.holds(&limited.when, self.position, self.position.turn, ConditionFacts::default()) {
            return;
        }
        let leads = at.leaders.has(from);
        let table = &self.game.attack_tables[limited.tables[at.side][usize::from(leads)]];
        let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
        let quiet = if self.noisy { B::EMPTY } else { quiet & at.empty };
        for to in (quiet | (capture & at.enemies)).iter() {
            self.propose(PackedMove::go(from, to));
        }
    }

    /// Adds the moves that continue after a capture.
    fn double_capture(&mut self, at: &PieceContext<'_, B>, class: &Class<B>, from: Square) {
        let leads = class.royal && at.leaders.has(from);
        let table = self.game.moves_of(self.position, class, at.side, from, leads);
        for double_capture in
            table.double_captures(from).iter().filter(|double_capture| double_capture.on.meets(at.enemies))
        {
            let (on, vacant) = (double_capture.on.first(), at.empty | B::bit(from));
            for to in ((double_capture.quiet & vacant) | (double_capture.capture & at.enemies)).iter() {
                if self.arrives(class, at.side).from.has(from) {
                    let also = at.enemies.has(to).then_some(to);
                    let captures = [on].into_iter().chain(also).collect();
                    self.carry_out(&Walk { captures, ..Walk::new(from, to) });
                } else {
                    self.propose(PackedMove::new(from, to, Flag::DoubleCapture, on.0 as u8));
                }
            }
        }
    }
}
