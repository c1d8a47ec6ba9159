//! Compares a game with arbitrary text as another game.
#![no_main]

mod shell;

use ferz::Loader;
use libfuzzer_sys::fuzz_target;
use shell::{ferz, file};

const GAME: &str = include_str!("../../tests/fixtures/check/decided.ferz");

fuzz_target!(|text: &str| {
    // Other targets test texts that cannot be loaded.
    if Loader::new().text("other.ferz", text).load("other.ferz").is_ok() {
        let (game, other) = (file("game.ferz", GAME), file("other.ferz", text));
        ferz(&["diff", &game, &other, "--budget", "0.01"]);
        ferz(&["show", &other]);
        ferz(&["moves", &other, "--json"]);
    }
});
