//! The squares between an attacker and its target, which must be empty.

use crate::base::{Bitboard, Square};

/// The number of the set for pairs of squares without an attack. Like [`TANGLED`], it stands for the set
/// [`Compiled::TANGLED`](super::Compiled::TANGLED).
pub const UNSET: u16 = 0;

/// The number of the set for attacks with several paths or with hurdles.
pub const TANGLED: u16 = 1;

/// A table of the squares that must be empty between two squares. The table stores numbers of sets, because there are
/// far fewer sets than pairs of squares.
#[derive(Clone, Debug, Default)]
pub struct Between<B> {
    /// The number of a set, by layer, target, and origin.
    pub places: Vec<u16>,
    pub sets: Vec<B>,
}

/// Returns the index of a pair of squares in a layer.
#[inline(always)]
pub fn place<B: Bitboard>(to: Square, from: Square) -> usize {
    to.index() * B::BITS + from.index()
}
