//! Classes: piece types that move, attack and are attacked alike share one bitboard, whatever else tells them apart.

use super::piece_info::Arrives;
use super::shifts::Shifts;
use crate::base::Bitboard;
use crate::rules::Condition;

/// Pieces of one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class<B> {
    /// True if they are royal.
    pub royal: bool,
    /// By color and whether the piece leads its side: how they move, as an index into the attack tables.
    pub moves: [[usize; 2]; 2],
    /// The same for a piece that has moved although it stands where it began.
    pub moves_again: [[usize; 2]; 2],
    /// True if that makes a difference.
    pub returns: bool,
    /// By color: how they capture royals alone, if they do that otherwise.
    pub royal_captures: [Option<usize>; 2],
    /// True if some of their paths are open only under conditions.
    pub conditional: bool,
    /// Such paths, if they are all open under one condition; others are followed step by step.
    pub limited: Option<Limited>,
    /// True if some of their paths begin with a capture and continue.
    pub double_captures: bool,
    /// True if some of their paths end where they began.
    pub null_moves: bool,
    /// True if they have such paths, or others that are open under conditions, or captures of royals alone.
    pub uncommon: bool,
    /// By color: what they attack.
    pub attacks: [usize; 2],
    /// By color and whether the piece leads: squares where they cannot be captured.
    pub immune: [[B; 2]; 2],
    /// Their steps by color, if they move all at once.
    pub shifts: [Option<Shifts<B>>; 2],
    /// By color: the steps of their attacks, where they can be looked at all at once.
    pub attack_shifts: [Option<Shifts<B>>; 2],
    /// By color: from where something may happen to some piece type of the class where it goes, by itself as well and by rules
    /// about arrivals only.
    pub arrives: [[Arrives<B>; 2]; 2],
    /// By color: where the table of squares between begins that holds its lines.
    pub layer: [usize; 2],
}

/// Ways that are open under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limited {
    pub when: Condition,
    /// True if they are others once the piece has moved and come home.
    pub fresh: bool,
    /// By color and whether the piece leads its side, as an index into the attack tables.
    pub tables: [[usize; 2]; 2],
}

impl<B: Bitboard> Class<B> {
    /// All paths of moving of one side.
    pub(crate) fn tables(&self, side: usize) -> impl Iterator<Item = usize> {
        self.moves[side].into_iter().chain(self.moves_again[side])
    }
}
