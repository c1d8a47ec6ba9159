//! Requests from the server to the editor: to watch files, and to show the progress of a long check.

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
    refreshes_hints: bool,
    /// The documents that have not been checked yet. The progress ends when none is left.
    unchecked: BTreeSet<String>,
    /// The number of documents when the progress began, or zero if no progress is shown.
    shown: usize,
    requests: i32,
}

impl EditorState {
    /// Records the capabilities of the editor.
    pub(super) fn meet(&mut self, params: &Value) {
        let can = &params["capabilities"];
        self.watches = can["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"] == true;
        self.shows_progress = can["window"]["workDoneProgress"] == true;
        self.refreshes_hints = can["workspace"]["inlayHint"]["refreshSupport"] == true;
    }

    /// Asks the editor to report changes to the files from which games are loaded.
    pub(super) fn watch(&mut self, messages: &mut Vec<Message>) {
        if self.watches {
            let globs = ["**/*.ferz", "**/*.toml", "**/cases/*.md"];
            let watchers: Vec<Value> = globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
            let method = "workspace/didChangeWatchedFiles";
            let registration =
                json!({ "id": "files", "method": method, "registerOptions": { "watchers": watchers } });
            let params = json!({ "registrations": [registration] });
            self.request(messages, "client/registerCapability", params);
        }
    }

    /// Asks the editor for new inlay hints, some of which depend on the checked game.
    pub(super) fn refresh_hints(&mut self, messages: &mut Vec<Message>) {
        if self.refreshes_hints && self.unchecked.is_empty() {
            self.request(messages, "workspace/inlayHint/refresh", Value::Null);
        }
    }

    fn request(&mut self, messages: &mut Vec<Message>, method: &str, params: Value) {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        messages.push(Message::Request(Request { id, method: method.to_owned(), params }));
    }

    /// Records the documents to be checked, and shows the progress if there are many.
    pub(super) fn begin_checks(&mut self, paths: &BTreeSet<String>, messages: &mut Vec<Message>) {
        self.unchecked.extend(paths.iter().cloned());
        if self.shows_progress && self.shown == 0 && self.unchecked.len() >= MIN {
            self.shown = self.unchecked.len();
            self.request(messages, "window/workDoneProgress/create", json!({ "token": TOKEN }));
            report(messages, json!({ "kind": "begin", "title": "Checking games", "percentage": 0 }));
        }
    }

    /// Records that a document was checked or closed.
    pub(super) fn end_check(&mut self, path: &str, messages: &mut Vec<Message>) {
        self.unchecked.remove(path);
        let (shown, left) = (self.shown, self.unchecked.len());
        if shown == 0 {
            return;
        }
        if left == 0 {
            self.shown = 0;
            report(messages, json!({ "kind": "end" }));
        } else {
            let (done, left) = (shown.saturating_sub(left) * 100 / shown, format!("{left} left"));
            report(messages, json!({ "kind": "report", "message": left, "percentage": done }));
        }
    }
}

fn report(messages: &mut Vec<Message>, value: Value) {
    let params = json!({ "token": TOKEN, "value": value });
    messages.push(Message::Notification(Notification { method: "$/progress".to_owned(), params }));
}
