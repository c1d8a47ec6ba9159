//! Searches for distinguishing positions, in which two games differ.
//!
//! [`search`] is the entry point. It first tests known positions, such as those of case pages. It then generates
//! positions and continues them with random moves. A position that it finds is reduced to the pieces needed to show the
//! difference. The compiled engine searches, and the interpreter confirms the result.

use super::game_pair::{Distinguishing, GamePair, PairPosition};
use super::generator::PositionGenerator;
use super::scope::DifferenceScope;
use crate::base::{ByColor, Move, Piece, Setup, sort_by_key};
use std::collections::HashSet;

/// The maximum number of random plies from a generated position.
const MAX_WALK: u64 = 10;
/// The number of attempts to change a position so that a side has fewer moves.
const MAX_TWISTS: usize = 40;
/// The number of random changes of which the best is chosen.
const CHOICES: usize = 24;
/// The maximum number of random plies from the start before pieces are removed.
const OPENING: u64 = 120;

struct PositionFinder<'a> {
    pair: &'a GamePair,
    scope: &'a DifferenceScope,
    generator: PositionGenerator<'a>,
    going: &'a dyn Fn() -> bool,
    wanted: usize,
    shapes: HashSet<String>,
    found: Vec<Distinguishing>,
    looked: u64,
}

/// Searches until it has found as many positions as wanted or until `going` returns false. It tests the known positions
/// first. Returns the positions and the number of positions tested.
pub fn search(
    pair: &GamePair,
    scope: &DifferenceScope,
    known: Vec<Setup>,
    (wanted, seed): (usize, u64),
    going: &dyn Fn() -> bool,
) -> (Vec<Distinguishing>, u64) {
    let generator = PositionGenerator::new(pair.variant(), scope, seed);
    let (shapes, found) = (HashSet::new(), Vec::new());
    let mut search = PositionFinder { pair, scope, generator, going, wanted, shapes, found, looked: 0 };
    search.run(known);
    (search.found, search.looked)
}

impl PositionFinder<'_> {
    fn is_over(&self) -> bool {
        self.found.len() >= self.wanted || !(self.going)()
    }

    fn run(&mut self, mut known: Vec<Setup>) {
        // Simple positions are easier to read, so those with the fewest pieces come first. The sort is stable, so later
        // ones win ties.
        known.reverse();
        sort_by_key(&mut known, |setup| setup.pieces().count());
        // The test for a difference after a move is slower, so all known positions get the quick test first.
        for deep in [false, true] {
            for setup in std::mem::take(&mut known) {
                if self.is_over() {
                    return;
                }
                self.looked += u64::from(!deep);
                match self.shows(&setup, deep) {
                    true => self.keep(&setup),
                    false => known.push(setup),
                }
            }
        }
        for round in 0_u32.. {
            if self.is_over() {
                return;
            }
            let start = match round % 4 {
                0 => self.after_a_game(),
                _ => self.generator.draw(),
            };
            if !self.pair.is_impossible(&start) {
                match self.scope.stuck && round % 2 == 1 {
                    true => self.constrict(start),
                    false => self.random_walk(&start),
                };
            }
        }
    }

    /// Returns a position of a random game with some pieces removed.
    fn after_a_game(&mut self) -> Setup {
        let start = self.pair.variant().start();
        let Some(mut position) = self.pair.position(&start) else { return start };
        for _ in 0..self.generator.random.number() % OPENING {
            let (moves, _) = self.pair.moves(&position);
            let mv = self.generator.random.pick(&moves);
            let Some(next) = mv.and_then(|mv| self.pair.follow(&position, mv)) else { break };
            position = next;
        }
        self.generator.thinned(self.pair.setup(&position))
    }

    /// Plays random moves from a position until the two games differ.
    fn random_walk(&mut self, start: &Setup) -> Option<()> {
        let mut position = self.pair.position(start)?;
        for _ in 0..=self.generator.random.number() % MAX_WALK {
            self.looked += 1;
            let (moves, differ) = self.pair.moves(&position);
            let setup = self.pair.setup(&position);
            let concerned: Vec<&Move> = moves.iter().filter(|mv| self.is_concerned(&setup, mv)).collect();
            if differ || self.hides(&position, &concerned) {
                self.keep(&self.bare(&setup));
                return None;
            }
            // Half of the moves are moves of concerned pieces, if there are any.
            let random = &mut self.generator.random;
            let mv = match random.coin() && !concerned.is_empty() {
                true => random.pick(&concerned).copied(),
                false => random.pick(&moves),
            };
            position = self.pair.follow(&position, mv?)?;
        }
        None
    }

    /// Reduces the moves of the side to move, change by change, until a rule about a side with few moves shows a
    /// difference.
    fn constrict(&mut self, mut setup: Setup) -> Option<()> {
        let mut least = usize::MAX;
        for _ in 0..MAX_TWISTS {
            self.looked += 1;
            let (moves, differ) = self.pair.moves(&self.pair.position(&setup)?);
            if differ {
                self.keep(&self.bare(&setup));
                return None;
            }
            least = least.min(moves.len());
            setup = self.narrower(&setup, least)?;
        }
        None
    }

    /// Returns the best of [`CHOICES`] random changes: one that leaves the fewest moves, at least one and at most
    /// `least`, or the first one after which the two games differ.
    fn narrower(&mut self, setup: &Setup, least: usize) -> Option<Setup> {
        if least == 0 {
            return None;
        }
        let (mut best, mut limit) = (None, least + 1);
        for _ in 0..CHOICES {
            let altered = self.generator.altered(setup);
            let Some(position) = self.pair.position(&altered) else { continue };
            let (moves, differ) = self.pair.moves(&position);
            let narrow = (1..limit).contains(&moves.len());
            if (differ || narrow) && !self.pair.is_impossible(&altered) {
                limit = moves.len();
                best = Some(altered);
                if differ {
                    break;
                }
            }
        }
        best
    }

    fn is_concerned(&self, setup: &Setup, mv: &Move) -> bool {
        let piece = mv.from.and_then(|from| setup.piece(from));
        piece.is_some_and(|piece| self.scope.piece_types.contains(&piece.piece_type))
    }

    /// Returns true if one of these moves leads to different positions in the two games.
    fn hides(&self, position: &PairPosition, moves: &[&Move]) -> bool {
        let differs =
            |mv: &&Move| self.pair.follow(position, mv).is_some_and(|after| !self.pair.is_same(&after));
        self.scope.hidden && moves.iter().any(differs)
    }

    /// Returns true if the two games differ in a position or, if `deep`, after a legal move.
    fn shows(&self, setup: &Setup, deep: bool) -> bool {
        self.pair.position(setup).is_some_and(|position| {
            let (moves, differ) = self.pair.moves(&position);
            let concerned = || moves.iter().filter(|mv| self.is_concerned(setup, mv)).collect::<Vec<_>>();
            differ || deep && self.hides(&position, &concerned())
        })
    }

    /// Adds a position to the result if its difference is new.
    fn keep(&mut self, setup: &Setup) {
        let confirmed =
            || self.pair.position(setup).is_some_and(|position| self.pair.is_confirmed(&position));
        let found = self.pair.difference_after(setup).filter(|_| self.pair.is_sound(setup) && confirmed());
        let Some(found) = found else { return };
        // Positions with the same differing moves show the same difference.
        let difference = &found.difference;
        let moves = difference.only_a.iter().chain(&difference.only_b).take(3);
        let standings = difference.standing_a.iter().chain(&difference.standing_b);
        let shape: Vec<&str> = moves.chain(standings).map(String::as_str).collect();
        if self.shapes.insert(shape.join(" ")) {
            self.found.push(found);
        }
    }

    /// Removes every piece without which the two games still differ, and those in hand.
    fn bare(&self, setup: &Setup) -> Setup {
        let royal = |id| self.pair.variant().piece_type(id).royal.is_some();
        // The reduced position must show the same kind of difference, so it gets the same test.
        let deep = !self.shows(setup, false);
        let mut bare = setup.clone();
        for (square, piece) in setup.pieces() {
            let is_like = |(_, own): &(_, Piece)| own.color == piece.color && royal(own.piece_type);
            // A side keeps its last royal, because a position without royals would look odd to a reader.
            if royal(piece.piece_type) && bare.pieces().filter(is_like).count() == 1 {
                continue;
            }
            let mut without = bare.clone();
            without.set(square, None);
            if self.pair.is_sound(&without)
                && !self.pair.is_impossible(&without)
                && self.shows(&without, deep)
            {
                bare = without;
            }
        }
        let mut empty = bare.clone();
        empty.hands.fill_with(ByColor::default);
        if empty.hands != bare.hands && self.pair.is_sound(&empty) && self.shows(&empty, deep) {
            empty
        } else {
            bare
        }
    }
}
