//! What the programs that ferz plays for, and files of games, call games.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Names {
    /// The game that is played where no other is asked for.
    pub(crate) usual: String,
    /// What XBoard calls it.
    pub(crate) normal: String,
    /// What XBoard takes a game for that it does not know, without hands and with them.
    pub(crate) parent: String,
    pub(crate) parent_with_hands: String,
    /// What is played in the protocols USI and UCCI if no other game is asked for.
    pub(crate) usi: String,
    pub(crate) ucci: String,
    /// The program whose letters for pieces others use.
    pub(crate) letters: String,
    /// The games that XBoard calls otherwise, by its names.
    pub(crate) also: BTreeMap<String, String>,
    /// How XBoard writes ways of moving, by their notations.
    pub(crate) ways: BTreeMap<String, String>,
}

/// As `data/protocols.toml` says.
pub(crate) static NAMES: LazyLock<Names> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/protocols.toml")).unwrap_or_default());
