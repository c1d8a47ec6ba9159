//! Tests the book: the commands on its pages are run, the files on them are written, and the output must be as shown.
//! `FERZ_BLESS=1` updates the pages.
//!
//! [`played`] processes a page. The pages about switches are generated from the rules.

use super::help::{err, ferz_in, folder, json, out, root, typed_in};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn blessed() -> bool {
    std::env::var("FERZ_BLESS").is_ok()
}

/// Splits a command into words like a shell, with the subset of its syntax that the book uses.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted) = (String::new(), false);
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Runs `ferz ...`, or `printf 'LINES' | ferz ...` for typed input.
fn run(folder: &Path, line: &str) -> Vec<String> {
    let piped = line.strip_prefix("printf '").and_then(|rest| rest.split_once("' | "));
    let (input, command) = piped.unwrap_or(("", line));
    let words = words(command);
    assert_eq!(words.first().map(String::as_str), Some("ferz"), "{line}");
    let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let output = match piped {
        Some(_) => typed_in(folder, &args, input.replace("\\n", "\n").as_bytes()),
        None => ferz_in(folder, &args),
    };
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Runs the commands of a page in a folder, and returns the page with the actual output.
fn played(page: &str, folder: &Path) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        out.push(line.to_owned());
        let ticks: String = line.chars().take_while(|c| *c == '`').collect();
        if ticks.len() < 3 {
            continue;
        }
        let info: Vec<&str> = line.trim_start_matches('`').split_whitespace().collect();
        let mut body = Vec::new();
        for line in lines.by_ref() {
            if line == ticks {
                break;
            }
            body.push(line.to_owned());
        }
        match info.as_slice() {
            ["console"] => {
                for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                    out.push(format!("$ {command}"));
                    out.extend(run(folder, command));
                }
            }
            [_, file] => {
                let path = folder.join(file);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                std::fs::write(path, body.join("\n") + "\n").expect("written");
                out.extend(body);
            }
            _ => out.extend(body),
        }
        out.push(ticks);
    }
    out.join("\n") + "\n"
}

#[test]
fn the_book_shows_the_actual_output() {
    for chapter in [
        "README",
        "playing",
        "positions",
        "json",
        "library",
        "tutorial",
        "own-reading",
        "cases",
        "language",
        "study",
        "recipes",
    ] {
        let path = root().join("docs/book").join(chapter).with_extension("md");
        let page = std::fs::read_to_string(&path).expect("the chapter");
        let folder = folder(&format!("book-{chapter}"));
        let now = played(&page, &folder);
        if blessed() {
            std::fs::write(&path, now).expect("written");
        } else {
            assert_eq!(page, now, "run with FERZ_BLESS=1 and review the changes");
        }
    }
}

#[test]
fn every_page_is_in_the_index_and_every_link_leads_somewhere() {
    let book = root().join("docs/book");
    let page = |name: &str| std::fs::read_to_string(book.join(name)).expect("a page");
    let index = page("README.md");
    for entry in std::fs::read_dir(&book).expect("the book").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_page = name.ends_with(".md") && name != "README.md";
        assert!(!is_page || index.contains(&format!("({name}")), "{name} is not in the index");
        let text = if name.ends_with(".md") { page(&name) } else { String::new() };
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
            assert!(book.join(link).exists(), "{name}: {link}");
        }
    }
}

/// `ferz test` runs the cases of the examples with all others.
#[test]
fn every_example_shows_lines_of_a_file_with_cases_and_without_problems() {
    let book = root().join("docs/book");
    let read = |name: &str| std::fs::read_to_string(book.join(name)).expect("a file");
    let checked = ferz_in(&book, &["check", "examples"]);
    assert!(out(&checked).ends_with("no problems\n"), "{}{}", err(&checked), out(&checked));
    let mut examples = BTreeSet::new();
    for example in read("examples.md").split("\n### ").skip(1) {
        let link = example.split("](examples/").nth(1).and_then(|rest| rest.split_once(".ferz)"));
        let (name, _) = link.unwrap_or_else(|| panic!("an example without a file: {example}"));
        let file = read(&format!("examples/{name}.ferz"));
        let lines: Vec<&str> = file.lines().map(str::trim).collect();
        let blocks = example.split("```ferz\n").skip(1).filter_map(|rest| rest.split("```").next());
        for line in blocks.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty()) {
            assert!(lines.contains(&line), "{name}: {line}");
        }
        assert!(book.join(format!("examples/cases/{name}.md")).exists(), "{name} has no cases");
        examples.insert(name.to_owned());
    }
    let files = std::fs::read_dir(book.join("examples")).expect("the examples").flatten();
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let games: BTreeSet<String> =
        names.filter_map(|name| name.strip_suffix(".ferz").map(str::to_owned)).collect();
    assert_eq!(examples, games, "each file is on the page");
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Wraps the lines of a generated page like `tools/reflow.py`.
fn filled(page: &str) -> String {
    let mut out = String::new();
    for line in page.split_inclusive('\n') {
        let indent = if line.starts_with("- ") { "  " } else { "" };
        let (mut width, mut quoted) = (0, false);
        for (number, word) in line.split(' ').enumerate() {
            let length = word.trim_end().chars().count();
            if number > 0 && !quoted && width + 1 + length > 120 {
                out.extend(["\n", indent]);
                width = indent.len();
            } else if number > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(word);
            width += length;
            quoted ^= word.matches('`').count() % 2 == 1;
        }
    }
    out
}

/// Returns the readings of a game with the switches that they set.
fn readings(name: &str) -> Vec<(String, toml::Table)> {
    let path = root().join("variants").join(name).join("readings.toml");
    let file: toml::Table = std::fs::read_to_string(path).expect("readings").parse().expect("TOML");
    let games = json(&["list", "--json"]);
    let game = list(&games).find(|game| game["name"] == name).expect("a shipped game");
    let names = list(&game["readings"]).map(|reading| text(&reading["name"]).to_owned());
    let set = |name: &str| file.get(name)?.get("set")?.as_table().cloned();
    names.filter_map(|name| set(&name).map(|set| (name, set))).collect()
}

/// Returns the page of every switch of a game, by file name.
fn switch_pages(name: &str) -> BTreeMap<String, String> {
    let output = ferz_in(root(), &["matrix", name, "--json"]);
    let forks: Vec<Value> = serde_json::from_str(&out(&output)).expect("JSON");
    let unshown: Vec<&Value> =
        forks.iter().filter(|fork| fork["cases"].as_array().is_none_or(Vec::is_empty)).collect();
    assert!(unshown.is_empty(), "no case distinguishes these: {unshown:?}");
    let game = json(&["show", name, "--json"]);
    let readings = readings(name);
    let mut pages = BTreeMap::new();
    let mut index = format!(
        "# The switches of {}\n\nGenerated from the game's file; do not edit.\n\n",
        text(&game["title"])
    );
    for switch in list(&game["switches"]) {
        let (id, question) = (text(&switch["name"]), text(&switch["question"]));
        let mut page = format!("# {id}\n\n{question}\n\n");
        index += &format!("- [{id}]({id}.md): {question}\n");
        for value in list(&switch["values"]) {
            let default = if value["default"] == true { " (default)" } else { "" };
            let mut says = text(&value["text"]).to_owned();
            if let Some(first) = says.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            page += &format!("## {}{default}\n\n{says}.\n\n", text(&value["name"]));
            let cites: Vec<&Value> = list(&value["cites"]).collect();
            let cited =
                cites.iter().filter_map(|id| list(&game["sources"]).find(|source| source["id"] == **id));
            for source in cited {
                page += &format!("- `{}`: {}\n", text(&source["id"]), text(&source["text"]));
            }
            let chooses = |set: &toml::Table| set.get(id).and_then(|v| v.as_str()) == value["name"].as_str();
            let by: Vec<&str> =
                readings.iter().filter(|(_, set)| chooses(set)).map(|(name, _)| name.as_str()).collect();
            if !by.is_empty() {
                page += &format!("- used by the readings: {}\n", by.join(", "));
            }
            if !cites.is_empty() || !by.is_empty() {
                page.push('\n');
            }
        }
        page += "## Cases that show the difference\n\n";
        for fork in forks.iter().filter(|fork| fork["switch"] == id) {
            let cases: Vec<String> = list(&fork["cases"])
                .take(3)
                .map(|case| format!("[{}](../../../{})", text(&case["name"]), text(&case["file"])))
                .collect();
            let (one, other) = (text(&fork["values"][0]), text(&fork["values"][1]));
            page += &format!("- {one} or {other}: {}\n", cases.join("; "));
        }
        pages.insert(format!("{id}.md"), filled(&page));
    }
    pages.insert("README.md".to_owned(), filled(&index));
    pages
}

#[test]
#[ignore = "long: run by `.ci/run` and `just pages`"]
fn every_switch_has_its_page() {
    let folder = root().join("docs/book/switches");
    let pages = switch_pages("tamerlane");
    if blessed() {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
    }
    for (name, page) in &pages {
        let path = folder.join(name);
        if blessed() {
            std::fs::write(&path, page).expect("written");
        } else {
            let known = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(&known, page, "{name}: run `just pages` and review the changes");
        }
    }
    let files = std::fs::read_dir(&folder).into_iter().flatten().count();
    assert_eq!(files, pages.len(), "a page without a switch");
}
