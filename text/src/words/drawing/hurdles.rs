//! Hurdles for diagrams: pieces on an empty board that make the moves of a hopping piece visible.
//!
//! [`hurdles`] chooses the squares of the hurdles, one in each hopping direction. [`posed`] computes the walks of the
//! piece with these hurdles.

use crate::base::{Board, Color, Square, gather, sort_by_key};
use crate::rules::walk::{Imagined, Walk, walks};
use crate::rules::{Automaton, Holds};
use std::collections::{BTreeMap, BTreeSet};

/// The preferred distance of a hurdle from the piece. It is close to the piece and leaves room on both sides.
const NEAR: i32 = 2;

/// The hurdles by square, each with its relation to the hopping piece.
pub(super) type Hurdles = BTreeMap<Square, Holds>;

/// Returns the walks of an unmoved piece on a board with hurdles and possibly an enemy to capture.
pub(super) fn posed(
    board: &Board,
    automaton: &Automaton,
    (home, color): (Square, Color),
    hurdles: &Hurdles,
    enemy: Option<Square>,
) -> Vec<Walk> {
    let enemy = |square| if Some(square) == enemy { Holds::ENEMY_COMMON } else { Holds::EMPTY };
    let holds = |square: Square| hurdles.get(&square).copied().unwrap_or_else(|| enemy(square));
    walks(board, automaton, home, color, &Imagined { is_home: true, holds })
}

/// Returns the distance between two squares in files and ranks.
pub(super) fn apart(board: &Board, from: Square, to: Square) -> (i32, i32) {
    let (from, to) = (board.cell(from), board.cell(to));
    (to.x - from.x, to.y - from.y)
}

/// Places one hurdle in every direction in which the piece on `home` hops. The result is empty for a piece that does
/// not hop.
pub fn hurdles(board: &Board, automaton: &Automaton, home: Square, color: Color) -> Hurdles {
    let heading = |square: Square| {
        let (dx, dy) = apart(board, home, square);
        // Squares in the same direction have the same reduced vector.
        let divisor = common_divisor(dx.abs(), dy.abs()).max(1);
        (dx / divisor, dy / divisor)
    };
    let mut places: BTreeMap<(i32, i32), BTreeSet<Square>> = BTreeMap::new();
    // Some pieces hop only to capture, so an enemy on each target is tried as well.
    let mut enemies: BTreeSet<Option<Square>> = gather([None]);
    // On this board, every square can hold anything, so the automaton follows all paths.
    let anything = Imagined { is_home: true, holds: |_| Holds::ANYTHING };
    for walk in walks(board, automaton, home, color, &anything) {
        for hurdle in walk.hurdles.iter().filter(|square| **square != home) {
            let way = heading(*hurdle);
            let along = walk.trail.iter().chain([hurdle]).copied().filter(|square| heading(*square) == way);
            places.entry(way).or_default().extend(along);
            enemies.insert(Some(walk.to).filter(|to| *to != home));
        }
    }
    let is_hopped = |hurdles: &Hurdles, hurdle: Square| {
        let mut walks =
            enemies.iter().flat_map(|enemy| posed(board, automaton, (home, color), hurdles, *enemy));
        walks.any(|walk| walk.hurdles.contains(&hurdle))
    };
    let mut chosen = Hurdles::new();
    for squares in places.into_values() {
        let mut squares: Vec<Square> = squares.into_iter().collect();
        sort_by_key(&mut squares, |square| {
            let (dx, dy) = apart(board, home, *square);
            let far = dx.abs().max(dy.abs());
            ((far - NEAR).abs(), far)
        });
        // Some pieces hop only over their own pieces, and others only over enemies.
        let tries = [Holds::OWN_COMMON, Holds::ENEMY_COMMON].into_iter();
        chosen.extend(
            tries
                .flat_map(|holds| squares.iter().map(move |square| (*square, holds)))
                .find(|(square, holds)| is_hopped(&Hurdles::from([(*square, *holds)]), *square)),
        );
    }
    // A hurdle in one direction can block another direction.
    let all = chosen.clone();
    chosen.retain(|square, _| is_hopped(&all, *square));
    chosen
}

fn common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
