//! Sends arbitrary lines to the engine, by UCI, its relatives, or the XBoard protocol. The engine ends with its input.
#![no_main]

mod shell;

use libfuzzer_sys::fuzz_target;
use shell::{ferz, file};
use std::fs::File;

/// Returns a line that cannot take long, use much memory, or name a file.
fn bounded(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let has = |word: &str| words.iter().any(|own| own.eq_ignore_ascii_case(word));
    let large = ["hash", "usi_hash", "threads", "memory", "cores", "variantpath", "perft"];
    if large.iter().any(|word| has(word)) {
        return None;
    }
    // A search has one limit that ends it at once.
    match words.first().copied() {
        Some("go") if words.len() > 1 => Some("go nodes 20".to_owned()),
        Some("st" | "level" | "time" | "sd") => Some("sd 1".to_owned()),
        // Any position of any game may be set up, but not a file.
        _ if line.contains('/') && !line.starts_with("position") && !line.starts_with("setboard") => None,
        _ => Some(line.to_owned()),
    }
}

fuzz_target!(|text: &str| {
    let first = if text.len() % 2 == 0 { "uci" } else { "xboard\nsd 1" };
    let lines: Vec<String> = text.lines().take(40).filter_map(bounded).collect();
    let script = file(
        "sent",
        &format!("{first}\nmemory 1\nsetoption name Hash value 1\n{}\nquit\n", lines.join("\n")),
    );
    let input = File::open(script).expect("a file");
    rustix::stdio::dup2_stdin(input).expect("standard input");
    ferz(&["engine"]);
});
