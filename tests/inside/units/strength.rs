//! Tests of the strength of the opponent.

use ferz_cli::play::strength::Time;

#[test]
fn times_are_read_as_people_write_them() {
    let time = |text: &str| text.parse::<Time>().ok().map(|time| (time.base, time.more));
    assert_eq!(time("5m+3s"), Some((300_000, 3_000)));
    assert_eq!(time("500ms"), Some((500, 0)));
    assert_eq!(time("1.5"), Some((1_500, 0)));
    assert_eq!([time("5x"), time(""), time("0s"), time("-1s"), time("1e3")], [None; 5]);
}
