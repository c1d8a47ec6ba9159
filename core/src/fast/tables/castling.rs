//! Compiled castlings.

use crate::base::{CastlingSet, Square};

/// A castling as sets of squares.
#[derive(Clone, Debug)]
pub struct CompiledCastling<B> {
    /// The squares of the two pieces.
    pub pieces: B,
    /// The origin of the castling piece, and the target that the move names.
    pub ends: (Square, Square),
    /// The squares on which the castling piece must not be attacked.
    pub safe: B,
    /// True if the final position needs no test: the castling piece ends on one of the `safe` squares, and the
    /// partner leaves no square between that square and a tabled attacker.
    pub sheltered: bool,
    /// The other castlings with the same squares of the castling piece, one bit for each. Only one of them is
    /// generated.
    pub twins: CastlingSet,
}
