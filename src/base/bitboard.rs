//! Sets of squares as machine words: 64, 128 or 256 bits, the same vocabulary for each.

use super::{Square, SquareSet};
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares, one bit each, in a width fixed by the type.
pub(crate) trait Bitboard:
    Copy
    + Default
    + Eq
    + std::hash::Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many squares it can hold.
    const BITS: usize;
    /// No square.
    const EMPTY: Self;
    /// Every bit.
    const ALL: Self;
    /// What stands on each square, as a code; zero for no piece.
    type Mailbox: Copy + Debug + Eq + Send + Sync;

    /// An empty mailbox.
    fn mailbox() -> Self::Mailbox;
    /// The code on `square`.
    fn read(mailbox: &Self::Mailbox, square: Square) -> u8;
    /// Sets the code on `square`.
    fn write(mailbox: &mut Self::Mailbox, square: Square, code: u8);

    /// The squares of a set.
    fn of(set: SquareSet) -> Self;
    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// Whether there is no square in it.
    fn is_empty(self) -> bool;
    /// How many squares there are.
    fn count(self) -> u32;
    /// The lowest square; meaningless on the empty set.
    fn first(self) -> Square;
    /// The set without its lowest square.
    fn rest(self) -> Self;
    /// Every bit moved up by `by` places, around the end.
    fn shifted(self, by: u16) -> Self;
    /// All squares from the highest of `lower` to the lowest of `upper`, both included; from the bottom or to the top
    /// where there is none. Every square of `lower` must lie below every square of `upper`.
    fn span(lower: Self, upper: Self) -> Self;

    /// Whether `square` is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        !(self & Self::bit(square)).is_empty()
    }

    /// Whether the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether there is more than one square.
    #[inline(always)]
    fn is_many(self) -> bool {
        !self.rest().is_empty()
    }

    /// The squares in ascending order.
    #[inline(always)]
    fn iter(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a bitboard in ascending order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.rest();
        Some(square)
    }
}

macro_rules! word {
    ($word:ty, $bits:literal) => {
        impl Bitboard for $word {
            const BITS: usize = $bits;
            const EMPTY: Self = 0;
            const ALL: Self = !0;
            type Mailbox = [u8; $bits];

            fn mailbox() -> Self::Mailbox {
                [0; $bits]
            }
            #[inline(always)]
            fn read(mailbox: &Self::Mailbox, square: Square) -> u8 {
                mailbox[square.index() & ($bits - 1)]
            }
            #[inline(always)]
            fn write(mailbox: &mut Self::Mailbox, square: Square, code: u8) {
                mailbox[square.index() & ($bits - 1)] = code;
            }
            fn of(set: SquareSet) -> Self {
                set.words().into_iter().rev().fold(0u128, |low, word| low << 64 | u128::from(word)) as $word
            }
            #[inline(always)]
            fn bit(square: Square) -> Self {
                (1 as $word).wrapping_shl(u32::from(square.0))
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> Square {
                Square(self.trailing_zeros() as u16)
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn shifted(self, by: u16) -> Self {
                self.rotate_left(u32::from(by))
            }
            #[inline(always)]
            fn span(lower: Self, upper: Self) -> Self {
                let highest = <$word>::MAX / 2 + 1;
                upper ^ upper.wrapping_sub(highest >> (lower | 1).leading_zeros())
            }
        }
    };
}

word!(u64, 64);
word!(u128, 128);

/// Two words of 128 bits, the lower first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Wide(u128, u128);

macro_rules! both_words {
    ($operator:ident $operate:ident, $assigning:ident $assign:ident) => {
        impl $operator for Wide {
            type Output = Wide;
            #[inline(always)]
            fn $operate(self, other: Wide) -> Wide {
                Wide(self.0.$operate(other.0), self.1.$operate(other.1))
            }
        }

        impl $assigning for Wide {
            #[inline(always)]
            fn $assign(&mut self, other: Wide) {
                *self = self.$operate(other);
            }
        }
    };
}

both_words!(BitAnd bitand, BitAndAssign bitand_assign);
both_words!(BitOr bitor, BitOrAssign bitor_assign);
both_words!(BitXor bitxor, BitXorAssign bitxor_assign);

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide(!self.0, !self.1)
    }
}

impl Wide {
    #[inline(always)]
    fn minus(self, other: Wide) -> Wide {
        let (low, borrow) = self.0.overflowing_sub(other.0);
        Wide(low, self.1.wrapping_sub(other.1).wrapping_sub(u128::from(borrow)))
    }
}

impl Bitboard for Wide {
    const BITS: usize = 256;
    const EMPTY: Self = Wide(0, 0);
    const ALL: Self = Wide(!0, !0);
    type Mailbox = [u8; 256];

    fn mailbox() -> Self::Mailbox {
        [0; 256]
    }
    #[inline(always)]
    fn read(mailbox: &Self::Mailbox, square: Square) -> u8 {
        mailbox[square.index() & 255]
    }
    #[inline(always)]
    fn write(mailbox: &mut Self::Mailbox, square: Square, code: u8) {
        mailbox[square.index() & 255] = code;
    }
    fn of(set: SquareSet) -> Self {
        let [a, b, c, d] = set.words().map(u128::from);
        Wide(b << 64 | a, d << 64 | c)
    }
    #[inline(always)]
    fn bit(square: Square) -> Self {
        let bit = 1u128.wrapping_shl(u32::from(square.0));
        if square.0 < 128 { Wide(bit, 0) } else { Wide(0, bit) }
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 | self.1 == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones() + self.1.count_ones()
    }
    #[inline(always)]
    fn first(self) -> Square {
        let number = if self.0 != 0 { self.0.trailing_zeros() } else { 128 + self.1.trailing_zeros() };
        Square(number as u16)
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.minus(Wide(1, 0))
    }
    #[inline(always)]
    fn shifted(self, by: u16) -> Self {
        let Wide(low, high) = if by < 128 { self } else { Wide(self.1, self.0) };
        match by & 127 {
            0 => Wide(low, high),
            by => Wide(low << by | high >> (128 - by), high << by | low >> (128 - by)),
        }
    }
    #[inline(always)]
    fn span(lower: Self, upper: Self) -> Self {
        let top = 1u128 << 127;
        let highest = match lower.1 {
            0 => Wide(top >> (lower.0 | 1).leading_zeros(), 0),
            high => Wide(0, top >> high.leading_zeros()),
        };
        upper ^ upper.minus(highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws<B: Bitboard>() {
        let top = (B::BITS - 1) as u16;
        for (low, high) in [(3u16, 40u16), (0, top), (5, top), (0, 1)] {
            let span = B::span(B::bit(Square(low)), B::bit(Square(high)));
            assert_eq!(span.count(), u32::from(high - low) + 1, "{low} {high}");
            assert!(span.has(Square(low)) && span.has(Square(high)));
        }
        assert_eq!(B::span(B::EMPTY, B::EMPTY), B::ALL);
        assert_eq!(B::span(B::EMPTY, B::bit(Square(9))).count(), 10);
        assert_eq!(B::span(B::bit(Square(top - 2)), B::EMPTY).count(), 3);
        let set = B::bit(Square(1)) | B::bit(Square(30)) | B::bit(Square(top));
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 30, top].map(Square));
        for by in [0u16, 1, 7, top] {
            let shifted = set.shifted(by);
            assert!(
                [1, 30, top]
                    .iter()
                    .all(|s| shifted.has(Square(((*s as usize + by as usize) % B::BITS) as u16)))
            );
            assert_eq!(shifted.count(), 3);
        }
    }

    #[test]
    fn every_width_obeys_the_same_laws() {
        laws::<u64>();
        laws::<u128>();
        laws::<Wide>();
    }
}
