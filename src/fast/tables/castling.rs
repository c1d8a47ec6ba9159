//! Castlings as sets of squares.

use crate::base::{CastlingSet, Color, Square};

/// One way to castle.
#[derive(Clone, Debug)]
pub(crate) struct CompiledCastling<B> {
    pub color: Color,
    /// The squares of the two pieces.
    pub pieces: B,
    /// The square of the piece that castles, and the one that its move names.
    pub ends: (Square, Square),
    /// The squares that must be empty.
    pub empty: B,
    /// The squares on which the piece that castles may not be attacked.
    pub safe: B,
    /// True if it is as safe in the end as on its way: it comes to one of these squares, and its partner leaves no square
    /// that may lie between that and an attacker whose paths tables hold.
    pub sheltered: bool,
    /// Other paths of which only one is a move, one bit for each.
    pub twins: CastlingSet,
}
