//! Texts for readers that do not affect the rules: other names of pieces and regions, notes, and history.

use super::Origin;
use serde::{Deserialize, Serialize};

/// A name of a piece or a region in addition to its name in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherName {
    pub name: String,
    /// The language of the name, if the file states it.
    pub language: Option<String>,
    pub origin: Origin,
}

/// The origin of a game: its region, the year of the first evidence, and its ancestors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The country or region.
    pub region: String,
    /// The year of the first evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// True if the year is not exact.
    #[serde(default, rename = "about", skip_serializing_if = "std::ops::Not::not")]
    pub is_about: bool,
    /// The names of the games from which it descends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    #[serde(skip)]
    pub origin: Origin,
}

impl Provenance {
    /// Returns the century of the first evidence, counted from 1.
    pub fn century(&self) -> Option<u32> {
        self.year.map(|year| year.div_ceil(100))
    }
}

/// A paragraph for readers: a note, or a part of the history of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    pub text: String,
    #[serde(skip)]
    pub origin: Origin,
}
