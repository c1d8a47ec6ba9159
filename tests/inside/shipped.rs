//! Snapshots of the shipped files: their syntax trees and their meanings.
//!
//! Further tests load every value and reading in every array, and compare each game with a version in which one
//! statement is changed.

use super::help::{STUDIED, Texts, root, sample};
use super::syntax::parsed;
use ferz_core::rules::{MoveRule, Variant};
use ferz_lang::catalog::{Catalog, GameRef, NoFiles, built_in, built_in_names};
use ferz_syntax::syntax::{Item, ItemKind, Statement};
use ferz_text::lab::compare::{changes, overlays};

/// Writes an outline of the tree: one line for each statement, with its items.
fn outline(statements: &[Statement], depth: usize, out: &mut String) {
    for statement in statements {
        let items: Vec<String> = statement.items.iter().map(item).collect();
        out.push_str(&format!("{}{}\n", "  ".repeat(depth), items.join(" ")));
        let Some(block) = &statement.block else { continue };
        for row in &block.rows {
            let squares: Vec<&str> = row.squares.iter().map(|square| square.value.as_str()).collect();
            out.push_str(&format!(
                "{}row {}: {}\n",
                "  ".repeat(depth + 1),
                row.rank.value,
                squares.join(" ")
            ));
        }
        outline(&block.statements, depth + 1, out);
    }
}

fn item(item: &Item) -> String {
    match &item.kind {
        ItemKind::Word(word) => word.clone(),
        ItemKind::Number(number) => format!("#{number}"),
        ItemKind::Text(text) => format!("{text:?}"),
        ItemKind::Betza(text) => format!("`{text}`"),
        ItemKind::List(items) => format!("[{}]", items.iter().map(self::item).collect::<Vec<_>>().join(" ")),
        ItemKind::Marks(keys) => format!("<{}>", keys.iter().map(self::item).collect::<Vec<_>>().join(" ")),
        ItemKind::Group(items) => format!("({})", items.iter().map(self::item).collect::<Vec<_>>().join(" ")),
        ItemKind::Symbol(symbol) => format!("'{symbol}'"),
    }
}

fn load(name: &str) -> Variant {
    match Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]) {
        Ok(loaded) => std::sync::Arc::unwrap_or_clone(loaded.variant),
        Err(failure) => panic!("{name}: {:#?}", failure.problems),
    }
}

#[test]
fn the_trees_of_the_shipped_files() {
    for name in STUDIED {
        let text = built_in(name).expect("it is built in").text;
        let (statements, problems) = parsed(&text);
        assert!(problems.is_empty(), "{name}: {problems:#?}");
        let mut tree = String::new();
        outline(&statements, 0, &mut tree);
        insta::assert_snapshot!(format!("tree_{name}"), tree);
    }
}

#[test]
fn the_printed_meaning_reads_back_to_itself() {
    for name in built_in_names().into_iter().chain(["tamerlane@applet".to_owned()]) {
        let mut variant = load(&name);
        // Tuned piece values are not part of the rules.
        variant.piece_types.iter_mut().for_each(|own| own.tuned = None);
        let printed = serde_json::to_string(&variant).expect("plain data");
        let read: Variant = serde_json::from_str(&printed).expect("it reads back");
        assert_eq!(read, variant, "{name}");
        assert_eq!(serde_json::to_string(&read).expect("plain data"), printed, "{name}");
    }
}

#[test]
fn no_shipped_file_has_problems() {
    for name in built_in_names() {
        let text = built_in(&name).expect("it is built in");
        let game = ferz_lang::RuleFile::open(&text, &Catalog::new(&NoFiles), Default::default());
        assert_eq!(game.check(), [], "{name}");
    }
}

#[test]
fn every_switch_value_and_every_reading_loads_in_every_array() {
    let apart = if sample(1) > 1 { 1 } else { 6 };
    for name in built_in_names() {
        let base = load(&name);
        for (at, array) in base.arrays.iter().enumerate() {
            let values = base
                .switches
                .iter()
                .flat_map(|switch| switch.values.iter().map(move |value| (switch, value)));
            // The first array is tested with every value, and each value with some of the other arrays in turn.
            for (number, (switch, value)) in values.enumerate() {
                if at == 0 || (at + number) % apart == 0 {
                    let set = [(switch.name.clone(), value.name.clone())];
                    let reference = GameRef::parse(&format!("{name}/{}", array.name));
                    let loaded = Catalog::new(&NoFiles).load(&reference, &set);
                    let variant = loaded.unwrap_or_else(|failure| panic!("{:#?}", failure.problems)).variant;
                    let chosen = variant.switches.iter().find(|other| other.name == switch.name);
                    assert_eq!(chosen.map(|switch| &switch.chosen), Some(&value.name));
                }
            }
        }
    }
}

/// A comparison covers every rule of a game, and is empty for two equal games.
#[test]
fn every_shipped_game_can_be_compared() {
    let load = |name: &str| Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).expect("it is shipped");
    let chess = load("chess");
    for name in built_in_names() {
        let game = load(&name);
        let own = changes(&game, &game);
        assert!(own.is_empty() && overlays(&game.variant, &game.variant).is_empty(), "{name}: {own:#?}");
        for (one, other) in [(&chess, &game), (&game, &chess)] {
            let (changes, overlays) = (changes(one, other), overlays(&one.variant, &other.variant));
            assert!(name == "chess" || !changes.is_empty() || !overlays.is_empty(), "{name}");
            let names = |rule: &MoveRule| {
                let mut changed = changes.iter().filter(|change| change.what.name() == "rule");
                changed.any(|change| change.name.starts_with(rule.name()))
            };
            assert!(game.variant.move_rules.iter().all(names), "{name}: {changes:#?}");
        }
    }
}

/// Changes of one statement each, in the game that uses almost every kind of statement.
#[rustfmt::skip]
const CHANGED: &[(&str, &str)] = &[
    ("grid 7 x 8", "grid 7 x 9"),
    ("cell z8 at (0, 8) as", "cell z8 at (0, 7) as"),
    ("black is white turned", "black is white mirrored"),
    ("rank 1..4", "rank 1..3"),
    ("5 | * . . x", "5 | * . x x"),
    ("\nhands\n", "\nhands without captures\n"),
    ("\nhands\n", "\n"),
    ("K `K`  royal 1", "K `W`  royal 1"),
    ("royal 2", "royal 1"),
    ("`WA` royal 2", "`WA`"),
    ("moves `D` on water", "moves `D` on home-bank"),
    ("moves `D` on water", "moves `D` to water"),
    ("stays in home-bank", "stays in grid"),
    ("`mWpR`", "`mWpB`"),
    ("in hand becomes private", "in hand becomes archer"),
    ("[ferryman, archer]", "[ferryman, archer, envoy]"),
    ("becomes one of [ferryman, archer]", "becomes archer"),
    ("moves `fW`", "moves `W`"),
    ("becomes ferryman", "becomes archer"),
    ("= [private, guard-of]", "= [private]"),
    ("immune to capture, displacement, exchange", "immune to capture, displacement"),
    ("to home-bank\n", "to water\n"),
    ("removing enemy non-royal", "removing enemy"),
    ("stage veteran `KD`", "stage veteran `KA`"),
    ("forks 2 enemies }", "forks 3 enemies }"),
    ("right rescue once", "right rescue 2 times"),
    ("exchange leader with", "exchange royal with"),
    ("  not bringing soldiers to far-rank\n", ""),
    ("  uses rescue\n", ""),
    ("when in check or no other move", "when in check"),
    ("drop [private, archer]", "drop archer"),
    ("to grid except", "to board except"),
    ("  not on a file with own private\n", ""),
    ("  not giving checkmate\n", ""),
    ("when no own soldiers and not in check", "when not in check"),
    ("check binds leader", "check binds always"),
    ("  royals may not face\n", ""),
    ("own sanctuary:   regent", "own sanctuary:   leader"),
    ("orthogonally", "diagonally"),
    ("immune any piece in either", "immune royal in either"),
    ("to capture, attack", "to capture"),
    ("may draw by", "may win by"),
    ("checkmate:  loss", "checkmate:  draw"),
    ("stalemate:  loss", "stalemate:  draw"),
    ("loss when no own", "draw when no own"),
    ("only [king] against [king]", "only [king] against [king, archer]"),
    ("<= 2", "<= 3"),
    ("quiet 80", "quiet 90"),
    ("repeated 3", "repeated 4"),
    ("resets on soldiers", "resets on sentry"),
    ("first move white", "first move dice"),
    ("3 | P  Gs", "3 | Gs Gs"),
    ("array start {", "array start {\n  hand: P"),
    ("array start {", "capturing envoy: vanishes\narray start {"),
    ("array start {", "by itself envoy when in check: becomes archer\narray start {"),
    ("array start {", "leaving rank 1 by archer for the first time: may drop private\narray start {"),
    ("array start {", "after every move: add sentry on causeway\narray start {"),
    ("array start {", "player must capture if it can\narray start {"),
    ("array start {", "player may not lose regent\narray start {"),
    ("array start {", "castling king in rank 1 with archer in rank 1: to d1 and c1\narray start {"),
    ("array start {\n", "array start {\n  shuffle rank 1: A A, E E, K Q\n"),
    ("when in check or no other move", "when in check or no other move\n  even in check"),
];

#[test]
fn every_kind_of_statement_that_is_changed_is_seen() {
    let page = std::fs::read_to_string(root().join("docs/book/language.md")).expect("the page is there");
    let (_, rest) = page.split_once("```ferz causeway.ferz\n").expect("the game is on the page");
    let text = rest.split("```").next().unwrap_or_default();
    let load = |text: &str| {
        let files = Texts(vec![("causeway.ferz".into(), text.to_owned())]);
        Catalog::new(&files).load(&GameRef::parse("causeway.ferz"), &[])
    };
    let game = load(text).expect("it is a game");
    for (old, new) in CHANGED {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text, "{old}");
        let other = load(&changed).unwrap_or_else(|problems| panic!("{old} -> {new}: {problems:?}"));
        for (one, other) in [(&game, &other), (&other, &game)] {
            assert!(!changes(one, other).is_empty(), "{old} -> {new}");
        }
    }
}
