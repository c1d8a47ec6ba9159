//! Verifies single moves if masks cannot decide the safety of royals, or if a trigger may fire: the move is made,
//! tested, and unmade.
//!
//! [`Generator::verified`] generates the moves, without regard to safety unless pins and checks decide it, and passes
//! them to [`Generator::verify`].
//! That method tests only the moves that change a square on which the safety depends, or that can fire a trigger.
//! [`Generator::settle`] adds a move with its automatic effects.

use super::conditional_attacks::ConditionalAttacks;
use super::endings::any_triggered;
use super::generator::Generator;
use super::pins_and_evasions::Threats;
use super::safety::SafetySquares;
use super::sink::{Batch, BatchOrigin, MoveList, Sink};
use super::triggers::TriggerCandidates;
use crate::base::{Bitboard, Square};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::CompiledTrigger;
use crate::rules::Binding;
use crate::rules::interpreter::{Interpreter, Successor};
use crate::rules::walk::Walk;

/// The moves after which an automatic effect is possible.
struct PossibleEffects<'a, B: Bitboard> {
    rules: &'a Interpreter<'a, Position<B>>,
    triggers: TriggerCandidates<'a, B>,
    /// The squares on which the safety of the enemy depends, if a trigger for a side in check is present.
    threat: Option<SafetySquares<B>>,
    /// True if an effect on the mover in check may end the check.
    rescued: bool,
}

impl<'a, B: Bitboard> PossibleEffects<'a, B> {
    fn none(rules: &'a Interpreter<'a, Position<B>>) -> Self {
        PossibleEffects { rules, triggers: TriggerCandidates::never(rules), threat: None, rescued: false }
    }

    fn new(rules: &'a Interpreter<'a, Position<B>>, position: &Position<B>) -> Self {
        let (game, color) = (rules.tables(), position.turn);
        let triggers = TriggerCandidates::new(rules, position);
        // If neither side is in check after a move, only the candidates can fire.
        let on_check = !triggers.everywhere && game.has_check_triggers(position);
        let threat = on_check.then(|| game.safety_squares(rules, position, color.other()));
        let rescues = |own: &&CompiledTrigger<B>| own.in_check && own.saves && own.player == color;
        let rescued = game.triggers.iter().filter(rescues).any(|own| own.is_present(position));
        PossibleEffects { rules, triggers, threat, rescued }
    }

    /// Returns the targets of a batch after which an effect is possible. The moves to the squares `unsafely` may leave
    /// the mover in check.
    fn ahead(&mut self, position: &Position<B>, batch: Batch<B>, unsafely: B) -> B {
        let destinations = self.triggers.ahead(position, batch);
        let checks = self.threat.as_ref().map_or(B::EMPTY, |threat| {
            let (sure, unsure) = threat.checks_by(self.rules.tables(), position, batch);
            sure | unsure
        });
        destinations | checks | if self.rescued { unsafely } else { B::EMPTY }
    }

    /// Returns true if an effect is possible after a single move.
    fn follow(&mut self, position: &Position<B>, mv: PackedMove) -> bool {
        self.threat.is_some() || self.rescued || self.triggers.follows(position, mv)
    }
}

impl<B: Bitboard, S: Sink<B>> Generator<'_, B, S> {
    /// Adds the moves of tabled pieces, and verifies those whose safety is not known or that can fire a trigger. `bound`
    /// royals and their threats exclude moves like in [`Generator::plain`]. If `are_safe` is true, the other moves are
    /// safe, except those that need a test of their own.
    #[inline(never)]
    pub(super) fn verified(
        &mut self,
        bound: (B, B),
        threats: Threats<B>,
        conditional_attacks: Option<&ConditionalAttacks<B>>,
        are_safe: bool,
    ) {
        let (game, rules, noisy, has_triggers) = (self.game, self.rules, self.noisy, self.has_triggers);
        let (sink, slow_path) = (MoveList::roomy(), std::mem::take(&mut self.slow_path));
        let mut free = Generator {
            rules,
            game,
            position: self.position,
            sink,
            slow_path,
            danger: None,
            noisy,
            has_triggers,
            at_rest: self.at_rest,
        };
        free.plain(bound, threats, conditional_attacks);
        let list = free.verify(S::COUNTS, are_safe);
        self.slow_path = free.slow_path;
        list.give(&mut self.sink);
    }

    /// Adds a move with its automatic effects, if it leaves the royals of the mover safe. Moves that were carried out
    /// together with another move stay in `pending` until their own turn.
    pub(super) fn settle(&mut self, mv: PackedMove, pending: &mut Vec<Successor<Position<B>>>) {
        let own = mv.unpacked();
        if let Some(known) = pending.iter().position(|next| next.mv == own) {
            return self.slow_path.push(pending.swap_remove(known));
        }
        let (has_effects, safe) = tried(self.rules, self.position, mv);
        if safe {
            self.sink.packed(mv);
        } else if has_effects {
            let PackedMove { from, to, flag, .. } = mv;
            let passing = if flag == Flag::EnPassant { Some(to) } else { None };
            let mut walk = Walk { en_passant: passing, ..Walk::new(from, to) };
            walk.captures.extend(mv.first_capture());
            if self.position.occupied().has(to) && to != from {
                walk.captures.push(to);
            } else if passing.is_none() && flag != Flag::DoubleCapture {
                walk.passed = self.position.passed_by(self.game, from, to).iter().collect();
            }
            let before = self.slow_path.len();
            self.carry_out(&walk);
            // The loop runs backward, because `swap_remove` moves the last item forward.
            for at in (before..self.slow_path.len()).rev() {
                if self.slow_path[at].mv != own {
                    pending.push(self.slow_path.swap_remove(at));
                }
            }
        }
    }
}

/// Returns whether a move has automatic effects, and if not, whether it leaves the royals of the mover safe.
#[inline(never)]
fn tried<B: Bitboard>(
    rules: &Interpreter<'_, Position<B>>,
    position: &mut Position<B>,
    mv: PackedMove,
) -> (bool, bool) {
    let (game, made) = (rules.tables(), position.state.progress);
    let player = game.must_keep(rules, position);
    let passes_twice = position.passes_on(game) && position.passes(game, mv);
    let mut has_effects = passes_twice;
    let safe = game.after::<false>(position, mv, &mut |after| {
        has_effects |= any_triggered(rules, after, made);
        !has_effects && game.is_safe(rules, after, player)
    });
    (has_effects, safe)
}

impl<B: Bitboard> Generator<'_, B, MoveList<B>> {
    /// Returns the moves of the sink that leave the royals safe, with their automatic effects. Moves that change none
    /// of the safety squares are kept without a test, and so are all batches if `are_safe` is true. If `counts` is true,
    /// effects that do not change the number of moves are not resolved.
    #[inline(never)]
    fn verify(&mut self, counts: bool, are_safe: bool) -> MoveList<B> {
        let (game, has_triggers, color) = (self.game, self.has_triggers, self.position.turn);
        let MoveList { mut batches, moves, .. } = std::mem::take(&mut self.sink);
        let is_free = game.binds == Binding::Never;
        let is_sure = is_free || are_safe && moves.is_empty();
        let safety_squares = match is_sure {
            true => SafetySquares::none(),
            false => game.safety_squares(self.rules, self.position, color),
        };
        // A piece that can decline a promotion may change by an automatic effect instead, so both moves lead to the
        // same position.
        let chosen: Vec<Square> =
            moves.iter().filter(|mv| mv.flag == Flag::Promote).map(|mv| mv.from).collect();
        let passed_over = |origin| match origin {
            BatchOrigin::One(from) => counts && is_free && !chosen.contains(&from),
            BatchOrigin::Below(_) => counts && is_free,
        };
        let mut effects = match has_triggers {
            true => PossibleEffects::new(self.rules, self.position),
            false => PossibleEffects::none(self.rules),
        };
        let mut pending = Vec::new();
        let mut found = false;
        for batch in &mut batches {
            if passed_over(batch.origin) {
                continue;
            }
            let (touched, is_safe) = match are_safe {
                true => (B::EMPTY, true),
                false => (safety_squares.touched(batch.origin), safety_squares.is_safe),
            };
            let affected = effects.ahead(self.position, *batch, if is_safe { touched } else { B::ALL });
            batch.moves(affected).for_each(|mv| self.settle(mv, &mut pending));
            // If the royals are not safe now, a move that changes none of the squares leaves them so.
            let unaffected = if is_safe { batch.targets & !affected & !touched } else { B::EMPTY };
            found |= !unaffected.is_empty();
            let verified = batch.moves(touched & !affected).filter(|mv| {
                // The batches are not in the sink, so the other test for a halt does not know them.
                let safe = !(found && self.must_stop()) && self.is_safe_after(*mv);
                found |= safe;
                safe
            });
            batch.targets = unaffected | verified.map(|mv| mv.to).collect();
        }
        for mv in moves {
            match has_triggers && effects.follow(self.position, mv) {
                true => self.settle(mv, &mut pending),
                false => match safety_squares.answer(game, self.position, mv) {
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
