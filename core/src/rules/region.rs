//! Regions of a game: where they are declared, and their other names.

use super::{Origin, OtherName, Variant, Zone};

impl Variant {
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
