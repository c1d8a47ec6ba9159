//! Compares the speed of ferz with that of other programs, in nodes per second of processor time.
//!
//! Run it with `cargo run --release --package ferz-benches -- [ROUNDS]`. A round runs every task once, and the result
//! is the median of all rounds, five by default. Sjaak II and Fairy-Stockfish take part if `sjaakii` and
//! `fairy-stockfish` are installed; like the other programs, they count leaf moves in bulk. Every task asserts its
//! number of nodes, because a fast wrong answer is worthless.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "it may fail loudly")]

mod rounds;

use cozy_chess::{Board, Move, Piece};
use ferz::Rules;
use rounds::{Speeds, Task};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The other program that counts the nodes of a game.
#[derive(Clone, Copy)]
enum Peer {
    /// Fairy-Stockfish's program, which counts to the same depth as ferz.
    Program,
    /// Fairy-Stockfish's Python library, which counts to the given depth, with the given number of nodes.
    Library(u32, u64),
    Nobody,
}

use Peer::{Library, Nobody, Program};

/// Games with more complex rules than chess. Each entry has the name, the depth, the number of nodes, and the other
/// program that counts them.
const GAMES: &[(&str, u32, u64, Peer)] = &[
    ("xiangqi", 4, 3_290_240, Program),
    ("janggi", 4, 1_065_277, Program),
    ("shogi", 5, 19_861_490, Program),
    ("torishogi", 5, 2_179_749, Library(2, 288)),
    ("makruk", 5, 6_223_994, Program),
    ("courier", 4, 500_337, Program),
    ("capablanca", 4, 805_128, Program),
    ("crazyhouse", 5, 4_888_832, Program),
    ("placement", 4, 1_597_696, Program),
    ("sittuyin", 3, 580_096, Program),
    ("seirawan", 4, 782_599, Program),
    ("shouse", 4, 36_857_065, Program),
    ("antichess", 5, 2_732_672, Program),
    ("3check", 5, 4_865_609, Program),
    ("racingkings", 5, 9_472_927, Program),
    ("makpong", 5, 6_223_994, Program),
    ("coregal", 5, 4_756_867, Library(2, 400)),
    ("grasshopper", 5, 19_157_556, Library(2, 782)),
    ("atomic", 5, 4_864_979, Library(2, 400)),
    ("spartan", 5, 11_712_515, Library(2, 640)),
    ("duck", 3, 249_921_262, Library(1, 640)),
    ("shatar", 5, 3_969_485, Library(2, 400)),
    ("ultima", 3, 42_762, Nobody),
    ("lions", 5, 15_609_396, Nobody),
    ("chu", 4, 1_774_859, Nobody),
    ("tenjiku", 3, 430_317, Nobody),
];

/// The Kiwipete position, which exercises all special moves of chess.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A middlegame position of Tamerlane Chess with a waiting pawn of pawns.
const WAITING: &str = "e1c1d1d1c1e/{Pp.waiting}ntzvkgztnr/{pr}{pn}{pt}{pz}{pv}{pk}{pg}1{pc}{pd}{pp}/4{pe}6/5n5/3N7/4{Pe}6/1{Pd}{Pc}2{Pk}{Pv}{Pz}{Pt}{Pn}{Pr}/RNTZGKVZTNR/E1C1D1D1C1E w - - 0 20 swap=wb";

/// A middlegame position of chu shogi with lions and with pieces that can promote to lions.
const CHU: &str = "lf1s1ekgsc1l/acb2xo2bfa/mvrhgt1dhtv1/3p1p1pp2m/2p5irpp/p5p1Ip2/11P/1pPI8/PPHPPD2CPPB/MVRG1TDM3A/ACBN1KXOSRV1/LF1S2EG2FL w - - 9 46";

/// A position of crazyhouse with several types of pieces in hand.
const FULL_HANDS: &str = "r1b1k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R1B1K2R[QRBNPPqrbnpp] w KQkq - 0 1";

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    let mut tasks = vec![
        Task {
            name: "cozy-chess chess 6".into(),
            nodes: 119_060_324,
            run: Box::new(|| cozy(&Board::default(), 6)),
        },
        Task {
            name: "cozy-chess kiwipete 5".into(),
            nodes: 193_690_690,
            run: Box::new(|| cozy(&KIWIPETE.parse().expect("a position"), 5)),
        },
        at("chess", KIWIPETE, "ferz kiwipete 5", 5, 193_690_690),
        at("tamerlane", WAITING, "ferz waiting 3", 3, 92_855),
        at("crazyhouse", FULL_HANDS, "ferz full hands 4", 4, 1_323_637_326),
        at("chu", CHU, "ferz chu middlegame 4", 4, 18_738_958),
        ferz("chess", "ferz chess 6", 6, 119_060_324),
        ferz("shatranj", "ferz shatranj 6", 6, 19_864_709),
        ferz("tamerlane", "ferz masculine 5", 5, 9_709_736),
        ferz("tamerlane/third", "ferz third 5", 5, 29_553_337),
        ferz("full-tamerlane", "ferz full 5", 5, 3_615_626),
    ];
    if let Some(path) = ["/usr/games/sjaakii", "/usr/bin/sjaakii"]
        .into_iter()
        .find(|path| std::fs::exists(path).unwrap_or(false))
    {
        tasks.push(sjaak(path, "chess", "sjaak chess 5", 5, 4_865_609));
        tasks.push(sjaak(path, "shatranj", "sjaak shatranj 6", 6, 19_864_709));
    }
    let fairy_is_there = std::fs::exists(FAIRY).unwrap_or(false);
    let library_is_there = answer("python3", &["-c", "import pyffish; print(1)"], "").starts_with('1');
    for (game, depth, nodes, peer) in GAMES.iter().copied() {
        tasks.push(ferz(game, &format!("ferz {game} {depth}"), depth, nodes));
        match peer {
            Program if fairy_is_there => tasks.push(fairy(game, depth, nodes)),
            Library(low, nodes) if library_is_there => {
                tasks.push(fairy_library(format!("fairy {game} {depth}"), game, (low, nodes)))
            }
            _ => {}
        }
    }
    for game in ["chess", "shatranj", "tamerlane", "full-tamerlane"] {
        let start = Instant::now();
        load(game);
        println!("{game:<16} read and compiled in {:.1?}", start.elapsed());
    }
    let speeds = Speeds::measure(&tasks, rounds);
    let median = |name: &str| speeds.median(name);
    println!("\nmedians of {rounds} rounds, million nodes per second of processor time");
    for task in &tasks {
        println!("  {:<24} {:>10.3}", task.name, median(&task.name).unwrap_or(f64::NAN));
    }
    println!("\nratios");
    for (one, other, wanted) in [
        ("ferz chess 6", "cozy-chess chess 6", 0.4),
        ("ferz chess 6", "sjaak chess 5", 14.0),
        ("ferz shatranj 6", "sjaak shatranj 6", 8.0),
        ("ferz masculine 5", "sjaak shatranj 6", 4.0),
        ("ferz third 5", "sjaak shatranj 6", 4.0),
        ("ferz full 5", "sjaak shatranj 6", 4.0),
        ("ferz kiwipete 5", "cozy-chess kiwipete 5", 0.8),
        ("ferz masculine 5", "ferz chess 6", 0.8),
        ("ferz third 5", "ferz chess 6", 0.8),
        ("ferz full 5", "ferz chess 6", 0.7),
    ] {
        if let (Some(one_speed), Some(other_speed)) = (median(one), median(other)) {
            println!("  {one:<18} / {other:<20} {:>7.2}   wanted {wanted}", one_speed / other_speed);
        }
    }
    println!(
        "\nspeed as a share of ferz's own chess (goal 0.25, unless the rules themselves cost more) and of Fairy-Stockfish"
    );
    let chess = median("ferz chess 6").unwrap_or(f64::NAN);
    for task in tasks.iter().filter(|task| task.name.starts_with("ferz ")) {
        let speed = median(&task.name).unwrap_or(f64::NAN);
        let peer = median(&task.name.replacen("ferz", "fairy", 1));
        let peer = peer.map_or_else(String::new, |peer| format!("{:>8.1}", speed / peer));
        println!("  {:<24} {:>6.2} {peer}", task.name, speed / chess);
    }
}

fn ferz(game: &str, name: &str, depth: u32, nodes: u64) -> Task {
    let game = load(game).start();
    Task { name: name.to_owned(), nodes, run: Box::new(move || game.perft(depth)) }
}

/// Creates a perft task that starts from a given position.
fn at(game: &str, position: &str, name: &str, depth: u32, nodes: u64) -> Task {
    let game = load(game).from_fen(position).expect("the position can be read");
    Task { name: name.to_owned(), nodes, run: Box::new(move || game.perft(depth)) }
}

fn load(game: &str) -> Rules {
    match game {
        "chu" => Rules::from_text(include_str!("games/chu.ferz")).expect("a good rule file"),
        "tenjiku" => Rules::from_text(include_str!("games/tenjiku.ferz")).expect("a good rule file"),
        "lions" => Rules::from_text(include_str!("games/lions.ferz")).expect("a good rule file"),
        shipped => Rules::load(shipped).expect("a shipped game loads"),
    }
}

fn cozy(board: &Board, depth: u32) -> u64 {
    // Counts the last ply in bulk, as ferz does.
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            nodes += cozy(&after(board, mv), depth - 1);
        }
        false
    });
    nodes
}

fn after(board: &Board, mv: Move) -> Board {
    debug_assert_ne!(mv.promotion, Some(Piece::King));
    let mut board = board.clone();
    board.play_unchecked(mv);
    board
}

/// The path of Fairy-Stockfish in the Linux distribution.
const FAIRY: &str = "/usr/games/fairy-stockfish";

fn fairy(game: &'static str, depth: u32, nodes: u64) -> Task {
    let run = move || {
        let text = answer(
            FAIRY,
            &[],
            &format!("setoption name UCI_Variant value {game}\nposition startpos\ngo perft {depth}\nquit\n"),
        );
        let count = text.lines().find_map(|line| line.strip_prefix("Nodes searched: "));
        count.and_then(|count| count.trim().parse().ok()).expect("fairy-stockfish counts")
    };
    Task { name: format!("fairy {game} {depth}"), nodes, run: Box::new(run) }
}

/// Creates a perft task for the Python library of Fairy-Stockfish. The calls between Python and the library take most
/// of the time.
fn fairy_library(name: String, game: &'static str, (depth, nodes): (u32, u64)) -> Task {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/fairy_perft.py");
    let run = move || {
        let text = answer("python3", &[script, game, &depth.to_string()], "");
        text.trim().parse().expect("the library counts")
    };
    Task { name, nodes, run: Box::new(run) }
}

/// Runs a program with the given input and returns its output. The output is empty if the program cannot be started.
fn answer(path: &str, arguments: &[&str], input: &str) -> String {
    let Ok(mut child) = Command::new(path)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
    else {
        return String::new();
    };
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program listens");
    let output = child.wait_with_output().expect("the program ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn sjaak(path: &'static str, game: &'static str, name: &str, depth: u32, nodes: u64) -> Task {
    let run = move || {
        let text = answer(path, &[], &format!("variant {game}\nperft {depth}\nquit\n"));
        let row = text.lines().rev().find_map(|line| {
            let line = line.rsplit("0w>").next().unwrap_or(line);
            let mut words = line.split_whitespace();
            (words.next()?.parse::<u32>().ok()? == depth).then(|| words.next()?.parse().ok())?
        });
        row.expect("sjaakii counts")
    };
    Task { name: name.to_owned(), nodes, run: Box::new(run) }
}
