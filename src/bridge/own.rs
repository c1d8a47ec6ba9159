//! Recognizes the unchanged exports of ferz's own games.
//!
//! A format may not contain draws, the choices of a promotion, or the names of pieces. An export therefore names the
//! game, and [`extending`] returns this game if nothing in the file has changed.

use super::Imported;
use super::export::{Export, FROM_GAME, Format, SECTION_PREFIX, export};
use super::sketch::quoted;
use crate::lang::catalog::{Catalog, GameRef, NoFiles};

/// Returns a game that extends the one from which a file was written. Returns `None` if the file does not name one of
/// ferz's games, or if its definition is not the exported one. `definition` returns the lines that define the game.
pub(super) fn extending(
    file: &str,
    text: &str,
    format: Format,
    definition: fn(&str) -> Vec<String>,
) -> Option<Imported> {
    let game = text.split_once(FROM_GAME)?.1.split_once('`')?.0;
    let variant = Catalog::new(&NoFiles).load(&GameRef::parse(game), &[]).ok()?.variant;
    let Export { text: own, obstacles } = export(&variant, format);
    if variant.id != game || !obstacles.is_empty() || definition(text) != definition(&own) {
        return None;
    }
    // The name of the game that it extends is taken.
    let name = format!("{SECTION_PREFIX}{game}");
    let (title, source) = (quoted(&variant.title), quoted(file));
    let text = format!(
        "variant {name} {title} extends {game}\n\nsource page {{\n  title {source}\n}}\n\nrules from page\n"
    );
    Some(Imported { name, text, omissions: Vec::new() })
}
