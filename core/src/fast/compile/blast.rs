//! Compiles captures that remove the capturing piece and others around it.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Bitboard, Color, Piece, SquareSet};
use crate::fast::tables::{CodeSet, mask};
use crate::rules::{Arrival, Consequence, MoveProperty, Near, PieceFilter, Threat};

impl CompileContext<'_> {
    /// Returns the pieces, by the side that captures, that every capture removes around its target. Returns `None` if
    /// captures have other effects, or if a side may lose a royal by its own capture.
    pub(super) fn blast(self) -> Option<[CodeSet; 2]> {
        let variant = self.variant;
        let mut effects = variant.piece_types.iter().map(|own| {
            let mut all = own.arrivals.iter().filter(|arrival| arrival.capturing.is_some());
            all.next().filter(|_| all.next().is_none())
        });
        let effect = effects.next()??;
        let [Consequence::Clear(pieces, Near::Around), Consequence::Vanish] = effect.then.as_slice() else {
            return None;
        };
        let all = Some(PieceFilter::ALL);
        let plain = Arrival::plain(effect.zone.clone(), effect.then.clone(), effect.origin);
        let holds = |color| variant.board.squares().all(|square| effect.zone.holds(square, color));
        let is_common = effects.all(|own| own == Some(effect))
            && *effect == Arrival { capturing: all, ..plain }
            && Color::ALL.into_iter().all(holds)
            && self.has(Untabled::Effect)
            && !variant.has_automatic_effects
            && variant.turns.is_none()
            && variant.follow_ups.is_empty()
            && !variant.piece_types.iter().any(|own| own.neutral)
            && !variant.immunities.iter().any(|own| own.to.contains(&Threat::Displacement))
            && self.pieces().all(|piece| {
                let royal = variant.piece_type(piece.piece_type).royal.is_some();
                self.is_kept(piece) == Some(royal)
                    && Color::ALL.into_iter().all(|side| self.matches_anywhere(pieces, piece, side).is_some())
            });
        let removed = |side| {
            CodeSet::matching(variant, self.class_of, |piece| {
                self.matches_anywhere(pieces, piece, side) == Some(true)
            })
        };
        is_common.then(|| Color::ALL.map(removed))
    }

    fn pieces(self) -> impl Iterator<Item = Piece> {
        let ids = self.variant.piece_type_ids().map(|(piece_type, _)| piece_type);
        ids.flat_map(|piece_type| Color::ALL.map(|color| Piece { color, piece_type }))
    }

    /// Returns true if a piece of the side to move must remain on the board. Returns `None` if this depends on anything
    /// else, or if a rule forbids anything else.
    fn is_kept(self, piece: Piece) -> Option<bool> {
        self.variant.move_rules.iter().try_fold(false, |kept, rule| {
            let MoveProperty::Lose(pieces) = &rule.property else { return None };
            let always = rule.bans_loss() && rule.by.is_none() && rule.when.is_none();
            let matches = self.matches_anywhere(pieces, piece, piece.color).filter(|_| always)?;
            Some(kept || matches)
        })
    }

    /// Returns true if a filter matches a piece, for a rule that applies to `player`. Returns `None` if this depends on
    /// anything else.
    fn matches_anywhere(self, pieces: &PieceFilter, piece: Piece, player: Color) -> Option<bool> {
        let cells: SquareSet = self.variant.board.squares().collect();
        let sets = || {
            [false, true].map(|leads| mask::<SquareSet>(self.variant, pieces, piece, leads, player) & cells)
        };
        let [common, leading]: [SquareSet; 2] = self.has_mask(pieces).then(sets)?;
        (common == leading && (common.is_empty() || common == cells)).then(|| common == cells)
    }
}
