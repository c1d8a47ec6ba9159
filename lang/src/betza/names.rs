//! The table of named pieces, which is the embedded file `data/pieces.toml`.

use super::reduce::MAX_WORK;
use super::{BetzaDialect, parse};
use crate::base::sort;
use crate::base::source::Span;
use crate::data;
use crate::rules::Automaton;
use serde::Deserialize;
use std::sync::LazyLock;

/// A row of the table: a piece with its names.
#[derive(Deserialize)]
pub struct PieceEntry {
    /// The usual name of the piece, followed by other names.
    pub names: Vec<String>,
    /// Names that more often refer to another piece.
    #[serde(default)]
    pub also: Vec<String>,
    pub betza: String,
    /// The source of the names.
    pub from: String,
}

#[derive(Default, Deserialize)]
struct PieceTable {
    piece: Vec<PieceEntry>,
}

static TABLE: LazyLock<PieceTable> = LazyLock::new(|| data::table(ferz_data::PIECES));

pub fn named() -> &'static [PieceEntry] {
    &TABLE.piece
}

/// Returns the usual name of the piece with this canonical notation. The order of its moves does not matter.
pub fn name_of(canonical: &str) -> Option<&'static str> {
    let found = named().iter().find(|piece| piece.betza == canonical).or_else(|| {
        let wanted = automaton(canonical)?;
        // Automata are expensive to compute, so only pieces with the same letters are compared.
        let letters = sorted(canonical);
        let mut alike = named().iter().filter(|piece| sorted(&piece.betza) == letters);
        alike.find(|piece| automaton(&piece.betza).as_ref() == Some(&wanted))
    })?;
    found.names.first().map(String::as_str)
}

/// Returns the pieces with a name. Pieces for which it is a usual name come first.
pub fn by_name(name: &str) -> Vec<&'static PieceEntry> {
    let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' ', '\''], "");
    let wanted = plain(name);
    let has = |names: &[String]| names.iter().any(|name| plain(name) == wanted);
    let usual = named().iter().filter(|piece| has(&piece.names));
    usual.chain(named().iter().filter(|piece| has(&piece.also))).collect()
}

fn sorted(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().collect();
    sort(&mut letters);
    letters
}

fn automaton(text: &str) -> Option<Automaton> {
    let here = Span::new(0, 0, text.len());
    parse(text, here, BetzaDialect::default(), &mut { MAX_WORK }).0.map(|(_, automaton)| automaton)
}
