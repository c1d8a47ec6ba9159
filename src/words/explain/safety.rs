//! Royals: who attacks them, and whether that matters.

use super::{Explainer, Reason, Study};
use crate::base::{Color, Setup, Square};
use crate::rules::interpreter::Leave;
use crate::rules::{Binding, Origin, Threat};

impl Explainer<'_> {
    /// Why a position may not be left behind by `color`.
    pub(super) fn exposed(&self, after: &Setup, color: Color) -> Vec<Reason> {
        let royals = self.rules.royal_squares(after, color);
        let royalty = self.variant.royalty.origin;
        if royals.is_empty() {
            return vec![self.reason(format!("{} would be left without a royal", color.title()), royalty)];
        }
        let mut reasons = Vec::new();
        for royal in royals.iter().filter(|royal| self.rules.attacked(after, *royal)) {
            for (from, by) in self.rules.attacker_walks(after, royal) {
                let text = format!(
                    "the {} would be attacked on {} by {}{}",
                    self.piece_type_on(after, royal),
                    self.name(royal),
                    self.the(after, from),
                    self.along(&by.trail)
                );
                reasons.push(self.reason(text, self.ways_to(after, from, royal)));
            }
            if reasons.is_empty() {
                reasons.push(self.reason(
                    format!(
                        "the {} on {} would face an enemy royal",
                        self.piece_type_on(after, royal),
                        self.name(royal)
                    ),
                    royalty,
                ));
            }
        }
        let bound = match self.variant.royalty.binds {
            Binding::OneRoyal => format!("it is the only royal {} would have, so check binds", color.title()),
            Binding::Always => "no royal may be left attacked".to_owned(),
            Binding::Leader => "the highest royal may not be left attacked".to_owned(),
            Binding::AllRoyals => "not all royals may be left attacked".to_owned(),
            Binding::Never => "check binds nobody".to_owned(),
        };
        reasons.push(self.reason(bound, royalty));
        reasons
    }

    /// ` along b2, b3`
    pub(super) fn along(&self, trail: &[Square]) -> String {
        if trail.is_empty() { String::new() } else { format!(" along {}", self.places(trail, "and")) }
    }

    /// The line by which the piece on `from` attacks `to`.
    pub(super) fn ways_to(&self, setup: &Setup, from: Square, to: Square) -> Origin {
        let Some(piece) = setup.piece(from) else { return Origin::default() };
        let piece_type = self.variant.piece_type(piece.piece_type);
        let leave = Leave { borders: true, ..Leave::default() };
        let way = piece_type.moves.iter().find(|moves| {
            self.rules.walks_of(setup, from, moves, leave).iter().any(|walk| walk.captures.contains(&to))
        });
        way.map_or(piece_type.origin, |moves| moves.origin)
    }

    /// What is worth saying about the royals after a legal move.
    pub(super) fn stays_safe(&self, study: &Study, after: &Setup) -> Vec<Reason> {
        let color = study.setup.turn;
        let royalty = self.variant.royalty.origin;
        let royals = self.rules.royal_squares(after, color);
        let attacked: Vec<Square> =
            royals.iter().filter(|royal| self.rules.attacked(after, *royal)).collect();
        let mut reasons = Vec::new();
        if let Some(royal) = attacked.first() {
            let text = match self.variant.royalty.binds {
                Binding::OneRoyal => {
                    format!(
                        "{} stays attacked, but {} has {} royals and check does not bind",
                        self.the(after, *royal),
                        color.title(),
                        royals.len()
                    )
                }
                _ => format!("{} stays attacked, which check allows here", self.the(after, *royal)),
            };
            reasons.push(self.reason(text, royalty));
        } else if study.in_check() {
            reasons.push(self.reason("it answers the check", royalty));
        }
        for royal in royals.iter() {
            if let Some(immunity) = self.rules.immunity(after, royal, Threat::Attack)
                && !self.rules.attacker_walks(after, royal).is_empty()
            {
                reasons.push(
                    self.reason(format!("{} cannot be attacked there", self.the(after, royal)), immunity),
                );
            }
        }
        reasons
    }
}
