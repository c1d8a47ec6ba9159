//! How a game ends.

use super::Rules;
use super::condition::Context;
use crate::base::{Outcome, Result, Setup};
use crate::rules::{Ending, Trigger};

impl Rules<'_> {
    /// The ending that the position shows by itself, without looking for moves.
    pub(super) fn state_ending(&self, setup: &Setup) -> Option<Outcome> {
        if setup.ended.is_some() {
            return setup.ended.clone();
        }
        self.variant.endings.iter().find(|ending| self.is_shown(ending, setup)).map(|e| outcome(e, setup))
    }

    fn is_shown(&self, ending: &Ending, setup: &Setup) -> bool {
        match &ending.trigger {
            Trigger::When(condition) => self.holds(condition, setup, setup.turn, Context::default()),
            Trigger::Quiet(plies) => setup.halfmove >= *plies,
            Trigger::Checkmate | Trigger::Stalemate | Trigger::Repetition(_) => false,
        }
    }

    /// How the game ended, the first rule that applies.
    pub(super) fn ending(&self, setup: &Setup) -> Option<Outcome> {
        if setup.ended.is_some() {
            return setup.ended.clone();
        }
        let stuck = self.legal_moves_unended(setup).is_empty();
        let check = stuck && self.is_checked(setup, setup.turn);
        let applies = |ending: &&Ending| match ending.trigger {
            Trigger::Checkmate => check,
            Trigger::Stalemate => stuck && !check,
            _ => self.is_shown(ending, setup),
        };
        self.variant.endings.iter().find(applies).map(|ending| outcome(ending, setup))
    }
}

fn outcome(ending: &Ending, setup: &Setup) -> Outcome {
    let winner = match ending.result {
        Result::Win => Some(setup.turn),
        Result::Loss => Some(setup.turn.other()),
        Result::Draw => None,
    };
    Outcome { winner, reason: ending.name.clone() }
}
