//! Compares the engines on random games of the historical games, and the oracle on all positions of their first plies.

use super::engine::play;
use super::help::{env_number, load_with, root};
use super::oracle::agree::Implementations;
use super::random::{Random, shake};
use ferz_core::fast::engine::Engine;
use std::fs;

/// Boards with more squares have long games and slow rules, so that fewer games are played on them.
const LARGE: usize = 150;

/// The number of games after which other values of the switches are chosen.
const GAMES_OF_A_SETTING: usize = 5;

/// Returns the names of the historical games and of chess, or those that contain the text in `FERZ_GAMES`.
fn names() -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/book/historical-games.md")).expect("a page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| [`")?.split_once('`'));
    let wanted = std::env::var("FERZ_GAMES").unwrap_or_default();
    let names = rows.map(|(name, _)| name.to_owned()).chain(["chess".to_owned()]);
    let names: Vec<String> = names.filter(|name| name.contains(wanted.as_str())).collect();
    assert!(names.len() > 30 || !wanted.is_empty(), "{names:?}");
    names
}

/// Plays half of the games with the default values of the switches, and half with random values.
fn play_both(name: &str, games: usize, plies: usize, seed: usize) {
    let large = load_with(name, &[]).board.squares().count() > LARGE;
    let games = if large { games.div_ceil(5) } else { games };
    let mut random = Random(seed as u64);
    let mut seen = play(&Engine::new(&load_with(name, &[])), games / 2, plies, &mut random);
    let mut left = games - games / 2;
    while left > 0 {
        let some = left.min(GAMES_OF_A_SETTING);
        let switches = shake(name, &mut random);
        seen += play(&Engine::new(&load_with(name, &switches)), some, plies, &mut random);
        left -= some;
    }
    println!("{name}: {games} games, {seen} positions, 0 differences");
}

#[test]
#[ignore = "long: run by `just shelf`"]
fn the_engines_agree_on_random_games() {
    let number = |name, usual| env_number(name).unwrap_or(usual);
    let (games, plies, seed) =
        (number("FERZ_PLAYED", 500), number("FERZ_PLIES", 200), number("FERZ_SEED", 1));
    names().iter().for_each(|name| play_both(name, games, plies, seed));
}

/// Compares all positions after up to two plies, so that the counts to depth 3 are those of the oracle.
#[test]
#[ignore = "long: run by `just shelf`"]
fn the_oracle_agrees_to_depth_3() {
    let depth = env_number("FERZ_DEPTH").unwrap_or(3);
    for name in names() {
        let variant = load_with(&name, &[]);
        let implementations = Implementations::new(&variant);
        let (mut setups, mut seen) = (vec![variant.start()], 0);
        for ply in 0..depth {
            let mut next = Vec::new();
            for setup in &setups {
                let answered = implementations.compare(setup).unwrap_or_else(|differs| panic!("{differs}"));
                assert!(answered, "{name}: no answer");
                seen += 1;
                if ply + 1 < depth {
                    next.extend(implementations.fast(setup).into_iter().map(|(_, after)| after));
                }
            }
            setups = next;
        }
        println!("{name}: {seen} positions, 0 differences");
    }
}
