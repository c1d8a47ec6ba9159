//! Tests of `ferz check --fix`: which fixes it applies, what it writes, and what it prints.

use super::help::{code, err, ferz_in, folder, out};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A game with a certain fix and two guesses.
const SLIPS: &str = "variant x \"X\"\nboard {\n  grid 3 x 3\n  black is white turned\n}\npiece king K `K` royal\n\
                     peice rook R `R`\nending {\n  checkmate: loss\n  stalemate: draw\n  \
                     worn: draw when own [king; rook] ≤ 1\n}\narray a {\n  3 | . r k\n  1 | K R .\n}\n";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

/// A game without problems.
fn sound() -> String {
    SLIPS.replace('≤', "<=").replace("peice", "piece").replace("king; rook", "king, rook")
}

fn slips(name: &str, text: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("x.ferz"), text).expect("written");
    folder
}

#[test]
fn certain_fixes_are_applied_and_guesses_are_listed() {
    let folder = slips("fix-certain", SLIPS);
    let output = ferz_in(&folder, &["check", "x.ferz", "--fix"]);
    assert_eq!(code(&output), Some(1), "{}", err(&output));
    assert_eq!(read(&folder, "x.ferz"), SLIPS.replace('≤', "<="));
    let text = out(&output);
    assert!(text.contains("changed x.ferz: 1 fix\n"), "{text}");
    assert!(text.contains("x.ferz:7:1: Write piece (a guess)\n"), "{text}");
    // The exit status is that of a check afterwards, and a second run changes nothing.
    let again = ferz_in(&folder, &["check", "x.ferz", "--fix"]);
    assert!(!out(&again).contains("changed"), "{}", out(&again));
    let output = ferz_in(&folder, &["check", "x.ferz", "--fix=guesses"]);
    assert_eq!(code(&output), Some(0), "{}{}", out(&output), err(&output));
    assert_eq!(read(&folder, "x.ferz"), sound());
}

#[test]
fn a_dry_run_prints_the_difference() {
    let folder = slips("fix-dry", SLIPS);
    let output = ferz_in(&folder, &["check", "x.ferz", "--fix=guesses", "--dry-run"]);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert_eq!(read(&folder, "x.ferz"), SLIPS);
    let text = out(&output);
    assert!(text.starts_with("--- x.ferz\n+++ x.ferz\n@@ "), "{text}");
    assert!(text.contains("\n-peice rook R `R`\n+piece rook R `R`\n"), "{text}");
    assert!(text.contains("checked 1 file: no problems"), "{text}");
    assert_eq!(code(&ferz_in(&folder, &["check", "x.ferz", "--dry-run"])), Some(2));
}

#[test]
fn with_json_the_answer_is_the_list_of_the_problems_that_remain() {
    let folder = slips("fix-json", SLIPS);
    let output = ferz_in(&folder, &["check", "x.ferz", "--json"]);
    let problems: Value = serde_json::from_str(&out(&output)).expect("JSON");
    let guess = problems.as_array().expect("a list").iter().find(|one| one["code"] == "unknown-word");
    let guess = &guess.expect("a misspelled word")["fixes"][0];
    assert_eq!((&guess["title"], &guess["certainty"]), (&"Write piece".into(), &"guess".into()));
    let edit = &guess["edits"][0];
    let range = SLIPS.find("peice").map(|at| (at, at + 5)).expect("the word");
    assert_eq!((edit["start"].as_u64(), edit["end"].as_u64()), (Some(range.0 as u64), Some(range.1 as u64)));
    assert_eq!((edit["line"].as_u64(), edit["end_column"].as_u64()), (Some(7), Some(6)));
    assert_eq!((&edit["text"], edit.get("file")), (&"piece".into(), None));
    let output = ferz_in(&folder, &["check", "x.ferz", "--fix=guesses", "--json"]);
    assert_eq!((code(&output), out(&output).trim()), (Some(0), "[]"), "{}", err(&output));
    assert!(err(&output).contains("changed x.ferz: 3 fixes"), "{}", err(&output));
}

#[test]
fn all_bytes_outside_the_edits_stay() {
    let windows = format!("\u{feff}{}", SLIPS.replace('\n', "\r\n").trim_end());
    let folder = slips("fix-bytes", &windows);
    ferz_in(&folder, &["check", "x.ferz", "--fix=guesses"]);
    let fixed = windows.replace('≤', "<=").replace("peice", "piece").replace("king; rook", "king, rook");
    assert_eq!(read(&folder, "x.ferz"), fixed);
    // An added line has the line end of the file.
    let open = sound().trim_end().strip_suffix("\n}").expect("a block").replace('\n', "\r\n");
    let folder = slips("fix-line-end", &open);
    ferz_in(&folder, &["check", "x.ferz", "--fix=guesses"]);
    assert_eq!(read(&folder, "x.ferz"), format!("{open}\r\n}}\r\n"));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_has_a_message_and_the_others_are_fixed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = slips("fix-readonly", SLIPS);
    fs::write(folder.join("y.ferz"), SLIPS).expect("written");
    fs::set_permissions(folder.join("x.ferz"), fs::Permissions::from_mode(0o444)).expect("a mode");
    let output = ferz_in(&folder, &["check", ".", "--fix=guesses"]);
    assert_eq!(code(&output), Some(2), "{}", out(&output));
    assert!(err(&output).contains("x.ferz: it is read-only"), "{}", err(&output));
    assert_eq!(read(&folder, "x.ferz"), SLIPS);
    assert!(!read(&folder, "y.ferz").contains("peice"));
    // The problems are those of the files as they are now.
    assert!(err(&output).contains("peice"), "{}", err(&output));
}

#[test]
fn built_in_games_and_files_that_were_not_named_stay() {
    let folder = folder("fix-heir");
    let parent = SLIPS.replace("king; rook", "king, rook").replace('≤', "<=");
    fs::write(folder.join("parent.ferz"), &parent).expect("written");
    fs::write(folder.join("heir.ferz"), "variant heir \"Heir\" extends parent\n").expect("written");
    ferz_in(&folder, &["check", "heir.ferz", "--fix=guesses"]);
    assert_eq!(read(&folder, "parent.ferz"), parent);
    // An inherited draw that the new bishop can win is changed in the heir.
    let own = "variant own \"Own\" extends chess\nchange piece bishop B `BW`\n";
    fs::write(folder.join("own.ferz"), own).expect("written");
    let certain = ferz_in(&folder, &["check", "own.ferz", "--fix"]);
    assert_eq!(read(&folder, "own.ferz"), own, "{}", out(&certain));
    let output = ferz_in(&folder, &["check", "own.ferz", "--fix=guesses"]);
    let fixed = read(&folder, "own.ferz");
    assert!(fixed.contains("change ending {\n"), "{fixed}");
    assert!(!err(&output).contains("winnable-draw"), "{}{fixed}", err(&output));
}

#[test]
fn readings_and_cases_are_fixed_too() {
    let folder = folder("fix-others");
    fs::create_dir(folder.join("cases")).expect("a folder");
    let game = "variant x \"X\" extends chess\nswitch end \"What ends the game?\" {\n  mate* \"mate; invented\"\n  \
                bare \"bare; invented\" { change ending { bare: loss when own non-royal = 0 } }\n}\n";
    let page = "# X: cases\n\n```game\nx@mne\n```\n\n## One\n\n```moves a2\na2a3 a2a4\n```\n";
    fs::write(folder.join("x.ferz"), game).expect("written");
    fs::write(folder.join("readings.toml"), "[mine]\ntilte = \"Mine\"\nset = { \"end\" = bare }\n")
        .expect("written");
    fs::write(folder.join("cases/x.md"), page).expect("written");
    let output = ferz_in(&folder, &["check", ".", "--fix=guesses"]);
    assert_eq!(read(&folder, "cases/x.md"), page.replace("@mne", "@mine"), "{}", err(&output));
    let readings = "[mine]\ntitle = \"Mine\"\nset = { \"end\" = \"bare\" }\n";
    assert_eq!(read(&folder, "readings.toml"), readings, "{}", err(&output));
}

#[test]
fn of_several_ways_none_is_applied_and_all_are_listed() {
    let text = sound().replace("  black is white turned\n", "");
    let folder = slips("fix-ways", &text);
    let output = ferz_in(&folder, &["check", "x.ferz", "--fix=guesses"]);
    assert_eq!(code(&output), Some(1));
    assert_eq!(read(&folder, "x.ferz"), text);
    for way in ["turned", "mirrored"] {
        let line = format!("x.ferz:2:1: Add black is white {way} (one of several)\n");
        assert!(out(&output).contains(&line), "{}", out(&output));
    }
    let output = ferz_in(&folder, &["check", "x.ferz", "--sarif"]);
    let log: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!(log["runs"][0]["results"][0]["fixes"].as_array().map(Vec::len), Some(2));
}

#[test]
fn fixes_that_touch_are_applied_one_after_the_other() {
    let comments = "# allow unused-region \"one\"\n# allow unused-group \"other\"\n";
    let folder = slips("fix-touching", &sound().replace("ending {", &format!("{comments}ending {{")));
    let output = ferz_in(&folder, &["check", "x.ferz", "--fix"]);
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    assert!(out(&output).contains("changed x.ferz: 2 fixes"), "{}", out(&output));
    assert_eq!(read(&folder, "x.ferz"), sound());
}

/// A fix that leaves its problem is taken back, and the others are applied.
#[test]
fn a_fix_that_does_not_help_is_taken_back() {
    let parent = "variant parent \"Parent\" extends chess\nsource book as P { title \"A book\"; place P3 \"page 3\" }\n\
                  piece guard G `K`\nadd array guarded from orthodox { e3: G }\ncapturing guard by king: removes enemies around [P3]\n";
    let folder = slips("fix-again", parent);
    let heir = "variant heir \"Heir\" extends x\nchange capturing guard by king removes enemies around\nadd region zone = rank 4\n";
    std::fs::write(folder.join("heir.ferz"), heir).expect("a file");
    let output = ferz_in(&folder, &["check", "heir.ferz", "--fix=guesses"]);
    let text = read(&folder, "heir.ferz");
    assert_eq!(text, heir, "{}", err(&output));
}

/// A deleted statement takes the word that amends it along, and a key that is also a notation is not certainly one of the two.
#[test]
fn an_amendment_is_deleted_as_a_whole_and_an_ambiguous_key_is_a_guess() {
    let heir = |lines: &str| format!("variant heir \"Heir\" extends chess\n{lines}");
    let folder =
        slips("fix-amended", &heir("add region zone = rank 4\nadd group officers = [queen, rook]\n"));
    let output = ferz_in(&folder, &["check", "x.ferz", "--fix=guesses"]);
    assert_eq!(read(&folder, "x.ferz"), heir(""), "{}", err(&output));
    for lines in ["change piece rook R R3\n", "change piece rook R3 {\n  value 5\n}\n"] {
        let folder = slips("fix-ambiguous", &heir(lines));
        ferz_in(&folder, &["check", "x.ferz", "--fix"]);
        assert_eq!(read(&folder, "x.ferz"), heir(lines));
    }
}

/// The codes of problems that an example has because it is a part of a file.
const OF_PARTS: [&str; 9] = [
    "amending-nothing",
    "misplaced-statement",
    "no-array",
    "no-black-side",
    "no-board",
    "no-grid",
    "no-variant",
    "unknown-source",
    "unknown-word",
];

/// Returns the codes of the problems in a folder by the name of its subfolder, with the number of fixes.
fn codes_by_folder(output: &std::process::Output) -> BTreeMap<String, Vec<(String, usize)>> {
    let problems: Value = serde_json::from_str(&out(output)).unwrap_or_else(|_| panic!("{}", err(output)));
    let mut codes = BTreeMap::<String, Vec<_>>::new();
    for problem in problems.as_array().expect("a list") {
        let file = Path::new(problem["file"].as_str().unwrap_or_default());
        let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
        let code = problem["code"].as_str().unwrap_or_default().to_owned();
        let fixes = problem["fixes"].as_array().map_or(0, Vec::len);
        codes.entry(folder.to_string_lossy().into_owned()).or_default().push((code, fixes));
    }
    codes
}

/// Each block of each page about a code, in a folder of its own.
#[test]
fn the_examples_of_all_codes_are_fixed() {
    let folder = folder("fix-examples");
    let decided = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/check/decided.ferz");
    let mut examples = Vec::new();
    for (code, page) in ferz_errors::PAGES {
        for (number, (ending, text)) in super::inside::fixing::examples(page).into_iter().enumerate() {
            let name = format!("{code}-{number}");
            fs::create_dir(folder.join(&name)).expect("a folder");
            if ending == "toml" {
                fs::copy(&decided, folder.join(&name).join("decided.ferz")).expect("copied");
            }
            let file = if ending == "toml" { "readings.toml" } else { "example.ferz" };
            fs::write(folder.join(&name).join(file), text).expect("written");
            examples.push((*code, name));
        }
    }
    let before = codes_by_folder(&ferz_in(&folder, &["check", ".", "--json"]));
    let fixed = ferz_in(&folder, &["check", ".", "--fix=guesses", "--json"]);
    let after = codes_by_folder(&fixed);
    let (mut wrong, mut number) = (Vec::new(), 0);
    for (code, name) in &examples {
        let empty = Vec::new();
        let (old, new) = (before.get(name).unwrap_or(&empty), after.get(name).unwrap_or(&empty));
        let is_fixed = |(own, fixes): &&(String, usize)| own == code && *fixes == 1;
        let fixable = old.iter().filter(is_fixed).count();
        let count =
            |codes: &[(String, usize)], code: &str| codes.iter().filter(|(own, _)| own == code).count();
        number += fixable;
        let is_left = count(new, code) + fixable > count(old, code);
        let is_new = |(own, _): &&(String, usize)| {
            count(new, own) > count(old, own) && !OF_PARTS.contains(&own.as_str())
        };
        let others: Vec<_> = new.iter().filter(is_new).collect();
        if fixable > 0 && (is_left || !others.is_empty()) {
            wrong.push(format!("{name}: left {is_left}, new {others:?}"));
        }
    }
    println!("{number} problems of {} examples", examples.len());
    assert!(number >= 24, "{number}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
