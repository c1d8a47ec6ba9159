//! Tests the chapter about the notation: every block that begins with `$ ferz betza` must show the output of the
//! command.
//!
//! `UPDATE_DOCS=1 cargo test --test suite betza::` rewrites the blocks.

use clap::Parser;
use ferz_cli::betza::{BetzaArgs, answer};

const CHAPTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/book/notation.md");

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: BetzaArgs,
}

#[test]
fn chapter_shows_what_the_command_prints() {
    let text = std::fs::read_to_string(CHAPTER).unwrap();
    let mut fresh = String::new();
    let mut blocks = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        fresh += line;
        fresh.push('\n');
        if line != "```text" {
            continue;
        }
        let Some(command) = lines.next() else { break };
        fresh += command;
        fresh.push('\n');
        let Some(words) = command.strip_prefix("$ ferz ") else { continue };
        fresh += &output(words);
        blocks += 1;
        for line in lines.by_ref() {
            if line == "```" {
                fresh += "```\n";
                break;
            }
        }
    }
    assert!(blocks > 50, "{blocks}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(CHAPTER, fresh).unwrap();
    } else {
        assert!(
            fresh == text,
            "the chapter is out of date: run UPDATE_DOCS=1 cargo test --test suite betza::"
        );
    }
}

fn output(words: &str) -> String {
    let words: Vec<String> = words.split(' ').map(|word| word.trim_matches('\'').to_string()).collect();
    let answer = answer(&Line::try_parse_from(words).unwrap().args, false).unwrap();
    answer.text.unwrap_or_else(|| panic!("{:?}", answer.problems))
}

#[test]
fn every_letter_has_a_diagram() {
    let text = std::fs::read_to_string(CHAPTER).unwrap();
    let commands: String = text.lines().filter(|line| line.starts_with("$ ferz")).collect();
    let notations: String = commands.split("$ ferz betza ").filter_map(|c| c.split(' ').next()).collect();
    for letter in "WFDNAHCZGLJKRBQUOXYfblrvshmcideknjpgzqoutxya".chars() {
        assert!(notations.contains(letter), "no diagram shows `{letter}`");
    }
    // The moves of an imitator depend on the game, so the command cannot show them.
    assert!(text.contains("**I**, the imitator"));
}
