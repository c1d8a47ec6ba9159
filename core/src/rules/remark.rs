//! Texts for readers that do not affect the rules: other names of pieces and regions, notes, and history.

use super::{Cited, Origin, Variant, Zone};
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

impl Variant {
    /// Formats the sources of a rule as a suffix: ` [murray, forbes]`. Without sources, the suffix is empty.
    pub fn note(&self, rule: Origin) -> String {
        Cited(self.cited(rule)).note()
    }

    /// Returns the place where a region is declared. A deserialized game has no places.
    pub fn place_of(&self, region: &Zone) -> Origin {
        let mut places = self.regions.iter().zip(&self.region_places.0);
        let own = places.find(|(own, _)| own.name == region.name);
        own.map(|(_, place)| Origin(*place)).unwrap_or_default()
    }

    /// Returns the other names of a region.
    pub fn names_of<'v>(&'v self, region: &str) -> impl Iterator<Item = &'v OtherName> {
        self.region_names.0.iter().filter(move |(own, _)| own == region).map(|(_, name)| name)
    }
}
