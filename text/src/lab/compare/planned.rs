//! Plans a game that tells two games apart: both sides help each other to reach a distinguishing position.
//!
//! [`search`] is the entry point. It finds distinguishing positions with few pieces, makes goals of them, and searches
//! for games that lead to each goal, ply by ply. Of each ply, it keeps the positions that are the nearest to the goal.
//! All limits are numbers of positions, so a search finds the same game each time.

use super::at_most;
use super::game_pair::{Distinguishing, GamePair, PairPosition};
use super::goals::PositionGoal;
use super::positions;
use super::scope::DifferenceScope;
use super::strides::Strides;
use crate::base::{Move, Setup, sort_by_key};
use crate::play::game::Random;
use std::collections::HashSet;

/// The maximum length of a planned game, in plies.
pub(super) const LONGEST: usize = 20;
/// The stages of the search for distinguishing positions, until there is a game: the number of positions to find, and the
/// number of positions after which the stage ends.
const STAGES: [(usize, u32); 2] = [(8, 800), (48, 6_000)];
/// The number of goals to which games are planned.
const GOALS: usize = 12;
/// The number of positions of each ply that are kept.
const WIDTH: usize = 150;

/// A position in both games, with the moves that lead to it.
#[derive(Clone)]
pub(super) struct PairLine {
    pub(super) position: PairPosition,
    pub(super) moves: Vec<Move>,
}

/// The result of a search.
#[derive(Default)]
pub(super) struct PlannedSearch {
    /// A game of at most [`LONGEST`] plies at whose end the two games differ.
    pub(super) line: Option<PairLine>,
    /// The distinguishing positions that were found on the way.
    pub(super) positions: Vec<Distinguishing>,
}

/// Searches for a game until `going` returns false. If the second game cannot begin in the same position, only positions
/// are searched.
pub(super) fn search(
    pair: &GamePair,
    scope: &DifferenceScope,
    seed: u64,
    going: &dyn Fn() -> bool,
) -> PlannedSearch {
    let mut searched = PlannedSearch::default();
    let start = pair.position(&pair.variant().start());
    let strides = Strides::new(pair.variant());
    for (wanted, candidates) in STAGES {
        let (found, _) =
            positions::search(pair, scope, Vec::new(), (wanted, seed), &at_most(candidates, going));
        searched.line =
            start.as_ref().and_then(|start| planned((pair, scope), (start, &strides), &found, (seed, going)));
        if found.len() > searched.positions.len() {
            searched.positions = found;
        }
        if searched.line.is_some() {
            break;
        }
    }
    searched
}

/// Plans a game from the start to one of the positions.
fn planned(
    (pair, scope): (&GamePair, &DifferenceScope),
    (start, strides): (&PairPosition, &Strides),
    found: &[Distinguishing],
    (seed, going): (u64, &dyn Fn() -> bool),
) -> Option<PairLine> {
    let is_hidden = scope.hidden && pair.is_same(start);
    let shows = |setup: &Setup| {
        pair.position(setup).is_some_and(|position| pair.differ(&position))
            || is_hidden && pair.difference_after(setup).is_some()
    };
    let found = found.iter().map(|found| &found.setup).filter(|setup| shows(setup)).take_while(|_| going());
    let setup = pair.setup(start);
    let goals = found.filter_map(|found| PositionGoal::new(pair, strides, found, &shows));
    let mut goals: Vec<(usize, PositionGoal)> =
        goals.filter_map(|goal| Some((goal.plies(strides, &setup)?, goal))).collect();
    sort_by_key(&mut goals, |(plies, _)| *plies);
    let mut seen = HashSet::new();
    goals.retain(|(_, goal)| seen.insert(goal.pieces().to_vec()));
    let mut planner =
        Planner { pair, is_hidden, strides, random: Random::new(seed), going, limit: LONGEST, best: None };
    for (plies, goal) in goals.into_iter().take(GOALS) {
        if plies <= planner.limit && going() {
            planner.plan(&goal, PairLine { position: start.clone(), moves: Vec::new() });
        }
    }
    planner.best
}

struct Planner<'a> {
    pair: &'a GamePair,
    /// True if the difference may show only in the result of a move.
    is_hidden: bool,
    strides: &'a Strides,
    random: Random,
    going: &'a dyn Fn() -> bool,
    /// The maximum length of the next game.
    limit: usize,
    best: Option<PairLine>,
}

impl Planner<'_> {
    /// Searches for a game that leads to a goal, or to another difference on the way.
    fn plan(&mut self, goal: &PositionGoal, start: PairLine) {
        let mut lines = vec![start];
        let mut seen = HashSet::new();
        for ply in 0..=self.limit {
            if let Some(line) = self.told(goal, &lines) {
                self.limit = line.moves.len().saturating_sub(1);
                self.best = Some(line);
                return;
            }
            if !(self.going)() {
                return;
            }
            let left = self.limit - ply;
            let mut next = Vec::new();
            for (parent, line) in lines.iter().enumerate() {
                for (mv, hash, setup) in self.pair.steps(&line.position) {
                    if let Some((plies, moves)) =
                        goal.estimate(self.strides, &setup).filter(|(plies, _)| *plies < left)
                        && seen.insert(hash)
                    {
                        next.push(((plies, moves, self.random.number()), parent, mv));
                    }
                }
            }
            sort_by_key(&mut next, |(rank, ..)| *rank);
            let kept = next.into_iter().take(WIDTH).filter_map(|(_, parent, mv)| {
                let position = self.pair.follow(&lines[parent].position, &mv)?;
                Some(PairLine { position, moves: lines[parent].moves.iter().cloned().chain([mv]).collect() })
            });
            lines = kept.collect();
        }
    }

    /// Returns a game after which the two games differ, or after which a move leads to different positions.
    fn told(&self, goal: &PositionGoal, lines: &[PairLine]) -> Option<PairLine> {
        let differs = lines.iter().find(|line| self.pair.differ(&line.position)).cloned();
        let is_there = |line: &&PairLine| {
            let setup = self.pair.setup(&line.position);
            line.moves.len() < self.limit
                && goal.estimate(self.strides, &setup).is_some_and(|(plies, _)| plies == 0)
        };
        let after = |line: &PairLine| {
            let mut next = self.pair.next(&line.position).into_iter();
            let (mv, position) = next.find(|(_, position)| !self.pair.is_same(position))?;
            Some(PairLine { position, moves: line.moves.iter().cloned().chain([mv]).collect() })
        };
        let hidden = || lines.iter().filter(|_| self.is_hidden).filter(is_there).find_map(after);
        differs.or_else(hidden)
    }
}
