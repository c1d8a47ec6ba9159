//! How long counting takes, with the totals asserted.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "it may fail loudly")]

use divan::Bencher;
use ferz::engine::{Engine, Position};
use ferz::library::{GameRef, NoFiles, Shelf};
use ferz::notation::fen;

fn main() {
    divan::main();
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn engine(game: &str) -> Engine {
    Engine::new(&Shelf::new(&NoFiles).load(&GameRef::parse(game), &[]).expect("a shipped game loads").variant)
}

fn count(bencher: Bencher, engine: &Engine, position: &Position, depth: u32, nodes: u64) {
    bencher
        .counter(divan::counter::ItemsCount::new(nodes))
        .bench_local(|| assert_eq!(engine.perft(position, depth), nodes));
}

#[divan::bench(args = [
    ("chess", 5, 4_865_609),
    ("shatranj", 5, 1_164_248),
    ("tamerlane", 4, 365_893),
    ("tamerlane/feminine", 3, 14_494),
    ("tamerlane/third", 4, 936_623),
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

#[divan::bench]
fn compile(bencher: Bencher) {
    let variant = Shelf::new(&NoFiles).load(&GameRef::parse("tamerlane"), &[]).expect("it loads").variant;
    bencher.bench_local(|| Engine::new(&variant));
}
