//! Moves on their way to a sink.

use super::sink::Sink;
use crate::base::Bitboard;
use crate::fast::position::{PackedMove, Position};
use crate::fast::tables::Compiled;
use crate::rules::interpreter::{Interpreter, Successor};

/// Moves on their way to a sink.
pub(super) struct Generator<'a, B: Bitboard, S> {
    pub rules: &'a Interpreter<'a, Position<B>>,
    pub game: &'a Compiled<B>,
    pub position: &'a mut Position<B>,
    pub sink: S,
    /// Moves that were carried out; of those that look alike one is handed over.
    pub slow_path: Vec<Successor<Position<B>>>,
    /// True if quiet moves may be left out.
    pub noisy: bool,
    /// True if a move may lead to more than it says: something may happen by itself, or several pieces may then be taken in
    /// passing.
    pub has_triggers: bool,
}

impl<'a, B: Bitboard, S: Sink<B>> Generator<'a, B, S> {
    #[inline(always)]
    pub(super) fn new(
        rules: &'a Interpreter<'a, Position<B>>,
        position: &'a mut Position<B>,
        sink: S,
    ) -> Generator<'a, B, S> {
        let game = rules.tables();
        let happens = || !Self::ignores_triggers(game) && game.triggers_could_fire(position);
        let has_triggers = !game.plain && (happens() || position.passes_on(game));
        Generator { rules, game, position, sink, slow_path: Vec::new(), noisy: false, has_triggers }
    }

    /// Returns true if automatic triggers do not matter, since only the number of moves or the existence of one is
    /// requested.
    #[inline(always)]
    pub(super) fn ignores_triggers(game: &Compiled<B>) -> bool {
        S::COUNTS && game.harmless
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sink.count() == 0 && self.slow_path.is_empty()
    }

    /// Hands over what was carried out.
    #[inline(always)]
    pub(super) fn finish(mut self) -> S {
        if !self.slow_path.is_empty() {
            Successor::distinct(self.slow_path).into_iter().for_each(|next| self.sink.successor(next));
        }
        self.sink
    }

    /// Adds a move of a piece if it leaves the mover's royals safe, as far as that is known before all has happened.
    pub(super) fn propose(&mut self, mv: PackedMove) {
        if self.has_triggers {
            self.sink.packed(mv);
        } else {
            self.try_move(mv);
        }
    }

    /// Adds a move if it leaves the mover's royals safe. Returns true if it does.
    pub(super) fn try_move(&mut self, mv: PackedMove) -> bool {
        let safe = self.is_safe_after(mv);
        if safe {
            self.sink.packed(mv);
        }
        safe
    }

    /// Returns true if a move leaves the mover's royals safe.
    pub(super) fn is_safe_after(&mut self, mv: PackedMove) -> bool {
        // After the caller has asked for the end, one move is enough.
        if self.rules.is_halted() && !self.is_empty() {
            return false;
        }
        let color = self.position.turn;
        let undo = self.position.make::<false>(self.game, mv);
        let safe = self.game.is_safe(self.position, color);
        self.position.unmake(self.game, &undo);
        safe
    }
}
