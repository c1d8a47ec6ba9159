//! Squares near a piece that has moved, or behind it.

use super::{PieceFilter, StepClass};
use serde::{Deserialize, Serialize};

/// Which squares are meant, once a piece has gone from one square to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Near {
    /// Those next to where it is.
    Around,
    /// The next one in the direction in which it went, if it went in a straight line.
    Ahead,
    /// The next one behind where it came from, if it went in a straight line.
    Behind,
    /// Those next to it beyond which, in the same direction, one of these pieces stands, in any direction or one of a class.
    Between(PieceFilter, Option<StepClass>),
    /// Those where its file crosses the rank of one of these pieces, or its rank the file.
    Crossing(PieceFilter),
}
