//! Tests of bitboard operations for every width.

use ferz_core::base::{Bitboard, Square, SquareSet};

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
            [1, 30, top].iter().all(|s| shifted.has(Square(((*s as usize + by as usize) % B::BITS) as u16)))
        );
        assert_eq!(shifted.count(), 3);
    }
}

#[test]
fn every_width_has_the_same_properties() {
    laws::<u64>();
    laws::<u128>();
    laws::<SquareSet>();
}
