//! Limits on pieces: closed squares, borders, immunities, and the safety of royals.
//!
//! Each type is one kind of rule: [`Admission`], [`Border`], [`Immunity`], and [`Royalty`]. `interpreter::limits`
//! applies them.

use super::{Origin, PieceFilter, Step, Zone};
use crate::base::{Board, Square};
use serde::{Deserialize, Serialize};

/// A permission for some pieces to enter a zone. A zone with admissions is closed to all pieces that none of them
/// matches. Admissions restrict moves, not attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// The zone, as the side of the entering piece sees it.
    pub zone: Zone,
    pub pieces: PieceFilter,
    #[serde(skip)]
    pub origin: Origin,
}

/// A border that some pieces can cross only by certain steps. Borders restrict moves and attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Border {
    /// The zone inside the border, as the side of the crossing piece sees it.
    pub zone: Zone,
    pub pieces: PieceFilter,
    pub by: StepClass,
    #[serde(skip)]
    pub origin: Origin,
}

/// A class of step directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepClass {
    Orthogonal,
    Diagonal,
}

impl StepClass {
    /// Returns true if a step belongs to this class. Across the seam of a cylinder, the class depends on the step
    /// as written, not on the places of its ends.
    pub fn has(self, step: Step, board: &Board, from: Square, to: Square) -> bool {
        let (dx, dy) = match step {
            Step::By(dx, dy) | Step::Around(dx, dy) => (dx.into(), dy.into()),
            // A jump has no direction of its own, so its squares determine the class.
            Step::Anywhere => {
                let (a, b) = (board.cell(from), board.cell(to));
                (b.x - a.x, b.y - a.y)
            }
        };
        self.covers((dx, dy))
    }

    /// Returns true if a step by these numbers of files and ranks belongs to this class.
    pub fn covers(self, (dx, dy): (i32, i32)) -> bool {
        match self {
            StepClass::Orthogonal => dx == 0 || dy == 0,
            StepClass::Diagonal => i32::abs(dx) == i32::abs(dy),
        }
    }
}

/// An effect that a piece can be immune to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Threat {
    Capture,
    /// Removal or displacement by a rule.
    Displacement,
    Exchange,
    Attack,
}

/// Pieces that are immune to some effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Immunity {
    pub pieces: PieceFilter,
    pub to: Vec<Threat>,
    #[serde(skip)]
    pub origin: Origin,
}

/// The royals that a side must keep safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Binding {
    Never,
    /// No royal may be left attacked.
    Always,
    /// A side with one royal may not leave it attacked. A side with several royals may. No side may be left
    /// without a royal.
    OneRoyal,
    /// No leader may be left attacked.
    Leader,
    /// At least one royal must not be attacked.
    AllRoyals,
}

/// The rules on the safety of royals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Royalty {
    pub binds: Binding,
    /// True if royals of both sides attack each other along an open file.
    pub facing: bool,
    /// True if a side must keep its royals safe only while the enemy has a royal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mutual: bool,
    #[serde(skip)]
    pub origin: Origin,
}
