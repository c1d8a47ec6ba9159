//! Compares arbitrary text, as recorded moves, with the moves of a game.
#![no_main]

mod shell;

use libfuzzer_sys::fuzz_target;
use shell::{ferz, file};

const GAME: &str = include_str!("../../tests/fixtures/check/decided.ferz");

fuzz_target!(|text: &str| {
    let game = file("game.ferz", GAME);
    file("game.snapshot", text);
    ferz(&["test", &game]);
    ferz(&["test", "--json", &game]);
});
