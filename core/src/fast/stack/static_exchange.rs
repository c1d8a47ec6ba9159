//! Static exchange evaluation: the material that a capture gains after all recaptures on its square.
//!
//! The algorithm is the swap list of chess programming: the attackers of both sides capture in ascending order of
//! value, and sliders behind them join when the squares between become empty. [`TabledStack::see`] is the entry
//! point.

use super::{SearchMove, TabledStack};
use crate::base::{Bitboard, Square};
use crate::fast::tables::PieceCode;

impl<B: Bitboard> TabledStack<'_, B> {
    /// Returns true if a royal that attacks a square can also capture there.
    fn may_take(&self, from: Square, to: Square, occupied: B) -> bool {
        let table = self.game.moves(&self.now, from, true);
        self.game.reach(&self.now, table, from, occupied).1.has(to)
    }

    /// Returns the least valuable piece and its value.
    fn cheapest(&self, pieces: B, values: &[i32]) -> Option<(Square, i32)> {
        let priced = pieces.iter().map(|square| (square, values[usize::from(self.now.code(square).0)]));
        priced.min_by_key(|(_, value)| *value)
    }

    /// Returns the material that a capture gains if both sides continue to capture on its square, with their cheapest
    /// pieces first, while they gain material.
    pub(super) fn see(&self, step: &SearchMove, values: &[i32]) -> i32 {
        let price = |code: PieceCode| values[usize::from(code.0)];
        // The loop stops when the list is full, which takes more captures than occur in practice.
        let mut gains = [0; 32];
        gains[0] = price(step.victim);
        let mut occupied = self.now.occupied() & !B::bit(step.from);
        let mut standing = price(step.mover);
        let mut side = self.now.turn.other() as usize;
        let mut depth = 0;
        while depth + 1 < gains.len() {
            let attackers = self.game.attackers_among(&self.now, step.to, occupied) & occupied;
            let own = attackers & self.now.colors[side];
            let Some((from, value)) = self.cheapest(own & !self.now.royals, values).or_else(|| {
                // A royal captures last, and only an unprotected piece. A royal that merely faces another cannot
                // capture it.
                let protected = attackers.meets(self.now.colors[1 - side]);
                let able = |from: &Square| !protected && self.may_take(*from, step.to, occupied);
                (own & self.now.royals).iter().find(able).map(|square| (square, 0))
            }) else {
                break;
            };
            depth += 1;
            // This side wins the piece on the square, and loses what the other side has gained so far.
            gains[depth] = standing - gains[depth - 1];
            standing = value;
            // Without this piece, the sliders behind it can join.
            occupied &= !B::bit(from);
            side = 1 - side;
        }
        // The list is folded from the end, because either side can stop capturing when it would lose material.
        for at in (1..=depth).rev() {
            gains[at - 1] = -i32::max(-gains[at - 1], gains[at]);
        }
        gains[0]
    }
}
