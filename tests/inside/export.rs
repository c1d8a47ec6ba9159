//! Tests of the exports, and of the imports from Interactive Diagrams and XBoard.

use super::help::root;
use ferz::{Comparison, Loader, Rules};
use ferz_bridge::export::{Export, Format, export};
use ferz_bridge::fairy_stockfish::options::{KindId, TABLE};
use ferz_bridge::{Imported, diagram, xboard};
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, GameRef, NoFiles, built_in_names};
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
                Format::InteractiveDiagram if obstacles.is_empty() => {
                    comes_back(&name, &text);
                    is_recognized(&name, &text, diagram::read);
                }
                Format::XBoard if obstacles.is_empty() => is_recognized(&name, &text, xboard::read),
                Format::InteractiveDiagram | Format::XBoard => {}
            }
        }
    }
    let [fairy, diagram, xboard] = whole;
    assert!(fairy >= 60 && diagram >= 15 && xboard >= 60, "{whole:?}");
}

#[test]
fn endings_and_captures_have_options() {
    for (name, line) in [
        ("atomic", "blastOnCapture = true\n"),
        ("atomic", "extinctionPseudoRoyal = true\n"),
        ("atomar", "blastImmuneTypes = k\n"),
        ("atomar", "mutuallyImmuneTypes = k\n"),
        ("racingkings", "flagMove = true\n"),
        ("suicide", "stalematePieceCount = true\n"),
        ("kinglet", "extinctionPieceTypes = p\n"),
        ("empire", "flyingGeneral = true\n"),
        ("chak", "extinctionPseudoRoyal = true\n"),
        ("shogun", "promotionLimit = "),
        ("torishogi", "dropNoDoubledCount = 2\n"),
        ("cambodian", "[ferz-cambodian:cambodian]\n"),
    ] {
        let Export { text, obstacles } = exported(name, Format::FairyStockfish);
        assert!(obstacles.is_empty(), "{name}: {obstacles:?}");
        assert!(text.contains(line), "{name} without {line}: {text}");
    }
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

/// Checks that the import of an unchanged export is the game itself.
fn is_recognized(name: &str, text: &str, read: fn(&str, &str) -> Option<Imported>) {
    let imported = read("file", text).expect("a game");
    assert!(imported.text.contains(&format!(" extends {name}\n")), "{name}: {}", imported.text);
    let found = Comparison::new(&Rules::load(name).expect("shipped"), &loaded(&imported.text));
    assert!(found.is_empty(), "{name}: {found:?}");
}

/// Checks that the import of an exported diagram plays like the game, even if nothing names the game.
fn comes_back(name: &str, text: &str) {
    let imported = diagram::read("page.html", &text.replace(" from the game ", " ")).expect("a diagram");
    let has_lost = imported.omissions.iter().any(|omission| omission.differs);
    assert!(!has_lost, "{name}: {:?}", imported.omissions);
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
    assert_eq!(pages, 19);
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

#[test]
fn pieces_of_diagrams_move_as_their_pages_say() {
    let folder = root().join("tests/fixtures/import");
    let table = fs::read_to_string(folder.join("moves.txt")).expect("a table");
    let mut compared = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (head, squares) = line.split_once(':').expect("a colon");
        let [file, token, at, white, black] = head.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{head}")
        };
        let page = fs::read_to_string(folder.join(format!("{file}.html"))).expect("a page");
        let game = diagram::read("page.html", &page).expect("a diagram");
        let rules = loaded(&game.text);
        let start = rules.start();
        let grid = game.text.split("grid ").nth(1).and_then(|rest| rest.lines().next()).expect("a grid");
        let size: Vec<usize> =
            grid.split(" x ").map(|number| number.trim().parse().expect("a number")).collect();
        let (width, height) = (size[0], size[1]);
        let mut placed = vec![(at, token.to_owned()), (black, "k".to_owned())];
        if token != "K" {
            placed.push((white, "K".to_owned()));
        }
        let holes = start.fen().matches('*').count() > 0;
        let rank = |rank: usize| -> String {
            let square =
                |file: usize| format!("{}{rank}", char::from(b'a' + u8::try_from(file).expect("small")));
            let corner =
                |file: usize| holes && (rank == 1 || rank == height) && (file == 0 || file == width - 1);
            (0..width)
                .map(|file| match placed.iter().find(|(at, _)| *at == square(file)) {
                    Some((_, token)) if token.len() > 1 => format!("{{{token}}}"),
                    Some((_, token)) => token.clone(),
                    None if corner(file) => "*".to_owned(),
                    None => "1".to_owned(),
                })
                .collect()
        };
        // Runs of empty squares are counted.
        let run = |rank: String| -> String {
            let mut text = String::new();
            let mut empty = 0;
            for part in rank
                .split_inclusive('1')
                .flat_map(|part| [part.trim_end_matches('1'), &part[part.trim_end_matches('1').len()..]])
            {
                if part == "1" {
                    empty += 1;
                } else if !part.is_empty() {
                    text += &if empty > 0 { format!("{empty}{part}") } else { part.to_owned() };
                    empty = 0;
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let ranks: Vec<String> = (1..=height).rev().map(rank).map(run).collect();
        let hands = if start.fen().contains('[') { "[]" } else { "" };
        let fen = format!("{}{hands} w - - 0 1", ranks.join("/"));
        let position = rules.from_fen(&fen).unwrap_or_else(|error| panic!("{file} {token} {fen}: {error}"));
        let texts = position.legal_moves().map(|mv| position.text(mv)).collect::<Vec<_>>();
        let from = |text: &String| {
            // The square ends with its rank, and a promotion can follow.
            let to = text.strip_prefix(at)?;
            let rank = to.find(|c: char| c.is_ascii_digit())?;
            let end = to[rank..].find(|c: char| !c.is_ascii_digit()).map_or(to.len(), |end| rank + end);
            Some(to[..end].to_owned())
        };
        let mut reached: Vec<String> = texts.iter().filter_map(from).collect();
        reached.sort_unstable();
        reached.dedup();
        assert_eq!(reached.join(" "), squares.trim(), "{file} {token}");
        compared += 1;
    }
    assert_eq!(compared, 137);
}

#[test]
fn pages_have_other_things_than_one_diagram() {
    let page = "<html><head><title>A game</title><style>.idiagram { float: left; }</style></head>\n\
                <p class=\"idiagram\"></p>\n\
                <div style=\"x\"\n  class=\"idiagram\">files=4 ranks=4 P:P:fmWfcF::a1-d1 K:K:K::b2</div>\n\
                <div class=\"idiagram\">files=5 ranks=5 K:K:K::b2</div>";
    let game = diagram::read("page.html", page).expect("a diagram");
    assert!(game.text.contains("grid 4 x 4"), "{}", game.text);
    let named: Vec<&str> = game.omissions.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(named, ["royal", "promoChoice", "diagram"]);
    assert!(diagram::read("page.html", &"<".repeat(200_000)).is_none());
    // Tags can be in capitals.
    let game = diagram::read("page.html", &page.replace("title>", "TITLE>")).expect("a diagram");
    assert!(game.text.starts_with("variant a-game \"A game\""), "{}", game.text);
}

#[test]
fn a_board_that_is_too_large_is_not_even_approximated() {
    let format = ferz::ExportFormat::named("fairy-stockfish").expect("a format");
    let export = |name: &str| Rules::load(name).expect("built-in").export(format, true);
    let error = export("tamerlane").expect_err("refused").to_string();
    assert!(error.contains("12 files"), "{error}");
    assert!(export("atomic").is_ok());
}

#[test]
fn tables_and_shuffles_of_diagrams_are_read_or_named() {
    let page = |options: &str, after_pawn: &str| {
        format!(
            "files=4 ranks=4 royal=K promoChoice=R {options}\npawn:P:mfWcfF::a2-d2\n{after_pawn}\nrook:R:R::a1,b1\nking:K:K::c1\nguard:G:F::d1\n"
        )
    };
    let read = |options: &str, after: &str| diagram::read("a.html", &page(options, after)).expect("a game");
    let plain = read("shuffle=RKG", "morph=").text;
    assert!(plain.contains("shuffle [a1, b1, c1, d1]: R R, K, G"), "{plain}");
    assert_eq!(loaded(&plain).start().legal_moves().count(), 6, "{plain}");
    let colors = read("shuffle=!R#KG", "").text;
    assert!(colors.contains("shuffle [a1, b1, c1, d1]: R in light, R in dark, K in dark, G"), "{colors}");
    Loader::new().text("a.ferz", &*colors).check("a.ferz").expect("no problems");
    for other in ["shuffle=RX", "shuffle=R!KG", "shuffle=RK,KG", "shuffle="] {
        let game = read(other, "");
        let left = game.omissions.iter().find(|one| one.name == "shuffle").expect(other);
        assert!(left.differs && !game.text.contains("shuffle ["), "{other}: {}", game.text);
    }
}

#[test]
fn pieces_change_or_stay_as_their_tables_say() {
    let page =
        "files=4 ranks=4 royal=K maxPromote=0 guard:G:F::d1\nmorph=R2*/.../4/4\nrook:R:R::\nking:K:K::a1\n";
    let game = diagram::read("a.html", page).expect("a game");
    assert!(game.text.contains("arriving at change: becomes rook"), "{}", game.text);
    let rules = loaded(&game.text);
    let start = |fen: &str| rules.from_fen(fen).expect("a position");
    let mut position = start("3k/1G2/4/K3 w - - 0 1");
    let mv = position.read("b3a4").expect("legal");
    position.play(mv).expect("played");
    assert!(position.fen().starts_with("R2k/"), "{}", position.fen());
    let position = start("k3/2G1/4/K3 w - - 0 1");
    assert!(position.read("c3b4").is_ok() && position.read("c3d4").is_err());
    for table in ["5*", "Z", "4/4/4/4/R", "****/****/****/****", "99999999999999999999R"] {
        let page = format!("files=4 ranks=4 royal=K guard:G:F::d1\nmorph={table}\nking:K:K::a1\n");
        let game = diagram::read("a.html", &page).expect("a game");
        assert!(game.omissions.iter().any(|one| one.name == "morph" && one.differs), "{table}");
    }
}

#[test]
fn the_lines_of_an_engine_are_read_or_named() {
    let lines = "setup (broken\nsetup (PQKpqk) 4x4+0_ kq2/pp2/PP2/KQ2[Qq] b - - 0 1\npiece P& fmWfcF\npiece Q& Q\npiece K& KisO2\n";
    let game = xboard::read("engine.txt", lines).expect("the second line is read");
    let named: Vec<String> =
        game.omissions.iter().map(|one| format!("{}: {}", one.value, one.reason)).collect();
    assert_eq!(named[..1], ["-: a king castles whenever its moves say so"]);
    assert!(game.text.contains("hand: Q") && game.text.contains("first move black"), "{}", game.text);
}

#[test]
fn a_changed_export_or_another_reading_is_read_like_any_other_file() {
    let text = exported("chess", Format::XBoard).text;
    let game = xboard::read("a.txt", &text.replace("PPPPPPPP", "PPPP1PPP")).expect("a game");
    assert!(!game.text.contains("extends"), "{}", game.text);
    assert!(game.text.starts_with("variant chess \"Chess\"\n"), "{}", game.text);
    assert!(game.text.contains("piece knight N `N`"), "{}", game.text);
    assert_eq!(game.omissions.iter().filter(|one| one.differs).count(), 0, "{:?}", game.omissions);
    loaded(&game.text);
    let other = Catalog::new(&NoFiles).load(&GameRef::parse("tamerlane"), &[]).expect("shipped").variant;
    let mut other = (*other).clone();
    other.title = "Another".to_owned();
    assert!(!export(&other, Format::XBoard).text.contains("from the game"));
}

#[test]
fn a_leap_from_any_square_keeps_its_mark_in_a_diagram() {
    let Export { text, .. } = exported("torpedo", Format::InteractiveDiagram);
    assert!(text.contains(":fmWfceFfmnnD:"), "{text}");
}

#[test]
fn a_piece_without_a_letter_is_named() {
    let lines = "setup (Kk) 4x4+0_fairy k3/4/4/K3 w - - 0 1\npiece K& K\npiece é& W\n";
    let game = xboard::read("a.txt", lines).expect("a game");
    assert!(game.omissions.iter().any(|one| one.value == "é& W" && one.differs), "{:?}", game.omissions);
    loaded(&game.text);
}

#[test]
fn promoted_forms_are_not_dropped() {
    let lines = "setup (PRKprk) 5x5+2_fairy rk3/4p/5/P4/3KR[] w - - 0 1\npiece K& K\npiece R& R\npiece +R& RF\npiece P& fW\npiece +P& WfF\n";
    let game = xboard::read("a.txt", lines).expect("a game");
    assert!(
        game.text.contains("  drop [rook, ") && !game.text.contains("drop [rook, promoted"),
        "{}",
        game.text
    );
    assert!(!game.text.contains("becomes one of"), "{}", game.text);
}

#[test]
fn a_double_step_from_the_home_squares_is_a_move_of_unmoved_pieces() {
    for name in ["crazyhouse", "chessgi", "loop", "shogun", "grand"] {
        let Export { text, obstacles } = exported(name, Format::XBoard);
        assert!(obstacles.is_empty() && text.contains("ifmnD\n"), "{name}: {text}");
    }
    // Pawns of the horde also start on other squares, and those of wildebeest have the move on a second rank.
    for name in ["horde", "wildebeest"] {
        assert!(!exported(name, Format::XBoard).obstacles.is_empty(), "{name}");
    }
}

#[test]
fn pieces_without_moves_and_too_many_pieces_are_named() {
    let page = "<p class=idiagram>files=4 ranks=4 royal=K a:A:V::a1 king:K:K::b2</p>";
    let game = diagram::read("a.html", page).expect("a game");
    assert!(game.text.contains("stands still"), "{}", game.text);
    loaded(&game.text);
    let pieces: String = (0..20_000).map(|number| format!("piece A{number}& K\n")).collect();
    let lines = format!("setup (Kk) 8x8+0_fairy K7/8/8/8/8/8/8/k7 w\npiece K& K\n{pieces}");
    let game = xboard::read("a.txt", &lines).expect("a game");
    assert!(game.omissions.iter().any(|one| one.reason == "there are 300 pieces above it"));
}
