//! Inlay hints: the name or the meaning of a notation, and the default value of a switch.

use super::documents::Document;
use crate::lang::outline::{self, NameKind, Outline};
use crate::lang::syntax::{Item, ItemKind};
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Position, Range};

/// The maximum length of a hint in characters. A longer description is cut.
const MAX_CHARACTERS: usize = 48;

/// Returns the inlay hints in a range.
pub(super) fn hints(document: &Document, range: Range) -> Vec<InlayHint> {
    let outline = document.outline();
    let items = outline::every(&outline.statements).into_iter().flat_map(outline::items);
    let notations = items.filter_map(|item: &Item| match &item.kind {
        ItemKind::Betza(text) => {
            let place = document.text.span(item.span);
            (range.start <= place.end && place.start <= range.end).then_some((text, place.end))
        }
        _ => None,
    });
    let mut hints: Vec<InlayHint> = notations.filter_map(|(text, end)| notation(text, end)).collect();
    for one in outline.occurrences.iter().filter(|one| one.name.kind == NameKind::Switch && !one.declares) {
        let place = document.text.span(one.span);
        let is_here = range.start <= place.end && place.start <= range.end;
        if let Some(value) = is_here.then(|| value(document, outline, &one.name.full)).flatten() {
            hints.push(hint(place.end, format!("= {value}"), "the default value".to_owned()));
        }
    }
    hints.sort_by_key(|hint| hint.position);
    hints
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
    let reading: crate::door::Betza = text.parse().ok()?;
    let described = reading.describe();
    let short = match reading.name() {
        Some(name) => name.to_owned(),
        None => described.lines().next().unwrap_or_default().trim_end_matches('.').to_owned(),
    };
    let label = match short.char_indices().nth(MAX_CHARACTERS) {
        Some((at, _)) => format!("{}…", &short[..at]),
        None => short,
    };
    Some(hint(end, label, described))
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
