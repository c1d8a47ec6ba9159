//! Logistic regression with a prior, by Newton's method.
//!
//! [`fit`] is the entry point. The unknowns are the changes of piece values in the opening and in the endgame. The
//! function to minimize is the cross entropy of the results plus a quadratic penalty from the prior. It is convex, so
//! few steps suffice.

use ferz::StaticEvaluation;

/// The standard deviation of the prior of a piece value around the value from the rules, in hundredths of a pawn.
const SPREAD: f64 = 50.0;
/// The standard deviation of the prior of the difference between the changes in the opening and in the endgame, in
/// hundredths of a pawn.
const APART: f64 = 30.0;
/// The maximum number of Newton steps.
const ROUNDS: usize = 12;

/// A position with the result of its game: 1 if White won, 0 if Black won, and 1/2 for a draw.
pub struct Sample {
    pub inputs: StaticEvaluation,
    pub result: f64,
    pub weight: f64,
}

type Changes = Vec<[f64; 2]>;

fn score(inputs: &StaticEvaluation, changes: &[[f64; 2]]) -> f64 {
    let shares = inputs.shares.iter().zip(changes);
    f64::from(inputs.score)
        + shares.map(|(share, change)| share[0] * change[0] + share[1] * change[1]).sum::<f64>()
}

pub fn expected(score: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-score * steepness).exp())
}

/// Returns the cross entropy of the results, in bits per position.
pub fn loss(samples: &[Sample], changes: &[[f64; 2]], steepness: f64) -> f64 {
    let bits = |sample: &Sample| {
        let expected = expected(score(&sample.inputs, changes), steepness).clamp(1e-9, 1.0 - 1e-9);
        -sample.weight * (sample.result * expected.log2() + (1.0 - sample.result) * (1.0 - expected).log2())
    };
    samples.iter().map(bits).sum::<f64>() / samples.iter().map(|sample| sample.weight).sum::<f64>().max(1e-9)
}

/// Returns the steepness of the logistic function from scores to results that fits the unchanged scores best.
pub fn steepness(samples: &[Sample]) -> f64 {
    let steps = (0..60).map(|step| 0.0005 * 1.1f64.powi(step));
    let of = |steepness: f64| loss(samples, &[], steepness);
    steps.min_by(|one, other| of(*one).total_cmp(&of(*other))).unwrap_or(0.004)
}

/// Returns the change of each piece value in the opening and in the endgame. Only the values of `loose` piece types
/// change.
pub fn fit(samples: &[Sample], loose: &[bool], steepness: f64) -> Changes {
    let places: Vec<(usize, usize)> = (0..loose.len())
        .filter(|number| loose[*number])
        .flat_map(|number| [(number, 0), (number, 1)])
        .collect();
    let mut changes = vec![[0.0; 2]; loose.len()];
    for _ in 0..ROUNDS {
        let size = places.len();
        let (mut slope, mut bend) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        // The two phases of a piece type are neighbors in `places`.
        let (own, other) =
            (0.25 / SPREAD.powi(2) + 1.0 / APART.powi(2), 0.25 / SPREAD.powi(2) - 1.0 / APART.powi(2));
        for (at, (number, phase)) in places.iter().enumerate() {
            let change = changes[*number];
            slope[at] = own * change[*phase] + other * change[1 - phase];
            bend[at][at] = own;
            bend[at][at + 1 - 2 * phase] = other;
        }
        for Sample { inputs, result, weight } in samples {
            let expected = expected(score(inputs, &changes), steepness);
            let error = weight * steepness * (expected - result);
            // This is the second derivative of the cross entropy with respect to the score.
            let curve = weight * steepness.powi(2) * expected * (1.0 - expected);
            let shares: Vec<(usize, f64)> = places
                .iter()
                .enumerate()
                .map(|(at, (number, phase))| (at, inputs.shares[*number][*phase]))
                .filter(|(_, share)| *share != 0.0)
                .collect();
            for (at, share) in &shares {
                slope[*at] += error * share;
                shares.iter().for_each(|(other, its)| bend[*at][*other] += curve * share * its);
            }
        }
        let Some(step) = solved(bend, slope) else { break };
        for ((number, phase), step) in places.iter().zip(&step) {
            changes[*number][*phase] -= step;
        }
        if step.iter().all(|step| step.abs() < 0.05) {
            break;
        }
    }
    changes
}

/// Solves a system of linear equations with a symmetric, positive definite matrix. Returns `None` if the matrix is
/// singular.
pub fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    // A positive definite matrix needs no pivoting.
    for at in 0..size {
        let pivot = matrix[at][at];
        if pivot <= f64::EPSILON * 1e-6 {
            return None;
        }
        for below in at + 1..size {
            let times = matrix[below][at] / pivot;
            if times != 0.0 {
                let (above, rest) = matrix.split_at_mut(below);
                rest[0].iter_mut().zip(&above[at]).skip(at).for_each(|(own, its)| *own -= times * its);
                right[below] -= times * right[at];
            }
        }
    }
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|other| matrix[at][other] * right[other]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    Some(right)
}
