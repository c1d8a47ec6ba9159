//! Tests that every name in a file leads to a declaration.

use super::renames::tutorial;
use super::*;
use ferz_lang::outline::{NameKind, Outline};
use ferz_syntax::form::Form;
use ferz_syntax::vocabulary;
use std::collections::BTreeSet;
use std::fs;

/// Words of the language that no table has alone, and the name of a program.
const WORDS: [&str; 7] = ["x", "white", "draw", "loss", "win", "left", "fairy-stockfish"];

/// Returns true for a word of the language, a square, a file of squares, or a token, which can stand in the place of a name.
fn is_word(word: &str) -> bool {
    let (file, rank) = word.split_at(word.len().min(1));
    let is_square =
        file.starts_with(|c: char| c.is_ascii_lowercase()) && (rank.is_empty() || rank.parse::<u8>().is_ok());
    let is_token = word.len() < 3
        || (word.len() < 4 || word.contains('{'))
            && word.starts_with(|c: char| c.is_ascii_uppercase() || c == '+');
    let number = word.starts_with(|c: char| c.is_ascii_digit());
    let is_known = vocabulary::all_inner().contains(&word)
        || vocabulary::find(word).is_some()
        || Form::all_words().contains(&word)
        || WORDS.contains(&word);
    number || is_square || is_token || is_known
}

/// Returns the names of a rule file, each once: the offset of its end, and the name.
fn names(text: &str) -> Vec<(usize, String)> {
    let outline = Outline::of(text);
    let mut seen = BTreeSet::new();
    let is_asked = |one: &&ferz_lang::outline::Occurrence| match one.name.kind {
        NameKind::Other => !is_word(&one.name.full),
        // The head of a file names the file itself.
        NameKind::Game => !one.declares,
        NameKind::Source | NameKind::Key | NameKind::Switch | NameKind::Value => true,
        NameKind::Array | NameKind::Reading => true,
    };
    // The first part of a name such as `piece.switch` needs no declaration of its own.
    let is_part = |one: &&ferz_lang::outline::Occurrence| text[one.span.range().end..].starts_with('.');
    let asked = outline.occurrences.iter().filter(is_asked).filter(|one| !is_part(one));
    let mut all = Vec::new();
    for one in asked {
        if seen.insert(format!("{:?}", one.name)) {
            all.push((one.span.range().end, one.name.full.clone()));
        }
    }
    all
}

/// Returns the choices in readings and pages of cases: the offset of the end of each switch and value, and its text.
fn choices(path: &Path, text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let is_page = path.extension().is_some_and(|ending| ending == "md");
    let (mut start, mut is_game) = (0, false);
    for line in text.split_inclusive('\n') {
        let from = match line.find(" under ") {
            Some(at) if is_page && line.starts_with("```") => Some(at + " under ".len()),
            _ if is_page => (is_game && !line.starts_with("```")).then_some(0),
            _ => line.contains('=').then_some(0).filter(|_| !line.starts_with(['#', '[', 't', 'a'])),
        };
        is_game = if line.starts_with("```") { line.trim_end() == "```game" } else { is_game };
        if let Some(from) = from {
            // A sign of equality stands between a switch and its value.
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
            for (at, _) in line[from..].match_indices('=') {
                let before = line[..from + at].trim_end_matches(['"', ' ']);
                let switch = &before[before.trim_end_matches(is_part).len()..];
                let rest = &line[from + at + 1..];
                let skipped = rest.len() - rest.trim_start_matches(['"', ' ']).len();
                let value: String = rest[skipped..].chars().take_while(|c| is_part(*c)).collect();
                if switch.is_empty() || switch == "set" || value.is_empty() {
                    continue;
                }
                all.push((start + before.len(), switch.to_owned()));
                all.push((start + from + at + 1 + skipped + value.len(), value));
            }
        }
        start += line.len();
    }
    all
}

/// Asks about the names of some files, and returns their number and those without an answer.
fn ask_all(files: &[PathBuf]) -> (usize, Vec<String>) {
    let mut client = Client::new();
    let (mut asked, mut lost) = (0, Vec::new());
    for path in files {
        let text = fs::read_to_string(path).expect("a file");
        let is_rules = path.extension().is_some_and(|ending| ending == "ferz");
        let all = if is_rules { names(&text) } else { choices(path, &text) };
        let shown = path.display().to_string();
        let document = json!({ "uri": uri(path) });
        let item = json!({ "uri": uri(path), "languageId": "ferz", "version": 1, "text": text });
        client.tell("textDocument/didOpen", json!({ "textDocument": item }));
        for (at, name) in all {
            asked += 1;
            let params = json!({ "textDocument": document, "position": position(&text, at) });
            if client.ask("textDocument/definition", params)["uri"].is_null() {
                lost.push(format!("{shown}: {} {name}", position(&text, at)));
            }
        }
        client.tell("textDocument/didClose", json!({ "textDocument": document }));
    }
    client.leave();
    (asked, lost)
}

/// Returns the shipped rule files, readings, and pages of cases.
fn shipped_files() -> Vec<PathBuf> {
    let variants = root().join("variants");
    let all =
        ["ferz", "toml", "md"].map(|ending| super::super::architecture::walk(&variants, ending)).concat();
    let is_ours = |path: &PathBuf| {
        let is_page = path.parent().is_some_and(|folder| folder.ends_with("cases"));
        path.extension().is_some_and(|ending| ending == "ferz") || path.ends_with("readings.toml") || is_page
    };
    all.into_iter().filter(is_ours).collect()
}

fn check((asked, lost): (usize, Vec<String>)) {
    println!("{asked} names, {} without a declaration", lost.len());
    assert!(asked > 0 && lost.is_empty(), "{lost:#?}");
}

#[test]
fn every_name_of_every_shipped_file_leads_to_its_declaration() {
    check(ask_all(&shipped_files()));
}

#[test]
fn every_name_of_the_tutorial_leads_to_its_declaration() {
    let folder = folder("lsp-definition-tutorial");
    tutorial(&folder);
    let files = ["merv.ferz", "mine.ferz", "readings.toml", "cases/merv.md", "cases/mine.md"];
    check(ask_all(&files.map(|file| folder.join(file))));
}
