//! Inherited rules about arrivals at squares to which the piece can no longer come.

use super::Heir;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::rules::Variant;
use std::collections::BTreeMap;

impl Heir<'_> {
    /// Returns the problems with inherited rules that another lint has found idle, one for each change, at the first line
    /// of the changed block that the game itself has written, or at its own rule about arrivals of the piece.
    pub(super) fn idle_arrivals(&self, game: &Variant, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let inherited = |problem: &&Diagnostic| {
            problem.code == Code::NeverFires
                && !self.is_own(problem.place())
                && (self.written)(problem.place()).is_some()
        };
        let mut changes: BTreeMap<Span, Vec<&Diagnostic>> = BTreeMap::new();
        for problem in found.iter().filter(inherited) {
            let in_block = (self.around)(problem.place()).and_then(|block| block.own);
            if let Some(own) = in_block.or_else(|| self.other_arrival(game, problem.place())) {
                changes.entry(own).or_default().push(problem);
            }
        }
        let joined = |(place, idle): (Span, Vec<&Diagnostic>)| {
            let message = match idle.as_slice() {
                [one] => one.message.clone(),
                _ => {
                    "these inherited rules never apply, because no piece arrives at their squares".to_owned()
                }
            };
            let origins: Vec<Span> = idle.iter().map(|problem| problem.place()).collect();
            let problem = Diagnostic::new(Code::OutdatedRule, place, message);
            let label = |problem: Diagnostic, origin: &Span| problem.label(*origin, "an inherited rule");
            self.removing(origins.iter().fold(problem, label), &origins)
        };
        changes.into_iter().map(joined).collect()
    }

    /// Returns the place of an own rule about arrivals outside any block that is also about the piece of an inherited one.
    fn other_arrival(&self, game: &Variant, inherited: Span) -> Option<Span> {
        let types = game.piece_types.iter();
        let own = types.filter(|own| own.arrivals.iter().any(|one| one.origin.0 == inherited));
        let mut places = own.flat_map(|own| &own.arrivals).map(|one| one.origin.0);
        places.find(|place| self.is_own(*place))
    }
}
