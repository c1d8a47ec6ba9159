//! Tests of games that tell two rules apart: those that are planned, and those that pages of cases keep.

use super::help::{code, err, ferz_in as ferz, folder, out, root};
use serde_json::Value;
use std::path::Path;

fn json(folder: &Path, args: &[&str]) -> Value {
    let output = ferz(folder, args);
    serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{error}: {}", err(&output)))
}

/// A game of its own, with a switch that has no effect in the first moves.
pub(super) const TOWER: &str = "variant tower \"Tower\"\n\nabout \"A king, a tower and a runner.\"\n\nsource mine as M \"My own notes\"\n\nboard {\n  grid 7 x 7\n  black is white mirrored\n}\n\nregion far-rank = rank 7\n\npiece king   K `K` royal\npiece tower  T `R4`\npiece guard  G `F`\npiece runner P `fmWfcF` {\n  switch crown \"What does a runner become?\" {\n    tower* \"a tower\" [M] { arriving at far-rank: becomes tower }\n    guard  \"a guard\" [M] { arriving at far-rank: becomes guard }\n  }\n}\n\nroyalty {\n  check binds always\n}\n\nending {\n  checkmate: loss\n  switch stuck \"What if there is no move?\" {\n    lost*  \"the player has lost\" [M] { stalemate: loss }\n    drawn  \"the game is drawn\" [M] { stalemate: draw }\n  }\n}\n\nclock resets on runner\n\narray start {\n  2 | P P P P P P P\n  1 | T . G K G . T\n}\n";

/// Pairs of values of the flagship, of different kinds: a move, an end of the game, and the places of a piece.
const QUICK: [[&str; 3]; 4] = [
    ["giraffe.reach", "3", "2"],
    ["citadel.effect", "draw", "claim"],
    ["relocation.trap", "any-attack", "forks-only"],
    ["prince.royal", "yes", "no"],
];

#[test]
fn a_planned_game_tells_two_answers_apart_and_is_the_same_each_time() {
    for [switch, one, other] in QUICK {
        let (a, b) = (format!("{switch}={one}"), format!("{switch}={other}"));
        let args = ["diff", "tamerlane", "tamerlane", "--set-a", &a, "--set-b", &b, "--no-cases", "--json"];
        let report = json(root(), &[&args[..], &["--budget", "100"]].concat());
        let game = &report["game"];
        let moves: Vec<&str> =
            game["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        assert!((1..=20).contains(&moves.len()), "{switch}: {report}");
        // The moves are legal under both answers, and what is legal after them differs as the report says.
        let legal = |set: &str| -> Vec<Value> {
            let after = moves.join(" ");
            let report = json(root(), &["moves", "tamerlane", "--set", set, "--after", &after, "--json"]);
            report["moves"].as_array().expect("moves").clone()
        };
        let (ours, theirs) = (legal(&a), legal(&b));
        let only = |one: &[Value], other: &[Value]| -> Vec<Value> {
            one.iter().filter(|mv| !other.contains(mv)).cloned().collect()
        };
        assert_eq!(game["only_a"], Value::from(only(&ours, &theirs)), "{switch}");
        assert_eq!(game["only_b"], Value::from(only(&theirs, &ours)), "{switch}");
        assert!(ours != theirs || game["standing_a"] != game["standing_b"], "{switch}: nothing differs");
        let again = json(root(), &[&args[..], &["--budget", "90"]].concat());
        assert_eq!(report["game"], again["game"], "{switch}");
    }
}

/// No game is searched if none can show the difference, and the reason is given.
#[test]
fn a_difference_without_effect_has_a_reason() {
    let folder = folder("no-game");
    for (one, other, why) in [
        (
            "immune guard to displacement",
            "",
            "nothing threatens these pieces in this way; no rule of the game displaces a piece",
        ),
        (
            "arriving tower at [d4]: may become guard",
            "arriving tower at d4: may become guard",
            "the rules are the same",
        ),
    ] {
        let switch = format!(
            "\nswitch odd \"What is odd?\" {{\n  this* \"this\" [M] {{ {one} }}\n  that \"that\" [M] {{ {other} }}\n}}\n"
        );
        std::fs::write(folder.join("odd.ferz"), TOWER.replace("variant tower", "variant odd") + &switch)
            .expect("written");
        let begin = std::time::Instant::now();
        let found = ferz(&folder, &["diff", "odd.ferz", "odd.ferz", "--set-b", "odd=that", "--budget", "60"]);
        let text = out(&found).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("No game can show odd: {why}")), "{text}{}", err(&found));
        assert!(!text.contains("found"), "{text}");
        assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());
    }
}

/// Answers on which both sources are silent are the same in both games, also in those that are searched.
#[test]
fn silent_answers_make_no_difference() {
    let folder = folder("only-sourced");
    let more = "\nsource one \"One\" { place A1 \"page 1\" }\nsource two \"Two\" { place B1 \"page 1\" }\n\
                switch recurs \"What if a position recurs?\" {\n  drawn* \"a draw\" [M] { ending { recurs: draw when repeated 3 } }\n  \
                never \"nothing\" [M] {}\n}\n";
    let game = TOWER.replace("variant tower", "variant odd").replace("\"a tower\" [M]", "\"a tower\" [M B1]");
    let game = game.replace("\"a guard\" [M]", "\"a guard\" [M A1]");
    std::fs::write(folder.join("odd.ferz"), game + more).expect("written");
    let readings = "[one]\nset = { \"runner.crown\" = \"guard\", recurs = \"never\" }\n\n[two]\nset = { \"runner.crown\" = \"tower\" }\n";
    std::fs::write(folder.join("readings.toml"), readings).expect("written");
    let diff = |more: &[&str]| {
        let args = [&["diff", "odd.ferz@one", "odd.ferz@two", "--budget", "20"], more].concat();
        let output = ferz(&folder, &args);
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        out(&output)
    };
    assert!(diff(&[]).contains("recurs"), "{}", diff(&[]));
    let sourced = diff(&["--only-sourced"]);
    assert!(sourced.contains("crown") && !sourced.contains("recurs"), "{sourced}");
    assert!(sourced.contains("only A: ") || sourced.contains("only B: "), "{sourced}");
}

#[test]
fn matrix_finds_a_case_for_each_pair_and_diff_uses_it() {
    let folder = folder("found-cases");
    std::fs::write(folder.join("tower.ferz"), TOWER).expect("written");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let page = "# The tower\n\n```game\ntower\n```\n\n## The beginning\n\n```perft 1\n```\n";
    std::fs::write(folder.join("cases/tower.md"), page).expect("written");
    let found = out(&ferz(&folder, &["matrix", "tower.ferz", "--find"]));
    let at = found.find("## ").unwrap_or_else(|| panic!("{found}"));
    let cases = found[at..].split("\n1 case;").next().unwrap_or_default();
    assert!(cases.contains("## `runner.crown`: tower or guard\n\n```played\n"), "{found}");
    std::fs::write(folder.join("cases/found.md"), format!("# Found\n\n```game\ntower\n```\n\n{cases}\n"))
        .expect("written");
    assert_eq!(code(&ferz(&folder, &["test", "--accept"])), Some(0));
    let matrix = ferz(&folder, &["matrix", "tower.ferz", "--strict"]);
    assert_eq!(code(&matrix), Some(0), "{}", out(&matrix));
    // The game of the case is replayed, so that no search is needed.
    let set = ["--set-b", "runner.crown=guard", "--budget", "0.001"];
    let report = json(&folder, &[&["diff", "tower.ferz", "tower.ferz", "--json"], &set[..]].concat());
    let moves = report["game"]["moves"].as_array().expect("moves");
    let texts: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
    let kept: String = cases.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(kept.contains(&texts.join(" ")), "{report}\n{cases}");
}

#[test]
fn the_moves_of_a_case_are_checked_one_by_one() {
    let folder = folder("played-cases");
    std::fs::create_dir_all(folder.join("cases")).expect("a folder");
    let page = |moves: &str| {
        let page = format!(
            "# Played\n\n```game\nchess\n```\n\n## A game\n\n```played\n{moves}\n```\n\n```moves e1\ne1e2\n```\n"
        );
        std::fs::write(folder.join("cases/a.md"), page).expect("written");
        let output = ferz(&folder, &["test"]);
        (code(&output), out(&output) + &err(&output))
    };
    assert_eq!(page("e2e4 e7e5").0, Some(0));
    assert_eq!(page("e2e4\ne7e5").0, Some(0));
    let (status, text) = page("e2e4 e7e5\ne2e4 d7d5");
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("a.md:11:1]") && text.contains("e2e4"), "{text}");
    assert_eq!(text.matches("a.md:11:1]").count(), 1, "{text}");
}
