//! A position on which a search makes and unmakes moves. With tables most moves are made and unmade in place. Moves
//! that the interpreter has carried out, and all moves of a game without tables, swap the position with the one after
//! the move.

mod compiled;
mod plain;
mod static_exchange;

pub(crate) use compiled::TabledStack;
pub(crate) use plain::PlainStack;

use crate::base::{Color, Move, Outcome, Square};
use crate::fast::position::PackedMove;
use crate::fast::tables::PieceCode;
use std::hash::BuildHasher;

/// A legal move of a position, as far as a search wants to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchMove {
    /// Tells it from the other legal moves of the position; never zero.
    pub code: u32,
    /// The mover; no piece for a pass.
    pub mover: PieceCode,
    /// The enemy that is captured.
    pub victim: PieceCode,
    /// The origin of the mover; meaningless if it comes from no square.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The piece it becomes; no piece if it stays what it is.
    pub becomes: PieceCode,
    /// The rank in an order of moves, set by the code that sorts them.
    pub rank: i32,
    execution: Execution,
}

/// The way a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Execution {
    Packed(PackedMove),
    /// The number of the position that it leads to.
    Kept(u32),
}

impl SearchMove {
    /// Returns true if it changes the material balance.
    pub(crate) fn is_noisy(&self) -> bool {
        self.victim != PieceCode::NONE || self.becomes != PieceCode::NONE
    }
}

/// A move that has been carried out.
#[derive(Clone, Debug)]
pub(crate) struct SavedPosition<P> {
    mv: Move,
    after: Box<P>,
}

/// The moves of a position.
#[derive(Clone, Debug)]
pub(crate) struct SearchMoves<P> {
    pub(crate) list: Vec<SearchMove>,
    kept: Vec<SavedPosition<P>>,
}

impl<P> Default for SearchMoves<P> {
    fn default() -> SearchMoves<P> {
        SearchMoves { list: Vec::new(), kept: Vec::new() }
    }
}

impl<P> SearchMoves<P> {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.kept.clear();
    }

    /// The move as its text says it.
    pub(crate) fn mv(&self, step: &SearchMove) -> Move {
        match step.execution {
            Execution::Packed(packed) => packed.unpacked(),
            Execution::Kept(number) => self.kept[number as usize].mv.clone(),
        }
    }

    fn keep(&mut self, mv: Move, after: Box<P>, step: SearchMove) {
        let execution = Execution::Kept(self.kept.len() as u32);
        let code = rustc_hash::FxBuildHasher.hash_one(&mv) as u32 | 1 << 31;
        self.kept.push(SavedPosition { mv, after });
        self.list.push(SearchMove { code, execution, ..step });
    }
}

/// The position stack. Moves are unmade in reverse order, with the list from which they were made.
pub(crate) trait PositionStack {
    /// The form of a position after a move that cannot be unmade.
    type Position;

    /// The side to move.
    fn turn(&self) -> Color;
    /// Equal for positions that are equal but for their clocks.
    fn hash(&self) -> u64;
    /// Equal for positions that are the same for repetition: a square passed over makes a difference only if a piece can take
    /// there.
    fn identity(&self) -> u64;
    /// Plies since the clock was last reset.
    fn halfmove(&self) -> u32;
    /// Returns true if the side to move is bound by check and attacked.
    fn in_check(&self) -> bool;
    /// Returns true if the game is over, but for a want of moves.
    fn is_finished(&self) -> bool;
    /// Returns true if the side to move may have something that it must do before anything else.
    fn has_duty(&self) -> bool;
    /// Returns the outcome if the game has ended, except by repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// Lists the legal moves of an unfinished game. If only `noisy` moves are requested, others may be left out.
    fn steps(&mut self, noisy: bool, steps: &mut SearchMoves<Self::Position>);
    /// Makes a move of the list.
    fn make(&mut self, steps: &mut SearchMoves<Self::Position>, step: &SearchMove);
    /// Takes the last move back.
    fn unmake(&mut self, steps: &mut SearchMoves<Self::Position>);
    /// Lets the other side move.
    fn skip(&mut self);
    /// Takes that back.
    fn unskip(&mut self);
    /// The pieces on the board.
    fn pieces(&self, each: impl FnMut(Square, PieceCode));
    /// The pieces that a side holds in hand, and the remaining uses of its rights.
    fn stock(&self, color: Color) -> Stock<'_>;
    /// For each piece whose table is known, how many squares it can go to, and how many of those `around` the enemy's royal it
    /// attacks.
    fn activity(&self, each: impl FnMut(Square, PieceCode, u32, u32));
    /// The certain gain of a capture, if both sides continue to capture on its square as long as that gains something.
    fn static_exchange(&self, step: &SearchMove, values: &[i32]) -> i32;
}

/// The stock of a side: pieces in hand and rights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stock<'a> {
    color: Color,
    rights: StockCounts<'a>,
    hands: StockCounts<'a>,
}

#[derive(Clone, Copy, Debug)]
enum StockCounts<'a> {
    Packed(&'a [[u8; 2]]),
    Plain(&'a [crate::base::ByColor<u8>]),
}

impl StockCounts<'_> {
    fn of(&self, color: Color, each: impl FnMut((usize, u8))) {
        match self {
            StockCounts::Packed(all) => all.iter().map(|two| two[color as usize]).enumerate().for_each(each),
            StockCounts::Plain(all) => all.iter().map(|two| *two.get(color)).enumerate().for_each(each),
        }
    }
}

impl Stock<'_> {
    /// The pieces in hand, by type.
    pub(crate) fn held(&self, each: impl FnMut((usize, u8))) {
        self.hands.of(self.color, each);
    }

    /// The rights that are left.
    pub(crate) fn rights(&self, each: impl FnMut((usize, u8))) {
        self.rights.of(self.color, each);
    }
}
