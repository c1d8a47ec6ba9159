//! The position stack: a position on which a search makes and unmakes moves.
//!
//! [`PositionStack`] is the trait, with one implementation for games with tables and one for games without. With
//! tables, most moves are made and unmade in place. Moves that the interpreter has carried out, and all moves of a
//! game without tables, swap the position with the one after the move. Moves must be unmade in reverse order.

mod compiled;
mod plain;
mod static_exchange;

pub use compiled::TabledStack;
pub use plain::PlainStack;

use crate::base::{Color, Move, Outcome, Square};
use crate::fast::position::PackedMove;
use crate::fast::tables::PieceCode;
use crate::rules::{Ending, Recurrence};
use std::hash::BuildHasher;

/// A legal move of a position, with the properties that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchMove {
    /// A number that identifies the move among the legal moves of the position. It is never zero.
    pub code: u32,
    /// The moving piece, or no piece for a pass.
    pub mover: PieceCode,
    /// The captured enemy piece, or no piece.
    pub victim: PieceCode,
    /// The origin of the moving piece. It has no meaning for a drop or a pass.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The piece after a change of type, or no piece if the type stays the same.
    pub becomes: PieceCode,
    /// The rank in the move order, which the move ordering sets.
    pub rank: i32,
    execution: Execution,
}

/// The method by which a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Execution {
    Packed(PackedMove),
    /// The number of the saved position after the move.
    Kept(u32),
}

impl SearchMove {
    /// Returns true if the move changes the material balance.
    pub fn is_noisy(&self) -> bool {
        self.victim != PieceCode::NONE || self.becomes != PieceCode::NONE
    }
}

/// A move that was carried out, with the position after it.
#[derive(Clone, Debug)]
pub struct SavedPosition<P> {
    mv: Move,
    after: Box<P>,
}

/// The moves of a position.
#[derive(Clone, Debug)]
pub struct SearchMoves<P> {
    pub list: Vec<SearchMove>,
    kept: Vec<SavedPosition<P>>,
}

impl<P> Default for SearchMoves<P> {
    fn default() -> SearchMoves<P> {
        SearchMoves { list: Vec::new(), kept: Vec::new() }
    }
}

impl<P> SearchMoves<P> {
    pub fn clear(&mut self) {
        self.list.clear();
        self.kept.clear();
    }

    /// Converts a move to the general form from which its text is written.
    pub fn mv(&self, step: &SearchMove) -> Move {
        match step.execution {
            Execution::Packed(packed) => packed.unpacked(),
            Execution::Kept(number) => self.kept[number as usize].mv.clone(),
        }
    }

    fn keep(&mut self, mv: Move, after: Box<P>, step: SearchMove) {
        let execution = Execution::Kept(self.kept.len() as u32);
        // Bit 31 distinguishes these codes from those of packed moves, and keeps them from being zero.
        let code = rustc_hash::FxBuildHasher.hash_one(&mv) as u32 | 1 << 31;
        self.kept.push(SavedPosition { mv, after });
        self.list.push(SearchMove { code, execution, ..step });
    }
}

/// An activity of a piece on the board, for the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// A piece whose mobility is measured, with the number of its targets, and the number of squares next to the enemy
    /// royal that it attacks.
    Moves { code: PieceCode, targets: u32, near: u32 },
    /// An attack on an enemy piece that is not royal.
    Attacks { attacker: PieceCode, target: PieceCode },
    /// A piece that is attacked and not protected.
    Hangs { target: PieceCode },
}

/// A position on which moves are made and unmade. Moves must be unmade in reverse order, with the list from which
/// they were made.
pub trait PositionStack {
    /// The type of the position after a move that cannot be made in place.
    type Position;

    /// Returns the side to move.
    fn turn(&self) -> Color;
    /// Returns a hash of the position. Positions that differ only in their clocks have equal hashes.
    fn hash(&self) -> u64;
    /// Returns a hash that is equal for positions that count as repetitions. A square that was passed over makes a
    /// difference only if a piece can capture there.
    fn identity(&self) -> u64;
    /// Returns the number of plies since the clock was last reset.
    fn halfmove(&self) -> u32;
    /// Returns true if the side to move is in check.
    fn in_check(&self) -> bool;
    /// Returns true if the game has ended. Positions without legal moves are not tested.
    fn is_finished(&self) -> bool;
    /// Returns true if the side to move may have a duty, an action that it must perform before anything else.
    fn has_duty(&self) -> bool;
    /// Returns the outcome if the game has ended other than by repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns true if an ending applies, given the recurrences of the position.
    fn ends(&self, ending: &Ending, recurrence: Recurrence) -> bool;
    /// Lists the legal moves of an unfinished game. If `noisy` is true, quiet moves can be omitted.
    fn steps(&mut self, noisy: bool, steps: &mut SearchMoves<Self::Position>);
    /// Makes a move of the list.
    fn make(&mut self, steps: &mut SearchMoves<Self::Position>, step: &SearchMove);
    /// Unmakes the last move.
    fn unmake(&mut self, steps: &mut SearchMoves<Self::Position>);
    /// Makes a null move: the other side is to move.
    fn skip(&mut self);
    /// Unmakes the last null move.
    fn unskip(&mut self);
    /// Calls a function with each piece on the board.
    fn pieces(&self, each: impl FnMut(Square, PieceCode));
    /// Returns the pieces in hand and the remaining rights of a side.
    fn stock(&self, color: Color) -> Stock<'_>;
    /// Calls a function with the activities of all pieces. A game without tables has none.
    fn activity(&self, each: impl FnMut(Activity));
    /// Returns the material that a capture gains if both sides continue to capture on its square while they gain
    /// material.
    fn static_exchange(&self, step: &SearchMove, values: &[i32]) -> i32;
}

/// The stock of a side: its pieces in hand and its rights.
#[derive(Clone, Copy, Debug)]
pub struct Stock<'a> {
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
    /// Calls a function with each piece type and its number in hand.
    pub fn held(&self, each: impl FnMut((usize, u8))) {
        self.hands.of(self.color, each);
    }

    /// Calls a function with each right and the number of its remaining uses.
    pub fn rights(&self, each: impl FnMut((usize, u8))) {
        self.rights.of(self.color, each);
    }
}
