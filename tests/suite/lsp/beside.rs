//! Tests of the documents beside rule files, and of the built-in games.

use super::*;

const READINGS: &str = "[short]
title = \"A runner goes one step\"
set = { \"runner.reach\" = \"near\" }
";

const PAGE: &str = "# A page

```game
mine
runner.reach=near
readings short
```

## The runner

```moves a1 under runner.reach=far
a1a2
```

```moves a1 under @short, /usual
a1a2
```
";

/// A game with readings and a page of cases.
struct Project {
    client: Client,
    game: PathBuf,
    readings: PathBuf,
    page: PathBuf,
}

fn project(name: &str) -> Project {
    let folder = folder(name);
    std::fs::create_dir(folder.join("cases")).expect("a folder");
    let game = written(&folder, "mine.ferz", MINE);
    let readings = written(&folder, "readings.toml", READINGS);
    let page = written(&folder, "cases/page.md", PAGE);
    let mut client = Client::new();
    for (path, text) in [(&readings, READINGS), (&page, PAGE)] {
        client.open(path, text);
    }
    Project { client, game, readings, page }
}

/// Returns the text at a location, and the path of its file.
fn target(location: &Value) -> (String, String) {
    let path = location["uri"].as_str().expect("a place").trim_start_matches("file://").to_owned();
    let text = std::fs::read_to_string(&path).expect("a file");
    let line = location["range"]["start"]["line"].as_u64().expect("a line") as usize;
    (path, text.lines().nth(line).unwrap_or_default().to_owned())
}

#[test]
fn names_in_readings_and_cases_lead_to_their_declarations() {
    let Project { mut client, game, readings, page } = project("lsp-beside-definition");
    let inputs = [
        (&readings, READINGS, "\"runner.reach", &game, "switch reach"),
        (&readings, READINGS, "= \"near", &game, "    near"),
        (&page, PAGE, "game\nmine", &game, "variant mine"),
        (&page, PAGE, "runner.rea", &game, "switch reach"),
        (&page, PAGE, "reach=near", &game, "    near"),
        (&page, PAGE, "reach=far", &game, "    far*"),
        (&page, PAGE, "readings short", &readings, "[short]"),
        (&page, PAGE, "@short", &readings, "[short]"),
        (&page, PAGE, "/usual", &game, "array usual"),
    ];
    for (path, text, mark, file, line) in inputs {
        let (found, shown) = target(&client.at("textDocument/definition", path, text, mark));
        assert_eq!(found, file.display().to_string(), "{mark}");
        assert!(shown.starts_with(line) || shown.trim_start().starts_with(line.trim()), "{mark}: {shown}");
    }
    for (path, text, mark) in
        [(&page, PAGE, "# A pag"), (&readings, READINGS, "A runn"), (&page, PAGE, "a1a")]
    {
        assert!(client.at("textDocument/definition", path, text, mark).is_null(), "{mark}");
    }
    client.leave();
}

#[test]
fn names_in_readings_and_cases_are_explained() {
    let Project { mut client, readings, page, .. } = project("lsp-beside-hover");
    let mut hover = |path: &Path, text: &str, mark: &str| {
        let shown = client.at("textDocument/hover", path, text, mark);
        shown["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let switch = hover(&readings, READINGS, "\"runner.reach");
    assert!(switch.contains("How far?") && switch.contains("`far` (default): any distance"), "{switch}");
    assert!(hover(&page, PAGE, "reach=near").contains("one square"));
    let reading = hover(&page, PAGE, "@short");
    assert!(
        reading.contains("A runner goes one step") && reading.contains("`runner.reach` = `near`"),
        "{reading}"
    );
    assert!(hover(&page, PAGE, "game\nmine").contains("Mine"));
    // The answers of a switch have their sources.
    let built_in = PAGE.replace("mine", "tamerlane").replace("runner.reach", "giraffe.reach");
    client.change(&page, 2, json!([{ "text": built_in }]));
    let shown = client.at("textDocument/hover", &page, &built_in, "giraffe.rea");
    let shown = shown["contents"]["value"].as_str().unwrap_or_default();
    assert!(shown.contains("at least three squares [") && shown.contains("(default)"), "{shown}");
    client.leave();
}

#[test]
fn what_readings_and_cases_can_name_is_offered() {
    let Project { mut client, readings, page, .. } = project("lsp-beside-complete");
    let mut version = 1;
    let mut labels = |path: &Path, text: &str, mark: &str| -> Vec<String> {
        version += 1;
        client.change(path, version, json!([{ "text": text }]));
        let end = text.find(mark).expect("the mark") + mark.len();
        let params = json!({ "textDocument": { "uri": uri(path) }, "position": position(text, end) });
        let items = client.ask("textDocument/completion", params);
        items.as_array().expect("items").iter().map(|one| one["label"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(labels(&readings, "[a]\nset = { ru", "{ ru"), ["runner.reach"]);
    assert_eq!(labels(&readings, "[a]\nset = { \"runner.reach\" = \"", "= \""), ["far", "near"]);
    assert_eq!(labels(&readings, "[a]\nset = { runner.reach = f", "= f"), ["far", "near"]);
    assert_eq!(labels(&readings, "[a]\nti", "ti"), ["title", "about", "set", "runner.reach"]);
    labels(&readings, READINGS, "[short]");
    let games = labels(&page, "```game\nta", "\nta");
    assert!(games.iter().any(|game| game == "tamerlane"), "{games:?}");
    assert_eq!(labels(&page, "```game\nmine\nru\n```\n", "\nru"), ["runner.reach", "readings"]);
    assert_eq!(labels(&page, "```game\nmine\nrunner.reach=\n```\n", "reach="), ["far", "near"]);
    assert_eq!(labels(&page, "```game\nmine/\n```\n", "mine/"), ["usual"]);
    assert_eq!(labels(&page, "```game\nmine@\n```\n", "mine@"), ["short"]);
    assert_eq!(labels(&page, "```game\nmine\n```\n\n```moves under @", "under @"), ["short"]);
    assert_eq!(labels(&page, "```game\nmine\n```\n\n```moves under r", "under r"), ["runner.reach"]);
    assert!(labels(&page, "# x\n\n```mo", "```mo").contains(&"moves".to_owned()));
    assert!(labels(&page, "# x\n\nPlain words", "Plain wo").is_empty());
    client.leave();
}

#[test]
fn a_name_has_the_same_places_from_every_file() {
    let Project { mut client, game, readings, page } = project("lsp-beside-references");
    client.open(&game, MINE);
    let mut places = |path: &Path, text: &str, mark: &str| {
        let mut params = at(path, text, mark);
        params["context"] = json!({ "includeDeclaration": true });
        let found = client.ask("textDocument/references", params);
        let mut found: Vec<_> = found.as_array().expect("places").iter().map(Value::to_string).collect();
        found.sort();
        found
    };
    let here = places(&game, MINE, "switch reach");
    assert_eq!(here.len(), 5, "{here:?}");
    assert_eq!(places(&readings, READINGS, "\"runner.reach"), here);
    assert_eq!(places(&page, PAGE, "runner.reach"), here);
    let shown = client.at("textDocument/documentHighlight", &page, PAGE, "runner.reach");
    assert_eq!(shown.as_array().map(Vec::len), Some(2), "{shown}");
    client.leave();
}

#[test]
fn a_name_can_be_renamed_from_every_file() {
    let Project { mut client, game, readings, page } = project("lsp-beside-rename");
    client.open(&game, MINE);
    let mut renamed = |path: &Path, text: &str, mark: &str, new: &str| {
        let mut params = at(path, text, mark);
        params["newName"] = json!(new);
        let edits = client.ask("textDocument/rename", params);
        let of = |path: &Path| edits["changes"].get(uri(path)).cloned().unwrap_or(json!([]));
        [(&game, MINE), (&readings, READINGS), (&page, PAGE)].map(|(path, text)| applied(text, &of(path)))
    };
    let [rules, set, cases] = renamed(&page, PAGE, "runner.reach", "range");
    assert_eq!(rules, MINE.replace("reach", "range"));
    assert_eq!(set, READINGS.replace("reach", "range"));
    assert_eq!(cases, PAGE.replace("reach", "range"));
    let [rules, set, cases] = renamed(&page, PAGE, "@short", "brief");
    assert_eq!(rules, MINE);
    assert_eq!(set, READINGS.replace("short", "brief"));
    assert_eq!(cases, PAGE.replace("short", "brief"));
    assert_eq!(renamed(&readings, READINGS, "[short", "brief"), [rules, set, cases]);
    client.leave();
}

/// A game with names of every kind that a rename follows into other files.
const BASE: &str = "variant base \"Base\"
board { grid 5 x 5; black is white mirrored }
switch royal.loss \"Is the game lost with the chief?\" {
  yes* \"yes; invented\"
  no \"no; invented\"
}
right jump once
piece chief C `K` royal
piece runner R `R` {
  arriving at rank 5: becomes tired
  stage tired { moves `W` }
}
family pawn-of X for [chief, runner] { token P{x}; moves `fW` }
action jump { exchange chief with own runner; uses jump }
under royal.loss yes { ending { royal-lost: loss when no own chief } }
ending { checkmate: loss; stalemate: draw }
array usual {
  2 | . . Pc . Pr
  1 | R . C . R
}
array other from usual {
  2 | . . Pr . Pc
}
";
const CHILD: &str =
    "variant child \"Child\" extends base\nremove array usual, other\narray mine {\n  1 | R . C . .\n}\n";
const TUNED: &str = "[worth]\nchief = [1, 1]\nrunner = [500, 500]\n\"runner.tired\" = [100, 100]\npawn-of-chief = [90, 90]\npawn-of-runner = [90, 90]\n";
const DRAWN: &str = "# Base\n\n```game\nbase\n```\n\n## Drawn\n\n```position\n5 | . . . . c\n3 | R.tired . . . .\n1 | C . . . .\nwhite to move\njump=w\n```\n\n```moves a3\na3a2 a3a4 a3b3\n```\n";

/// A rename that leaves a problem behind is refused, so each of these must find every file that holds the name.
#[test]
fn every_kind_of_name_can_be_renamed() {
    let folder = folder("lsp-rename-kinds");
    std::fs::create_dir(folder.join("cases")).expect("a folder");
    let game = written(&folder, "base.ferz", BASE);
    let child = written(&folder, "child.ferz", CHILD);
    let tuned = written(&folder, "base.eval.toml", TUNED);
    let page = written(&folder, "cases/base.md", DRAWN);
    let mut client = Client::new();
    assert_eq!(shown(&client.open(&game, BASE)), []);
    let inputs = [
        ("piece runner", "racer", [0, 3, 0]),
        ("family pawn-of", "infantry-of", [0, 2, 0]),
        ("stage tired", "slow", [0, 1, 1]),
        ("right jump", "leap", [0, 0, 1]),
        ("array other", "second", [1, 0, 0]),
        ("switch royal", "ruler", [0, 0, 0]),
    ];
    for (mark, new, [in_child, in_tuned, in_page]) in inputs {
        let mut params = at(&game, BASE, mark);
        params["newName"] = json!(new);
        let answer = client.request("textDocument/rename", params);
        assert!(answer.get("error").is_none(), "{mark}: {answer}");
        let of = |path: &Path, text: &str| {
            let edits = answer["result"]["changes"].get(uri(path)).cloned().unwrap_or(json!([]));
            applied(text, &edits).matches(new).count()
        };
        assert!(of(&game, BASE) > 0, "{mark}: {answer}");
        let found = [of(&child, CHILD), of(&tuned, TUNED), of(&page, DRAWN)];
        assert_eq!(found, [in_child, in_tuned, in_page], "{mark}: {answer}");
    }
    client.leave();
}

#[test]
fn readings_and_pages_have_symbols_and_a_layout() {
    let Project { mut client, readings, page, .. } = project("lsp-beside-layout");
    let mut names = |path: &Path| -> Vec<String> {
        let found =
            client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri(path) } }));
        found
            .as_array()
            .expect("symbols")
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&readings), ["short"]);
    assert_eq!(names(&page), ["A page", "The runner"]);
    let untidy = "# A page  \n\nA line  \nof prose.\n\n```position\n8 | . Kx .\n10 |  k . .  \n   a b c\nwhite to move \n```\n\n\n";
    client.change(&page, 2, json!([{ "text": untidy }]));
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri(&page) }, "options": options });
    let edits = client.ask("textDocument/formatting", params);
    assert_eq!(
        applied(untidy, &edits),
        "# A page\n\nA line  \nof prose.\n\n```position\n8  | . Kx .\n10 | k .  .\n     a b  c\nwhite to move\n```\n"
    );
    client.leave();
}

#[test]
fn a_layout_changes_blanks_only_and_stays() {
    let mut client = Client::new();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for (path, text) in shipped_beside() {
        client.open(&path, &text);
        let options = json!({ "tabSize": 2, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": uri(&path) }, "options": options });
        let once = applied(&text, &client.ask("textDocument/formatting", params.clone()));
        assert_eq!(words(&once), words(&text), "{}", path.display());
        client.change(&path, 2, json!([{ "text": once }]));
        let edits = client.ask("textDocument/formatting", params);
        assert_eq!(edits, json!([]), "{}", path.display());
    }
    client.leave();
}

/// Returns some shipped pages of cases and all readings.
fn shipped_beside() -> Vec<(PathBuf, String)> {
    let variants = root().join("variants");
    let files = ["md", "toml"].map(|ending| super::super::architecture::walk(&variants, ending)).concat();
    let is_beside = |path: &PathBuf| {
        path.ends_with("readings.toml") || path.parent().is_some_and(|folder| folder.ends_with("cases"))
    };
    let files = files.into_iter().filter(is_beside);
    files.map(|path| (path.clone(), std::fs::read_to_string(&path).expect("a file"))).step_by(3).collect()
}

#[test]
fn names_of_built_in_games_lead_to_copies_that_cannot_be_edited() {
    let folder = folder("lsp-built-in");
    let text = "variant child \"Child\" extends tamerlane\nunder giraffe.reach 2 {}\nchange piece camel { note \"x\" }\nimmune camel to capture when own camel in citadel\n";
    let path = folder.join("child.ferz");
    let mut client = Client::new();
    client.open(&path, text);
    for (mark, line) in [
        ("extends tamerlane", "variant tamerlane"),
        ("giraffe.reach", "switch reach"),
        ("piece camel", "piece camel"),
        ("in citadel", "citadel"),
    ] {
        let (file, shown) = target(&client.at("textDocument/definition", &path, text, mark));
        assert!(Path::new(&file).starts_with(cache()) && file.ends_with("tamerlane.ferz"), "{mark}: {file}");
        assert!(shown.contains(line), "{mark}: {shown}");
        let copy = std::fs::read_to_string(&file).expect("a copy");
        assert_eq!(copy, std::fs::read_to_string(shipped("tamerlane")).expect("a game"));
        assert!(std::fs::metadata(&file).expect("a copy").permissions().readonly(), "{file}");
        let opened = client.open(Path::new(&file), &copy);
        assert!(shown_errors(&opened).is_empty(), "{opened}");
        let mut params = at(Path::new(&file), &copy, "piece camel");
        params["newName"] = json!("dromedary");
        let refused = client.request("textDocument/rename", params);
        assert!(
            refused["error"]["message"].as_str().is_some_and(|why| why.contains("built-in")),
            "{refused}"
        );
    }
    client.leave();
}

fn shown_errors(problems: &Value) -> Vec<&Value> {
    problems.as_array().expect("problems").iter().filter(|one| one["severity"] == 1).collect()
}
