//! The names of the programs whose FEN and game formats are supported.
//!
//! A rule file may name only these programs. This layer checks the names, and [`crate::notation`] implements the
//! formats.

use std::sync::LazyLock;
use toml::de::DeTable;

static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    // The table is embedded and tested, so it always parses in a release.
    let Ok(table) = DeTable::parse(ferz_data::DIALECTS) else { return Vec::new() };
    let dialects = table.get_ref().get("dialect").and_then(|all| all.get_ref().as_array());
    let names = dialects.into_iter().flatten().filter_map(|dialect| {
        let name = dialect.get_ref().as_table()?.get("name")?;
        name.get_ref().as_str().map(str::to_owned)
    });
    names.collect()
});

/// Iterates over the names of the programs in `data/dialects.toml`.
pub fn programs() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(String::as_str)
}
