//! Tests of the commands for authors: cases, matrix, snapshots, differences, explanations, and watching.
//!
//! Most tests create a game in a folder of their own, change it, and run a command after each change.

use super::distinguishing::TOWER;
use super::help::{code, err, ferz_in as ferz, folder, out, program, root};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

fn here(args: &[&str]) -> Output {
    ferz(root(), args)
}

fn all(output: &Output) -> String {
    format!("{}{}", out(output), err(output))
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&out(output)).unwrap_or_else(|error| panic!("no JSON: {error}: {}", all(output)))
}

#[test]
fn all_shipped_cases_and_snapshots_pass() {
    let output = here(&["test"]);
    assert_eq!(code(&output), Some(0), "{}", all(&output));
}

#[test]
fn a_wrong_answer_fails_an_empty_one_is_pending_and_both_can_be_accepted() {
    let folder = folder("accept");
    let cases = folder.join("cases");
    std::fs::create_dir_all(&cases).expect("a folder");
    let file = cases.join("a.md");
    let page = "# A page\n\n```game\nchess\n```\n\n## The start\n\nProse that stays.\n\n```moves b1\nb1c4\n```\n\n```perft 2\n```\n";
    std::fs::write(&file, page).expect("written");
    let output = ferz(&folder, &["test", "--json"]);
    assert_eq!(code(&output), Some(1));
    let report = json(&output);
    assert_eq!((&report["passed"], &report["failed"], &report["pending"]), (&0.into(), &1.into(), &1.into()));
    assert_eq!(report["cases"][0]["answers"][0]["missing"], serde_json::json!(["b1c4"]));
    let refused = program()
        .args(["test", "--accept"])
        .current_dir(&folder)
        .env("CI", "true")
        .output()
        .expect("ferz runs");
    assert_eq!(code(&refused), Some(2));
    assert_eq!(std::fs::read_to_string(&file).expect("read"), page, "in CI nothing is written");
    assert_eq!(code(&ferz(&folder, &["test", "--accept"])), Some(0));
    let accepted = page.replace("b1c4\n", "b1a3 b1c3\n").replace("perft 2\n", "perft 2\n400\n");
    assert_eq!(std::fs::read_to_string(&file).expect("read"), accepted);
    assert_eq!(code(&ferz(&folder, &["test"])), Some(0));
}

#[test]
fn editing_a_line_shows_in_cases_and_snapshot() {
    let folder = folder("edit");
    for args in [&["new", "mine"][..], &["check", "mine"], &["snapshot", "mine/mine.ferz"], &["test"]] {
        let output = ferz(&folder, args);
        assert_eq!(code(&output), Some(0), "{args:?}: {}", all(&output));
    }
    let file = folder.join("mine/mine.ferz");
    let text = std::fs::read_to_string(&file).expect("read");
    std::fs::write(&file, text.replace("{ moves `N` }", "{ moves `NW` }")).expect("written");
    let output = ferz(&folder, &["test"]);
    assert_eq!(code(&output), Some(1));
    let text = out(&output);
    assert!(text.contains("mine.snapshot differs from the current rules"), "{text}");
    assert!(text.contains("\n  piece knight\n    from d4 also d3, c4, e4, d5\n"), "{text}");
    assert!(!text.contains("rook"), "{text}");
    let output = ferz(&folder, &["watch", "mine/mine.ferz", "--times", "1"]);
    assert_eq!(code(&output), Some(1), "{}", all(&output));
}

#[test]
fn a_game_begun_from_another_plays_like_it() {
    let folder = folder("from");
    assert_eq!(code(&ferz(&folder, &["new", "mine", "--from", "tamerlane"])), Some(0));
    let output = ferz(&folder, &["perft", "mine/mine.ferz", "--depth", "2"]);
    assert_eq!(out(&output).trim().lines().next(), Some("576"), "{}", all(&output));
    let output = ferz(&folder, &["check", "mine/mine.ferz", "--deny", "lints"]);
    assert_eq!(code(&output), Some(0), "{}", all(&output));
    assert_eq!(code(&ferz(&folder, &["test"])), Some(0), "what is begun has its answers");
    assert_eq!(code(&ferz(&folder, &["new", "mine"])), Some(2), "it is there already");
    assert_eq!(code(&ferz(&folder, &["new", "Mein Spiel"])), Some(2));
    let output = ferz(&folder, &["diff", "mine/mine.ferz", "tamerlane", "--budget", "0", "--exit-code"]);
    assert_eq!(code(&output), Some(0), "{}", all(&output));
}

/// A child process, which is killed at the end of the test even if the test fails.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn watching_survives_any_saved_content() {
    use std::io::{BufRead, BufReader, Write};
    let folder = folder("watch");
    assert_eq!(code(&ferz(&folder, &["new", "mine", "--into", "."])), Some(0));
    let child = program()
        .args(["watch", "mine.ferz"])
        .current_dir(&folder)
        .env("NO_COLOR", "1")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("ferz runs");
    let mut child = Running(child);
    let (tell, told) = std::sync::mpsc::channel();
    let lines = BufReader::new(child.0.stdout.take().expect("output")).lines();
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| drop(tell.send(line))));
    let wait = |wanted: &str| {
        let limit = std::time::Duration::from_secs(60);
        while told.recv_timeout(limit).unwrap_or_else(|_| panic!("no line says {wanted}")) != wanted {}
    };
    let file = folder.join("mine.ferz");
    let text = std::fs::read_to_string(&file).expect("read");
    wait("1 case: 2 passed");
    // Saves the file like an editor: writes a second file and renames it.
    let mut beside = std::fs::File::create(folder.join("mine.ferz~")).expect("created");
    beside.write_all(text.replace("`N`", "`Nz`").as_bytes()).expect("written");
    std::fs::rename(folder.join("mine.ferz~"), &file).expect("renamed");
    wait("mine.ferz saved");
    wait("checked 1 file: 1 error");
    std::fs::remove_file(&file).expect("removed");
    wait("mine.ferz removed");
    std::fs::write(folder.join("cases/mine.md"), [0xff]).expect("written");
    wait("cases/mine.md saved");
    std::fs::write(&file, &text).expect("written");
    wait("mine.ferz saved");
    wait("0 cases: 0 passed");
}

#[test]
fn invalid_questions_are_reported_with_their_place() {
    let folder = folder("broken");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let page = "# A page\n\n```game\nchess\nshatranj\n```\n\n## A case\n\n```perft 99\n```\n\n```legal e2e4\n```\n\n\
        ````moves\nnone\n````\n\n```moves under switch=value\nnone\n```\n\n```after\n```\n\n```outcome\n";
    std::fs::write(folder.join("cases/a.md"), page).expect("written");
    let output = ferz(&folder, &["test"]);
    assert_eq!(code(&output), Some(2));
    let text = all(&output);
    for (what, line) in [
        ("this block names two games, `chess` and `shatranj`", 5),
        ("a case counts at most 6 plies", 10),
        ("`e2e4` has no meaning after `legal`", 13),
        ("`after` needs a move", 24),
        ("this block is never closed", 27),
    ] {
        assert!(text.contains(what) && text.contains(&format!("a.md:{line}:1]")), "{what}: {text}");
    }
    assert!(text.contains("the game has no switch `switch`"), "{text}");
    assert!(text.contains("missing: none"), "a block of four backticks asks as well: {text}");
    assert_eq!(code(&ferz(&folder, &["test", "--only", "nothing of that name"])), Some(2));
}

#[test]
fn arrays_are_compared_square_by_square() {
    let output = here(&["diff", "tamerlane/feminine", "tamerlane/third", "--budget", "1", "--exit-code"]);
    assert_eq!(code(&output), Some(1));
    let text = out(&output);
    assert!(text.contains("A  feminine: c2 T, d2 Z"), "{text}");
    assert!(text.contains("B  third: c2 D, d2 T"), "{text}");
    assert!(text.contains("The two games differ from the start"), "{text}");
}

#[test]
fn every_pair_of_readings_is_told_apart_in_play() {
    let readings = ["default", "terraprint", "applet", "history", "wikibooks", "forbes"];
    for (i, one) in readings.iter().enumerate() {
        for other in readings.iter().skip(i + 1) {
            let (a, b) = (format!("tamerlane@{one}"), format!("tamerlane@{other}"));
            let output =
                here(&["diff", &a, &b, "--json", "--budget", "100", "--positions-only", "--exit-code"]);
            assert_eq!(code(&output), Some(1), "{a} {b}: {}", all(&output));
            let report = json(&output);
            for switch in report["switches"].as_array().expect("switches") {
                let shown = report["positions"].as_array().expect("positions");
                let found = shown.iter().any(|position| position["switch"] == switch["name"]);
                assert!(found, "{a} {b}: nothing shows {}", switch["name"]);
            }
        }
    }
}

#[test]
fn two_games_that_are_the_same_do_not_differ() {
    let output = here(&["diff", "tamerlane", "tamerlane@default", "--exit-code"]);
    assert_eq!((code(&output), out(&output).lines().last()), (Some(0), Some("The two games are the same.")));
}

/// Runs the program in a folder with lines on standard input.
fn typed(folder: &Path, args: &[&str], lines: &str) -> Output {
    use std::io::Write;
    let mut child = program()
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("ferz runs");
    child.stdin.take().expect("input").write_all(lines.as_bytes()).expect("typed");
    child.wait_with_output().expect("ferz ends")
}

#[test]
fn answers_are_reviewed_one_at_a_time() {
    let folder = folder("review");
    let cases = folder.join("cases");
    std::fs::create_dir_all(&cases).expect("a folder");
    let file = cases.join("a.md");
    let page = "# A page\n\n```game\nshatranj\n```\n\n## The start\n\n```moves b1\n```\n\n```perft 1\n15\n```\n\n```perft 2\n```\n";
    std::fs::write(&file, page).expect("written");
    let read = || std::fs::read_to_string(&file).expect("read");
    // At the end of the input or after `q`, nothing more is written.
    let output = typed(&folder, &["test", "--review"], "");
    assert_eq!((code(&output), read().as_str()), (Some(1), page));
    let output = typed(&folder, &["test", "--review"], "n\nq\ny\n");
    assert_eq!((code(&output), read().as_str()), (Some(1), page));
    let output = typed(&folder, &["test", "--review"], "n\ny\nn\n");
    assert_eq!(code(&output), Some(1));
    assert_eq!(read(), page.replace("15\n", "16\n"));
    assert_eq!(out(&output).matches("update the expected answer? [y/n/q]").count(), 3, "{}", out(&output));
    let output = typed(&folder, &["test", "--review"], "y\ny\n");
    assert_eq!(code(&output), Some(0), "{}", all(&output));
    let whole = page.replace("moves b1\n", "moves b1\nb1a3 b1c3\n").replace("15\n", "16\n");
    assert_eq!(read(), whole.replace("perft 2\n", "perft 2\n256\n"));
}

#[test]
fn one_case_is_accepted_by_name() {
    let folder = folder("accept-one");
    let cases = folder.join("cases");
    std::fs::create_dir_all(&cases).expect("a folder");
    let page =
        "# A page\n\n```game\nchess\n```\n\n## First\n\n```perft 1\n```\n\n## Second\n\n```perft 1\n```\n";
    std::fs::write(cases.join("a.md"), page).expect("written");
    assert_eq!(code(&ferz(&folder, &["test", "--accept=second"])), Some(1), "the first is still open");
    let now = std::fs::read_to_string(cases.join("a.md")).expect("read");
    assert_eq!(now, format!("{}20\n```\n", page.trim_end().trim_end_matches("```")));
}

#[test]
fn games_in_files_are_compared_rule_by_rule() {
    let folder = folder("own-diff");
    std::fs::write(folder.join("tower.ferz"), TOWER).expect("written");
    let changed = TOWER.replace("`R4`", "`R3`").replace("crown", "crowned");
    std::fs::write(folder.join("other.ferz"), changed).expect("written");
    let run = |args: &[&str]| {
        let output = ferz(&folder, &[&["diff", "--json", "--budget", "60", "--exit-code"], args].concat());
        assert_eq!(code(&output), Some(1), "{}", all(&output));
        json(&output)
    };
    let set = ["--set-b", "runner.crown=guard", "--set-b", "stuck=drawn", "--positions-only"];
    let report = run(&[&["tower.ferz", "tower.ferz"][..], &set[..]].concat());
    let shown: Vec<&str> = report["positions"]
        .as_array()
        .expect("positions")
        .iter()
        .filter_map(|p| p["switch"].as_str())
        .collect();
    assert_eq!(shown, ["runner.crown", "stuck"], "{report}");
    let report = run(&["tower.ferz", "other.ferz"]);
    assert_eq!(report["positions"][0]["rule"], "the tower", "{report}");
    assert!(report["game"]["shortest"] == true, "{report}");
    assert_eq!(report["not_found"], serde_json::json!([]));
}

/// Switch values that differ in too few positions for a random search. The cases contain some of these positions.
const SELDOM: [(&str, &str); 1] = [("homecoming.when=at-once", "homecoming.when=when-empty")];

#[test]
#[ignore = "long: run by `just hunted`"]
fn every_pair_of_values_is_told_apart_without_the_cases() {
    let output = here(&["matrix", "full-tamerlane", "--json"]);
    for fork in json(&output).as_array().expect("forks") {
        let text = |value: &Value| value.as_str().expect("a word").to_owned();
        let (switch, a, b) = (text(&fork["switch"]), text(&fork["values"][0]), text(&fork["values"][1]));
        let (a, b) = (format!("{switch}={a}"), format!("{switch}={b}"));
        let game = "full-tamerlane";
        let sets = ["--set-a", &a, "--set-b", &b, "--positions-only", "--no-cases", "--json"];
        let report = json(&here(&[&["diff", game, game][..], &sets[..]].concat()));
        let shown = report["positions"].as_array().expect("positions");
        let found = shown.iter().any(|position| position["switch"] == switch.as_str());
        assert!(found || SELDOM.contains(&(&a, &b)), "{a} {b}");
    }
}

#[test]
fn missing_tests_are_reported() {
    let folder = folder("nothing");
    let empty = ferz(&folder, &["test"]);
    assert_eq!(code(&empty), Some(2));
    assert!(all(&empty).contains("there are no cases or snapshots in"), "{}", all(&empty));
    let misspelt = here(&["test", "--only", "zzz"]);
    assert_eq!(code(&misspelt), Some(2));
    assert!(all(&misspelt).contains("no case has a heading that contains `zzz`"), "{}", all(&misspelt));
    let own = folder.join("own.ferz");
    std::fs::copy("variants/chess/chess.ferz", &own).expect("a file");
    let matrix = ferz(&folder, &["matrix", "own.ferz"]);
    assert_eq!(code(&matrix), Some(2));
    assert!(all(&matrix).contains("no case files"), "{}", all(&matrix));
}

#[test]
fn an_unchanged_drawing_keeps_its_columns() {
    let folder = folder("pending");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let page = "# Moves\n\n```game\nchess\n```\n\n## A pawn\n\n```after e2e4\n```\n";
    std::fs::write(folder.join("cases/open.md"), page).expect("a file");
    let text = all(&ferz(&folder, &["test"]));
    assert_eq!(text.matches("the rules say:").count(), 1, "{text}");
    let rank = text.lines().find(|line| line.contains("4 |")).expect("a rank");
    let files = text.lines().find(|line| line.trim_start().starts_with("a ")).expect("the files");
    assert_eq!(files.find('e').map(|at| rank.as_bytes()[at]), Some(b'P'), "{text}");
}

/// `check` reports everything that prevents `test` from asking a question. Each problem is reported once at its place.
#[test]
fn check_reports_the_errors_that_prevent_test() {
    let folder = folder("stumble");
    let page = |game: &str, position: &str, question: &str| {
        format!(
            "# A page\n\n```game\n{game}\n```\n\n## A case\n\n```position\n{position}\n```\n\n{question}\n\n\
             ```outcome\nWhite to move\n```\n"
        )
    };
    let fine = "8 | k . . . . . . .\n1 | K . . . . . . R\nwhite to move";
    let question = "```moves a1\n```";
    let position = |text: &'static str| ("chess", text, question);
    for ((game, position, question), found) in [
        (("chess", fine, question), &[][..]),
        (("chss", fine, question), &["unknown-game 4"]),
        (("chess@fide", fine, question), &["unknown-reading 4"]),
        (("chess\nking.step=two", fine, question), &["unknown-switch 5"]),
        (("chess\nreadings fide, other", fine, question), &["unknown-reading 5", "unknown-reading 5"]),
        (position("8 | k . . . . . . .\n1 | К . . . . . . R\nwhite to move"), &["bad-drawing 11"]),
        (position("8 | k . . . . . . .\n1 | K . . . . . . R\ncastle=Q"), &["bad-drawing 12"]),
        (position("8 | k . . . . . .\n1 | K . . . . . . R\nwhite to move"), &["bad-drawing 10"]),
        (position("8 | k . . . . . . .\n8 | k . . . . . . .\n1 | K . . . . . . R"), &["bad-drawing 11"]),
        (
            position("8 | k . . . . . .\n1 | K . . . . . . R\nwhite to mov"),
            &["bad-drawing 10", "bad-drawing 12"],
        ),
        (position("1 | K . . . . . . R\nwhite to move"), &["bad-drawing 10"]),
        (("chess", fine, "```moves z9\n```"), &["unknown-square 15"]),
        (("chess", fine, "```outcome a1a3 a8a7\n```"), &["move-illegal 15"]),
        (
            ("chess", fine, "```after h1h4\n8 | k . .\nblack to mov\n```"),
            &["bad-drawing 16", "bad-drawing 17"],
        ),
    ] {
        let text = page(game, position, question);
        std::fs::write(folder.join("c.md"), &text).expect("written");
        let data = |args: &[&str]| -> serde_json::Value {
            let output = ferz(&folder, args);
            serde_json::from_str(&out(&output)).unwrap_or_else(|_| panic!("{text}\n{}", err(&output)))
        };
        let places = |problems: &serde_json::Value| -> Vec<String> {
            let of = |problem: &serde_json::Value| {
                format!("{} {}", problem["code"].as_str().unwrap_or("?"), problem["labels"][0]["line"])
            };
            let mut all: Vec<String> = problems.as_array().into_iter().flatten().map(of).collect();
            all.sort();
            all
        };
        assert_eq!(places(&data(&["check", "c.md", "--json"])), found, "{text}");
        assert_eq!(places(&data(&["test", "c.md", "--json"])["problems"]), found, "{text}");
        let output = ferz(&folder, &["check", "c.md"]);
        assert_eq!(code(&output), Some(i32::from(!found.is_empty())), "{text}\n{}", err(&output));
    }
    // A page that names no game asks no questions. The JSON contains the reason as well.
    std::fs::write(folder.join("c.md"), "# A page\n\n## A case\n\n```moves a1\n```\n").expect("written");
    let output = ferz(&folder, &["test", "c.md", "--json"]);
    let data: serde_json::Value = serde_json::from_str(&out(&output)).expect("data");
    assert_eq!((code(&output), &data["problems"][0]["code"]), (Some(2), &"no-game".into()), "{data}");
    // A mistake in a game is reported at its own line. It is reported at the page only if the file of the game is not
    // checked.
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    std::fs::write(folder.join("cases/c.md"), page("mine", fine, question)).expect("written");
    std::fs::remove_file(folder.join("c.md")).expect("removed");
    std::fs::write(folder.join("mine.ferz"), "variant mine \"Mine\" extends chess\nremove piece quen\n")
        .expect("written");
    let tally = |paths: &[&str]| {
        let output = ferz(&folder, &[&["check"], paths].concat());
        assert_eq!(code(&output), Some(1), "{}", err(&output));
        out(&output)
    };
    let last = "checked 2 files: 1 error; 1 case could not run\n";
    assert_eq!(tally(&["mine.ferz", "cases/c.md"]), last);
    assert_eq!(tally(&["cases/c.md"]), "checked 1 file: 1 error; 1 case could not run\n");
}

#[test]
fn a_reading_says_which_answers_its_source_gives() {
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    let questions = json(&here(&["readings", "tamerlane", "--json"]));
    let questions = questions.as_array().expect("a list");
    for reading in ["applet", "forbes", "history", "terraprint", "wikibooks"] {
        let of = |stance: &str| -> Vec<String> {
            let answer = |question: &Value| {
                let mut answers = question["answers"].as_array().expect("a list").iter();
                let own = answers.find(|answer| answer["reading"] == reading).expect("an answer");
                (own["stance"] == stance)
                    .then(|| format!("{}={}", word(&question["switch"]), word(&own["value"])))
            };
            questions.iter().filter_map(answer).collect()
        };
        let game = format!("tamerlane@{reading}");
        for command in ["sources", "show"] {
            let page = out(&here(&[command, &game]));
            let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
            let given = format!(
                "{reading} gives {} of the {} answers in force.",
                of("sourced").len(),
                questions.len()
            );
            let silent = format!("The source is silent on these: {}.", of("silent").join(", "));
            let against = format!("It says otherwise on these: {}.", of("against").join(", "));
            assert!(page.contains(&given), "{command} {game}: {given}");
            assert!(of("silent").is_empty() || page.contains(&silent), "{command} {game}: {silent}");
            assert!(of("against").is_empty() || page.contains(&against), "{command} {game}: {against}");
        }
    }
    assert!(!out(&here(&["sources", "tamerlane"])).contains("answers in force"));
}
