//! Changes of pieces: the effects of a move on the board, as plain data.

use super::{Piece, Square};

/// The change of one piece by a move. A piece that enters the board has no place before the move, and a piece that
/// leaves the board has none after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceChange {
    /// The square and the piece before the move.
    pub before: Option<(Square, Piece)>,
    /// The square and the piece after the move.
    pub after: Option<(Square, Piece)>,
}

impl PieceChange {
    /// Returns the square and the piece before the move if the piece leaves the board.
    pub fn lost(self) -> Option<(Square, Piece)> {
        if self.after.is_none() { self.before } else { None }
    }
}
