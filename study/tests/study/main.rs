//! Tests of a study through its public API: games are written to a file and read again in any order.

#![allow(clippy::expect_used)]

mod fit;
mod statistics;

use ferz::Rules;
use ferz_study::{Settings, Study, Summary, read};

fn study() -> Study {
    let settings = Settings { games: 3, plies: 80, ..Settings::default() };
    let mut rules = Vec::new();
    for name in ["shatranj", "shatar"] {
        rules.push((name.to_owned(), Rules::load(name).expect("a built-in game")));
    }
    Study::new(rules, settings)
}

fn lines(numbers: impl Iterator<Item = u64>) -> Vec<String> {
    let study = study();
    numbers.filter_map(|number| study.play(number)).map(|record| record.to_string()).collect()
}

#[test]
fn a_file_of_games_is_read_in_any_order() {
    let study = study();
    assert_eq!(study.games(), 6);
    let file = |lines: &[String]| format!("{}\n{}\n", study.head(), lines.join("\n"));
    let (head, records) = read(&file(&lines(0..6))).expect("a file of games");
    let (_, backward) = read(&file(&lines((0..6).rev().chain([2])))).expect("a file of games");
    assert_eq!(&head, study.head());
    assert_eq!((records.len(), &records), (6, &backward));
    let summary = Summary::new(head, &records);
    assert_eq!((summary.games, summary.of[1].games), (6, 3));
    assert!(summary.to_string().contains("shatar"));
    assert!(summary.html(None).starts_with(Summary::HTML_HEAD));
    assert!(summary.csv().starts_with(Summary::CSV_HEAD));
}

#[test]
fn another_text_is_refused() {
    assert!(read("").is_err() && read("{}\n").is_err());
}
