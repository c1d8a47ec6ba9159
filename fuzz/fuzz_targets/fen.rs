//! Reads any text as a position. A valid position is written and read back.
#![no_main]

use ferz::Rules;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Rules>> =
    LazyLock::new(|| ["chess", "tamerlane"].map(|name| Rules::load(name).expect("shipped")).into());

fuzz_target!(|text: &str| {
    for rules in GAMES.iter() {
        if let Ok(game) = rules.from_fen(text) {
            let written = game.fen();
            assert_eq!(rules.from_fen(&written).map(|again| again.fen()).ok(), Some(written));
        }
    }
});
