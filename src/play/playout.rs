//! A whole game on a track, by a player of both sides.

use crate::base::Outcome;
use crate::fast::engine::{Engine, Visitor};
use crate::fast::track::{Step, Steps, Track};
use crate::play::game::{Game, Random};
use crate::rules::{Ending, Trigger};
use rustc_hash::FxHashMap;

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// How many plies were played.
    pub plies: u32,
    /// How it ended; nothing if it was cut off.
    pub outcome: Option<Outcome>,
}

/// What chooses the moves of both sides, and sees what comes of them.
pub(crate) trait Player {
    /// The number of the move to make in the list, which is not empty; nothing to stop.
    fn choose<T: Track>(&mut self, track: &T, steps: &Steps<T::Position>) -> Option<usize>;
    /// The move that was chosen has been made.
    fn made<T: Track>(&mut self, _track: &T, _steps: &Steps<T::Position>, _step: &Step) {}
}

/// Any legal move, all with the same chance.
impl Player for Random {
    fn choose<T: Track>(&mut self, _: &T, steps: &Steps<T::Position>) -> Option<usize> {
        Some(self.below(steps.list.len()))
    }
}

/// A game that has begun, and how long it may become.
pub(crate) struct Playout<'a, P> {
    player: &'a mut P,
    most: u32,
    /// The repetition that ends the game, and how often.
    repetition: Option<(u32, &'a Ending)>,
    seen: FxHashMap<u64, u32>,
}

/// Plays on from the position of a game, for at most `most` plies.
pub(crate) fn play(game: &Game, player: &mut impl Player, most: u32) -> Played {
    let engine = game.engine();
    let repetition = game.variant().endings.iter().find_map(|ending| match ending.trigger {
        Trigger::Repetition(times) => Some((times, ending)),
        _ => None,
    });
    let mut seen = FxHashMap::default();
    if repetition.is_some() && !game.plies().is_empty() {
        let later = game.plies().iter().map(|ply| &ply.setup);
        let before = std::iter::once(game.start()).chain(later).take(game.plies().len());
        for setup in before {
            *seen.entry(identity(engine, setup)).or_default() += 1;
        }
    }
    let playout = Playout { player, most, repetition, seen };
    engine.walk(&engine.position(game.setup()), playout)
}

/// What makes two positions the same for repetition.
fn identity(engine: &Engine, setup: &crate::base::Setup) -> u64 {
    struct Identity;
    impl Visitor for Identity {
        type Answer = u64;
        fn visit<T: Track>(self, track: T) -> u64 {
            track.identity()
        }
    }
    engine.walk(&engine.position(setup), Identity)
}

impl<P: Player> Visitor for Playout<'_, P> {
    type Answer = Played;

    fn visit<T: Track>(mut self, mut track: T) -> Played {
        let mut steps = Steps::default();
        for plies in 0.. {
            let repeated = self.repeated(&track);
            if track.is_finished() {
                return Played { plies, outcome: track.outcome() };
            }
            track.steps(false, &mut steps);
            if steps.list.is_empty() || repeated.is_some() {
                let outcome = if steps.list.is_empty() { track.outcome() } else { None };
                return Played { plies, outcome: outcome.or(repeated) };
            }
            let chosen = if plies < self.most { self.player.choose(&track, &steps) } else { None };
            let Some(step) = chosen.and_then(|number| steps.list.get(number).copied()) else {
                return Played { plies, outcome: None };
            };
            track.make(&mut steps, &step);
            self.player.made(&track, &steps, &step);
        }
        Played { plies: u32::MAX, outcome: None }
    }
}

impl<P> Playout<'_, P> {
    /// Counts the position; how the game ends if it has now occurred often enough.
    fn repeated<T: Track>(&mut self, track: &T) -> Option<Outcome> {
        let (most, ending) = self.repetition?;
        let times = self.seen.entry(track.identity()).or_default();
        *times += 1;
        (*times >= most).then(|| ending.outcome(track.turn()))
    }
}
