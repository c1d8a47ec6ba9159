//! Tests the table of words that the editors' grammars are made from. `FERZ_BLESS=1` updates it.

use super::help::root;
use ferz_core::rules::Relation;
use ferz_syntax::vocabulary::{self, BlockKind, Place};
use serde_json::{Value, json};

fn place(place: Place) -> String {
    format!("{place:?}").to_lowercase()
}

fn statement(row: &vocabulary::WordEntry) -> Value {
    let block = match row.block {
        BlockKind::Never => String::new(),
        BlockKind::Of(inner) => place(inner),
        BlockKind::Rows => "rows".to_owned(),
        BlockKind::Values => "values".to_owned(),
        BlockKind::Same => "same".to_owned(),
    };
    let places: Vec<String> = row.places.iter().map(|one| place(*one)).collect();
    json!({ "word": row.text, "places": places, "block": block, "declares": row.declares, "form": row.form })
}

#[test]
fn the_table_for_editors_is_that_of_the_language() {
    let path = root().join("editors/words.json");
    let rows: Vec<String> = vocabulary::WORDS.iter().map(|row| format!("    {}", statement(row))).collect();
    let inner = json!(vocabulary::all_inner());
    let text = format!("{{\n  \"statements\": [\n{}\n  ],\n  \"inner\": {inner}\n}}\n", rows.join(",\n"));
    if std::env::var("FERZ_BLESS").is_ok() {
        std::fs::write(&path, &text).expect("the table is written");
    }
    let written = std::fs::read_to_string(&path).expect("the table");
    assert_eq!(written, text, "run with FERZ_BLESS=1, then `node editors/generate.mjs`");
}

#[test]
fn the_words_of_relations_are_in_the_vocabulary() {
    let known = vocabulary::all_inner();
    let words = Relation::ALL.into_iter().flat_map(|relation| relation.words().split(' '));
    let missing: Vec<&str> = words.filter(|word| !known.contains(word)).collect();
    assert!(missing.is_empty(), "`lang/vocabulary.rs` lacks {missing:?}");
}
