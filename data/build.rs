//! Generates the list of the pictures.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=pictures");
    let folder = env::current_dir()?.join("pictures");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| name.ends_with(".svg"));
    let (has_names, has_texts) = (has("PICTURE_NAMES"), has("PICTURES"));
    names.retain(|_| has_names);
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let text =
            if has_texts { format!("include_str!({:?})", folder.join(&name)) } else { "\"\"".to_owned() };
        writeln!(list, "    ({name:?}, {text}),").map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("pictures.rs"), list)
}

/// Returns true if a feature of the package is on.
fn has(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{feature}")).is_some()
}
