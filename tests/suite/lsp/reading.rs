//! Tests of the requests that help to read and write: completion, hover, symbols, inlay hints, and semantic tokens.

use super::super::inside::heirs;
use super::*;

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
    let player = labels(&mut client, &format!("{MINE}player m"), "player m ");
    assert!(["must", "may", "when"].iter().all(|word| has(&player, word)), "{player:?}");
    let ending = labels(&mut client, &MINE.replace("stalemate: draw", "st"), "loss; st ");
    assert!(has(&ending, "stalemate") && has(&ending, "switch") && !has(&ending, "runner"), "{ending:?}");
    let promotion = |line: &str| MINE.replace("`R` {", &format!("`R` {{\n  {line}\n"));
    let becomes = labels(&mut client, &promotion("arriving at camp: becomes ru "), "becomes ru ");
    assert_eq!(becomes, ["chief", "runner", "one of"]);
    let one_of =
        labels(&mut client, &promotion("arriving at camp: becomes one of [chief, ru ]"), "chief, ru ");
    assert_eq!(one_of, ["chief", "runner"]);
    let one_of = labels(&mut client, &promotion("arriving at camp: becomes one of [ru"), "of [ru\n");
    assert_eq!(one_of, ["chief", "runner"]);
    let switch = labels(&mut client, &MINE.replace("under runner.reach", "under r"), "under r ");
    assert_eq!(switch, ["runner.reach"]);
    let value = labels(&mut client, &MINE.replace("reach near {", "reach n {"), "runner.reach n ");
    assert_eq!(value, ["far", "near", "except"]);
    let notation = labels(&mut client, &MINE.replace("`R` {", "`R` {\n moves `x` "), "moves `x`");
    assert!(has(&notation, "N"), "{notation:?}");
    let items = client
        .ask("textDocument/completion", at(&path, &MINE.replace("`R` {", "`R` {\n moves `x` "), "moves `x`"));
    let knight =
        items.as_array().expect("items").iter().find(|one| one["label"] == "N").expect("a knight").clone();
    assert_eq!(knight["labelDetails"]["description"], "knight");
    let shown = client.ask("completionItem/resolve", knight);
    let picture = shown["documentation"]["value"].as_str().unwrap_or_default();
    assert!(picture.contains("```text") && picture.contains('@'), "{picture}");
    let source = "source book \"A book\" { place B1 \"page 1\" }\nnote \"x\" [B]\n";
    let marks = labels(&mut client, &format!("{MINE}{source}"), "[B]");
    assert_eq!(marks, ["B1"]);
    // An empty bracket can become marks or a list.
    let open = labels(&mut client, &format!("{MINE}{}immune runner to capture by [", source), "by [ ");
    assert!(has(&open, "B1") && has(&open, "chief"), "{open:?}");
    let comment = labels(&mut client, &format!("# pi\n{MINE}"), "# pi\n");
    assert!(comment.is_empty(), "{comment:?}");
    client.leave();
}

#[test]
fn the_words_of_the_slot_come_first() {
    let path = folder("lsp-slots").join("mine.ferz");
    let mut client = Client::new();
    client.open(&path, MINE);
    let mut version = 1;
    let piece = |line: &str| MINE.replace("`R` {", &format!("`R` {{\n  {line}\n"));
    for (text, mark, first) in [
        (
            MINE.replace("stalemate: draw", "stalemate: x"),
            "stalemate: x",
            &["black", "draw", "loss", "white", "win"][..],
        ),
        (format!("{MINE}player must x \n"), "must x", &["capture", "castle"]),
        (format!("{MINE}player may not x \n"), "may not x", &["capture", "castle"]),
        (
            MINE.replace("to capture", "to x"),
            "runner to x",
            &["attack", "capture", "displacement", "exchange"],
        ),
        (MINE.replace("in camp", "in x"), "stays in x", &["camp"]),
        (format!("{MINE}group men = [x]\n"), "[x", &["chief", "men", "runner"]),
        (format!("{MINE}action a {{ drop x }}\n"), "drop x", &["chief", "runner"]),
        (piece("written \"X\" by x"), "by x", &["cutechess"]),
        (piece("arriving at camp: x"), "camp: x", &["becomes"]),
        (MINE.replace("white mirrored", "white x"), "white x", &["mirrored", "turned"]),
        (
            format!("{MINE}royalty {{ check binds x }}\n"),
            "binds x",
            &["all", "always", "leader", "never", "when"],
        ),
    ] {
        version += 1;
        client.replace(&path, version, &text);
        let items = client.ask("textDocument/completion", at(&path, &text, mark));
        let mut items: Vec<(&str, &str)> = items
            .as_array()
            .expect("items")
            .iter()
            .map(|one| (one["label"].as_str().expect("a label"), one["sortText"].as_str().unwrap_or("a")))
            .collect();
        items.sort_by_key(|(label, sort)| (*sort, *label));
        let labels: Vec<&str> = items.iter().map(|(label, _)| *label).take(first.len()).collect();
        assert_eq!(labels, first, "{mark}");
        assert!(items.iter().all(|(label, _)| !label.is_empty()), "{mark}");
    }
    client.leave();
}

#[test]
fn hover_shows_explanations() {
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
        ("{ checkm", "checkmate: when in check without a legal move, the player to move loses."),
        ("immune ru", "runner"),
        ("1 | R", "slides any number of squares"),
        ("chief C", "at the start: white's on c1"),
    ] {
        let hover = client.at("textDocument/hover", &path, &text, mark);
        let value = hover["contents"]["value"].as_str().unwrap_or_default().to_lowercase();
        assert!(value.contains(wanted), "{mark}: {value}");
    }
    client.leave();
}

/// A file that changes an inherited statement shows its own lines.
#[test]
fn hover_shows_what_a_file_changes() {
    let path = folder("lsp-hover-heir").join("mine.ferz");
    let text = "variant mine \"Mine\" extends chess\nsource book as B \"A book\"\n\
                change array orthodox [B] {\n  2 | P P P P P P P P\n  1 | R N B K Q B N R\n}\n\
                change piece knight N `NW` [B]\nchange ending {\n  fifty-moves: draw when quiet 60 [B]\n}\n";
    let mut client = Client::new();
    client.open(&path, text);
    for (mark, wanted, unwanted) in [
        ("array ortho", "1 | R N B K Q B N R", "8 files"),
        ("piece kni", "Knight  N [book]", "Knight  N [fide]"),
        ("fifty-mo", "60 plies", "[fide]"),
    ] {
        let hover = client.at("textDocument/hover", &path, text, mark);
        let value = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(value.contains(wanted) && !value.contains(unwanted), "{mark}: {value}");
    }
    let family = "variant mine \"Mine\" extends tamerlane\nsource book as B \"A book\"\n\
                  change family pawn-of [B] {\n  remove arriving at far-rank\n  arriving at rank 9: becomes X [B]\n}\n";
    client.replace(&path, 2, family);
    let hover = client.at("textDocument/hover", &path, family, "rank 9: bec");
    let value = hover["contents"]["value"].as_str().unwrap_or_default();
    assert_eq!(value, "When it arrives at rank 9, it becomes a rook. [book]");
    client.leave();
}

/// Hover texts and JSON cite what a changed statement cites.
#[test]
fn a_changed_statement_is_cited_everywhere() {
    let folder = folder("lsp-heirs");
    let path = folder.join("child.ferz");
    let mut client = Client::new();
    client.open(&path, MINE);
    let (mut version, mut seen, mut cited) = (1, 0, 0);
    for text in heirs::GAMES.iter().flat_map(|game| heirs::some_heirs(game, 16)) {
        written(&folder, "child.ferz", &text);
        let page = ferz_in(&folder, &["sources", "child.ferz", "--json"]);
        if code(&page) != Some(0) {
            continue;
        }
        (version, seen) = (version + 1, seen + 1);
        let page = out(&page);
        assert!(page.contains("\"source\":\"amendment\""), "{text}");
        client.replace(&path, version, &text);
        let marked = text.lines().skip(2).find(|line| line.contains("[Zz9]")).expect("a mark");
        // A word can have a text of its own, so the next ones are tried.
        let starts = marked.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at + 1);
        let is_start = |at: &usize| *at < 2 || marked[..*at - 1].ends_with(' ');
        let texts = starts.filter(is_start).take(3).map(|at| {
            let hover = client.at("textDocument/hover", &path, &text, &format!("\n{}", &marked[..at]));
            hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
        });
        let texts: Vec<String> = texts.collect();
        let is_cited = |shown: &String| shown.contains("amendment]") || shown.contains("[Zz9]");
        // Some rules have no sentence of their own, but none cites only another source.
        let cites_others = |shown: &String| {
            // The pages of problems have examples of marks.
            let rules = shown.split("\n\n---\n\n").find(|part| !part.starts_with("# ")).unwrap_or_default();
            let prose = rules.rsplit("```").next().unwrap_or_default();
            prose.replace("`[T4]`", "").contains('[') && !is_cited(shown)
        };
        assert!(!texts.iter().any(cites_others), "{text}: {texts:#?}");
        cited += usize::from(texts.iter().any(is_cited));
    }
    assert!(seen > 20 && cited * 4 > seen * 3, "{cited} of {seen}");
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
    client.leave();
}

/// Names are renamed in readings, tuned values, and cases, but not where the same word means something else.
#[test]
fn a_rename_reaches_the_files_beside_the_game() {
    let folder = folder("lsp-mentions");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let parent = written(&folder, "mine.ferz", MINE);
    let other = "variant other \"Other\" extends mine\n";
    written(&folder, "other.ferz", other);
    let readings = "[slow]\ntitle = \"The runner is near\"\nset = { \"runner.reach\" = \"near\" }\n";
    written(&folder, "readings.toml", readings);
    let page = "# Runner\n\n```game\nmine/usual\n```\n\n## The runner is near, and usual/near\n\n\
                ```moves a1 under runner.reach=near, /usual\na1a2\n```\n";
    let about = "# Other\n\nAbout runner.reach in chess, which has no near.\n\n```game\nchess\n```\nrunner.reach=near\n";
    let cases = [written(&folder, "cases/a.md", page), written(&folder, "cases/b.md", about)];
    let mut client = Client::new();
    client.open(&parent, MINE);
    let rename = |client: &mut Client, mark: &str, new: &str| {
        let mut params = at(&parent, MINE, mark);
        params["newName"] = json!(new);
        let edit = client.request("textDocument/rename", params);
        let changes = &edit["result"]["changes"];
        assert!(changes.is_object(), "{mark}: {edit}");
        assert!(changes[uri(&cases[1])].is_null(), "{edit}");
        let after = |text: &str, path: &std::path::Path| match &changes[uri(path)] {
            Value::Null => text.to_owned(),
            edits => applied(text, edits),
        };
        (after(readings, &folder.join("readings.toml")), after(page, &cases[0]))
    };
    let mut params = at(&parent, MINE, "switch rea");
    params["context"] = json!({ "includeDeclaration": true });
    let used = client.ask("textDocument/references", params);
    let beside = used.as_array().expect("places").iter().filter(|one| one["uri"] != *uri(&parent));
    let beside: Vec<&Value> = beside.collect();
    assert_eq!(beside.len(), 2, "{beside:#?}");
    assert!(beside[0]["uri"] == *uri(&folder.join("readings.toml")) && beside[1]["uri"] == *uri(&cases[0]));
    let mut renamed = |mark: &str, new: &str| rename(&mut client, mark, new);
    let (new_readings, new_page) = renamed("switch rea", "range");
    assert_eq!(new_readings, readings.replace("runner.reach", "runner.range"));
    assert_eq!(new_page, page.replace("runner.reach", "runner.range"));
    let (new_readings, new_page) = renamed("near", "short");
    assert_eq!(new_readings, readings.replace("= \"near\"", "= \"short\""));
    assert_eq!(new_page, page.replace("=near", "=short"));
    let (new_readings, new_page) = renamed("piece run", "rider");
    assert_eq!(new_readings, readings.replace("runner.reach", "rider.reach"));
    assert_eq!(new_page, page.replace("runner.reach", "rider.reach"));
    let (new_readings, new_page) = renamed("array usu", "plain");
    assert_eq!(new_readings, readings);
    assert_eq!(new_page, page.replace("mine/usual", "mine/plain").replace(", /usual", ", /plain"));
    client.leave();
}

/// Each game has its own tuned values, even if another game in the folder has a piece of the same name.
#[test]
fn a_rename_reaches_the_tuned_values_of_the_same_game() {
    let folder = folder("lsp-tuned");
    let mine = format!("{MINE}piece grower G `W` {{ stage grown `F` }}\n");
    let tuned = "[worth]\nrunner = [300, 310]\n\"grower.grown\" = [200, 210]\n";
    let parent = written(&folder, "mine.ferz", &mine);
    written(&folder, "other.ferz", &mine.replace("mine", "other"));
    let [own, other] = ["mine", "other"].map(|game| written(&folder, &format!("{game}.eval.toml"), tuned));
    let mut client = Client::new();
    client.open(&parent, &mine);
    for (mark, old, new) in
        [("piece run", "runner", "rider"), ("piece gro", "grower", "grub"), ("stage gro", "grown", "adult")]
    {
        let mut params = at(&parent, &mine, mark);
        params["newName"] = json!(new);
        let edit = client.ask("textDocument/rename", params);
        let changes = &edit["changes"];
        assert_eq!(applied(tuned, &changes[uri(&own)]), tuned.replace(old, new), "{mark}: {edit}");
        assert!(changes[uri(&other)].is_null(), "{mark}: {edit}");
    }
    client.leave();
}

#[test]
fn views_beside_the_text() {
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
    assert_eq!(labels, ["king", "rook", "= far", "runner, chief"]);
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

/// Returns the offsets of the words of statements that are not new names.
fn known_words(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let (mut words, mut at, mut is_array) = (Vec::new(), 0, false);
    for line in text.split_inclusive('\n') {
        let start = line.len() - line.trim_start().len();
        is_array = line.starts_with("array ") || is_array && !line.starts_with('}');
        let mut quote = None;
        let mut inside = start;
        while let Some(c) = line[inside..].chars().next().filter(|c| quote.is_some() || *c != '#') {
            let length = line[inside..].find(|c| !is_part(c)).unwrap_or_default().max(c.len_utf8());
            let (word, before) = (&line[inside..inside + length], &line[..inside]);
            let last = before.split_whitespace().next_back().unwrap_or_default();
            let after = line[inside + length..].trim_start();
            let is_new = [
                "variant", "source", "as", "region", "group", "piece", "family", "right", "action", "array",
                "switch", "cell", "stage", "place",
            ]
            .contains(&last)
                || after.starts_with(['*', '"'])
                || after.starts_with(':') && before.trim().is_empty();
            match (c, quote) {
                ('"' | '`', None) => quote = Some(c),
                (_, Some(open)) if open == c => quote = None,
                (_, None)
                    if c.is_ascii_lowercase()
                        && length > 1
                        && !is_new
                        && !is_array
                        && !word.contains("..") =>
                {
                    words.push(at + inside..at + inside + word.len());
                }
                _ => {}
            }
            inside += if quote.is_some() { c.len_utf8() } else { length };
        }
        at += line.len();
    }
    words
}

#[test]
fn every_known_word_of_a_shipped_game_is_offered() {
    let mut client = Client::new();
    let mut missing = Vec::new();
    let mut all = 0;
    for name in ["tamerlane", "ultima", "wolf", "torishogi", "atomic"] {
        let path = shipped(name);
        let text = std::fs::read_to_string(&path).expect("a shipped file");
        client.open(&path, &text);
        for word in known_words(&text).into_iter().step_by(if name == "tamerlane" { 7 } else { 1 }) {
            let document = json!({ "uri": uri(&path) });
            let params = json!({ "textDocument": document, "position": position(&text, word.start) });
            let items = client.ask("textDocument/completion", params);
            let labels = items.as_array().into_iter().flatten().filter_map(|item| item["label"].as_str());
            let (place, word) = (position(&text, word.start), &text[word]);
            all += 1;
            if !labels.flat_map(|label| label.split(' ')).any(|label| label == word) {
                missing.push(format!("{name} {place}: {word}"));
            }
        }
    }
    println!("{all} words");
    assert!(missing.is_empty(), "{missing:#?}");
    client.leave();
}

#[test]
fn a_token_in_an_array_leads_to_its_piece() {
    let folder = folder("lsp-token");
    let parent = written(&folder, "mine.ferz", MINE);
    let child = folder.join("more.ferz");
    let text = "variant more \"More\" extends mine\nadd array other { 1 | R . C . . . }\n";
    let mut client = Client::new();
    client.open(&child, text);
    let found = client.at("textDocument/definition", &child, text, "1 | R");
    assert_eq!(found["uri"], *uri(&parent));
    assert_eq!(found["range"]["start"], position(MINE, MINE.find("R `R`").expect("a token")));
    client.open(&parent, MINE);
    let black = MINE.replace("R . C . . R", "R . C . . r");
    client.replace(&parent, 2, &black);
    let found = client.at("textDocument/definition", &parent, &black, ". . r");
    assert_eq!(found["range"]["start"], position(&black, black.find("R `R`").expect("a token")));
    client.leave();
}

#[test]
fn switches_with_long_names_and_regions_of_cells_are_names() {
    let path = folder("lsp-long-names").join("mine.ferz");
    let text = MINE.replace("switch reach", "switch runner.reach").replace(
        "grid 6 x 6",
        "grid 6 x 6; cell y at (0, 2) as tower of white; cell z at (7, 5) as tower of black",
    );
    let text = text.replace("to capture }", "to capture }\nimmune chief in either tower to capture");
    let mut client = Client::new();
    client.open(&path, &text);
    for (mark, new) in
        [("under runner.re", "far-reach"), ("switch runner.re", "long"), ("either tow", "keep")]
    {
        let found = client.at("textDocument/definition", &path, &text, mark);
        assert!(found["range"].is_object(), "{mark}: {found}");
        let mut params = at(&path, &text, mark);
        params["newName"] = json!(new);
        let edits = client.ask("textDocument/rename", params)["changes"][uri(&path)].clone();
        let renamed = applied(&text, &edits);
        assert!(
            renamed.matches(new).count() >= 2 && !renamed.contains(&format!("runner.{new}.")),
            "{renamed}"
        );
    }
    // The piece is a part of the name of its switch.
    let mut params = at(&path, &text, "piece runn");
    params["newName"] = json!("walker");
    let edits = client.ask("textDocument/rename", params)["changes"][uri(&path)].clone();
    let renamed = applied(&text, &edits);
    assert!(renamed.contains("switch walker.reach") && renamed.contains("under walker.reach"), "{renamed}");
    client.leave();
}

/// A game that extends another one can add switches to its pieces.
#[test]
fn a_renamed_piece_keeps_the_switches_that_other_games_give_it() {
    let folder = folder("lsp-rename-below");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let parent = written(&folder, "mine.ferz", MINE);
    let more = "variant more \"More\" extends mine\nchange piece runner {\n  switch speed \"How fast?\" {\n    \
                slow* \"slow; invented\"\n    fast \"fast; invented\" { moves `N` }\n  }\n}\n";
    written(&folder, "more.ferz", more);
    let page = "# More\n\n```game\nmore\n```\n\n## Fast\n\nA fast runner leaps.\n\n```moves a1 under runner.speed=fast\n```\n";
    let page_path = written(&folder, "cases/more.md", page);
    let mut client = Client::new();
    client.open(&parent, MINE);
    let mut params = at(&parent, MINE, "piece run");
    params["newName"] = json!("rider");
    let edit = client.ask("textDocument/rename", params);
    let renamed = applied(page, &edit["changes"][uri(&page_path)]);
    assert_eq!(renamed, page.replace("runner.speed", "rider.speed"));
    client.leave();
}
