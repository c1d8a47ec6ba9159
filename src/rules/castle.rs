//! Castling, as a piece may do it and as a board has room for it.

use super::{Origin, Zone};
use crate::base::{Board, ByColor, CastlingSet, Color, Orientation, Piece, PieceTypeId, Square};
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
    /// Where both pieces go if a piece of this color stands on `king`, if the board has room for it.
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

/// Who says what is left and right: the owner of a piece, White where the sides of the board are mirrored.
fn viewer(board: &Board, color: Color) -> Color {
    if board.orientation == Orientation::Mirrored { Color::White } else { color }
}

/// From where to where the pieces of a castling go, and what that requires.
pub(crate) struct CastlingWay {
    pub king: (Square, Square),
    pub partner: (Square, Square),
    /// The squares that must be empty.
    pub empty: Vec<Square>,
    /// The squares that must not be attacked.
    pub safe: Vec<Square>,
}

/// Castling between pieces on some squares, to the same squares wherever they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CastlingRule {
    /// The piece that castles, and its partner.
    pub pieces: (PieceTypeId, PieceTypeId),
    /// Where they stand; where they stand in the array, if nothing is said.
    pub on: (Option<Zone>, Option<Zone>),
    /// -1 if the partner is to the left, 1 if it is to the right, as for [`Castle::side`].
    pub side: Option<i8>,
    /// Where each side's pieces come to stand.
    pub to: ByColor<(Square, Square)>,
    /// Whether attacks on the way do not matter.
    pub attacked: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl CastlingRule {
    /// The castling of two pieces on these squares, if they stand in one rank as the rule says.
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
        // Both ends and what lies between.
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

/// One way to castle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Castling {
    pub letter: char,
    pub color: Color,
    /// The piece that castles, and its partner.
    pub pieces: (PieceTypeId, PieceTypeId),
    pub king: (Square, Square),
    pub partner: (Square, Square),
    pub empty: Vec<Square>,
    pub safe: Vec<Square>,
    /// Whether the piece can also go there without castling, so that the text of the move must say which it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// Whether it is by a rule about squares, so that the text of the move is the squares of the two pieces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub placed: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Castling {
    /// No game has more.
    pub(crate) const MOST: usize = CastlingSet::BITS as usize;

    /// The pieces, and where they stand before.
    pub(crate) fn stand(&self) -> [(Square, Piece); 2] {
        let Castling { color, pieces, king, partner, .. } = self;
        [(king.0, pieces.0), (partner.0, pieces.1)]
            .map(|(square, piece_type)| (square, Piece { color: *color, piece_type }))
    }

    /// The square that the text of the move names: where the piece goes, or, by a rule about squares, where its partner stands.
    pub(crate) fn target(&self) -> Square {
        if self.placed { self.partner.0 } else { self.king.1 }
    }

    /// The squares of the two pieces before.
    pub(crate) fn squares(&self) -> (Square, Square) {
        (self.king.0, self.partner.0)
    }
}
