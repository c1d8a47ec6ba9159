//! Reading of the embedded tables of `data/`.

use serde::de::DeserializeOwned;

/// Reads an embedded table. The tests check all tables, so a parse error cannot occur in a release. If it did, the
/// table would be empty.
///
/// The type is read from a tree of values, not from the text: so the parser is compiled once, not for each type.
pub fn table<T: DeserializeOwned + Default>(text: &str) -> T {
    toml::from_str::<toml::Table>(text).and_then(toml::Table::try_into).unwrap_or_default()
}
