//! Tests of the table of named pieces.

use super::help::read;
use ferz_lang::betza::{by_name, describe, name_of, named};
use std::collections::BTreeSet;

#[test]
fn every_notation_is_canonical_and_every_name_found() {
    assert!(named().len() >= 120, "{}", named().len());
    let mut names = BTreeSet::new();
    let mut notations = BTreeSet::new();
    for piece in named() {
        let (reading, _) = read(&piece.betza);
        let reading = reading.unwrap_or_else(|| panic!("{}", piece.betza));
        assert_eq!(&*reading.canonical, piece.betza, "{:?}", piece.names);
        assert!(notations.insert(&piece.betza), "{} is there twice", piece.betza);
        for name in &piece.names {
            assert!(names.insert(name.to_lowercase()), "{name} is there twice");
            assert_eq!(by_name(name).first().map(|p| &p.betza), Some(&piece.betza));
        }
        assert!(!piece.from.is_empty(), "{:?}", piece.names);
        assert_eq!(name_of(&piece.betza), piece.names.first().map(String::as_str));
    }
}

#[test]
fn names_are_found_in_any_order_of_moves() {
    assert_eq!(name_of("NB"), Some("archbishop"));
    assert_eq!(name_of("ZC"), Some("bison"));
    assert_eq!(name_of("fcFfmW"), Some("shatranj pawn"));
    assert_eq!(name_of("WWWW"), None);
    assert_eq!(by_name("Hook-Mover").first().map(|p| p.betza.as_str()), Some("[R?sR]"));
    assert!(by_name("no such piece").is_empty());
}

#[test]
fn a_name_with_several_meanings_is_the_usual_name_of_one() {
    for name in named().iter().flat_map(|piece| &piece.also) {
        let found = by_name(name);
        assert!(found.len() > 1 && found[0].names.contains(name), "{name}");
    }
    assert_eq!(by_name("giraffe").len(), 2);
}

#[test]
fn words() {
    let mut text = String::new();
    for piece in named() {
        let (reading, _) = read(&piece.betza);
        let words = reading.map(|r| describe(&r.notation)).unwrap_or_default();
        text += &format!("{} {}\n{words}\n\n", piece.names[0], piece.betza);
    }
    insta::assert_snapshot!(text);
}
