//! A small pseudo-random number generator, which gives the same sequence on every machine.

/// A pseudo-random number generator (splitmix64), whose seed determines the sequence. Random games use it.
///
/// ```
/// assert_eq!(ferz::Random::new(1).number(), ferz::Random::new(1).number());
/// assert!((0..100).all(|seed| ferz::Random::new(seed).below(3) < 3));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number less than `n`, or 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The high half of the product is nearly uniform. A remainder would prefer small numbers.
        ((u128::from(self.number()) * n as u128) >> 64) as usize
    }

    #[doc(hidden)]
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Returns true or false with equal probability.
    #[doc(hidden)]
    pub fn coin(&mut self) -> bool {
        self.number() >> 63 == 1
    }
}
