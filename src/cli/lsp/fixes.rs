//! Edits of a document: fixes for its problems, and formatting.

use super::documents::{Document, OpenFiles};
use super::problems::ShownProblem;
use super::server::Server;
use crate::cli::fmt;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};

/// The kind of the action that fixes all problems at once.
const FIX_ALL: &str = "source.fixAll.ferz";

/// Returns the fixes for the problems in a range, and an action that applies all fixes of the document.
pub(super) fn actions(document: &Document, params: &CodeActionParams) -> Vec<CodeAction> {
    let found = document.outcome.iter().flat_map(|outcome| &outcome.found);
    let fixable: Vec<(&ShownProblem, &TextEdit)> =
        found.filter_map(|one| Some((one, one.fix.as_ref()?))).collect();
    let wants = |kind: &str| {
        let asked = params.context.only.as_deref();
        let is_below = |asked: &CodeActionKind| {
            kind.strip_prefix(asked.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        asked.is_none_or(|asked| asked.iter().any(is_below))
    };
    let mut actions = Vec::new();
    let touches =
        |edit: &TextEdit| edit.range.start <= params.range.end && params.range.start <= edit.range.end;
    for (one, edit) in fixable.iter().filter(|(_, edit)| wants("quickfix") && touches(edit)) {
        actions.push(CodeAction {
            title: format!("Write {}", edit.new_text),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![one.diagnostic.clone()]),
            edit: Some(edit_of(&document.uri, vec![(*edit).clone()])),
            is_preferred: Some(true),
            ..CodeAction::default()
        });
    }
    let all = without_overlaps(fixable.iter().map(|(_, edit)| (*edit).clone()).collect());
    let asks_for_it = params.context.only.is_some();
    if wants(FIX_ALL) && !all.is_empty() && (asks_for_it || all.len() > 1) {
        actions.push(CodeAction {
            title: "Apply all fixes of this file".to_owned(),
            kind: Some(CodeActionKind::new(FIX_ALL)),
            edit: Some(edit_of(&document.uri, all)),
            ..CodeAction::default()
        });
    }
    actions
}

/// Removes every edit that overlaps an earlier one.
fn without_overlaps(mut edits: Vec<TextEdit>) -> Vec<TextEdit> {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut end = Position::new(0, 0);
    edits.retain(|edit| {
        let is_free = edit.range.start >= end;
        if is_free {
            end = edit.range.end;
        }
        is_free
    });
    edits
}

fn edit_of(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    edits_of(vec![(uri.as_str().to_owned(), edits)])
}

/// Combines the edits of several documents into one workspace edit.
pub(super) fn edits_of(all: Vec<(String, Vec<TextEdit>)>) -> WorkspaceEdit {
    let changes: serde_json::Map<String, Value> =
        all.into_iter().map(|(uri, edits)| (uri, json!(edits))).collect();
    serde_json::from_value(json!({ "changes": changes })).unwrap_or_default()
}

/// Returns the edits that format a document like `ferz fmt`. Returns `None` if the document has errors.
pub(super) fn format(server: &Server, uri: &Uri) -> Option<Vec<TextEdit>> {
    let document = server.documents.get(uri.as_str()).filter(|document| document.is_game())?;
    let text = document.text.body();
    let checked = document.outcome.as_ref().filter(|_| document.is_current());
    let formatted = match checked.map(|checked| checked.has_own_errors) {
        Some(true) => None,
        Some(false) => fmt::layout(text).ok(),
        None => fmt::format(&document.path, text, &OpenFiles::new(server.documents.texts())).ok(),
    }?;
    let edit = |(range, text): (Range, String)| TextEdit::new(range, text);
    Some(document.text.difference(&formatted).map(edit).into_iter().collect())
}
