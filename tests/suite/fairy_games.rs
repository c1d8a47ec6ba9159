//! Tests of imported sections with games that Fairy-Stockfish played.
//!
//! `tools/fairy_record.py` recorded the games. Each line has a section, the number of legal moves in each position with the
//! move that follows, and the winner, `draw`, or `-` for a game that goes on.

use ferz::{Import, Loader, Rules};
use std::collections::BTreeMap;

const SECTIONS: &str = include_str!("../fixtures/import/fairy-games.ini");
const GAMES: &str = include_str!("../fixtures/import/fairy-games.txt");

/// Imports a section, and loads its rule file.
fn imported(section: &str) -> Rules {
    let game = Import::fairy_stockfish("fairy-games.ini", SECTIONS, section, false)
        .unwrap_or_else(|error| panic!("{section}: {error}"));
    let path = format!("{section}.ferz");
    let loader = Loader::new().text(&path, game.text());
    loader.check(&path).unwrap_or_else(|error| panic!("{section}: {error}\n{}", game.text()));
    loader.load(&path).unwrap_or_else(|error| panic!("{section}: {error}"))
}

#[test]
fn imported_games_have_the_moves_and_ends_of_the_program() {
    let sections = Import::sections(SECTIONS).into_iter();
    let mut games: BTreeMap<String, (Rules, usize)> =
        sections.map(|section| (section.clone(), (imported(&section), 0))).collect();
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let [section, steps, winner] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (rules, number) = games.get_mut(section).unwrap_or_else(|| panic!("no section {section}"));
        *number += 1;
        let mut game = rules.start();
        for pair in steps.split(' ').collect::<Vec<_>>().chunks(2) {
            let count = if game.outcome().is_some() { 0 } else { game.legal_moves().count() };
            assert_eq!(count.to_string(), pair[0], "{section} at {}", game.fen());
            if let Some(text) = pair.get(1) {
                game.play_text(text).unwrap_or_else(|error| panic!("{section}, {text}: {error}"));
            }
        }
        let here = game.outcome().map(|outcome| match outcome.winner {
            Some(ferz::Color::White) => "white",
            Some(ferz::Color::Black) => "black",
            None => "draw",
        });
        assert_eq!(here.unwrap_or("-"), winner, "{line}");
    }
    assert!(games.values().all(|(_, number)| *number > 0));
}

#[test]
fn options_without_a_form_are_named() {
    for (options, option, reason) in [
        ("[a:chess]\nwallingRule = arrow", "wallingRule = arrow", "castles or promotes"),
        ("[a:atomic]\nwallingRule = duck", "wallingRule", "explosion"),
        ("[a:chess]\nwallingRule = duck", "wallingRule", "ignores the wall"),
        ("[a:chess]\nwallingRule = past", "wallingRule", "two pieces leave"),
        ("[a:crazyhouse]\nwallingRule = static", "wallingRule", "in hand"),
        (
            "[a:chess]\nwallingRule = past\nwallOrMove = true\ncastling = false",
            "wallingRule",
            "does not move",
        ),
        ("[a:chess]\nwallOrMove = true", "wallOrMove", "may pass"),
        (
            "[a:chess]\nwallingRule = edge\nmaxRank = 10\nmaxFile = 12\nstartFen = 4k7/12/12/12/12/12/12/12/12/4K7 w - - 0 1",
            "wallingRule",
            "80 squares",
        ),
        ("[a:atomic]\npetrifyOnCaptureTypes = n", "petrifyOnCaptureTypes", "ignores a wall"),
        ("[a:chess]\npetrifyOnCaptureTypes = k", "petrifyOnCaptureTypes", "royal"),
        ("[a:chess]\npetrifyOnCaptureTypes = p", "petrifyOnCaptureTypes", "promotes"),
        ("[a:chess]\ncastlingWins = Q\ncastling = false", "castlingWins", "at once"),
        ("[a:chess]\nchess960 = true\ncastlingWins = Q", "castlingWins", "start position"),
        ("[a:chess]\ncastlingWins = Q\noppositeCastling = true", "castlingWins", "start position"),
        ("[a:janus]\nchess960 = true", "chess960", "180 castlings"),
        ("[a:seirawan]\nchess960 = true", "seirawanGating", "other squares"),
        ("[a:xiangqi]\nmaterialCounting = janggi", "materialCounting", "half a point"),
    ] {
        let error = Import::fairy_stockfish("a.ini", options, "a", false).expect_err(options).to_string();
        assert!(error.contains(option), "{options}: {error}");
        let words: Vec<&str> = error.split_whitespace().filter(|word| *word != "│").collect();
        assert!(words.join(" ").contains(reason), "{options}: {error}");
    }
}
