//! Sets of squares.

use super::Square;
use serde::{Deserialize, Serialize};

/// A set of squares of a board of any size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SquareSet([u64; 4]);

impl SquareSet {
    /// No square.
    pub(crate) const EMPTY: SquareSet = SquareSet([0; 4]);

    /// Whether `square` is in the set.
    pub(crate) fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Adds `square`.
    pub(crate) fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes `square` out.
    pub(crate) fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Whether there is no square in it.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// How many squares there are.
    pub(crate) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The four words, least significant square first.
    pub(super) fn words(self) -> [u64; 4] {
        self.0
    }

    fn zip(self, other: SquareSet, f: impl Fn(u64, u64) -> u64) -> SquareSet {
        SquareSet(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// The squares of either.
    pub(crate) fn union(self, other: SquareSet) -> SquareSet {
        self.zip(other, |a, b| a | b)
    }

    /// The squares of both.
    pub(crate) fn intersection(self, other: SquareSet) -> SquareSet {
        self.zip(other, |a, b| a & b)
    }

    /// The squares of this one that the other lacks.
    pub(crate) fn difference(self, other: SquareSet) -> SquareSet {
        self.zip(other, |a, b| a & !b)
    }

    /// The squares in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        (0..256).map(Square).filter(move |s| self.contains(*s))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl Serialize for SquareSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Square>::deserialize(deserializer)?.into_iter().collect())
    }
}
