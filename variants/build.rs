//! Generates the list of the files of games.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=.");
    let has_cases = env::var_os("CARGO_FEATURE_CASES").is_some();
    let mut paths = Vec::new();
    walk(&env::current_dir()?, "", &mut paths)?;
    // The folder of a game is at least one level deep; the files of the package itself are at the top.
    paths.retain(|path| {
        let is_rule = path.ends_with(".ferz") || path.ends_with(".toml");
        path.contains('/') && (is_rule || has_cases && path.contains("/cases/") && path.ends_with(".md"))
    });
    paths.sort();
    let root = env::current_dir()?;
    let mut list = String::from("&[\n");
    for path in paths {
        writeln!(list, "    ({path:?}, include_str!({:?})),", root.join(&path)).map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("files.rs"), list)
}

/// Adds the paths of all files in a folder, relative to the outermost folder.
fn walk(folder: &Path, above: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{above}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => walk(&entry.path(), &format!("{path}/"), paths)?,
            false => paths.push(path),
        }
    }
    Ok(())
}
