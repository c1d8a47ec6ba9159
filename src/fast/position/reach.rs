//! Table lookups in a position: the targets of its pieces, and its triggers.

use super::board::Position;
use crate::base::{Bitboard, Square};
use crate::fast::tables::{AttackTable, Class, CodeSet, Compiled, CompiledTrigger};

impl<B: Bitboard> Compiled<B> {
    /// Returns true if an automatic trigger may fire after any move in this position: a piece that it affects stands on
    /// one of its squares. The interpreter carries out moves that bring such a piece there, unless moves are only
    /// counted and the trigger does not change their number.
    #[inline(always)]
    pub(crate) fn triggers_could_fire(&self, position: &Position<B>) -> bool {
        !self.triggers.is_empty() && self.some_trigger_could_fire(position)
    }

    #[cold]
    #[inline(never)]
    fn some_trigger_could_fire(&self, position: &Position<B>) -> bool {
        self.triggers.iter().any(|own| self.could_fire(own, position))
    }

    /// Returns true if a piece stands where this may happen to it.
    pub(crate) fn could_fire(&self, own: &CompiledTrigger<B>, position: &Position<B>) -> bool {
        let squares = own.squares[0] | own.squares[1];
        !own.codes.standing(position, squares).is_empty()
    }

    /// Returns true if an automatic trigger may affect a side in check after a move in this position.
    pub(crate) fn has_check_triggers(&self, position: &Position<B>) -> bool {
        self.triggers.iter().any(|own| own.in_check && self.could_fire(own, position))
    }

    /// Returns true if the moves of a position are left to the interpreter: one of several rights that come back has been used, several pieces can be
    /// taken in passing, or something follows that no table holds.
    #[inline(always)]
    pub(crate) fn is_left_to_interpreter(&self, position: &Position<B>) -> bool {
        !position.others.is_empty()
            || self.has_slow_follow_ups && self.put.is_none()
            || self.regained.len() > 1 && position.has_spent(self, &self.regained)
    }

    /// The attack table of the piece on a square, which leads its side or does not.
    #[inline(always)]
    pub(crate) fn moves(&self, position: &Position<B>, from: Square, leads: bool) -> &AttackTable<B> {
        let code = position.code(from);
        let class = &self.classes[usize::from(self.info(code).class)];
        self.moves_of(position, class, code.color() as usize, from, leads)
    }

    /// The attack table of a piece of a class on a square, which leads its side or does not.
    #[inline(always)]
    pub(crate) fn moves_of(
        &self,
        position: &Position<B>,
        class: &Class<B>,
        side: usize,
        from: Square,
        leads: bool,
    ) -> &AttackTable<B> {
        let again = class.returns && position.state.moved.has(from);
        let moves = if again { &class.moves_again } else { &class.moves };
        &self.attack_tables[moves[side][usize::from(leads)]]
    }

    /// The targets of quiet moves and of captures of a piece on `from`, whatever stands on them.
    #[inline(always)]
    pub(crate) fn reach(
        &self,
        position: &Position<B>,
        table: &AttackTable<B>,
        from: Square,
        occupied: B,
    ) -> (B, B) {
        table.reach(from, occupied, || self.type_blockers_for(position, table))
    }

    /// Returns true if a piece on `from` may go in some way and come back.
    pub(crate) fn has_null_move(
        &self,
        position: &Position<B>,
        table: &AttackTable<B>,
        from: Square,
        occupied: B,
    ) -> bool {
        table.has_null_move(from, occupied, occupied & self.type_blockers_for(position, table))
    }

    /// The pieces over which those that move so do not pass.
    #[inline(always)]
    pub(crate) fn type_blockers_for(&self, position: &Position<B>, table: &AttackTable<B>) -> B {
        table.over.map_or(B::EMPTY, |over| self.type_blockers(position, over))
    }

    /// The pieces over which jumpers may not pass.
    #[inline(never)]
    fn type_blockers(&self, position: &Position<B>, over: usize) -> B {
        self.type_blockers[over].standing(position, B::ALL)
    }
}

impl<B: Bitboard> CompiledTrigger<B> {
    /// Returns true if a piece to which it may happen is on the board, wherever it stands.
    pub(crate) fn is_present(&self, position: &Position<B>) -> bool {
        !self.codes.standing(position, B::ALL).is_empty()
    }
}

impl CodeSet {
    /// Such pieces on some squares.
    pub(crate) fn standing<B: Bitboard>(&self, position: &Position<B>, squares: B) -> B {
        let of =
            |set: B, (class, side): &(usize, usize)| set | position.classes[*class] & position.colors[*side];
        let sides = self.sides.iter().zip(position.colors);
        let all = sides.fold(B::EMPTY, |set, (meant, own)| if *meant { set | own } else { set });
        let whole = self.whole.iter().fold(all, of) & squares;
        let parts = self.parts.iter().fold(B::EMPTY, of) & squares;
        let is_meant = |square: &Square| self.codes[usize::from(position.code(*square).0)];
        parts.iter().filter(is_meant).fold(whole, |set, square| set | B::bit(square))
    }
}
