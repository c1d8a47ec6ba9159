//! Castling, as a piece may do it and as a board has room for it.

use super::Origin;
use crate::base::{Board, Color, Orientation, Square};
use serde::{Deserialize, Serialize};

/// Castling with a piece of the array's edge: it moves `steps` along the rank, its partner to the square it crossed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Castle {
    /// -1 to the left, 1 to the right, as the owner sees it; as White sees it on a board whose sides are mirrored.
    pub side: i8,
    pub steps: u8,
    /// How many squares in from the edge of the board its partner stands.
    pub inset: u8,
}

impl Castle {
    /// The castling, yet without a letter and an origin, of a piece of this color that stands on `king`, if the board has room for it.
    pub(crate) fn way(self, board: &Board, king: Square, color: Color) -> Option<Castling> {
        let viewer = if board.orientation == Orientation::Mirrored { Color::White } else { color };
        let along = |distance: i32| board.step(king, (i32::from(self.side) * distance, 0), viewer);
        let grid = board.grid();
        let edge = (1..=board.width).take_while(|d| along(*d).is_some_and(|s| grid.contains(s))).last()?;
        let reach = edge - i32::from(self.inset);
        let partner = along(reach)?;
        let steps = i32::from(self.steps);
        if steps < 1 || reach <= 0 {
            return None;
        }
        let (king_to, partner_to) = (along(steps)?, along(steps - 1)?);
        let mut empty: Vec<Square> = (1..=reach.max(steps))
            .filter(|distance| *distance < reach || *distance <= steps)
            .filter_map(along)
            .chain([king_to, partner_to])
            .filter(|square| *square != king && *square != partner)
            .collect();
        empty.sort();
        empty.dedup();
        let safe = (0..=steps).filter_map(along).collect();
        let (king, partner) = ((king, king_to), (partner, partner_to));
        Some(Castling {
            letter: ' ',
            color,
            king,
            partner,
            empty,
            safe,
            named: false,
            origin: Origin::default(),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Castling {
    pub letter: char,
    pub color: Color,
    pub king: (Square, Square),
    pub partner: (Square, Square),
    pub empty: Vec<Square>,
    pub safe: Vec<Square>,
    /// Whether the piece can also go there without castling, so that the text of the move must say which it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    #[serde(skip)]
    pub origin: Origin,
}
