//! Tests of tuned piece values: they are computed, written beside the game, read again, and checked.

use super::help::{code, err, ferz_in as ferz, folder, out};
use std::fs;
use std::path::PathBuf;

const RULES: &str = "variant mine \"Mine\" extends shatranj\n";

fn mine(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("mine.ferz"), RULES).expect("written");
    folder
}

#[test]
fn piece_values_are_found_and_used() {
    let folder = mine("tune-found");
    let args = ["tune", "mine.ferz", "--number", "30", "--nodes", "10", "--trial", "2", "--force"];
    let one = ferz(&folder, &[&args[..], &["--games", "games.jsonl", "--threads", "1", "--json"]].concat());
    assert_eq!(code(&one), Some(0), "{}", err(&one));
    let data: serde_json::Value = serde_json::from_str(&out(&one)).expect("JSON");
    assert_eq!(data["tuning"]["games"], 30);
    let played: u64 = ["won", "drawn", "lost"].iter().filter_map(|key| data["trial"][key].as_u64()).sum();
    assert_eq!(played, 4, "two beginnings are played twice");
    let file = fs::read_to_string(folder.join("mine.eval.toml")).expect("written");
    // The games already exist, so the same values are computed without playing.
    let again = ferz(&folder, &[&args[..], &["--games", "games.jsonl", "--resume", "--json"]].concat());
    let second: serde_json::Value = serde_json::from_str(&out(&again)).expect("JSON");
    assert_eq!(second["tuning"], data["tuning"], "{}", err(&again));
    assert_eq!(fs::read_to_string(folder.join("mine.eval.toml")).expect("written"), file);
    assert_eq!(out(&ferz(&folder, &["check", "."])), "checked 1 file: no problems\n");
    assert_eq!(out(&ferz(&folder, &["check", "mine.eval.toml"])), "checked 1 file: no problems\n");
    let shown = out(&ferz(&folder, &["show", "mine.ferz", "--evaluation", "--json"]));
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    let worths = data["tuning"]["worths"].as_array().expect("worths");
    assert_eq!(worths.len(), 5, "all but the royal one");
    for found in worths {
        let name = found["piece"].as_str().expect("a name");
        let own = shown["worths"]
            .as_array()
            .expect("worths")
            .iter()
            .find(|one| one["piece"].as_str().is_some_and(|title| title.eq_ignore_ascii_case(name)));
        let own = own.unwrap_or_else(|| panic!("{name} is not among {shown}"));
        assert_eq!([&own["opening"], &own["ending"]], [&found["after"][0], &found["after"][1]], "{name}");
        assert_eq!(own["tuned"], true);
    }
    // Piece values are not rules, so they are no difference between two games.
    assert_eq!(out(&ferz(&folder, &["diff", "shatranj", "mine.ferz", "--json"])).matches("worth").count(), 0);
    let text = out(&ferz(&folder, &["show", "mine.ferz", "--evaluation"]));
    assert_eq!(text.matches("tuned by self-play").count(), 5, "{text}");
}

#[test]
fn a_foreign_file_is_not_overwritten() {
    let folder = mine("tune-foreign");
    let args = |path| ["tune", "mine.ferz", "--number", "20", "--nodes", "10", "--trial", "1", "-o", path];
    // With at least one of these seeds, the new values are better and are therefore written.
    let better = (1..30).map(|seed: u32| seed.to_string()).find(|seed| {
        let output = ferz(&folder, &[&args("own.toml")[..], &["--seed", seed]].concat());
        out(&output).contains("written to own.toml")
    });
    let seed = better.expect("a seed with better worths");
    let foreign = "[worth]\nrukh = [500, 500]\n";
    fs::write(folder.join("foreign.toml"), foreign).expect("written");
    let refused = ferz(&folder, &[&args("foreign.toml")[..], &["--seed", &seed]].concat());
    assert_eq!(code(&refused), Some(2), "{}", out(&refused));
    assert!(err(&refused).contains("not a file of tuned piece values"), "{}", err(&refused));
    assert_eq!(fs::read_to_string(folder.join("foreign.toml")).expect("there"), foreign);
    let again = ferz(&folder, &[&args("own.toml")[..], &["--seed", &seed]].concat());
    assert_eq!(code(&again), Some(0), "its own file may be written again: {}", err(&again));
}

#[test]
fn mistakes_in_piece_values_are_reported() {
    let folder = mine("tune-wrong");
    let wrong = [
        ("[worth]\nruhk = [500, 500]\n", "unused-worth", "did you mean `rukh`?"),
        ("[worth]\nrukh = 500\n", "bad-evaluation", "write `rukh = [300, 320]`"),
        ("[worth]\nrukh = [500, 9999]\n", "bad-evaluation", "from 0 to 5000"),
        ("[worth]\nrukh = [500]\n", "bad-evaluation", "two whole numbers"),
        ("[worht]\nrukh = [500, 500]\n", "bad-evaluation", "no field `worht`"),
        ("[worth\nrukh = [500, 500]\n", "bad-toml", "a line for each piece"),
    ];
    for (text, expected, words) in wrong {
        fs::write(folder.join("mine.eval.toml"), text).expect("written");
        for file in ["mine.ferz", "mine.eval.toml"] {
            let output = ferz(&folder, &["check", file, "--plain"]);
            let told = out(&output) + &err(&output);
            assert!(told.contains(expected) && told.contains(words), "{file}: {text}: {told}");
            let problems = ferz(&folder, &["check", file, "--json"]);
            let problems: serde_json::Value = serde_json::from_str(&out(&problems)).expect("JSON");
            assert_eq!(problems.as_array().map(Vec::len), Some(1), "{text}: {problems}");
        }
    }
    fs::write(folder.join("mine.eval.toml"), [0xff, 0xc0]).expect("written");
    let output = ferz(&folder, &["check", "mine.ferz", "--plain"]);
    assert!((out(&output) + &err(&output)).contains("not UTF-8"), "{}", out(&output));
    fs::rename(folder.join("mine.eval.toml"), folder.join("other.eval.toml")).expect("renamed");
    fs::write(folder.join("other.eval.toml"), "[worth]\nrukh = [500, 500]\n").expect("written");
    let alone = ferz(&folder, &["check", "other.eval.toml", "--plain"]);
    let told = out(&alone) + &err(&alone);
    assert!(told.contains("there is no game next to these piece values"), "{told}");
}
