//! Texts for readers that do not affect the rules: other names of pieces, notes, and history.

use super::Origin;
use serde::{Deserialize, Serialize};

/// A name of a piece in addition to its name in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherName {
    pub name: String,
    /// The language of the name, if the file states it.
    pub language: Option<String>,
    pub origin: Origin,
}

/// A paragraph for readers: a note, or a part of the history of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    pub text: String,
    #[serde(skip)]
    pub origin: Origin,
}
