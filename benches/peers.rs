//! Compares ferz with other programs: nodes per second of processor time, each program in turn, medians of five rounds.
//!
//! `cargo run --release --package ferz-benches -- [ROUNDS]`. Sjaak II is measured if `sjaakii` is found; like the
//! others, its perft counts leaves in bulk. The totals are asserted, because a fast wrong answer is worthless.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "it may fail loudly")]

use cozy_chess::{Board, Move, Piece};
use ferz::Rules;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A task: its name, the number of nodes, and the function that counts them.
struct Task {
    name: &'static str,
    nodes: u64,
    run: Box<dyn Fn() -> u64>,
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    let mut tasks = vec![
        Task { name: "cozy-chess chess 6", nodes: 119_060_324, run: Box::new(|| cozy(&Board::default(), 6)) },
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
    for game in ["chess", "shatranj", "tamerlane", "full-tamerlane"] {
        let start = Instant::now();
        load(game);
        println!("{game:<16} read and compiled in {:.1?}", start.elapsed());
    }
    let mut speeds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for round in 1..=rounds {
        for task in &tasks {
            let (wall, start) = (Instant::now(), processor());
            let nodes = (task.run)();
            let seconds = match (start, processor()) {
                (Some(start), Some(end)) => end - start,
                _ => wall.elapsed().as_secs_f64(),
            };
            assert_eq!(nodes, task.nodes, "{}", task.name);
            let speed = nodes as f64 / seconds / 1e6;
            eprintln!("round {round}  {:<20} {speed:>8.1} million nodes per second", task.name);
            speeds.entry(task.name).or_default().push(speed);
        }
    }
    let median = |name: &str| {
        let mut speeds = speeds.get(name).cloned().unwrap_or_default();
        speeds.sort_by(f64::total_cmp);
        speeds.get(speeds.len() / 2).copied()
    };
    println!("\nmedians of {rounds} rounds, million nodes per second of processor time");
    for task in &tasks {
        println!("  {:<20} {:>8.1}", task.name, median(task.name).unwrap_or(f64::NAN));
    }
    println!("\nratios");
    for (one, other, wanted) in [
        ("ferz chess 6", "cozy-chess chess 6", 0.4),
        ("ferz chess 6", "sjaak chess 5", 14.0),
        ("ferz shatranj 6", "sjaak shatranj 6", 8.0),
        ("ferz masculine 5", "sjaak shatranj 6", 4.0),
        ("ferz third 5", "sjaak shatranj 6", 4.0),
        ("ferz full 5", "sjaak shatranj 6", 4.0),
    ] {
        if let (Some(one_speed), Some(other_speed)) = (median(one), median(other)) {
            println!("  {one:<18} / {other:<20} {:>7.2}   wanted {wanted}", one_speed / other_speed);
        }
    }
}

fn ferz(game: &str, name: &'static str, depth: u32, nodes: u64) -> Task {
    let game = load(game).start();
    Task { name, nodes, run: Box::new(move || game.perft(depth)) }
}

fn load(game: &str) -> Rules {
    Rules::load(game).expect("a shipped game loads")
}

fn cozy(board: &Board, depth: u32) -> u64 {
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

fn sjaak(path: &'static str, game: &'static str, name: &'static str, depth: u32, nodes: u64) -> Task {
    let run = move || {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sjaakii starts");
        let input = format!("variant {game}\nperft {depth}\nquit\n");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("sjaakii listens");
        let output = child.wait_with_output().expect("sjaakii ends");
        let text = String::from_utf8_lossy(&output.stdout);
        let row = text.lines().rev().find_map(|line| {
            let line = line.rsplit("0w>").next().unwrap_or(line);
            let mut words = line.split_whitespace();
            (words.next()?.parse::<u32>().ok()? == depth).then(|| words.next()?.parse().ok())?
        });
        row.expect("sjaakii counts")
    };
    Task { name, nodes, run: Box::new(run) }
}

/// Seconds of processor time of this process and of the children it has waited for.
fn processor() -> Option<f64> {
    let own = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let own: f64 = own.split_whitespace().next()?.parse().ok()?;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let children = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(own / 1e9 + children / 100.0)
}
