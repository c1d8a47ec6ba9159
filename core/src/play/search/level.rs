//! Levels of playing strength, from 1 to 10.
//!
//! A [`Level`] limits the depth and the nodes of a search, and adds a bounded error to the evaluation at weak levels.

use super::Limits;
use std::ops::RangeInclusive;

/// The range of Elo ratings in chess at which ferz can play, on the scale of Stockfish's option `UCI_Elo`.
pub const POINTS: RangeInclusive<u16> = 1350..=2000;

/// Elo ratings, each with the number of nodes per move at which ferz reaches it, as measured with `tools/elo.py`.
const MEASURED: [(f64, f64); 3] = [(1400.0, 150.0), (1700.0, 600.0), (2000.0, 80_000.0)];

/// A level of playing strength. A weak level searches less deeply and evaluates positions with an error. It overlooks
/// moves like a beginner, but does not play at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub number: u8,
    depth: Option<i32>,
    nodes: u64,
    /// The maximum evaluation error, in hundredths of a pawn.
    pub blur: i32,
}

impl Level {
    /// Creates a level from 1 to 10. Returns `None` for other numbers.
    pub fn new(number: u8) -> Option<Level> {
        let (depth, nodes, blur) = match number {
            1 => (Some(1), 200, 300),
            2 => (Some(2), 500, 220),
            3 => (Some(2), 1_500, 140),
            4 => (Some(3), 4_000, 90),
            5 => (Some(4), 10_000, 60),
            6 => (None, 25_000, 30),
            7 => (None, 60_000, 0),
            8 => (None, 200_000, 0),
            9 => (None, 700_000, 0),
            10 => (None, 2_500_000, 0),
            _ => return None,
        };
        Some(Level { number, depth, nodes, blur })
    }

    /// Creates a level for chess with this Elo rating. Returns `None` outside [`POINTS`].
    pub fn of_points(points: u16) -> Option<Level> {
        if !POINTS.contains(&points) {
            return None;
        }
        let points = f64::from(points);
        let [low, middle, high] = MEASURED;
        let (from, to) = if points < middle.0 { (low, middle) } else { (middle, high) };
        let nodes = from.1 * (to.1 / from.1).powf((points - from.0) / (to.0 - from.0));
        Some(Level { number: 0, depth: None, nodes: nodes as u64, blur: 0 })
    }

    /// Returns the search limits of this level.
    pub fn limits(self) -> Limits {
        Limits { depth: self.depth, ..Limits::nodes(self.nodes) }
    }
}
