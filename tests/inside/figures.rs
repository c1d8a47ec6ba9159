//! Tests of the pictures of pieces: their files, the table of their names, and the pieces of the shipped games.

use super::help::root;
use ferz_core::base::{Board, Color, Orientation};
use ferz_lang::catalog::{Catalog, GameRef, NoFiles, built_in_names};
use ferz_text::words::drawing::{Drawing, Pieces, figure, position, svg};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The maximum size of a picture in bytes.
const MAX_SIZE: usize = 1000;
const ALL: usize = 64_000;

/// The start of each file. The shapes inherit its attributes, so that a program can draw them in other colors.
const HEAD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="#ffffff" stroke="#222222" color="#222222" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">"##;
/// The attributes of bodies, outlines, inner lines, and dots.
const SHAPES: [&str; 4] =
    ["", r#" fill="none""#, r#" fill="none" stroke="currentColor""#, r#" fill="currentColor" stroke="none""#];

fn files() -> BTreeMap<String, String> {
    let entries = fs::read_dir(root().join("data/pictures")).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name.strip_suffix(".svg").unwrap().to_owned(), fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

fn table() -> toml::Table {
    fs::read_to_string(root().join("data/pictures.toml")).unwrap().parse().unwrap()
}

/// A file contains only paths, so it cannot contain a script, and every number is within the 100 by 100 units.
#[test]
fn each_picture_is_a_small_drawing_of_paths() {
    let files = files();
    for (name, text) in &files {
        let lines: Vec<&str> = text.lines().collect();
        let [head, shapes @ .., end] = &lines[..] else { panic!("{name} is empty") };
        assert_eq!((*head, *end), (HEAD, "</svg>"), "{name}");
        assert!((1..=14).contains(&shapes.len()) && text.len() <= MAX_SIZE, "{name} is large");
        for shape in shapes {
            let (attributes, path) =
                shape.strip_prefix("<path").and_then(|rest| rest.split_once(" d=\"")).unwrap();
            assert!(SHAPES.contains(&attributes), "{name}: {attributes}");
            let path = path.strip_suffix("\"/>").unwrap();
            assert!(path.chars().all(|c| "MLHVCQZAaz0123456789. -".contains(c)), "{name}: {path}");
            let numbers = path.split(|c: char| c != '.' && c != '-' && !c.is_ascii_digit());
            for number in numbers.filter(|number| !number.is_empty()) {
                let number: f32 = number.parse().unwrap();
                assert!((-100.0..=100.0).contains(&number), "{name}: {number}");
            }
        }
    }
    assert!(files.values().map(String::len).sum::<usize>() < ALL);
}

#[test]
fn the_table_names_each_picture_and_no_name_twice() {
    let (files, table) = (files(), table());
    let mut names = BTreeSet::new();
    let pictures: BTreeSet<&String> = table["names"].as_table().unwrap().keys().collect();
    assert_eq!(pictures, files.keys().collect());
    for kind in ["names", "also"] {
        for (picture, own) in table[kind].as_table().unwrap() {
            assert!(files.contains_key(picture), "{picture}");
            for name in own.as_array().unwrap() {
                assert!(names.insert(name.as_str().unwrap().to_owned()), "{name} stands twice");
            }
        }
    }
    let moves = table["moves"].as_table().unwrap().values();
    let beside = table["affix"].as_array().unwrap().iter().filter_map(|affix| affix.get("beside"));
    for picture in moves.chain(beside).chain([&table["royal"]]) {
        assert!(files.contains_key(picture.as_str().unwrap()), "{picture}");
    }
}

#[test]
fn each_piece_of_the_shipped_games_has_a_picture_or_a_reason() {
    let table = table();
    let reasons = table["letters"].as_table().unwrap();
    let (mut without, mut marked) = (BTreeSet::new(), 0);
    for name in built_in_names() {
        let loaded = Catalog::new(&NoFiles).load(&GameRef::parse(&name), &[]).expect("it is shipped");
        for own in &loaded.variant.piece_types {
            match figure(own, Pieces::Pictures) {
                Some(found) => marked += usize::from(found.marked),
                None => drop(without.insert(own.piece.clone())),
            }
        }
    }
    assert!(marked > 20, "promoted pieces have marks");
    assert_eq!(without, reasons.keys().cloned().collect::<BTreeSet<String>>());
    assert!(reasons.values().all(|reason| reason.as_str().is_some_and(|reason| reason.len() > 10)));
}

#[test]
fn a_board_defines_each_picture_once_and_keeps_letters_for_the_rest() {
    let loaded = Catalog::new(&NoFiles).load(&GameRef::parse("tamerlane"), &[]).expect("it is shipped");
    let variant = &loaded.variant;
    let drawing = position::drawing(variant, &variant.start(), None);
    let picture = svg(&drawing, "start");
    assert_eq!(picture.matches(r#"id="ferz-giraffe""#).count(), 1);
    // Two giraffes, and the small one beside the pawn of giraffes, on each side.
    assert_eq!(picture.matches(r##"href="#ferz-giraffe""##).count(), 6);
    assert!(!picture.contains("font-weight"), "no piece is left as letters");
    let letters = svg(&drawing.showing(Pieces::Letters), "start");
    assert!(letters.contains(">Z</text>") && !letters.contains("<use"));
    let board = Board::new(3, 3, Orientation::Turned, &[], Vec::new()).unwrap();
    let drawing = Drawing::new(&board).piece(board.square("a1").unwrap(), "Zz", Color::Black);
    assert!(svg(&drawing, "unknown").contains(">Zz</text>"));
}

#[test]
fn the_page_of_a_game_names_the_pictures_of_its_pieces() {
    let page = serde_json::to_value(ferz::Rules::load("tamerlane").expect("it is shipped").page()).unwrap();
    let pieces = page["pieces"].as_array().unwrap();
    let of = |name: &str| &pieces.iter().find(|piece| piece["piece"] == name).unwrap()["picture"];
    assert_eq!(*of("giraffe"), serde_json::json!({ "name": "giraffe", "beside": null, "marked": false }));
    let pawn = serde_json::json!({ "name": "pawn", "beside": "giraffe", "marked": false });
    assert_eq!(*of("pawn-of-giraffe"), pawn);
    for card in ferz::Rules::cards() {
        let card = serde_json::to_value(card).unwrap();
        let pictures = card["pictures"].as_object().unwrap();
        let has_pieces = !card["pieces"].as_array().unwrap().is_empty();
        assert_eq!(!pictures.is_empty(), has_pieces, "{}", card["name"]);
    }
}
