//! Reads arbitrary text as the readings of a game, and selects each of them.
#![no_main]

use ferz::Loader;
use libfuzzer_sys::fuzz_target;

const GAME: &str = include_str!("../../tests/fixtures/check/decided.ferz");
/// The maximum number of readings to select. All are read in the same manner, so a few are enough.
const MAX: usize = 4;

fuzz_target!(|text: &str| {
    let loader = Loader::new().text("game.ferz", GAME).readings("readings.toml", text);
    if let Ok(rules) = loader.load("game.ferz") {
        for reading in rules.readings().take(MAX) {
            let _ = loader.load(&format!("game.ferz@{reading}"));
        }
    }
});
