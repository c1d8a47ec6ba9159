//! Reads arbitrary text as a position and as a record of every program. What is read survives writing and reading.
#![no_main]

mod games;

use ferz::{Dialect, Loader};
use games::GAMES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The first byte selects the program.
    let (number, text) = text.split_at_checked(1).unwrap_or(("", text));
    let all: Vec<Dialect> = Dialect::all().collect();
    let dialect = all[usize::from(number.bytes().next().unwrap_or_default()) % all.len()];
    for rules in GAMES.iter() {
        if let Ok(game) = rules.from_fen_in(text, dialect) {
            let written = game.fen_in(dialect);
            let again = rules.from_fen_in(&written, dialect).map(|again| again.fen_in(dialect));
            assert_eq!(
                again.ok().as_deref(),
                Some(written.as_str()),
                "{} {}: {text:?}",
                dialect.name(),
                rules.name()
            );
        }
    }
    for game in Loader::new().games(text).into_iter().flatten() {
        let pgn = game.pgn();
        let again = Loader::new().games(&pgn);
        let again: Vec<String> = again.iter().flatten().map(|game| game.fen()).collect();
        assert_eq!(again, [game.fen()], "{text:?}: {pgn}");
    }
});
