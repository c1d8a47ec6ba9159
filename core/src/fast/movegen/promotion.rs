//! Generates moves that promote or have another effect on arrival.
//!
//! [`Generator::arrived`] is the common part. For each target, it decides whether the effect is a plain change of
//! type, which a packed move can hold, or needs the slow path. Automatic effects are settled at once, unless all
//! moves are verified later anyway.

use super::generator::Generator;
use super::pieces::PieceContext;
use super::sink::{BatchOrigin, Sink};
use crate::base::{Bitboard, Square};
use crate::fast::position::{Flag, PackedMove};
use crate::fast::tables::{Arrives, Class};
use crate::rules::walk::Walk;

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Returns true if automatic triggers are handled after all moves are generated, or can be ignored.
    #[inline(always)]
    pub(super) fn defers_triggers(&self) -> bool {
        self.has_triggers || self.at_rest || Self::ignores_triggers(self.game)
    }

    /// Returns the squares from which pieces of a class can make a move with an effect on arrival.
    #[inline(always)]
    pub(super) fn arrives<'c>(&self, class: &'c Class<B>, side: usize) -> &'c Arrives<B> {
        &class.arrives[side][usize::from(self.defers_triggers())]
    }

    /// Adds the moves of `pieces`, whose arrival may have an effect, and of `captors`, for which only a capture may
    /// have one.
    #[inline(never)]
    pub(super) fn arriving(&mut self, at: &PieceContext<'_, B>, class: &Class<B>, (pieces, captors): (B, B)) {
        for from in (pieces | captors).iter() {
            let table = self.game.moves_of(self.position, class, at.side, from, false);
            let (quiet, capture) = self.game.reach(self.position, table, from, at.occupied);
            let mut all = (quiet & at.empty) | (capture & at.enemies);
            // A move that changes the piece type is not quiet, so it is kept among the noisy moves.
            let mut safe = match at.held.has(from) {
                true => all & at.check_mask & self.ray(at, from),
                false => all & at.free_mask,
            };
            // Only captures by these pieces have an effect, so their quiet moves remain a batch.
            if captors.has(from) {
                let quiet = if self.noisy { B::EMPTY } else { safe & at.empty };
                self.sink.each(quiet, BatchOrigin::One(from));
                (all, safe) = (all & at.enemies, safe & at.enemies);
                if self.game.blast.is_some() {
                    self.game.blast_away(self.position, (from, all), &mut self.slow_path);
                    continue;
                }
            }
            if !all.is_empty() {
                self.arrived(at, from, all, safe);
            }
        }
    }

    /// Adds the moves to the `safe` squares with their effects. Changes between royal and common pieces are tested on
    /// `all` squares, because they change the royals that must be safe.
    #[inline(never)]
    pub(super) fn arrived(&mut self, at: &PieceContext<'_, B>, from: Square, all: B, safe: B) {
        let game = self.game;
        let code = self.position.code(from);
        let mut without_triggers = safe;
        let (mut left, mut changed, mut unsettled) = (B::EMPTY, B::EMPTY, B::EMPTY);
        let mut pending = Vec::new();
        let arrivals = &game.info(code).arrivals;
        if !self.defers_triggers() {
            let own = arrivals.iter().filter(|arrival| arrival.by_itself);
            unsettled = own.fold(B::EMPTY, |set, arrival| set | arrival.reached(from, at.enemies)) & all;
            without_triggers &= !unsettled;
        }
        for arrival in arrivals.iter().filter(|arrival| !arrival.by_itself) {
            let zone = arrival.reached(from, at.enemies);
            if !all.meets(zone) {
                continue;
            }
            without_triggers &= !zone;
            let Some(becoming) = &arrival.becomes else {
                left |= all & zone;
                continue;
            };
            let flag = if becoming.chosen { Flag::Promote } else { Flag::Become };
            // The new type can block an attack that the old type does not block, or the reverse.
            let verified = becoming.royal
                || at.conditional_attacks.is_some_and(|conditional_attacks| conditional_attacks.by_type);
            let has_triggers = becoming.has_triggers && !self.defers_triggers();
            for to in (zone & if verified || has_triggers { all } else { safe | unsettled }).iter() {
                for arg in &becoming.piece_types {
                    let mv = PackedMove::new(from, to, flag, *arg);
                    match (has_triggers || unsettled.has(to), verified) {
                        (true, _) => self.settle(mv, &mut pending),
                        (false, true) => self.propose(mv),
                        (false, false) => self.sink.packed(mv),
                    }
                }
            }
            // A move that declines the change is an ordinary move, so it can be part of a batch.
            if becoming.stays {
                self.sink.each(safe & zone & !unsettled, BatchOrigin::One(from));
            } else {
                changed |= zone;
            }
        }
        self.sink.each(without_triggers, BatchOrigin::One(from));
        for to in (unsettled & !left & !changed).iter() {
            self.settle(PackedMove::go(from, to), &mut pending);
        }
        // A packed move cannot hold these effects, so the interpreter carries them out.
        for to in left.iter() {
            let mut walk = Walk::new(from, to);
            if at.empty.has(to) {
                walk.passed = self.position.passed_by(game, from, to).iter().collect();
            } else {
                walk.captures.push(to);
            }
            self.carry_out(&walk);
        }
    }
}
