//! What the programs that ferz plays for, and files of games, call games.

use crate::lang::catalog::built_in_titles;
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
    /// What records call games beside their names and titles, as [`key`] has it.
    pub(crate) tags: BTreeMap<String, String>,
    /// How XBoard writes ways of moving, by their notations.
    pub(crate) ways: BTreeMap<String, String>,
}

/// As `data/protocols.toml` says.
pub(crate) static NAMES: LazyLock<Names> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/protocols.toml")).unwrap_or_default());

/// The built-in game that another program or a person calls so: by its name, by its title, or as programs call it that know it
/// otherwise. Case, blanks, and hyphens do not matter.
pub(crate) fn game_called(text: &str) -> Option<String> {
    let wanted = key(text);
    let titles = built_in_titles();
    let named = titles.iter().find(|(name, _)| key(name) == wanted).map(|(name, _)| *name);
    let others = || NAMES.tags.get(&wanted).or_else(|| NAMES.also.get(&wanted)).map(String::as_str);
    let titled = || titles.iter().find(|(_, title)| key(title) == wanted).map(|(name, _)| *name);
    named.or_else(others).or_else(titled).map(str::to_owned)
}

/// What is compared of the names of games.
fn key(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
