//! Draws that hold only while pieces stand on squares of one shade.

use super::{Material, MaterialSearch};
use crate::base::{Bitboard, Piece, PieceTypeId, Setup, Square, SquareSet};
use crate::rules::{Effect, Moves};

impl MaterialSearch<'_> {
    /// Returns true if all pieces of the shaded types stand on squares of one shade, and those of the other types do not.
    pub(super) fn is_shaded(&self, setup: &Setup) -> bool {
        let shades = self.shades();
        let squares = |types: &[PieceTypeId]| -> SquareSet {
            let of_types = setup.pieces().filter(|(_, piece)| types.contains(&piece.piece_type));
            of_types.map(|(square, _)| square).collect()
        };
        let is_alike = |squares: SquareSet| shades.iter().any(|shade| (squares & !*shade).is_empty());
        let apart = squares(self.apart);
        is_alike(squares(self.shaded)) && (apart.count() < 2 || !is_alike(apart))
    }

    /// Returns the shaded types of which there is more than one piece, so that their squares matter, and then those that
    /// stand on squares of different shades.
    pub(super) fn shaded_pairs(&self, material: &Material) -> [Vec<PieceTypeId>; 2] {
        let number = |id: PieceTypeId| material.pieces().filter(|piece| piece.piece_type == id).count();
        [self.shaded, self.apart].map(|types| types.iter().copied().filter(|id| number(*id) > 1).collect())
    }

    /// Returns the squares of each shade.
    pub(super) fn shades(&self) -> [SquareSet; 2] {
        let board = &self.engine.variant().board;
        let is_light = |square: &Square| (board.cell(*square).x + board.cell(*square).y).rem_euclid(2) == 0;
        let light: SquareSet = board.squares().filter(is_light).collect();
        [light, board.squares().collect::<SquareSet>() & !light]
    }

    /// Returns true if no move with these pieces brings one of the shaded types to the other shade.
    pub(super) fn keeps_shades(&self, material: &Material) -> bool {
        let variant = self.engine.variant();
        let shades = self.shades();
        let moves_others = |moves: &Moves| {
            let mut edges = moves.automaton.states.iter().flat_map(|state| &state.edges);
            edges.any(|edge| edge.unload || edge.effect == Effect::Induce)
        };
        let keeps_shade = |piece: Piece, moves: &Moves| {
            let ends = |square| moves.automaton.ends(&variant.board, square, piece.color);
            let is_kept =
                |shade: &SquareSet, square| !shade.contains(square) || (ends(square) & !*shade).is_empty();
            (self.squares)(piece).iter().all(|square| shades.iter().all(|shade| is_kept(shade, square)))
        };
        variant.actions.is_empty()
            && material.pieces().all(|piece| {
                let own = variant.piece_type(piece.piece_type);
                let is_shaded = self.shaded.contains(&piece.piece_type);
                own.arrivals.is_empty()
                    && own.moves.iter().all(|moves| !moves_others(moves))
                    && (!is_shaded || own.moves.iter().all(|moves| keeps_shade(piece, moves)))
            })
    }
}
