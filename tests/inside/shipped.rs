//! The shipped files as a reader would find them changed: their trees and their meaning.

use super::help::STUDIED;
use ferz::lab::compare::{changes, overlays};
use ferz::lang::catalog::{Catalog, GameRef, NoFiles, built_in, built_in_names};
use ferz::lang::syntax::{Item, ItemKind, Statement, parse};
use ferz::rules::{MoveRule, Variant};

/// A tree as an outline: a line for each statement, its items as they were understood.
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
        ItemKind::Group(items) => format!("({})", items.iter().map(self::item).collect::<Vec<_>>().join(" ")),
        ItemKind::Symbol(symbol) => format!("'{symbol}'"),
    }
}

fn load(name: &str) -> Variant {
    match Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]) {
        Ok(loaded) => loaded.variant,
        Err(failure) => panic!("{name}: {:#?}", failure.problems),
    }
}

#[test]
fn the_trees_of_the_shipped_files() {
    for name in STUDIED {
        let text = built_in(name).expect("it is built in").text;
        let (file, problems) = parse(0, &text);
        assert!(problems.is_empty(), "{name}: {problems:#?}");
        let mut tree = String::new();
        outline(&file.statements, 0, &mut tree);
        insta::assert_snapshot!(format!("tree_{name}"), tree);
    }
}

#[test]
fn the_printed_meaning_reads_back_to_itself() {
    for name in built_in_names().into_iter().chain(["tamerlane@applet".to_owned()]) {
        let variant = load(&name);
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
        let game = ferz::lang::RuleFile::open(&text, &Catalog::new(&NoFiles), Default::default());
        assert_eq!(game.check(), [], "{name}");
    }
}

#[test]
fn every_switch_value_and_every_reading_loads_in_every_array() {
    for name in built_in_names() {
        let base = load(&name);
        for array in &base.arrays {
            for switch in &base.switches {
                for value in &switch.values {
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

/// A comparison says something of every rule a game can have, and nothing of a game beside itself.
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
