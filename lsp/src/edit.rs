//! Edits of one or several documents as an editor applies them.

use lsp_types::{TextEdit, Uri, WorkspaceEdit};
use serde_json::{Value, json};

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
