//! Tests of the language server as an editor uses it: a scripted client talks to it through pipes.

use super::help::{ferz, folder, out, root};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
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
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .arg("lsp")
            .args(args)
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

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Returns the line and the UTF-16 column of an offset.
fn position(text: &str, at: usize) -> Value {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let units: usize = text[start..at].chars().map(char::len_utf16).sum();
    json!({ "line": text[..at].matches('\n').count(), "character": units })
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
    problems.as_array().expect("problems").iter().map(one).collect()
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

#[test]
fn a_session_from_start_to_end() {
    let path = folder("lsp-session").join("mine.ferz");
    let mut client = Client::new();
    assert_eq!(client.open(&path, MINE), json!([]));
    // A misspelled name, after a character of two UTF-16 units.
    let slip = MINE.replace("immune runner", "immune runer").replace("\"Mine\"", "\"🐎 Mine\"");
    let problems = client.replace(&path, 2, &slip);
    assert_eq!(shown(&problems), expected(&path, &slip));
    assert_eq!(problems[0]["severity"], 1);
    assert_eq!(problems[0]["source"], "ferz");
    assert!(problems[0]["message"].as_str().unwrap().contains("did you mean `runner`?"), "{problems}");
    // The fix removes the problem.
    let range = problems[0]["range"].clone();
    let document = json!({ "uri": uri(&path) });
    let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Write runner");
    let fixed = applied(&slip, &actions[0]["edit"]["changes"][uri(&path)]);
    assert_eq!(client.replace(&path, 3, &fixed), json!([]));
    client.tell("textDocument/didClose", json!({ "textDocument": document }));
    let closed = client.find(|one| one["method"] == "textDocument/publishDiagnostics");
    assert_eq!(closed["params"]["diagnostics"], json!([]));
    client.leave();
}

#[test]
fn all_fixes_at_once() {
    let path = folder("lsp-all").join("mine.ferz");
    let mut client = Client::new();
    let slips = MINE.replace("region", "regoin").replace("ending", "endign");
    let problems = client.open(&path, &slips);
    assert_eq!(shown(&problems), expected(&path, &slips));
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
    let params = json!({ "textDocument": { "uri": uri(&path) }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions.as_array().map(Vec::len), Some(1), "{actions}");
    let fixed = applied(&slips, &actions[0]["edit"]["changes"][uri(&path)]);
    assert_eq!(client.replace(&path, 2, &fixed), json!([]));
    client.leave();
}

#[test]
fn a_document_is_formatted_as_by_the_command() {
    let path = folder("lsp-format").join("mine.ferz");
    let mut client = Client::new();
    for (version, text) in
        [(1, MINE.to_owned()), (2, MINE.replace('\n', "\r\n")), (3, MINE.replace("  ", "\t "))]
    {
        if version == 1 {
            client.open(&path, &text);
        } else {
            client.replace(&path, version, &text);
        }
        let params = json!({ "textDocument": { "uri": uri(&path) }, "options": { "tabSize": 2, "insertSpaces": true } });
        let edits = client.ask("textDocument/formatting", params);
        let formatted = ferz::format(&text).expect("no errors");
        assert_eq!(applied(&text, &edits).replace("\r\n", "\n"), formatted);
    }
    // A document with errors is not formatted.
    client.replace(&path, 4, "variant mine {");
    let params =
        json!({ "textDocument": { "uri": uri(&path) }, "options": { "tabSize": 2, "insertSpaces": true } });
    assert_eq!(client.ask("textDocument/formatting", params), Value::Null);
    client.leave();
}

#[test]
fn a_change_is_seen_in_the_files_that_extend_it() {
    let folder = folder("lsp-extends");
    let parent = written(&folder, "mine.ferz", MINE);
    let child = folder.join("more.ferz");
    let text = "variant more \"More\" extends mine\nchange piece runner { moves `B` }\n";
    let mut client = Client::new();
    // The parent is first read from disk, and then from the open document.
    assert_eq!(shown(&client.open(&child, text)), expected(&child, text));
    client.open(&parent, MINE);
    let broken = MINE.replace("piece runner R", "piece walker R").replace("runner", "walker");
    client.replace(&parent, 2, &broken);
    let is_new = |one: &Value| {
        one["params"]["uri"] == *uri(&child) && one["params"]["diagnostics"][0]["code"] == "nothing-to-amend"
    };
    client.find(is_new);
    client.seen.clear();
    // After the parent is closed without being saved, the file on disk counts again.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(&parent) } }));
    client.find(|one| one["params"]["uri"] == *uri(&child) && one["params"]["diagnostics"] == json!([]));
    client.leave();
}

#[test]
fn readings_and_cases_are_checked_as_by_the_command() {
    let folder = folder("lsp-others");
    written(&folder, "mine.ferz", MINE);
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let texts = [
        ("readings.toml", "[slow]\ntitle = \"Slow\"\nset = { \"runner.reahc\" = \"near\" }\n"),
        ("cases/first.md", "# A case\n\n```game\nmine\n```\n\n```fen\nnonsense\n```\n\n```moves\n```\n"),
    ];
    let mut client = Client::new();
    for (name, text) in texts {
        let path = written(&folder, name, text);
        let problems = client.open(&path, text);
        let checked = out(&ferz(&["check", "--json", &path.display().to_string()]));
        let checked: Value = serde_json::from_str(&checked).expect("JSON");
        let codes: Vec<&Value> =
            checked.as_array().expect("problems").iter().map(|one| &one["code"]).collect();
        let found: Vec<&Value> =
            problems.as_array().expect("problems").iter().map(|one| &one["code"]).collect();
        assert_eq!(found, codes, "{name}");
        assert!(!codes.is_empty(), "{name}");
    }
    client.leave();
}

#[test]
fn completion_knows_the_place() {
    let path = folder("lsp-complete").join("mine.ferz");
    let mut client = Client::new();
    client.open(&path, MINE);
    let mut version = 1;
    let mut labels = |client: &mut Client, text: &str, mark: &str| -> Vec<String> {
        version += 1;
        let text = format!("{text} ");
        client.replace(&path, version, &text);
        let items = client.ask("textDocument/completion", at(&path, &text, mark));
        items.as_array().expect("items").iter().map(|one| one["label"].as_str().unwrap().to_owned()).collect()
    };
    let has = |labels: &[String], word: &str| labels.iter().any(|label| label == word);
    let top = labels(&mut client, &format!("{MINE}re"), &format!("{}re ", &MINE[MINE.len() - 4..]));
    assert!(has(&top, "region") && has(&top, "piece") && !has(&top, "grid"), "{top:?}");
    let board = labels(&mut client, &MINE.replace("{ grid", "{ ho; grid"), "{ ho;");
    assert!(has(&board, "hole") && !has(&board, "piece"), "{board:?}");
    let inside = labels(&mut client, &MINE.replace("immune runner to", "immune ru to"), "immune ru ");
    assert!(has(&inside, "runner") && has(&inside, "camp") && has(&inside, "a1"), "{inside:?}");
    let switch = labels(&mut client, &MINE.replace("under runner.reach", "under r"), "under r ");
    assert_eq!(switch, ["runner.reach"]);
    let value = labels(&mut client, &MINE.replace("reach near {", "reach n {"), "runner.reach n ");
    assert_eq!(value, ["far", "near", "except"]);
    let notation = labels(&mut client, &MINE.replace("`R` {", "`R` {\n moves `x` "), "moves `x`");
    assert!(has(&notation, "N"), "{notation:?}");
    let source = "source book \"A book\" { place B1 \"page 1\" }\nnote \"x\" [B]\n";
    let marks = labels(&mut client, &format!("{MINE}{source}"), "[B]");
    assert_eq!(marks, ["B1"]);
    let comment = labels(&mut client, &format!("# pi\n{MINE}"), "# pi\n");
    assert!(comment.is_empty(), "{comment:?}");
    client.leave();
}

#[test]
fn hover_explains() {
    let path = folder("lsp-hover").join("mine.ferz");
    let text = format!("{MINE}source book \"A book\" {{ place B1 \"page 1\" }}\nnote \"x\" [B1]\n");
    let mut client = Client::new();
    client.open(&path, &text);
    for (mark, wanted) in [
        ("board", "board { ... }"),
        ("`R", "rook"),
        ("immune run", "any number of squares"),
        ("under runner.rea", "- `far` (default): any distance"),
        ("[B1", "book, page 1"),
        ("region cam", "1  o o o o o o"),
    ] {
        let hover = client.at("textDocument/hover", &path, &text, mark);
        let value = hover["contents"]["value"].as_str().unwrap_or_default().to_lowercase();
        assert!(value.contains(wanted), "{mark}: {value}");
    }
    client.leave();
}

#[test]
fn names_are_found_and_renamed() {
    let folder = folder("lsp-names");
    let parent = written(&folder, "mine.ferz", MINE);
    let child_text = "variant more \"More\" extends mine\nchange piece runner { moves `B` }\n";
    let child = written(&folder, "more.ferz", child_text);
    let mut client = Client::new();
    client.open(&parent, MINE);
    client.open(&child, child_text);
    let found = client.at("textDocument/definition", &child, child_text, "piece run");
    assert_eq!((&found["uri"], &found["range"]["start"]["line"]), (&json!(uri(&parent)), &json!(4)));
    let found = client.at("textDocument/definition", &child, child_text, "extends mi");
    assert_eq!(found["uri"], json!(uri(&parent)));
    let mut params = at(&parent, MINE, "piece run");
    params["context"] = json!({ "includeDeclaration": true });
    let found = client.ask("textDocument/references", params);
    // In the parent, these are the declaration, the prefix of a switch, and an immunity. The fourth is in the child.
    assert_eq!(found.as_array().map(Vec::len), Some(4), "{found}");
    let found = client.at("textDocument/documentHighlight", &parent, MINE, "piece run");
    assert_eq!(found.as_array().map(Vec::len), Some(3), "{found}");
    let found = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri(&parent) } }));
    let names: Vec<&str> =
        found.as_array().expect("symbols").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["mine", "board", "camp", "chief", "runner", "ending", "usual"]);

    let mut params = at(&parent, MINE, "piece run");
    params["newName"] = json!("rider");
    let edit = client.ask("textDocument/rename", params.clone());
    let (new, new_child) =
        (applied(MINE, &edit["changes"][uri(&parent)]), applied(child_text, &edit["changes"][uri(&child)]));
    assert_eq!(new, MINE.replace("runner", "rider"));
    assert_eq!(new_child, child_text.replace("runner", "rider"));
    for (name, why) in
        [("chief", "in use"), ("any", "a word of the language"), ("a b", "is not a valid name")]
    {
        params["newName"] = json!(name);
        let answer = client.request("textDocument/rename", params.clone());
        assert!(answer["error"]["message"].as_str().unwrap_or_default().contains(why), "{name}: {answer}");
    }
    let mut params = at(&child, child_text, "piece run");
    params["newName"] = json!("rider");
    let answer = client.request("textDocument/rename", params);
    assert!(answer["error"]["message"].as_str().unwrap_or_default().contains("rename it there"), "{answer}");
    // A switch cannot be renamed here if a reading sets it.
    written(&folder, "readings.toml", "[slow]\ntitle = \"Slow\"\nset = { \"runner.reach\" = \"near\" }\n");
    let mut params = at(&parent, MINE, "switch rea");
    params["newName"] = json!("range");
    let answer = client.request("textDocument/rename", params);
    assert!(answer["error"]["message"].as_str().unwrap_or_default().contains("a new problem"), "{answer}");
    client.leave();
}

#[test]
fn what_is_shown_beside_the_text() {
    let path = folder("lsp-beside").join("mine.ferz");
    let mut client = Client::new();
    client.open(&path, MINE);
    let document = json!({ "textDocument": { "uri": uri(&path) } });
    let folds = client.ask("textDocument/foldingRange", document.clone());
    let lines: Vec<_> = folds
        .as_array()
        .expect("folds")
        .iter()
        .map(|one| (one["startLine"].clone(), one["endLine"].clone()))
        .collect();
    assert_eq!(lines, [(json!(4), json!(8)), (json!(5), json!(7))]);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = client
        .ask("textDocument/inlayHint", json!({ "textDocument": document["textDocument"], "range": range }));
    let labels: Vec<&str> =
        hints.as_array().expect("hints").iter().filter_map(|one| one["label"].as_str()).collect();
    assert_eq!(labels, ["king", "rook", "= far"]);
    let tokens = client.ask("textDocument/semanticTokens/full", document);
    let (mut line, mut start, mut words) = (0, 0, Vec::new());
    for token in tokens["data"].as_array().expect("tokens").chunks(5) {
        let field = |at: usize| token[at].as_u64().expect("a number") as usize;
        start = if field(0) == 0 { start + field(1) } else { field(1) };
        line += field(0);
        let text = MINE.lines().nth(line).expect("a line");
        words.push((&text[start..start + field(2)], field(3), field(4)));
    }
    for word in [
        ("variant", 0, 0),
        ("\"Mine\"", 2, 0),
        ("`R`", 3, 0),
        ("runner", 6, 1),
        ("far", 9, 1),
        ("camp", 7, 1),
    ] {
        assert!(words.contains(&word), "{word:?} of {words:?}");
    }
    client.leave();
}

/// Reproducible pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

#[test]
fn after_random_edits_both_have_the_same_text() {
    let mut client = Client::new();
    let mut dice = Dice(44);
    for name in ["shatranj", "berolina"] {
        let path = shipped(name);
        let mut text = std::fs::read_to_string(&path).expect("a shipped file");
        assert_eq!(shown(&client.open(&path, &text)), expected(&path, &text), "{name}");
        for version in 2..22 {
            let mut changes = Vec::new();
            for _ in 0..=dice.below(3) {
                let mut places = [dice.below(text.len() + 1), 0];
                places[1] = places[0] + dice.below(12);
                let [start, end] = places.map(|at| text.floor_char_boundary(at.min(text.len())));
                let new =
                    ["", "{", "🐎", "\n", "\r\n", "piece ", "`", "\"", "é", "[T1]", "}"][dice.below(11)];
                // A lone `\r` would end a line for the server, but not for `position`.
                let [start, end] = [start, end].map(|at| {
                    if text[at..].starts_with('\n') {
                        at.saturating_sub(usize::from(text[..at].ends_with('\r')))
                    } else {
                        at
                    }
                });
                let range = json!({ "start": position(&text, start), "end": position(&text, end) });
                changes.push(json!({ "range": range, "text": new }));
                text.replace_range(start..end, new);
            }
            client.change(&path, version, Value::from(changes));
            assert_eq!(
                shown(&client.problems(&path, version)),
                expected(&path, &text),
                "{name} {version}\n{text}"
            );
        }
    }
    client.leave();
}

/// Returns the path of a shipped game.
fn shipped(stem: &str) -> PathBuf {
    let files = super::architecture::walk(&root().join("variants"), "ferz");
    files.into_iter().find(|path| path.file_stem().is_some_and(|own| own == stem)).expect("a shipped game")
}

#[test]
fn rubbish_does_no_harm() {
    let mut client = Client::bare(&["--stdio", "--pages", "https://example.org/errors"]);
    let answer = client.request("textDocument/hover", json!({}));
    assert_eq!(answer["error"]["code"], -32002);
    client.ask("initialize", json!({ "capabilities": {} }));
    client.raw(b"rubbish\r\n\r\nContent-Length: 3\r\n\r\n{{{Content-Length: 99999999999999999999999\r\n\r\n");
    client.send(&json!([1, 2]));
    client.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": { "x": 1 } }));
    client.tell("textDocument/didOpen", json!({ "textDocument": { "uri": "not a uri", "text": 1 } }));
    for method in ["textDocument/hover", "textDocument/rename", "textDocument/codeAction"] {
        assert_eq!(client.request(method, json!({ "x": 1 }))["error"]["code"], -32602, "{method}");
    }
    assert_eq!(client.request("no/such", Value::Null)["error"]["code"], -32601);
    let path = folder("lsp-rubbish").join("mine.ferz");
    let far = json!({ "start": { "line": 9, "character": 9_999_999 }, "end": { "line": 1, "character": 3 } });
    let problems = client.open(&path, "vari");
    assert_eq!(
        problems[0]["codeDescription"]["href"],
        format!("https://example.org/errors/{}.md", problems[0]["code"].as_str().unwrap())
    );
    client.change(&path, 2, json!([{ "range": far, "text": "`" }]));
    client.problems(&path, 2);
    // Every request is answered at every position of a text with mistakes.
    let text = "piece {\n  moves `\n\"é🐎\nunder [T1\n} region x = ";
    client.replace(&path, 3, text);
    for (at, _) in text.char_indices() {
        let params = json!({ "textDocument": { "uri": uri(&path) }, "position": position(text, at) });
        for method in ["hover", "completion", "definition", "documentHighlight", "prepareRename"] {
            client.ask(&format!("textDocument/{method}"), params.clone());
        }
    }
    let untitled = json!({ "uri": "untitled:Untitled-1", "languageId": "ferz", "version": 1, "text": MINE });
    client.tell("textDocument/didOpen", json!({ "textDocument": untitled }));
    let shown = client.find(|one| one["params"]["uri"] == "untitled:Untitled-1");
    assert_eq!(shown["params"]["diagnostics"], json!([]));
    client.leave();
}

#[test]
fn it_ends_with_its_input() {
    let mut client = Client::new();
    let path = shipped("tamerlane");
    let text = std::fs::read_to_string(&path).expect("a shipped file");
    let item = json!({ "uri": uri(&path), "languageId": "ferz", "version": 1, "text": text });
    // The server is checking the document when its input ends.
    client.tell("textDocument/didOpen", json!({ "textDocument": item }));
    let start = Instant::now();
    client.input = None;
    assert_eq!(client.child.wait().expect("it ends").code(), Some(1));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(client.complaints(), "");
}

#[test]
fn newer_texts_supersede_older_ones() {
    let path = shipped("tamerlane");
    let text = std::fs::read_to_string(&path).expect("a shipped file");
    let mut client = Client::new();
    client.open(&path, &text);
    let letters = 30;
    let line = text.lines().count();
    for version in 2..2 + letters {
        let end = json!({ "line": line, "character": version - 2 });
        client.change(&path, version, json!([{ "range": { "start": end, "end": end }, "text": "#" }]));
    }
    // A request is answered from the current text, even while an older text is being checked.
    let tokens =
        client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": uri(&path) } }));
    let last = tokens["data"].as_array().and_then(|all| all.iter().rev().nth(2)).cloned();
    assert_eq!(last, Some(json!(letters)));
    client.problems(&path, 1 + letters);
    let checks = client.seen.iter().filter(|one| one["method"] == "textDocument/publishDiagnostics").count();
    assert!(checks < letters as usize / 2, "{checks} checks");
    client.leave();
}
