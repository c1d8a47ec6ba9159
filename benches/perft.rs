//! How long counting takes, with the totals asserted.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "it may fail loudly")]

use divan::Bencher;
use ferz::fast::engine::{Engine, Position};
use ferz::lang::catalog::{Catalog, GameRef, NoFiles};
use ferz::play::notation::fen;

fn main() {
    divan::main();
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn engine(game: &str) -> Engine {
    Engine::new(
        &Catalog::new(&NoFiles).load(&GameRef::parse(game), &[]).expect("a shipped game loads").variant,
    )
}

fn count(bencher: Bencher, engine: &Engine, position: &Position, depth: u32, nodes: u64) {
    bencher
        .counter(divan::counter::ItemsCount::new(nodes))
        .bench_local(|| assert_eq!(engine.perft(position, depth), nodes));
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
    let engine = engine(game);
    count(bencher, &engine, &engine.start(), depth, nodes);
}

#[divan::bench]
fn kiwipete(bencher: Bencher) {
    let engine = engine("chess");
    let setup = fen::read(engine.variant(), KIWIPETE).expect("the position can be read");
    count(bencher, &engine, &engine.position(&setup), 4, 4_085_603);
}

/// All special rules at once: pieces to be placed, sent home and about to grow, and a swap to be had.
const MIDDLEGAME: &str = "2{Pp.waiting}2k4r/1n1t3{Pp.second}1z1/{pr}1{pp}1{pg}1{pk}2{pt}1/11/3v3g3/4R6/\
    2{Pr}2N2{Pk}2/{Pp}3{Pg}3Z2/R2T2V3{pp.second}/E1C1D1K2{ka}{pp.waiting} w - - 0 1 swap=wb";

#[divan::bench]
fn middlegame(bencher: Bencher) {
    let engine = engine("tamerlane");
    let setup = fen::read(engine.variant(), MIDDLEGAME).expect("the position can be read");
    count(bencher, &engine, &engine.position(&setup), 2, 2_104);
}

#[divan::bench]
fn compile(bencher: Bencher) {
    let variant = Catalog::new(&NoFiles).load(&GameRef::parse("tamerlane"), &[]).expect("it loads").variant;
    bencher.bench_local(|| Engine::new(&variant));
}
