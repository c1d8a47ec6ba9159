//! Tests commands whose parent process ends or whose output nobody reads.

use super::help::{folder, program};
use super::terminal::{MEANWHILE, endless, ends_soon, is_running, late};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;

/// Starts a command in the background of a shell, and ends the shell. Returns the text of the command's standard error,
/// or `None` if the command still runs.
fn orphan(folder: &Path, args: &[String]) -> Option<String> {
    let log = folder.join(format!("{}.log", args[0]));
    // The input stays open, as if another process held its other end.
    let script = "exec 3<&0; \"$0\" \"$@\" <&3 >/dev/null 2>\"$LOG\" & echo $!; wait";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_ferz")]).args(args);
    command.current_dir(folder).env("XDG_STATE_HOME", folder).env("LOG", &log);
    let mut shell = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
    // `wait` would close the input.
    let _input = shell.stdin.take();
    let mut number = [0; 16];
    let length = shell.stdout.take().expect("its output").read(&mut number).expect("a number");
    let number = String::from_utf8_lossy(&number[..length]).trim().to_owned();
    sleep(MEANWHILE);
    assert!(is_running(&number), "{args:?} runs");
    shell.kill().expect("killed");
    shell.wait().expect("ended");
    let ended = ends_soon(|| is_running(&number));
    let _ = Command::new("kill").args(["-9", &number]).status();
    ended.then(|| fs::read_to_string(log).expect("a log"))
}

/// A server of another program ends with it and says why. A command that works in the background lives on.
#[test]
fn only_servers_end_with_their_parent_process() {
    let folder = folder("orphan");
    for args in endless(&folder) {
        let serves = matches!(args[0].as_str(), "engine" | "lsp");
        // Without a terminal, the full screen cannot be used, and a replay ends at once.
        if !serves && !matches!(args[0].as_str(), "study" | "tune" | "watch") {
            continue;
        }
        let said = orphan(&folder, &args);
        assert_eq!(said.is_some(), serves, "{args:?}: {said:?}");
        assert!(said.is_none_or(|said| said.contains("the program that started ferz has ended")), "{args:?}");
    }
}

/// A command without another effect ends when its output is closed. A study that keeps its games goes on.
#[test]
fn commands_end_with_their_reader() {
    let folder = folder("reader");
    let all = [
        ("engine", "position startpos\ngo infinite\n"),
        ("play chess --white engine --black engine --nodes 100000000 --plies 1000", ""),
        ("study chess --number 100000 --nodes 100000", ""),
        ("perft chess --depth 12 --divide", ""),
        ("study chess --number 100000 --nodes 100000 -o games.jsonl", ""),
    ];
    let mut running = Vec::new();
    for (line, input) in all {
        let mut command = program();
        command.args(line.split(' ')).current_dir(&folder).stderr(Stdio::null());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("ferz runs");
        let mut keyboard = child.stdin.take().expect("an input");
        keyboard.write_all(input.as_bytes()).expect("typed");
        // The input stays open.
        running.push((line.to_owned(), child, keyboard));
    }
    sleep(MEANWHILE);
    let close = |(line, mut child, keyboard): (String, std::process::Child, _)| {
        drop(child.stdout.take());
        (keyboard, (line, child))
    };
    let (_keyboards, children): (Vec<_>, Vec<_>) = running.into_iter().map(close).unzip();
    assert_eq!(late(children), [all[4].0]);
}
