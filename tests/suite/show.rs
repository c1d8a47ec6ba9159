//! What a reader sees of each shipped game: its page, the pages of its pieces, and its meaning as data.

use super::help::{err, ferz, json, out};
use serde_json::Value;

fn printed(args: &[&str]) -> String {
    let output = ferz(args);
    assert!(output.status.success(), "{args:?}: {}", err(&output));
    out(&output)
}

fn built_in_names() -> Vec<String> {
    let games = json(&["list", "--json"]);
    let names = games.as_array().expect("a list").iter().filter_map(|game| game["name"].as_str());
    names.map(str::to_owned).collect()
}

#[test]
fn the_page_of_every_game() {
    for name in built_in_names() {
        insta::assert_snapshot!(format!("page_{name}"), printed(&["show", &name]));
    }
}

#[test]
fn the_page_of_every_piece() {
    for name in built_in_names() {
        let meaning: Value = serde_json::from_str(&printed(&["ir", &name])).expect("JSON");
        let piece_types = meaning["piece_types"].as_array().expect("a list").iter();
        let mut pieces: Vec<&str> =
            piece_types.filter_map(|piece_type| piece_type["piece"].as_str()).collect();
        pieces.dedup();
        let pages: Vec<String> = pieces
            .iter()
            .map(|piece| format!("$ ferz show {name} {piece}\n{}", printed(&["show", &name, piece])))
            .collect();
        insta::assert_snapshot!(format!("pieces_{name}"), pages.join("\n"));
    }
}

/// Every rule with its sources: in columns, for a screen reader, and for an article.
#[test]
fn the_sources_of_a_game() {
    for (name, args) in [
        ("text", &["sources", "chess"][..]),
        ("plain", &["sources", "chess", "--plain"]),
        ("markdown", &["sources", "chess", "--markdown"]),
        ("one", &["sources", "full-tamerlane", "--source", "cazaux"]),
        ("one_markdown", &["sources", "full-tamerlane", "--source", "cazaux", "--markdown"]),
    ] {
        insta::assert_snapshot!(format!("sources_{name}"), printed(args));
    }
}

#[test]
fn the_meaning_of_every_game() {
    for name in built_in_names() {
        insta::assert_snapshot!(format!("ir_{name}"), printed(&["ir", &name]));
    }
}
