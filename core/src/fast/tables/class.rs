//! Classes of piece types. Piece types that move, attack, and can be attacked alike share one class and its bitboard,
//! even if they differ in other properties.

use super::piece_info::Arrives;
use super::shifts::Shifts;
use crate::base::Bitboard;
use crate::rules::Condition;

/// The moves and attacks of the pieces of one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class<B> {
    /// True if the pieces are royal.
    pub royal: bool,
    /// The indices of the attack tables for moves, by color and by whether the piece leads its side.
    pub moves: [[usize; 2]; 2],
    /// The indices of the attack tables for moves of a piece that has moved, although it is on a home square.
    pub moves_again: [[usize; 2]; 2],
    /// True if `moves_again` differs from `moves`.
    pub returns: bool,
    /// The indices of the attack tables for captures of royals only, by color.
    pub royal_captures: [Option<usize>; 2],
    /// True if some paths are open only under a condition.
    pub conditional: bool,
    /// The conditional paths, if all have the same condition. The slow path handles all others.
    pub limited: Option<Limited>,
    /// True if some paths continue after a capture.
    pub double_captures: bool,
    /// True if some paths end on their origin.
    pub null_moves: bool,
    /// True if the class has conditional paths, double captures, null moves, or captures of royals only.
    pub uncommon: bool,
    /// The indices of the attack tables for attacks, by color.
    pub attacks: [usize; 2],
    /// The squares on which the pieces cannot be captured, by color and by whether the piece leads its side.
    pub immune: [[B; 2]; 2],
    /// The steps of the class by color, if all its pieces are moved at once.
    pub shifts: [Option<Shifts<B>>; 2],
    /// The steps of the attacks by color, if all attacks are computed at once.
    pub attack_shifts: [Option<Shifts<B>>; 2],
    /// The squares from which a move can have an effect on arrival, by color: first with automatic effects, then
    /// without them.
    pub arrives: [[Arrives<B>; 2]; 2],
    /// The start of the layer of the [`Between`](super::Between) table that holds the lines of the class, by color.
    pub layer: [usize; 2],
}

/// The paths that are open under one condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limited {
    pub when: Condition,
    /// True if the paths change after the piece has moved and come back to a home square.
    pub fresh: bool,
    /// The indices of the attack tables, by color and by whether the piece leads its side.
    pub tables: [[usize; 2]; 2],
}

impl<B: Bitboard> Class<B> {
    /// Returns the indices of all attack tables for moves of one side.
    pub fn tables(&self, side: usize) -> impl Iterator<Item = usize> {
        self.moves[side].into_iter().chain(self.moves_again[side])
    }
}
