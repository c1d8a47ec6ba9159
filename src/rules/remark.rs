//! Text for readers of a file that does not affect the rules: other names of pieces, notes, and history.

use super::Origin;
use serde::{Deserialize, Serialize};

/// A name of a piece besides its name in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OtherName {
    pub name: String,
    /// The language of the name, if stated.
    pub language: Option<String>,
    pub origin: Origin,
}

/// A paragraph for readers: a note, or a part of a game's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Remark {
    pub text: String,
    #[serde(skip)]
    pub origin: Origin,
}
