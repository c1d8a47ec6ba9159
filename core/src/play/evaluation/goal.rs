//! Goals: squares on which a piece ends the game.
//!
//! A [`Goal`] combines piece types, squares, and a result. Goals come from end conditions on pieces in a zone, and
//! from arrivals that end the game. The evaluation rewards progress toward them.

use crate::base::{ByColor, Color, PieceTypeId, Result, SquareSet};
use crate::rules::{Compare, Condition, Consequence, PieceFilter, Trigger, Variant};
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
        if let Trigger::When(when) = &ending.trigger {
            let filters = when.parts().into_iter().filter_map(|part| {
                let Condition::Count { pieces, is, number: 1.. } = part else { return None };
                (*is != Compare::AtMost).then_some(pieces)
            });
            goals.extend(filters.filter_map(|filter| of_filter(variant, filter, ending.result)));
        }
    }
    for (id, piece_type) in variant.piece_type_ids() {
        for arrival in &piece_type.arrivals {
            let ends = |then: &Consequence| {
                if let Consequence::End { result, .. } = then { Some(*result) } else { None }
            };
            goals.extend(arrival.then.iter().find_map(ends).map(|result| Goal {
                piece_types: vec![id],
                name: arrival.zone.name.clone(),
                squares: arrival.zone.squares,
                result,
            }));
        }
    }
    goals
}

/// Returns the goal of a condition on pieces in a zone. The result is from the point of view of the side to move.
fn of_filter(variant: &Variant, filter: &PieceFilter, result: Result) -> Option<Goal> {
    let PieceFilter::Every(parts) = filter else { return None };
    let zone =
        parts.iter().find_map(|part| if let PieceFilter::In(zone) = part { Some(zone) } else { None })?;
    let rest = PieceFilter::Every(
        parts.iter().filter(|part| !matches!(part, PieceFilter::In(_))).cloned().collect(),
    );
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
