//! A small generator of pseudo-random numbers, which gives the same sequence on every machine.

/// A sequence of pseudo-random numbers that its seed determines (splitmix64): the one from which random games are made.
///
/// ```
/// assert_eq!(ferz::Random::new(1).number(), ferz::Random::new(1).number());
/// assert!((0..100).all(|seed| ferz::Random::new(seed).below(3) < 3));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to `n`, excluded; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The high half of the product is spread evenly, where a remainder would not be.
        ((u128::from(self.number()) * n as u128) >> 64) as usize
    }

    pub(crate) fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// True or false, with the same chance.
    pub(crate) fn coin(&mut self) -> bool {
        self.number() >> 63 == 1
    }
}
