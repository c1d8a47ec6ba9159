//! Tests of the statistics.

use ferz_study::statistics::{Sample, holm, share, weights};

#[test]
fn intervals_are_those_of_the_books() {
    let close = |a: f64, b: f64| (a - b).abs() < 1e-3;
    let ten = share(3, 10);
    assert!(close(ten.low, 0.1078) && close(ten.high, 0.6032), "{ten:?}");
    let sample: Sample = [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().collect();
    let mean = sample.estimate();
    assert!(close(mean.value, 3.0) && close(mean.low, 1.0368) && close(mean.high, 4.9632), "{mean:?}");
}

#[test]
fn corrections_are_those_of_holm() {
    let corrected = holm(&[0.01, 0.04, 0.03, 0.5]);
    let wanted = [0.04, 0.09, 0.09, 0.5];
    assert!(corrected.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{corrected:?}");
}

#[test]
fn weights_are_found() {
    let row = |i: u32| {
        let (a, b) = (f64::from(i % 7), f64::from(i % 5));
        (vec![a, b, 2.0], 0.5 * a - 0.25 * b + 1.0 + f64::from(i % 3) * 1e-6)
    };
    let found = weights(&(0..100).map(row).collect::<Vec<_>>());
    let value = |at: usize| found[at].map_or(0.0, |weight| weight.value);
    assert!((value(0) - 0.5).abs() < 1e-3 && (value(1) + 0.25).abs() < 1e-3, "{found:?}");
    assert!(found[2].is_none());
}
