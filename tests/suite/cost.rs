//! Tests that a game does not pay for features that it does not use. valgrind counts the instructions.

use std::process::Command;

/// Returns the number of instructions of a perft command.
fn instructions(game: &str, depth: &str) -> u64 {
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            env!("CARGO_BIN_EXE_ferz"),
            "perft",
            game,
        ])
        .args(["--hash", "0", "--depth", depth])
        .output()
        .expect("valgrind is installed");
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|line| line.split_once("Collected : ")).expect("a count");
    line.1.trim().parse().expect("a number")
}

/// Returns the number of instructions of perft alone, without loading and compiling the game.
fn counting(game: &str) -> f64 {
    (instructions(game, "4") - instructions(game, "1")) as f64
}

#[test]
#[ignore = "needs valgrind: run by `just cost`"]
fn unused_rules_cost_nothing() {
    let (plain, attic) = (counting("chess"), counting("tests/fixtures/games/attic.ferz"));
    println!("chess {plain}, with an attic {attic}: {:+.2} %", 100.0 * (attic / plain - 1.0));
    assert!(attic < 1.03 * plain);
}
