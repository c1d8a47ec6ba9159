//! Tests what the server offers on request: refactorings, code lenses, formatting while typing, and drawings.

use super::*;

fn whole(client: &mut Client, method: &str, path: &Path) -> Value {
    client.ask(method, json!({ "textDocument": { "uri": uri(path) } }))
}

/// Returns the changes that are offered at the first `mark`.
fn offers(client: &mut Client, path: &Path, text: &str, mark: &str) -> Vec<Value> {
    let place = at(path, text, mark)["position"].clone();
    let params = json!({
        "textDocument": { "uri": uri(path) },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    client.ask("textDocument/codeAction", params).as_array().expect("actions").clone()
}

/// Returns the change with a title that is offered at the first `mark`.
fn offered(client: &mut Client, path: &Path, text: &str, mark: &str, title: &str) -> Value {
    let all = offers(client, path, text, mark);
    all.iter()
        .find(|one| one["title"] == title)
        .unwrap_or_else(|| panic!("{title} is not in {all:#?}"))
        .clone()
}

#[test]
fn a_rule_becomes_a_switch_and_the_game_stays() {
    let path = folder("lsp-switch").join("mine.ferz");
    let source = "source book \"A book\" { place B1 \"page 1\" }\nright leap once [B1]\n";
    let mine = MINE.replace("stalemate: draw", "stalemate: draw; long: draw when quiet 100");
    let text = format!("{mine}{source}piece idle I {{\n  moves `W` [B1]\n  moves `F`\n}}\n");
    let mut client = Client::new();
    let mut before = shown(&client.open(&path, &text));
    before.retain(|(code, ..)| code != "uncited-rule");
    for (version, mark) in
        [(2, "stays i"), (3, "moves `F"), (4, "moves `W"), (5, "long: dr"), (6, "immune run")]
    {
        let action = offered(&mut client, &path, &text, mark, "Turn this rule into a switch");
        let changed = applied(&text, &action["edit"]["changes"][uri(&path)]);
        assert!(changed.contains("switch choice "), "{changed}");
        let codes = |all: &[(String, u64, u64)]| -> Vec<String> {
            all.iter().map(|(code, ..)| code.clone()).filter(|code| code != "uncited-rule").collect()
        };
        let problems = shown(&client.replace(&path, version, &changed));
        assert_eq!(codes(&problems), codes(&before), "{mark}\n{changed}");
        client.replace(&path, version + 10, &text);
    }
    client.leave();
}

#[test]
fn the_other_answer_of_a_needed_rule_is_a_copy() {
    let path = folder("lsp-switch-copy").join("mine.ferz");
    let mut client = Client::new();
    client.open(&path, MINE);
    for (version, mark) in [(2, "piece chi"), (3, "grid"), (4, "black i")] {
        let action = offered(&mut client, &path, MINE, mark, "Turn this rule into a switch");
        let changed = applied(MINE, &action["edit"]["changes"][uri(&path)]);
        let problems = client.replace(&path, version, &changed);
        let errors = problems.as_array().expect("problems").iter().filter(|one| one["severity"] == 1);
        let codes: Vec<&str> = errors.filter_map(|one| one["code"].as_str()).collect();
        assert_eq!(codes, ["equal-values"], "{mark}\n{changed}");
        client.replace(&path, version + 10, MINE);
    }
    client.leave();
}

#[test]
fn a_warning_is_allowed_only_in_its_own_file() {
    let folder = folder("lsp-allow");
    let text = MINE.replace("board", "group men = [runner]\nboard");
    written(&folder, "mine.ferz", &text);
    let more = "variant more \"More\" extends mine\n";
    let path = written(&folder, "more.ferz", more);
    let mut client = Client::new();
    let problems = client.open(&path, more);
    assert!(problems.to_string().contains("unused-group"), "{problems}");
    let all = offers(&mut client, &path, more, "variant");
    assert!(all.iter().all(|one| !one["title"].as_str().expect("a title").starts_with("Allow")), "{all:#?}");
    client.leave();
}

#[test]
fn a_place_is_cited_and_a_warning_allowed() {
    let path = folder("lsp-cite").join("mine.ferz");
    let text =
        format!("{MINE}source book \"A book\" {{ place B1 \"page 1\", B2 \"page 2\" }}\nnote \"x\" [B1]\n");
    let mut client = Client::new();
    let problems = client.open(&path, &text);
    let action = offered(&mut client, &path, &text, "board", "Cite B1: page 1");
    let cited = applied(&text, &action["edit"]["changes"][uri(&path)]);
    assert!(cited.contains("board [B1] {"), "{cited}");
    let action = offered(&mut client, &path, &text, "note", "Cite B2: page 2");
    assert!(applied(&text, &action["edit"]["changes"][uri(&path)]).contains("note \"x\" [B1 B2]"));
    // The title of a case has no marks.
    let action = offered(&mut client, &path, &text, "note", "Add a case for this rule");
    let page = applied("", &action["edit"]["documentChanges"][1]["edits"]);
    assert!(page.contains("## note \"x\"\n"), "{page}");
    // A warning disappears with the comment, and no other appears.
    let warning =
        problems.as_array().expect("problems").iter().find(|one| one["severity"] != 1).expect("one").clone();
    let code = warning["code"].as_str().expect("a code").to_owned();
    let params = json!({
        "textDocument": { "uri": uri(&path) }, "range": warning["range"], "context": { "diagnostics": [] },
    });
    let actions = client.ask("textDocument/codeAction", params);
    let title = format!("Allow {code} here, with a reason");
    let action =
        actions.as_array().expect("actions").iter().find(|one| one["title"] == title).expect("it").clone();
    let allowed = applied(&text, &action["edit"]["changes"][uri(&path)]);
    let left = client.replace(&path, 2, &allowed);
    assert_eq!(
        left.as_array().map(Vec::len),
        problems.as_array().map(|all| all.len() - 1),
        "{allowed}\n{left}"
    );
    client.leave();
}

#[test]
fn only_statements_of_rules_cite_a_source() {
    let folder = folder("lsp-cite-rules");
    written(&folder, "mine.ferz", MINE);
    let text = "variant more \"More\" extends mine
source book \"A book\" { place B1 \"page 1\", B2 \"page 2\" }
change ending {
  remove stalemate
  checkmate: draw [B1]
  switch bare \"Is a long game drawn?\" { no* \"no; invented\"; yes \"yes; invented\" { long: draw when quiet 100 } }
}
note \"x\" [B2]
";
    let path = written(&folder, "more.ferz", text);
    let mut client = Client::new();
    client.open(&path, text);
    for (mark, is_offered) in [
        ("change end", false),
        ("remove st", false),
        ("checkm", true),
        ("switch b", false),
        ("long: d", true),
        ("note", true),
    ] {
        let all = offers(&mut client, &path, text, mark);
        let cites = all.iter().any(|one| one["title"].as_str().expect("a title").starts_with("Cite "));
        assert_eq!(cites, is_offered, "{mark}: {all:#?}");
        let has_case = all.iter().any(|one| one["title"] == "Add a case for this rule");
        assert_eq!(has_case, is_offered, "{mark}: {all:#?}");
    }
    client.leave();
}

#[test]
fn a_case_for_a_rule_is_true() {
    let folder = folder("lsp-case");
    let path = written(&folder, "mine.ferz", MINE);
    let mut client = Client::new();
    client.open(&path, MINE);
    let action = offered(&mut client, &path, MINE, "piece run", "Add a case for this rule");
    let changes = action["edit"]["documentChanges"].clone();
    let page = folder.join("cases/mine.md");
    assert_eq!((&changes[0]["kind"], &changes[0]["uri"]), (&json!("create"), &json!(uri(&page))));
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let written = applied("", &changes[1]["edits"]);
    assert!(written.contains("```moves a1\na1a2"), "{written}");
    std::fs::write(&page, &written).expect("a page");
    assert!(ferz(&["test", &folder.display().to_string()]).status.success());
    // A second case goes to the end of the page.
    let action = offered(&mut client, &path, MINE, "piece chi", "Add a case for this rule");
    let edits = &action["edit"]["documentChanges"][0]["edits"];
    let longer = applied(&written, edits);
    assert!(longer.starts_with(&written) && longer.contains("## piece chief"), "{longer}");
    client.leave();
}

#[test]
fn commands_stand_above_statements() {
    let folder = folder("lsp-lenses");
    let path = written(
        &folder,
        "more.ferz",
        "variant more \"More\" extends mine\nadd piece ghost G `W`\narray other from usual {\n}\n",
    );
    let text = std::fs::read_to_string(&path).expect("a file");
    written(&folder, "mine.ferz", MINE);
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let cases = "# Cases\n\n```game\nmine\n```\n\n## The start\n\n```moves a1\n```\n";
    let page = written(&folder, "cases/mine.md", cases);
    let mut client = Client::new();
    client.open(&path, &text);
    let lenses = whole(&mut client, "textDocument/codeLens", &path);
    let titles: Vec<&str> = lenses
        .as_array()
        .expect("lenses")
        .iter()
        .filter_map(|one| one["command"]["title"].as_str())
        .collect();
    let all = ["Play", "Run the cases", "Show what this file changes", "Show the moves", "Play from here"];
    assert_eq!(titles, all);
    // Their arguments are understood by the program.
    for lens in lenses.as_array().expect("lenses") {
        assert_eq!(lens["command"]["command"], "ferz.run");
        let arguments: Vec<&str> = lens["command"]["arguments"][0]
            .as_array()
            .expect("words")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        if arguments[0] != "play" && arguments[0] != "test" {
            assert_ne!(ferz(&arguments).status.code(), Some(2), "{arguments:?}");
        }
    }
    client.open(&page, cases);
    let lenses = whole(&mut client, "textDocument/codeLens", &page);
    assert_eq!(lenses[0]["command"]["arguments"][0], json!(["test", page, "--only", "The start"]));
    client.leave();
}

#[test]
fn a_range_of_lines_can_be_formatted() {
    let path = folder("lsp-lines").join("mine.ferz");
    let text =
        MINE.replace("region camp = rank", "region   camp  =   rank").replace("ending {", "ending   {");
    let mut client = Client::new();
    client.open(&path, &text);
    let document = json!({ "uri": uri(&path) });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let end = position(&text, text.find("piece chief").expect("it"));
    let range = json!({ "start": { "line": 2, "character": 0 }, "end": end });
    let params = json!({ "textDocument": document, "range": range, "options": options });
    let edits = client.ask("textDocument/rangeFormatting", params);
    let changed = applied(&text, &edits);
    assert!(changed.contains("region camp = rank 1..2") && changed.contains("ending   {"), "{changed}");
    let typed = text.replace("piece runner R `R` {\n  switch", "piece runner R `R` {\nswitch");
    client.replace(&path, 2, &typed);
    let mut params = at(&path, &typed, "`R` {\n");
    params["position"] = position(&typed, typed.find("\nswitch").expect("it") + 1);
    params["ch"] = json!("\n");
    params["options"] = options;
    let edits = client.ask("textDocument/onTypeFormatting", params);
    assert_eq!(applied(&typed, &edits), text);
    client.leave();
}

#[test]
fn a_token_and_its_squares_change_together() {
    let path = folder("lsp-linked").join("mine.ferz");
    let mut client = Client::new();
    client.open(&path, MINE);
    for mark in ["piece runner R", "1 | R"] {
        let linked = client.at("textDocument/linkedEditingRange", &path, MINE, mark);
        assert_eq!(linked["ranges"].as_array().map(Vec::len), Some(3), "{mark}: {linked}");
    }
    let highlights = client.at("textDocument/documentHighlight", &path, MINE, "| R . C");
    assert_eq!(highlights.as_array().map(Vec::len), Some(2), "{highlights}");
    assert_eq!(client.at("textDocument/linkedEditingRange", &path, MINE, "1 | R ."), Value::Null);
    client.leave();
}

#[test]
fn ranges_grow_outwards_and_symbols_are_found_everywhere() {
    let folder = folder("lsp-everywhere");
    written(&folder, "mine.ferz", MINE);
    let path = written(&folder, "more.ferz", "variant more \"More\" extends mine\n");
    let text = std::fs::read_to_string(&path).expect("a file");
    let mut client = Client::new();
    client.open(&path, &text);
    // The query has letters of a symbol in their order. The file with the symbol is not open.
    let found = client.ask("workspace/symbol", json!({ "query": "rnr" }));
    assert_eq!((found.as_array().map(Vec::len), &found[0]["name"]), (Some(1), &json!("runner")), "{found}");
    let mine = folder.join("mine.ferz");
    client.open(&mine, MINE);
    let mut params = at(&mine, MINE, "    far");
    params["positions"] = json!([params["position"]]);
    let found = client.ask("textDocument/selectionRange", params);
    let mut range = &found[0];
    let mut texts = Vec::new();
    while range["range"].is_object() {
        let [start, end] = ["start", "end"].map(|one| {
            let place = &range["range"][one];
            let line = place["line"].as_u64().expect("a line") as usize;
            let start: usize = MINE.split_inclusive('\n').take(line).map(str::len).sum();
            start + place["character"].as_u64().expect("a column") as usize
        });
        texts.push(&MINE[start..end]);
        range = &range["parent"];
    }
    assert_eq!(texts[0], "far");
    assert!(
        texts.iter().any(|text| text.starts_with("far* \"any") && text.ends_with("invented\"")),
        "{texts:#?}"
    );
    assert!(texts.iter().any(|text| text.starts_with("piece runner") && text.ends_with('}')), "{texts:#?}");
    assert_eq!(texts.last(), Some(&MINE));
    client.leave();
}

#[test]
fn symbols_are_found_below_the_folder_of_the_editor() {
    let folder = folder("lsp-below");
    for inner in ["games/old", "games/.git", "games/target"] {
        std::fs::create_dir_all(folder.join(inner)).expect("a folder");
        written(&folder.join(inner), "mine.ferz", MINE);
    }
    let mut client = Client::bare(&[]);
    client.ask("initialize", json!({ "capabilities": {}, "rootUri": uri(&folder) }));
    let found = client.ask("workspace/symbol", json!({ "query": "rnr" }));
    let places: Vec<&Value> =
        found.as_array().expect("symbols").iter().map(|one| &one["location"]["uri"]).collect();
    assert_eq!(places, [&json!(uri(&folder.join("games/old/mine.ferz")))]);
    client.leave();
}

#[test]
fn the_panel_draws_what_the_cursor_is_on() {
    let folder = folder("lsp-board");
    let path = written(&folder, "mine.ferz", MINE);
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let cases = "# Cases\n\n```game\nmine\n```\n\n## One\n\n```fen\nr1c2r/6/6/6/6/R1C2R w - - 0 1\n```\n\n```moves a1\n```\n";
    let page = written(&folder, "cases/mine.md", cases);
    let mut client = Client::new();
    client.open(&path, MINE);
    client.open(&page, cases);
    let title = |client: &mut Client, path: &Path, text: &str, mark: &str| {
        let view = client.at("ferz/board", path, text, mark);
        assert!(view["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{mark}: {view}");
        view["title"].as_str().expect("a title").to_owned()
    };
    for (mark, wanted) in [
        ("`R", "R"),
        ("piece chi", "chief"),
        ("region ca", "camp"),
        ("1 | R", "Mine"),
        ("\"Mi", "Mine"),
        ("immune run", "runner"),
    ] {
        assert_eq!(title(&mut client, &path, MINE, mark), wanted, "{mark}");
    }
    assert_eq!(title(&mut client, &page, cases, "moves"), "Mine");
    client.leave();
}

#[test]
fn the_server_requests_file_watching_and_reports_progress() {
    let folder = folder("lsp-watch");
    let mut client = Client::bare(&[]);
    let can = json!({
        "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true }, "inlayHint": { "refreshSupport": true } },
        "window": { "workDoneProgress": true },
    });
    client.ask("initialize", json!({ "capabilities": can, "rootUri": uri(&folder) }));
    client.tell("initialized", json!({}));
    let asked = client.find(|one| one["method"] == "client/registerCapability");
    assert_eq!(asked["params"]["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    client.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null }));
    let parent = written(&folder, "mine.ferz", MINE);
    let text = "variant more \"More\" extends mine\nchange piece runner { moves `B` }\n";
    for number in 0..20 {
        let text = text.replace("more", &format!("more-{number}"));
        let item = json!({ "uri": uri(&folder.join(format!("more-{number}.ferz"))), "languageId": "ferz", "version": 1, "text": text });
        client.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }
    for kind in ["begin", "end"] {
        client.find(|one| one["method"] == "$/progress" && one["params"]["value"]["kind"] == kind);
    }
    // Hints that depend on the checked game are requested again.
    client.find(|one| one["method"] == "workspace/inlayHint/refresh");
    client.seen.clear();
    // A file that another program changed is read again.
    std::fs::write(&parent, MINE.replace("runner", "walker")).expect("a file");
    let changes = json!([{ "uri": uri(&parent), "type": 2 }]);
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    client.find(|one| one["params"]["diagnostics"][0]["code"] == "nothing-to-amend");
    // An empty query returns the symbols of all open files.
    let open = client.ask("workspace/symbol", json!({ "query": "" }));
    assert!(open.as_array().is_some_and(|all| all.len() > 20), "{open}");
    client.leave();
}

#[test]
fn similar_pieces_become_a_family_and_the_game_stays() {
    let path = folder("lsp-family").join("mine.ferz");
    let pawns = "piece pawn-of-runner Pr `fmWfcF` {\n  title \"runner's pawn\"\n  arriving at [a6..f6]: becomes runner\n}\n\
                 # The other pawn.\npiece pawn-of-chief Pc `fmWfcF` {\n  title \"chief's pawn\" # the king's\n  \
                 arriving at [a6..f6]: becomes chief\n}\n";
    let start = "piece pawn-of-runner";
    let array = MINE.replace("{ 1 |", "{ 2 | Pr Pc . . Pc Pr\n 1 |");
    let text = array.replace("under runner", &format!("{pawns}under runner"));
    let title = "Extract a family of pieces";
    let mut client = Client::new();
    client.open(&path, &text);
    // The comment in the second block would be lost.
    let titles = |client: &mut Client, mark: &str, text: &str| -> Vec<String> {
        let place = at(&path, text, mark)["position"].clone();
        let params = json!({ "textDocument": { "uri": uri(&path) }, "range": { "start": place, "end": place },
            "context": { "diagnostics": [], "only": ["refactor.extract"] } });
        let actions = client.ask("textDocument/codeAction", params);
        actions
            .as_array()
            .expect("actions")
            .iter()
            .map(|one| one["title"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(titles(&mut client, start, &text), Vec::<String>::new());
    let text = text.replace(" # the king's", "");
    client.replace(&path, 2, &text);
    assert_eq!(titles(&mut client, start, &text), [title]);
    assert_eq!(titles(&mut client, "piece chief", &text), Vec::<String>::new());
    let action = offered(&mut client, &path, &text, start, title);
    let changed = applied(&text, &action["edit"]["changes"][uri(&path)]);
    let family = "# The other pawn.\nfamily pawn-of X for [runner, chief] {\n  token P{x}\n  moves `fmWfcF`\n  \
                  title \"{X}'s pawn\"\n  arriving at [a6..f6]: becomes X\n}\n";
    assert!(changed.contains(family), "{changed}");
    let rules = |text: &str| {
        let loader = ferz::Loader::new().files(|_| None).text("mine.ferz", text);
        loader.load("mine.ferz").expect("a game without errors")
    };
    let told = |text: &str| -> Vec<Value> {
        let page = serde_json::to_value(rules(text).page()).expect("a page");
        let mut pieces = page["pieces"].as_array().expect("pieces").clone();
        pieces.iter_mut().for_each(|piece| piece["line"] = Value::Null);
        pieces
    };
    assert_eq!(told(&changed), told(&text));
    assert_eq!(shown(&client.replace(&path, 3, &changed)), shown(&client.replace(&path, 4, &text)));
    // Pieces with other rules form no family.
    let other = text.replace("piece pawn-of-chief Pc `fmWfcF`", "piece pawn-of-chief Pc `fmW`");
    client.replace(&path, 5, &other);
    assert_eq!(titles(&mut client, start, &other), Vec::<String>::new());
    client.leave();
}

#[test]
fn a_superfluous_word_is_deleted() {
    let path = folder("lsp-delete").join("mine.ferz");
    let text = MINE.replace("royal {", "royal, {");
    let mut client = Client::new();
    client.open(&path, &text);
    let action = offered(&mut client, &path, &text, "royal,", "Delete it");
    let changed = applied(&text, &action["edit"]["changes"][uri(&path)]);
    assert_eq!(changed, MINE);
    client.leave();
}

#[test]
fn a_fix_replaces_only_the_misspelled_name() {
    let path = folder("lsp-amend").join("mine.ferz");
    let head = "variant mine \"Mine\" extends chess\n";
    let mut client = Client::new();
    client.open(&path, head);
    for (version, (line, mark, fixed)) in [
        (2, ("remove endng", "endng", Some("remove ending"))),
        (3, ("change ending {\n  remove dead-position F1\n}", "F1", None)),
        (4, ("change piece king {\n  remove P royal\n}", "P royal", None)),
        (5, ("remove pice foo", "foo", None)),
        (6, ("remove piece knigt", "knigt", Some("remove piece knight"))),
    ] {
        let text = format!("{head}{line}\n");
        client.replace(&path, version, &text);
        let all = offers(&mut client, &path, &text, mark);
        let fix = all.iter().find(|one| one["kind"] == "quickfix");
        let fix = fix.map(|one| applied(&text, &one["edit"]["changes"][uri(&path)]));
        assert_eq!(fix, fixed.map(|fixed| format!("{head}{fixed}\n")), "{line}");
    }
    client.leave();
}

#[test]
fn each_of_several_ways_is_offered_and_none_is_preferred() {
    let path = folder("lsp-ways").join("mine.ferz");
    let text = "variant mine \"Mine\"\nboard {\n  grid 3 x 3\n}\npiece king K `K`\n";
    let mut client = Client::new();
    client.open(&path, text);
    for way in ["turned", "mirrored"] {
        let action = offered(&mut client, &path, text, "board", &format!("Add black is white {way}"));
        assert_eq!(action["isPreferred"], false);
        let line = format!("  grid 3 x 3\n  black is white {way}\n");
        let changed = applied(text, &action["edit"]["changes"][uri(&path)]);
        assert_eq!(changed, text.replace("  grid 3 x 3\n", &line));
    }
    client.leave();
}

#[test]
fn a_fix_changes_all_places_of_its_problem() {
    let path = folder("lsp-places").join("mine.ferz");
    let text = "variant mine “Mine” extends chess\nabout “Two texts.”\n";
    let mut client = Client::new();
    client.open(&path, text);
    let all = offers(&mut client, &path, text, "“Mine");
    let fix = all.iter().find(|one| one["kind"] == "quickfix").expect("a fix");
    assert_eq!(fix["isPreferred"], true);
    let changed = applied(text, &fix["edit"]["changes"][uri(&path)]);
    assert_eq!(changed, text.replace(['“', '”'], "\""));
    client.leave();
}

#[test]
fn readings_and_cases_have_fixes() {
    let folder = folder("lsp-other-fixes");
    written(&folder, "mine.ferz", MINE);
    written(&folder, "readings.toml", "[slow]\ntitle = \"Slow\"\n");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let texts = [
        ("other.toml", "[slow]\ntilte = \"Slow\"\n", "tilte", "title"),
        (
            "cases/first.md",
            "# A case\n\n```game\nmine@slwo\n```\n\n## One\n\n```moves\n```\n",
            "slwo",
            "slow",
        ),
        (
            "cases/other.md",
            "# A case\n\n```game\nmine\n```\n\n## One\n\n```movse a1\n```\n",
            "movse",
            "moves",
        ),
    ];
    let mut client = Client::new();
    for (name, text, old, new) in texts {
        let path = written(&folder, name, text);
        client.open(&path, text);
        let action = offered(&mut client, &path, text, old, &format!("Write {new}"));
        assert_eq!(applied(text, &action["edit"]["changes"][uri(&path)]), text.replace(old, new), "{name}");
    }
    client.leave();
}
