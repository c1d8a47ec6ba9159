//! Drops that can be made and unmade.

use super::Code;
use super::filter::CompiledFilter;
use super::rules::{CompiledCondition, Context};
use crate::base::{Bitboard, Color, PieceTypeId};
use crate::rules::{Act, Action};

/// What an action drops, where that is all there is to it.
#[derive(Clone, Debug)]
pub(crate) struct CompiledDrop<B> {
    /// What may be dropped.
    pub pieces: Vec<Dropped<B>>,
    /// By side, the pieces that keep others from their file, and how many of them do.
    pub not_with: Option<([CompiledFilter<B>; 2], u32)>,
    /// Whether the drop may not give checkmate.
    pub not_mating: bool,
    /// What must be true after it.
    pub provided: Option<CompiledCondition<B>>,
}

/// A piece type that may be dropped.
#[derive(Clone, Debug)]
pub(crate) struct Dropped<B> {
    /// Which.
    pub id: PieceTypeId,
    /// By side, the squares on which it may be dropped.
    pub targets: [B; 2],
    /// By side, parts of these squares, on each of which what must be true after the drop holds or not.
    pub parts: [Vec<B>; 2],
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
            && not_with.as_ref().is_none_or(|pieces| self.has_mask(pieces))
            && !variant.actions.iter().any(drops);
        let targets = |id: PieceTypeId| {
            let open = self.stays::<B>(id);
            Color::ALL.map(|side| B::of(*to.squares.get(side)) & open[side as usize])
        };
        if !is_plain {
            return None;
        }
        let provided = action.provided.as_ref().map(|provided| self.condition(provided));
        let dropped = |id: PieceTypeId| {
            let targets = targets(id);
            let parts = Color::ALL.map(|side| {
                let (code, targets) = (Code::new(side, id), targets[side as usize]);
                let parts = |provided: &CompiledCondition<B>| provided.parts(side, code, targets);
                provided.as_ref().map_or(vec![targets], parts)
            });
            Dropped { id, targets, parts }
        };
        Some(CompiledDrop {
            pieces: piece_types.iter().map(|id| dropped(*id)).collect(),
            not_with: not_with.as_ref().map(|pieces| {
                (Color::ALL.map(|player| CompiledFilter::new(self, pieces, player)), *not_with_number)
            }),
            not_mating: *not_mating,
            provided,
        })
    }
}
