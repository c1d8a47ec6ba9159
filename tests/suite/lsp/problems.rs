//! Tests of the problems that the server publishes, of their fixes, and of formatting.

use super::*;

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
