//! Pieces that enter from the hand.

use super::endings::{candidates, holds};
use super::generate::Generator;
use super::sink::Sink;
use crate::base::{Bitboard, PieceTypeId, Square};
use crate::fast::compile::{Binding, CompiledDrop};
use crate::fast::position::{Flag, PackedMove};
use crate::rules::interpreter::{Known, World};

/// Where a drop leaves the royals of the player safe.
#[derive(Clone, Copy, Debug)]
enum Safe<B> {
    /// On these squares.
    On(B),
    /// Every drop must be tried.
    Tried,
}

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// The drops of an action.
    pub(super) fn drops(&mut self, number: usize, drop: &CompiledDrop<B>) {
        let (game, side) = (self.game, self.position.turn as usize);
        let held = |id: PieceTypeId| self.position.held(id, self.position.turn) > 0;
        if !drop.pieces.iter().any(|(id, _)| held(*id)) {
            return;
        }
        let free = game.cells & !self.position.occupied() & !self.taken_files(drop);
        let safe = self.safe_for_drops();
        for (id, targets) in &drop.pieces {
            if self.position.held(*id, self.position.turn) == 0 {
                continue;
            }
            let royal = game.variant.piece_type(*id).royal.is_some();
            let (open, tried) = match safe {
                Safe::On(open) if !royal && drop.provided.is_none() => (open, self.mating(drop, *id)),
                Safe::On(_) | Safe::Tried => (B::ALL, B::ALL),
            };
            let targets = free & targets[side] & open;
            self.sink.drops(targets & !tried, *id);
            for to in (targets & tried).iter() {
                self.try_drop(number, drop, *id, to);
            }
        }
    }

    /// Squares on whose files nothing may be dropped.
    fn taken_files(&self, drop: &CompiledDrop<B>) -> B {
        let Some((filters, number)) = &drop.not_with else { return B::EMPTY };
        let (position, filter) = (&*self.position, &filters[self.position.turn as usize]);
        let leads = |square| self.position.royals.has(square) && self.leads(square);
        let rivals = candidates(position, filter)
            .iter()
            .filter(|square| {
                filter.matches(position.code(*square), *square, filter.asks_leaders && leads(*square))
            })
            .fold(B::EMPTY, |set, square| set | B::bit(square));
        let file = |square: Square| self.game.files[square.index()];
        let is_full = |square: &Square| (rivals & file(*square)).count() >= *number;
        rivals.iter().filter(is_full).fold(B::EMPTY, |set, square| set | file(square))
    }

    fn leads(&self, square: Square) -> bool {
        self.position.leaders(self.game, self.position.code(square).color()).has(square)
    }

    fn safe_for_drops(&self) -> Safe<B> {
        let (game, color) = (self.game, self.position.turn);
        let royals = self.position.royals & self.position.colors[color as usize];
        let lone = !royals.is_empty() && !royals.is_many();
        match game.binds {
            Binding::Never => Safe::On(B::ALL),
            Binding::Always | Binding::Leader | Binding::AllRoyals if royals.is_empty() => Safe::On(B::ALL),
            _ if lone && !game.shielded && self.position.odd(color.other()).is_empty() => {
                let king = royals.first();
                if game.info(self.position.code(king)).unattackable[1].has(king) {
                    return Safe::On(B::ALL);
                }
                let threats = game.threats(self.position, color, king);
                if threats.tangled { Safe::Tried } else { Safe::On(threats.check_mask) }
            }
            _ => Safe::Tried,
        }
    }

    /// Where a drop that may not give checkmate could give check.
    fn mating(&self, drop: &CompiledDrop<B>, id: PieceTypeId) -> B {
        if !drop.not_mating {
            return B::EMPTY;
        }
        let (game, position) = (self.game, &*self.position);
        let side = position.turn as usize;
        let class = usize::from(game.info(crate::fast::compile::Code::new(position.turn, id)).class);
        let royals = position.royals & position.colors[1 - side];
        match class < game.classes.len() && game.no_hurdles && position.odd(position.turn).is_empty() {
            true => royals.iter().fold(B::EMPTY, |set, king| set | game.attackers_to(side, king)[class]),
            false => B::ALL,
        }
    }

    /// Adds a drop if everything allows it.
    fn try_drop(&mut self, number: usize, drop: &CompiledDrop<B>, id: PieceTypeId, to: Square) {
        let (game, player) = (self.game, self.position.turn);
        let mv = PackedMove::new(to, to, Flag::Drop, id.0 as u8);
        let undo = self.position.make::<true>(game, mv);
        let known = Known { acted: Some(to), ..Known::default() };
        let counts = || self.rules.counts(game.variant.actions[number].provided.as_ref());
        let is_provided = drop
            .provided
            .as_ref()
            .is_none_or(|provided| counts() && holds(self.rules, self.position, player, provided, known));
        let may = game.is_safe(self.position, player)
            && !(drop.not_mating && self.rules.is_mated(self.position, player.other()))
            && is_provided;
        self.position.unmake(game, &undo);
        if may {
            self.sink.packed(mv);
        }
    }
}
