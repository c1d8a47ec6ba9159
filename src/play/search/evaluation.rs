//! The evaluation of positions by the values of their pieces: measured on the game's own board, unless the rules give a value.

use crate::base::{Board, Color, Setup, Square};
use crate::rules::walk::{Imagined, walks};
use crate::rules::{Holds, PieceType, Variant};
use std::collections::BTreeMap;

/// A pawn of chess is worth about this much.
const UNIT: i32 = 100;

/// How likely a square on the way is to be empty, in a game half played.
const OPEN: f64 = 0.7;

/// The value of every piece type of a game.
#[derive(Clone, Debug)]
pub(super) struct Evaluation(Vec<i32>);

impl Evaluation {
    pub(super) fn new(variant: &Variant) -> Evaluation {
        let values = variant.piece_types.iter().map(|piece_type| match piece_type.value {
            _ if piece_type.neutral => 0,
            Some(value) => value.saturating_mul(UNIT),
            None => mobility(&variant.board, piece_type),
        });
        Evaluation(values.collect())
    }

    fn value(&self, piece_type: usize) -> i32 {
        self.0.get(piece_type).copied().unwrap_or(0)
    }

    /// How much more the side to move has than the other.
    pub(super) fn balance(&self, setup: &Setup) -> i32 {
        let sign = |color: Color| if color == setup.turn { 1 } else { -1 };
        let pieces =
            setup.pieces().map(|(_, piece)| sign(piece.color) * self.value(piece.piece_type.index()));
        let hands = setup.hands.iter().enumerate().map(|(piece_type, held)| {
            sign(Color::White) * (i32::from(held.white) - i32::from(held.black)) * self.value(piece_type)
        });
        pieces.chain(hands).sum()
    }

    pub(super) fn capture_value(&self, setup: &Setup, square: Option<Square>) -> i32 {
        let victim = square.and_then(|square| setup.piece(square)).filter(|piece| piece.color != setup.turn);
        victim.map_or(0, |piece| self.value(piece.piece_type.index()))
    }
}

/// The squares a piece reaches from an average square, those far away counted less.
fn mobility(board: &Board, piece_type: &PieceType) -> i32 {
    // Every square can be gone to and captured on.
    let open = Imagined { is_home: false, holds: |_| Holds::EMPTY.or(Holds::ENEMY_COMMON) };
    let mut sum = 0.0;
    for from in board.squares() {
        let mut best: BTreeMap<Square, f64> = BTreeMap::new();
        for moves in piece_type.moves.iter().filter(|moves| moves.on.is_none()) {
            for walk in walks(board, &moves.automaton, from, Color::White, &open) {
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
