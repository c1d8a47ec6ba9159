//! Measures the time that perft takes, and asserts the totals.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "it may fail loudly")]

use divan::Bencher;
use ferz::{Game, Rules};

fn main() {
    divan::main();
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn load(game: &str) -> Rules {
    Rules::load(game).expect("a shipped game loads")
}

fn count(bencher: Bencher, game: &Game, depth: u32, nodes: u64) {
    bencher
        .counter(divan::counter::ItemsCount::new(nodes))
        .bench_local(|| assert_eq!(game.perft(depth), nodes));
}

#[divan::bench(args = [
    ("chess", 5, 4_865_609),
    ("shatranj", 5, 1_164_248),
    ("tamerlane", 5, 9_709_736),
    ("tamerlane/feminine", 3, 14_494),
    ("tamerlane/third", 5, 29_553_337),
    ("full-tamerlane", 5, 3_615_626),
])]
fn start(bencher: Bencher, (game, depth, nodes): (&str, u32, u64)) {
    count(bencher, &load(game).start(), depth, nodes);
}

#[divan::bench]
fn kiwipete(bencher: Bencher) {
    let game = load("chess").from_fen(KIWIPETE).expect("the position can be read");
    count(bencher, &game, 4, 4_085_603);
}

/// A position with all special rules at once: pieces that can relocate, go home, and promote, and an available swap.
const MIDDLEGAME: &str = "2{Pp.waiting}2k4r/1n1t3{Pp.second}1z1/{pr}1{pp}1{pg}1{pk}2{pt}1/11/3v3g3/4R6/\
    2{Pr}2N2{Pk}2/{Pp}3{Pg}3Z2/R2T2V3{pp.second}/E1C1D1K2{ka}{pp.waiting} w - - 0 1 swap=wb";

#[divan::bench]
fn middlegame(bencher: Bencher) {
    let game = load("tamerlane").from_fen(MIDDLEGAME).expect("the position can be read");
    count(bencher, &game, 2, 2_104);
}

/// Measures reading, checking, and compiling a game.
#[divan::bench(args = ["chess", "tamerlane"])]
fn loading(bencher: Bencher, game: &str) {
    bencher.bench_local(|| load(game));
}
