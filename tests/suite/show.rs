//! What a reader sees of each shipped game: its page, and the page of each of its pieces.

use ferz::lang::catalog::{Catalog, GameRef, NoFiles, built_in_names};
use std::process::Command;

fn show(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz")).arg("show").args(args).output().expect("ferz runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_page_of_every_game() {
    for name in built_in_names() {
        insta::assert_snapshot!(format!("page_{name}"), show(&[&name]));
    }
}

#[test]
fn the_page_of_every_piece() {
    for name in built_in_names() {
        let variant =
            Catalog::new(&NoFiles).load(&GameRef::parse(&name), &[]).expect("a built-in game").variant;
        let mut pieces: Vec<&str> =
            variant.piece_types.iter().map(|piece_type| piece_type.piece.as_str()).collect();
        pieces.dedup();
        let pages: Vec<String> = pieces
            .iter()
            .map(|piece| format!("$ ferz show {name} {piece}\n{}", show(&[&name, piece])))
            .collect();
        insta::assert_snapshot!(format!("pieces_{name}"), pages.join("\n"));
    }
}
