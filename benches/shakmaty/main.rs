//! Compares the speed of ferz with that of shakmaty, which has a hand-written generator for each of the games.
//!
//! Run it with `just peers`, or with `cargo run --release --manifest-path benches/shakmaty/Cargo.toml -- [ROUNDS]`.
//! Both programs count leaf moves in bulk with one thread. The result is the median of all rounds, five by default.
//!
//! shakmaty is published under the GPL-3.0-or-later, so this program is, too. It is a package outside of the workspace,
//! and no other package of ferz uses it.

#![allow(clippy::expect_used, reason = "it may fail loudly")]

#[path = "../rounds.rs"]
mod rounds;

use ferz::Rules;
use rounds::{Speeds, Task};
use shakmaty::fen::Fen;
use shakmaty::variant::{Antichess, Atomic, Crazyhouse, Horde, RacingKings, ThreeCheck};
use shakmaty::{CastlingMode, Chess, FromSetup, Position, PositionError, perft};

/// The tasks: the game, a name and a position if it is not the start position, the depth, the number of nodes, and the
/// ratio to keep.
const TASKS: &[(&str, &str, &str, u32, u64, f64)] = &[
    ("chess", "", "", 6, 119_060_324, 1.5),
    ("chess", "kiwipete", KIWIPETE, 5, 193_690_690, 1.5),
    ("crazyhouse", "", "", 5, 4_888_832, 1.5),
    ("crazyhouse", "full hands", FULL_HANDS, 3, 7_741_964, 1.5),
    ("racingkings", "", "", 5, 9_472_927, 1.5),
    ("horde", "", "", 6, 5_396_554, 1.5),
    ("horde", "open flank", OPEN_FLANK, 5, 1_573_347, 1.5),
    ("antichess", "", "", 5, 2_732_672, 1.5),
    ("3check", "", "", 5, 4_865_609, 1.0),
    ("atomic", "", "", 5, 4_864_979, 1.0),
    ("atomic", "middlegame", MIDDLEGAME, 4, 1_434_825, 1.0),
];

/// The Kiwipete position, which exercises all special moves of chess.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A position of crazyhouse with several types of pieces in hand.
const FULL_HANDS: &str = "r1b1k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R1B1K2R[QRBNPPqrbnpp] w KQkq - 0 1";

/// A position of the horde with a queen and a rook behind the pawns.
const OPEN_FLANK: &str = "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1";

/// A position of atomic chess with open lines and pieces that can capture.
const MIDDLEGAME: &str = "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1";

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    let mut tasks = Vec::new();
    for (game, name, fen, depth, nodes, _) in TASKS {
        let rules = Rules::load(game).expect("a shipped game loads");
        let start = if fen.is_empty() { Ok(rules.start()) } else { rules.from_fen(fen) };
        let start = start.expect("the position can be read");
        let name = format!("{game} {name}");
        tasks.push(task("shakmaty", &name, *nodes, shakmaty(game, fen, *depth)));
        tasks.push(task("ferz", &name, *nodes, Box::new(move || start.perft(*depth))));
    }
    let speeds = Speeds::measure(&tasks, rounds);
    println!("\nmedians of {rounds} rounds, million nodes per second of processor time");
    println!("  {:<24} {:>10} {:>10} {:>8}", "", "ferz", "shakmaty", "ratio");
    for (game, name, .., wanted) in TASKS {
        let [own, other] = ["ferz", "shakmaty"]
            .map(|program| speeds.median(&format!("{program} {game} {name}")).unwrap_or(f64::NAN));
        let task = format!("{game} {name}");
        println!("  {task:<24} {own:>10.3} {other:>10.3} {:>8.2}   wanted {wanted}", own / other);
    }
}

fn task(program: &str, name: &str, nodes: u64, run: Box<dyn Fn() -> u64>) -> Task {
    Task { name: format!("{program} {name}"), nodes, run }
}

/// Returns a function with which shakmaty counts a position, or the start position if `fen` is empty.
fn shakmaty(game: &str, fen: &str, depth: u32) -> Box<dyn Fn() -> u64> {
    match game {
        "crazyhouse" => counter::<Crazyhouse>(fen, depth),
        "racingkings" => counter::<RacingKings>(fen, depth),
        "horde" => counter::<Horde>(fen, depth),
        "antichess" => counter::<Antichess>(fen, depth),
        "3check" => counter::<ThreeCheck>(fen, depth),
        "atomic" => counter::<Atomic>(fen, depth),
        _ => counter::<Chess>(fen, depth),
    }
}

fn counter<P: Position + FromSetup + Clone + Default + 'static>(
    fen: &str,
    depth: u32,
) -> Box<dyn Fn() -> u64> {
    let position = if fen.is_empty() {
        P::default()
    } else {
        let fen: Fen = fen.parse().expect("a position");
        let position = fen.into_position(CastlingMode::Standard);
        // Hands can hold more pieces than a game of chess has.
        position.or_else(PositionError::ignore_too_much_material).ok().expect("a legal position")
    };
    Box::new(move || perft(&position, depth))
}
