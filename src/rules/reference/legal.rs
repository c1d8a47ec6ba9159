//! Legal moves: the candidates that leave royals safe, sorted out by duty.

use super::Rules;
use super::candidate::Candidate;
use super::condition::Context;
use crate::base::{Setup, Square};
use crate::rules::{Act, Action, Duty};

impl Rules<'_> {
    /// The legal moves; none in a finished game.
    pub(super) fn legal(&self, setup: &Setup) -> Vec<Candidate> {
        match self.state_ending(setup) {
            Some(_) => Vec::new(),
            None => self.legal_moves_unended(setup),
        }
    }

    /// The legal moves, whether or not the game has ended.
    pub(super) fn legal_moves_unended(&self, setup: &Setup) -> Vec<Candidate> {
        if let Some(duties) = self.duties(setup) {
            return duties;
        }
        let mut legal = self.plain(setup);
        legal.extend(self.offered(setup, Duty::May, false));
        if legal.is_empty() {
            legal.extend(self.offered(setup, Duty::May, true));
        }
        legal
    }

    /// Whether there is no move that is open to a side in any case.
    pub(super) fn plain_and_free(&self, setup: &Setup) -> bool {
        self.plain(setup).is_empty() && self.offered(setup, Duty::May, false).is_empty()
    }

    /// What must be done before anything else, if there is anything that must.
    fn duties(&self, setup: &Setup) -> Option<Vec<Candidate>> {
        let bound = |turn: &&Action| turn.duty == Duty::Must && self.is_open(setup, turn, false);
        if self.variant.actions.iter().any(|action| bound(&action)) {
            return Some(self.offered(setup, Duty::Must, false));
        }
        let bound = self.offered(setup, Duty::MustIfCan, false);
        (!bound.is_empty()).then_some(bound)
    }

    /// The legal moves of the pieces themselves.
    fn plain(&self, setup: &Setup) -> Vec<Candidate> {
        let mut candidates = self.piece_candidates(setup);
        candidates.retain(|candidate| self.is_safe(&candidate.after, setup.turn));
        candidates
    }

    /// The legal moves of the turns of one duty.
    fn offered(&self, setup: &Setup, duty: Duty, stuck: bool) -> Vec<Candidate> {
        self.variant
            .actions
            .iter()
            .filter(|action| action.duty == duty && self.is_open(setup, action, stuck))
            .flat_map(|action| {
                let mut candidates = self.turn_candidates(setup, action);
                candidates.retain(|candidate| {
                    self.is_safe(&candidate.after, setup.turn) && self.is_provided(setup, action, candidate)
                });
                candidates
            })
            .collect()
    }

    pub(super) fn is_open(&self, setup: &Setup, action: &Action, stuck: bool) -> bool {
        let context = Context { stuck, ..Context::default() };
        action.when.as_ref().is_none_or(|when| self.holds(when, setup, setup.turn, context))
    }

    fn is_provided(&self, setup: &Setup, action: &Action, candidate: &Candidate) -> bool {
        if let Act::Drop { not_mating: true, .. } = action.act
            && self.is_checked(&candidate.after, candidate.after.turn)
            && self.legal(&candidate.after).is_empty()
        {
            return false;
        }
        let context = Context { acted: candidate.acted, ..Context::default() };
        action.provided.as_ref().is_none_or(|c| self.holds(c, &candidate.after, setup.turn, context))
    }

    /// Whether `test` holds for every legal reply. Cheap replies are tried first.
    pub(super) fn every_reply(&self, setup: &Setup, test: impl Fn(&Candidate) -> bool) -> bool {
        if let Some(duties) = self.duties(setup) {
            return duties.iter().all(test);
        }
        let plain = self.plain(setup);
        if !plain.iter().all(&test) {
            return false;
        }
        let mut offered = self.offered(setup, Duty::May, false);
        if plain.is_empty() && offered.is_empty() {
            offered = self.offered(setup, Duty::May, true);
        }
        offered.iter().all(test)
    }

    /// Whether the piece on `by` may legally capture the piece on `x`.
    pub(super) fn can_capture(&self, setup: &Setup, by: Square, x: Square) -> bool {
        let takes = |candidate: &Candidate| candidate.follow(x).is_none() && candidate.mv.from == Some(by);
        let possible =
            self.candidates_from(setup, by).iter().any(|c| takes(c) && self.is_safe(&c.after, setup.turn));
        possible && self.duties(setup).is_none()
    }
}
