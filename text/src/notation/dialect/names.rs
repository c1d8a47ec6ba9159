//! Finds a game by the name that a record or another program uses.

use super::{DIALECTS, Dialect};
use crate::lang::catalog::built_in_titles;

/// The end of the names of games that begin from one of 960 orders. Without it, the name is that of the same game with
/// its own array and castlings.
const SHUFFLED: &str = "960";

/// Returns the built-in game with this name, title, or name in another program. Letter case, spaces, and punctuation
/// are ignored. If no game is found, the name of the default game is ignored at the end of the text. The text before
/// [`SHUFFLED`] stands for the same game with free castling, if there is one.
pub fn game_called(text: &str) -> Option<String> {
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
    let without = |end: &str| wanted.strip_suffix(end).filter(|short| !short.is_empty());
    let free = |game: String| DIALECTS.free_castling.get(&game).cloned().unwrap_or(game);
    let short = || called(without(&DIALECTS.usual)?);
    called(&wanted).or_else(short).or_else(|| game_called(without(SHUFFLED)?).map(free))
}

/// Returns the letters and digits of a name, in lower case.
fn key(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
