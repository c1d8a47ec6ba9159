//! Compiles drops and follow-ups.
//!
//! Only the plain forms are compiled. [`CompileContext::drop`], [`CompileContext::behind`], and
//! [`CompileContext::put`] each return `None` for a rule with any other effect, and the interpreter handles that
//! rule.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Square};
use crate::fast::tables::{
    CompiledBehind, CompiledCondition, CompiledDrop, CompiledFilter, CompiledPut, Dropped, PieceCode,
};
use crate::rules::{Act, Action, After, Binding, Castling, Event, FollowUp, Following};

impl CompileContext<'_> {
    /// Compiles the drops of an action. Returns `None` if a drop does more than put the piece on a square.
    pub(super) fn drop<B: Bitboard>(self, action: &Action) -> Option<CompiledDrop<B>> {
        let variant = self.variant;
        let Act::Drop { piece_types, to, not_with, not_with_number, not_mating, becomes } = &action.act
        else {
            return None;
        };
        // Two actions that drop the same piece could generate equal moves.
        let drops = |other: &Action| {
            let Act::Drop { piece_types: others, .. } = &other.act else { return false };
            !std::ptr::eq(other, action) && others.iter().any(|id| piece_types.contains(id))
        };
        let is_plain = becomes.is_empty()
            && action.right.is_none()
            && !action.unsafely
            && variant.admissions.is_empty()
            && !variant.has_automatic_effects
            && !variant.has_effects_of(Event::Drop)
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
                let (code, targets) = (PieceCode::new(side, id), targets[side as usize]);
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

impl CompileContext<'_> {
    /// Compiles the rule that drops a piece on a square that another piece has left. Returns `None` if the game has
    /// other follow-ups, automatic effects, or limits on where the piece can be.
    pub(super) fn behind<B: Bitboard>(self) -> Option<CompiledBehind<B>> {
        let variant = self.variant;
        if !self.has(Untabled::FollowUp) {
            return None;
        }
        let [
            FollowUp {
                after: After::Leaving { pieces, zone, first },
                when: None,
                may,
                act,
                shields: false,
                ..
            },
        ] = variant.follow_ups.as_slice()
        else {
            return None;
        };
        let Following::Drop(piece_types) = act else { return None };
        let is_plain = |id: &PieceTypeId| {
            let own = variant.piece_type(*id);
            own.royal.is_none() && !own.neutral
        };
        let is_free = variant.admissions.is_empty()
            && variant.turns.is_none()
            && !variant.has_automatic_effects
            && !variant.has_effects_of(Event::Drop)
            && !variant.has_effects_of(Event::Castling)
            && self.has_mask(pieces)
            && piece_types.iter().all(is_plain);
        is_free.then(|| CompiledBehind {
            pieces: Color::ALL.map(|player| CompiledFilter::new(self, pieces, player)),
            zones: Color::ALL.map(|side| B::of(*zone.squares.get(side))),
            first: *first,
            piece_types: piece_types.iter().map(|id| (*id, self.stays(*id))).collect(),
            may: *may,
        })
    }

    /// Returns the squares to which a piece type is confined, by side.
    pub(super) fn stays<B: Bitboard>(self, id: PieceTypeId) -> [B; 2] {
        let stays = &self.variant.piece_type(id).stays;
        Color::ALL.map(|side| stays.as_ref().map_or(B::ALL, |zone| B::of(*zone.squares.get(side))))
    }
}

impl CompileContext<'_> {
    /// Compiles the rule that puts a piece on the board after every move. Returns `None` if the game has other
    /// follow-ups, or if rights or limits apply to the piece.
    pub(super) fn put<B: Bitboard>(self) -> Option<CompiledPut<B>> {
        let variant = self.variant;
        if !self.has(Untabled::FollowUp) {
            return None;
        }
        let [FollowUp { after: After::Move, when: None, may: false, act, .. }] =
            variant.follow_ups.as_slice()
        else {
            return None;
        };
        let Following::Put { piece_type, zone, more, ahead: false } = act else { return None };
        let own = variant.piece_type(*piece_type);
        // The generator puts the piece without any further test, so nothing else may depend on its square.
        let castles = |(_, piece): (Square, Piece)| piece.piece_type == *piece_type;
        let is_free = own.royal.is_none()
            && own.stays.is_none()
            && !variant.castlings.iter().flat_map(Castling::stand).any(castles)
            && variant.admissions.is_empty()
            && (variant.royalty.binds == Binding::Never
                || variant.piece_types.iter().all(|own| own.royal.is_none()))
            && variant.returns.is_empty()
            && variant.turns.is_none()
            && !variant.has_automatic_effects
            && !variant.has_effects_of(Event::Put);
        is_free.then(|| CompiledPut {
            codes: Color::ALL.map(|side| {
                let Piece { color, piece_type } = variant.piece_of(side, *piece_type);
                PieceCode::new(color, piece_type)
            }),
            zones: Color::ALL.map(|side| B::of(*zone.squares.get(side))),
            more: *more,
        })
    }
}
