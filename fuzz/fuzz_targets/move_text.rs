//! Any text is read as a move.
#![no_main]

use ferz::base::{Move, Setup};
use ferz::rules::Variant;
use ferz::lang::catalog::{GameRef, NoFiles, Catalog};
use ferz::play::notation::movetext;
use ferz::rules::reference::Rules;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<(Variant, Setup, Vec<Move>)>> = LazyLock::new(|| {
    let load = |name| {
        let variant = Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).expect("shipped").variant;
        let setup = variant.start();
        let legal = Rules::new(&variant).legal_moves(&setup);
        (variant, setup, legal)
    };
    ["chess", "tamerlane"].map(load).into()
});

fuzz_target!(|text: &str| {
    for (variant, setup, legal) in GAMES.iter() {
        let _ = movetext::read(variant, setup, legal, text);
    }
});
