//! An index of the positions of a long game by their hashes, so that repetitions are found in constant time.

use std::collections::HashMap;

/// The positions of a game by their hashes, up to a recent one. Short games have no index.
#[derive(Clone, Debug, Default)]
pub(super) struct HashIndex {
    /// The index of the last position with a hash.
    last: HashMap<u64, usize>,
    /// For each position the index of the one before with the same hash.
    before: Vec<Option<usize>>,
}

impl HashIndex {
    /// The number of recent positions that need no index, because comparing them is as fast.
    pub(super) const STRIDE: usize = 256;

    /// Returns the number of positions in the index.
    pub(super) fn len(&self) -> usize {
        self.before.len()
    }

    /// Adds the next position.
    pub(super) fn push(&mut self, hash: u64) {
        self.before.push(self.last.insert(hash, self.before.len()));
    }

    /// Removes the last position, which has this hash.
    pub(super) fn pop(&mut self, hash: u64) {
        match self.before.pop().flatten() {
            Some(before) => self.last.insert(hash, before),
            None => self.last.remove(&hash),
        };
    }

    /// Returns the positions with this hash before a position of the game, the last first.
    pub(super) fn before(&self, number: usize, hash: u64) -> impl Iterator<Item = usize> {
        let first = self.before.get(number).copied().unwrap_or_else(|| self.last.get(&hash).copied());
        std::iter::successors(first, |at| self.before[*at])
    }
}
