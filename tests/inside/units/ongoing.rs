//! Tests of a game that is being played.

use ferz_cli::play::ongoing::civil;

#[test]
fn dates_are_computed_correctly() {
    assert_eq!(civil(0), (1970, 1, 1));
    assert_eq!(civil(11_016), (2000, 2, 29));
    assert_eq!(civil(20_000), (2024, 10, 4));
}
