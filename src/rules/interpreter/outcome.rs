//! How a game ends.

use super::{Interpreter, Known, World};
use crate::base::{Color, Outcome};
use crate::rules::{Ending, Trigger};

impl<W: World> Interpreter<'_, W> {
    /// The ending that the position shows by itself, without looking for moves.
    pub(crate) fn state_ending(&self, world: &W) -> Option<Outcome> {
        let shown = || self.variant.endings.iter().find(|ending| self.is_shown(ending, world));
        world.ended().cloned().or_else(|| shown().map(|ending| ending.outcome(world.turn())))
    }

    fn is_shown(&self, ending: &Ending, world: &W) -> bool {
        match &ending.trigger {
            Trigger::When(condition) => self.holds(condition, world, world.turn(), Known::default()),
            Trigger::Quiet(plies) => world.halfmove() >= *plies,
            Trigger::Checkmate | Trigger::Stalemate | Trigger::Repetition(_) => false,
        }
    }

    /// How the game ended, the first rule that applies.
    pub(super) fn ending(&self, world: &W) -> Option<Outcome> {
        if let Some(outcome) = world.ended() {
            return Some(outcome.clone());
        }
        let stuck = world.unended(self).next().is_none();
        let check = stuck && world.is_checked(self, world.turn());
        let applies = |ending: &&Ending| match ending.trigger {
            Trigger::Checkmate => check,
            Trigger::Stalemate => stuck && !check,
            _ => self.is_shown(ending, world),
        };
        self.variant.endings.iter().find(applies).map(|ending| ending.outcome(world.turn()))
    }
}

impl Ending {
    /// The outcome when it is the turn of this side.
    pub(crate) fn outcome(&self, turn: Color) -> Outcome {
        Outcome { winner: self.result.winner(turn), reason: self.name.clone() }
    }
}
