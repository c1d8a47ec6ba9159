//! What pieces may not do: squares closed to them, borders, and what cannot be done to them.

use super::{Origin, PieceFilter, Zone};
use serde::{Deserialize, Serialize};

/// Who may enter a zone. A square in the zone of one or more admissions is closed to all whom none of them admits.
/// Admissions bind moves, not attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Admission {
    /// The zone, from the side of the piece that enters.
    pub zone: Zone,
    /// The pieces admitted.
    pub pieces: PieceFilter,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// A border that some pieces cross only by certain steps, in moving and in attacking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Border {
    /// The zone, from the side of the piece that crosses.
    pub zone: Zone,
    /// The pieces it binds.
    pub pieces: PieceFilter,
    /// The steps they may cross it by.
    pub by: StepClass,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// A class of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StepClass {
    /// Along a file or a rank.
    Orthogonal,
    /// Along a diagonal.
    Diagonal,
}

/// What a piece can be immune to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Threat {
    /// Being captured.
    Capture,
    /// Being removed or pushed aside by a rule.
    Displacement,
    /// Changing places with another piece.
    Exchange,
    /// Being in check.
    Attack,
}

/// Pieces that something cannot be done to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Immunity {
    /// The pieces.
    pub pieces: PieceFilter,
    /// What cannot be done to them.
    pub to: Vec<Threat>,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}
