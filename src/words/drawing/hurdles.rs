//! Pieces put on an empty board for a piece that jumps over others: without them its moves cannot be seen.

use crate::base::{Board, Color, Square};
use crate::rules::walk::{Occupancy, walks};
use crate::rules::{Automaton, Holds, Virgin};
use std::collections::{BTreeMap, BTreeSet};

/// How far from the piece they stand at best: near, with room before them and behind.
const NEAR: i32 = 2;

/// The pieces to hop over, and what each is to the piece that hops.
pub(super) type Hurdles = BTreeMap<Square, Holds>;

/// A board with one piece that has not moved, pieces to hop over, and perhaps an enemy to capture.
pub(crate) struct Posed<'h> {
    /// Where the piece stands.
    pub home: Square,
    /// The pieces to hop over.
    pub hurdles: &'h Hurdles,
    /// Where the enemy stands.
    pub enemy: Option<Square>,
}

impl Occupancy for Posed<'_> {
    fn holds(&self, square: Square, _: Color) -> Holds {
        match self.hurdles.get(&square) {
            Some(holds) => *holds,
            None if Some(square) == self.enemy => Holds::ENEMY_COMMON,
            None => Holds::EMPTY,
        }
    }

    fn is_home(&self, from: Square, _: Virgin) -> bool {
        from == self.home
    }
}

/// A board on which every square holds whatever it should.
struct Anything;

impl Occupancy for Anything {
    fn holds(&self, _: Square, _: Color) -> Holds {
        Holds::ANYTHING
    }

    fn is_home(&self, _: Square, _: Virgin) -> bool {
        true
    }
}

/// One piece to hop over in every direction the piece on `home` hops in; none for a piece that does not hop.
pub(crate) fn hurdles(board: &Board, automaton: &Automaton, home: Square, color: Color) -> Hurdles {
    let from = |square: Square| {
        let (cell, start) = (board.cell(square), board.cell(home));
        (cell.x - start.x, cell.y - start.y)
    };
    let heading = |square: Square| {
        let (dx, dy) = from(square);
        let divisor = common_divisor(dx.abs(), dy.abs()).max(1);
        (dx / divisor, dy / divisor)
    };
    let mut places: BTreeMap<(i32, i32), BTreeSet<Square>> = BTreeMap::new();
    let mut goals: BTreeSet<Square> = BTreeSet::new();
    for walk in walks(board, automaton, home, color, &Anything) {
        for hurdle in walk.hurdles.iter().filter(|square| **square != home) {
            let way = heading(*hurdle);
            let along = walk.trail.iter().chain([hurdle]).copied().filter(|square| heading(*square) == way);
            places.entry(way).or_default().extend(along);
            goals.insert(walk.to);
        }
    }
    let is_hopped = |hurdles: &Hurdles, hurdle: Square| {
        goals.iter().map(|goal| Some(*goal)).chain([None]).any(|enemy| {
            let posed = Posed { home, hurdles, enemy: enemy.filter(|enemy| *enemy != home) };
            walks(board, automaton, home, color, &posed).iter().any(|walk| walk.hurdles.contains(&hurdle))
        })
    };
    let mut chosen = Hurdles::new();
    for squares in places.into_values() {
        let mut squares: Vec<Square> = squares.into_iter().collect();
        squares.sort_by_key(|square| {
            let (dx, dy) = from(*square);
            let far = dx.abs().max(dy.abs());
            ((far - NEAR).abs(), far)
        });
        let tries = [Holds::OWN_COMMON, Holds::ENEMY_COMMON].into_iter();
        let hurdle = tries
            .flat_map(|holds| squares.iter().map(move |square| (*square, holds)))
            .find(|(square, holds)| is_hopped(&Hurdles::from([(*square, *holds)]), *square));
        chosen.extend(hurdle);
    }
    // A hurdle of one direction may stand in the way of another.
    let used: Vec<Square> = chosen.keys().copied().filter(|square| is_hopped(&chosen, *square)).collect();
    chosen.retain(|square, _| used.contains(square));
    chosen
}

fn common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
