//! Inlay hints: the name or the meaning of a notation, the default value of a switch, and the pieces in a row of an
//! array.

use super::documents::Document;
use ferz_core::base::source::Span;
use ferz_lang::outline::{self, NameKind, Outline};
use ferz_syntax::syntax::{DrawingRow, Item, ItemKind};
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Position, Range};
use std::collections::BTreeMap;

/// The maximum length of a hint in characters. A longer description is cut.
const MAX_CHARACTERS: usize = 48;

/// Returns the inlay hints in a range.
pub(super) fn hints(document: &Document, range: Range) -> Vec<InlayHint> {
    let outline = document.outline();
    let items = outline::every(&outline.statements).into_iter().flat_map(outline::items);
    let end = |span: Span| {
        let place = document.text.span(span);
        (range.start <= place.end && place.start <= range.end).then_some(place.end)
    };
    let notations = items.filter_map(|item: &Item| match &item.kind {
        ItemKind::Betza(text) => notation(text, end(item.span)?),
        _ => None,
    });
    let mut hints: Vec<InlayHint> = notations.collect();
    let uses = outline.occurrences.iter().filter(|one| one.name.kind == NameKind::Switch && !one.declares);
    hints.extend(uses.filter_map(|one| {
        let (end, value) = (end(one.span)?, value(document, outline, &one.name.full)?);
        Some(hint(end, format!("= {value}"), "the default value".to_owned()))
    }));
    hints.extend(rows(document, outline, range));
    hints.sort_by_key(|hint| hint.position);
    hints
}

/// Returns a hint behind each row of an array: the names of the pieces in it.
fn rows(document: &Document, outline: &Outline, range: Range) -> Vec<InlayHint> {
    let statements = outline::every(&outline.statements).into_iter();
    let arrays = statements.filter(|one| one.items.iter().take(2).any(|item| item.word() == Some("array")));
    let rows = arrays.filter_map(|one| one.block.as_ref()).flat_map(|block| &block.rows);
    let rows = rows.map(|row| (row, document.text.span(row.span)));
    let mut rows = rows.filter(|(_, place)| range.start <= place.end && place.start <= range.end).peekable();
    if rows.peek().is_none() {
        return Vec::new();
    }
    let Some(loaded) = document.good.as_ref().and_then(|good| good.loaded()) else { return Vec::new() };
    let mut titles = BTreeMap::new();
    for one in loaded.variant.piece_types.iter().rev() {
        titles.insert(one.token.to_lowercase(), format!("Black's {}", one.title));
    }
    for one in loaded.variant.piece_types.iter().rev() {
        titles.insert(one.token.clone(), one.title.clone());
    }
    let hint_of = |(row, place): (&DrawingRow, Range)| {
        let mut names: Vec<&str> = Vec::new();
        for title in row.squares.iter().filter_map(|square| titles.get(&square.value)) {
            if !names.contains(&title.as_str()) {
                names.push(title);
            }
        }
        (!names.is_empty()).then(|| hint(place.end, shortened(&names.join(", ")), names.join("\n")))
    };
    rows.filter_map(hint_of).collect()
}

fn shortened(text: &str) -> String {
    let cut = text.char_indices().nth(MAX_CHARACTERS);
    cut.map_or_else(|| text.to_owned(), |(at, _)| format!("{}…", &text[..at]))
}

fn hint(position: Position, label: String, tooltip: String) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(label),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(tooltip)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

/// Creates the hint for a notation: the name of the piece, or else a description of its moves.
fn notation(text: &str, end: Position) -> Option<InlayHint> {
    let reading: ferz_door::Betza = text.parse().ok()?;
    let described = reading.describe();
    let short = match reading.name() {
        Some(name) => name.to_owned(),
        None => described.lines().next().unwrap_or_default().trim_end_matches('.').to_owned(),
    };
    Some(hint(end, shortened(&short), described))
}

/// Returns the default value of a switch.
fn value(document: &Document, outline: &Outline, switch: &str) -> Option<String> {
    let prefix = format!("{switch}=");
    let own = outline.symbols.iter().filter(|symbol| symbol.is_default);
    let mut own =
        own.filter_map(|symbol| symbol.declared.as_ref()?.full.strip_prefix(&prefix).map(str::to_owned));
    own.next_back().or_else(|| {
        let loaded = document.good.as_ref()?.loaded()?;
        let switch = loaded.variant.switches.iter().find(|own| own.name == switch)?;
        Some(switch.chosen.clone())
    })
}
