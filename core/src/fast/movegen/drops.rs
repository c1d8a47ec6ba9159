//! Generates drops of pieces in hand.
//!
//! [`Generator::drops`] adds most drops as sets of squares: a drop cannot expose a royal, so only a check must be
//! blocked. Drops that may not give checkmate, drops of royals, and drops in positions whose checks the masks cannot
//! resolve are verified one by one.

use super::endings::{candidates, holds};
use super::generator::Generator;
use super::safety::Safety;
use super::sink::Sink;
use crate::base::{Bitboard, PieceTypeId, Square};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::{Compiled, CompiledDrop, PieceCode};
use crate::rules::Binding;
use crate::rules::interpreter::{ConditionFacts, Interpreter, World};

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the drops of an action. `checked` is the check status of the player, if it is known.
    pub(super) fn drops(&mut self, number: usize, drop: &CompiledDrop<B>, checked: Option<bool>) {
        let (game, side) = (self.game, self.position.turn as usize);
        let held = |id: PieceTypeId| self.position.held(id, self.position.turn) > 0;
        if !drop.pieces.iter().any(|own| held(own.id)) {
            return;
        }
        let mut tests = DropTests { rules: self.rules, game, position: self.position };
        let free = game.cells & !tests.position.occupied() & !tests.taken_files(drop);
        // Without hurdles, a new piece opens no line.
        let is_free = checked == Some(false) && game.no_hurdles && !game.is_shielded();
        let (safe, unsure) = if is_free { (B::ALL, B::EMPTY) } else { tests.safe_for_drops() };
        for own in &drop.pieces {
            if tests.position.held(own.id, tests.position.turn) == 0 {
                continue;
            }
            let royal = game.variant.piece_type(own.id).royal.is_some();
            let targets = free & own.targets[side] & (safe | unsure);
            // A dropped royal must itself be safe, so the squares for common pieces do not apply to it.
            let (targets, verified) = match royal {
                false => (targets, tests.mating(drop, own.id) | unsure),
                true => tests.safe_for_royal(drop, own.id, free & own.targets[side]),
            };
            // All squares of a part give the same result for the condition of the drop, so one test decides for all
            // of them.
            for part in own.parts[side].iter().map(|part| *part & targets & !verified) {
                if part.is_empty() {
                    continue;
                }
                if drop.provided.is_none() || tests.provides(number, drop, own.id, part.first()) {
                    self.sink.drops(part, own.id);
                }
            }
            for to in (targets & verified).iter() {
                if tests.allows(number, drop, own.id, to) {
                    self.sink.packed(PackedMove::new(to, to, Flag::Drop, own.id.0 as u8));
                }
            }
        }
    }
}

/// The tests of drops, which do not depend on how moves are collected.
struct DropTests<'a, B: Bitboard> {
    rules: &'a Interpreter<'a, Position<B>>,
    game: &'a Compiled<B>,
    position: &'a mut Position<B>,
}

impl<B: Bitboard> DropTests<'_, B> {
    /// Returns the squares of the files on which no further piece may be dropped.
    fn taken_files(&self, drop: &CompiledDrop<B>) -> B {
        let Some((filters, number)) = &drop.not_with else { return B::EMPTY };
        let (position, filter) = (&*self.position, &filters[self.position.turn as usize]);
        let leads = |square| self.position.royals.has(square) && self.leads(square);
        let rivals: B = candidates(position, filter)
            .iter()
            .filter(|square| {
                filter.matches(position.code(*square), *square, filter.depends_on_leaders && leads(*square))
            })
            .collect();
        let file = |square: Square| self.game.files[square.index()];
        let is_full = |square: &Square| (rivals & file(*square)).count() >= *number;
        rivals.iter().filter(is_full).fold(B::EMPTY, |set, square| set | file(square))
    }

    fn leads(&self, square: Square) -> bool {
        self.position.leaders(self.game, self.position.code(square).color()).has(square)
    }

    /// Returns the squares on which the drop of a common piece leaves the royals of the player safe, and the squares
    /// on which the drop must be verified.
    fn safe_for_drops(&self) -> (B, B) {
        let (game, color) = (self.game, self.position.turn);
        match game.safety(self.position, color) {
            Safety::Free => return (B::ALL, B::EMPTY),
            Safety::Bound(royals) => {
                let threats = game.threats(self.position, color, game.attackable(self.position, royals));
                if !threats.tangled {
                    return (threats.check_mask, B::EMPTY);
                }
                // If the type of a blocker matters, one set of squares cannot serve all piece types in hand.
                if let Some(conditional_attacks) =
                    game.conditional_attacks(self.position, color, royals).filter(|all| !all.by_type)
                {
                    return (threats.check_mask & conditional_attacks.open, B::EMPTY);
                }
            }
            Safety::Verified => {}
        }
        // A drop on any other square leaves the safety of the royals as it is.
        let safety_squares = game.safety_squares(self.rules, self.position, color);
        (if safety_squares.is_safe { B::ALL } else { B::EMPTY }, safety_squares.squares)
    }

    /// Returns the squares on which a drop that may not give checkmate could give check.
    fn mating(&self, drop: &CompiledDrop<B>, id: PieceTypeId) -> B {
        if !drop.not_mating {
            return B::EMPTY;
        }
        let (game, position) = (self.game, &*self.position);
        let side = position.turn as usize;
        let class = usize::from(game.info(PieceCode::new(position.turn, id)).class);
        let royals = position.royals & position.colors[1 - side];
        // Only the dropped piece can give a new check. An earlier move of the same turn may have given another.
        let alone = class < game.classes.len()
            && game.no_hurdles
            && !game.is_shielded()
            && position.untabled(position.turn).is_empty()
            && !game.in_check(self.rules, position, position.turn.other());
        match alone {
            true => royals.iter().fold(B::EMPTY, |set, king| set | game.attackers_to(side, king)[class]),
            false => B::ALL,
        }
    }

    /// Returns true if the rules allow a drop.
    fn allows(&mut self, number: usize, drop: &CompiledDrop<B>, id: PieceTypeId, to: Square) -> bool {
        let (player, must_keep) = self.game.must_keep(self.rules, self.position);
        let mv = PackedMove::new(to, to, Flag::Drop, id.0 as u8);
        let may = self.game.after::<true>(self.position, mv, &mut |after| {
            self.game.is_safe(self.rules, after, (player, must_keep))
                && !(drop.not_mating && self.rules.is_mated(after, player.other()))
        });
        may && self.provides(number, drop, id, to)
    }

    /// Returns true if the position after a drop meets the conditions of the drop.
    fn provides(&mut self, number: usize, drop: &CompiledDrop<B>, id: PieceTypeId, to: Square) -> bool {
        let Some(provided) = &drop.provided else { return true };
        let (game, player) = (self.game, self.position.turn);
        let made = Some(self.position.state.progress);
        let mv = PackedMove::new(to, to, Flag::Drop, id.0 as u8);
        let known = ConditionFacts { acted: Some(to), made, ..ConditionFacts::default() };
        self.rules.counts(game.variant.actions[number].provided.as_ref())
            && game.after::<true>(self.position, mv, &mut |after| {
                holds(self.rules, after, player, provided, known)
            })
    }

    /// Returns two sets: the squares on which the drop of a royal may leave all royals safe, and the squares among
    /// them on which the drop must be verified.
    fn safe_for_royal(&self, drop: &CompiledDrop<B>, id: PieceTypeId, squares: B) -> (B, B) {
        let (game, position, player) = (self.game, &*self.position, self.position.turn);
        let [common, leading] = game.info(PieceCode::new(player, id)).unattackable;
        // If another royal is on the board, its safety matters as well, so the square of the drop does not decide
        // alone.
        let is_first = !position.royals.meets(position.colors[player as usize]);
        let decidable = is_first && common == leading && !game.is_shielded() && !drop.not_mating;
        let decidable = decidable && game.binds == Binding::Always;
        if !decidable || !position.untabled(player.other()).is_empty() {
            return (squares, squares);
        }
        let occupied = position.occupied();
        let attacked = (squares & !common)
            .iter()
            .filter(|to| game.is_attacked(position, player.other(), *to, occupied | B::bit(*to)));
        (attacked.fold(squares, |set, to| set & !B::bit(to)), B::EMPTY)
    }
}
