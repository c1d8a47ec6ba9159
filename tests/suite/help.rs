//! The program as the tests of its commands run it.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The games whose pages and meaning are kept as snapshots. The others of the library are tested for what holds of every game.
pub const STUDIED: [&str; 4] = ["chess", "full-tamerlane", "shatranj", "tamerlane"];

/// The root folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program in a folder, as it speaks to a file or a pipe and not in CI.
pub fn ferz_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(args).current_dir(folder).stdin(Stdio::null()).env_remove("CI").env("NO_COLOR", "1");
    command.output().expect("ferz runs")
}

pub fn ferz(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).args(args).stdin(Stdio::null()).output().expect("ferz runs")
}

pub fn typed(args: &[&str], input: &[u8]) -> Output {
    typed_in(Path::new("."), args, input)
}

/// The same in a folder.
pub fn typed_in(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ferz runs");
    // It may have left before it read everything.
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

/// A folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
