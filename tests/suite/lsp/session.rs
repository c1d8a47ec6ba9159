//! Tests of the session itself: its start, its end, and invalid messages.

use super::*;

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
fn problems_link_to_the_site_unless_another_address_is_given() {
    assert_eq!(ferz_lsp::pages(None, ""), None);
    assert_eq!(
        ferz_lsp::pages(None, "https://example.org/ferz/").as_deref(),
        Some("https://example.org/ferz/problems")
    );
    assert_eq!(
        ferz_lsp::pages(Some("https://example.net/p"), "https://example.org").as_deref(),
        Some("https://example.net/p")
    );
}

#[test]
fn invalid_messages_are_ignored() {
    let mut client = Client::bare(&["--stdio", "--pages", "https://example.org/problems"]);
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
        format!("https://example.org/problems/{}.html", problems[0]["code"].as_str().unwrap())
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

/// The last spelling of a URI counts, and no request waits for a check of the text that it replaced.
#[test]
fn a_file_may_be_opened_with_two_spellings_of_its_uri() {
    let path = folder("lsp-spellings").join("mine.ferz");
    let mut client = Client::new();
    client.open(&path, MINE);
    let spelled = uri(&path).replace("mine.ferz", "%6Dine.ferz");
    let text = MINE.replace("immune", "imune");
    let item = json!({ "uri": spelled, "languageId": "ferz", "version": 1, "text": text });
    client.tell("textDocument/didOpen", json!({ "textDocument": item }));
    let place = at(&path, &text, "imune ")["position"].clone();
    let range = json!({ "start": place, "end": place });
    let params =
        json!({ "textDocument": { "uri": spelled }, "range": range, "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Write immune", "{actions}");
    client.leave();
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
