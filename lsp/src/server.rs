//! The session with the editor: its open documents, and the answers to its requests.

use super::checking::{CheckResult, Job};
use super::documents::Workspace;
use super::fixes;
use super::progress::EditorState;
use super::requests::{Reply, answer, capabilities, invalid};
use super::transport::ServerEvent;
use ferz_cli::output::ExitVerdict;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types as lsp;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// The next step of a session after an event.
pub(super) enum SessionStep {
    Listen,
    Leave(ExitVerdict),
}

/// The phase of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

/// The state of the session.
pub(super) struct Server {
    workspace: Workspace,
    phase: Phase,
    pages: Option<String>,
    checker: Sender<Job>,
    messages: Vec<Message>,
    editor: EditorState,
    /// Requests that were canceled before they were handled.
    canceled: BTreeSet<String>,
    /// Requests that wait for a check of the current text of their document.
    waiting: Vec<(RequestId, lsp::CodeActionParams)>,
}

impl Server {
    pub(super) fn new(pages: Option<String>, checker: Sender<Job>) -> Server {
        let (workspace, phase) = (Workspace::default(), Phase::New);
        let (messages, editor, canceled, waiting) = Default::default();
        Server { workspace, phase, pages, checker, messages, editor, canceled, waiting }
    }

    /// Returns the messages to send, and removes them from the queue.
    pub(super) fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// Handles an event.
    pub(super) fn event(&mut self, event: ServerEvent) -> SessionStep {
        match event {
            ServerEvent::Message(Message::Request(request)) => self.request(request),
            ServerEvent::Message(Message::Notification(notification)) => {
                return self.notification(notification);
            }
            // The server does not depend on the answers to its requests.
            ServerEvent::Message(Message::Response(_)) => {}
            ServerEvent::Checked(outcome) => self.checked(*outcome),
            ServerEvent::End => {
                return SessionStep::Leave(ExitVerdict::from_bool(self.phase == Phase::ShutDown));
            }
        }
        SessionStep::Listen
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let refuse = |code, why: &str| Err((code, why.to_owned()));
        if self.canceled.remove(&id.to_string()) {
            return self.respond(id, refuse(ErrorCode::RequestCanceled, "canceled"));
        }
        let answer = match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => {
                self.phase = Phase::Running;
                self.editor.meet(&params);
                self.workspace.roots = roots(&params);
                Ok(capabilities())
            }
            (Phase::New, _) => {
                refuse(ErrorCode::ServerNotInitialized, "`initialize` must be the first request")
            }
            (Phase::ShutDown, _) => refuse(ErrorCode::InvalidRequest, "the server was shut down"),
            (Phase::Running, "initialize") => {
                refuse(ErrorCode::InvalidRequest, "`initialize` must occur only once")
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, "textDocument/codeAction") => match serde_json::from_value(params) {
                Ok(params) => {
                    self.waiting.push((id, params));
                    return self.answer_waiting();
                }
                Err(error) => Err(invalid(&error)),
            },
            (Phase::Running, method) => answer(&self.workspace, method, params),
        };
        self.respond(id, answer);
    }

    fn notification(&mut self, notification: Notification) -> SessionStep {
        let Notification { method, params } = notification;
        match (self.phase, method.as_str()) {
            (phase, "exit") => return SessionStep::Leave(ExitVerdict::from_bool(phase == Phase::ShutDown)),
            (Phase::Running, "initialized") => self.editor.watch(&mut self.messages),
            (Phase::Running, "textDocument/didOpen") => {
                if let Ok(it) = serde_json::from_value::<lsp::DidOpenTextDocumentParams>(params) {
                    let path = self.workspace.open(it.text_document);
                    self.touched(&path);
                }
            }
            (Phase::Running, "textDocument/didChange") => {
                if let Ok(it) = serde_json::from_value::<lsp::DidChangeTextDocumentParams>(params) {
                    let (uri, version) = (it.text_document.uri, it.text_document.version);
                    if let Some(path) = self.workspace.change(uri.as_str(), version, it.content_changes) {
                        self.touched(&path);
                    }
                }
            }
            (Phase::Running, "textDocument/didSave") => {
                if let Ok(it) = serde_json::from_value::<lsp::DidSaveTextDocumentParams>(params) {
                    self.touched(&super::uri::path(it.text_document.uri.as_str()));
                }
            }
            (Phase::Running, "textDocument/didClose") => {
                if let Ok(it) = serde_json::from_value::<lsp::DidCloseTextDocumentParams>(params)
                    && let Some(closed) = self.workspace.close(it.text_document.uri.as_str())
                {
                    self.publish(closed.uri, Vec::new(), None);
                    self.editor.end_check(&closed.path, &mut self.messages);
                    self.touched(&closed.path);
                    self.answer_waiting();
                }
            }
            (Phase::Running, "workspace/didChangeWatchedFiles") => {
                if let Ok(it) = serde_json::from_value::<lsp::DidChangeWatchedFilesParams>(params) {
                    it.changes.iter().for_each(|one| self.touched(&super::uri::path(one.uri.as_str())));
                }
            }
            (Phase::Running, "$/cancelRequest") => self.cancel(&params),
            _ => {}
        }
        SessionStep::Listen
    }

    /// Records which of the next requests are canceled.
    pub(super) fn note_canceled(&mut self, events: &[ServerEvent]) {
        let mut requests = BTreeSet::new();
        for event in events {
            match event {
                ServerEvent::Message(Message::Request(request)) => {
                    requests.insert(request.id.to_string());
                }
                ServerEvent::Message(Message::Notification(one)) if one.method == "$/cancelRequest" => {
                    let id = serde_json::from_value::<RequestId>(one.params["id"].clone());
                    let id = id.ok().map(|id| id.to_string()).filter(|id| requests.contains(id));
                    self.canceled.extend(id);
                }
                ServerEvent::Message(_) | ServerEvent::Checked(_) | ServerEvent::End => {}
            }
        }
    }

    /// Answers a waiting request that the editor no longer needs.
    fn cancel(&mut self, params: &Value) {
        let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) else { return };
        let before = self.waiting.len();
        self.waiting.retain(|(waiting, _)| *waiting != id);
        if self.waiting.len() < before {
            self.respond(id, Err((ErrorCode::RequestCanceled, "canceled".to_owned())));
        }
    }

    /// Requests a check of the documents that depend on a file.
    fn touched(&mut self, path: &str) {
        let paths = self.workspace.dependents(path);
        self.ask(paths);
    }

    fn ask(&mut self, paths: BTreeSet<String>) {
        if !paths.is_empty() {
            self.editor.begin_checks(&paths, &mut self.messages);
            // If the thread has ended, no document is checked, but all other requests are still answered.
            let _ = self.checker.send(Job { texts: self.workspace.texts(), paths });
        }
    }

    /// Stores and publishes the result of a check. If one of the checked texts has changed since, requests a new check
    /// instead.
    fn checked(&mut self, outcome: CheckResult) {
        let path = outcome.path.clone();
        self.editor.end_check(&path, &mut self.messages);
        let now = self.workspace.texts();
        let same = |read: &String| now.get(read).map(Arc::as_ptr) == outcome.texts.get(read).map(Arc::as_ptr);
        let is_present = outcome.reads.iter().chain([&path]).all(same);
        let Some(document) = self.workspace.at_mut(&path) else { return };
        if !is_present {
            // A change of this document has already requested a check. A change of another document may have come
            // before this dependency was known.
            return self.ask(BTreeSet::from([path]));
        }
        if outcome.game.is_some() {
            self.editor.refresh_hints(&mut self.messages);
        }
        document.accept(outcome);
        let (uri, version) = (document.uri.clone(), document.version);
        let found = document.outcome.iter().flat_map(|outcome| &outcome.found);
        let found = found.map(|found| found.diagnostic.clone()).collect();
        self.publish(uri, found, Some(version));
        self.answer_waiting();
    }

    /// Answers the waiting requests whose documents have been checked or closed.
    fn answer_waiting(&mut self) {
        for (id, params) in std::mem::take(&mut self.waiting) {
            match self.workspace.get(params.text_document.uri.as_str()) {
                Some(document) if !document.is_current() => self.waiting.push((id, params)),
                Some(document) => {
                    let actions = fixes::actions(&self.workspace, document, &params);
                    self.respond(id, Ok(json!(actions)));
                }
                None => self.respond(id, Ok(Value::Null)),
            }
        }
    }

    fn publish(&mut self, uri: lsp::Uri, mut diagnostics: Vec<lsp::Diagnostic>, version: Option<i32>) {
        for diagnostic in &mut diagnostics {
            if let (Some(pages), Some(lsp::NumberOrString::String(code))) = (&self.pages, &diagnostic.code) {
                let address = format!("{}/{code}.html", pages.trim_end_matches('/'));
                let href = lsp::Uri::from_str(&address).ok();
                diagnostic.code_description = href.map(|href| lsp::CodeDescription { href });
            }
        }
        let params = lsp::PublishDiagnosticsParams { uri, diagnostics, version };
        let method = "textDocument/publishDiagnostics".to_owned();
        self.messages.push(Message::Notification(Notification { method, params: json!(params) }));
    }

    fn respond(&mut self, id: RequestId, answer: Reply) {
        let response = match answer {
            Ok(result) => Response { id, response_result: Ok(result) },
            Err((code, why)) => Response::new_err(id, code as i32, why),
        };
        self.messages.push(Message::Response(response));
    }
}

/// Returns the folders in the parameters of `initialize`.
fn roots(params: &Value) -> Vec<String> {
    let folders = params["workspaceFolders"].as_array().into_iter().flatten().map(|one| &one["uri"]);
    folders.chain([&params["rootUri"]]).filter_map(Value::as_str).map(super::uri::path).collect()
}
