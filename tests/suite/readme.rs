//! Tests the README: every `$ command` in it is run, and its output must be the one on the page.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A command of the page with the expected output.
struct Step {
    command: String,
    expected: Vec<String>,
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if let Some(language) = line.strip_prefix("```") {
            inside = language == "console";
        } else if inside {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push(Step { command: command.to_owned(), expected: Vec::new() }),
                (None, Some(step)) => step.expected.push(line.trim_end().to_owned()),
                (None, None) => panic!("output without a command: {line}"),
            }
        }
    }
    steps
}

/// Returns true if the output matches. An expected line `...` stands for any number of lines.
fn matches(expected: &[String], printed: &[String]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => (0..=printed.len()).any(|n| matches(rest, &printed[n..])),
        Some((first, rest)) => printed.first() == Some(first) && matches(rest, &printed[1..]),
    }
}

#[test]
fn every_command_of_the_readme_does_what_it_shows() {
    let page = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("a README");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("variants/tamerlane")).expect("a folder");
    for file in ["tamerlane.ferz", "readings.toml"] {
        let path = Path::new("variants/tamerlane").join(file);
        fs::copy(Path::new(ROOT).join(&path), folder.join(&path)).expect("a copy");
    }
    let bin = Path::new(env!("CARGO_BIN_EXE_ferz")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let steps = steps(&page);
    assert!(steps.len() >= 5, "the README lost its commands");
    for step in steps {
        let output = Command::new("sh")
            .args(["-c", &format!("{} 2>&1", step.command)])
            .current_dir(&folder)
            .env("PATH", &path)
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        let printed: Vec<String> = printed.lines().map(|line| line.trim_end().to_owned()).collect();
        let expected: Vec<String> = step.expected.into_iter().collect();
        assert!(
            matches(&expected, &printed),
            "$ {}\nprinted:\n{}\nthe README shows:\n{}",
            step.command,
            printed.join("\n"),
            expected.join("\n"),
        );
    }
}

/// A newcomer needs two commands: the one that plays, and the one that tests. CI runs both.
#[test]
fn the_readme_has_the_commands_of_a_newcomer() {
    let read = |name: &str| fs::read_to_string(Path::new(ROOT).join(name)).expect("a text");
    let (page, checks) = (read("README.md"), read(".ci/run"));
    for command in ["cargo run --release -- play tamerlane", "cargo test"] {
        assert!(page.contains(command), "the README lacks `{command}`");
    }
    assert!(checks.lines().any(|line| line.contains(" cargo test --locked") && !line.contains("--test ")));
    assert!(checks.contains("target/release/ferz play tamerlane"));
}
