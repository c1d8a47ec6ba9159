//! Squares relative to a piece that has moved.

use super::{PieceFilter, StepClass};
use serde::{Deserialize, Serialize};

/// A set of squares relative to the start and the target of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Near {
    /// The squares adjacent to the target.
    Around,
    /// The next square in the direction of a move along a straight line.
    Ahead,
    /// The next square behind the start of a move along a straight line.
    Behind,
    /// The adjacent squares beyond which, in the same direction, one of these pieces stands. The class limits the
    /// directions.
    Between(PieceFilter, Option<StepClass>),
    /// The squares where the piece's file crosses the rank of one of these pieces, or its rank the file.
    Crossing(PieceFilter),
}
