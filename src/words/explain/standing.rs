//! How a position stands: who is in check and from where, what is pinned, which rights are left, what must be done.

use super::{Explainer, Reason, Said, Study};
use crate::base::{Bitboard, Color, Setup};
use crate::rules::interpreter::World;
use crate::rules::{Binding, Threat};
use crate::words::prose::a;

impl Explainer<'_> {
    /// Everything about a position that its drawing does not say.
    pub(crate) fn standing(&self, study: &Study) -> Vec<Reason> {
        let setup = study.setup;
        let outcome = study.outcome();
        let mut said = Vec::from_iter(outcome.map(|outcome| self.over(setup, outcome)));
        said.extend(Color::ALL.into_iter().flat_map(|color| self.royals_of(setup, color)));
        if outcome.is_none() {
            said.extend(self.pins(setup));
            let actions = self.variant.actions.iter().enumerate();
            said.extend(actions.filter(|(number, _)| study.attempts.must(*number)).map(|(_, action)| {
                let (turn, name) = (setup.turn.title(), a(&action.name));
                (format!("{turn} must make {name} now, and nothing else"), action.line("must", 0))
            }));
        }
        said.extend(self.rights(setup));
        said.extend(setup.pieces().filter_map(|(square, _)| {
            let refusal = self.rules.can_suffer(setup, square, Threat::Capture).err()?;
            Some((format!("{} cannot be captured", self.the(setup, square)), refusal.origin))
        }));
        self.reasons(said)
    }

    fn royals_of(&self, setup: &Setup, color: Color) -> Vec<Said> {
        let royals = setup.royals(&self.rules, color);
        let royalty = &self.variant.royalty;
        let (title, number) = (color.title(), royals.count());
        let mut said = Vec::new();
        if royalty.binds == Binding::OneRoyal && number > 1 {
            let all = self.places(&Vec::from_iter(royals.iter()));
            said.push((format!("{title} has {number} royals ({all}), so there is no check"), royalty.origin));
        }
        let bound = self.rules.is_in_check(setup, color);
        let verb = if bound { "is in check from" } else { "is attacked by" };
        for royal in royals.iter() {
            let whose = self.whose(setup, royal);
            let attacks = self.attacks(setup, royal, &format!("{whose} {verb}"));
            if attacks.is_empty() {
                if self.rules.is_faced(setup, royal) {
                    said.push((format!("{whose} faces an enemy royal"), royalty.origin));
                }
            } else if let Err(refusal) = self.rules.can_suffer(setup, royal, Threat::Attack) {
                said.push((format!("{} cannot be attacked", self.the(setup, royal)), refusal.origin));
            } else {
                said.extend(attacks);
            }
        }
        said
    }

    /// Pieces of the side to move that shield a royal.
    fn pins(&self, setup: &Setup) -> Vec<Said> {
        let color = setup.turn;
        let royals = setup.royals(&self.rules, color);
        let mut said = Vec::new();
        if self.rules.is_safe(setup, color).is_err() {
            return said;
        }
        let own = setup.pieces().filter(|(square, piece)| piece.color == color && !royals.contains(*square));
        for (square, _) in own {
            let mut without = setup.clone();
            without.put(&(), square, None);
            if self.rules.is_safe(&without, color).is_ok() {
                continue;
            }
            said.extend(royals.iter().filter_map(|royal| {
                let (by, moves, _) = self.rules.attackers(&without, royal).next()?;
                let [piece, royal, by] = [square, royal, by].map(|square| self.the(setup, square));
                Some((format!("{piece} is pinned: it shields {royal} from {by}"), moves.origin))
            }));
        }
        said
    }

    fn rights(&self, setup: &Setup) -> Vec<Said> {
        let mut said = Vec::new();
        for (right, left) in self.variant.rights.iter().zip(&setup.rights) {
            said.extend(Color::ALL.map(|color| {
                let (title, name) = (color.title(), &right.name);
                let text = match *left.get(color) {
                    0 => format!("{title} has used up the right `{name}`"),
                    1 => format!("{title} still has the right `{name}`"),
                    n => format!("{title} still has the right `{name}`, {n} times"),
                };
                (text, right.origin)
            }));
        }
        said
    }
}
