//! Reads arbitrary text as a game reference with array, reading, and values of switches.
#![no_main]

use ferz::Loader;
use libfuzzer_sys::fuzz_target;

const GAME: &str = include_str!("../../tests/fixtures/check/decided.ferz");

fuzz_target!(|text: &str| {
    let mut words = text.split('\n');
    let mut loader = Loader::new().text("mine.ferz", GAME);
    let game = words.next().unwrap_or_default();
    for (name, value) in words.take(4).filter_map(|word| word.split_once('=')) {
        loader = loader.switch(name, value);
    }
    // Built-in games are large, so the small game tests the part after the name.
    let _ = loader.load(&format!("mine.ferz{game}"));
    if !game.starts_with(|c: char| c.is_ascii_alphabetic()) || game.len() < 12 {
        let _ = loader.load(game);
    }
});
