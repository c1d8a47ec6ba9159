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
const HEAD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="#ffffff" stroke="#222222" color="#222222" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">"##;
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
    let affixes = table["affix"].as_array().unwrap();
    let bodies = || affixes.iter().filter_map(|affix| affix.get("beside")?.as_str());
    // The other files are parts of figures: heads of pieces, and bodies on which heads stand.
    let pictures: BTreeSet<&str> = table["names"].as_table().unwrap().keys().map(String::as_str).collect();
    let is_part = |name: &str| {
        bodies().any(|body| body == name)
            || name.strip_suffix("-head").is_some_and(|own| pictures.contains(own))
    };
    assert_eq!(pictures, files.keys().map(String::as_str).filter(|name| !is_part(name)).collect());
    for kind in ["names", "also"] {
        for (picture, own) in table[kind].as_table().unwrap() {
            assert!(files.contains_key(picture), "{picture}");
            for name in own.as_array().unwrap() {
                assert!(names.insert(name.as_str().unwrap().to_owned()), "{name} stands twice");
            }
        }
    }
    let moves = table["moves"].as_table().unwrap().values();
    for picture in moves.chain([&table["royal"]]).map(|picture| picture.as_str().unwrap()).chain(bodies()) {
        assert!(files.contains_key(picture), "{picture}");
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

/// Two kinds of piece of a game differ in their pictures, in a mark of promotion, or in the letter of their stage. Pieces in
/// reserve are those that come onto the board, and pieces that only one side has may look like those of the other.
#[test]
fn the_pieces_of_a_game_differ() {
    for name in built_in_names() {
        let loaded = Catalog::new(&NoFiles).load(&GameRef::parse(&name), &[]).expect("it is shipped");
        let variant = &loaded.variant;
        let mut seen = BTreeMap::new();
        for own in &variant.piece_types {
            let piece = own.piece.replace("second-", "").replace("-in-reserve", "").replace("black-", "");
            let Some(found) = figure(own, Pieces::Pictures) else { continue };
            let stage = own.token.split('.').nth(1).and_then(|stage| stage.chars().next());
            let key = (found.picture.name, found.beside.map(|head| head.name), found.marked, stage);
            let other = seen.insert(key, piece.clone()).unwrap_or_else(|| piece.clone());
            assert_eq!(other, piece, "{name}: two kinds of piece look alike");
        }
    }
}

#[test]
fn a_board_defines_each_picture_once_and_keeps_letters_for_the_rest() {
    let loaded = Catalog::new(&NoFiles).load(&GameRef::parse("tamerlane"), &[]).expect("it is shipped");
    let variant = &loaded.variant;
    let drawing = position::drawing(variant, &variant.start(), None);
    let picture = svg(&drawing, "start");
    // The name of a picture ends with a hash of what it draws.
    let (_, rest) = picture.split_once(r#"id="ferz-giraffe-"#).expect("a picture");
    let (hash, _) = rest.split_once('"').expect("an end");
    assert!(hash.len() >= 8 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
    assert_eq!(picture.matches(&format!(r#"id="ferz-giraffe-{hash}""#)).count(), 1);
    // Two giraffes, and the head of one on the pawn of giraffes, on each side.
    assert_eq!(picture.matches(&format!(r##"href="#ferz-giraffe-{hash}""##)).count(), 4);
    assert_eq!(picture.matches(r##"href="#ferz-giraffe-head-"##).count(), 2);
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
    let pawn = serde_json::json!({ "name": "pawn-body", "beside": "giraffe-head", "marked": false });
    assert_eq!(*of("pawn-of-giraffe"), pawn);
    for card in ferz::Rules::cards() {
        let card = serde_json::to_value(card).unwrap();
        let pictures = card["pictures"].as_object().unwrap();
        let has_pieces = !card["pieces"].as_array().unwrap().is_empty();
        assert_eq!(!pictures.is_empty(), has_pieces, "{}", card["name"]);
    }
}
