//! Where generated moves go: into a list, or only into a count.

use crate::base::{Bitboard, Square};
use crate::fast::compile::Compiled;
use crate::fast::position::{Flag, PackedMove, Position};
use crate::rules::interpreter::Successor;

/// Takes moves.
pub(crate) trait Sink<B: Bitboard> {
    /// One piece to each of these squares.
    fn piece(&mut self, from: Square, targets: B);
    /// To each of these squares the piece from so many places before it.
    fn shifted(&mut self, by: u16, targets: B);
    /// One move.
    fn packed(&mut self, mv: PackedMove);
    /// One piece to each of these squares, becoming each of these piece types.
    fn becoming(&mut self, from: Square, targets: B, piece_types: &[u8], chosen: bool);
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
    fn piece(&mut self, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn shifted(&mut self, _: u16, targets: B) {
        self.0 += u64::from(targets.count());
    }
    fn packed(&mut self, _: PackedMove) {
        self.0 += 1;
    }
    fn becoming(&mut self, _: Square, targets: B, piece_types: &[u8], _: bool) {
        self.0 += u64::from(targets.count()) * piece_types.len() as u64;
    }
    fn successor(&mut self, _: Successor<Position<B>>) {
        self.0 += 1;
    }
    fn count(&self) -> u64 {
        self.0
    }
}

/// Lists moves.
#[derive(Clone, Debug)]
pub(crate) struct List<B: Bitboard> {
    /// Those to be made and unmade.
    pub moves: Vec<PackedMove>,
    /// Those that have been carried out.
    pub carried_out: Vec<Successor<Position<B>>>,
}

impl<B: Bitboard> Default for List<B> {
    fn default() -> List<B> {
        List { moves: Vec::new(), carried_out: Vec::new() }
    }
}

impl<B: Bitboard> List<B> {
    /// Forgets all moves.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.carried_out.clear();
    }

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
    fn piece(&mut self, from: Square, targets: B) {
        self.moves.extend(targets.iter().map(|to| PackedMove::go(from, to)));
    }
    #[inline]
    fn shifted(&mut self, by: u16, targets: B) {
        let mask = (B::BITS - 1) as u16;
        self.moves.extend(targets.iter().map(|to| PackedMove::go(Square(to.0.wrapping_sub(by) & mask), to)));
    }
    fn packed(&mut self, mv: PackedMove) {
        self.moves.push(mv);
    }
    fn successor(&mut self, next: Successor<Position<B>>) {
        self.carried_out.push(next);
    }
    fn becoming(&mut self, from: Square, targets: B, piece_types: &[u8], chosen: bool) {
        let flag = if chosen { Flag::Promote } else { Flag::Become };
        for to in targets.iter() {
            self.moves.extend(piece_types.iter().map(|piece_type| PackedMove {
                from,
                to,
                flag,
                arg: *piece_type,
            }));
        }
    }
    fn count(&self) -> u64 {
        (self.moves.len() + self.carried_out.len()) as u64
    }
}
