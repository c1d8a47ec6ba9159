//! The moves of a piece type from every square, from which its mobility and its distances to zones are computed.
//!
//! [`PathTable`] stores the paths of one piece type for White. A path counts with the probability that its squares
//! are empty and its hurdles are occupied.

use super::piece_values::OPEN;
use crate::base::{Bitboard, Board, Color, PieceTypeId, Square, SquareSet};
use crate::rules::walk::{Imagined, walks_within};
use crate::rules::{Holds, Variant};
use std::collections::VecDeque;

/// The maximum number of situations in the searches for the paths of one piece type from all squares.
const MAX_SITUATIONS: usize = 1 << 17;

/// A path to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MovePath {
    to: Square,
    /// The number of squares that must be empty, and the number of squares that must be occupied.
    empty: i32,
    hurdles: i32,
    captures: bool,
}

/// The paths of a piece type of White from every square.
#[derive(Clone, Debug)]
pub(super) struct PathTable {
    ways: Vec<Vec<MovePath>>,
    /// The squares that the piece type may occupy.
    home: SquareSet,
    /// The mobility by square on a middlegame board.
    usual: Vec<f64>,
}

impl PathTable {
    pub(super) fn new(variant: &Variant, id: PieceTypeId) -> PathTable {
        let (board, piece_type) = (&variant.board, variant.piece_type(id));
        // Every square counts as empty and as occupied by an enemy, so all paths are found.
        let open = Imagined { is_home: false, holds: |_| Holds::EMPTY.or(Holds::ENEMY_COMMON) };
        let all: SquareSet = board.squares().collect();
        let home = piece_type.stays.as_ref().map_or(all, |zone| zone.squares.white & all);
        let mut ways = vec![Vec::new(); board.span()];
        let most = MAX_SITUATIONS / home.count().max(1) as usize;
        for from in home.iter() {
            let on = |moves: &&crate::rules::Moves| {
                moves.on.as_ref().is_none_or(|on| on.squares.white.contains(from))
            };
            for moves in piece_type.moves.iter().filter(on) {
                let found =
                    walks_within(most, board, &moves.automaton, from, Color::White, &open).into_iter();
                ways[from.index()].extend(found.filter(|walk| home.contains(walk.to)).map(|walk| MovePath {
                    to: walk.to,
                    empty: walk.trail.len() as i32,
                    hurdles: walk.hurdles.len() as i32,
                    captures: walk.captures.contains(&walk.to),
                }));
            }
            // Paths with other captures on the way count once.
            ways[from.index()].sort_unstable();
            ways[from.index()].dedup();
        }
        let mut table = PathTable { ways, home, usual: Vec::new() };
        table.usual = vec![0.0; board.span()];
        for from in board.squares() {
            table.usual[from.index()] = table.mobility(from, OPEN[1]);
        }
        table
    }

    /// Returns the expected number of reachable squares from `from` if the share `open` of the board is empty. A
    /// target counts half if the piece can only move there or only capture there.
    pub(super) fn mobility(&self, from: Square, open: f64) -> f64 {
        let chance = |way: &MovePath| {
            // The squares are treated as independent, which is accurate enough for piece values.
            let chance = open.powi(way.empty) * (1.0 - open).powi(way.hurdles);
            ((way.to, way.captures), chance)
        };
        let mut all: Vec<((Square, bool), f64)> = self.ways[from.index()].iter().map(chance).collect();
        all.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
        // The most likely path to each target counts.
        all.dedup_by_key(|(target, _)| *target);
        all.iter().map(|(_, chance)| chance).sum::<f64>() / 2.0
    }

    /// Returns the mobility on a middlegame board.
    pub(super) fn usual(&self, from: Square) -> f64 {
        self.usual[from.index()]
    }

    /// Returns the average of [`PathTable::usual`] over all squares of the piece.
    pub(super) fn usual_average(&self) -> f64 {
        let sum: f64 = self.home.iter().map(|from| self.usual(from)).sum();
        sum / f64::from(self.home.count().max(1))
    }

    /// Returns the average of [`PathTable::mobility`] over all squares of the piece.
    pub(super) fn average(&self, open: f64) -> f64 {
        let sum: f64 = self.home.iter().map(|from| self.mobility(from, open)).sum();
        sum / f64::from(self.home.count().max(1))
    }

    /// Returns true if every path leads forward.
    pub(super) fn runs(&self, board: &Board) -> bool {
        let ahead = |from: Square, way: &MovePath| board.cell(way.to).y > board.cell(from).y;
        let all = |from: Square| self.ways[from.index()].iter().all(|way| ahead(from, way));
        self.home.iter().all(all) && self.ways.iter().any(|ways| !ways.is_empty())
    }

    /// Returns the number of moves to a zone on an empty board, by square. Squares of the zone have the distance
    /// zero.
    pub(super) fn distances(&self, board: &Board, zone: SquareSet) -> Vec<Option<u32>> {
        // The search runs backward from the zone, so the paths are reversed first.
        let mut into = vec![Vec::new(); board.span()];
        for from in self.home.iter() {
            let ways = self.ways[from.index()].iter().filter(|way| way.hurdles == 0);
            ways.for_each(|way| into[way.to.index()].push(from));
        }
        let mut distances = vec![None; board.span()];
        let mut open: VecDeque<(Square, u32)> = zone.iter().map(|square| (square, 0)).collect();
        while let Some((at, distance)) = open.pop_front() {
            if distances[at.index()].is_some() {
                continue;
            }
            distances[at.index()] = Some(distance);
            open.extend(into[at.index()].iter().map(|from| (*from, distance + 1)));
        }
        distances
    }
}
