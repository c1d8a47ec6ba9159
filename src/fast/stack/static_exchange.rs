//! Static exchange evaluation: the material that a capture gains after all recaptures on its square.
//!
//! The algorithm is the swap list of chess programming: attackers of both sides take in ascending order of value, and
//! sliders behind them join when the squares between are cleared.

use super::{SearchMove, TabledStack};
use crate::base::{Bitboard, Square};
use crate::fast::tables::PieceCode;

impl<B: Bitboard> TabledStack<'_, B> {
    /// Returns true if a royal that attacks a square may go there.
    fn may_take(&self, from: Square, to: Square, occupied: B) -> bool {
        let table = self.game.moves(&self.now, from, true);
        self.game.reach(&self.now, table, from, occupied).1.has(to)
    }

    /// The piece of the least value.
    fn cheapest(&self, pieces: B, values: &[i32]) -> Option<(Square, i32)> {
        let priced = pieces.iter().map(|square| (square, values[usize::from(self.now.code(square).0)]));
        priced.min_by_key(|(_, value)| *value)
    }

    /// Returns the material that a capture gains if both sides capture on its square, with their cheapest pieces first,
    /// as long as that gains something.
    pub(super) fn see(&self, step: &SearchMove, values: &[i32]) -> i32 {
        let price = |code: PieceCode| values[usize::from(code.0)];
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
                // A royal takes last, and not what is protected, nor what it only faces.
                let protected = attackers.meets(self.now.colors[1 - side]);
                let able = |from: &Square| !protected && self.may_take(*from, step.to, occupied);
                (own & self.now.royals).iter().find(able).map(|square| (square, 0))
            }) else {
                break;
            };
            depth += 1;
            gains[depth] = standing - gains[depth - 1];
            standing = value;
            occupied &= !B::bit(from);
            side = 1 - side;
        }
        for at in (1..=depth).rev() {
            gains[at - 1] = -i32::max(-gains[at - 1], gains[at]);
        }
        gains[0]
    }
}
