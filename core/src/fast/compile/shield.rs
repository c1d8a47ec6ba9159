//! Finds the pieces that keep royals from being in check.

use super::context::CompileContext;
use crate::base::{Bitboard, Color, Piece, SquareSet};
use crate::fast::tables::{Shield, mask};
use crate::rules::{PieceFilter, Relation, Threat, Variant};

impl Shield {
    pub(super) fn of(context: CompileContext<'_>) -> Shield {
        let variant = context.variant;
        let immunities = variant.immunities.iter().filter(|own| own.to.contains(&Threat::Attack));
        // A monotone filter never matches less when another piece is added, so the loss of a neighbor cannot create
        // an immunity.
        let is_monotone = immunities.clone().all(|own| own.pieces.is_monotone());
        let referenced: Option<Vec<_>> = immunities.map(|own| context.unmasked(&own.pieces)).collect();
        let Some(referenced) = referenced.map(|all| all.concat()) else { return Shield::More };
        let is_near = |(relation, pieces): &(Relation, &PieceFilter)| {
            relation.is_adjacency() && context.has_mask(pieces)
        };
        match referenced.is_empty() && !variant.royalty.mutual {
            true => Shield::None,
            false if !referenced.iter().all(is_near) => Shield::More,
            false if is_monotone && referenced.iter().all(|(_, pieces)| is_royal(variant, pieces)) => {
                Shield::Royals
            }
            false => Shield::Near,
        }
    }
}

/// Returns true if a filter matches only royals, whichever royal leads.
fn is_royal(variant: &Variant, pieces: &PieceFilter) -> bool {
    let mut common = variant.piece_type_ids().filter(|(_, own)| own.royal.is_none());
    let matches = |piece_type| {
        let mut all = Color::ALL.map(|color| Piece { color, piece_type }).into_iter();
        all.any(|piece| !mask::<SquareSet>(variant, pieces, piece, false, Color::White).is_empty())
    };
    !pieces.depends_on_leaders() && !common.any(|(id, _)| matches(id))
}
