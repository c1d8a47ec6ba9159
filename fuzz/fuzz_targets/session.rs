//! Types arbitrary text into a game session, and loads it as a saved game.
#![no_main]

mod shell;

use libfuzzer_sys::fuzz_target;
use shell::{ferz, file};
use std::fs::File;

fuzz_target!(|text: &str| {
    // The target must not write files next to other files.
    let writes = |line: &&str| line.trim().to_lowercase().starts_with('s') || line.contains("svg");
    let typed: Vec<&str> = text.lines().filter(|line| !writes(line)).collect();
    let saved = file("saved.game", text);
    let script = file("typed", &format!("load {saved}\n{}\nquit\n", typed.join("\n")));
    let input = File::open(script).expect("a file");
    rustix::stdio::dup2_stdin(input).expect("standard input");
    ferz(&["play", "gardner"]);
});
