//! Any text is read as the readings beside a game with many switches.
#![no_main]

use ferz::library::{Files, Shelf, built_in};
use libfuzzer_sys::fuzz_target;

struct Beside<'t>(&'t str, String);

impl Files for Beside<'_> {
    fn read(&self, path: &str) -> Option<String> {
        match path {
            "game.ferz" => Some(self.1.clone()),
            "readings.toml" => Some(self.0.to_owned()),
            _ => None,
        }
    }
}

fuzz_target!(|text: &str| {
    let game = built_in("tamerlane").expect("shipped").text;
    if let Some(game) = Shelf::new(&Beside(text, game)).open_file("game.ferz") {
        let _ = game.variant(&ferz::resolve::Selection::default());
    }
});
