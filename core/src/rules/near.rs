//! Squares relative to a move.

use super::{PieceFilter, StepClass};
use serde::{Deserialize, Serialize};

/// A set of squares relative to the start and target squares of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Near {
    /// The squares adjacent to the target.
    Around,
    /// The next square beyond the target in the direction of the move, if the move follows a straight line.
    Ahead,
    /// The next square behind the start, if the move follows a straight line.
    Behind,
    /// The squares between the target and one of these pieces two steps away in a straight line. The class
    /// restricts the directions.
    Between(PieceFilter, Option<StepClass>),
    /// The squares where the file of the moved piece crosses the rank of one of these pieces, or its rank crosses
    /// their file.
    Crossing(PieceFilter),
    /// The squares of the enemy pieces that the moved piece attacks from its target.
    Attacked,
}
