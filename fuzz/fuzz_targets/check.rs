//! Any text is checked as a variant file, whatever it extends.
#![no_main]

use ferz::lang::catalog::{Files, Catalog};
use libfuzzer_sys::fuzz_target;

struct One<'t>(&'t str);

impl Files for One<'_> {
    fn read(&self, path: &str) -> Option<String> {
        (path == "fuzz.ferz").then(|| self.0.to_owned())
    }
}

fuzz_target!(|text: &str| {
    if let Some(game) = Catalog::new(&One(text)).open_file("fuzz.ferz") {
        let _ = game.check();
    }
});
