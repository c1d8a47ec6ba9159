//! Which pieces a filter matches.

use super::Rules;
use crate::base::{Color, Piece, Setup, Square, SquareSet};
use crate::rules::{PieceFilter, Threat};

impl Rules<'_> {
    /// Whether `pieces`, spoken of by `player`, matches the `piece` on `square`.
    pub(super) fn matches(
        &self,
        pieces: &PieceFilter,
        setup: &Setup,
        square: Square,
        piece: Piece,
        player: Color,
    ) -> bool {
        match pieces {
            PieceFilter::All => true,
            PieceFilter::Own => piece.color == player,
            PieceFilter::Enemy => piece.color != player,
            PieceFilter::Royal => self.rank(piece).is_some(),
            PieceFilter::Leader => {
                self.rank(piece).is_some() && self.rank(piece) == self.highest(setup, piece.color)
            }
            PieceFilter::PieceTypes(piece_types) => piece_types.contains(&piece.piece_type),
            PieceFilter::In(zone) => zone.squares.get(piece.color).contains(square),
            PieceFilter::Not(other) => !self.matches(other, setup, square, piece, player),
            PieceFilter::Every(all) => {
                all.iter().all(|pieces| self.matches(pieces, setup, square, piece, player))
            }
            PieceFilter::AnyOf(any) => {
                any.iter().any(|pieces| self.matches(pieces, setup, square, piece, player))
            }
        }
    }

    /// The pieces on the board that a filter matches.
    pub(super) fn select(&self, pieces: &PieceFilter, setup: &Setup, player: Color) -> Vec<(Square, Piece)> {
        setup
            .pieces()
            .filter(|(square, piece)| self.matches(pieces, setup, *square, *piece, player))
            .collect()
    }

    /// The rank of a royal, 1 the highest; nothing for a common piece.
    pub(super) fn rank(&self, piece: Piece) -> Option<u8> {
        self.variant.piece_type(piece.piece_type).royal
    }

    fn highest(&self, setup: &Setup, color: Color) -> Option<u8> {
        setup
            .pieces()
            .filter(|(_, piece)| piece.color == color)
            .filter_map(|(_, piece)| self.rank(piece))
            .min()
    }

    /// The squares of a side's royals.
    pub(super) fn royals(&self, setup: &Setup, color: Color) -> SquareSet {
        setup
            .pieces()
            .filter(|(_, piece)| piece.color == color && self.rank(*piece).is_some())
            .map(|(square, _)| square)
            .collect()
    }

    /// The squares of a side's leaders.
    pub(super) fn leaders(&self, setup: &Setup, color: Color) -> SquareSet {
        let highest = self.highest(setup, color);
        self.royals(setup, color)
            .iter()
            .filter(|square| setup.piece(*square).and_then(|piece| self.rank(piece)) == highest)
            .collect()
    }

    /// Whether something cannot be done to the piece on `square`.
    pub(super) fn is_immune(&self, setup: &Setup, square: Square, threat: Threat) -> bool {
        setup.piece(square).is_some_and(|piece| {
            self.variant.immunities.iter().any(|immunity| {
                immunity.to.contains(&threat)
                    && self.matches(&immunity.pieces, setup, square, piece, piece.color)
            })
        })
    }

    /// Whether `piece` may come to stand on `square` by a move or a rule.
    pub(super) fn is_admitted(
        &self,
        setup: &Setup,
        piece: Piece,
        from: Option<Square>,
        square: Square,
    ) -> bool {
        let stays = &self.variant.piece_type(piece.piece_type).stays;
        if stays.as_ref().is_some_and(|zone| !zone.squares.get(piece.color).contains(square)) {
            return false;
        }
        let mut closed = false;
        for admission in &self.variant.admissions {
            if !admission.zone.squares.get(piece.color).contains(square) {
                continue;
            }
            // The filter looks at the piece where it stands; one from the hand stands nowhere yet.
            if self.matches(&admission.pieces, setup, from.unwrap_or(square), piece, piece.color) {
                return true;
            }
            closed = true;
        }
        !closed
    }
}
