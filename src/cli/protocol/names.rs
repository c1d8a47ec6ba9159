//! What the programs that ferz plays for call games.

use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Names {
    /// The game that is played where no other is asked for.
    pub usual: String,
    /// What XBoard calls it.
    pub normal: String,
    /// What XBoard takes a game for that it does not know, without hands and with them.
    pub parent: String,
    pub parent_with_hands: String,
}

/// As `data/protocols.toml` says.
pub(super) static NAMES: LazyLock<Names> =
    LazyLock::new(|| toml::from_str(include_str!("../../../data/protocols.toml")).unwrap_or_default());
