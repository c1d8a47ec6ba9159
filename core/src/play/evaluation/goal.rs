//! Goals: squares on which a piece ends the game.
//!
//! A [`Goal`] combines piece types, squares, and a result. Goals come from end conditions on pieces in a zone, and
//! from arrivals that end the game. The evaluation rewards progress toward them.

use crate::base::{ByColor, Color, PieceTypeId, Result, SquareSet};
use crate::rules::{Consequence, Fact, Formula, PieceFilter, PieceTest, Variant, Zone};
use serde::Serialize;

/// A set of squares on which a piece of some type ends the game.
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    pub piece_types: Vec<PieceTypeId>,
    /// The name of the zone.
    pub name: String,
    #[serde(skip)]
    pub squares: ByColor<SquareSet>,
    /// The result for the owner of the piece.
    pub result: Result,
}

/// Returns the goals of all rules of a game.
pub(super) fn all(variant: &Variant) -> Vec<Goal> {
    let mut goals = Vec::new();
    for ending in &variant.endings {
        if let (Some(when), Some(result)) = (ending.condition(), ending.result.for_player()) {
            let counts = when.leaves().filter_map(Fact::count).filter(|count| count.needs_piece());
            goals.extend(counts.filter_map(|count| of_filter(variant, &count.pieces, result)));
        }
    }
    for (id, piece_type) in variant.piece_type_ids() {
        for arrival in &piece_type.arrivals {
            goals.extend(arrival.then.iter().find_map(Consequence::ends).map(|result| Goal {
                piece_types: vec![id],
                name: arrival.zone.name.clone(),
                squares: arrival.zone.squares,
                result,
            }));
        }
    }
    goals
}

/// Returns the zone of a filter that only tests the square.
fn zone_of(filter: &PieceFilter) -> Option<&Zone> {
    filter.leaf().and_then(PieceTest::zone)
}

/// Returns the goal of a condition on pieces in a zone. The result is from the point of view of the side to move.
fn of_filter(variant: &Variant, filter: &PieceFilter, result: Result) -> Option<Goal> {
    let Formula::Every(parts) = filter else { return None };
    let zone = parts.iter().find_map(zone_of)?;
    let rest = Formula::Every(parts.iter().filter(|part| zone_of(part).is_none()).cloned().collect());
    let matches = |id: PieceTypeId, color| {
        let piece = crate::base::Piece { color, piece_type: id };
        crate::rules::SomePiece { variant, piece, squares: None }.might_be(&rest, Color::White)
    };
    let ids = || variant.piece_type_ids().map(|(id, _)| id);
    let (own, enemy): (Vec<_>, Vec<_>) = (
        ids().filter(|id| matches(*id, Color::White)).collect(),
        ids().filter(|id| matches(*id, Color::Black)).collect(),
    );
    let result = match (own.is_empty(), result) {
        (true, Result::Win) => Result::Loss,
        (true, Result::Loss) => Result::Win,
        (_, result) => result,
    };
    let piece_types = if own.is_empty() { enemy } else { own };
    Some(Goal { piece_types, name: zone.name.clone(), squares: zone.squares, result })
}
