//! A sequential test of two hypotheses about the difference in strength.

use std::fmt;

/// The two hypotheses, in Elo.
const ELO: [f64; 2] = [0.0, 10.0];

/// The greatest probability of each error.
const ERROR: f64 = 0.05;

/// The points of pairs of games with the same opening and exchanged colors.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of pairs by twice their points: from 0, two losses, to 4, two wins.
    pairs: [f64; 5],
}

impl Tally {
    pub fn add(&mut self, points: [f64; 2]) {
        self.pairs[(2.0 * (points[0] + points[1])) as usize] += 1.0;
    }

    pub fn pairs(&self) -> usize {
        self.pairs.iter().sum::<f64>() as usize
    }

    /// Returns the mean of the points of a game, and the variance of the mean of a pair.
    fn moments(&self) -> (f64, f64) {
        let number = self.pairs.iter().sum::<f64>().max(1.0);
        let points = |at: usize| at as f64 / 4.0;
        let mean = self.pairs.iter().enumerate().map(|(at, count)| count * points(at)).sum::<f64>() / number;
        let square = |at: usize| (points(at) - mean).powi(2);
        (mean, self.pairs.iter().enumerate().map(|(at, count)| count * square(at)).sum::<f64>() / number)
    }

    /// Returns the logarithm of the ratio of the likelihoods of the hypotheses, by the normal approximation of
    /// <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>.
    fn ratio(&self) -> f64 {
        let ((mean, variance), [low, high]) = (self.moments(), ELO.map(points));
        if variance == 0.0 { 0.0 } else { self.pairs() as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance) }
    }

    /// Returns true if the new program is stronger, false if it is not, and `None` as long as this is open.
    pub fn decision(&self) -> Option<bool> {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        if self.pairs() < 50 || self.ratio().abs() < bound { None } else { Some(self.ratio() > 0.0) }
    }
}

/// Returns the expected points of a player who is stronger by this many Elo.
fn points(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo at which these points are expected.
fn elo(points: f64) -> f64 {
    -400.0 * (1.0 / points.clamp(0.001, 0.999) - 1.0).log10()
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (mean, variance) = self.moments();
        let half = 1.96 * (variance / (self.pairs() as f64).max(1.0)).sqrt();
        let around = (elo(mean + half) - elo(mean - half)) / 2.0;
        write!(f, "{:5} games  {:5.1} %  {:+6.1} Elo ± {around:.1}  ratio {:+.2}", 2 * self.pairs(), 100.0 * mean, elo(mean), self.ratio())
    }
}
