//! The shortest game after which two games part.
//!
//! First all games ply by ply, each position once, while there is room and time; then random games, in which the pieces that
//! the difference is about are moved more often than others, and towards where it matters. A game found is made shorter
//! by leaving out plies of both sides, and sets the limit for the next. Both sides are asked of the compiled engine;
//! what is found is judged again by the reference rules, so that both witnesses have seen it.

use super::concern::Concern;
use super::glance::{Glance, Moves, Pair};
use super::play::{Both, Difference};
use crate::base::{Color, Move, PieceTypeId, Setup, Square};
use crate::play::game::Random;
use crate::play::notation::movetext;
use crate::rules::Variant;
use std::collections::{BTreeSet, HashSet};

/// How many positions of one ply are kept.
const ROOM: usize = 120_000;
/// How many plies a random game lasts at most.
const LONGEST: usize = 200;

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
struct Line {
    pair: Pair,
    moves: Vec<Move>,
}

/// How random games are played.
struct Urge<'a> {
    concern: &'a Concern,
    /// Pieces that are concerned, or become such pieces.
    piece_types: BTreeSet<PieceTypeId>,
    /// Who plays to show the difference; both if not set.
    side: Option<Color>,
    /// How much more often such pieces are moved.
    weight: u64,
}

impl Urge<'_> {
    fn weigh(&self, variant: &Variant, setup: &Setup, mv: &Move) -> u64 {
        let piece = mv.from.and_then(|from| setup.piece(from));
        let Some(piece) = piece.filter(|piece| self.piece_types.contains(&piece.piece_type)) else {
            return 1;
        };
        if self.side.is_some_and(|side| side != piece.color) {
            return 1;
        }
        let goals = self.concern.squares.get(piece.color);
        let far = |square: Square| {
            let cell = variant.board.cell(square);
            let goals = goals.iter().map(|goal| variant.board.cell(goal));
            goals.map(|goal| (goal.x - cell.x).abs().max((goal.y - cell.y).abs())).min()
        };
        match (mv.from.and_then(far), mv.to.and_then(far)) {
            (Some(from), Some(to)) if to < from => 4 * self.weight,
            (Some(_), Some(_)) if variant.piece_type(piece.piece_type).royal.is_some() => self.weight / 4 + 1,
            _ => self.weight,
        }
    }
}

struct Search<'a, 'v> {
    glance: Glance<'a, 'v>,
    both: &'a Both<'v>,
    start: Line,
    going: &'a dyn Fn() -> bool,
    searched: Searched,
}

/// Searches from the start for as long as `going` says so.
pub fn search(both: &Both, concern: &Concern, seed: u64, going: &dyn Fn() -> bool) -> Searched {
    let glance = Glance::new(both);
    let Some(pair) = glance.pair(&both.one().variant().start()) else { return Searched::default() };
    let start = Line { pair, moves: Vec::new() };
    let mut search = Search { glance, both, start, going, searched: Searched::default() };
    if !search.every() {
        search.by_lot(concern, seed);
    }
    search.searched
}

impl Search<'_, '_> {
    /// Notes a game whose end both witnesses have seen; whether they have.
    fn note(&mut self, line: &Line) -> bool {
        let setup = self.glance.setup(&line.pair);
        let Some(difference) = self.both.part(&setup) else { return false };
        let variant = self.glance.variant();
        let moves = line.moves.iter().map(|mv| movetext::write(variant, mv)).collect();
        self.searched.game = Some((moves, setup, difference));
        true
    }

    /// Every game, ply by ply; whether there is nothing left to look for.
    fn every(&mut self) -> bool {
        let mut level = vec![self.start.clone()];
        let mut seen: HashSet<u64> = HashSet::new();
        for plies in 0.. {
            for line in &level {
                if !(self.going)() {
                    return false;
                }
                let moves = self.glance.moves(&line.pair);
                if self.glance.parts(&line.pair, &moves) && self.note(line) {
                    self.searched.shortest = true;
                    return true;
                }
            }
            self.searched.plies = Some(plies);
            let mut next = Vec::new();
            for line in &level {
                if next.len() > ROOM || !(self.going)() {
                    return false;
                }
                for (mv, pair) in self.glance.next(&line.pair) {
                    if seen.insert(self.glance.hash(&pair)) {
                        let moves = line.moves.iter().cloned().chain([mv]).collect();
                        next.push(Line { pair, moves });
                    }
                }
            }
            if next.is_empty() {
                return true;
            }
            level = next;
        }
        true
    }

    /// Random games, each shorter than the last that was found.
    fn by_lot(&mut self, concern: &Concern, seed: u64) {
        let mut random = Random::new(seed);
        let piece_types = concern.forerunners(self.glance.variant());
        let mut limit = LONGEST;
        let least = self.searched.plies.unwrap_or(0) + 1;
        while (self.going)() && limit > least {
            let side = *random.pick(&[None, Some(Color::White), Some(Color::Black)]).unwrap_or(&None);
            let weight = *random.pick(&[1, 4, 16, 64]).unwrap_or(&1);
            let urge = Urge { concern, piece_types: piece_types.clone(), side, weight };
            if let Some(line) = self.play_out(&urge, limit, &mut random) {
                let line = self.shortened(line);
                if self.note(&line) {
                    limit = line.moves.len().saturating_sub(1);
                }
            }
        }
    }

    /// One random game; it ends where the two part.
    fn play_out(&self, urge: &Urge, limit: usize, random: &mut Random) -> Option<Line> {
        let mut line = self.start.clone();
        loop {
            let moves = self.glance.moves(&line.pair);
            if self.glance.parts(&line.pair, &moves) {
                return Some(line);
            }
            if line.moves.len() >= limit || !(self.going)() {
                return None;
            }
            let setup = self.glance.setup(&line.pair);
            let weights: Vec<u64> =
                moves.one.iter().map(|mv| urge.weigh(self.glance.variant(), &setup, mv)).collect();
            let mut at = random.number() % weights.iter().sum::<u64>().max(1);
            let chosen = moves.one.iter().zip(&weights).find(|(_, weight)| {
                let here = at < **weight;
                at = at.saturating_sub(**weight);
                here
            });
            let (mv, _) = chosen?;
            let mv = match urge.concern.stuck && random.coin() {
                true => self.narrowest(&line.pair, &moves, random).unwrap_or_else(|| mv.clone()),
                false => mv.clone(),
            };
            line.pair = self.glance.follow(&line.pair, &moves, &mv)?;
            line.moves.push(mv);
        }
    }

    /// Of a few moves the one that leaves the other side the fewest; one that leaves none only if the two part there.
    fn narrowest(&self, pair: &Pair, moves: &Moves, random: &mut Random) -> Option<Move> {
        let few = (0..4).filter_map(|_| random.pick(&moves.one).cloned());
        let left = few.filter_map(|mv| {
            let after = self.glance.follow(pair, moves, &mv)?;
            let replies = self.glance.moves(&after);
            let fruitful = !replies.one.is_empty() || self.glance.parts(&after, &replies);
            fruitful.then_some((replies.one.len(), mv))
        });
        left.min_by_key(|(replies, _)| *replies).map(|(_, mv)| mv)
    }

    /// The same game without what is not needed: a ply of each side at a time.
    fn shortened(&self, mut line: Line) -> Line {
        let mut at = 0;
        while at < line.moves.len() {
            let mut shorter = None;
            for other in (at + 1..line.moves.len()).step_by(2) {
                if !(self.going)() {
                    return line;
                }
                let left = line.moves.iter().enumerate().filter(|(i, _)| *i != at && *i != other);
                let left: Vec<Move> = left.map(|(_, mv)| mv.clone()).collect();
                shorter = self.replayed(&left);
                if shorter.is_some() {
                    break;
                }
            }
            match shorter {
                Some(shorter) => line = shorter,
                None => at += 1,
            }
        }
        line
    }

    /// The game of these moves up to where the two part, if they can be played and it comes to that.
    fn replayed(&self, moves: &[Move]) -> Option<Line> {
        let mut line = self.start.clone();
        for mv in moves.iter().map(Some).chain([None]) {
            let legal = self.glance.moves(&line.pair);
            if self.glance.parts(&line.pair, &legal) {
                return Some(line);
            }
            let mv = mv?;
            line.pair = self.glance.follow(&line.pair, &legal, mv)?;
            line.moves.push(mv.clone());
        }
        None
    }
}
