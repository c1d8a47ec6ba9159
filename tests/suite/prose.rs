//! Tests the English of the project: the width of its pages, and words with better replacements. `tools/prose` checks
//! spelling and grammar.

use super::architecture::FOLDERS;
use super::help::root;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum length of a line in a Markdown page, in characters.
const WIDTH: usize = 120;

/// Folders with files of other projects or with generated files.
const FOREIGN: [&str; 6] = ["target", "node_modules", ".git", ".venv", "dist", "corpus"];

/// Returns the files with an extension below a folder.
fn walk(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !FOREIGN.contains(&name.as_ref()) {
            files.extend(walk(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Returns the Markdown pages of the project.
fn pages() -> Vec<(String, String)> {
    walk(root(), "md").iter().map(|path| read(path)).collect()
}

/// Returns the path of a file relative to the root, and its text.
fn read(path: &Path) -> (String, String) {
    let name = path.strip_prefix(root()).expect("below the root").display().to_string();
    (name, fs::read_to_string(path).expect("it is text"))
}

/// Returns the lines of a page outside its code blocks, with their numbers.
fn prose(page: &str) -> Vec<(usize, &str)> {
    let mut fence: Option<&str> = None;
    let mut lines = Vec::new();
    for (number, line) in page.lines().enumerate() {
        let text = line.trim_start();
        let ticks = &text[..text.len() - text.trim_start_matches('`').len()];
        match fence {
            Some(open) if text.trim_end() == open => fence = None,
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => lines.push((number + 1, line)),
            Some(_) => {}
        }
    }
    lines
}

/// Returns a line without text in backticks and without the targets of links.
fn without_code(line: &str) -> String {
    let outside: Vec<&str> = line.split('`').step_by(2).collect();
    outside.join("`").split("](").map(|part| part.split_once(')').map_or(part, |(_, rest)| rest)).collect()
}

#[test]
fn no_line_of_a_page_is_too_long() {
    let mut broken = Vec::new();
    for (name, page) in pages() {
        for (number, line) in prose(&page) {
            let can_break = !line.trim_start().starts_with('|') && line.trim().contains(' ');
            if can_break && line.chars().count() > WIDTH {
                broken.push(format!("{name}:{number}"));
            }
        }
    }
    assert!(broken.is_empty(), "run tools/reflow.py on these pages:\n{}", broken.join("\n"));
}

/// Returns the words of a text in lower case, each between two spaces.
fn words(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let words: Vec<&str> = text.split(|c| !is_part(c)).filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" ").to_lowercase())
}

#[test]
fn discouraged_words_are_not_used() {
    let (_, text) = read(&root().join("tools/prose/terms.toml"));
    let terms: toml::Table = text.parse().expect("TOML");
    let list = |name: &str| -> Vec<(String, String)> {
        let table = terms[name].as_table().expect("a table");
        table.iter().map(|(word, new)| (word.clone(), new.as_str().expect("a text").to_owned())).collect()
    };
    let mut lines: Vec<(String, bool, String)> = Vec::new();
    for (name, page) in pages().into_iter().filter(|(name, _)| !name.starts_with("docs/decisions")) {
        let found = prose(&page).into_iter();
        lines.extend(found.map(|(number, line)| (format!("{name}:{number}"), true, without_code(line))));
    }
    let games = [("variants", "ferz", true), ("variants", "toml", true)];
    for (folder, ending, is_page) in games.into_iter().chain(FOLDERS.map(|folder| (folder, "rs", false))) {
        for (name, text) in walk(&root().join(folder), ending).iter().map(|path| read(path)) {
            // This file maps words that a user may type by mistake to the right ones.
            if name.ends_with("messages/diagnostic/synonyms.rs") {
                continue;
            }
            let at = |number: usize| format!("{name}:{}", number + 1);
            lines.extend(
                text.lines().enumerate().map(|(number, line)| (at(number), is_page, without_code(line))),
            );
        }
    }
    let (everywhere, in_pages) = (list("everywhere"), list("pages"));
    let mut broken = Vec::new();
    for (at, is_page, line) in lines {
        let line = words(&line);
        let terms = everywhere.iter().chain(in_pages.iter().filter(|_| is_page));
        for (word, new) in terms.filter(|(word, _)| line.contains(&format!(" {word} "))) {
            broken.push(format!("{at}: `{word}`; write: {new}"));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
