//! The receivers of generated moves: a list, or only a counter.
//!
//! The generator is generic over [`Sink`], so perft compiles to code that never builds a list. A [`Batch`] holds all
//! moves of one class in the same direction, or all moves of one piece, as one set of targets. [`Sink::end`] expands
//! the batches.

use crate::base::{Bitboard, PieceTypeId, Square};
use crate::fast::position::{Flag, PackedMove, Position};
use crate::fast::tables::Compiled;
use crate::rules::interpreter::Successor;

/// A receiver of moves.
pub trait Sink<B: Bitboard> {
    /// True if only the number of moves matters.
    const COUNTS: bool = false;

    /// Adds a move to each of these squares by a piece of one class.
    fn each(&mut self, targets: B, origin: BatchOrigin);
    /// Adds a drop of a piece type on each of these squares.
    fn drops(&mut self, targets: B, piece_type: PieceTypeId);
    /// Adds one move.
    fn packed(&mut self, mv: PackedMove);
    /// Adds a move that was carried out on a copy of the position.
    fn successor(&mut self, next: Successor<Position<B>>);
    /// Returns the number of moves so far.
    fn count(&self) -> u64;
    /// Expands the batches, so all moves are available one by one.
    fn end(&mut self);
}

/// The origins of the moves of a batch.
#[derive(Clone, Copy, Debug)]
pub enum BatchOrigin {
    /// All moves are by the piece on this square.
    One(Square),
    /// Each origin is this number of squares below its target, modulo the number of bits.
    Below(u16),
}

/// Moves of one class that have no effect other than a capture.
#[derive(Clone, Copy, Debug)]
pub struct Batch<B> {
    /// The origins of the moves.
    pub origin: BatchOrigin,
    /// The targets of the moves. The set is not empty.
    pub targets: B,
}

/// A sink that counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<B: Bitboard> Sink<B> for Counter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn each(&mut self, targets: B, _: BatchOrigin) {
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
    #[inline(always)]
    fn end(&mut self) {}
}

impl BatchOrigin {
    /// Returns the origin of the move to a square.
    #[inline(always)]
    pub fn of<B: Bitboard>(self, to: Square) -> Square {
        match self {
            BatchOrigin::One(from) => from,
            // A negative distance is stored modulo the number of bits, so the subtraction wraps in the same way.
            BatchOrigin::Below(by) => Square(to.0.wrapping_sub(by) & (B::BITS - 1) as u16),
        }
    }

    /// Returns the targets that are reached from some squares.
    #[inline(always)]
    pub fn ahead<B: Bitboard>(self, squares: B) -> B {
        match self {
            BatchOrigin::One(from) if squares.has(from) => B::ALL,
            BatchOrigin::One(_) => B::EMPTY,
            // A shift by the offset moves every origin to its target at once.
            BatchOrigin::Below(by) => squares.shifted(by),
        }
    }
}

impl<B: Bitboard> Batch<B> {
    /// Returns the moves to some of the targets, one by one.
    pub fn moves(self, targets: B) -> impl Iterator<Item = PackedMove> {
        (self.targets & targets).iter().map(move |to| PackedMove::go(self.origin.of::<B>(to), to))
    }
}

/// A sink that lists moves.
#[derive(Clone, Debug, Default)]
pub struct MoveList<B: Bitboard> {
    /// The moves in batches. The list is empty after [`Sink::end`].
    pub batches: Vec<Batch<B>>,
    /// The moves that have not been made.
    pub moves: Vec<PackedMove>,
    /// The moves that were carried out on copies of the position.
    pub carried_out: Vec<Successor<Position<B>>>,
}

impl<B: Bitboard> MoveList<B> {
    /// Adds all moves to another sink.
    #[inline(never)]
    pub(super) fn give<S: Sink<B>>(self, sink: &mut S) {
        self.batches.into_iter().for_each(|batch| sink.each(batch.targets, batch.origin));
        self.moves.into_iter().for_each(|mv| sink.packed(mv));
        self.carried_out.into_iter().for_each(|next| sink.successor(next));
    }

    /// Returns the number of moves in the batches.
    fn in_batches(&self) -> usize {
        self.batches.iter().map(|batch| batch.targets.count() as usize).sum()
    }

    /// Creates an empty list with room for the moves of most positions.
    pub fn roomy() -> MoveList<B> {
        MoveList { batches: Vec::with_capacity(32), moves: Vec::new(), carried_out: Vec::new() }
    }

    /// Returns the moves with the positions after them. Each move is made on demand.
    pub fn successors(
        self,
        game: &Compiled<B>,
        before: &Position<B>,
    ) -> impl Iterator<Item = Successor<Position<B>>> {
        self.moves.into_iter().map(|mv| mv.successor(game, before)).chain(self.carried_out)
    }
}

impl<B: Bitboard> Sink<B> for MoveList<B> {
    #[inline(never)]
    fn each(&mut self, targets: B, origin: BatchOrigin) {
        if !targets.is_empty() {
            self.batches.push(Batch { origin, targets });
        }
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
        (self.in_batches() + self.moves.len() + self.carried_out.len()) as u64
    }
    #[inline(never)]
    fn end(&mut self) {
        self.moves.reserve(self.in_batches());
        for batch in self.batches.drain(..) {
            batch.moves(B::ALL).for_each(|mv| self.moves.push(mv));
        }
    }
}
