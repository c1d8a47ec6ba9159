//! The search for distinguishing positions, in which two games differ: known positions first, then made-up ones and
//! what random games from there lead to. Pieces that are not needed for the difference to show are removed. The compiled
//! engine searches, and the interpreter confirms what is found.

use super::concern::Concern;
use super::generator::Generator;
use super::pair::{Distinguishing, Pair, PairMoves, PairPosition};
use crate::base::{Move, Piece, Setup};
use crate::play::game::Random;
use std::collections::HashSet;

/// How many plies a random game goes on from a made-up position.
const STROLL: u64 = 10;
/// How often a position is changed to leave a side fewer moves.
const TWISTS: usize = 40;
/// Among how many changes one is chosen.
const CHOICES: usize = 24;
/// The longest random game from the start before pieces are removed.
const OPENING: u64 = 120;

/// A search for distinguishing positions.
pub(crate) struct PositionSearch<'a, 'v> {
    pair: &'a Pair<'v>,
    concern: &'a Concern,
    generator: Generator<'a>,
    known: Vec<Setup>,
    shapes: HashSet<String>,
    found: Vec<Distinguishing>,
    wanted: usize,
    looked: u64,
}

impl<'a, 'v> PositionSearch<'a, 'v> {
    /// For this many positions; those given are looked at first.
    pub(crate) fn new(
        pair: &'a Pair<'v>,
        concern: &'a Concern,
        known: &[Setup],
        wanted: usize,
        seed: u64,
    ) -> PositionSearch<'a, 'v> {
        let mut known = known.to_vec();
        // The one with the fewest pieces is looked at first.
        known.sort_by_key(|setup| std::cmp::Reverse(setup.pieces().count()));
        PositionSearch {
            pair,
            concern,
            generator: Generator::new(pair.variant(), concern, seed),
            known,
            shapes: HashSet::new(),
            found: Vec::new(),
            wanted,
            looked: 0,
        }
    }

    /// Whether all that was wanted is found.
    pub(crate) fn is_done(&self) -> bool {
        self.found.len() >= self.wanted
    }

    /// What was found.
    pub(crate) fn into_found(self) -> Vec<Distinguishing> {
        self.found
    }

    /// How many positions were looked at.
    pub(crate) fn looked(&self) -> u64 {
        self.looked
    }

    /// Searches until all are found or `going` says no.
    pub(crate) fn run(&mut self, going: &dyn Fn() -> bool) {
        let mut hidden = Vec::new();
        while let Some(setup) = self.known.pop().filter(|_| !self.is_done() && going()) {
            self.looked += 1;
            match self.shows(&setup, false) {
                true => self.keep(setup),
                false => hidden.push(setup),
            }
        }
        for setup in hidden {
            if self.is_done() || !going() {
                return;
            }
            if self.shows(&setup, true) {
                self.keep(setup);
            }
        }
        for round in 0_u32.. {
            if self.is_done() || !going() {
                return;
            }
            let start = match round % 4 {
                0 => self.after_a_game(),
                _ => self.generator.draw(),
            };
            if self.pair.is_impossible(&start) {
                continue;
            }
            match self.concern.stuck && round % 2 == 1 {
                true => self.constrict(start),
                false => self.stroll(&start),
            }
        }
    }

    /// A position of a random game, some pieces removed.
    fn after_a_game(&mut self) -> Setup {
        let start = self.pair.variant().start();
        let Some(mut position) = self.pair.position(&start) else { return start };
        for _ in 0..self.generator.random().number() % OPENING {
            let moves = self.pair.moves(&position);
            let next = self
                .generator
                .random()
                .pick(&moves.one)
                .and_then(|mv| self.pair.follow(&position, &moves, mv));
            let Some(next) = next else { break };
            position = next;
        }
        let setup = self.pair.setup(&position);
        self.generator.thinned(setup)
    }

    /// Plays on at random from a position as long as both games agree.
    fn stroll(&mut self, start: &Setup) {
        let Some(mut position) = self.pair.position(start) else { return };
        for _ in 0..=self.generator.random().number() % STROLL {
            self.looked += 1;
            let moves = self.pair.moves(&position);
            if self.pair.differ(&position, &moves) || self.hides(&position, &moves) {
                let bare = self.bare(&self.pair.setup(&position));
                self.keep(bare);
                return;
            }
            let Some(mv) = self.choose(&position, &moves) else { return };
            let Some(next) = self.pair.follow(&position, &moves, &mv) else { return };
            position = next;
        }
    }

    /// Takes away moves from the side to move, change by change, until a rule for such a side shows.
    fn constrict(&mut self, start: Setup) {
        let (mut setup, mut least) = (start, usize::MAX);
        for _ in 0..TWISTS {
            let Some(position) = self.pair.position(&setup) else { return };
            self.looked += 1;
            let moves = self.pair.moves(&position);
            if self.pair.differ(&position, &moves) {
                let bare = self.bare(&setup);
                self.keep(bare);
                return;
            }
            least = least.min(moves.one.len());
            if least == 0 {
                return;
            }
            match self.narrower(&setup, least) {
                Some(narrower) => setup = narrower,
                None => return,
            }
        }
    }

    /// Of some changes the one that leaves the fewest moves, though not none, and no more than there are; or the first
    /// that makes the two differ.
    fn narrower(&mut self, setup: &Setup, least: usize) -> Option<Setup> {
        let mut best: Option<(usize, Setup)> = None;
        for _ in 0..CHOICES {
            let altered = self.generator.altered(setup);
            let Some(position) = self.pair.position(&altered) else { continue };
            let moves = self.pair.moves(&position);
            let differ = self.pair.differ(&position, &moves);
            let limit = best.as_ref().map_or(least + 1, |(fewest, _)| *fewest);
            let narrow = (1..limit).contains(&moves.one.len());
            if (differ || narrow) && !self.pair.is_impossible(&altered) {
                best = Some((moves.one.len(), altered));
                if differ {
                    break;
                }
            }
        }
        best.map(|(_, setup)| setup)
    }

    /// A move, every other time one of a piece that is concerned.
    fn choose(&mut self, position: &PairPosition, moves: &PairMoves) -> Option<Move> {
        let setup = self.pair.setup(position);
        let concerned: Vec<&Move> = moves.one.iter().filter(|mv| self.is_concerned(&setup, mv)).collect();
        let random: &mut Random = self.generator.random();
        if random.coin() && !concerned.is_empty() {
            return random.pick(&concerned).map(|mv| (*mv).clone());
        }
        random.pick(&moves.one).cloned()
    }

    fn is_concerned(&self, setup: &Setup, mv: &Move) -> bool {
        let piece = mv.from.and_then(|from| setup.piece(from));
        piece.is_some_and(|piece| self.concern.piece_types.contains(&piece.piece_type))
    }

    /// Whether some move of both games leads to different positions.
    fn hides(&self, position: &PairPosition, moves: &PairMoves) -> bool {
        if !self.concern.hidden {
            return false;
        }
        let setup = self.pair.setup(position);
        let mut concerned = moves.one.iter().filter(|mv| self.is_concerned(&setup, mv));
        concerned
            .any(|mv| self.pair.follow(position, moves, mv).is_some_and(|after| !self.pair.is_same(&after)))
    }

    /// Whether the two differ in a position, or if `deep` in where a move leads.
    fn shows(&self, setup: &Setup, deep: bool) -> bool {
        self.pair.position(setup).is_some_and(|position| {
            let moves = self.pair.moves(&position);
            self.pair.differ(&position, &moves) || deep && self.hides(&position, &moves)
        })
    }

    /// Keeps a position if it shows something new.
    fn keep(&mut self, setup: Setup) {
        let confirmed =
            || self.pair.position(&setup).is_some_and(|position| self.pair.is_confirmed(&position));
        let found = self.pair.difference_after(&setup).filter(|_| self.pair.is_sound(&setup) && confirmed());
        let Some(found) = found else { return };
        // Positions that differ by the same moves show the same thing.
        let difference = &found.difference;
        let moves = difference.only_a.iter().chain(&difference.only_b);
        let mut shape: Vec<&str> = moves.map(String::as_str).take(3).collect();
        shape.extend(
            [&difference.standing_a, &difference.standing_b].into_iter().flatten().map(String::as_str),
        );
        if self.shapes.insert(shape.join(" ")) {
            self.found.push(found);
        }
    }

    /// The position without the pieces that are not needed: those without which the games still differ.
    fn bare(&self, setup: &Setup) -> Setup {
        let variant = self.pair.variant();
        let deep = !self.shows(setup, false);
        let mut bare = setup.clone();
        let pieces: Vec<_> = setup.pieces().collect();
        for (square, piece) in pieces {
            let royals = |color| {
                let royal = |piece: &Piece| {
                    piece.color == color && variant.piece_type(piece.piece_type).royal.is_some()
                };
                bare.pieces().filter(|(_, piece)| royal(piece)).count()
            };
            if variant.piece_type(piece.piece_type).royal.is_some() && royals(piece.color) == 1 {
                continue;
            }
            let mut without = bare.clone();
            if let Some(place) = without.pieces.get_mut(square.index()) {
                *place = None;
            }
            if self.pair.is_sound(&without)
                && !self.pair.is_impossible(&without)
                && self.shows(&without, deep)
            {
                bare = without;
            }
        }
        bare
    }
}
