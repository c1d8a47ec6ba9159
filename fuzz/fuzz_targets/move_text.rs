//! Reads any text as a move in several games. A valid move is played and taken back, and the explanation of any text agrees.
#![no_main]

mod games;

use ferz::Game;
use games::GAMES;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static STARTS: LazyLock<Vec<Game>> = LazyLock::new(|| GAMES.iter().map(|rules| rules.start()).collect());

fuzz_target!(|text: &str| {
    // Moves parted by lines: the last of them is the one in question.
    let (before, text) = text.rsplit_once('\n').unwrap_or(("", text));
    for start in STARTS.iter() {
        let mut game = start.clone();
        before.lines().take(8).for_each(|text| _ = game.play_text(text));
        let explained = game.explain(text);
        if let Ok(mv) = game.play_text(text) {
            assert!(explained.is_legal(), "{text:?}");
            assert_eq!(game.undo(), Some(mv));
            assert_eq!(game.read(&game.text(mv)).ok(), Some(mv));
        } else {
            assert!(!explained.is_legal(), "{text:?}");
        }
    }
});
