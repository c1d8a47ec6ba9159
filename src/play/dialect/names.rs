//! Finds a game by the name that a record or another program uses.

use super::{DIALECTS, Dialect};
use crate::lang::catalog::built_in_titles;

/// Returns the built-in game with this name, title, or name in another program. Letter case, spaces, and punctuation
/// are ignored. If no game is found, the name of the default game is ignored at the end of the text.
pub(crate) fn game_called(text: &str) -> Option<String> {
    let wanted = key(text);
    let titles = built_in_titles();
    let others = |wanted: &str| {
        let tables = Dialect::all().iter().map(|dialect| &dialect.games).chain([&DIALECTS.games]);
        let mut names = tables.flatten();
        names.find(|(name, _)| key(name) == wanted).map(|(_, game)| game.clone())
    };
    let called = |wanted: &str| {
        let named = titles.iter().find(|(name, _)| key(name) == wanted);
        let titled = || titles.iter().find(|(_, title)| key(title) == wanted);
        let own = |(name, _): &(&str, &str)| (*name).to_owned();
        named.map(own).or_else(|| others(wanted)).or_else(|| titled().map(own))
    };
    let short = wanted.strip_suffix(DIALECTS.usual.as_str()).filter(|short| !short.is_empty());
    called(&wanted).or_else(|| called(short?))
}

/// Returns the letters and digits of a name, in lower case.
fn key(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
