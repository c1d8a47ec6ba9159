//! Moves that must be looked at before they are legal: where sets of squares do not tell if royals are safe, or something happens by
//! itself.

use super::attacks::Threats;
use super::endings::happens;
use super::generator::Generator;
use super::safety::Concern;
use super::sink::{List, Origin, Sink};
use super::stirring::Stirring;
use crate::base::{Bitboard, Square};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::CompiledHappening;
use crate::rules::Binding;
use crate::rules::interpreter::Successor;
use crate::rules::walk::Walk;

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// The moves of the pieces that tables hold, each of which is made to see whether the royals are safe after it, where that
    /// is not known.
    #[inline(never)]
    pub(super) fn tried(&mut self) {
        let (game, rules, noisy, eventful) = (self.game, self.rules, self.noisy, self.eventful);
        let (sink, rare) = (List::roomy(), std::mem::take(&mut self.rare));
        let mut free = Generator { rules, game, position: self.position, sink, rare, noisy, eventful };
        free.plain((B::EMPTY, B::EMPTY), Threats::none(), None);
        let list = free.judged(S::COUNTS);
        self.rare = free.rare;
        list.give(&mut self.sink);
    }

    /// Adds a move with all that happens by itself after it, if that leaves the mover's royals safe. What has been carried out with
    /// another move is kept aside until it is asked for.
    pub(super) fn settle(&mut self, mv: PackedMove, aside: &mut Vec<Successor<Position<B>>>) {
        let (color, own) = (self.position.turn, mv.unpacked());
        if let Some(known) = aside.iter().position(|next| next.mv == own) {
            return self.rare.push(aside.swap_remove(known));
        }
        let twice = self.position.passes_on(self.game) && self.position.passes(self.game, mv);
        let made = self.position.state.progress;
        let undo = self.position.make::<false>(self.game, mv);
        let happens = twice || happens(self.rules, self.position, made);
        let safe = !happens && self.game.is_safe(self.position, color);
        self.position.unmake(self.game, &undo);
        if safe {
            self.sink.packed(mv);
        } else if happens {
            let PackedMove { from, to, flag, .. } = mv;
            let passing = if flag == Flag::EnPassant { Some(to) } else { None };
            let mut walk = Walk { en_passant: passing, ..Walk::new(from, to) };
            walk.captures.extend(mv.swept());
            if self.position.occupied().has(to) && to != from {
                walk.captures.push(to);
            } else if passing.is_none() && flag != Flag::Sweep {
                walk.passed = self.position.passed_by(self.game, from, to).iter().collect();
            }
            let before = self.rare.len();
            self.carry_out(&walk);
            for at in (before..self.rare.len()).rev() {
                if self.rare[at].mv != own {
                    aside.push(self.rare.swap_remove(at));
                }
            }
        }
    }
}

impl<B: Bitboard> Generator<'_, B, List<B>> {
    /// Of the moves so far those that leave the royals safe, with all that happens by itself after them. What changes no square on
    /// which anything depends is not looked at move by move, nor what happens where it can make no difference to how many moves
    /// there are and nothing but that `counts`.
    #[inline(never)]
    fn judged(&mut self, counts: bool) -> List<B> {
        let (game, eventful, color) = (self.game, self.eventful, self.position.turn);
        let List { mut batches, moves, .. } = std::mem::take(&mut self.sink);
        let is_free = game.binds == Binding::Never;
        let concern = if is_free { Concern::none() } else { game.concern(self.position, color) };
        // A piece that may become another or not may come to the same by what happens to it.
        let chosen: Vec<Square> =
            moves.iter().filter(|mv| mv.flag == Flag::Promote).map(|mv| mv.from).collect();
        let passed_over = |origin| match origin {
            Origin::One(from) => counts && is_free && !chosen.contains(&from),
            Origin::Below(_) => counts && is_free,
        };
        let mut stirring = match eventful {
            true => Stirring::new(self.rules, self.position),
            false => Stirring::never(self.rules),
        };
        // Nothing else happens where neither side is in check.
        let on_check = eventful && !stirring.everywhere && game.happens_on_check(self.position);
        let threat = on_check.then(|| game.concern(self.position, color.other()));
        // What happens to a side in check may save it.
        let rescues = |own: &&CompiledHappening<B>| own.in_check && own.saves && own.player == color;
        let rescued =
            eventful && game.happenings.iter().filter(rescues).any(|own| own.is_there(self.position));
        let mut aside = Vec::new();
        for batch in &mut batches {
            if passed_over(batch.origin) {
                continue;
            }
            let touched = concern.touched(batch.origin);
            let stirred = stirring.ahead(self.position, *batch);
            let loud = threat.as_ref().map_or(stirred, |threat| {
                let (sure, unsure) = threat.checks_by(game, self.position, *batch);
                sure | unsure | stirred
            });
            let loud = match rescued {
                true if concern.is_safe => loud | touched,
                true => B::ALL,
                false => loud,
            };
            batch.moves(loud).for_each(|mv| self.settle(mv, &mut aside));
            let calm = if concern.is_safe { batch.targets & !loud & !touched } else { B::EMPTY };
            let tried = batch.moves(touched & !loud).filter(|mv| self.is_safe_after(*mv));
            batch.targets = tried.fold(calm, |set, mv| set | B::bit(mv.to));
        }
        for mv in moves {
            match eventful && (on_check || rescued || stirring.follows(self.position, mv)) {
                true => self.settle(mv, &mut aside),
                false => match concern.answer(game, self.position, mv) {
                    Some(true) => self.sink.packed(mv),
                    Some(false) => {}
                    None => _ = self.try_move(mv),
                },
            }
        }
        batches.retain(|batch| !batch.targets.is_empty());
        self.sink.batches = batches;
        std::mem::take(&mut self.sink)
    }
}
