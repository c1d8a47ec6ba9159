//! Legal moves, and the end of the game.
//!
//! [`Oracle::legal`] is the entry point. It tests the end of the game, then the required actions, and then the safety
//! of every move.

use super::conditions::About;
use super::{MATE, Next, Oracle, World};
use ferz_core::base::{Color, Outcome, Result};
use ferz_core::rules::{Act, Action, Condition, Duty, Ending, Trigger};

impl Oracle<'_> {
    /// Returns the legal moves. A finished game has none.
    pub fn legal(&self, world: &World) -> Vec<Next> {
        if self.shown_ending(world).is_some() { Vec::new() } else { self.unended(world) }
    }

    /// Returns the legal moves without testing for the end of the game.
    pub fn unended(&self, world: &World) -> Vec<Next> {
        if self.gave_up.get() {
            return Vec::new();
        }
        if let Some(duties) = self.duties(world) {
            return self.obliged(world, duties);
        }
        let player = world.turn();
        let mut moves = self.own_moves(world);
        moves.retain(|next| self.safe(&next.after, player) && !self.forbidden(world, next));
        moves.extend(self.offers(world, Duty::May, false));
        if moves.is_empty() {
            moves = self.offers(world, Duty::May, true);
        }
        self.obliged(world, moves)
    }

    /// Returns the only legal moves if a required action applies.
    pub fn duties(&self, world: &World) -> Option<Vec<Next>> {
        let musts = self.variant.actions.iter().filter(|action| action.duty == Duty::Must);
        if musts.into_iter().any(|action| self.open(world, action, false)) {
            return Some(self.offers(world, Duty::Must, false));
        }
        let could = self.offers(world, Duty::MustIfCan, false);
        if could.is_empty() { None } else { Some(could) }
    }

    fn open(&self, world: &World, action: &Action, stuck: bool) -> bool {
        let about = About { stuck, ..About::default() };
        let holds = |when| !self.left_out(when) && self.holds(when, world, world.turn(), about);
        action.when.as_ref().is_none_or(holds)
    }

    /// Returns the legal moves of a required action.
    fn offers(&self, world: &World, duty: Duty, stuck: bool) -> Vec<Next> {
        let player = world.turn();
        let mut all = Vec::new();
        for action in self.variant.actions.iter().filter(|action| action.duty == duty) {
            if self.open(world, action, stuck) {
                let mut action_results = self.action_results(world, action);
                action_results.retain(|next| {
                    (action.unsafely || self.safe(&next.after, player))
                        && !self.forbidden(world, next)
                        && self.allowed(world, action, next)
                });
                all.extend(action_results);
            }
        }
        all
    }

    fn allowed(&self, before: &World, action: &Action, next: &Next) -> bool {
        let player = before.turn();
        let world = next.after.renamed();
        let stuck = || self.ask(MATE, || self.legal(&world).is_empty());
        let many = self.asked.get()[0] >= Condition::MAX_QUESTIONS;
        let mates = || world.turn() != player && self.checked(&world, world.turn()) && (many || stuck());
        if matches!(action.act, Act::Drop { not_mating: true, .. }) && mates() {
            return false;
        }
        let about = About { acted: next.acted, stuck: false, done: Some(before.setup.progress) };
        let holds = |provided| !self.left_out(provided) && self.holds(provided, &world, player, about);
        action.provided.as_ref().is_none_or(holds)
    }

    /// Iterates over the endings that need no claim.
    fn automatic_endings(&self) -> impl Iterator<Item = &Ending> {
        self.variant.endings.iter().filter(|ending| !ending.claimed)
    }

    fn shows(&self, ending: &Ending, world: &World) -> bool {
        match &ending.trigger {
            Trigger::When(condition) => self.holds(condition, world, world.turn(), About::default()),
            Trigger::Quiet(plies) => world.setup.halfmove >= *plies,
            Trigger::Repetition(_) | Trigger::Perpetual { .. } | Trigger::Checkmate | Trigger::Stalemate => {
                false
            }
        }
    }

    /// Returns the outcome by an ending that the position determines without generating moves.
    pub fn shown_ending(&self, world: &World) -> Option<Outcome> {
        let shown = || self.automatic_endings().find(|ending| self.shows(ending, world));
        world.setup.ended.clone().or_else(|| shown().map(|ending| outcome(ending, world)))
    }

    /// Returns the outcome of the game in a position with this number of occurrences. A flag is true for a side that
    /// has given check with every move since the first occurrence.
    pub fn ending(&self, world: &World, times: u32, [white, black]: [bool; 2]) -> Option<Outcome> {
        if world.setup.ended.is_some() {
            return world.setup.ended.clone();
        }
        let stuck = self.unended(world).is_empty();
        for ending in self.automatic_endings() {
            let applies = match ending.trigger {
                Trigger::Checkmate => stuck && self.checked(world, world.turn()),
                Trigger::Stalemate => stuck && !self.checked(world, world.turn()),
                Trigger::Repetition(repeated) => times >= repeated,
                Trigger::Perpetual { times: repeated, giving } => {
                    let by_white = giving == (world.turn() == Color::White);
                    times >= repeated && if by_white { white } else { black }
                }
                _ => self.shows(ending, world),
            };
            if applies {
                return Some(outcome(ending, world));
            }
        }
        None
    }
}

fn outcome(ending: &Ending, world: &World) -> Outcome {
    let (me, you) = match world.turn() {
        Color::White => (Color::White, Color::Black),
        Color::Black => (Color::Black, Color::White),
    };
    let winner = match ending.result {
        Result::Win => Some(me),
        Result::Loss => Some(you),
        Result::Draw => None,
    };
    Outcome::new(winner, &ending.name)
}
