//! How a position stands: who is in check and from where, what is pinned, which rights are left, what must be done.

use super::{Explainer, Reason, Study};
use crate::base::{Color, Setup, Square};
use crate::rules::{Binding, Duty, Threat};

impl Explainer<'_> {
    /// Everything about a position that its drawing does not say.
    pub fn standing(&self, study: &Study) -> Vec<Reason> {
        let setup = study.setup;
        let mut reasons = Vec::new();
        let outcome = study.outcome();
        if let Some(outcome) = outcome {
            reasons.push(self.over(setup, outcome));
        }
        for color in Color::ALL {
            reasons.extend(self.royals_of(setup, color));
        }
        if outcome.is_none() {
            reasons.extend(self.pins(setup));
            reasons.extend(self.duties(study));
        }
        reasons.extend(self.rights(setup));
        for (square, _) in setup.pieces() {
            if let Some(immunity) = self.rules.immunity(setup, square, Threat::Capture) {
                reasons
                    .push(self.reason(format!("{} cannot be captured", self.the(setup, square)), immunity));
            }
        }
        reasons
    }

    fn royals_of(&self, setup: &Setup, color: Color) -> Vec<Reason> {
        let royals: Vec<Square> = self.rules.royal_squares(setup, color).iter().collect();
        let mut reasons = Vec::new();
        let royalty = self.variant.royalty.origin;
        if self.variant.royalty.binds == Binding::OneRoyal && royals.len() > 1 {
            let text = format!(
                "{} has {} royals ({}), so check does not bind",
                color.title(),
                royals.len(),
                self.places(&royals, "and")
            );
            reasons.push(self.reason(text, royalty));
        }
        for royal in royals {
            let by = self.rules.attacker_walks(setup, royal);
            if by.is_empty() {
                if self.rules.attacked(setup, royal) {
                    let text = format!(
                        "{}'s {} faces an enemy royal",
                        color.title(),
                        self.the(setup, royal).trim_start_matches("the ")
                    );
                    reasons.push(self.reason(text, royalty));
                }
                continue;
            }
            if let Some(immunity) = self.rules.immunity(setup, royal, Threat::Attack) {
                reasons.push(self.reason(format!("{} cannot be attacked", self.the(setup, royal)), immunity));
                continue;
            }
            let bound = self.rules.is_in_check(setup, color);
            for (from, walk) in by {
                let verb = if bound { "is in check from" } else { "is attacked by" };
                let text = format!(
                    "{}'s {} on {} {verb} {}{}",
                    self.side(color),
                    self.piece_type_on(setup, royal),
                    self.name(royal),
                    self.the(setup, from),
                    self.along(&walk.trail)
                );
                reasons.push(self.reason(text, self.ways_to(setup, from, royal)));
            }
        }
        reasons
    }

    /// Pieces of the side to move that shield a royal.
    fn pins(&self, setup: &Setup) -> Vec<Reason> {
        let color = setup.turn;
        let royals = self.rules.royal_squares(setup, color);
        let mut reasons = Vec::new();
        if !self.rules.safe(setup, color) {
            return reasons;
        }
        for (square, _) in
            setup.pieces().filter(|(square, piece)| piece.color == color && !royals.contains(*square))
        {
            let mut without = setup.clone();
            if let Some(place) = without.pieces.get_mut(square.index()) {
                *place = None;
            }
            if self.rules.safe(&without, color) {
                continue;
            }
            for royal in royals.iter() {
                if let Some((by, _)) = self.rules.attacker_walks(&without, royal).first() {
                    let text = format!(
                        "{} is pinned: it shields {} from {}",
                        self.the(setup, square),
                        self.the(setup, royal),
                        self.the(setup, *by)
                    );
                    reasons.push(self.reason(text, self.ways_to(&without, *by, royal)));
                }
            }
        }
        reasons
    }

    fn duties(&self, study: &Study) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (index, action) in study.actions() {
            let bound = match action.duty {
                Duty::May => false,
                Duty::Must => study.is_open(index),
                Duty::MustIfCan => study.is_had(index),
            };
            if bound {
                let text = format!(
                    "{} must make {} now, and nothing else",
                    study.setup.turn.title(),
                    self.a(&action.name)
                );
                reasons.push(self.reason(text, action.line("must", 0)));
            }
        }
        reasons
    }

    fn rights(&self, setup: &Setup) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (right, left) in self.variant.rights.iter().zip(&setup.rights) {
            for color in Color::ALL {
                let text = match *left.get(color) {
                    0 => format!("{} has used up the right `{}`", color.title(), right.name),
                    1 => format!("{} still has the right `{}`", color.title(), right.name),
                    n => format!("{} still has the right `{}`, {n} times", color.title(), right.name),
                };
                reasons.push(self.reason(text, right.origin));
            }
        }
        reasons
    }
}
