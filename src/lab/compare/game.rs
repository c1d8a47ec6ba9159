//! The shortest distinguishing game: moves from the start after which two games differ.
//!
//! First all games ply by ply, each position once, while there is room and time; then random games, in which the pieces
//! that the difference is about move more often than others, and toward where it matters. A game found is shortened by
//! leaving out plies of both sides, and sets the limit for the next. The compiled engine searches, and the interpreter
//! confirms what is found.

use super::concern::Concern;
use super::pair::{Difference, Pair, PairMoves, PairPosition};
use crate::base::{Bitboard, Color, Move, PieceTypeId, Setup, Square};
use crate::play::game::Random;
use crate::play::notation::movetext;
use crate::rules::Variant;
use std::collections::{BTreeSet, HashSet};

/// How many positions of one ply are kept.
const ROOM: usize = 120_000;
/// The longest random game, in plies.
const LONGEST: usize = 200;

/// The result of the search.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameSearch {
    /// The game found: its moves, where it leads, and how the two differ there.
    pub game: Option<(Vec<String>, Setup, Difference)>,
    /// Whether there is no shorter one.
    pub shortest: bool,
    /// The number of plies up to which every game was searched.
    pub plies: Option<usize>,
}

/// A position in both games, and how it came about.
#[derive(Clone)]
struct Line {
    position: PairPosition,
    moves: Vec<Move>,
}

/// How random games are played.
struct Bias<'a> {
    concern: &'a Concern,
    /// Pieces that are concerned, or become such pieces.
    piece_types: BTreeSet<PieceTypeId>,
    /// Who plays to show the difference; both if not set.
    side: Option<Color>,
    /// How much more often such pieces are moved.
    weight: u64,
}

impl Bias<'_> {
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
    pair: &'a Pair<'v>,
    start: Line,
    going: &'a dyn Fn() -> bool,
    searched: GameSearch,
}

/// Searches from the start for as long as `going` says so.
pub(crate) fn search(pair: &Pair, concern: &Concern, seed: u64, going: &dyn Fn() -> bool) -> GameSearch {
    let Some(position) = pair.position(&pair.variant().start()) else { return GameSearch::default() };
    let start = Line { position, moves: Vec::new() };
    let mut search = Search { pair, start, going, searched: GameSearch::default() };
    if !search.every() {
        search.at_random(concern, seed);
    }
    search.searched
}

impl Search<'_, '_> {
    /// Notes a game at whose end the two differ.
    fn note(&mut self, line: &Line) -> bool {
        let setup = self.pair.setup(&line.position);
        let difference = self.pair.difference(&line.position);
        let Some(difference) = difference.filter(|_| self.pair.is_confirmed(&line.position)) else {
            return false;
        };
        let variant = self.pair.variant();
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
                let moves = self.pair.moves(&line.position);
                if self.pair.differ(&line.position, &moves) && self.note(line) {
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
                for (mv, position) in self.pair.next(&line.position) {
                    if seen.insert(self.pair.hash(&position)) {
                        let moves = line.moves.iter().cloned().chain([mv]).collect();
                        next.push(Line { position, moves });
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
    fn at_random(&mut self, concern: &Concern, seed: u64) {
        let mut random = Random::new(seed);
        let piece_types = concern.forerunners(self.pair.variant());
        let mut limit = LONGEST;
        let least = self.searched.plies.unwrap_or(0) + 1;
        while (self.going)() && limit > least {
            let side = *random.pick(&[None, Some(Color::White), Some(Color::Black)]).unwrap_or(&None);
            let weight = *random.pick(&[1, 4, 16, 64]).unwrap_or(&1);
            let bias = Bias { concern, piece_types: piece_types.clone(), side, weight };
            if let Some(line) = self.play_out(&bias, limit, &mut random) {
                let line = self.shortened(line);
                if self.note(&line) {
                    limit = line.moves.len().saturating_sub(1);
                }
            }
        }
    }

    /// One random game; it ends where the two differ.
    fn play_out(&self, bias: &Bias, limit: usize, random: &mut Random) -> Option<Line> {
        let mut line = self.start.clone();
        loop {
            let moves = self.pair.moves(&line.position);
            if self.pair.differ(&line.position, &moves) {
                return Some(line);
            }
            if line.moves.len() >= limit || !(self.going)() {
                return None;
            }
            let setup = self.pair.setup(&line.position);
            let weights: Vec<u64> =
                moves.one.iter().map(|mv| bias.weigh(self.pair.variant(), &setup, mv)).collect();
            let mut at = random.number() % weights.iter().sum::<u64>().max(1);
            let chosen = moves.one.iter().zip(&weights).find(|(_, weight)| {
                let here = at < **weight;
                at = at.saturating_sub(**weight);
                here
            });
            let (mv, _) = chosen?;
            let mv = match bias.concern.stuck && random.coin() {
                true => self.narrowest(&line.position, &moves, random).unwrap_or_else(|| mv.clone()),
                false => mv.clone(),
            };
            line.position = self.pair.follow(&line.position, &moves, &mv)?;
            line.moves.push(mv);
        }
    }

    /// Of a few moves the one that leaves the other side the fewest; one that leaves none only if the two differ there.
    fn narrowest(&self, position: &PairPosition, moves: &PairMoves, random: &mut Random) -> Option<Move> {
        let few = (0..4).filter_map(|_| random.pick(&moves.one).cloned());
        let left = few.filter_map(|mv| {
            let after = self.pair.follow(position, moves, &mv)?;
            let replies = self.pair.moves(&after);
            let fruitful = !replies.one.is_empty() || self.pair.differ(&after, &replies);
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

    /// The game of these moves up to where the two differ, if they can be played and do.
    fn replayed(&self, moves: &[Move]) -> Option<Line> {
        let mut line = self.start.clone();
        for mv in moves.iter().map(Some).chain([None]) {
            let legal = self.pair.moves(&line.position);
            if self.pair.differ(&line.position, &legal) {
                return Some(line);
            }
            let mv = mv?;
            line.position = self.pair.follow(&line.position, &legal, mv)?;
            line.moves.push(mv.clone());
        }
        None
    }
}
