//! Any text is read as the readings beside a game, and the game decided by each of them.
#![no_main]

use ferz::lang::catalog::{Files, Catalog};
use ferz::lang::resolve::Selection;
use ferz::base::source::Span;
use libfuzzer_sys::fuzz_target;

const GAME: &str = include_str!("../../tests/fixtures/check/decided.ferz");
/// Every reading is the same to the reader; a few are enough.
const MOST: usize = 4;

struct Beside<'t>(&'t str);

impl Files for Beside<'_> {
    fn read(&self, path: &str) -> Option<String> {
        match path {
            "game.ferz" => Some(GAME.to_owned()),
            "readings.toml" => Some(self.0.to_owned()),
            _ => None,
        }
    }
}

fuzz_target!(|text: &str| {
    if let Some(game) = Catalog::new(&Beside(text)).open_file("game.ferz") {
        for reading in game.readings.iter().take(MOST) {
            let reading = Some((reading.name.clone(), Span::default()));
            let _ = game.variant(&Selection { reading, ..Selection::default() });
        }
    }
});
