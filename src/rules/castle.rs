//! Castling: the ability of a piece, and the castlings that a board has room for.
//!
//! [`Castle`] is written in a notation and [`CastlingRule`] names squares. Both give a [`CastlingWay`], and a game
//! stores the resulting [`Castling`]s.

use super::{Origin, Zone};
use crate::base::{Board, ByColor, CastlingSet, Color, Orientation, Piece, PieceTypeId, Square};
use serde::{Deserialize, Serialize};

/// Castling with a partner near the edge of the grid. The castling piece moves `steps` along the rank, and its
/// partner moves to the square it crossed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Castle {
    /// The direction: -1 for left, 1 for right, as the owner sees it, or as White sees it on a board with mirrored
    /// sides.
    pub side: i8,
    pub steps: u8,
    /// The number of squares between the partner and the edge of the board.
    pub inset: u8,
}

impl Castle {
    /// Returns the squares of both pieces if a piece of this color on `king` has room to castle.
    pub(crate) fn way(self, board: &Board, king: Square, color: Color) -> Option<CastlingWay> {
        let viewer = viewer(board, color);
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
        Some(CastlingWay { king: (king, king_to), partner: (partner, partner_to), empty, safe })
    }
}

/// Returns the side that defines left and right: the owner of a piece, or White if the sides of the board are
/// mirrored.
fn viewer(board: &Board, color: Color) -> Color {
    if board.orientation == Orientation::Mirrored { Color::White } else { color }
}

/// The start and target squares of a castling, with its requirements.
pub(crate) struct CastlingWay {
    pub king: (Square, Square),
    pub partner: (Square, Square),
    /// The squares that must be empty.
    pub empty: Vec<Square>,
    /// The squares that must not be attacked.
    pub safe: Vec<Square>,
}

/// A castling between pieces on given squares, with fixed target squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CastlingRule {
    /// The castling piece and its partner.
    pub pieces: (PieceTypeId, PieceTypeId),
    /// The start squares. The default is those of the array.
    pub on: (Option<Zone>, Option<Zone>),
    /// The direction of the partner: -1 for left and 1 for right, as for [`Castle::side`].
    pub side: Option<i8>,
    /// The target squares of each side's pieces.
    pub to: ByColor<(Square, Square)>,
    /// True if attacks on the path do not matter.
    pub attacked: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl CastlingRule {
    /// Returns the castling of two pieces on these squares if they stand on one rank and on the required sides.
    pub(crate) fn way(
        &self,
        board: &Board,
        color: Color,
        (king, partner): (Square, Square),
    ) -> Option<CastlingWay> {
        let (king_to, partner_to) = *self.to.get(color);
        let file = |square: Square| board.cell(square).x;
        let rank = board.cell(king).y;
        let is_level = [partner, king_to, partner_to].iter().all(|square| board.cell(*square).y == rank);
        let seen = if viewer(board, color) == Color::White { 1 } else { -1 };
        let side = (file(partner) - file(king)).signum() * seen;
        if !is_level || side == 0 || self.side.is_some_and(|wanted| i32::from(wanted) != side) {
            return None;
        }
        // The squares between both ends, ends included.
        let way = |from: Square, to: Square| {
            let (one, other) = (file(from).min(file(to)), file(from).max(file(to)));
            (one..=other).map(|x| board.at(x, rank)).collect::<Option<Vec<Square>>>()
        };
        let safe = way(king, king_to)?;
        let mut empty = [safe.clone(), way(partner, partner_to)?].concat();
        empty.retain(|square| *square != king && *square != partner);
        empty.sort();
        empty.dedup();
        Some(CastlingWay { king: (king, king_to), partner: (partner, partner_to), empty, safe })
    }
}

/// One castling of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Castling {
    pub letter: char,
    pub color: Color,
    /// The castling piece and its partner.
    pub pieces: (PieceTypeId, PieceTypeId),
    pub king: (Square, Square),
    pub partner: (Square, Square),
    pub empty: Vec<Square>,
    pub safe: Vec<Square>,
    /// True if the piece can also make an ordinary move to the same square, so that the move text must distinguish
    /// them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// True if a rule about squares gives the castling, so that the move text consists of the squares of both pieces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub placed: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Castling {
    /// The maximum number of castlings in a game.
    pub(crate) const MOST: usize = CastlingSet::BITS as usize;

    /// Returns the pieces with their squares before the castling.
    pub(crate) fn stand(&self) -> [(Square, Piece); 2] {
        let Castling { color, pieces, king, partner, .. } = self;
        [(king.0, pieces.0), (partner.0, pieces.1)]
            .map(|(square, piece_type)| (square, Piece { color: *color, piece_type }))
    }

    /// Returns the second square of the move text: the target of the castling piece, or the partner's square for a
    /// rule about squares.
    pub(crate) fn target(&self) -> Square {
        if self.placed { self.partner.0 } else { self.king.1 }
    }

    /// Returns the squares of both pieces before the castling.
    pub(crate) fn squares(&self) -> (Square, Square) {
        (self.king.0, self.partner.0)
    }
}
