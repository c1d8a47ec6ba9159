//! Piece values and piece-square tables, measured from the moves and promotions of each piece type on the board of
//! the game.
//!
//! [`measure`] is the entry point and returns one [`PieceValues`] for each piece type. A value given in the file has
//! priority over a tuned value, and a tuned value has priority over the measured value. Promotion gains are computed
//! by iteration, because a piece can promote to a type that promotes again.

use super::goal::Goal;
use super::reach::PathTable;
use crate::base::Piece;
use crate::base::{Bitboard, Color, PieceTypeId, Result, Square, SquareSet};
use crate::rules::{Binding, Compare, EndingResult, Fact, PieceCount, SomePiece, Variant};
use serde::Serialize;

/// The share of the board that is empty in the opening, in the middlegame, and in the endgame.
pub(super) const OPEN: [f64; 3] = [0.62, 0.7, 0.8];

/// The value of a reachable square, in hundredths of a pawn. A leaper with about five targets is worth three pawns.
const SQUARE: f64 = 57.0;

/// The share of a promotion gain that counts one move before the promotion, and the factor for each move farther
/// away.
const NEAR: f64 = 0.3;
const FARTHER: f64 = 0.6;

/// The additional share of a promotion gain for a passed piece.
const RUN: f64 = 0.22;

/// The value of a piece in hand, as a fraction of the sum of its opening and endgame values.
pub(super) const HELD: (i32, i32) = (21, 40);

/// The value of an additional royal if a side may have several.
const SPARE_ROYAL: f64 = 250.0;

/// The total additional value of all pieces of a type, if a side loses the game by losing all of them.
const PRECIOUS: f64 = 600.0;

/// The value of a piece type, in hundredths of a chess pawn.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PieceValues {
    /// The value on an average square, in the opening and in the endgame.
    pub opening: i32,
    pub ending: i32,
    /// The value in hand.
    pub held: i32,
    /// The average number of reachable squares on a partly empty board.
    pub mobility: f64,
    /// True if the file gives the value.
    pub given: bool,
    /// True if the value was tuned by playing games.
    pub tuned: bool,
    /// The piece-square table as White sees the board, for the opening and the endgame.
    pub squares: Vec<[i32; 2]>,
    /// The bonus by square for a piece that only moves forward while no enemy piece of this kind can stop it. It is
    /// empty for other pieces.
    pub runs: Vec<i32>,
}

pub(super) struct Measured {
    pub reach: Vec<PathTable>,
    pub piece_values: Vec<PieceValues>,
}

/// Measures every piece type.
pub(super) fn measure(variant: &Variant, goals: &[Goal]) -> Measured {
    let ids: Vec<PieceTypeId> = variant.piece_type_ids().map(|(id, _)| id).collect();
    let reach: Vec<PathTable> = ids.iter().map(|id| PathTable::new(variant, *id)).collect();
    let mut piece_values: Vec<PieceValues> =
        ids.iter().map(|id| base(variant, *id, &reach[id.index()])).collect();
    let bare = piece_values.clone();
    // Each round lets the gain of a further promotion count.
    for _ in 0..4 {
        let before = piece_values.clone();
        for id in &ids {
            piece_values[id.index()].squares = squares(variant, *id, &reach[id.index()], &before, goals);
            let gain = average_gain(variant, *id, &piece_values[id.index()].squares, &reach[id.index()]);
            if !bare[id.index()].given && !bare[id.index()].tuned {
                piece_values[id.index()].opening = bare[id.index()].opening + gain / 2;
                piece_values[id.index()].ending = bare[id.index()].ending + gain;
            }
        }
    }
    for id in &ids {
        piece_values[id.index()].runs = runs(variant, *id, &reach[id.index()], &piece_values);
    }
    for id in &ids {
        let held = variant.held(*id);
        piece_values[id.index()].held =
            (piece_values[held.index()].opening + piece_values[held.index()].ending) * HELD.0 / HELD.1;
    }
    Measured { reach, piece_values }
}

/// Returns the value of the moves of a piece type, without promotions.
fn base(variant: &Variant, id: PieceTypeId, reach: &PathTable) -> PieceValues {
    let piece_type = variant.piece_type(id);
    let mut extra = precious(variant, id);
    if piece_type.royal.is_some() && variant.royalty.binds != Binding::Always {
        extra += SPARE_ROYAL;
    }
    let by = |open: f64| (reach.average(open) * SQUARE + extra) as i32;
    let tuned = piece_type.tuned.filter(|_| piece_type.value.is_none());
    let (opening, ending) = match (piece_type.value, tuned) {
        (Some(value), _) => (value, value),
        (None, Some([opening, ending])) => (opening, ending),
        (None, None) => (by(OPEN[0]), by(OPEN[2])),
    };
    PieceValues {
        opening,
        ending,
        mobility: (reach.usual_average() * 100.0).round() / 100.0,
        given: piece_type.value.is_some(),
        tuned: tuned.is_some(),
        ..PieceValues::default()
    }
}

/// Returns the additional value of a piece type, if a side loses the game by losing all its pieces of that type.
fn precious(variant: &Variant, id: PieceTypeId) -> f64 {
    let mut most: f64 = 0.0;
    for ending in variant.endings.iter().filter(|ending| ending.result == EndingResult::Player(Result::Loss))
    {
        let Some(when) = ending.condition() else { continue };
        for PieceCount { pieces: filter, is, number } in when.leaves().filter_map(Fact::count) {
            let matches =
                |piece: Piece| SomePiece { variant, piece, squares: None }.might_be(filter, Color::White);
            let [own, enemy] = Color::ALL.map(|color| matches(Piece { color, piece_type: id }));
            // A condition on all pieces does not make a single type precious.
            let narrow = filter.leaves().any(|test| test.piece_types().is_some());
            if !own
                || enemy
                || !narrow
                || *is == Compare::AtLeast
                || filter.leaves().any(|test| test.zone().is_some())
            {
                continue;
            }
            let at_start = variant
                .setup
                .iter()
                .filter(|(_, piece)| piece.color == Color::White && matches(*piece))
                .count();
            let spare = at_start.saturating_sub(*number as usize).max(1);
            most = most.max(PRECIOUS / spare as f64);
        }
    }
    most
}

/// Returns the gain by promotion of a piece on an average starting square.
fn average_gain(variant: &Variant, id: PieceTypeId, squares: &[[i32; 2]], _: &PathTable) -> i32 {
    let piece_type = variant.piece_type(id);
    if piece_type.arrivals.iter().all(|arrival| arrival.then.iter().all(|then| then.becomes().is_empty())) {
        return 0;
    }
    let homes = variant.homes(Color::White, id);
    let all: SquareSet = variant.board.squares().collect();
    let from = if homes.is_empty() { all } else { homes };
    let sum: i32 = from.iter().map(|square| squares[square.index()][1].max(0)).sum();
    sum / from.count().max(1) as i32
}

/// Returns the piece-square table of a piece type for White.
fn squares(
    variant: &Variant,
    id: PieceTypeId,
    reach: &PathTable,
    piece_values: &[PieceValues],
    goals: &[Goal],
) -> Vec<[i32; 2]> {
    let (board, piece_type) = (&variant.board, variant.piece_type(id));
    let own = &piece_values[id.index()];
    let is_royal = piece_type.royal.is_some();
    let average = reach.usual_average();
    let mut table = vec![[0.0; 2]; board.span()];
    for square in board.squares() {
        let more = reach.usual(square) - average;
        let cell = board.cell(square);
        // This is close to one in the middle of the board and close to zero at its edge.
        let half = |at: i32, size: i32| 1.0 - f64::from((2 * at - size - 1).abs()) / f64::from(size.max(2));
        let center = half(cell.x, board.width) * half(cell.y, board.height);
        let back = f64::from(cell.y - 1).max(0.0);
        table[square.index()] = match is_royal && variant.royalty.binds != Binding::Never {
            // A royal stays back while the enemy has strong attackers, and comes to the center in the endgame.
            true => [-9.0 * back.min(5.0) - 12.0 * center.max(0.0), 4.0 * more + 12.0 * center],
            false => [
                (8.0 * more).clamp(-45.0, 45.0) + 16.0 * center,
                (6.0 * more).clamp(-35.0, 35.0) + 8.0 * center,
            ],
        };
    }
    for arrival in &piece_type.arrivals {
        let all = arrival.then.iter().flat_map(|then| then.becomes());
        let best = all.map(|to| piece_values[to.index()].ending).max();
        let Some(gain) = best.map(|best| f64::from(best - own.ending)).filter(|gain| *gain > 0.0) else {
            continue;
        };
        for (square, distance) in distances(board.span(), &reach.distances(board, arrival.zone.squares.white))
        {
            let near = gain * NEAR * FARTHER.powi(distance as i32 - 1).min(1.0);
            table[square][0] += near / 2.0;
            table[square][1] += near;
        }
    }
    for goal in goals.iter().filter(|goal| goal.piece_types.contains(&id) && goal.result != Result::Draw) {
        let sign = if goal.result == Result::Win { 1.0 } else { -1.0 };
        for (square, distance) in distances(board.span(), &reach.distances(board, goal.squares.white)) {
            let near = sign * 250.0 / f64::from(distance + 1);
            table[square][0] += near / 2.0;
            table[square][1] += near;
        }
    }
    table.into_iter().map(|both| both.map(|value| value.round() as i32)).collect()
}

/// Returns the bonus by square of a passed piece of White, for a piece type that only moves forward.
fn runs(variant: &Variant, id: PieceTypeId, reach: &PathTable, piece_values: &[PieceValues]) -> Vec<i32> {
    let (board, piece_type) = (&variant.board, variant.piece_type(id));
    let mut table = vec![0; board.span()];
    if piece_type.royal.is_some() || !reach.runs(board) {
        return Vec::new();
    }
    for arrival in &piece_type.arrivals {
        let all = arrival.then.iter().flat_map(|then| then.becomes());
        let gain = all
            .map(|to| piece_values[to.index()].ending - piece_values[id.index()].ending)
            .max()
            .unwrap_or(0);
        for (square, distance) in distances(board.span(), &reach.distances(board, arrival.zone.squares.white))
        {
            let near = f64::from(gain) * RUN * FARTHER.powi(distance as i32 - 1).min(1.0);
            table[square] = table[square].max(near as i32);
        }
    }
    if table.iter().all(|value| *value == 0) { Vec::new() } else { table }
}

/// Returns the indices of the squares from which a zone can be reached, each with its distance.
fn distances(span: usize, found: &[Option<u32>]) -> impl Iterator<Item = (usize, u32)> + '_ {
    (0..span).filter_map(|square| Some((square, found[square]?)))
}

/// Returns the square whose entry in a table for White applies to `square` for `color`.
pub(super) fn seen(variant: &Variant, square: Square, color: Color) -> Option<Square> {
    color.pick(Some(square), variant.board.flip(square))
}
