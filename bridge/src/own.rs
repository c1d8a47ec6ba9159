//! Recognizes the unchanged exports of ferz.
//!
//! A format may not contain draws, the choices of a promotion, or the names of pieces. An export therefore names the
//! game if it is one of ferz's own, and contains the rule file of any other game in a comment. [`restored`] returns this
//! game if the definition is still the one that ferz writes for it.

use super::Imported;
use super::diagram::{decoded, file_name};
use super::export::{Export, FILE_MARK, FROM_GAME, Format, RULE_LINE, SECTION_PREFIX, export, game_of};
use super::sketch::{cited, plain};
use crate::builder::{self, NewStatement};
use crate::form::Slot;
use crate::lang::catalog::{Catalog, GameRef, NoFiles};
use crate::lang::syntax;
use crate::lang::vocabulary::Keyword;
use crate::rules::Variant;
use std::collections::BTreeMap;

/// The name of the comment with the rule file in the list of what an import leaves out.
pub(super) const COMMENT: &str = "rule file";
/// The reason why it is left out.
pub(super) const CHANGED: &str =
    "the definition has changed since ferz wrote the file, so only the definition is read";

/// The name of the first rule file in a comment, which no file of a user has.
const MAIN: &str = "*.ferz";

/// The game from which a file was written.
pub(super) enum Restored {
    Game(Imported),
    /// The file contains the rule file of another game than the one that it defines.
    Changed,
    No,
}

/// Returns the game from which a file was written. `definition` returns the lines that define the game.
pub(super) fn restored(
    file: &str,
    text: &str,
    format: Format,
    definition: fn(&str) -> Vec<String>,
) -> Restored {
    let is_same = |own: &str| definition(text) == definition(own);
    let game = text.split_once(FROM_GAME).and_then(|(_, rest)| Some(rest.split_once('`')?.0));
    let decode = match format {
        Format::FairyStockfish | Format::XBoard => str::to_owned,
        Format::InteractiveDiagram => decoded,
    };
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix(RULE_LINE));
    game.and_then(|game| extending(("page", file), game, format, is_same))
        .unwrap_or_else(|| from_comment(lines.map(decode), format, is_same))
}

/// Returns a game that extends the one of ferz's games from which a file was written. `source` is the name and the title
/// of its source.
pub(super) fn extending(
    source: (&str, &str),
    game: &str,
    format: Format,
    is_same: impl Fn(&str) -> bool,
) -> Option<Restored> {
    let variant = Catalog::new(&NoFiles).load(&GameRef::parse(game), &[]).ok()?.variant;
    (variant.id == game && writes(&variant, format, is_same)).then_some(())?;
    // The name of the game that it extends is taken.
    let name = format!("{SECTION_PREFIX}{game}");
    let head =
        NewStatement::new(Keyword::Variant).item(Slot::Name, &name).item(Slot::Text, plain(&variant.title));
    let [work, rules] = cited(source.0, source.1);
    let text = builder::file(&[vec![head.item(Slot::Game, game)], work, rules], &[]);
    Some(Restored::Game(Imported { name, text, ..Imported::default() }))
}

/// Returns the game of the rule files in a comment. `lines` are their lines after [`RULE_LINE`].
pub(super) fn from_comment(
    lines: impl Iterator<Item = String>,
    format: Format,
    is_same: impl Fn(&str) -> bool,
) -> Restored {
    let (mut name, mut files) = (MAIN.to_owned(), BTreeMap::<String, String>::new());
    for line in lines {
        match line.strip_prefix(FILE_MARK).filter(|other| other.ends_with(".ferz")) {
            Some(other) => name = file_name(other).to_owned(),
            None => {
                files.entry(name.clone()).or_default().extend([line.strip_prefix(' ').unwrap_or(&line), "\n"])
            }
        }
    }
    let texts: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    match game_of(MAIN, &texts) {
        Some(variant) if writes(&variant, format, is_same) => {
            let text = files.remove(MAIN).unwrap_or_default();
            let text = syntax::format(&text).unwrap_or(text);
            Restored::Game(Imported { name: variant.id.clone(), text, files, ..Imported::default() })
        }
        Some(_) => Restored::Changed,
        None => Restored::No,
    }
}

/// Returns true if ferz writes a game completely, and as in a file.
fn writes(variant: &Variant, format: Format, is_same: impl Fn(&str) -> bool) -> bool {
    let Export { text, obstacles } = export(variant, format);
    obstacles.is_empty() && is_same(&text)
}
