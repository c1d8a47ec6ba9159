//! Reads any text as a move. A valid move is played and taken back.
#![no_main]

use ferz::{Game, Rules};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<Game>> =
    LazyLock::new(|| ["chess", "tamerlane"].map(|name| Rules::load(name).expect("shipped").start()).into());

fuzz_target!(|text: &str| {
    for start in GAMES.iter() {
        let mut game = start.clone();
        if let Ok(mv) = game.play_text(text) {
            assert_eq!(game.undo(), Some(mv));
            assert_eq!(game.read(&game.text(mv)).ok(), Some(mv));
        }
    }
});
