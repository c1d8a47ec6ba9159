//! Any text is read as a position; one that can be read is written and read back.
#![no_main]

use ferz::lang::catalog::{GameRef, NoFiles, Catalog};
use ferz::rules::Variant;
use ferz::play::notation::fen;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let load = |name| Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).expect("shipped").variant;
    ["chess", "tamerlane"].map(load).into()
});

fuzz_target!(|text: &str| {
    for variant in GAMES.iter() {
        if let Ok(setup) = fen::read(variant, text) {
            assert_eq!(fen::read(variant, &fen::write(variant, &setup)), Ok(setup));
        }
    }
});
