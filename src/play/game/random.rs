//! Chance that can be repeated: a small generator of pseudo-random numbers.

/// A sequence of numbers decided by its seed (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to `n`, excluded.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        // The high half of the product is spread evenly, where a remainder would not be.
        ((u128::from(self.number()) * n as u128) >> 64) as usize
    }

    pub(crate) fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Whether a coin falls heads up.
    pub(crate) fn coin(&mut self) -> bool {
        self.number() >> 63 == 1
    }
}
