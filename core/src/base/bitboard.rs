//! Sets of squares as machine words of 64, 128, or 256 bits.
//!
//! [`Bitboard`] is the common interface, so that generic code works with any width. [`SquareSet`] has the full width
//! and holds the squares of any board.

use super::Square;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares with one bit for each square. Every implementing type has a fixed width.
pub trait Bitboard:
    Copy
    + Default
    + Eq
    + std::hash::Hash
    + Debug
    + Send
    + Sync
    + 'static
    + FromIterator<Square>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of squares that the set can hold.
    const BITS: usize;
    const EMPTY: Self;
    const ALL: Self;
    /// The array type that holds the piece code of each square, with zero for an empty square.
    type Mailbox: Copy + Debug + Eq + Send + Sync + AsRef<[u8]> + AsMut<[u8]>;
    const NO_PIECES: Self::Mailbox;

    fn of(set: SquareSet) -> Self;
    fn bit(square: Square) -> Self;
    fn is_empty(self) -> bool;
    fn count(self) -> u32;
    /// Returns the lowest square. If the set is empty, the result is unspecified.
    fn first(self) -> Square;
    /// Returns the set without its lowest square.
    fn rest(self) -> Self;
    /// Rotates the set up by `by` bits.
    fn shifted(self, by: u16) -> Self;
    /// Returns all squares from the highest of `lower` to the lowest of `upper`, both included. If `lower` is
    /// empty, the range starts at the bottom; if `upper` is empty, it extends to the top. Every square of `lower`
    /// must be below every square of `upper`.
    fn span(lower: Self, upper: Self) -> Self;

    /// Returns the piece code on `square`.
    #[inline(always)]
    fn read(mailbox: &Self::Mailbox, square: Square) -> u8 {
        // `BITS` is a power of two, so the mask changes no valid index and lets the compiler omit the bounds
        // check.
        mailbox.as_ref()[square.index() & (Self::BITS - 1)]
    }

    /// Sets the piece code on `square`.
    #[inline(always)]
    fn write(mailbox: &mut Self::Mailbox, square: Square, code: u8) {
        mailbox.as_mut()[square.index() & (Self::BITS - 1)] = code;
    }

    fn has(self, square: Square) -> bool;

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns true if the set has more than one square.
    #[inline(always)]
    fn is_many(self) -> bool {
        !self.rest().is_empty()
    }

    /// Iterates over the squares in ascending order.
    #[inline(always)]
    fn iter(self) -> Squares<Self> {
        Squares(self)
    }
}

/// An iterator over the squares of a bitboard in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

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

// Variable shifts of 128-bit words are slow on 64-bit machines, so the functions here shift the two halves.

/// Returns a word in which only the bit `number` is set. Numbers wrap around at the width of the word.
#[inline(always)]
fn bit64(number: u16) -> u64 {
    1u64.wrapping_shl(u32::from(number))
}

#[inline(always)]
fn bit128(number: u16) -> u128 {
    let half = |is_here: bool| u64::from(is_here).wrapping_shl(u32::from(number));
    u128::from(half(number & 64 != 0)) << 64 | u128::from(half(number & 64 == 0))
}

/// Returns true if the bit `number` of a word is set. Numbers wrap around at the width of the word.
#[inline(always)]
fn has64(word: u64, number: u16) -> bool {
    word.wrapping_shr(u32::from(number)) & 1 == 1
}

#[inline(always)]
fn has128(word: u128, number: u16) -> bool {
    has64(if number & 64 == 0 { word as u64 } else { (word >> 64) as u64 }, number)
}

/// Returns the highest bit of a word, or the lowest bit if the word is zero.
#[inline(always)]
fn top64(word: u64) -> u64 {
    // The compiler turns the subtraction into the instruction that finds the highest bit.
    1 << (63 - (word | 1).leading_zeros())
}

#[inline(always)]
fn top128(word: u128) -> u128 {
    match (word >> 64) as u64 {
        0 => u128::from(top64(word as u64)),
        high => u128::from(top64(high)) << 64,
    }
}

/// Rotates a word by `by` bits toward its high end.
#[inline(always)]
fn turn64(word: u64, by: u16) -> u64 {
    word.rotate_left(u32::from(by))
}

#[inline(always)]
fn turn128(word: u128, by: u16) -> u128 {
    let (low, high) = (word as u64, (word >> 64) as u64);
    let (low, high) = if by & 64 == 0 { (low, high) } else { (high, low) };
    // A shift by 64 - 0 bits would overflow, so a rotation by whole words is a case of its own.
    let (low, high) = match by & 63 {
        0 => (low, high),
        by => (low << by | high >> (64 - by), high << by | low >> (64 - by)),
    };
    u128::from(high) << 64 | u128::from(low)
}

macro_rules! word {
    ($word:ty, $bits:literal, $bit:ident, $has:ident, $top:ident, $turn:ident) => {
        impl Bitboard for $word {
            const BITS: usize = $bits;
            const EMPTY: Self = 0;
            const ALL: Self = !0;
            type Mailbox = [u8; $bits];
            const NO_PIECES: Self::Mailbox = [0; $bits];

            fn of(set: SquareSet) -> Self {
                set.0 as $word
            }
            #[inline(always)]
            fn bit(square: Square) -> Self {
                $bit(square.0)
            }
            #[inline(always)]
            fn has(self, square: Square) -> bool {
                $has(self, square.0)
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
                // The subtraction borrows from the lowest set bit, so the intersection clears exactly that bit.
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn shifted(self, by: u16) -> Self {
                $turn(self, by)
            }
            #[inline(always)]
            fn span(lower: Self, upper: Self) -> Self {
                // The subtraction clears the lowest bit of `upper` and sets all bits from there down to the
                // highest bit of `lower`. The exclusive or keeps exactly the bits that have changed, and the bit
                // of `upper` itself.
                upper ^ upper.wrapping_sub($top(lower))
            }
        }

        impl FromIterator<Square> for $word {
            #[inline(always)]
            fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
                squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::bit(square))
            }
        }
    };
}

word!(u64, 64, bit64, has64, top64, turn64);
word!(u128, 128, bit128, has128, top128, turn128);

/// A set of squares of a board of any size, stored as two 128-bit words with the lower one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u128, u128);

macro_rules! both_words {
    ($operator:ident $operate:ident, $assigning:ident $assign:ident) => {
        impl $operator for SquareSet {
            type Output = SquareSet;
            #[inline(always)]
            fn $operate(self, other: SquareSet) -> SquareSet {
                SquareSet(self.0.$operate(other.0), self.1.$operate(other.1))
            }
        }

        impl $assigning for SquareSet {
            #[inline(always)]
            fn $assign(&mut self, other: SquareSet) {
                *self = self.$operate(other);
            }
        }
    };
}

both_words!(BitAnd bitand, BitAndAssign bitand_assign);
both_words!(BitOr bitor, BitOrAssign bitor_assign);
both_words!(BitXor bitxor, BitXorAssign bitxor_assign);

impl Not for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn not(self) -> SquareSet {
        SquareSet(!self.0, !self.1)
    }
}

impl SquareSet {
    pub fn contains(self, square: Square) -> bool {
        self.has(square)
    }

    pub fn insert(&mut self, square: Square) {
        *self |= SquareSet::bit(square);
    }

    #[inline(always)]
    fn minus(self, other: SquareSet) -> SquareSet {
        // The lower word borrows from the upper word if it is too small.
        let (low, borrow) = self.0.overflowing_sub(other.0);
        SquareSet(low, self.1.wrapping_sub(other.1).wrapping_sub(u128::from(borrow)))
    }
}

impl Bitboard for SquareSet {
    const BITS: usize = 256;
    const EMPTY: Self = SquareSet(0, 0);
    const ALL: Self = SquareSet(!0, !0);
    type Mailbox = [u8; 256];
    const NO_PIECES: Self::Mailbox = [0; 256];

    fn of(set: SquareSet) -> Self {
        set
    }
    #[inline(always)]
    fn bit(square: Square) -> Self {
        let bit = bit128(square.0);
        if square.0 < 128 { SquareSet(bit, 0) } else { SquareSet(0, bit) }
    }
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        has128(if square.0 < 128 { self.0 } else { self.1 }, square.0)
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
        self & self.minus(SquareSet(1, 0))
    }
    #[inline(always)]
    fn shifted(self, by: u16) -> Self {
        // A rotation by 128 bits or more swaps the two words first.
        let SquareSet(low, high) = if by < 128 { self } else { SquareSet(self.1, self.0) };
        match by & 127 {
            0 => SquareSet(low, high),
            by => SquareSet(low << by | high >> (128 - by), high << by | low >> (128 - by)),
        }
    }
    #[inline(always)]
    fn span(lower: Self, upper: Self) -> Self {
        let highest = match lower.1 {
            0 => SquareSet(top128(lower.0), 0),
            high => SquareSet(0, top128(high)),
        };
        upper ^ upper.minus(highest)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | SquareSet::bit(square))
    }
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Square>::deserialize(deserializer)?.into_iter().collect())
    }
}
