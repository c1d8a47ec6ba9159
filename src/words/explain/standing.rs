//! How a position stands: who is in check and from where, what is pinned, which rights are left, what must be done.

use super::{Explainer, Reason, Study};
use crate::base::{Bitboard, Color, Setup, Square};
use crate::rules::interpreter::World;
use crate::rules::{Action, Binding, Threat};
use crate::words::prose::a;

impl Explainer<'_> {
    /// Everything about a position that its drawing does not say.
    pub(crate) fn standing(&self, study: &Study) -> Vec<Reason> {
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
            if let Err(refusal) = self.rules.can_suffer(setup, square, Threat::Capture) {
                let text = format!("{} cannot be captured", self.the(setup, square));
                reasons.push(self.reason(text, refusal.origin));
            }
        }
        reasons
    }

    fn royals_of(&self, setup: &Setup, color: Color) -> Vec<Reason> {
        let royals: Vec<Square> = setup.royals(&self.rules, color).iter().collect();
        let royalty = self.variant.royalty.origin;
        let title = color.title();
        let mut reasons = Vec::new();
        if self.variant.royalty.binds == Binding::OneRoyal && royals.len() > 1 {
            let (number, all) = (royals.len(), self.places(&royals, "and"));
            let text = format!("{title} has {number} royals ({all}), so there is no check");
            reasons.push(self.reason(text, royalty));
        }
        let bound = setup.is_checked(&self.rules, color);
        for royal in royals {
            let whose = format!("{title}'s {} on {}", self.piece_type_on(setup, royal), self.name(royal));
            let mut attackers = self.rules.attackers(setup, royal).peekable();
            if attackers.peek().is_none() {
                if self.rules.is_faced(setup, royal) {
                    reasons.push(self.reason(format!("{whose} faces an enemy royal"), royalty));
                }
                continue;
            }
            if let Err(refusal) = self.rules.can_suffer(setup, royal, Threat::Attack) {
                let text = format!("{} cannot be attacked", self.the(setup, royal));
                reasons.push(self.reason(text, refusal.origin));
                continue;
            }
            for (from, moves, walk) in attackers {
                let verb = if bound { "is in check from" } else { "is attacked by" };
                let text = format!("{whose} {verb} {}{}", self.the(setup, from), self.along(&walk.trail));
                reasons.push(self.reason(text, moves.origin));
            }
        }
        reasons
    }

    /// Pieces of the side to move that shield a royal.
    fn pins(&self, setup: &Setup) -> Vec<Reason> {
        let color = setup.turn;
        let royals = setup.royals(&self.rules, color);
        let mut reasons = Vec::new();
        if self.rules.is_safe(setup, color).is_err() {
            return reasons;
        }
        let own = setup.pieces().filter(|(square, piece)| piece.color == color && !royals.contains(*square));
        for (square, _) in own {
            let mut without = setup.clone();
            without.put(&(), square, None);
            if self.rules.is_safe(&without, color).is_ok() {
                continue;
            }
            for royal in royals.iter() {
                let Some((by, moves, _)) = self.rules.attackers(&without, royal).next() else { continue };
                let text = format!(
                    "{} is pinned: it shields {} from {}",
                    self.the(setup, square),
                    self.the(setup, royal),
                    self.the(setup, by)
                );
                reasons.push(self.reason(text, moves.origin));
            }
        }
        reasons
    }

    fn duties(&self, study: &Study) -> Vec<Reason> {
        let side = study.setup.turn.title();
        let text = |action: &Action| format!("{side} must make {} now, and nothing else", a(&action.name));
        study.attempts.duties().map(|action| self.reason(text(action), action.line("must", 0))).collect()
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
