//! Tests of the language server as an editor uses it: a scripted client talks to it through pipes.

mod beside;
mod conformance;
mod definitions;
mod edits;
mod offers;
mod problems;
mod reading;
mod renames;
mod session;

use super::help::{code, ferz, ferz_in, folder, out, program, root};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The time limit for an answer, which is generous even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const MINE: &str = "variant mine \"Mine\"
board { grid 6 x 6; black is white mirrored }
region camp = rank 1..2
piece chief C `K` royal { stays in camp }
piece runner R `R` {
  switch reach \"How far?\" {
    far* \"any distance; invented\"
    near \"one square; invented\"
  }
}
under runner.reach near { immune runner to capture }
ending { checkmate: loss; stalemate: draw }
array usual { 1 | R . C . . R }
";

/// A running server, with the messages that it sends.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// The messages that were read but not yet requested.
    seen: Vec<Value>,
    id: i32,
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}

impl Client {
    fn bare(args: &[&str]) -> Client {
        let mut child = program()
            .arg("lsp")
            .args(args)
            .env("XDG_CACHE_HOME", cache())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ferz runs");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || while message(&mut output).is_some_and(|one| sender.send(one).is_ok()) {});
        Client { child, input, messages, seen: Vec::new(), id: 0 }
    }

    fn new() -> Client {
        let mut client = Client::bare(&[]);
        let answer = client.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["serverInfo"]["name"], "ferz");
        client.tell("initialized", json!({}));
        client
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it listens");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Returns the first message that `wanted` accepts, among those already read or still to come.
    fn find(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.seen.iter().position(&wanted) {
            return self.seen.remove(at);
        }
        loop {
            let next = self.messages.recv_timeout(PATIENCE).expect("a message");
            if wanted(&next) {
                return next;
            }
            self.seen.push(next);
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let id = self.id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.find(|one| one["id"] == id)
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.request(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn open(&mut self, path: &Path, text: &str) -> Value {
        let item = json!({ "uri": uri(path), "languageId": "ferz", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
        self.problems(path, 1)
    }

    /// Replaces the whole text, and returns the problems of the new text.
    fn replace(&mut self, path: &Path, version: i64, text: &str) -> Value {
        self.change(path, version, json!([{ "text": text }]));
        self.problems(path, version)
    }

    fn change(&mut self, path: &Path, version: i64, changes: Value) {
        let document = json!({ "uri": uri(path), "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Returns the problems of a version of a document.
    fn problems(&mut self, path: &Path, version: i64) -> Value {
        let uri = uri(path);
        let is_it = |one: &Value| {
            let params = &one["params"];
            one["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == *uri
                && params["version"] == version
        };
        self.find(is_it)["params"]["diagnostics"].clone()
    }

    /// Returns the text that the server has.
    fn text(&mut self, path: &Path) -> String {
        let params = json!({ "textDocument": { "uri": uri(path) } });
        self.ask("ferz/text", params).as_str().expect("a text").to_owned()
    }

    fn at(&mut self, method: &str, path: &Path, text: &str, mark: &str) -> Value {
        self.ask(method, at(path, text, mark))
    }

    fn leave(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.child.wait().expect("it ends").success());
        assert_eq!(self.complaints(), "");
    }

    fn complaints(&mut self) -> String {
        let mut text = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
        text
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the folder to which the server writes copies of built-in games.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Returns the line and the UTF-16 column of an offset.
fn position(text: &str, at: usize) -> Value {
    let bytes = text.as_bytes();
    let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let ends: Vec<usize> = (0..at).filter(ends).collect();
    let start = ends.last().map_or(0, |end| end + 1);
    let units: usize = text[start..at].chars().map(char::len_utf16).sum();
    json!({ "line": ends.len(), "character": units })
}

/// Returns the parameters of a request at the last character of the first `mark`.
fn at(path: &Path, text: &str, mark: &str) -> Value {
    let at = text.find(mark).expect("the mark") + mark.len() - 1;
    json!({ "textDocument": { "uri": uri(path) }, "position": position(text, at) })
}

/// Returns the text after the edits of one document.
fn applied(text: &str, edits: &Value) -> String {
    let offset = |place: &Value| {
        let line = place["line"].as_u64().expect("a line") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = place["character"].as_u64().expect("a column") as usize;
        let inside = text[start..].char_indices().find(|(_, one)| {
            let is_there = units == 0;
            units = units.saturating_sub(one.len_utf16());
            is_there
        });
        inside.map_or(text.len(), |(at, _)| start + at)
    };
    let mut edits: Vec<_> = edits.as_array().expect("edits").iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    let mut text = text.to_owned();
    let places: Vec<_> =
        edits.iter().map(|edit| (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]))).collect();
    for (edit, (start, end)) in edits.iter().zip(places) {
        text.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    text
}

/// Returns the code, the line, and the column of each problem that the server shows.
fn shown(problems: &Value) -> Vec<(String, u64, u64)> {
    let one = |one: &Value| {
        let start = &one["range"]["start"];
        (
            one["code"].as_str().expect("a code").to_owned(),
            start["line"].as_u64().unwrap(),
            start["character"].as_u64().unwrap(),
        )
    };
    // The library returns notes apart from the problems.
    let is_problem = |one: &&Value| one["severity"] != 4;
    problems.as_array().expect("problems").iter().filter(is_problem).map(one).collect()
}

/// Returns the same data for the problems that the library finds in a text.
fn expected(path: &Path, text: &str) -> Vec<(String, u64, u64)> {
    let name = path.display().to_string();
    let loader = ferz::Loader::new().files(|path| std::fs::read_to_string(path).ok()).text(&name, text);
    let problems = loader.check(&name).err().map(|error| error.problems()).unwrap_or_default();
    let one = |one: &ferz::Problem| {
        let own = |place: &&ferz::Place| place.file.as_ref().or(one.file.as_ref()) == Some(&name);
        let start = one.labels.iter().find(own).map_or(0, |place| place.start as usize);
        let place = position(text, text.floor_char_boundary(start));
        (one.code.to_owned(), place["line"].as_u64().unwrap(), place["character"].as_u64().unwrap())
    };
    // Readings can belong to several games, so a switch that one game lacks may belong to another.
    let is_ours =
        |one: &&ferz::Problem| one.code != "unknown-switch" || one.severity == ferz::Severity::Error;
    problems.iter().filter(is_ours).map(one).collect()
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Returns the path of a shipped game.
fn shipped(stem: &str) -> PathBuf {
    let files = super::architecture::walk(&root().join("variants"), "ferz");
    files.into_iter().find(|path| path.file_stem().is_some_and(|own| own == stem)).expect("a shipped game")
}
