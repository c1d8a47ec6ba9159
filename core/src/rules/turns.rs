//! Turns: who moves first, and turns of several moves.

use super::Origin;
use crate::base::{ByColor, Color, Progress};
use serde::{Deserialize, Serialize};

/// The numbers of moves per turn, in a game in which some turns have several moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turns {
    /// The number of moves in each side's turns. If turns grow, this is the length of the side's first turn.
    pub moves: ByColor<u8>,
    /// The number of moves in the first turn of the game, if it is different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// The number of moves by which each turn exceeds the opponent's previous turn.
    pub more: u8,
    /// True if giving check ends the turn.
    pub check_ends: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Turns {
    /// The maximum number of moves in a turn.
    pub const MAX: u8 = 100;

    /// Returns the progress at the start of the game if this side begins.
    pub fn first(&self, side: Color) -> Progress {
        Progress { number: 1, of: self.first.unwrap_or(*self.moves.get(side)) }
    }

    /// Returns the turn of a side at this move number in a game that the side `first` begins, assuming that all
    /// previous turns had their regular length.
    /// The result is not valid for the first turn of the game.
    pub fn due(&self, side: Color, fullmove: u32, first: Color) -> Progress {
        // This is the number of turns that both sides have completed.
        let half_moves = |color| u64::from(color == Color::Black);
        let before =
            (2 * u64::from(fullmove.saturating_sub(1)) + half_moves(side)).saturating_sub(half_moves(first));
        let all = u64::from(*self.moves.get(side)).saturating_add(before * u64::from(self.more));
        Progress { number: 1, of: u8::try_from(all).map_or(Turns::MAX, |of| of.min(Turns::MAX)) }
    }

    /// Returns the side to move after a move of `player`, with the progress of its turn.
    pub fn next(&self, player: Color, now: Progress, gives_check: bool) -> (Color, Progress) {
        if now.number < now.of && !(self.check_ends && gives_check) {
            return (player, Progress { number: now.number + 1, ..now });
        }
        let other = player.other();
        match self.more {
            0 => (other, Progress { number: 1, of: *self.moves.get(other) }),
            more => (other, Progress { number: 1, of: now.of.saturating_add(more).min(Turns::MAX) }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    White,
    Black,
    /// The first player is drawn at random at the start of a game. Rules and positions are not affected.
    Dice,
}

impl First {
    /// Returns the side to move in the start position.
    pub fn side(self) -> Color {
        match self {
            First::White | First::Dice => Color::White,
            First::Black => Color::Black,
        }
    }
}
