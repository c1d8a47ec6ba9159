//! Drops that can be made and unmade.

use super::filter::CompiledFilter;
use super::rules::{CompiledCondition, Context};
use crate::base::{Bitboard, Color, PieceTypeId};
use crate::rules::{Act, Action};

/// What an action drops, where that is all there is to it.
#[derive(Clone, Debug)]
pub(crate) struct CompiledDrop<B> {
    /// The piece types, and by side the squares on which each may be dropped.
    pub pieces: Vec<(PieceTypeId, [B; 2])>,
    /// By side, the pieces that keep others from their file, and how many of them do.
    pub not_with: Option<([CompiledFilter<B>; 2], u32)>,
    /// Whether the drop may not give checkmate.
    pub not_mating: bool,
    /// What must be true after it.
    pub provided: Option<CompiledCondition<B>>,
}

impl Context<'_> {
    /// The drops of an action; nothing if more happens than that a piece enters as itself.
    pub(super) fn drop<B: Bitboard>(self, action: &Action) -> Option<CompiledDrop<B>> {
        let variant = self.variant;
        let Act::Drop { piece_types, to, not_with, not_with_number, not_mating, becomes } = &action.act
        else {
            return None;
        };
        let drops = |other: &Action| {
            let Act::Drop { piece_types: others, .. } = &other.act else { return false };
            !std::ptr::eq(other, action) && others.iter().any(|id| piece_types.contains(id))
        };
        let is_plain = becomes.is_empty()
            && action.right.is_none()
            && !action.unsafely
            && variant.admissions.is_empty()
            && !variant.happens
            && !variant.piece_types.iter().any(|own| own.neutral)
            && !not_with.as_ref().is_some_and(|pieces| pieces.asks_others())
            && !variant.actions.iter().any(drops);
        let targets = |id: PieceTypeId| {
            let open = self.stays::<B>(id);
            Color::ALL.map(|side| B::of(*to.squares.get(side)) & open[side as usize])
        };
        is_plain.then(|| CompiledDrop {
            pieces: piece_types.iter().map(|id| (*id, targets(*id))).collect(),
            not_with: not_with.as_ref().map(|pieces| {
                (Color::ALL.map(|player| CompiledFilter::new(self, pieces, player)), *not_with_number)
            }),
            not_mating: *not_mating,
            provided: action.provided.as_ref().map(|provided| self.condition(provided)),
        })
    }
}
