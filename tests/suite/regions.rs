//! Tests of the names of regions and of the pages that explain them.

use super::help::{code, err, ferz, ferz_in, folder, json, out, root};
use serde_json::Value;
use std::fs;

/// Checks a game that extends xiangqi by these lines.
fn checked(lines: &str) -> String {
    let folder = folder("regions");
    fs::write(folder.join("mine.ferz"), format!("variant mine \"Mine\" extends xiangqi\n{lines}\n"))
        .expect("a file");
    let output = ferz_in(&folder, &["check", "mine.ferz"]);
    out(&output) + &err(&output)
}

#[test]
fn a_region_is_found_by_each_of_its_names() {
    for (game, name, found) in [
        ("xiangqi", "palace", "palace"),
        ("xiangqi", "宮", "palace"),
        ("xiangqi", "the Jiu-Gong", "palace"),
        ("janggi", "궁성", "palace"),
        ("shogi", "敵陣", "camp"),
        ("sittuyin", "sit-ke-myin", "marked"),
        ("sittuyin", "generals line's", "marked"),
        ("tamerlane", "husun", "citadel"),
    ] {
        assert_eq!(json(&["show", game, name, "--json"])["region"], found, "{game}: {name}");
    }
    let unknown = ferz(&["show", "xiangqi", "jiu-gnog"]);
    assert_eq!(code(&unknown), Some(2));
    assert!(err(&unknown).contains("did you mean `jiu gong`?"), "{}", err(&unknown));
}

/// Every page of a region has its names, its squares, and a drawing, as text and as Markdown.
#[test]
fn the_page_of_every_region_explains_it() {
    for game in super::help::games() {
        let page = json(&["show", &game, "--json"]);
        let regions = json(&["ir", &game])["regions"].as_array().expect("regions").clone();
        for region in regions.iter().filter_map(|region| region["name"].as_str()) {
            let data = json(&["show", &game, region, "--json"]);
            // A piece with the same name comes first.
            if data["region"].is_null() {
                continue;
            }
            let rows = page["board"]["height"].as_u64().unwrap_or(1);
            for style in [None, Some("--markdown")] {
                let args = ["show", &game, region].into_iter().chain(style).collect::<Vec<_>>();
                let text = out(&ferz(&args));
                let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                let squares = data["text"].as_str().expect("a text").to_lowercase();
                assert!(plain.contains(&squares), "{game} {region}: {text}");
                let is_rank = |line: &&str| {
                    line.split_whitespace()
                        .next()
                        .is_some_and(|word| word.trim_end_matches('~').parse::<u64>().is_ok())
                };
                let drawn = text.lines().filter(is_rank).count() as u64;
                assert!(drawn >= rows, "{game} {region}: {text}");
                for name in data["also"].as_array().expect("names").iter().map(|other| &other["name"]) {
                    assert!(text.contains(name.as_str().expect("a name")), "{game} {region} {name}: {text}");
                }
            }
        }
    }
}

#[test]
fn the_markdown_page_of_a_game_draws_its_regions() {
    let text = out(&ferz(&["show", "xiangqi", "--markdown"]));
    let regions =
        text.split("## Regions").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("regions");
    assert!(regions.contains("`palace`:\n\n```text\n10  . . . B B B . . ."), "{regions}");
    assert!(regions.contains("Also called gong, gōng, 宮"), "{regions}");
}

#[test]
fn names_of_regions_are_checked() {
    for (lines, message) in [
        ("also palace \"fort\"", "no problems"),
        ("also palac \"fort\"", "did you mean `palace`?"),
        ("also \"fort\"", "expected the name of a region"),
        ("also palace fort", "write `also \"fort\"`"),
        ("also palace \"fort\"\nalso far-bank \"fort\"", "`fort` names both the far-bank and the palace"),
        ("also palace \"chariot\"", "a name must belong to one piece or region"),
        ("also palace \"the palace\"", "the palace is already called `the palace`"),
        (
            "also palace \"fort\"\nplayer may not capture by royals when own king in fort",
            "did you mean `palace`?",
        ),
        // The name of a stage or a piece does not suffer from those of regions.
        ("also palace \"fort\"\nchange piece king { also \"fort\" }", "`fort` names both"),
    ] {
        let text = checked(lines).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(message), "{lines}:\n{}", checked(lines));
    }
}

#[test]
fn a_removed_region_takes_its_names_along() {
    let folder = folder("removed-regions");
    let parent = "variant parent \"Parent\" extends chess\nregion middle for both = [d4, e5]\nalso middle \"center\"\n\
                  player may not capture by kings when own king in middle\n";
    fs::write(folder.join("parent.ferz"), parent.replace("kings", "royals")).expect("a file");
    let child = "variant child \"Child\" extends parent\nremove player may not capture by royals when own king in middle\n\
                 remove region middle\n";
    fs::write(folder.join("child.ferz"), child).expect("a file");
    let output = ferz_in(&folder, &["check", "child.ferz"]);
    assert_eq!(code(&output), Some(0), "{}{}", out(&output), err(&output));
    let gone = ferz_in(&folder, &["show", "child.ferz", "center"]);
    assert_eq!(code(&gone), Some(2), "{}", out(&gone));
}

/// The moves of every piece are drawn on the board of its game: the drawing is not larger than the board.
#[test]
fn pieces_are_drawn_on_the_board_of_their_game() {
    for game in super::help::games() {
        let page = json(&["show", &game, "--json"]);
        let size = |part: &str| page["board"][part].as_u64().expect("a number") as usize;
        let squares = size("width") * size("height") + page["board"]["extra"].as_array().map_or(0, Vec::len);
        for piece in page["pieces"].as_array().expect("pieces") {
            for moves in piece["moves"].as_array().expect("moves") {
                let rows: Vec<&str> =
                    moves["diagram"].as_array().expect("rows").iter().filter_map(Value::as_str).collect();
                let drawn: usize =
                    rows.iter().map(|row| row.split_whitespace().filter(|sign| *sign != "~").count()).sum();
                assert!(drawn <= squares, "{game}: {rows:#?}");
            }
        }
    }
    let rows = |game: &str, piece: &str| -> Vec<String> {
        let data = json(&["show", game, piece, "--json"]);
        let rows = data["stages"][0]["moves"][0]["diagram"].as_array().expect("rows").clone();
        rows.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    assert_eq!(
        rows("byzantine", "rukh"),
        [
            "~ . . . . . . . O . . . . . . . . ~",
            "~ . . . . . . . O . . . . . . . . ~",
            "~ O O O O O O O R O O O O O O O O ~",
            "~ . . . . . . . O . . . . . . . . ~",
        ]
    );
    // The advisor of xiangqi stays in its palace.
    assert_eq!(rows("xiangqi", "advisor"), [". . . . .", ". O . O .", ". . A . .", ". O . O ."]);
}

/// A board with one pair of joined edges is drawn round. A torus has marked seams.
#[test]
fn round_boards_are_drawn_round() {
    let folder = folder("round");
    let drawn = |game: &str, file: &str| {
        let output = ferz_in(&folder, &["show", game, "--svg", file]);
        assert_eq!(code(&output), Some(0), "{}", err(&output));
        fs::read_to_string(folder.join(file)).expect("a picture")
    };
    let count = |text: &str, part: &str| text.matches(part).count();
    let ring = drawn("byzantine", "ring.svg");
    assert_eq!([count(&ring, "Z\" fill="), count(&ring, "stroke-dasharray")], [64, 1]);
    let chess = drawn("chess", "chess.svg");
    assert_eq!([count(&chess, "Z\" fill=\"#f"), count(&chess, "stroke-dasharray")], [0, 0]);
    let torus = root().join("docs/book/examples/torus.ferz");
    let torus = drawn(&torus.display().to_string(), "torus.svg");
    assert_eq!([count(&torus, " 0 0 1 "), count(&torus, "stroke-dasharray")], [0, 4]);
}

#[test]
fn a_refusal_says_where_a_region_is() {
    let fen = "3k5/9/9/9/9/9/9/4K4/9/9 w - - 0 1";
    let text = out(&ferz(&["explain", "xiangqi", "e3e4", "--fen", fen]));
    assert!(text.contains("may not leave palace (d1 to f3 for White, d8 to f10 for Black)"), "{text}");
}
