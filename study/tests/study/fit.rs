//! Tests of the regression behind tuning.

use ferz::StaticEvaluation;
use ferz_study::tune::fit::{Sample, expected, fit, loss, solved};

/// Creates positions in which White has one piece more or less. The results follow the value of that piece.
fn games(value: f64, taken: f64, steepness: f64) -> Vec<Sample> {
    let sample = |more: f64, number: u32| {
        let inputs = StaticEvaluation { score: (taken * more) as i32, shares: vec![[more, 0.0]] };
        let wins = expected(value * more, steepness);
        Sample { inputs, result: if f64::from(number) < 1000.0 * wins { 1.0 } else { 0.0 }, weight: 1.0 }
    };
    (0..1000).flat_map(|number| [sample(1.0, number), sample(-1.0, number)]).collect()
}

#[test]
fn a_value_is_found_from_results() {
    let samples = games(320.0, 200.0, 0.004);
    let opening = fit(&samples, &[true], 0.004)[0][0];
    assert!((opening - 120.0).abs() < 15.0, "320 is 120 more than 200, not {opening}");
    assert!(loss(&samples, &[[opening, 0.0]], 0.004) < loss(&samples, &[[0.0, 0.0]], 0.004));
}

#[test]
fn a_value_that_may_not_change_stays() {
    assert_eq!(fit(&games(320.0, 200.0, 0.004), &[false], 0.004), [[0.0; 2]]);
}

#[test]
fn equations_are_solved() {
    let solution = solved(vec![vec![4.0, 1.0], vec![1.0, 3.0]], vec![1.0, 2.0]).unwrap_or_default();
    let off: Vec<f64> =
        solution.iter().zip([1.0, 7.0]).map(|(found, wanted)| found * 11.0 - wanted).collect();
    assert!(off.len() == 2 && off.iter().all(|off| off.abs() < 1e-12), "{solution:?}");
}
