//! Games for fuzzing: with cells, stages, hands, rights, first moves, several royals, and one with 256 squares.

use ferz::{Loader, Rules};
use std::sync::LazyLock;

const FILES: [(&str, &str); 5] = [
    ("causeway.ferz", include_str!("../../tests/fixtures/games/house-of-rules.ferz")),
    ("steps.ferz", include_str!("../../tests/fixtures/games/first-steps.ferz")),
    ("hand.ferz", include_str!("../../tests/fixtures/games/hand-and-sword.ferz")),
    ("hall.ferz", include_str!("../../tests/fixtures/games/great-hall.ferz")),
    ("pledges.ferz", include_str!("../../tests/fixtures/games/pledges.ferz")),
];

pub static GAMES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let built_in = ["chess", "tamerlane"].into_iter().map(|name| Rules::load(name).expect("shipped"));
    let files =
        FILES.into_iter().map(|(name, text)| Loader::new().text(name, text).load(name).expect("a fixture"));
    built_in.chain(files).collect()
});
