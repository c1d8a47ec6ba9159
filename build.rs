//! Reserves the same stack size on Windows as on other systems, because the parser and the search recurse.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |key: &str, value: &str| {
        env::var(format!("CARGO_CFG_TARGET_{key}")).is_ok_and(|found| found == value)
    };
    if is("OS", "windows") {
        let option = if is("ENV", "msvc") { "/STACK:8388608" } else { "-Wl,--stack,8388608" };
        println!("cargo::rustc-link-arg-bins={option}");
    }
}
