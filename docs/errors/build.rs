//! Generates the list of the pages of problem codes.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=.");
    let folder = env::current_dir()?.join(".");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| name.ends_with(".md"));
    names.retain(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
    names.sort_by_key(|name| name.trim_end_matches(".md").to_owned());
    let mut list = String::from("&[\n");
    for name in names {
        let code = name.trim_end_matches(".md");
        writeln!(list, "    ({code:?}, include_str!({:?})),", folder.join(&name))
            .map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("pages.rs"), list)
}
