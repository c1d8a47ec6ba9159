//! Reads arbitrary text as a position of several games. A valid position survives writing and reading, and its moves
//! can be listed.
#![no_main]

mod games;

use games::GAMES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for rules in GAMES.iter() {
        if let Ok(game) = rules.from_fen_lenient(text) {
            let written = game.fen();
            let again = rules.from_fen_lenient(&written).map(|again| again.fen());
            assert_eq!(again.ok(), Some(written), "{}: {text:?}", rules.name());
            assert!(game.outcome().is_none() || game.legal_moves().len() == 0, "{}: {text:?}", rules.name());
        }
    }
});
