//! Means and shares with confidence intervals, tests of differences, and least squares.
//!
//! [`Estimate`] is a value with its interval. [`Sample`] collects values for means, and [`share`] handles shares. The
//! tests return a difference with its p-value, and [`holm`] corrects p-values for the number of tests. Each function
//! names its method, which textbooks describe.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The confidence level of the intervals.
const CONFIDENCE: f64 = 0.95;

/// An estimated value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimated value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of games.
    pub n: u64,
}

impl Estimate {
    /// Converts the estimate to another scale.
    pub fn map(self, change: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: change(self.value), low: change(self.low), high: change(self.high), n: self.n }
    }
}

/// The size of a sample, its sum, and the sum of its squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    n: u64,
    sum: f64,
    squares: f64,
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Sample {
        let mut sample = Sample::default();
        for value in values {
            sample.n += 1;
            sample.sum += value;
            sample.squares += value * value;
        }
        sample
    }
}

impl Sample {
    fn mean(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.sum / self.n as f64 }
    }

    /// Returns the variance of the mean, which is the square of its standard error.
    fn error(&self) -> f64 {
        let n = self.n as f64;
        if self.n < 2 { 0.0 } else { ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0) / n }
    }

    /// Returns the mean with an interval from Student's t-distribution.
    pub fn estimate(&self) -> Estimate {
        let half = self.error().sqrt() * student(self.n.saturating_sub(1) as f64);
        let value = self.mean();
        Estimate { value, low: value - half, high: value + half, n: self.n }
    }

    /// Returns the difference of the means with its p-value, from Welch's t-test.
    pub fn against(&self, other: &Sample) -> (Estimate, f64) {
        let value = other.mean() - self.mean();
        let (one, two) = (self.error(), other.error());
        let error = (one + two).sqrt();
        let n = self.n.min(other.n);
        // Without variance, Welch's test is undefined, and the means are either equal or certainly different.
        if error == 0.0 || n < 2 {
            let p = if value == 0.0 || n < 2 { 1.0 } else { 0.0 };
            return (Estimate { value, low: value, high: value, n }, p);
        }
        let part = |error: f64, n: u64| error * error / (n as f64 - 1.0);
        let free = (one + two).powi(2) / (part(one, self.n) + part(two, other.n)).max(f64::MIN_POSITIVE);
        let half = error * student(free);
        let estimate = Estimate { value, low: value - half, high: value + half, n };
        (estimate, StudentsT::new(0.0, 1.0, free).map_or(1.0, |t| 2.0 * (1.0 - t.cdf((value / error).abs()))))
    }
}

/// Returns half the width of an interval in standard errors, for this number of degrees of freedom.
fn student(free: f64) -> f64 {
    let quantile =
        StudentsT::new(0.0, 1.0, free.max(1.0)).map(|t| t.inverse_cdf(f64::midpoint(1.0, CONFIDENCE)));
    quantile.unwrap_or_else(|_| normal())
}

fn normal() -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, CONFIDENCE))
}

/// Returns a share of `n` games with its Wilson interval.
pub fn share(part: u64, n: u64) -> Estimate {
    if n == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0, n };
    }
    let (z, n_, p) = (normal(), n as f64, part as f64 / n as f64);
    let center = (p + z * z / (2.0 * n_)) / (1.0 + z * z / n_);
    let half = z / (1.0 + z * z / n_) * (p * (1.0 - p) / n_ + z * z / (4.0 * n_ * n_)).sqrt();
    Estimate { value: p, low: (center - half).max(0.0), high: (center + half).min(1.0), n }
}

/// Returns the difference of two shares with its p-value, by the method of Agresti and Caffo. The method adds a
/// success and a failure to each sample, so it is also valid for few games.
pub fn shares((one, n): (u64, u64), (two, m): (u64, u64)) -> (Estimate, f64) {
    let p = |part: u64, n: u64| (part as f64 + 1.0) / (n as f64 + 2.0);
    let (a, b) = (p(one, n), p(two, m));
    let error = (a * (1.0 - a) / (n as f64 + 2.0) + b * (1.0 - b) / (m as f64 + 2.0)).sqrt();
    let half = normal() * error;
    let size = n.min(m);
    let likely = 2.0 * (1.0 - Normal::standard().cdf(((b - a) / error).abs()));
    (
        Estimate { value: b - a, low: b - a - half, high: b - a + half, n: size },
        if size == 0 { 1.0 } else { likely },
    )
}

/// Returns the p-values, corrected for their number by Holm's method.
pub fn holm(likely: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..likely.len()).collect();
    order.sort_by(|a, b| likely[*a].total_cmp(&likely[*b]));
    let mut corrected = vec![1.0; likely.len()];
    let mut least: f64 = 0.0;
    for (rank, at) in order.into_iter().enumerate() {
        least = least.max(likely[at] * (likely.len() - rank) as f64).min(1.0);
        corrected[at] = least;
    }
    corrected
}

/// Returns the weight of each quantity in a linear model of the results, by least squares. The weight is `None` if a
/// quantity never varies or if there are too few rows.
pub fn weights(rows: &[(Vec<f64>, f64)]) -> Vec<Option<Estimate>> {
    let all = rows.first().map_or(0, |(row, _)| row.len());
    let varies = |at: &usize| rows.iter().any(|(row, _)| row[*at] != rows[0].0[*at]);
    let used: Vec<usize> = (0..all).filter(varies).collect();
    let mut weights = vec![None; all];
    let n = rows.len();
    // Ten results for each weight are a common minimum for a regression.
    if used.is_empty() || n < 10 * (used.len() + 1) {
        return weights;
    }
    // The constant term is the last quantity and always has the value 1.
    let row = |row: &[f64]| -> Vec<f64> { used.iter().map(|at| row[*at]).chain([1.0]).collect() };
    let size = used.len() + 1;
    let mut products = vec![vec![0.0; 2 * size]; size];
    let mut sums = vec![0.0; size];
    for (values, result) in rows {
        let values = row(values);
        for (i, one) in values.iter().enumerate() {
            sums[i] += one * result;
            values.iter().enumerate().for_each(|(j, other)| products[i][j] += one * other);
        }
    }
    for (i, line) in products.iter_mut().enumerate() {
        // The small ridge keeps the matrix invertible if two quantities always change together.
        line[i] += 1e-9 * n as f64;
        line[size + i] = 1.0;
    }
    if !invert(&mut products) {
        return weights;
    }
    let weight = |i: usize| (0..size).map(|j| products[i][size + j] * sums[j]).sum::<f64>();
    let found: Vec<f64> = (0..size).map(weight).collect();
    let guess =
        |values: &[f64]| row(values).iter().zip(&found).map(|(value, weight)| value * weight).sum::<f64>();
    let off: f64 = rows.iter().map(|(values, result)| (result - guess(values)).powi(2)).sum();
    let free = (n - size) as f64;
    for (i, at) in used.iter().enumerate() {
        let half = (off / free * products[i][size + i]).max(0.0).sqrt() * student(free);
        weights[*at] =
            Some(Estimate { value: found[i], low: found[i] - half, high: found[i] + half, n: n as u64 });
    }
    weights
}

/// Transforms the left half of a matrix into the identity, and the right half into its inverse. Returns false if the
/// matrix has no inverse.
fn invert(matrix: &mut [Vec<f64>]) -> bool {
    for at in 0..matrix.len() {
        // Partial pivoting keeps rounding errors small.
        let best = (at..matrix.len()).max_by(|a, b| matrix[*a][at].abs().total_cmp(&matrix[*b][at].abs()));
        matrix.swap(at, best.unwrap_or(at));
        let pivot = matrix[at][at];
        if pivot.abs() < 1e-12 {
            return false;
        }
        matrix[at].iter_mut().for_each(|value| *value /= pivot);
        let line = matrix[at].clone();
        for (other, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            debug_assert_ne!(other, at);
            let times = row[at];
            row.iter_mut().zip(&line).for_each(|(value, one)| *value -= times * one);
        }
    }
    true
}
