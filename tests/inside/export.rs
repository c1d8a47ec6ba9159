//! Tests of the exports, and of the imports from Interactive Diagrams and XBoard.

use super::help::root;
use ferz::bridge::export::{Export, Format, export};
use ferz::bridge::fairy_stockfish::options::{KindId, TABLE};
use ferz::bridge::{diagram, xboard};
use ferz::lang::catalog::{Catalog, GameRef, NoFiles, built_in_names};
use ferz::rules::Variant;
use ferz::{Loader, Rules};
use std::fs;
use std::sync::Arc;

fn built_in(name: &str) -> Arc<Variant> {
    Catalog::new(&NoFiles).load(&GameRef::parse(name), &[]).expect("shipped").variant
}

fn exported(name: &str, format: Format) -> Export {
    export(&built_in(name), format)
}

#[test]
fn every_game_is_exported_or_names_the_rules_in_the_way() {
    let mut whole = [0; 3];
    for name in built_in_names() {
        let variant = built_in(&name);
        for (format, whole) in Format::ALL.into_iter().zip(&mut whole) {
            let Export { text, obstacles } = export(&variant, format);
            assert!(text.contains("written by ferz"), "{name} {format:?}");
            for one in &obstacles {
                assert!(!one.rule.is_empty() && !one.reason.is_empty(), "{name} {format:?} {one:?}");
                assert!(text.contains(&one.rule), "{name} {format:?}: the text does not name {one:?}");
            }
            *whole += usize::from(obstacles.is_empty());
            match format {
                Format::FairyStockfish => has_known_options(&name, &text),
                Format::InteractiveDiagram if obstacles.is_empty() => comes_back(&name, &text),
                Format::InteractiveDiagram | Format::XBoard => {}
            }
        }
    }
    let [fairy, diagram, xboard] = whole;
    assert!(fairy >= 60 && diagram >= 15 && xboard >= 40, "{whole:?}");
}

/// Checks that the program has every option of an export.
fn has_known_options(name: &str, text: &str) {
    let options =
        text.lines().filter_map(|line| line.split_once(" = ")).filter(|(key, _)| !key.starts_with('#'));
    for (option, _) in options {
        let region = ["mobilityRegionWhite", "mobilityRegionBlack"]
            .iter()
            .find_map(|start| option.strip_prefix(start));
        let piece = region.map(|piece| piece[..1].to_lowercase() + &piece[1..]);
        let is_known = KindId::named(option).is_some()
            || TABLE.option(option).is_some()
            || piece.is_some_and(|piece| KindId::named(&piece).is_some());
        assert!(is_known, "{name}: {option}");
    }
}

/// Checks that the import of an exported diagram plays like the game.
fn comes_back(name: &str, text: &str) {
    let imported = diagram::read("page.html", text).expect("a diagram");
    assert!(imported.omissions.is_empty(), "{name}: {:?}", imported.omissions);
    let (own, back) = (Rules::load(name).expect("shipped"), loaded(&imported.text));
    let (mut own, mut back) = (own.start(), back.start());
    for ply in 0..6 {
        let texts =
            |game: &ferz::Game| -> Vec<String> { game.legal_moves().map(|mv| game.text(mv)).collect() };
        let (one, other) = (texts(&own), texts(&back));
        assert_eq!(one, other, "{name} after {ply} plies");
        let next = (ply * 7 + 3) % one.len();
        for game in [&mut own, &mut back] {
            let mv = game.read(&one[next]).expect("legal");
            game.play(mv).expect("legal");
        }
    }
}

#[test]
fn exports_as_people_read_them() {
    let mut page = String::new();
    for name in ["chess", "crazyhouse", "xiangqi", "minishogi", "marseillais"] {
        page += &exported(name, Format::FairyStockfish).text;
        page += "\n";
    }
    page += &exported("capablanca", Format::InteractiveDiagram).text;
    page += &exported("capablanca", Format::XBoard).text;
    insta::assert_snapshot!(page);
}

fn loaded(text: &str) -> Rules {
    let loaded = Loader::new().text("imported.ferz", text).load("imported.ferz");
    loaded.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn pages_and_lines_as_rule_files() {
    let folder = root().join("tests/fixtures/import");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("there").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let (mut page, mut pages) = (String::new(), 0);
    for path in files {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("text");
        let imported = match ending {
            Some("html") => diagram::read(&name, &text),
            Some("xboard") => xboard::read(&name, &text),
            _ => continue,
        };
        pages += 1;
        let imported = imported.expect("a game");
        page += &format!("==== {name}\n{}\n", imported.text);
        let game = loaded(&imported.text).start();
        page += &format!("==== {} moves at the start\n\n", game.legal_moves().len());
    }
    assert_eq!(pages, 11);
    insta::assert_snapshot!(page);
}

#[test]
fn broken_definitions_are_read_or_refused() {
    for text in [
        "",
        "idiagram",
        "<div class=\"idiagram\">",
        "<p class=idiagram>files=0 ranks=-1 x:::::</p>",
        "files=9\n:::\n::::zz99,,",
    ] {
        let _ = diagram::read("page.html", text);
        let _ = xboard::read("page", text);
    }
    for text in [
        "setup ",
        "setup (",
        "setup () x+_ ",
        "setup (Kk) 1x1+0_a k/K\npiece K&",
        "setup (\u{e9}\u{e9}\u{e9}) 8x8 8",
    ] {
        let _ = xboard::read("lines", text);
    }
}
