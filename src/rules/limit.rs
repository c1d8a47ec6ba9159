//! What pieces may not do: squares closed to them, borders, what cannot be done to them, and how royals bind their side.

use super::{Origin, PieceFilter, Step, Zone};
use crate::base::{Board, Square};
use serde::{Deserialize, Serialize};

/// Who may enter a zone: it is closed to all whom none of its admissions admits. They bind moves, not attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Admission {
    /// The zone, from the side of the piece that enters.
    pub zone: Zone,
    pub pieces: PieceFilter,
    #[serde(skip)]
    pub origin: Origin,
}

/// A border that some pieces cross only by certain steps, in moving and in attacking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Border {
    /// The zone, from the side of the piece that crosses.
    pub zone: Zone,
    pub pieces: PieceFilter,
    pub by: StepClass,
    #[serde(skip)]
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StepClass {
    Orthogonal,
    Diagonal,
}

impl StepClass {
    /// Whether a step is of this class. Across the seam of a cylinder it goes as it is written, not as its ends lie.
    pub(crate) fn has(self, step: Step, board: &Board, from: Square, to: Square) -> bool {
        let (dx, dy) = match step {
            Step::By(dx, dy) | Step::Around(dx, dy) => (dx.into(), dy.into()),
            Step::Anywhere => {
                let (a, b) = (board.cell(from), board.cell(to));
                (b.x - a.x, b.y - a.y)
            }
        };
        self.covers((dx, dy))
    }

    /// Whether a step by this number of files and ranks is of this class.
    pub(crate) fn covers(self, (dx, dy): (i32, i32)) -> bool {
        match self {
            StepClass::Orthogonal => dx == 0 || dy == 0,
            StepClass::Diagonal => i32::abs(dx) == i32::abs(dy),
        }
    }
}

/// What a piece can be immune to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Threat {
    Capture,
    /// Being removed or pushed aside by a rule.
    Displacement,
    Exchange,
    Attack,
}

/// Pieces that something cannot be done to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Immunity {
    pub pieces: PieceFilter,
    pub to: Vec<Threat>,
    #[serde(skip)]
    pub origin: Origin,
}

/// When check limits what a side may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Binding {
    Never,
    /// No royal may be left attacked.
    Always,
    /// A side with one royal may not leave it attacked; a side with more is free; a side may not be left with none.
    OneRoyal,
    /// No leader may be left attacked.
    Leader,
    /// Not all royals may be left attacked.
    AllRoyals,
}

/// How royals bind their side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Royalty {
    pub binds: Binding,
    /// Whether royals attack each other along an open file.
    pub facing: bool,
    /// Whether check binds only while the enemy has a royal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mutual: bool,
    #[serde(skip)]
    pub origin: Origin,
}
