//! Compiled rules by which ordinary moves count up or down a right.

use crate::rules::Condition;

/// A rule by which every move of a piece, except castling and actions, changes the uses of a right of the mover. Such
/// moves can be packed, because the rule depends on nothing but rights.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The number of the right.
    pub right: usize,
    /// The maximum number of uses.
    pub most: u8,
    pub change: TallyChange,
    /// The condition that must hold for the mover. It depends on nothing but rights.
    pub when: Option<Condition>,
    /// A right of which the mover must have uses for the condition to hold.
    pub needs: Option<usize>,
}

/// The rights of a game that change with ordinary moves, and those that are clocks.
#[derive(Clone, Debug)]
pub struct RightTables {
    /// The numbers of the rights that are regained.
    pub regained: Vec<usize>,
    /// The rules by which ordinary moves change rights.
    pub tallies: Vec<Tally>,
    /// True if there are regained rights or tallies.
    pub change: bool,
    /// The numbers of the rights that are clocks, which the hash does not contain.
    pub clocks: Vec<usize>,
}

/// The change of a right by a [`Tally`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TallyChange {
    Gain,
    Use,
    Lose,
}

impl Tally {
    /// The maximum number of tallies of a game.
    pub const MAX: usize = 4;

    /// Returns the number of uses after a move.
    pub fn after(&self, uses: u8) -> u8 {
        match self.change {
            TallyChange::Gain => uses.saturating_add(1).min(self.most),
            TallyChange::Use => uses.saturating_sub(1),
            TallyChange::Lose => 0,
        }
    }
}
