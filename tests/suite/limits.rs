//! Tests of excessive numbers, and of paths that are not files: every command answers at once with a message.
//!
//! [`said`] runs a command with a time limit, and asserts that no signal ends it.

use super::help::{code, err, ferz_in, folder, out};
use std::path::Path;
use std::time::{Duration, Instant};

const LONG: Duration = Duration::from_secs(60);
/// A game with a king for each side on a board of 4 by 4 squares.
const TINY: &str = "variant tiny \"Tiny\"\nboard {\n  grid 4 x 4\n  black is white mirrored\n}\npiece king K `K` royal\n\
                    royalty { check binds always }\nending {\n  checkmate: loss\n  stalemate: draw\n}\n";

/// Returns the exit code and the output of a command, which must end soon and not by a signal.
fn said(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let begun = Instant::now();
    let output = ferz_in(folder, args);
    assert!(begun.elapsed() < LONG, "{args:?}");
    assert!(matches!(code(&output), Some(0..=2)), "{args:?}: {}", err(&output));
    assert!(!err(&output).contains("panicked"), "{args:?}: {}", err(&output));
    (code(&output), out(&output) + &err(&output))
}

#[test]
fn excessive_numbers() {
    let folder = folder("numbers");
    let numbers = [
        "nan",
        "inf",
        "-inf",
        "-1",
        "1e400",
        "100001",
        "4294967295",
        "4294967296",
        "18446744073709551616",
        "99999999999999999999999999",
        "0x10",
        "٣",
        "",
        " ",
    ];
    let commands: [(&str, &[&str]); 9] = [
        ("--budget", &["diff", "chess", "shatranj", "--positions-only"]),
        ("--positions", &["diff", "chess", "shatranj", "--budget=0"]),
        ("--hash", &["perft", "chess", "--depth=1"]),
        ("--threads", &["perft", "chess", "--depth=1"]),
        ("--depth", &["perft", "chess"]),
        ("--plies", &["play", "chess", "--white=random", "--black=random", "--fen=4k3/8/8/8/8/8/8/4K3 w"]),
        ("--board", &["betza", "N"]),
        ("--from", &["betza", "N"]),
        ("--from", &["moves", "chess"]),
    ];
    for (option, args) in commands {
        for number in numbers {
            let given = format!("{option}={number}");
            let (code, text) = said(&folder, &[args, &[given.as_str()]].concat());
            assert_eq!(code, Some(2), "{args:?} {given}: {text}");
            assert!(text.starts_with("error: "), "{args:?} {given}: {text}");
        }
    }
    for number in ["-1", "nan", "18446744073709551616"] {
        for args in
            [&["play", "chess", "--seed"][..], &["play", "chess", "--effort"], &["watch", "x", "--times"]]
        {
            let (last, rest) = args.split_last().expect("an option");
            let (code, text) = said(&folder, &[rest, &[&format!("{last}={number}")]].concat());
            assert_eq!(code, Some(2), "{args:?} {number}: {text}");
        }
    }
    let (_, text) = said(&folder, &["diff", "chess", "shatranj", "--budget=nan"]);
    assert!(text.contains("expected a number of seconds from 0 to 86400"), "{text}");
}

/// A table uses memory only for the parts that are written. A table larger than the memory is refused.
#[test]
#[cfg(target_os = "linux")]
fn a_table_larger_than_the_memory() {
    let folder = folder("memory");
    let limited = |kilobytes: u32, args: &str| {
        let program = env!("CARGO_BIN_EXE_ferz");
        let command = format!("ulimit -v {kilobytes}; '{program}' perft chess --depth 3 {args}");
        let output = std::process::Command::new("sh").args(["-c", &command]).current_dir(&folder).output();
        let output = output.expect("a shell");
        (code(&output), out(&output) + &err(&output))
    };
    assert_eq!(limited(1_000_000, "--hash 4096"), (Some(0), "8902\n".to_owned()), "it counts without");
    assert_eq!(limited(4_000_000, "--hash 512"), (Some(0), "8902\n".to_owned()));
    let begun = Instant::now();
    let (code, text) = said(&folder, &["perft", "chess", "--depth", "3", "--hash", "16384"]);
    let refused =
        text.contains("a hash table of 16384 MB is too large") && text.contains("use a smaller --hash");
    assert!(code == Some(0) && text == "8902\n" || code == Some(2) && refused, "{text}");
    assert!(begun.elapsed() < Duration::from_secs(20), "nothing is written where nothing is noted");
}

/// With a hash table, perft can reach counts beyond the range of the number type. Such counts are refused.
#[test]
fn a_count_beyond_the_number_type() {
    let folder = folder("counts");
    std::fs::write(folder.join("tiny.ferz"), format!("{TINY}array a {{\n  1 | K . . .\n}}\n"))
        .expect("written");
    for more in [&[][..], &["--divide"], &["--threads=2"], &["--json"]] {
        let args = [&["perft", "tiny.ferz", "--depth=50"], more].concat();
        let (code, text) = said(&folder, &args);
        assert_eq!(code, Some(2), "{more:?}: {text}");
        assert!(
            text.contains("there are more sequences of 50 plies than can be counted"),
            "{more:?}: {text}"
        );
    }
    let (code, text) = said(&folder, &["perft", "tiny.ferz", "--depth=20"]);
    assert_eq!((code, text.trim()), (Some(0), "103428348349"));
}

#[test]
fn a_snapshot_of_many_arrays_and_readings_is_bounded() {
    let folder = folder("many");
    let file = |arrays: usize| {
        let arrays: String =
            (0..arrays).map(|n| format!("array a{n} \"Array {n}\" {{\n  1 | K . . .\n}}\n")).collect();
        std::fs::write(folder.join("x.ferz"), format!("{TINY}{arrays}")).expect("written");
    };
    let readings: String = (0..64).map(|n| format!("[r{n}]\ntitle = \"R {n}\"\nset = {{}}\n")).collect();
    std::fs::write(folder.join("readings.toml"), readings).expect("written");
    let record = |arrays| {
        file(arrays);
        let (code, text) = said(&folder, &["snapshot", "x.ferz"]);
        assert_eq!(code, Some(0), "{text}");
        std::fs::read_to_string(folder.join("x.snapshot")).expect("a record")
    };
    let few = record(2);
    assert!(few.contains("\nreading r63:\n") && few.contains("\nstart a1, king\n"), "{few}");
    let (code, text) = said(&folder, &["test", "x.ferz"]);
    assert_eq!(code, Some(0), "{text}");
    let many = record(300);
    assert_eq!(many.matches("\nstart a").count(), 256, "{many:.400}");
}

/// A socket, an endless device, and a folder in place of every kind of file. The tests of `writing` cover pipes.
#[test]
#[cfg(unix)]
fn paths_that_are_not_files_are_refused_at_once() {
    use std::os::unix::{fs::symlink, net::UnixListener};
    let folder = folder("no-files");
    let make = |name: &str, kind: &str| {
        let path = folder.join(name);
        match kind {
            "socket" => drop(UnixListener::bind(&path).expect("a socket")),
            "device" => symlink("/dev/zero", &path).expect("a link"),
            _ => std::fs::create_dir(&path).expect("a folder"),
        }
    };
    for (kind, words) in [("socket", "is a socket"), ("device", "is a device"), ("folder", "is a folder")] {
        for ending in ["ferz", "toml", "md", "svg", "game"] {
            make(&format!("{kind}.{ending}"), kind);
        }
        let name = |ending: &str| format!("{kind}.{ending}");
        let [rules, readings, cases, picture, saved] = ["ferz", "toml", "md", "svg", "game"].map(name);
        let runs: [&[&str]; 16] = [
            &["show", &rules],
            &["ir", &rules],
            &["diff", &rules, "chess"],
            &["diff", "chess", &rules],
            &["matrix", &rules],
            &["snapshot", &rules],
            &["watch", &rules, "--times", "1"],
            &["moves", "chess", "--readings", &readings],
            &["play", "chess", "--readings", &readings],
            &["betza", "N", "--svg", &picture],
            &["moves", "chess", "--svg", &picture],
            &["show", &picture],
            // A folder is a valid argument if it contains files.
            &["check", &rules],
            &["fmt", &rules],
            &["test", &cases],
            &["matrix", "chess", "--cases", &cases],
        ];
        for args in runs.into_iter().take(if kind == "folder" { 12 } else { 16 }) {
            let (code, text) = said(&folder, args);
            assert_eq!(code, Some(2), "{args:?}: {text}");
            assert!(text.contains(words), "{args:?}: {text}");
        }
        for args in [&["betza", "N", "--force", "--svg", &picture][..], &["new", "x", "--from", &rules]] {
            let (code, text) = said(&folder, args);
            assert_eq!(code, Some(2), "{args:?}: {text}");
        }
        let lines = format!("load {saved}\nsave {saved}\nsave {saved} --force\nquit\n");
        let path = folder.display();
        let lines = lines.replace(kind, &format!("{path}/{kind}"));
        let text = out(&super::help::typed(&["play", "chess"], lines.as_bytes()));
        // The line breaks in the message depend on the length of the path.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.matches(words).count(), 2, "{text}");
        assert!(text.contains("it is not a file"), "{text}");
    }
    for args in [&["check", "."][..], &["fmt", "."], &["test", "."]] {
        let (code, text) = said(&folder, args);
        assert_eq!(code, Some(2), "{args:?}: {text}");
    }
    let (_, text) = said(&folder, &["show", "/dev/zero"]);
    assert!(text.contains("/dev/zero is a device"), "{text}");
}
