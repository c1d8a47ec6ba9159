//! The names of the programs whose way of writing games is known.
//!
//! A rule file may only name programs that are known, which is checked here; [`crate::play`] reads and writes as they do.

use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Default, Deserialize)]
struct DialectNames {
    dialect: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    name: String,
}

static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let table: DialectNames = toml::from_str(include_str!("../../data/dialects.toml")).unwrap_or_default();
    table.dialect.into_iter().map(|program| program.name).collect()
});

/// Iterates over the names of the programs in `data/dialects.toml`.
pub(crate) fn programs() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(String::as_str)
}
