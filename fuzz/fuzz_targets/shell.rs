//! Runs the program in this process, with a command line, files in a temporary folder, and standard input.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let parent = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = parent.join(format!("ferz-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
});

/// Writes a file with this text and returns its path.
pub fn file(name: &str, text: &str) -> String {
    let path = FOLDER.join(name);
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// Runs a command and ignores the result.
pub fn ferz(args: &[&str]) {
    let _ = ferz::main_with(["ferz"].iter().chain(args).map(Into::into).collect());
}
