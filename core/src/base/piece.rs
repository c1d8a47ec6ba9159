//! Pieces and the parts of a position.
//!
//! [`Setup`] is the main type: a complete, unchecked position. [`PieceTypeId`] is an index into the piece types of a
//! game.

use super::{Bitboard, ByColor, Color, Square, SquareSet};
use serde::{Deserialize, Serialize};

/// A piece type: a piece in one of its stages, as an index into the game's list of piece types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PieceTypeId(pub u16);

impl PieceTypeId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    /// The owner.
    pub color: Color,
    /// The piece type.
    pub piece_type: PieceTypeId,
}

/// The result of a finished game, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The winner; `None` if the game is a draw.
    pub winner: Option<Color>,
    /// The name of the rule that ended the game.
    pub reason: String,
}

impl Outcome {
    /// Creates an outcome from the winner, if there is one, and the reason.
    #[doc(hidden)]
    pub fn new(winner: Option<Color>, reason: &str) -> Outcome {
        Outcome { winner, reason: reason.to_owned() }
    }
}

/// A piece that can be captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Passed {
    /// The empty squares that the piece passed on the last turn; at least one.
    pub over: SquareSet,
    /// The square of the piece.
    pub by: Square,
}

/// The pieces that the last move captured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LastCapture {
    /// The piece that made the move, as it was before the move.
    pub by: Option<Piece>,
    /// The captured pieces with the squares from which they were removed, sorted; at least one.
    pub taken: Vec<(Square, Piece)>,
}

/// The progress of a turn of several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// The number of the next move, counted from 1.
    pub number: u8,
    /// The number of moves in the turn.
    pub of: u8,
}

impl Progress {
    /// The progress of a turn that consists of one move.
    pub const SINGLE: Progress = Progress { number: 1, of: 1 };

    pub fn is_first(self) -> bool {
        self.number == 1
    }

    pub fn is_last(self) -> bool {
        self.number >= self.of
    }
}

/// A set of the castlings of a game, with one bit for each.
pub type CastlingSet = u128;

/// Returns the numbers of the castlings of a set in ascending order.
#[inline(always)]
pub fn castling_numbers(set: CastlingSet) -> impl Iterator<Item = usize> {
    // Words are faster to iterate over, and most games have no castling in the upper one.
    let (lower, upper) = (set as u64, (set >> 64) as u64);
    lower.iter().map(Square::index).chain(upper.iter().map(|number| 64 + number.index()))
}

/// An unchecked position, as a FEN describes it. Both engines can be set up from it and converted back to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The piece on each square, indexed by square. Numbers that are not squares have no piece.
    pub pieces: Vec<Option<Piece>>,
    pub turn: Color,
    /// The progress of the current turn.
    pub progress: Progress,
    /// The castlings still available.
    pub castling: CastlingSet,
    /// The pieces that can be captured en passant. If every turn has one move, there is at most one. In a longer
    /// turn, the list also contains pieces that the player has just moved, which can be captured in the
    /// opponent's turn.
    pub passed: Vec<Passed>,
    /// The pieces that have moved but stand on a starting square. They are recorded only in games whose rules depend on
    /// this and whose boards do not show it.
    pub moved: SquareSet,
    /// The number of plies since the clock was last reset.
    pub halfmove: u32,
    /// The move number. It starts at 1 and is incremented after Black's move.
    pub fullmove: u32,
    /// The remaining uses of each right, by right and side.
    pub rights: Vec<ByColor<u8>>,
    /// The number of pieces in hand, by piece type and side.
    pub hands: Vec<ByColor<u8>>,
    /// The pieces that the last move captured, as far as the rules of the game depend on them.
    pub captured: Option<LastCapture>,
    /// The outcome, if the game has ended for a reason that the board does not show.
    pub ended: Option<Outcome>,
}

impl Setup {
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square.index()).copied().flatten()
    }

    /// Puts a piece on `square`, or clears it. A piece on its starting square counts as unmoved.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.moved &= !SquareSet::bit(square);
        self.captured = None;
        // A capture en passant needs its passed square empty and its piece in place.
        self.passed.retain(|passed| passed.by != square && !passed.over.contains(square));
        if let Some(place) = self.pieces.get_mut(square.index()) {
            *place = piece;
        }
    }

    /// Iterates over the occupied squares with their pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..).map(Square).zip(&self.pieces).filter_map(|(square, piece)| Some((square, (*piece)?)))
    }
}
