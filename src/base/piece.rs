//! Pieces, and everything a position is made of.

use super::{Bitboard, ByColor, Color, Square, SquareSet};
use serde::{Deserialize, Serialize};

/// A piece type: a piece in one of its stages, as an index into the game's list of piece types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PieceTypeId(pub u16);

impl PieceTypeId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub piece_type: PieceTypeId,
}

/// How a finished game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The winner; `None` if the game was drawn.
    pub winner: Option<Color>,
    /// The name of the rule that ended it.
    pub reason: String,
}

/// A piece that may be taken en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Passed {
    /// The empty squares that it passed on the last turn; at least one.
    pub over: SquareSet,
    /// Where it stands.
    pub by: Square,
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Progress {
    /// The number of the next move, from 1.
    pub number: u8,
    /// How many moves the turn has.
    pub of: u8,
}

impl Progress {
    /// A turn of one move.
    pub(crate) const SINGLE: Progress = Progress { number: 1, of: 1 };

    pub(crate) fn is_first(self) -> bool {
        self.number == 1
    }

    pub(crate) fn is_last(self) -> bool {
        self.number >= self.of
    }
}

/// Some of a game's castlings, as a bit for each.
pub(crate) type CastlingSet = u128;

/// All that a FEN says, unchecked: plain data both engines are set up from and can be read back to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Setup {
    /// What stands on each square, by number; nothing on numbers between squares.
    pub pieces: Vec<Option<Piece>>,
    pub turn: Color,
    /// Which move of the turn is next.
    pub progress: Progress,
    /// Castlings still available.
    pub castling: CastlingSet,
    /// The pieces that may be taken en passant, and where; at most one where every turn has one move. In a longer turn those
    /// that its player has just moved are among them, for the turn after it.
    pub passed: Vec<Passed>,
    /// Pieces that have moved although they stand where they began, in games where it matters and the board does not show it.
    pub moved: SquareSet,
    /// Plies since the clock was last reset.
    pub halfmove: u32,
    /// The number of the move, from 1, counted after Black's.
    pub fullmove: u32,
    /// For each right, how often each side may still use it.
    pub rights: Vec<ByColor<u8>>,
    /// For each piece type, how many each side holds in hand.
    pub hands: Vec<ByColor<u8>>,
    /// An ending that the board itself does not show.
    pub ended: Option<Outcome>,
}

impl Setup {
    pub(crate) fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square.index()).copied().flatten()
    }

    /// Puts a piece on `square` that counts as unmoved if it begins there, or takes away what stands there.
    pub(crate) fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.moved &= !SquareSet::bit(square);
        self.passed.retain(|passed| passed.by != square && !passed.over.contains(square));
        if let Some(place) = self.pieces.get_mut(square.index()) {
            *place = piece;
        }
    }

    /// The squares that hold a piece, and the pieces.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..).map(Square).zip(&self.pieces).filter_map(|(square, piece)| Some((square, (*piece)?)))
    }
}
