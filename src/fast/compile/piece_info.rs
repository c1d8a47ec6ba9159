//! What is known about each piece wherever it stands, by type and color.

use super::ODD;
use super::class::{Builder, Profile};
use super::filter::CompiledFilter;
use super::rules::{self, CompiledArrival};
use crate::base::{Bitboard, Color, Piece};
use crate::rules::{Effect, PieceType, Threat};

/// All there is to know about a piece of one type and color.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceInfo<B> {
    /// Its class.
    pub class: u8,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it lends its moves to others.
    pub lends: bool,
    /// Its rank among royals.
    pub rank: u8,
    /// The actions it may take, one bit for each.
    pub actions: u64,
    /// Whether a move of it may leave it open to capture in passing.
    pub passes: bool,
    /// What happens when it arrives.
    pub arrivals: Vec<CompiledArrival<B>>,
    /// Squares where it is not attacked, while it does not lead and while it does.
    pub unattackable: [B; 2],
    /// Squares where it cannot change places.
    pub unexchangeable: [B; 2],
    /// Squares from which its moves reset the clock.
    pub resets: [B; 2],
}

impl<B: Bitboard> Builder<'_, B> {
    /// All about every piece, by code.
    pub(super) fn infos(&self, profiles: &[Profile<B>], class_of: &[usize]) -> Vec<PieceInfo<B>> {
        let pieces = self.variant.piece_type_ids().flat_map(|(piece_type, _)| {
            Color::ALL.map(|color| self.info(Piece { color, piece_type }, profiles, class_of))
        });
        std::iter::once(PieceInfo::default()).chain(pieces).collect()
    }

    fn info(&self, piece: Piece, profiles: &[Profile<B>], class_of: &[usize]) -> PieceInfo<B> {
        let rules = self.variant.piece_type(piece.piece_type);
        let class = class_of[piece.piece_type.index()];
        let by_lead = |of: &dyn Fn(bool) -> B| [false, true].map(of);
        let passes = |profile: &Profile<B>| {
            profile.moves[piece.color as usize].iter().any(|table| self.pool[*table].passes)
        };
        PieceInfo {
            class: class as u8,
            royal: rules.royal.is_some(),
            rank: rules.royal.unwrap_or(u8::MAX),
            lends: class == ODD && has_effect(rules, Effect::Induce),
            actions: 0,
            passes: profiles.get(class).is_some_and(passes),
            arrivals: rules::arrivals(self.variant, piece.piece_type, piece.color),
            unattackable: by_lead(&|leads| self.immune(piece, leads, Threat::Attack)),
            unexchangeable: by_lead(&|leads| self.immune(piece, leads, Threat::Exchange)),
            resets: by_lead(&|leads| {
                CompiledFilter::<B>::mask_of(self.variant, &self.variant.clock.pieces, piece, leads)
            }),
        }
    }
}

fn has_effect(piece_type: &PieceType, effect: Effect) -> bool {
    let states = piece_type.moves.iter().flat_map(|moves| &moves.automaton.states);
    states.flat_map(|state| &state.edges).any(|edge| edge.effect == effect)
}
