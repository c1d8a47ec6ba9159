//! Games whose sides differ, so that the same pieces of White and of Black need not have the same answer.

use super::MaterialSearch;
use crate::base::{Color, Piece, Square};
use crate::rules::{Fact, Mention, Zone};

impl MaterialSearch<'_> {
    /// Returns true if the two sides differ in the squares of a piece or of a rule, as each side sees the board, or if a rule
    /// names a side.
    pub(super) fn has_uneven_sides(&self) -> bool {
        let variant = self.engine.variant();
        let board = &variant.board;
        let is_uneven_piece = |piece_type| {
            let [white, black] = Color::ALL.map(|color| (self.squares)(Piece { color, piece_type }));
            board.relative(white, Color::Black) != black
        };
        let is_uneven_zone = |zone: &Zone| {
            let has_counterpart = |square: Square| {
                let other = board.flip(square);
                other.is_some_and(|other| zone.holds(square, Color::White) == zone.holds(other, Color::Black))
            };
            !board.squares().all(has_counterpart)
        };
        let mut is_uneven = variant.piece_type_ids().any(|(id, _)| is_uneven_piece(id));
        for part in variant.rules().iter().flat_map(|rule| rule.parts()) {
            part.filler.mentions(&mut |mention| {
                is_uneven |= matches!(mention, Mention::Zone(zone) if is_uneven_zone(zone));
            });
            let names_side = |fact: &Fact| matches!(fact, Fact::ToMove(_));
            is_uneven |= part.filler.condition().is_some_and(|when| when.leaves().any(names_side));
        }
        is_uneven
    }
}
