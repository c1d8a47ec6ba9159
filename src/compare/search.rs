//! The shortest game after which two games part.
//!
//! First all games ply by ply, each position once, while there is room and time; then games by lot, each that parts
//! setting the limit for the next. Both sides are asked of the compiled engine; what is found is judged again by the
//! reference rules, so that both witnesses have seen it.

use super::play::{Both, Difference};
use crate::board::{Move, Setup};
use crate::engine::{Engine, Position};
use crate::game::Lot;
use crate::notation::movetext;
use std::collections::HashSet;

/// How many positions of one ply are kept.
const ROOM: usize = 120_000;
/// How many plies a game by lot lasts at most.
const LONGEST: usize = 160;

/// Two games asked of the compiled engine, to find out quickly where it is worth to look closer.
pub struct Glance<'a, 'v> {
    both: &'a Both<'v>,
    one: Engine,
    other: Engine,
}

impl<'a, 'v> Glance<'a, 'v> {
    /// Compiles both games.
    pub fn new(both: &'a Both<'v>) -> Glance<'a, 'v> {
        Glance { both, one: Engine::new(both.one().variant()), other: Engine::new(both.other().variant()) }
    }

    /// Whether the two part in a position.
    pub fn parts(&self, setup: &Setup) -> bool {
        let Some(twin) = self.both.carried(setup) else { return false };
        self.parts_at(&self.one.position(setup), &self.other.position(&twin))
    }

    /// Where moves are told apart by kinds that are numbered otherwise, only texts can be compared.
    fn parts_at(&self, one: &Position, other: &Position) -> bool {
        let (a, b) = (self.one.legal_moves(one), self.other.legal_moves(other));
        let same = match self.both.is_alike() {
            true => a == b,
            false => movetext::list(self.one.variant(), &a) == movetext::list(self.other.variant(), &b),
        };
        !same
            || self.one.in_check(one) != self.other.in_check(other)
            || a.is_empty() && self.one.outcome(one) != self.other.outcome(other)
    }
}

/// What the search came to.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// The game found: its moves, where it leads, and how the two part there.
    pub game: Option<(Vec<String>, Setup, Difference)>,
    /// Whether there is no shorter one.
    pub shortest: bool,
    /// Up to how many plies every game was looked at.
    pub plies: Option<usize>,
}

/// A position in both games, and how it came about.
#[derive(Clone)]
struct Pair {
    one: Position,
    other: Position,
    moves: Vec<Move>,
}

struct Search<'a, 'v> {
    glance: Glance<'a, 'v>,
    going: &'a dyn Fn() -> bool,
    searched: Searched,
}

/// Searches from the start for as long as `going` says so.
pub fn search(both: &Both, seed: u64, going: &dyn Fn() -> bool) -> Searched {
    let glance = Glance::new(both);
    let start = both.one().variant().start();
    let Some(twin) = both.carried(&start) else { return Searched::default() };
    let (one, other) = (glance.one.position(&start), glance.other.position(&twin));
    let pair = Pair { one, other, moves: Vec::new() };
    let mut search = Search { glance, going, searched: Searched::default() };
    if !search.every(pair.clone()) {
        search.by_lot(&pair, seed);
    }
    search.searched
}

impl Search<'_, '_> {
    /// Whether the two part here; if the reference rules agree, that is the game found.
    fn parts(&mut self, pair: &Pair) -> bool {
        if !self.glance.parts_at(&pair.one, &pair.other) {
            return false;
        }
        let setup = self.glance.one.setup(&pair.one);
        let Some(difference) = self.glance.both.part(&setup) else { return false };
        let variant = self.glance.one.variant();
        let moves = pair.moves.iter().map(|mv| movetext::write(variant, mv)).collect();
        self.searched.game = Some((moves, setup, difference));
        true
    }

    /// The positions a pair leads to in both games.
    fn next(&self, pair: &Pair) -> Vec<Pair> {
        let theirs = self.glance.other.children(&pair.other);
        let (a, b) = (self.glance.one.variant(), self.glance.other.variant());
        let alike = self.glance.both.is_alike();
        let mut next = Vec::new();
        for (mv, one) in self.glance.one.children(&pair.one) {
            let same = |(other, _): &&(Move, Position)| match alike {
                true => *other == mv,
                false => movetext::write(b, other) == movetext::write(a, &mv),
            };
            if let Some((_, other)) = theirs.iter().find(same) {
                let mut moves = pair.moves.clone();
                moves.push(mv);
                next.push(Pair { one, other: other.clone(), moves });
            }
        }
        next
    }

    /// Every game, ply by ply; whether there is nothing left to look for.
    fn every(&mut self, start: Pair) -> bool {
        let mut level = vec![start];
        let mut seen: HashSet<u64> = HashSet::new();
        for plies in 0.. {
            for pair in &level {
                if !(self.going)() {
                    return false;
                }
                if self.parts(pair) {
                    self.searched.shortest = true;
                    return true;
                }
            }
            self.searched.plies = Some(plies);
            let mut next = Vec::new();
            for pair in &level {
                if next.len() > ROOM || !(self.going)() {
                    return false;
                }
                next.extend(
                    self.next(pair).into_iter().filter(|pair| seen.insert(self.glance.one.hash(&pair.one))),
                );
            }
            if next.is_empty() {
                return true;
            }
            level = next;
        }
        true
    }

    fn by_lot(&mut self, start: &Pair, seed: u64) {
        let mut lot = Lot::new(seed);
        let mut limit = LONGEST;
        while (self.going)() && limit > self.searched.plies.unwrap_or(0) + 1 {
            let mut pair = start.clone();
            while pair.moves.len() < limit && (self.going)() {
                let Some(next) = lot.pick(&self.next(&pair)).cloned() else { break };
                pair = next;
                if self.parts(&pair) {
                    limit = pair.moves.len() - 1;
                    break;
                }
            }
        }
    }
}
