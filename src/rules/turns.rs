//! How many moves a player makes in a row.

use super::Origin;
use crate::base::{ByColor, Color, Progress};
use serde::{Deserialize, Serialize};

/// How many moves make a turn, in a game in which some turns have several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turns {
    /// The moves of each side's turns; of the first turn of all where turns grow.
    pub moves: ByColor<u8>,
    /// The moves of the first turn of the game, if it has another number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// By how many moves each turn is longer than the one before, which is the opponent's.
    pub more: u8,
    /// Whether a check ends the turn in which it is given.
    pub check_ends: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Turns {
    /// The most moves that a turn can have.
    pub(crate) const MOST: u8 = 100;

    /// The first turn of the game, if it is this side's.
    pub(crate) fn first(&self, side: Color) -> Progress {
        Progress { number: 1, of: self.first.unwrap_or(*self.moves.get(side)) }
    }

    /// The turn that a side has with the move of this number, the first of the game apart, if turns passed in the usual way.
    pub(crate) fn due(&self, side: Color, fullmove: u32) -> Progress {
        let before = 2 * u64::from(fullmove.saturating_sub(1)) + u64::from(side == Color::Black);
        let all = u64::from(*self.moves.get(side)).saturating_add(before * u64::from(self.more));
        Progress { number: 1, of: u8::try_from(all).map_or(Turns::MOST, |of| of.min(Turns::MOST)) }
    }

    /// Who moves after a move of the `player`, and which move of the turn that is.
    pub(crate) fn next(&self, player: Color, now: Progress, gives_check: bool) -> (Color, Progress) {
        if now.number < now.of && !(self.check_ends && gives_check) {
            return (player, Progress { number: now.number + 1, ..now });
        }
        let other = player.other();
        match self.more {
            0 => (other, Progress { number: 1, of: *self.moves.get(other) }),
            more => (other, Progress { number: 1, of: now.of.saturating_add(more).min(Turns::MOST) }),
        }
    }
}
