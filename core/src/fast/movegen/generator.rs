//! The state of move generation.
//!
//! Each of the other modules adds methods for one kind of move to [`Generator`]. The methods add moves to the sink in
//! three forms: batches of similar moves, packed moves, and moves that the slow path has carried out on a copy of the
//! position.

use super::sink::Sink;
use crate::base::{Bitboard, Square};
use crate::fast::position::{PackedMove, Position};
use crate::fast::tables::Compiled;
use crate::rules::interpreter::{Interpreter, Successor};

/// A move generator for one position, which adds its moves to a sink.
pub(super) struct Generator<'a, B: Bitboard, S> {
    pub rules: &'a Interpreter<'a, Position<B>>,
    pub game: &'a Compiled<B>,
    pub position: &'a mut Position<B>,
    pub sink: S,
    /// Moves carried out on copies. [`Generator::finish`] removes the duplicates among them.
    pub slow_path: Vec<Successor<Position<B>>>,
    /// A square of a royal, and the squares near it that the enemy attacks.
    pub danger: Option<(Square, B)>,
    /// True if quiet moves can be omitted.
    pub noisy: bool,
    /// True if a move may have further effects: it may fire an automatic trigger, or leave several pieces that can be
    /// captured en passant.
    pub has_triggers: bool,
    /// True if no automatic trigger can fire after any move, because the board has too many or too few pieces.
    pub at_rest: bool,
}

impl<'a, B: Bitboard, S: Sink<B>> Generator<'a, B, S> {
    #[inline(always)]
    pub(super) fn new(
        rules: &'a Interpreter<'a, Position<B>>,
        position: &'a mut Position<B>,
        sink: S,
    ) -> Generator<'a, B, S> {
        let game = rules.tables();
        let at_rest = !game.trigger_needs.is_empty() && !game.needs_are_near(position);
        let can_fire = || !at_rest && !Self::ignores_triggers(game) && game.triggers_could_fire(position);
        // A plain game has neither triggers nor turns of several moves, so it skips both tests.
        let has_triggers = !game.plain && (can_fire() || position.passes_on(game));
        Generator {
            rules,
            game,
            position,
            sink,
            slow_path: Vec::new(),
            danger: None,
            noisy: false,
            has_triggers,
            at_rest,
        }
    }

    /// Returns true if the generator can ignore automatic triggers, because the caller needs only the number of moves
    /// and the triggers do not change it.
    #[inline(always)]
    pub(super) fn ignores_triggers(game: &Compiled<B>) -> bool {
        S::COUNTS && game.harmless
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sink.count() == 0 && self.slow_path.is_empty()
    }

    /// Adds the moves of the slow path to the sink and returns the sink.
    #[inline(always)]
    pub(super) fn finish(mut self) -> S {
        if self.slow_path.is_empty() {
            return self.sink;
        }
        self.slow_path = Successor::distinct(self.slow_path);
        self.with_repetitions()
    }

    /// Adds the moves of the slow path to the sink like [`Generator::finish`], with those that have the same text.
    #[inline(always)]
    pub(super) fn with_repetitions(mut self) -> S {
        self.slow_path.into_iter().for_each(|next| self.sink.successor(next));
        self.sink
    }

    /// Adds a move of a piece if it leaves the royals of the mover safe. If triggers can fire, the test is deferred
    /// until their effects are known.
    pub(super) fn propose(&mut self, mv: PackedMove) {
        if self.has_triggers {
            self.sink.packed(mv);
        } else {
            self.try_move(mv);
        }
    }

    /// Adds a move if it leaves the royals of the mover safe. Returns true if the move was added.
    pub(super) fn try_move(&mut self, mv: PackedMove) -> bool {
        let safe = self.is_safe_after(mv);
        if safe {
            self.sink.packed(mv);
        }
        safe
    }

    /// Returns true if a move leaves the royals of the mover safe.
    pub(super) fn is_safe_after(&mut self, mv: PackedMove) -> bool {
        // Once the caller has asked for a halt, one move is enough to show that there is a move.
        (self.is_empty() || !self.must_stop()) && self.game.is_safe_after(self.rules, self.position, mv)
    }

    /// Returns true if the caller has requested a stop. A test of safety that follows the walks of untabled enemies takes
    /// long, so a request is noticed before each of them.
    pub(super) fn must_stop(&self) -> bool {
        let is_long = || !self.position.untabled(self.position.turn.other()).is_empty();
        self.rules.is_halted() || is_long() && self.rules.asks_to_halt()
    }
}

impl<B: Bitboard> Compiled<B> {
    /// Returns true if a move leaves the royals of the mover safe.
    pub(super) fn is_safe_after(
        &self,
        rules: &Interpreter<'_, Position<B>>,
        position: &mut Position<B>,
        mv: PackedMove,
    ) -> bool {
        let player = self.must_keep(rules, position);
        self.after::<false>(position, mv, &mut |after| self.is_safe(rules, after, player))
    }

    /// Evaluates a predicate on the position after a move.
    #[inline(never)]
    pub(super) fn after<const HASHED: bool>(
        &self,
        position: &mut Position<B>,
        mv: PackedMove,
        is_so: &mut dyn FnMut(&Position<B>) -> bool,
    ) -> bool {
        let undo = position.make::<HASHED>(self, mv);
        let answer = is_so(position);
        position.unmake(self, &undo);
        answer
    }
}
