//! Searches for a distinguishing game: moves from the start after which two games differ.
//!
//! [`search`] is the entry point. It first plans a game toward a distinguishing position. It then searches all games ply
//! by ply, while they are few and time remains, and expands each position once, so that a short game can be proven the
//! shortest. If there is none yet, it plays random games that prefer moves of the pieces that the difference concerns,
//! and moves toward the squares that matter. A game is shortened by removing a ply of each side. The compiled engine
//! searches, and the interpreter confirms the result. Each part ends after a number of games, so that a search that has
//! enough time finds the same game again.

use super::game_pair::{Difference, Distinguishing, GamePair, PairPosition};
use super::planned::{self, PairLine, PlannedSearch};
use super::scope::DifferenceScope;
use crate::base::{Bitboard, Color, Move, PieceTypeId, Setup, Square, sort_by_key};
use crate::notation::movetext;
use crate::play::game::Random;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// The maximum number of games of one length that are searched.
const MAX: usize = 20_000;
/// The maximum number of random games.
const GAMES: usize = 400;
/// The maximum length of a random game, in plies.
const MAX_LENGTH: usize = 200;
/// The maximum length of games that are searched exhaustively, in plies. Only games with few moves reach it.
const MAX_DEPTH: usize = 500;

/// A game whose last position, and no earlier one, shows a difference.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The moves from the start.
    pub moves: Vec<String>,
    /// The last position.
    pub setup: Setup,
    pub difference: Difference,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct GameSearch {
    pub game: Option<FoundGame>,
    /// True if no shorter game exists.
    pub shortest: bool,
    /// The number of plies up to which all games were searched.
    pub plies: Option<usize>,
    /// Positions in which the two games differ, which no planned game reaches. Those with White to move come first, and of these
    /// the ones with few pieces.
    pub positions: Vec<Distinguishing>,
}

struct GameFinder<'a> {
    pair: &'a GamePair,
    scope: &'a DifferenceScope,
    start: PairLine,
    random: Random,
    going: &'a dyn Fn() -> bool,
    searched: GameSearch,
}

/// The preferences for choosing the moves of a random game.
struct Bias<'a> {
    /// The piece types that the difference concerns, and those that can become one of them.
    piece_types: &'a BTreeSet<PieceTypeId>,
    /// The side that the preferences apply to, or `None` for both sides.
    side: Option<Color>,
    /// The factor by which moves of the pieces in `piece_types` are preferred.
    weight: u64,
}

/// Searches from the start until `going` returns false, or the limits are reached.
pub fn search(pair: &GamePair, scope: &DifferenceScope, seed: u64, going: &dyn Fn() -> bool) -> GameSearch {
    let Some(mut search) = GameFinder::new(pair, scope, seed, going) else { return GameSearch::default() };
    search.plan(seed);
    if !search.every() && search.searched.game.is_none() {
        search.at_random(MAX_LENGTH);
    }
    search.searched
}

/// Searches all games that are shorter than a game that is known, while they are few.
pub fn shortest(
    pair: &GamePair,
    scope: &DifferenceScope,
    game: FoundGame,
    going: &dyn Fn() -> bool,
) -> GameSearch {
    let Some(mut search) = GameFinder::new(pair, scope, 0, going) else { return GameSearch::default() };
    search.searched.game = Some(game);
    search.every();
    search.searched
}

/// Searches for a game of at most [`planned::LONGEST`] plies, without a search for a shorter one.
pub fn plan(pair: &GamePair, scope: &DifferenceScope, seed: u64, going: &dyn Fn() -> bool) -> GameSearch {
    let Some(mut search) = GameFinder::new(pair, scope, seed, going) else { return GameSearch::default() };
    let start = search.start.clone();
    if !search.tells(&start.position) || !search.note(&start) {
        search.plan(seed);
    }
    if search.searched.game.is_none() {
        search.at_random(planned::LONGEST);
    }
    search.searched
}

/// Replays a game up to the first position in which the two games differ, if there is one.
pub fn replay(pair: &GamePair, scope: &DifferenceScope, moves: &[String]) -> Option<FoundGame> {
    let mut search = GameFinder::new(pair, scope, 0, &|| true)?;
    let mut line = search.start.clone();
    for text in moves {
        if search.tells(&line.position) {
            break;
        }
        let (legal, _) = pair.moves(&line.position);
        let mv = legal.into_iter().find(|mv| movetext::write(pair.variant(), mv) == *text)?;
        line.position = pair.follow(&line.position, &mv)?;
        line.moves.push(mv);
    }
    search.note(&line);
    search.searched.game
}

/// A walk through all games of one length. It stores hashes instead of positions, because the positions of one ply
/// would take hundreds of megabytes.
#[derive(Default)]
struct GameWalk {
    /// The length of the games, in plies.
    depth: usize,
    /// The number of games whose final positions were compared.
    ends: usize,
    /// The ply of the first occurrence of each position, by its hash, and the last walk that expanded the position
    /// there.
    seen: HashMap<u64, (usize, usize)>,
}

impl GameWalk {
    /// Returns true if the current walk must expand a position: once in each walk, and only at the ply at which the
    /// position first occurred in any walk.
    fn goes_on(&mut self, hash: u64, ply: usize) -> bool {
        match self.seen.entry(hash) {
            Entry::Vacant(place) => {
                place.insert((ply, self.depth));
                true
            }
            Entry::Occupied(mut place) => {
                let goes_on = *place.get() == (ply, self.depth - 1);
                if goes_on {
                    place.insert((ply, self.depth));
                }
                goes_on
            }
        }
    }
}

impl<'a> GameFinder<'a> {
    /// Creates a search. Returns `None` if the second game cannot begin in the same position.
    fn new(
        pair: &'a GamePair,
        scope: &'a DifferenceScope,
        seed: u64,
        going: &'a dyn Fn() -> bool,
    ) -> Option<GameFinder<'a>> {
        let position = pair.position(&pair.variant().start())?;
        let start = PairLine { position, moves: Vec::new() };
        let (random, searched) = (Random::new(seed), GameSearch::default());
        Some(GameFinder { pair, scope, start, random, going, searched })
    }

    /// Plans a game.
    fn plan(&mut self, seed: u64) {
        let PlannedSearch { line, mut positions } = planned::search(self.pair, self.scope, seed, self.going);
        if let Some(line) = line {
            let line = self.shortened(line);
            self.note(&line);
        }
        sort_by_key(&mut positions, |found| (found.setup.turn == Color::Black, found.setup.pieces().count()));
        self.searched.positions = positions;
    }

    /// Returns true if the two games differ in a position, or if its pieces differ and the difference may show only so.
    fn tells(&self, position: &PairPosition) -> bool {
        self.pair.differ(position)
            || self.scope.hidden && self.pair.is_same(&self.start.position) && !self.pair.is_same(position)
    }

    /// Stores a game as the result if its final position shows a difference that the interpreter confirms. Returns true
    /// if it was stored.
    fn note(&mut self, line: &PairLine) -> bool {
        let hidden = || self.pair.results(&line.position).filter(|_| self.scope.hidden);
        let difference = self.pair.difference(&line.position).or_else(hidden);
        let Some(difference) = difference.filter(|_| self.pair.is_confirmed(&line.position)) else {
            return false;
        };
        let moves = line.moves.iter().map(|mv| movetext::write(self.pair.variant(), mv)).collect();
        self.searched.game = Some(FoundGame { moves, setup: self.pair.setup(&line.position), difference });
        true
    }

    /// Searches all games ply by ply, up to the length of the game that is known. Returns true if no further search is
    /// needed.
    fn every(&mut self) -> bool {
        let mut walk = GameWalk::default();
        let known = self.searched.game.as_ref().map(|game| game.moves.len());
        while walk.depth <= MAX_DEPTH {
            if known == Some(walk.depth) {
                self.searched.shortest = true;
                return true;
            }
            walk.ends = 0;
            if self.walk(&mut walk, self.start.clone()).is_break() {
                return self.searched.shortest;
            }
            if walk.ends == 0 {
                return true;
            }
            self.searched.plies = Some(walk.depth);
            walk.depth += 1;
        }
        false
    }

    /// Walks through the games that continue `line`. Breaks off if one shows a difference or if a limit is reached.
    fn walk(&mut self, walk: &mut GameWalk, line: PairLine) -> ControlFlow<()> {
        let ply = line.moves.len();
        if !(self.going)() || walk.ends >= MAX {
            return ControlFlow::Break(());
        }
        if ply == walk.depth {
            walk.ends += 1;
            if self.pair.differ(&line.position) && self.note(&line) {
                self.searched.shortest = true;
                return ControlFlow::Break(());
            }
            return ControlFlow::Continue(());
        }
        for (mv, position) in self.pair.next(&line.position) {
            if walk.goes_on(self.pair.hash(&position), ply + 1) {
                let moves = line.moves.iter().cloned().chain([mv]).collect();
                self.walk(walk, PairLine { position, moves })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Plays random games up to a length, each shorter than the shortest game found.
    fn at_random(&mut self, mut limit: usize) {
        let piece_types = self.scope.predecessors(self.pair.variant());
        // All games up to this length were searched, so a shorter one cannot be found.
        let least = self.searched.plies.unwrap_or(0) + 1;
        for _ in 0..GAMES {
            if !(self.going)() || limit <= least {
                return;
            }
            let side = *self.random.pick(&[None, Some(Color::White), Some(Color::Black)]).unwrap_or(&None);
            let weight = *self.random.pick(&[1, 4, 16, 64]).unwrap_or(&1);
            let bias = Bias { piece_types: &piece_types, side, weight };
            if let Some(line) = self.play_out(&bias, limit) {
                // The length of the shortened game limits the next games.
                let line = self.shortened(line);
                if self.note(&line) {
                    limit = line.moves.len().saturating_sub(1);
                }
            }
        }
    }

    /// Plays one random game. Returns it if the two games differ at its end.
    fn play_out(&mut self, bias: &Bias, limit: usize) -> Option<PairLine> {
        let mut line = self.start.clone();
        loop {
            let (moves, differ) = self.pair.moves(&line.position);
            if differ {
                return Some(line);
            }
            if line.moves.len() >= limit || !(self.going)() {
                return None;
            }
            let setup = self.pair.setup(&line.position);
            let weights: Vec<u64> = moves.iter().map(|mv| self.weigh(bias, &setup, mv)).collect();
            // Choose a move at random in proportion to its weight.
            let mut at = self.random.number() % weights.iter().sum::<u64>().max(1);
            let chosen = moves.iter().zip(&weights).find(|(_, weight)| {
                let here = at < **weight;
                at = at.saturating_sub(**weight);
                here
            });
            let mut mv = chosen?.0.clone();
            if self.scope.stuck && self.random.coin() {
                mv = self.narrowest(&line.position, &moves).unwrap_or(mv);
            }
            line.position = self.pair.follow(&line.position, &mv)?;
            line.moves.push(mv);
        }
    }

    /// Returns the weight of a move in the random choice.
    fn weigh(&self, bias: &Bias, setup: &Setup, mv: &Move) -> u64 {
        let concerned = mv.from.and_then(|from| setup.piece(from)).filter(|piece| {
            bias.piece_types.contains(&piece.piece_type) && bias.side.is_none_or(|side| side == piece.color)
        });
        let Some(piece) = concerned else { return 1 };
        let variant = self.pair.variant();
        let goals = self.scope.squares.get(piece.color);
        let far = |square: Square| {
            let cell = variant.board.cell(square);
            let goals = goals.iter().map(|goal| variant.board.cell(goal));
            goals.map(|goal| (goal.x - cell.x).abs().max((goal.y - cell.y).abs())).min()
        };
        match (mv.from.and_then(far), mv.to.and_then(far)) {
            (Some(from), Some(to)) if to < from => 4 * bias.weight,
            (Some(_), Some(_)) if variant.piece_type(piece.piece_type).royal.is_some() => bias.weight / 4 + 1,
            _ => bias.weight,
        }
    }

    /// Returns the move, among four random ones, after which the other side has the fewest moves. A move that leaves
    /// none is considered only if the two games differ there.
    fn narrowest(&mut self, position: &PairPosition, moves: &[Move]) -> Option<Move> {
        let few = (0..4).filter_map(|_| self.random.pick(moves).cloned());
        let left = few.filter_map(|mv| {
            let (replies, differ) = self.pair.moves(&self.pair.follow(position, &mv)?);
            (!replies.is_empty() || differ).then_some((replies.len(), mv))
        });
        left.min_by_key(|(replies, _)| *replies).map(|(_, mv)| mv)
    }

    /// Returns the game without unneeded moves. It repeatedly removes one ply of each side.
    fn shortened(&self, mut line: PairLine) -> PairLine {
        let mut at = 0;
        while at < line.moves.len() {
            let shorter =
                // A step of two removes one ply of each side, so that the side to move stays the same.
                (at + 1..line.moves.len()).step_by(2).take_while(|_| (self.going)()).find_map(|other| {
                    let mut left = line.moves.clone();
                    left.remove(other);
                    left.remove(at);
                    self.replayed(&left)
                });
            match shorter {
                Some(shorter) => line = shorter,
                None => at += 1,
            }
        }
        line
    }

    /// Replays moves up to a position in which the two games differ, if all of them are legal and there is such a
    /// position.
    fn replayed(&self, moves: &[Move]) -> Option<PairLine> {
        let mut line = self.start.clone();
        for mv in moves {
            if self.tells(&line.position) {
                return Some(line);
            }
            line.position = self.pair.follow(&line.position, mv)?;
            line.moves.push(mv.clone());
        }
        self.tells(&line.position).then_some(line)
    }
}
