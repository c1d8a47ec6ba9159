//! Counts the instructions that perft executes, and asserts the totals.
//!
//! Counts of instructions are exact, so a small regression shows even on a busy machine. The benchmark needs valgrind
//! and `cargo install gungraun-runner`.

#![allow(missing_docs, reason = "the macros write modules of their own")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "it may fail loudly")]

use ferz::{Game, Rules};
use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A position with all special rules at once: pieces that can relocate, go home, and promote, and an available swap.
const MIDDLEGAME: &str = "2{Pp.waiting}2k4r/1n1t3{Pp.second}1z1/{pr}1{pp}1{pg}1{pk}2{pt}1/11/3v3g3/4R6/\
    2{Pr}2N2{Pk}2/{Pp}3{Pg}3Z2/R2T2V3{pp.second}/E1C1D1K2{ka}{pp.waiting} w - - 0 1 swap=wb";

/// Loads a game with a position, or with the start position if `fen` is empty.
fn prepare(game: &str, fen: &str, depth: u32, nodes: u64) -> (Game, u32, u64) {
    let rules = Rules::load(game).expect("a shipped game loads");
    let game = match fen {
        "" => rules.start(),
        fen => rules.from_fen(fen).expect("the position can be read"),
    };
    (game, depth, nodes)
}

#[library_benchmark(setup = prepare)]
#[bench::chess("chess", "", 4, 197_281)]
#[bench::kiwipete("chess", KIWIPETE, 3, 97_862)]
#[bench::shatranj("shatranj", "", 4, 68_122)]
#[bench::masculine("tamerlane", "", 4, 365_893)]
#[bench::feminine("tamerlane/feminine", "", 3, 14_494)]
#[bench::third("tamerlane/third", "", 3, 30_641)]
#[bench::full("full-tamerlane", "", 4, 158_344)]
#[bench::middlegame("tamerlane", MIDDLEGAME, 2, 2_104)]
fn count((game, depth, nodes): (Game, u32, u64)) {
    assert_eq!(black_box(game.perft(depth)), nodes);
}

library_benchmark_group!(name = counting; benchmarks = count);
main!(library_benchmark_groups = counting);
