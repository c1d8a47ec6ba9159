//! Reads any text as a game, its array, its reading, and values of its switches.
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
    let _ = loader.load(game);
    let _ = loader.load(&format!("mine.ferz{game}"));
    let _ = loader.check(game);
});
