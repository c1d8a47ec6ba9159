//! The keys of the Zobrist hash.

use super::code::PieceCode;
use crate::base::{Bitboard, CastlingSet, Color, Progress, Square};

/// The random numbers whose XOR is the hash of a position. Keys for pieces are stored in a table, and all others are
/// computed on demand.
#[derive(Clone, Debug)]
pub struct ZobristKeys {
    pub pieces: Vec<u64>,
    pub width: usize,
    /// The key for Black to move.
    pub turn: u64,
    /// The key for a game that has ended.
    pub ended: u64,
}

impl ZobristKeys {
    pub fn new(codes: usize, width: usize) -> ZobristKeys {
        let pieces = (0..codes * width).map(|i| scatter(i as u64 + 1)).collect();
        // The seeds from `1 << 40` on are reserved for all keys other than those of pieces.
        ZobristKeys { pieces, width, turn: scatter(1 << 40), ended: scatter(1 << 44) }
    }

    /// Returns the key for a piece on a square.
    #[inline(always)]
    pub fn piece(&self, code: PieceCode, square: Square) -> u64 {
        self.pieces[usize::from(code.0) * self.width + square.index()]
    }

    /// Returns the key for the available castlings.
    #[inline]
    pub fn castling(&self, castling: CastlingSet) -> u64 {
        let [low, high] = [castling as u64, (castling >> 64) as u64];
        // The empty set has the key zero, so games without castling need no key.
        if castling == 0 { 0 } else { scatter(1 << 41 ^ low ^ scatter(high)) }
    }

    /// Returns the key for the progress of a turn.
    pub fn progress(&self, progress: Progress) -> u64 {
        match progress {
            Progress::SINGLE => 0,
            Progress { number, of } => scatter(1 << 47 | u64::from(number) << 8 | u64::from(of)),
        }
    }

    /// Returns the key for the squares on which the piece on `by` can be captured en passant.
    pub fn passing<B: Bitboard>(&self, over: B, by: Square) -> u64 {
        let square = |key, square: Square| key ^ scatter(1 << 42 | u64::from(square.0));
        if over.is_empty() { 0 } else { over.iter().fold(scatter(1 << 46 | u64::from(by.0)), square) }
    }

    /// Returns the key for a piece that has moved and come back to a home square.
    pub fn moved(&self, square: Square) -> u64 {
        scatter(1 << 45 | u64::from(square.0))
    }

    /// Returns the key for the number of the turn, in a game whose rules depend on it.
    pub fn turn_number(&self, number: u32) -> u64 {
        scatter(1 << 48 | u64::from(number))
    }

    /// Returns the key for the remaining uses of a right, or for the number of pieces of a type in hand.
    pub fn stock(&self, place: usize, color: Color, number: u8) -> u64 {
        // A new position starts with an empty stock and without a key for it, so zero has no key.
        if number == 0 {
            return 0;
        }
        scatter(1 << 43 | (place as u64) << 16 | (color as u64) << 8 | u64::from(number))
    }
}

/// Returns a well-mixed number for each seed (splitmix64).
fn scatter(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
