//! Tests of studies: the games do not depend on the run that plays them, and none is lost or counted twice.

use super::help::{code, err, ferz_in as ferz, folder, out};
use std::fs;

const QUICK: [&str; 8] = ["study", "shatranj", "--random", "--number", "30", "--plies", "150", "--json"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    args.iter().chain(more).copied().collect()
}

#[test]
fn a_seed_decides_a_study() {
    let folder = folder("study-seed");
    let one = ferz(&folder, &with(&QUICK, &["--threads", "1", "--out", "games.jsonl"]));
    assert_eq!(code(&one), Some(0), "{}", err(&one));
    let two = ferz(&folder, &with(&QUICK, &["--threads", "3"]));
    let read = ferz(&folder, &["study", "--from", "games.jsonl", "--json"]);
    assert_eq!(out(&one), out(&two));
    assert_eq!(out(&one), out(&read));
    let other = ferz(&folder, &with(&QUICK, &["--seed", "2"]));
    assert_ne!(out(&one), out(&other));
}

#[test]
fn a_study_can_be_resumed() {
    let folder = folder("study-resume");
    let whole = ferz(&folder, &with(&QUICK, &["--out", "games.jsonl"]));
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("written");
    // The default and two readings have 30 games each, after the line about the study.
    assert_eq!(text.lines().count(), 91);
    // The file ends as if the program was stopped while it wrote a line.
    let half: usize = text.lines().take(9).map(|line| line.len() + 1).sum();
    fs::write(folder.join("games.jsonl"), &text[..half + 30]).expect("written");
    let again = ferz(&folder, &with(&QUICK, &["--out", "games.jsonl"]));
    assert_eq!(code(&again), Some(2));
    assert!(err(&again).contains("--resume"), "{}", err(&again));
    let resumed = ferz(&folder, &with(&QUICK, &["--out", "games.jsonl", "--resume"]));
    assert_eq!(out(&resumed), out(&whole), "{}", err(&resumed));
    let other = ferz(&folder, &with(&QUICK, &["--out", "games.jsonl", "--resume", "--seed", "9"]));
    assert!(err(&other).contains("the games of another study"), "{}", err(&other));
}

#[test]
fn a_search_plays_the_same_games_on_any_number_of_threads() {
    let folder = folder("study-search");
    let args = ["study", "shatranj", "--number", "4", "--nodes", "40", "--plies", "60", "--json"];
    let [one, two] = ["1", "2"].map(|threads| ferz(&folder, &with(&args, &["--threads", threads])));
    assert_eq!(code(&one), Some(0), "{}", err(&one));
    assert_eq!(out(&one), out(&two));
}

#[test]
fn a_page_needs_nothing_else() {
    let folder = folder("study-page");
    let args = ["study", "shatranj", "chess", "--random", "--number", "20", "--plies", "120"];
    let files = ["--html", "page.html", "--csv", "table.csv", "--out", "games.jsonl"];
    let output = ferz(&folder, &with(&args, &files));
    assert_eq!(code(&output), Some(0), "{}", err(&output));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("written");
    let page = read("page.html");
    assert!(page.matches("<svg").count() >= 4);
    assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("http"), "no address outside");
    assert!(page.contains("Never acted in 20 games"));
    // The page depends only on the games.
    let again =
        ferz(&folder, &["study", "--from", "games.jsonl", "--html", "again.html", "--csv", "again.csv"]);
    assert_eq!(out(&again), out(&output));
    assert_eq!((read("again.html"), read("again.csv")), (page, read("table.csv")));
    fs::write(folder.join("mine.html"), "mine").expect("written");
    let refused = ferz(&folder, &["study", "--from", "games.jsonl", "--html", "mine.html"]);
    assert_eq!((code(&refused), read("mine.html").as_str()), (Some(2), "mine"));
}

#[test]
fn switches_and_arrays_are_compared() {
    let folder = folder("study-each");
    let args = ["study", "tamerlane", "--random", "--number", "2", "--plies", "40"];
    let each = ferz(&folder, &with(&args, &["--each", "citadel.effect,giraffe.reach"]));
    assert!(out(&each).contains("giraffe.reach=2"), "{}{}", out(&each), err(&each));
    let arrays = ferz(&folder, &with(&args, &["--arrays"]));
    assert!(out(&arrays).contains("third-facing"), "{}", err(&arrays));
    let wrong = ferz(&folder, &with(&args, &["--each", "giraffe.reech"]));
    assert_eq!(code(&wrong), Some(2));
    assert!(err(&wrong).contains("giraffe.reach"), "{}", err(&wrong));
    let readings = ferz(&folder, &args);
    assert!(out(&readings).contains("wikibooks"), "{}", err(&readings));
}

#[test]
fn rules_that_are_the_same_are_named_and_do_not_differ() {
    let folder = folder("study-same");
    let args = ["study", "shatranj", "shatranj", "--random", "--number", "60", "--plies", "120"];
    let output = ferz(&folder, &args);
    assert!(out(&output).contains("has the same rules as shatranj"), "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("no difference found"));
}
