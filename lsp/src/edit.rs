//! Edits of documents as an editor applies them: sorted, without overlaps, and for several documents at once.

use lsp_types::{Position, TextEdit, Uri, WorkspaceEdit};
use serde_json::{Value, json};

/// Removes every edit that overlaps an earlier one.
pub(super) fn without_overlaps(mut edits: Vec<TextEdit>) -> Vec<TextEdit> {
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

/// Returns a workspace edit with the edits of one document.
pub(super) fn edit_of(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    edits_of(vec![(uri.as_str().to_owned(), edits)])
}

/// Combines the edits of several documents into one workspace edit.
pub(super) fn edits_of(all: Vec<(String, Vec<TextEdit>)>) -> WorkspaceEdit {
    let changes: serde_json::Map<String, Value> =
        all.into_iter().map(|(uri, edits)| (uri, json!(edits))).collect();
    serde_json::from_value(json!({ "changes": changes })).unwrap_or_default()
}
