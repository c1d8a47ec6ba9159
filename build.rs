//! Generates the list of text files that the library embeds: the built-in games with their readings and piece values,
//! the pictures of pieces, and, for the command-line program, the case pages of the games.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    more_stack();
    let (games, cases) = (has("BUILTIN"), has("CLI"));
    let is_case = |path: &str| path.contains("/cases/") && path.ends_with(".md");
    let is_rule = |path: &str| path.ends_with(".ferz") || path.ends_with(".toml");
    let (names, pictures) = (has("PICTURE_NAMES"), has("PICTURES"));
    write_list("data/pictures", "pictures.rs", &|_| names, pictures)?;
    write_list("variants", "games.rs", &|path| games && (is_rule(path) || cases && is_case(path)), true)
}

/// Reserves the same stack size on Windows as on other systems, because the parser and the search recurse.
fn more_stack() {
    let is = |key: &str, value: &str| {
        env::var(format!("CARGO_CFG_TARGET_{key}")).is_ok_and(|found| found == value)
    };
    if is("OS", "windows") {
        let option = if is("ENV", "msvc") { "/STACK:8388608" } else { "-Wl,--stack,8388608" };
        println!("cargo::rustc-link-arg-bins={option}");
    }
}

/// Writes a Rust list of the text files below a folder, sorted by their relative paths. Without `texts`, each text is
/// empty.
fn write_list(folder: &str, name: &str, wanted: &dyn Fn(&str) -> bool, texts: bool) -> io::Result<()> {
    println!("cargo::rerun-if-changed={folder}");
    let root = env::current_dir()?.join(folder);
    let mut paths = Vec::new();
    walk(&root, "", &mut paths)?;
    paths.retain(|path| wanted(path));
    paths.sort();
    let mut list = String::from("&[\n");
    for path in paths {
        let text = if texts { format!("include_str!({:?})", root.join(&path)) } else { "\"\"".to_owned() };
        writeln!(list, "    ({path:?}, {text}),").map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join(name), list)
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
