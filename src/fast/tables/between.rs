//! The squares that must be empty between an attacker and its target.

use crate::base::{Bitboard, Square};

/// Stands for a set of squares where no piece of a layer attacks, and where what must be empty is no such set. Both are
/// [`Compiled::TANGLED`].
pub(crate) const UNSET: u16 = 0;

pub(crate) const TANGLED: u16 = 1;

/// The squares that must be empty between two squares. There are far fewer sets than pairs of squares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Between<B> {
    /// By layer, target, and origin: the number of a set.
    pub places: Vec<u16>,
    pub sets: Vec<B>,
}

/// The place of a pair of squares in a layer.
#[inline(always)]
pub(crate) fn place<B: Bitboard>(to: Square, from: Square) -> usize {
    to.index() * B::BITS + from.index()
}
