//! Helpers that run the program for tests of its commands.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The games with snapshots of their pages and meanings. All other games are tested for general properties only.
pub const STUDIED: [&str; 4] = ["chess", "full-tamerlane", "shatranj", "tamerlane"];

/// Returns the root folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a command that runs the program as a user does, who has no variable `CI`: with it, the program accepts no answers.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.env_remove("CI");
    command
}

/// Runs the program in a folder. Its output goes to a pipe.
pub fn ferz_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = program();
    command.args(args).current_dir(folder).stdin(Stdio::null()).env("NO_COLOR", "1");
    command.output().expect("ferz runs")
}

pub fn ferz(args: &[&str]) -> Output {
    program().args(args).stdin(Stdio::null()).output().expect("ferz runs")
}

pub fn typed(args: &[&str], input: &[u8]) -> Output {
    typed_in(Path::new("."), args, input)
}

/// Runs the program in a folder with this input.
pub fn typed_in(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ferz runs");
    // A failure means that the program has exited before it has read all of the input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("ferz ends")
}

pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

pub fn json(args: &[&str]) -> Value {
    let output = ferz(args);
    assert_eq!(code(&output), Some(0), "{args:?}: {}", err(&output));
    serde_json::from_str(&out(&output)).expect("JSON")
}

pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Creates an empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns the names of the shipped games.
pub fn games() -> Vec<String> {
    let list = json(&["list", "--json"]);
    let names = list.as_array().expect("a list").iter();
    names.map(|game| game["name"].as_str().expect("a name").to_owned()).collect()
}
