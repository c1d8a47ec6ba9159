//! Requests from the server to the editor: to watch files, and to show the progress of a long check.

use super::server::Server;
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The minimum number of documents for which progress is shown.
const MIN: usize = 8;
/// The token that identifies the progress of checks.
const TOKEN: &str = "ferz/check";

/// The capabilities of the editor, and the documents that are being checked.
#[derive(Default)]
pub(super) struct EditorState {
    watches: bool,
    shows_progress: bool,
    /// The documents that have not been checked yet. The progress ends when none is left.
    unchecked: BTreeSet<String>,
    /// The number of documents when the progress began, or zero if no progress is shown.
    shown: usize,
    requests: i32,
}

impl Server {
    /// Records the capabilities and the folders of the editor.
    pub(super) fn meet(&mut self, params: &Value) {
        let can = &params["capabilities"];
        self.editor.watches = can["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"] == true;
        self.editor.shows_progress = can["window"]["workDoneProgress"] == true;
        let folders = params["workspaceFolders"].as_array().into_iter().flatten().map(|one| &one["uri"]);
        let roots = folders.chain([&params["rootUri"]]).filter_map(Value::as_str);
        self.roots = roots.map(super::uri::path).collect();
    }

    /// Asks the editor to report changes to the files from which games are loaded.
    pub(super) fn watch(&mut self) {
        if self.editor.watches {
            let globs = ["**/*.ferz", "**/*.toml", "**/cases/*.md"];
            let watchers: Vec<Value> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
            let method = "workspace/didChangeWatchedFiles";
            let registration =
                json!({ "id": "files", "method": method, "registerOptions": { "watchers": watchers } });
            self.request_of_editor("client/registerCapability", json!({ "registrations": [registration] }));
        }
    }

    fn request_of_editor(&mut self, method: &str, params: Value) {
        self.editor.requests += 1;
        let id = RequestId::from(self.editor.requests);
        self.messages.push(Message::Request(Request { id, method: method.to_owned(), params }));
    }

    /// Records the documents to be checked, and shows the progress if there are many.
    pub(super) fn begin_checks(&mut self, paths: &BTreeSet<String>) {
        self.editor.unchecked.extend(paths.iter().cloned());
        if self.editor.shows_progress && self.editor.shown == 0 && self.editor.unchecked.len() >= MIN {
            self.editor.shown = self.editor.unchecked.len();
            self.request_of_editor("window/workDoneProgress/create", json!({ "token": TOKEN }));
            self.report(json!({ "kind": "begin", "title": "Checking games", "percentage": 0 }));
        }
    }

    /// Records that a document was checked or closed.
    pub(super) fn end_check(&mut self, path: &str) {
        self.editor.unchecked.remove(path);
        let (shown, left) = (self.editor.shown, self.editor.unchecked.len());
        if shown == 0 {
            return;
        }
        if left == 0 {
            self.editor.shown = 0;
            self.report(json!({ "kind": "end" }));
        } else {
            let done = shown.saturating_sub(left) * 100 / shown;
            self.report(json!({ "kind": "report", "message": format!("{left} left"), "percentage": done }));
        }
    }

    fn report(&mut self, value: Value) {
        let params = json!({ "token": TOKEN, "value": value });
        self.messages.push(Message::Notification(Notification { method: "$/progress".to_owned(), params }));
    }
}
