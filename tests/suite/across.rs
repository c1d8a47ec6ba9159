//! Tests that one mistake is one message in the check of a folder: in the file of the mistake, and not in the games that
//! extend it, in the readings, or in the cases.

use super::help::{err, ferz, folder, out};
use std::path::{Path, PathBuf};

/// Copies a folder of shipped games.
fn copied(name: &str) -> PathBuf {
    let to = folder(&format!("across-{name}"));
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("variants").join(name), &to);
    to
}

pub(super) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(from, to).expect("copied");
        }
    }
}

/// Makes a mistake in a file, and returns the problems of the folder and the line at the end.
fn with(folder: &Path, file: &str, old: &str, new: &str) -> (Vec<serde_json::Value>, String) {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains(old), "{old}");
    std::fs::write(&path, text.replacen(old, new, 1)).expect("written");
    let folder = folder.display().to_string();
    let data = ferz(&["check", "--json", &folder]);
    let problems = serde_json::from_str(&out(&data)).unwrap_or_else(|_| panic!("{}", err(&data)));
    let last = out(&ferz(&["check", &folder])).lines().last().unwrap_or_default().to_owned();
    std::fs::write(&path, text).expect("written");
    (problems, last)
}

#[test]
fn a_mistake_in_readings_or_cases_is_one_message() {
    let tamerlane = copied("tamerlane");
    for (file, old, new, code, rest) in [
        (
            "readings.toml",
            "\"giraffe.reach\" = \"2\"",
            "\"giraffe.reach\" = \"7\"",
            "unknown-value",
            "104 cases",
        ),
        ("readings.toml", "\"Wikibooks\"", "Wikibooks", "bad-toml", "cases"),
        ("readings.toml", "[wikibooks]", "[wikibook]", "unknown-reading", "cases"),
        ("readings.toml", "giraffe.reach", "girafe.reach", "unknown-switch", "no cases"),
        ("tamerlane.ferz", "region far-rank", "region far-rnk", "unknown-word", "cases"),
        ("tamerlane.ferz", "board {", "board", "unopened-block", "cases"),
        // A reading without one of its choices decides the answers of cases, and a game without its parent lacks choices.
        ("readings.toml", "citadel.effect", "citadel.efect", "unknown-switch", "cases"),
        ("full-tamerlane.ferz", "extends tamerlane", "extend tamerlane", "unknown-word", "cases"),
        ("cases/1-board.md", "```game\n", "game\n", "open-block", "no cases"),
        ("cases/1-board.md", "```moves\n", "moves\n", "open-block", "no cases"),
    ] {
        let (problems, last) = with(&tamerlane, file, old, new);
        let codes: Vec<&str> = problems.iter().filter_map(|problem| problem["code"].as_str()).collect();
        assert_eq!(codes, [code], "{new}: {problems:#?}");
        println!("{new}: {last} ({rest})");
        assert_eq!(last.contains("could not run"), rest != "no cases", "{new}: {last}");
    }
}

#[test]
fn a_mistake_in_the_head_of_a_parent_or_in_a_change_is_one_message() {
    for (name, file, old, new, code) in [
        ("drops", "loop.ferz", "extends crazyhouse", "based on crazyhouse", "leftover-words"),
        ("shatar", "shatar.ferz", "arriving at far-rank", "arriving on far-rank", "unexpected-word"),
        ("parsi", "parsi.ferz", "`[mfW-brN][mfW-blN]`   ", "`[mfW-brN][mfW-blN`   ", "betza-unbalanced"),
    ] {
        let (problems, _) = with(&copied(name), file, old, new);
        let codes: Vec<&str> = problems.iter().filter_map(|problem| problem["code"].as_str()).collect();
        assert_eq!(codes, [code], "{new}: {problems:#?}");
    }
}

#[test]
fn a_mistake_in_a_parent_is_one_message() {
    let chess = copied("chess");
    for (old, new) in [("region far-rank", "region far-rnk"), ("piece queen", "piece quen")] {
        let (problems, _) = with(&chess, "chess.ferz", old, new);
        let files: Vec<&str> = problems.iter().filter_map(|problem| problem["file"].as_str()).collect();
        assert_eq!(files, [chess.join("chess.ferz").display().to_string()], "{new}: {problems:#?}");
    }
}
