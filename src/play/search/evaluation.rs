//! The evaluation of positions by the values of their pieces: measured on the game's own board, unless the rules give a value.

use crate::base::{Board, Color, Setup, Square};
use crate::rules::walk::{Occupancy, walks};
use crate::rules::{Holds, PieceType, Variant, Virgin};
use std::collections::BTreeMap;

/// A pawn of chess is worth about this much.
pub(super) const UNIT: i32 = 100;

/// How likely a square on the way is to be empty, in a game half played.
const OPEN: f64 = 0.7;

/// The value of every piece type of a game.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    piece_types: Vec<i32>,
}

/// A board on which every square can be gone to and captured on.
struct Anything;

impl Occupancy for Anything {
    fn holds(&self, _: Square, _: Color) -> Holds {
        Holds::EMPTY.or(Holds::ENEMY_COMMON)
    }

    fn is_home(&self, _: Square, _: Virgin) -> bool {
        false
    }
}

impl Evaluation {
    /// Measures the piece types of a game.
    pub(crate) fn new(variant: &Variant) -> Evaluation {
        let piece_types = variant.piece_types.iter().map(|piece_type| match piece_type.value {
            Some(value) => value.saturating_mul(UNIT),
            None => mobility(&variant.board, piece_type),
        });
        Evaluation { piece_types: piece_types.collect() }
    }

    /// How much more the side to move has than the other.
    pub(crate) fn balance(&self, setup: &Setup) -> i32 {
        let worth = |piece_type: usize| self.piece_types.get(piece_type).copied().unwrap_or(0);
        let sign = |color: Color| if color == setup.turn { 1 } else { -1 };
        let pieces = setup.pieces().map(|(_, piece)| sign(piece.color) * worth(piece.piece_type.index()));
        let hands = setup.hands.iter().enumerate().map(|(piece_type, held)| {
            let more = i32::from(held.white) - i32::from(held.black);
            sign(Color::White) * more * worth(piece_type)
        });
        pieces.sum::<i32>() + hands.sum::<i32>()
    }

    /// The value of capturing the piece on a square.
    pub(crate) fn capture_value(&self, setup: &Setup, square: Option<Square>) -> i32 {
        let piece = square.and_then(|square| setup.pieces.get(square.index()).copied().flatten());
        piece
            .filter(|piece| piece.color != setup.turn)
            .and_then(|piece| self.piece_types.get(piece.piece_type.index()).copied())
            .unwrap_or(0)
    }
}

/// The squares a piece reaches from an average square, those far away counted less.
fn mobility(board: &Board, piece_type: &PieceType) -> i32 {
    let mut sum = 0.0;
    for from in board.squares() {
        let mut best: BTreeMap<Square, f64> = BTreeMap::new();
        for moves in piece_type.moves.iter().filter(|moves| moves.on.is_none()) {
            for walk in walks(board, &moves.automaton, from, Color::White, &Anything) {
                let steps = i32::try_from(walk.trail.len()).unwrap_or(i32::MAX);
                let chance = best.entry(walk.to).or_default();
                *chance = chance.max(OPEN.powi(steps));
            }
        }
        sum += best.values().sum::<f64>();
    }
    let squares = f64::from(u32::try_from(board.len()).unwrap_or(1).max(1));
    // A pawn reaches three squares, a few less at the edges.
    (sum / squares * f64::from(UNIT) * 0.4) as i32
}
