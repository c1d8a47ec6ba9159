//! Tests which files are usable: `check` and every command that loads the game must agree, and each refusal must state
//! its reason.
//!
//! `FERZ_USABLE=5000` tests more mutants than the suite, and `FERZ_SEED` selects different ones.

use super::help::{root, sample, studied};
use super::mutations::mutant::{Memory, Random, Shipped, tokens};
use ferz_lang::catalog::Catalog;
use ferz_lang::{RuleFile, has_errors};
use std::collections::BTreeMap;
use std::fs;

/// Typical text after the head of a game that extends another.
const HEADS: [&str; 12] = [
    "extends \"PARENT\"",
    "based on PARENT",
    "(2024)",
    "extends PARENT (2024)",
    "(2024) extends PARENT",
    "extend PARENT",
    "extends PARENT PARENT",
    "extends PARENT royal 3",
    "extends",
    "extends nothing-of-the-kind",
    ": PARENT",
    "extends PARENT {}",
];

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// Asserts that all answers about a file agree.
fn agree(game: &RuleFile, what: &str) {
    let checked = game.check();
    // Testing all selections would take too long, so a few represent them.
    let selections = game.every_selection();
    for selection in selections.iter().take(1).chain(selections.iter().rev().take(2)) {
        let (variant, problems) = game.variant(selection, &Default::default());
        assert_eq!(
            variant.is_none(),
            has_errors(&problems),
            "{what}: no game without a reason: {problems:?}"
        );
        let chosen = game.clone().chosen(selection, &Default::default());
        assert_eq!(chosen.is_err(), has_errors(&checked), "{what}: {selection:?}: check says {checked:?}");
        assert!(chosen.err().is_none_or(|failure| has_errors(&failure.problems)), "{what}");
    }
}

fn files() -> BTreeMap<String, String> {
    let all = studied();
    let texts = all.filter_map(|path| {
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().into_owned();
        Some((name, fs::read_to_string(&path).ok()?))
    });
    texts.collect()
}

fn open(files: &BTreeMap<String, String>, name: &str) -> RuleFile {
    Catalog::new(&Memory(files.clone())).open_file(name).expect("the file is there")
}

#[test]
fn words_left_over_in_a_head_are_reported_in_the_file_and_in_those_that_extend_it() {
    for parent in ["chess", "shatranj"] {
        for head in HEADS {
            let head = head.replace("PARENT", parent);
            for rest in ["first move dice\n", "change piece queen { moves `Q` }\n"] {
                for (before, after) in [("", rest), (rest, "")] {
                    let middle = format!("{before}variant middle \"Middle\" {head}\n{after}");
                    let young = "variant young \"Young\" extends middle\n".to_owned();
                    let files = BTreeMap::from([
                        ("middle.ferz".to_owned(), middle.clone()),
                        ("young.ferz".to_owned(), young),
                    ]);
                    for name in ["middle.ferz", "young.ferz"] {
                        let game = open(&files, name);
                        assert!(has_errors(&game.check()), "{name}: nothing is said about\n{middle}");
                        agree(&game, &middle);
                    }
                }
            }
        }
    }
}

#[test]
fn check_and_the_other_commands_agree_whether_a_file_is_usable() {
    let files = files();
    let games: Vec<&String> = files.keys().filter(|name| name.ends_with(".ferz")).collect();
    let mut random = Random(u64::try_from(number("FERZ_SEED", 1)).expect("a seed"));
    for _ in 0..number("FERZ_USABLE", sample(10)) {
        let path = games[random.below(games.len())];
        let text = files[path].clone();
        let tokens = tokens(&text, false);
        let shipped = Shipped {
            path: path.clone(),
            game: path.clone(),
            game_text: text.clone(),
            text,
            readings: None,
            tokens,
        };
        let mutant = shipped.mutate(&mut random);
        let mut files = files.clone();
        files.insert(path.clone(), mutant.text);
        // Returns the game of the file, and the games that extend it.
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for game in games.iter().filter(|game| game.starts_with(folder)) {
            let what = format!("{game}: {} {path}:{} `{}`", mutant.what, mutant.line, mutant.new);
            agree(&open(&files, game), &what);
        }
    }
}
