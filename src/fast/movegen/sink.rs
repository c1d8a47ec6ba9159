//! Where generated moves go: into a list, or only into a count.

use crate::base::{Bitboard, PieceTypeId, Square};
use crate::fast::compile::Compiled;
use crate::fast::position::{Flag, PackedMove, Position};
use crate::rules::interpreter::Successor;

/// Takes moves.
pub(crate) trait Sink<B: Bitboard> {
    /// To each of these squares the piece from a square that depends on it.
    fn each(&mut self, targets: B, from: impl Fn(Square) -> Square);
    /// To each of these squares a piece of a type from the hand.
    fn drops(&mut self, targets: B, piece_type: PieceTypeId);
    /// One move.
    fn packed(&mut self, mv: PackedMove);
    /// One move carried out on a copy.
    fn successor(&mut self, next: Successor<Position<B>>);
    /// How many moves there are so far.
    fn count(&self) -> u64;
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counter(pub u64);

impl<B: Bitboard> Sink<B> for Counter {
    #[inline(always)]
    fn each(&mut self, targets: B, _: impl Fn(Square) -> Square) {
        self.0 += u64::from(targets.count());
    }
    fn drops(&mut self, targets: B, _: PieceTypeId) {
        self.0 += u64::from(targets.count());
    }
    fn packed(&mut self, _: PackedMove) {
        self.0 += 1;
    }
    fn successor(&mut self, _: Successor<Position<B>>) {
        self.0 += 1;
    }
    fn count(&self) -> u64 {
        self.0
    }
}

/// Lists moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct List<B: Bitboard> {
    /// Those to be made and unmade.
    pub moves: Vec<PackedMove>,
    /// Those that have been carried out.
    pub carried_out: Vec<Successor<Position<B>>>,
}

impl<B: Bitboard> List<B> {
    /// The moves and the positions they lead to, carried out one after the other as they are asked for.
    pub(crate) fn successors(
        self,
        game: &Compiled<B>,
        before: &Position<B>,
    ) -> impl Iterator<Item = Successor<Position<B>>> {
        self.moves.into_iter().map(|mv| mv.successor(game, before)).chain(self.carried_out)
    }
}

impl<B: Bitboard> Sink<B> for List<B> {
    #[inline]
    fn each(&mut self, targets: B, from: impl Fn(Square) -> Square) {
        self.moves.extend(targets.iter().map(|to| PackedMove::go(from(to), to)));
    }
    fn drops(&mut self, targets: B, piece_type: PieceTypeId) {
        let drop = |to| PackedMove::new(to, to, Flag::Drop, piece_type.0 as u8);
        self.moves.extend(targets.iter().map(drop));
    }
    fn packed(&mut self, mv: PackedMove) {
        self.moves.push(mv);
    }
    fn successor(&mut self, next: Successor<Position<B>>) {
        self.carried_out.push(next);
    }
    fn count(&self) -> u64 {
        (self.moves.len() + self.carried_out.len()) as u64
    }
}
