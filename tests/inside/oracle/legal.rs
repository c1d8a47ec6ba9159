//! Legal moves, and the end of the game.
//!
//! [`Oracle::legal`] is the entry point. It tests the end of the game, then the required actions, and then the safety
//! of every move.

use super::conditions::About;
use super::{MATE, Next, Oracle, World};
use ferz_core::base::{Color, Outcome, Result};
use ferz_core::rules::{Act, Action, Condition, Duty, Ending, EndingResult, Fact, Formula};

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
        moves.retain(|next| {
            self.keeps(world, &next.after) && self.safe(&next.after, player) && !self.forbidden(world, next)
        });
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
                    self.keeps(world, &next.after)
                        && (action.unsafely || self.safe(&next.after, player))
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
        // Facts about moves and earlier positions can be true or false here.
        let (may_hold, may_fail) = self.cases(&ending.when, &|fact| match fact {
            Fact::Repetition(_)
            | Fact::Perpetual { .. }
            | Fact::Checkmate
            | Fact::Stalemate
            | Fact::NoMove => None,
            fact => Some(self.is_true(fact, world, world.turn(), About::default())),
        });
        may_hold && !may_fail
    }

    /// Returns two flags: true if the condition can hold, and true if it can fail.
    fn cases(&self, condition: &Condition, value: &impl Fn(&Fact) -> Option<bool>) -> (bool, bool) {
        match condition {
            Formula::Leaf(fact) => match value(fact) {
                None => (true, true),
                Some(holds) => (holds, !holds),
            },
            Formula::Not(inner) => {
                let (may_hold, may_fail) = self.cases(inner, value);
                (may_fail, may_hold)
            }
            Formula::Every(all) => {
                let parts: Vec<_> = all.iter().map(|one| self.cases(one, value)).collect();
                (parts.iter().all(|one| one.0), parts.iter().any(|one| one.1))
            }
            Formula::AnyOf(any) => {
                let parts: Vec<_> = any.iter().map(|one| self.cases(one, value)).collect();
                (parts.iter().any(|one| one.0), parts.iter().all(|one| one.1))
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
            let (applies, _) = self.cases(&ending.when, &|fact| {
                Some(match fact {
                    Fact::NoMove => stuck,
                    Fact::Checkmate => stuck && self.checked(world, world.turn()),
                    Fact::Stalemate => stuck && !self.checked(world, world.turn()),
                    Fact::Repetition(repeated) => times >= *repeated,
                    Fact::Perpetual { times: repeated, giving } => {
                        let by_white = *giving == (world.turn() == Color::White);
                        times >= *repeated && if by_white { white } else { black }
                    }
                    fact => self.is_true(fact, world, world.turn(), About::default()),
                })
            });
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
        EndingResult::Player(Result::Win) => Some(me),
        EndingResult::Player(Result::Loss) => Some(you),
        EndingResult::Player(Result::Draw) => None,
        EndingResult::Wins(color) => Some(color),
    };
    Outcome::new(winner, &ending.name)
}
