//! Reads arbitrary text as a game that extends another one, and checks it.
#![no_main]

use ferz::Loader;
use libfuzzer_sys::fuzz_target;

const GAME: &str = include_str!("../../tests/fixtures/check/decided.ferz");

fuzz_target!(|text: &str| {
    let heir = format!("variant heir \"Heir\" extends base\n{text}");
    let loader = Loader::new().text("base.ferz", GAME).text("heir.ferz", heir);
    let checked = loader.check("heir.ferz");
    let sound = checked.is_ok_and(|()| true);
    // A game without problems in `check` must load.
    assert!(!sound || loader.load("heir.ferz").is_ok(), "{text:?}");
});
