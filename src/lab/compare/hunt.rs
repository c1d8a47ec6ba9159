//! The hunt for positions in which two games part: known positions first, then made-up ones and what random games
//! lead to from there. The compiled engine looks; what it finds counts once the reference rules say the same. What is
//! not needed for the difference to show is taken off the board.

use super::concern::Concern;
use super::generator::Generator;
use super::glance::{Glance, Moves, Pair};
use super::play::{Both, Found};
use crate::base::{Move, Piece, Setup};
use crate::play::game::Random;
use std::collections::HashSet;

/// How many plies a random game goes on from a position made up.
const STROLL: u64 = 10;
/// How often a position is changed to leave a side fewer moves.
const TWISTS: usize = 40;
/// Among how many changes one is chosen.
const CHOICES: usize = 24;
/// How many plies a random game from the start is played at most before pieces are taken off.
const OPENING: u64 = 120;

/// A hunt that can be interrupted and taken up again.
pub struct Hunt<'a, 'v> {
    glance: Glance<'a, 'v>,
    concern: &'a Concern,
    generator: Generator<'a>,
    known: Vec<Setup>,
    shapes: HashSet<String>,
    found: Vec<Found>,
    wanted: usize,
    looked: u64,
}

impl<'a, 'v> Hunt<'a, 'v> {
    /// For so many positions; those given are looked at first.
    pub fn new(
        both: &'a Both<'v>,
        concern: &'a Concern,
        known: &[Setup],
        wanted: usize,
        seed: u64,
    ) -> Hunt<'a, 'v> {
        let mut known = known.to_vec();
        // The one with the fewest pieces is looked at first.
        known.sort_by_key(|setup| std::cmp::Reverse(setup.pieces().count()));
        Hunt {
            glance: Glance::new(both),
            concern,
            generator: Generator::new(both.one().variant(), concern, seed),
            known,
            shapes: HashSet::new(),
            found: Vec::new(),
            wanted,
            looked: 0,
        }
    }

    /// Whether all that was wanted is found.
    pub fn is_done(&self) -> bool {
        self.found.len() >= self.wanted
    }

    /// What was found.
    pub fn into_found(self) -> Vec<Found> {
        self.found
    }

    /// How many positions were looked at.
    pub fn looked(&self) -> u64 {
        self.looked
    }

    /// Hunts on until all is found or `going` says no.
    pub fn go_on(&mut self, going: &dyn Fn() -> bool) {
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
            if self.glance.is_impossible(&start) {
                continue;
            }
            match self.concern.stuck && round % 2 == 1 {
                true => self.constrict(start),
                false => self.stroll(&start),
            }
        }
    }

    /// A position of a random game, some pieces taken off.
    fn after_a_game(&mut self) -> Setup {
        let start = self.glance.variant().start();
        let Some(mut pair) = self.glance.pair(&start) else { return start };
        for _ in 0..self.generator.random().number() % OPENING {
            let moves = self.glance.moves(&pair);
            let next =
                self.generator.random().pick(&moves.one).and_then(|mv| self.glance.follow(&pair, &moves, mv));
            let Some(next) = next else { break };
            pair = next;
        }
        let setup = self.glance.setup(&pair);
        self.generator.thinned(setup)
    }

    /// Plays random moves from a position as long as both games agree.
    fn stroll(&mut self, start: &Setup) {
        let Some(mut pair) = self.glance.pair(start) else { return };
        for _ in 0..=self.generator.random().number() % STROLL {
            self.looked += 1;
            let moves = self.glance.moves(&pair);
            if self.glance.parts(&pair, &moves) || self.hides(&pair, &moves) {
                let bare = self.bare(&self.glance.setup(&pair));
                self.keep(bare);
                return;
            }
            let Some(mv) = self.choose(&pair, &moves) else { return };
            let Some(next) = self.glance.follow(&pair, &moves, &mv) else { return };
            pair = next;
        }
    }

    /// Takes away moves from the side to move, change by change, until a rule for such a side shows.
    fn constrict(&mut self, start: Setup) {
        let (mut setup, mut least) = (start, usize::MAX);
        for _ in 0..TWISTS {
            let Some(pair) = self.glance.pair(&setup) else { return };
            self.looked += 1;
            let moves = self.glance.moves(&pair);
            if self.glance.parts(&pair, &moves) {
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
    /// that makes the two part.
    fn narrower(&mut self, setup: &Setup, least: usize) -> Option<Setup> {
        let mut best: Option<(usize, Setup)> = None;
        for _ in 0..CHOICES {
            let altered = self.generator.altered(setup);
            let Some(pair) = self.glance.pair(&altered) else { continue };
            let moves = self.glance.moves(&pair);
            let parts = self.glance.parts(&pair, &moves);
            let limit = best.as_ref().map_or(least + 1, |(fewest, _)| *fewest);
            let narrow = (1..limit).contains(&moves.one.len());
            if (parts || narrow) && !self.glance.is_impossible(&altered) {
                best = Some((moves.one.len(), altered));
                if parts {
                    break;
                }
            }
        }
        best.map(|(_, setup)| setup)
    }

    /// A move, every other time one of a piece that is concerned.
    fn choose(&mut self, pair: &Pair, moves: &Moves) -> Option<Move> {
        let setup = self.glance.setup(pair);
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
    fn hides(&self, pair: &Pair, moves: &Moves) -> bool {
        if !self.concern.hidden {
            return false;
        }
        let setup = self.glance.setup(pair);
        let mut concerned = moves.one.iter().filter(|mv| self.is_concerned(&setup, mv));
        concerned
            .any(|mv| self.glance.follow(pair, moves, mv).is_some_and(|after| !self.glance.is_same(&after)))
    }

    /// Whether the two part in a position, or where asked by where a move leads.
    fn shows(&self, setup: &Setup, deep: bool) -> bool {
        self.glance.pair(setup).is_some_and(|pair| {
            let moves = self.glance.moves(&pair);
            self.glance.parts(&pair, &moves) || deep && self.hides(&pair, &moves)
        })
    }

    /// Keeps a position once both witnesses agree, if it shows something new.
    fn keep(&mut self, setup: Setup) {
        let Some(found) = self.glance.confirmed(&setup) else { return };
        // Positions that differ by the same moves show the same thing.
        let difference = &found.difference;
        let parting = difference.only_one.iter().chain(&difference.only_other);
        let mut shape: Vec<&str> = parting.map(String::as_str).take(3).collect();
        shape.extend(difference.standing.iter().flat_map(|(a, b)| [a.as_str(), b.as_str()]));
        if self.shapes.insert(shape.join(" ")) {
            self.found.push(found);
        }
    }

    /// The position without the pieces that are not needed: those whose absence leaves the games parted as they are.
    fn bare(&self, setup: &Setup) -> Setup {
        let variant = self.glance.variant();
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
            if self.glance.is_sound(&without)
                && !self.glance.is_impossible(&without)
                && self.shows(&without, deep)
            {
                bare = without;
            }
        }
        bare
    }
}
