//! What royal pieces mean for their side.

use super::Origin;
use serde::{Deserialize, Serialize};

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
    #[serde(skip)]
    pub origin: Origin,
}
