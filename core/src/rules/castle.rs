//! Castling: the notation for a piece, the rule about squares, and the castlings of a game.
//!
//! [`Castle`] comes from the notation of a piece, and [`CastlingRule`] names squares. Both produce a
//! [`CastlingPath`], and a game stores the resulting [`Castling`]s.

use super::{Condition, Origin, Zone};
use crate::base::{Board, ByColor, CastlingSet, Color, Orientation, Piece, PieceTypeId, Square};
use serde::{Deserialize, Serialize};

/// Castling with a partner near the edge of the grid. The castling piece moves `steps` along its rank, and the
/// partner moves to the last square that the castling piece crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Castle {
    /// The direction: -1 for left and 1 for right, as the owner sees it. On a board with mirrored sides, it is as
    /// White sees it.
    pub side: i8,
    pub steps: u8,
    /// The number of squares between the partner and the edge of the board.
    pub inset: u8,
}

impl Castle {
    /// Returns the squares of the castling if a piece of this color on `king` has room for it.
    pub fn way(self, board: &Board, king: Square, color: Color) -> Option<CastlingPath> {
        let viewer = viewer(board, color);
        let file = |square: Square| board.cell(square).x;
        // Castling does not cross the edge, also if the edges are joined.
        let step = |distance: i32| board.step(king, (i32::from(self.side) * distance, 0), viewer);
        let direction = (file(step(1)?) - file(king)).signum();
        let along =
            |distance: i32| step(distance).filter(|at| file(*at) - file(king) == direction * distance);
        // The partner is counted from the last square of the grid before a hole or an edge.
        let edge = (1..=board.width).take_while(|d| along(*d).is_some_and(|s| board.is_on_grid(s))).last()?;
        let reach = edge - i32::from(self.inset);
        let partner = along(reach)?;
        let steps = i32::from(self.steps);
        if steps < 1 || reach <= 0 {
            return None;
        }
        let (king_to, partner_to) = (along(steps)?, along(steps - 1)?);
        let mut empty: Vec<Square> = (1..=reach.max(steps))
            // The squares up to the partner must be empty, and those up to the target if it lies beyond the
            // partner.
            .filter(|distance| *distance < reach || *distance <= steps)
            .filter_map(along)
            .chain([king_to, partner_to])
            .filter(|square| *square != king && *square != partner)
            .collect();
        empty.sort();
        empty.dedup();
        // The origin is included, because a piece in check may not castle.
        let safe = (0..=steps).filter_map(along).collect();
        Some(CastlingPath { king: (king, king_to), partner: (partner, partner_to), empty, safe })
    }
}

/// Returns the side whose view defines left and right: the owner of a piece, or White if the board is mirrored.
fn viewer(board: &Board, color: Color) -> Color {
    if board.orientation == Orientation::Mirrored { Color::White } else { color }
}

/// The start and target squares of a castling, with the requirements on other squares.
pub struct CastlingPath {
    pub king: (Square, Square),
    pub partner: (Square, Square),
    /// The squares that must be empty.
    pub empty: Vec<Square>,
    /// The squares that must not be attacked.
    pub safe: Vec<Square>,
}

/// A rule that permits castling between pieces on given squares, with fixed target squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CastlingRule {
    /// The castling piece and its partner.
    pub pieces: (PieceTypeId, PieceTypeId),
    /// The start squares of both pieces. The default is their squares in the array.
    pub on: (Option<Zone>, Option<Zone>),
    /// The direction from the castling piece to its partner: -1 for left and 1 for right, as in [`Castle::side`].
    pub side: Option<i8>,
    /// The target squares of both pieces, for each side.
    pub to: ByColor<(Square, Square)>,
    /// True if the castling is legal even if squares on the path are attacked.
    pub attacked: bool,
    /// The condition that must hold for the owner before the castling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(skip)]
    pub origin: Origin,
}

impl CastlingRule {
    /// Returns the squares of a castling by pieces on the given squares, if these are on one rank and in the
    /// required order.
    pub fn way(
        &self,
        board: &Board,
        color: Color,
        (king, partner): (Square, Square),
    ) -> Option<CastlingPath> {
        let (king_to, partner_to) = *self.to.get(color);
        let file = |square: Square| board.cell(square).x;
        let rank = board.cell(king).y;
        let is_level = [partner, king_to, partner_to].iter().all(|square| board.cell(*square).y == rank);
        // This sign converts a direction on the board to one that the viewer sees.
        let seen = if viewer(board, color) == Color::White { 1 } else { -1 };
        let side = (file(partner) - file(king)).signum() * seen;
        if !is_level
            || king_to == partner_to
            || side == 0
            || self.side.is_some_and(|wanted| i32::from(wanted) != side)
        {
            return None;
        }
        // The squares from one end to the other, both included.
        let way = |from: Square, to: Square| {
            let (one, other) = (file(from).min(file(to)), file(from).max(file(to)));
            (one..=other).map(|x| board.at(x, rank)).collect::<Option<Vec<Square>>>()
        };
        let safe = way(king, king_to)?;
        let mut empty = [safe.clone(), way(partner, partner_to)?].concat();
        empty.retain(|square| *square != king && *square != partner);
        empty.sort();
        empty.dedup();
        Some(CastlingPath { king: (king, king_to), partner: (partner, partner_to), empty, safe })
    }
}

/// One castling of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Castling {
    pub letter: char,
    pub color: Color,
    /// The types of the castling piece and its partner.
    pub pieces: (PieceTypeId, PieceTypeId),
    pub king: (Square, Square),
    pub partner: (Square, Square),
    pub empty: Vec<Square>,
    pub safe: Vec<Square>,
    /// The condition that must hold for the owner before the castling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// True if the piece can also make an ordinary move to the same square, so that the move text must
    /// distinguish the two.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// True if the castling comes from a rule about squares, so that the move text consists of the squares of
    /// both pieces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub placed: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Castling {
    /// The maximum number of castlings in a game.
    pub const MAX: usize = CastlingSet::BITS as usize;

    /// Returns both pieces with their squares before the castling.
    pub fn stand(&self) -> [(Square, Piece); 2] {
        let Castling { color, pieces, king, partner, .. } = self;
        [(king.0, pieces.0), (partner.0, pieces.1)]
            .map(|(square, piece_type)| (square, Piece { color: *color, piece_type }))
    }

    /// Returns the second square of the move text: the target of the castling piece, or the partner's square for a
    /// rule about squares.
    pub fn target(&self) -> Square {
        if self.placed { self.partner.0 } else { self.king.1 }
    }

    /// Returns the squares of both pieces before the castling.
    pub fn squares(&self) -> (Square, Square) {
        (self.king.0, self.partner.0)
    }
}
