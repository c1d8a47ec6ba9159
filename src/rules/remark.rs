//! What a file says to its readers beside the rules: other names of pieces, notes, history.

use super::Origin;
use serde::{Deserialize, Serialize};

/// A name that a piece has beside the one the file gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OtherName {
    pub name: String,
    /// The language it belongs to, if the file says so.
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
