//! Goals of a planned game: positions that distinguish two games, changed so that a game reaches them in few moves.
//!
//! [`PositionGoal::new`] pulls each piece of a distinguishing position toward the beginning, as long as the position still
//! shows the difference, and finds out which pieces of the array stand in the way.

use super::game_pair::GamePair;
use super::strides::{NEVER, Strides};
use crate::base::{ByColor, Color, Piece, Setup, Square, sort_by_key};

/// The number of squares on which a piece is tried.
const TRIES: usize = 24;

/// A position to which a game is planned.
pub(super) struct PositionGoal {
    /// The side to move.
    turn: Color,
    /// The pieces that must stand on certain squares: their side, and the number of moves from every place.
    wanted: Vec<(Color, Vec<u8>)>,
    /// The squares that the pieces of the array must have left.
    free: Vec<Square>,
    /// The uses that each right has left.
    rights: Vec<ByColor<u8>>,
    /// The pieces of the position.
    pieces: Vec<(Square, Piece)>,
}

impl PositionGoal {
    /// Creates the goal of a position that `shows` a difference. Returns `None` if no game leads to it.
    pub(super) fn new(
        pair: &GamePair,
        strides: &Strides,
        setup: &Setup,
        shows: &dyn Fn(&Setup) -> bool,
    ) -> Option<PositionGoal> {
        let start = pair.variant().start();
        let mut near = Setup { rights: start.rights.clone(), ..setup.clone() };
        if !shows(&near) {
            near = setup.clone();
        }
        for (square, piece) in setup.pieces() {
            near = pulled(pair, strides, near, (square, piece), shows);
        }
        let free = in_the_way(&near, &start, shows);
        let wanted = |(square, piece): (Square, Piece)| (piece.color, strides.to(piece, square));
        let wanted: Vec<(Color, Vec<u8>)> = near.pieces().map(wanted).collect();
        let (turn, rights, pieces) = (near.turn, near.rights.clone(), near.pieces().collect());
        let goal = PositionGoal { turn, wanted, free, rights, pieces };
        goal.plies(strides, &start)?;
        Some(goal)
    }

    /// Returns a lower estimate of the plies to the goal, or `None` if a piece is missing.
    pub(super) fn plies(&self, strides: &Strides, setup: &Setup) -> Option<usize> {
        self.estimate(strides, setup).map(|(plies, _)| plies)
    }

    /// Returns the estimated plies to the goal, and the estimated moves of both sides.
    pub(super) fn estimate(&self, strides: &Strides, setup: &Setup) -> Option<(usize, usize)> {
        let pieces: Vec<(Color, Square, usize)> = setup
            .pieces()
            .map(|(square, piece)| (piece.color, square, strides.place(piece, square)))
            .collect();
        let mut used = vec![false; pieces.len()];
        let mut moves = [0_usize; 2];
        for (color, counts) in &self.wanted {
            let candidates = pieces.iter().enumerate().filter(|(at, (own, ..))| own == color && !used[*at]);
            let nearest = candidates.map(|(at, (.., place))| (counts[*place], at)).min()?;
            let (count, at) = nearest;
            if count == NEVER {
                return None;
            }
            used[at] = true;
            moves[*color as usize] += usize::from(count);
        }
        for square in &self.free {
            let blocker = pieces.iter().zip(&used).find(|((_, own, _), used)| own == square && !**used);
            if let Some(((color, ..), _)) = blocker {
                moves[*color as usize] += 1;
            }
        }
        for (wanted, left) in self.rights.iter().zip(&setup.rights) {
            for color in Color::ALL {
                moves[color as usize] += usize::from(left.get(color).abs_diff(*wanted.get(color)));
            }
        }
        let turn = setup.turn;
        let (own, other) = (moves[turn as usize], moves[turn.other() as usize]);
        let mut plies = (2 * own).saturating_sub(1).max(2 * other);
        // The right side must be to move at the end.
        if (plies % 2 == 1) == (turn == self.turn) {
            plies += 1;
        }
        Some((plies, own + other))
    }

    /// Returns the pieces of the goal, to tell goals apart.
    pub(super) fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces
    }
}

/// Moves a piece of a position to the square that the pieces of the array reach in the fewest moves, if the position
/// still shows the difference.
fn pulled(
    pair: &GamePair,
    strides: &Strides,
    mut near: Setup,
    (from, piece): (Square, Piece),
    shows: &dyn Fn(&Setup) -> bool,
) -> Setup {
    let variant = pair.variant();
    let start = variant.start();
    let cost = |square: Square| {
        let counts = strides.to(piece, square);
        let own = start.pieces().filter(|(_, own)| own.color == piece.color);
        own.map(|(at, own)| counts[strides.place(own, at)]).min().unwrap_or(NEVER)
    };
    let present = cost(from);
    let free = variant.board.squares().filter(|square| near.piece(*square).is_none());
    let mut better: Vec<(u8, Square)> =
        free.map(|square| (cost(square), square)).filter(|(count, _)| *count < present).collect();
    sort_by_key(&mut better, |(count, square)| (*count, *square));
    near.set(from, None);
    for (_, square) in better.into_iter().take(TRIES) {
        let mut moved = near.clone();
        moved.set(square, Some(piece));
        if !pair.is_impossible(&moved) && shows(&moved) {
            return moved;
        }
    }
    near.set(from, Some(piece));
    near
}

/// Returns the squares on which a piece of the array would hide the difference.
fn in_the_way(near: &Setup, start: &Setup, shows: &dyn Fn(&Setup) -> bool) -> Vec<Square> {
    let free = start.pieces().filter(|(square, _)| near.piece(*square).is_none());
    let hides = |(square, piece): &(Square, Piece)| {
        let mut with = near.clone();
        with.set(*square, Some(*piece));
        !shows(&with)
    };
    free.filter(hides).map(|(square, _)| square).collect()
}
