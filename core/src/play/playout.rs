//! Plays a whole game on a position stack, with one policy for both sides.
//!
//! [`play`] is the entry point. A [`MovePolicy`] chooses the moves: random moves, or the moves of a search. A playout
//! also detects endings by repetition, and claims an ending as soon as a player may claim it. Positions of the game
//! before the playout count for repetition.

use crate::base::{Color, Outcome};
use crate::fast::engine::{AnyPosition, Engine, Visitor};
use crate::fast::stack::{PositionStack, SearchMove, SearchMoves};
use crate::play::game::{GameHistory, Random, perpetual_checks};
use crate::rules::{Ending, Likely, Recurrence};
use rustc_hash::FxHashMap;

/// The result of a playout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayoutResult {
    /// The number of plies.
    pub plies: u32,
    /// The outcome, or `None` if the game was cut off.
    pub outcome: Option<Outcome>,
}

/// A policy that chooses the moves of both sides, and is notified of them.
pub trait MovePolicy {
    /// Returns the index of the move to make in the list, or `None` to stop. The list is not empty.
    fn choose<T: PositionStack>(&mut self, stack: &T, steps: &SearchMoves<T::Position>) -> Option<usize>;
    /// Receives the chosen move after it was made.
    fn made<T: PositionStack>(&mut self, _track: &T, _steps: &SearchMoves<T::Position>, _step: &SearchMove) {}
}

/// A policy that chooses each legal move with the same probability.
impl MovePolicy for Random {
    fn choose<T: PositionStack>(&mut self, _: &T, steps: &SearchMoves<T::Position>) -> Option<usize> {
        Some(self.below(steps.list.len()))
    }
}

/// A game that a policy plays, with its maximum length.
pub struct PlayoutGame<'a, P> {
    player: &'a mut P,
    most: u32,
    /// The endings by repetition, and the endings that a player may claim, which are claimed as soon as possible.
    endings: Vec<&'a Ending>,
    seen: FxHashMap<u64, u32>,
    /// The hash, the side to move, and the check status of all positions. `None` if perpetual check does not matter.
    line: Option<Vec<(u64, Color, bool)>>,
}

/// Continues a game for at most `most` plies.
pub fn play(game: &GameHistory, player: &mut impl MovePolicy, most: u32) -> PlayoutResult {
    let engine = game.engine();
    let all = game.variant().endings.iter();
    let endings: Vec<&Ending> = all.filter(|ending| ending.is_repetition() || ending.claimed).collect();
    let mut line = endings.iter().any(|ending| ending.is_perpetual()).then(Vec::new);
    let mut seen = FxHashMap::default();
    if !endings.is_empty() {
        for position in game.past() {
            let identity = identity(engine, position);
            *seen.entry(identity).or_default() += 1;
            if let Some(line) = &mut line {
                line.push((identity, engine.turn(position), engine.in_check(position)));
            }
        }
    }
    let playout = PlayoutGame { player, most, endings, seen, line };
    engine.walk(game.position(), playout)
}

/// Returns a hash of the part of a position that counts for repetition.
fn identity(engine: &Engine, position: &AnyPosition) -> u64 {
    struct PositionIdentity;
    impl Visitor for PositionIdentity {
        type Answer = u64;
        fn visit<T: PositionStack>(self, stack: T) -> u64 {
            stack.identity()
        }
    }
    engine.walk(position, PositionIdentity)
}

impl<P: MovePolicy> Visitor for PlayoutGame<'_, P> {
    type Answer = PlayoutResult;

    fn visit<T: PositionStack>(mut self, mut stack: T) -> PlayoutResult {
        let mut steps = SearchMoves::default();
        for plies in 0.. {
            let repeated = self.repeated(&stack);
            if stack.is_finished() {
                return PlayoutResult { plies, outcome: stack.outcome() };
            }
            stack.steps(false, &mut steps);
            if steps.list.is_empty() || repeated.is_some() {
                let outcome = if steps.list.is_empty() { stack.outcome() } else { None };
                return PlayoutResult { plies, outcome: outcome.or(repeated) };
            }
            let chosen = if plies < self.most { self.player.choose(&stack, &steps) } else { None };
            let Some(step) = chosen.and_then(|number| steps.list.get(number).copied()) else {
                return PlayoutResult { plies, outcome: None };
            };
            stack.make(&mut steps, &step);
            self.player.made(&stack, &steps, &step);
        }
        PlayoutResult { plies: u32::MAX, outcome: None }
    }
}

impl<P> PlayoutGame<'_, P> {
    /// Counts the current position. Returns the outcome if repetition or a claim ends the game.
    fn repeated<T: PositionStack>(&mut self, stack: &T) -> Option<Outcome> {
        if self.endings.is_empty() {
            return None;
        }
        let (identity, turn) = (stack.identity(), stack.turn());
        let times = self.seen.entry(identity).or_default();
        *times += 1;
        let mut recurrence = Recurrence { times: *times, ..Recurrence::ONCE };
        if let Some(line) = &mut self.line {
            let first = line.iter().position(|(one, ..)| *one == identity);
            line.push((identity, turn, stack.in_check()));
            let since = first.map_or(&[][..], |first| &line[first + 1..]);
            recurrence.checks = perpetual_checks(since.iter().map(|(_, turn, checked)| (*turn, *checked)));
        }
        // Most endings can be ruled out without the position.
        let holds = |ending: &&&Ending| {
            ending.recurs(turn, recurrence) != Likely::No && stack.ends(ending, recurrence)
        };
        let ending = self.endings.iter().find(holds)?;
        Some(ending.outcome(turn))
    }
}
