//! Reads arbitrary text as a move in several games. A valid move is played and taken back, and the explanation of any
//! text that is read agrees.
#![no_main]

mod games;

use ferz::Game;
use games::GAMES;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static STARTS: LazyLock<Vec<Game>> = LazyLock::new(|| GAMES.iter().map(|rules| rules.start()).collect());

fuzz_target!(|text: &str| {
    // The moves are separated by line ends, and the last one is tested.
    let (before, text) = text.rsplit_once('\n').unwrap_or(("", text));
    for (number, start) in STARTS.iter().enumerate() {
        let mut game = start.clone();
        before.lines().take(8).for_each(|text| _ = game.play_text(text));
        // An explanation takes a hundred times as long as reading a move.
        let explained = (number == 0 && text.len() % 8 == 4).then(|| game.explain(text));
        let is_legal = explained.map(|explained| explained.is_legal());
        if let Ok(mv) = game.play_text(text) {
            assert_ne!(is_legal, Some(false), "{text:?}");
            assert_eq!(game.undo(), Some(mv));
            assert_eq!(game.read(&game.text(mv)).ok(), Some(mv));
        }
        // An explanation also reads words and algebraic notation, so it can know a move that is not read here.
    }
});
