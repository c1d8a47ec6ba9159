//! The book: every command shown is run, every file shown is written, and what is shown is what is printed. With
//! `FERZ_BLESS=1` in the environment the pages are brought up to date.

use ferz::lang::catalog::{Catalog, GameRef, NoFiles};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn blessed() -> bool {
    std::env::var("FERZ_BLESS").is_ok()
}

/// Splits a command as a shell does, as far as the book needs it.
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

fn run(folder: &Path, line: &str) -> Vec<String> {
    let words = words(line);
    assert_eq!(words.first().map(String::as_str), Some("ferz"), "{line}");
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(words.iter().skip(1))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env_remove("CI")
        .output()
        .expect("ferz runs");
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Runs a page in a folder of its own; returns it as it should be.
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
fn the_chapters_are_what_happens() {
    for chapter in ["tutorial", "cases", "language"] {
        let path = root().join("docs/book").join(chapter).with_extension("md");
        let page = std::fs::read_to_string(&path).expect("the chapter");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{chapter}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let now = played(&page, &folder);
        if blessed() {
            std::fs::write(&path, now).expect("written");
        } else {
            assert_eq!(page, now, "run with FERZ_BLESS=1 and look at what changed");
        }
    }
}

/// The page of every switch of a game, by file name.
fn switch_pages(name: &str) -> BTreeMap<String, String> {
    let loaded = Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).expect("a shipped game");
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["matrix", name, "--json"])
        .current_dir(root())
        .output()
        .expect("ferz runs");
    let forks: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let untold: Vec<&Value> =
        forks.iter().filter(|fork| fork["cases"].as_array().is_none_or(Vec::is_empty)).collect();
    assert!(untold.is_empty(), "no case tells these apart: {untold:?}");
    let variant = &loaded.variant;
    let mut pages = BTreeMap::new();
    let mut index =
        format!("# The switches of {}\n\nWritten from the game's file; not to be edited.\n\n", variant.title);
    for switch in &variant.switches {
        let mut page = format!("# {}\n\n{}\n\n", switch.name, switch.question);
        index += &format!("- [{}]({}.md): {}\n", switch.name, switch.name, switch.question);
        for value in &switch.values {
            let default = if value.default { " (in force unless another is chosen)" } else { "" };
            page +=
                &format!("## {}{default}\n\n{}.\n\n", value.name, ferz::words::prose::capital(&value.text));
            let cited =
                value.cites.iter().filter_map(|id| variant.sources.iter().find(|source| source.id == *id));
            for source in cited {
                page += &format!("- `{}`: {}\n", source.id, source.text);
            }
            let by: Vec<&str> = loaded
                .game
                .readings
                .iter()
                .filter(|reading| {
                    reading.set.iter().any(|(s, _, v, _)| *s == switch.name && *v == value.name)
                })
                .map(|reading| reading.name.as_str())
                .collect();
            if !by.is_empty() {
                page += &format!("- chosen by the readings: {}\n", by.join(", "));
            }
            if !value.cites.is_empty() || !by.is_empty() {
                page.push('\n');
            }
        }
        page += "## Shown by\n\n";
        for fork in forks.iter().filter(|fork| fork["switch"] == switch.name.as_str()) {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let cases: Vec<String> = fork["cases"]
                .as_array()
                .into_iter()
                .flatten()
                .take(3)
                .map(|case| format!("[{}](../../../{})", text(&case["name"]), text(&case["file"])))
                .collect();
            page += &format!(
                "- {} or {}: {}\n",
                text(&fork["values"][0]),
                text(&fork["values"][1]),
                cases.join("; ")
            );
        }
        pages.insert(format!("{}.md", switch.name), page);
    }
    pages.insert("README.md".to_owned(), index);
    pages
}

#[test]
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
            assert_eq!(&known, page, "{name}: run with FERZ_BLESS=1 and look at what changed");
        }
    }
    let files = std::fs::read_dir(&folder).into_iter().flatten().count();
    assert_eq!(files, pages.len(), "a page of no switch");
}
