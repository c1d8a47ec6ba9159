//! Tests the arguments of all commands: their help with examples, and options that many commands share.

use super::help::{code, err, ferz_in, folder, out, root, typed_in};
use ferz_cli::command::command_line;
use std::fs;
use std::process::Command;

/// Returns the words of a line as a shell reads it.
fn shell_words(line: &str) -> Vec<String> {
    let script = format!("printf '%s\\n' {line}");
    let words = Command::new("sh").args(["-c", &script]).output().expect("a shell").stdout;
    String::from_utf8(words).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn every_help_has_examples() {
    let command = command_line();
    for one in std::iter::once(&command).chain(command.get_subcommands()) {
        let help = one.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples = help.lines().filter(|line| line.starts_with("  ferz ")).count();
        assert!(examples > 0, "{}", one.get_name());
    }
}

/// The examples are commands that ferz accepts, and each names its own command.
#[test]
#[cfg(unix)]
fn examples_are_accepted() {
    let text = fs::read_to_string(root().join("data/examples.txt")).expect("read");
    let mut section = "";
    for line in text.lines() {
        section = line.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(section);
        let Some(example) = line.strip_prefix("  ferz ") else { continue };
        let example = format!("ferz {}", example.split("  ").next().unwrap_or_default());
        assert!(line.chars().count() <= 100, "{line}");
        let words = shell_words(&example);
        let accepted = command_line().try_get_matches_from(&words);
        assert!(
            accepted.is_ok(),
            "{example}: {}",
            accepted.err().map(|why| why.to_string()).unwrap_or_default()
        );
        assert!(section == "ferz" || words[1] == section, "{section}: {example}");
    }
}

/// `--patience` is in the help of those commands that it stops.
#[test]
fn patience_is_shown_where_it_has_an_effect() {
    let folder = folder("patience");
    let shows = |name: &str| out(&ferz_in(&folder, &[name, "--help"])).contains("--patience");
    for command in command_line().get_subcommands().map(|one| one.get_name().to_owned()) {
        let is_bounded =
            ["check", "show", "page", "sources", "moves", "perft", "explain", "ir"].contains(&&*command);
        assert_eq!(shows(&command), is_bounded, "{command}");
    }
    // The place of the option does not matter.
    for args in [&["--patience", "9", "ir", "chess"][..], &["ir", "chess", "--patience", "9"]] {
        assert_eq!(code(&ferz_in(&folder, args)), Some(0), "{args:?}");
    }
}

/// Every command that writes its result to a file or folder calls the option `-o, --output`, and accepts older names.
#[test]
fn the_output_option_has_one_name() {
    let accepts = |line: &str| command_line().try_get_matches_from(line.split(' ')).is_ok();
    for line in
        ["page chess", "export chess --to xboard", "import a.ini", "study chess", "tune chess", "new mine"]
    {
        assert!(
            accepts(&format!("ferz {line} -o x")) && accepts(&format!("ferz {line} --output x")),
            "{line}"
        );
    }
    for line in ["study chess --out x", "tune chess --out x", "new mine --into x"] {
        assert!(accepts(&format!("ferz {line}")), "{line}");
    }
}

/// A rule file can have an ending in capital letters, as some systems write it.
#[test]
fn endings_in_capital_letters() {
    let folder = folder("capital");
    let rules = fs::read_to_string(root().join("variants/chess/chess.ferz")).expect("read");
    fs::write(folder.join("UPPER.FERZ"), rules.replace("piece ", "peice ")).expect("written");
    for args in [["check", "."], ["check", "UPPER.FERZ"], ["show", "UPPER.FERZ"], ["fmt", "."]] {
        let refused = ferz_in(&folder, &args);
        assert!(err(&refused).contains("peice"), "{args:?}: {}", err(&refused));
    }
    fs::write(folder.join("UPPER.FERZ"), &rules).expect("written");
    let moves = out(&ferz_in(&folder, &["moves", "UPPER.FERZ"]));
    assert_eq!(moves, out(&ferz_in(&folder, &["moves", "chess"])));
}

/// A line that is too long for any command is refused, and the next one is read.
#[test]
fn a_line_without_end() {
    let folder = folder("long-line");
    let long = "x".repeat(3_000_000);
    for (args, first, last, expected) in [
        (&["engine"][..], "uci", "isready\nquit", "info string the line is longer than"),
        (&["engine"], "xboard", "ping 1\nquit", "Error (the line is longer than"),
        (&["play", "chess", "--text"], "fen", "e2e4\nquit", "the line is longer than"),
    ] {
        let answer = out(&typed_in(&folder, args, format!("{first}\n{long}\n{last}\n").as_bytes()));
        assert!(answer.contains(expected) && answer.len() < 20_000, "{args:?}: {answer:.9000}");
        let goes_on = ["readyok", "pong 1", "e2e4"].iter().any(|word| answer.contains(word));
        assert!(goes_on, "{args:?}: {answer:.9000}");
    }
}

/// Answers repeat only the beginning of a long input.
#[test]
fn long_inputs_are_not_repeated() {
    let folder = folder("long-echo");
    let long = "x".repeat(120_000);
    let inputs = [
        (&["engine"][..], format!("uci\nsetoption name {long} value {long}\nposition fen {long}\nquit\n")),
        (
            &["engine"],
            format!("xboard\nnew\n{long}\nusermove {long}\nsetboard {long}\nvariant {long}\nquit\n"),
        ),
        (&["play", "chess", "--text"], format!("fen {long}\nquit\n")),
    ];
    for (args, input) in inputs {
        let answer = out(&typed_in(&folder, args, input.as_bytes()));
        assert!(answer.len() < 20_000, "{args:?}: {}", answer.len());
    }
}

/// Thousands of pieces in hand are one problem.
#[test]
fn a_hand_that_overflows_is_one_problem() {
    let folder = folder("overflowing-hand");
    let fen = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "Q".repeat(20_000));
    let refused = ferz_in(&folder, &["moves", "crazyhouse", "--fen", &fen]);
    assert_eq!(err(&refused).matches("more pieces than a hand can hold").count(), 1, "{}", err(&refused));
}
