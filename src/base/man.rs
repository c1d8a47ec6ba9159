//! Men, and everything a position is made of.

use super::{ByColor, Color, Square};
use serde::{Deserialize, Serialize};

/// A kind of man: a piece in one of its stages, as an index into the game's list of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KindId(pub u16);

impl KindId {
    /// The index into the game's kinds.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: KindId,
}

/// How a finished game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody if it was drawn.
    pub winner: Option<Color>,
    /// The name of the rule that ended it.
    pub reason: String,
}

/// All that a FEN says, unchecked: plain data both engines are set up from and can be read back to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands on each square of the board.
    pub men: Vec<Option<Man>>,
    /// Whose turn it is.
    pub turn: Color,
    /// Castlings still to be had, as a bit for each of the game's castlings.
    pub castling: u32,
    /// Squares passed on the last turn by a man that may be taken en passant, in order.
    pub passed: Vec<Square>,
    /// Plies since the clock was last reset.
    pub halfmove: u32,
    /// The number of the move, from 1, counted after Black's.
    pub fullmove: u32,
    /// For each right, how often each side may still use it.
    pub rights: Vec<ByColor<u8>>,
    /// For each kind, how many each side holds in hand.
    pub hands: Vec<ByColor<u8>>,
    /// An ending that the board itself does not show.
    pub ended: Option<Outcome>,
}

impl Setup {
    /// What stands on `square`.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men.get(square.index()).copied().flatten()
    }

    /// The squares that hold a man, and the men.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        (0..=255u8).map(Square).zip(&self.men).filter_map(|(square, man)| Some((square, (*man)?)))
    }
}
