//! Combines positions with the tables: the targets of pieces, the blockers of hurdle moves, and the triggers that can
//! fire.

use super::board::Position;
use crate::base::{Bitboard, Square};
use crate::fast::tables::{
    AttackRow, AttackTable, Class, CodeSet, Compiled, CompiledTrigger, NumberOfPieces,
};
use crate::rules::Compare;

impl<B: Bitboard> Compiled<B> {
    /// Returns true if an automatic trigger may fire after some move in this position, because a piece that it
    /// affects is on one of its squares. A move that brings such a piece there is handled separately.
    #[inline(always)]
    pub fn triggers_could_fire(&self, position: &Position<B>) -> bool {
        !self.triggers.is_empty() && self.some_trigger_could_fire(position)
    }

    #[cold]
    #[inline(never)]
    fn some_trigger_could_fire(&self, position: &Position<B>) -> bool {
        self.triggers.iter().any(|own| self.could_fire(own, position) && own.is_near(position))
    }

    /// Returns true if the numbers of pieces that all triggers require may be on the board after the next move.
    #[inline(never)]
    pub fn needs_are_near(&self, position: &Position<B>) -> bool {
        self.trigger_needs.iter().all(|need| need.is_near(position))
    }

    /// Returns true if a piece that a trigger affects is on one of the squares of the trigger.
    pub fn could_fire(&self, own: &CompiledTrigger<B>, position: &Position<B>) -> bool {
        let squares = own.squares[0] | own.squares[1];
        !own.codes.standing(position, squares).is_empty()
    }

    /// Returns true if an automatic trigger for a side in check may fire after a move in this position.
    pub fn has_check_triggers(&self, position: &Position<B>) -> bool {
        self.triggers.iter().any(|own| own.in_check && self.could_fire(own, position))
    }

    /// Returns true if the interpreter must generate the moves of a position. This is the case if several pieces can
    /// be captured en passant, if the game has slow-path follow-ups, or if one of several regained rights was used.
    #[inline(always)]
    pub fn is_left_to_interpreter(&self, position: &Position<B>) -> bool {
        !position.others.is_empty()
            || self.has_slow_follow_ups && self.put.is_none()
            || self.rights.regained.len() > 1 && position.has_spent(self, &self.rights.regained)
    }

    /// Returns true if every piece of the side to move has a table, and none of them can make an uncommon move or a move
    /// with an effect on arrival.
    pub fn has_common_moves(&self, position: &Position<B>) -> bool {
        let own = position.colors[position.turn as usize];
        let mut special = self.special_classes[position.turn as usize].iter();
        position.untabled(position.turn).is_empty()
            && !special.any(|(number, squares)| (position.classes[*number] & own).meets(*squares))
    }

    /// Returns the table of the moves of the piece on a square. `leads` is true if it leads its side.
    #[inline(always)]
    pub fn moves(&self, position: &Position<B>, from: Square, leads: bool) -> &AttackTable<B> {
        let code = position.code(from);
        let class = &self.classes[usize::from(self.info(code).class)];
        self.moves_of(position, class, code.color() as usize, from, leads)
    }

    /// Returns the table of the moves of a piece of a class on a square. `leads` is true if it leads its side.
    #[inline(always)]
    pub fn moves_of(
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

    /// Returns the targets of quiet moves and of captures of a piece on `from`. The contents of the targets
    /// themselves are not tested.
    #[inline(always)]
    pub fn reach(&self, position: &Position<B>, table: &AttackTable<B>, from: Square, occupied: B) -> (B, B) {
        self.reach_by(position, table, table.row(from), occupied)
    }

    /// Returns the same targets by the row of the origin.
    #[inline(always)]
    pub fn reach_by(
        &self,
        position: &Position<B>,
        table: &AttackTable<B>,
        row: &AttackRow<B>,
        occupied: B,
    ) -> (B, B) {
        table.reach(row, occupied, || self.type_blockers_for(position, table))
    }

    /// Returns true if a piece on `from` can make a null move, which ends on its origin.
    pub fn has_null_move(
        &self,
        position: &Position<B>,
        table: &AttackTable<B>,
        from: Square,
        occupied: B,
    ) -> bool {
        table.has_null_move(from, occupied, occupied & self.type_blockers_for(position, table))
    }

    /// Returns the pieces over which the moves of a table cannot pass.
    #[inline(always)]
    pub fn type_blockers_for(&self, position: &Position<B>, table: &AttackTable<B>) -> B {
        table.over.map_or(B::EMPTY, |over| self.type_blockers(position, over))
    }

    /// Returns the pieces over which the moves with the filter number `over` cannot pass.
    #[inline(never)]
    fn type_blockers(&self, position: &Position<B>, over: usize) -> B {
        self.type_blockers[over].standing(position, B::ALL)
    }
}

impl<B: Bitboard> CompiledTrigger<B> {
    /// Returns true if the numbers of pieces that the trigger requires may be on the board after the next move.
    pub fn is_near(&self, position: &Position<B>) -> bool {
        self.needs.iter().all(|need| need.is_near(position))
    }

    /// Returns true if the numbers of pieces that the trigger requires are on the board.
    pub fn has_numbers(&self, position: &Position<B>) -> bool {
        self.needs.iter().all(|need| need.is.holds(need.count(position) as usize, need.number as usize))
    }

    /// Returns true if a piece that the trigger affects is on the board.
    pub fn is_present(&self, position: &Position<B>) -> bool {
        !self.codes.standing(position, B::ALL).is_empty()
    }
}

/// The maximum change of a number of pieces by one packed move: it captures two pieces, a third one changes its type, and
/// a fourth one is put on the board.
const MAX_CHANGE: u32 = 4;

impl NumberOfPieces {
    fn count<B: Bitboard>(&self, position: &Position<B>) -> u32 {
        self.codes.standing(position, B::ALL).count()
    }

    /// Returns true if the number of pieces may be on the board after the next move.
    fn is_near<B: Bitboard>(&self, position: &Position<B>) -> bool {
        let (number, least) = (self.count(position), self.number.saturating_sub(MAX_CHANGE));
        match self.is {
            Compare::Equal => (least..=self.number + MAX_CHANGE).contains(&number),
            Compare::AtLeast | Compare::More => number >= least,
            Compare::AtMost | Compare::Less => number <= self.number + MAX_CHANGE,
        }
    }
}

impl CodeSet {
    /// Returns the pieces of the set on some squares.
    pub fn standing<B: Bitboard>(&self, position: &Position<B>, squares: B) -> B {
        let of =
            |set: B, (class, side): &(usize, usize)| set | position.classes[*class] & position.colors[*side];
        let sides = self.sides.iter().zip(position.colors);
        let all = sides.fold(B::EMPTY, |set, (is_whole, own)| if *is_whole { set | own } else { set });
        let whole = self.whole.iter().fold(all, of) & squares;
        let parts = self.parts.iter().fold(B::EMPTY, of) & squares;
        let is_member = |square: &Square| self.codes[usize::from(position.code(*square).0)];
        whole | parts.iter().filter(is_member).collect()
    }
}
