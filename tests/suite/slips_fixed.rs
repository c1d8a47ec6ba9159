//! Tests of the fixes of slips that look like others: what is certain, what each fix is called, and where it is offered.

use super::help::{code, err, ferz_in, folder, out};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A game without problems, with a switch for readings.
const GAME: &str = r#"variant x "X"
source book as S { title "A book"; place S1 "page 1" }
board [S] {
  grid 3 x 3
  black is white turned
}

piece king K `K` royal [S1]
piece rook R [S] {
  moves `R` on zone
  moves `fW`
}
region zone = rank 3 [S]

ending {
  checkmate: loss [S]
  switch end "What is a stalemate?" {
    draw* "a draw" [S] { stalemate: draw }
    loss "a loss" [S] { stalemate: loss }
  }
}
array a [S] {
  1 | K . R
}
"#;

/// Returns the problems of the files in a folder.
fn problems(folder: &Path, files: &[&str]) -> Vec<Value> {
    let output = ferz_in(folder, &[&["check", "--json"], files].concat());
    let all: Value = serde_json::from_str(&out(&output)).unwrap_or_else(|_| panic!("{}", err(&output)));
    all.as_array().expect("a list").clone()
}

/// Returns the text of a file after all certain fixes.
fn fixed(folder: &Path, file: &str) -> String {
    ferz_in(folder, &["check", file, "--fix"]);
    fs::read_to_string(folder.join(file)).expect("a file")
}

/// Returns a folder with the game after a slip.
fn slipped(name: &str, old: &str, new: &str) -> std::path::PathBuf {
    let folder = folder(name);
    assert!(GAME.contains(old), "{old}");
    fs::write(folder.join("x.ferz"), GAME.replace(old, new)).expect("written");
    folder
}

fn titles(problem: &Value) -> Vec<String> {
    let fixes = problem["fixes"].as_array().into_iter().flatten();
    fixes.map(|fix| fix["title"].as_str().expect("a title").to_owned()).collect()
}

/// An unknown first word can be the name or a word too many, unless the name is missing otherwise.
#[test]
fn a_keyword_after_a_name_is_certain_only_if_no_name_follows() {
    for (at, (old, new, is_certain)) in [
        ("region zone =", "zone region =", true),
        ("piece king K", "king piece K", false),
        ("piece king K", "replace piece king K", false),
        ("piece king K", "new piece king K", false),
        ("array a [S] {", "mirrored array a [S] {", false),
        ("region zone =", "the region zone =", false),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = slipped(&format!("fixed-keyword-{at}"), old, new);
        let fixed = fixed(&folder, "x.ferz");
        let wanted = if is_certain { GAME.to_owned() } else { GAME.replace(old, new) };
        assert_eq!(fixed, wanted, "{new}");
    }
}

#[test]
fn a_colon_in_a_word_is_no_range() {
    let folder = slipped("fixed-colon", "array a [S] {", "array s:tart [S] {");
    let found = problems(&folder, &["x.ferz"]);
    assert!(!found.is_empty() && found.iter().all(|one| !one.to_string().contains("..")), "{found:#?}");
    let text = fixed(&folder, "x.ferz");
    assert!(text.contains("array s:tart [S] {"), "{text}");
    let folder = slipped("fixed-range", "zone = rank 3", "zone = rank 2:3");
    assert!(fixed(&folder, "x.ferz").contains("rank 2..3"));
}

/// Returns a text with a conflict in one of its lines.
fn torn(text: &str, line: &str, other: &str) -> String {
    assert!(text.contains(line), "{line}");
    text.replace(line, &format!("<<<<<<< HEAD\n{line}\n=======\n{other}\n>>>>>>> the-branch"))
}

#[test]
fn a_conflict_is_named_in_every_file_and_its_versions_are_told_apart() {
    let folder = folder("fixed-conflicts");
    fs::create_dir(folder.join("cases")).expect("a folder");
    let readings = "[mine]\ntitle = \"Mine\"\nabout = \"\"\"\nOne\n\"\"\"\nset = { \"end\" = \"loss\" }\n";
    let page = "# X: cases\n\n```game\nx\n```\n\n## One\n\n```moves a1\na1b1\n```\n";
    let files = [("x.ferz", GAME), ("readings.toml", readings), ("cases/x.md", page)];
    for (torn_file, line, other) in [
        ("x.ferz", "  checkmate: loss [S]", "  checkmate: draw [S]"),
        ("readings.toml", "title = \"Mine\"", "title = \"Yours\""),
        ("readings.toml", "One", "Two"),
        ("readings.toml", "[mine]", "[yours]"),
        ("cases/x.md", "a1b1", "a1b2"),
    ] {
        for (file, text) in files {
            let text = if file == torn_file { torn(text, line, other) } else { text.to_owned() };
            fs::write(folder.join(file), text).expect("written");
        }
        let found = problems(&folder, &["."]);
        assert_eq!(found.len(), 1, "{torn_file}: {found:#?}");
        assert_eq!(found[0]["code"], "merge-conflict", "{torn_file}");
        assert!(found[0]["file"].as_str().is_some_and(|file| file.ends_with(torn_file)), "{found:#?}");
        let wanted = ["Keep the first version: HEAD", "Keep the second version: the-branch"];
        assert_eq!(titles(&found[0]), wanted, "{torn_file}");
    }
}

/// The list of places goes on after a comma, so the repeated keyword has no other meaning.
#[test]
fn a_repeated_place_after_a_comma_is_deleted() {
    for (at, between) in [", ", ",\n  "].into_iter().enumerate() {
        let list = format!("place S1 \"page 1\"{between}S2 \"page 2\"");
        let slip = format!("place S1 \"page 1\"{between}place S2 \"page 2\"");
        let folder = slipped(&format!("fixed-place-{at}"), "place S1 \"page 1\"", &slip);
        assert_eq!(problems(&folder, &["x.ferz"]).len(), 1);
        assert_eq!(fixed(&folder, "x.ferz"), GAME.replace("place S1 \"page 1\"", &list));
    }
}

#[test]
fn the_origin_of_another_game_cannot_be_amended() {
    let folder = folder("fixed-origin");
    let head = "variant x \"X\" extends shatranj\n";
    let own = "origin \"Persia\" year 1300 from shatranj\n";
    for (slip, wanted) in [
        (format!("change {own}"), own),
        ("remove origin\n".to_owned(), ""),
        ("change origin\n".to_owned(), ""),
    ] {
        fs::write(folder.join("x.ferz"), format!("{head}{slip}")).expect("written");
        let found = problems(&folder, &["x.ferz"]);
        let found: Vec<&Value> = found.iter().filter(|one| one["code"] == "nothing-to-amend").collect();
        assert_eq!(found.len(), 1, "{slip}");
        assert!(
            found[0]["message"].as_str().is_some_and(|text| text.contains("inherits no origin")),
            "{slip}"
        );
        assert_eq!(fixed(&folder, "x.ferz"), format!("{head}{wanted}"), "{slip}");
    }
}

#[test]
fn origins_in_a_circle_are_reported_where_they_are_written() {
    let folder = folder("fixed-circle");
    let game = |name: &str, from: &str| {
        let text = format!("variant {name} \"{name}\" extends chess\norigin \"Persia\" from {from}\n");
        fs::write(folder.join(format!("{name}.ferz")), &text).expect("written");
        text
    };
    for (files, is_circle) in [
        (&[("one", "one")][..], true),
        (&[("one", "other"), ("other", "one")], true),
        (&[("one", "other"), ("other", "third"), ("third", "one")], true),
        (&[("one", "other"), ("other", "third"), ("third", "shatranj")], false),
    ] {
        let texts: Vec<String> = files.iter().map(|(name, from)| game(name, from)).collect();
        let found = problems(&folder, &["one.ferz"]);
        let found: Vec<&Value> = found.iter().filter(|one| one["code"] == "inheritance-cycle").collect();
        assert_eq!(found.len(), usize::from(is_circle), "{files:?}");
        let place = texts[0].rfind(files[0].1).map(|at| at as u64);
        assert!(found.iter().all(|one| one["labels"][0]["start"].as_u64() == place), "{found:#?}");
    }
}

#[test]
fn a_snapshot_is_tested_with_its_game() {
    let folder = folder("fixed-snapshot");
    fs::write(folder.join("x.ferz"), GAME).expect("written");
    assert_eq!(code(&ferz_in(&folder, &["snapshot", "x.ferz"])), Some(0));
    let output = ferz_in(&folder, &["test", "x.snapshot"]);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert!(out(&output).contains("1 snapshot: 1 passed"), "{}", out(&output));
    fs::remove_file(folder.join("x.ferz")).expect("removed");
    let output = ferz_in(&folder, &["test", "x.snapshot"]);
    assert_eq!(code(&output), Some(2));
    assert!(err(&output).contains("there is no file x.ferz"), "{}", err(&output));
}

#[test]
fn quotation_marks_of_a_word_processor_in_readings_are_replaced() {
    let readings =
        "# The “true” rules\n[mine]\ntitle = \"Timur’s “own” game\"\nset = { \"end\" = \"loss\" }\n";
    let slips = [
        readings.replace("\"Timur’s “own” game\"", "“Timur’s game”"),
        readings.replace("\"Timur’s “own” game\"", "„Timur’s game“"),
        readings.replace("\"loss\"", "«loss»"),
        readings.replace("{ \"end\" = \"loss\" }", "{ “end” = ‘loss’ }"),
    ];
    for (at, slip) in slips.iter().enumerate() {
        let folder = folder(&format!("fixed-curly-{at}"));
        fs::write(folder.join("x.ferz"), GAME).expect("written");
        fs::write(folder.join("readings.toml"), slip).expect("written");
        let found = problems(&folder, &["."]);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(
            found[0]["message"].as_str().is_some_and(|text| text.contains("quotation marks")),
            "{found:#?}"
        );
        let fixed = fixed(&folder, "readings.toml");
        let wanted = readings.replace("\"Timur’s “own” game\"", "\"Timur’s game\"");
        assert_eq!(fixed, if at < 2 { wanted } else { readings.to_owned() });
    }
}

/// The parent has none of these problems, so each is reported where its heir was typed.
#[test]
fn a_slip_in_an_heir_is_reported_in_the_heir() {
    let folder = folder("fixed-heir");
    let parent =
        fs::read_to_string(super::help::root().join("variants/shatranj/shatranj.ferz")).expect("a file");
    fs::write(folder.join("p.ferz"), parent.replacen("variant shatranj", "variant p", 1)).expect("written");
    assert!(problems(&folder, &["p.ferz"]).is_empty());
    for (line, code) in [
        ("change piece ferz R `F`", "duplicate-token"),
        ("change piece rukh P", "duplicate-token"),
        ("change piece shah { remove royal }", "no-royal-piece"),
        ("change royalty { check binds never }", "never-ends"),
        ("change board { hole e1 }", "piece-on-hole"),
        ("change board { hole a8 }", "uneven-array"),
        ("remove region far-rank", "unknown-word"),
    ] {
        let head = "variant heir \"Heir\" extends p\n";
        fs::write(folder.join("heir.ferz"), format!("{head}{line}\n")).expect("written");
        let found = problems(&folder, &["heir.ferz"]);
        let found: Vec<&Value> = found.iter().filter(|one| one["code"] == code).collect();
        assert!(!found.is_empty(), "{line}");
        for problem in found {
            let place = &problem["labels"][0];
            assert!(problem["file"].as_str().is_some_and(|file| file.ends_with("heir.ferz")), "{problem:#}");
            assert!(place["start"].as_u64().is_some_and(|start| start >= head.len() as u64), "{problem:#}");
        }
    }
    // What the parent has in itself is reported there, once.
    let text = fs::read_to_string(folder.join("p.ferz")).expect("a file");
    fs::write(folder.join("p.ferz"), text.replace("check binds always ", "check binds never "))
        .expect("written");
    fs::write(folder.join("heir.ferz"), "variant heir \"Heir\" extends p\n").expect("written");
    let found = problems(&folder, &["."]);
    let own: Vec<&Value> = found.iter().filter(|one| one["code"] == "never-ends").collect();
    assert_eq!(own.len(), 1, "{own:#?}");
    assert!(own[0]["file"].as_str().is_some_and(|file| file.ends_with("p.ferz")), "{own:#?}");
}

/// A line with an error that an heir amends has one message, in the file with the line.
#[test]
fn an_error_in_an_amended_line_of_a_parent_is_one_message() {
    let folder = folder("fixed-parent");
    fs::write(folder.join("x.ferz"), GAME.replace("checkmate: loss", "checkmate -> loss")).expect("written");
    for heir in ["one", "other"] {
        let text =
            format!("variant {heir} \"Heir\" extends x\nchange ending {{\n  change checkmate [S]\n}}\n");
        fs::write(folder.join(format!("{heir}.ferz")), text).expect("written");
    }
    let found = problems(&folder, &["."]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0]["file"].as_str().is_some_and(|file| file.ends_with("x.ferz")), "{found:#?}");
}

/// Only several zero bytes at the beginning are those of UTF-16. The command and the editor then find the same problem.
#[test]
fn one_zero_byte_at_the_beginning_is_a_hidden_character() {
    let folder = folder("fixed-zero");
    for (text, code) in [
        (GAME.replacen("va", "v\0a", 1), "hidden-character"),
        (GAME.replacen("var", "v\0a\0r\0", 1), "not-utf8"),
        (GAME.replacen("va", "\0v\0a", 1), "not-utf8"),
    ] {
        fs::write(folder.join("x.ferz"), text).expect("written");
        let found = problems(&folder, &["x.ferz"]);
        assert!(found.iter().any(|one| one["code"] == code), "{found:#?}");
    }
}
