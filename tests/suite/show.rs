//! Tests of the views of each shipped game for readers: its page, the pages of its pieces, and its description as JSON.
//!
//! The pages of the studied games are snapshots. For all other games, the tests assert general properties.

use super::help::{STUDIED, code, err, ferz, folder, json, out};
use serde_json::Value;

fn printed(args: &[&str]) -> String {
    let output = ferz(args);
    assert!(output.status.success(), "{args:?}: {}", err(&output));
    out(&output)
}

#[test]
fn the_page_of_every_game() {
    for name in STUDIED {
        insta::assert_snapshot!(format!("page_{name}"), printed(&["show", name]));
    }
}

#[test]
fn the_page_of_every_piece() {
    for name in STUDIED {
        let meaning: Value = serde_json::from_str(&printed(&["ir", name])).expect("JSON");
        let piece_types = meaning["piece_types"].as_array().expect("a list").iter();
        let mut pieces: Vec<&str> =
            piece_types.filter_map(|piece_type| piece_type["piece"].as_str()).collect();
        pieces.dedup();
        let pages: Vec<String> = pieces
            .iter()
            .map(|piece| format!("$ ferz show {name} {piece}\n{}", printed(&["show", name, piece])))
            .collect();
        insta::assert_snapshot!(format!("pieces_{name}"), pages.join("\n"));
    }
}

#[test]
fn the_short_page_of_a_game() {
    for name in STUDIED {
        let page = printed(&["show", name, "--short"]);
        let count = page.split_whitespace().count();
        assert!(count <= if name == "full-tamerlane" { 1300 } else { 1200 }, "{name}: {count} words");
        insta::assert_snapshot!(format!("short_{name}"), page);
    }
}

/// A region is explained where a page first names it, in a section with drawings, and on a page of its own.
#[test]
fn regions_are_explained() {
    let page = printed(&["show", "makruk"]);
    let first = page.find("far-rank").expect("a region");
    let said = "far-rank (ranks 6 to 8 for White, ranks 1 to 3 for Black)";
    let words = page[first..].split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.starts_with(said), "{words}");
    assert_eq!(page.split_whitespace().collect::<Vec<_>>().join(" ").matches(said).count(), 1);
    assert!(page.contains("Regions\n-------\n- Far-rank: ranks 6 to 8 for White, ranks 1 to 3 for Black."));
    insta::assert_snapshot!("region_far_rank", printed(&["show", "tamerlane", "far-rank"]));
    let data = json(&["show", "tamerlane", "far-rank", "--json"]);
    assert_eq!((&data["region"], data["white"].as_array().map(Vec::len)), (&"far-rank".into(), Some(11)));
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

/// A game with five files and every kind of text for readers.
const NAMED: &str = r#"variant named "Named"

source book as B "A book, 2001"

history "It is old." [B]
history "It was found again." "And played."
note "Everything here is invented."

board {
  grid 5 x 5
  uncheckered [B]
  black is white turned
}

region far-rank = rank 5

piece king K `K` royal { also "shah" in "Persian" [B] }
piece war-engine D `D` {
  also "siege engine", "Da'baba"
  note "it leaps"
}
piece rook R `R` {
  switch kin "What else is it called?" {
    west* "the western name" [B] { also "castle" }
    east  "the eastern name" [B] { also "chariot" }
  }
}
family pawn-of X for [rook, war-engine] {
  title "pawn of {X}s"
  token P{x}
  moves `fmWfcF`
  also "{X}'s soldier"
  arriving at far-rank: becomes X
}
action leap {
  place own war-engine
  to far-rank
  removing enemy except royal
  note "once seen, never forgotten"
}
ending {
  checkmate: loss
  stalemate: draw
}
array start {
  2 | Pr Pr .  Pd Pd
  1 | R  .  K  .  D
}
"#;

fn named(test: &str) -> String {
    let path = folder(test).join("named.ferz");
    std::fs::write(&path, NAMED).expect("the folder can be written to");
    path.display().to_string()
}

#[test]
fn a_piece_is_found_by_each_of_its_names() {
    let path = named("other-names");
    let piece = |name: &str| json(&["show", &path, name, "--json"])["piece"].as_str().map(str::to_owned);
    for (name, found) in [
        ("Shah", "king"),
        ("war-engine", "war-engine"),
        ("War Engine", "war-engine"),
        ("the siege-engine", "war-engine"),
        ("dababa", "war-engine"),
        ("castle", "rook"),
        ("pawn of war engines", "pawn-of-war-engine"),
        ("WAR ENGINE'S soldier", "pawn-of-war-engine"),
        ("Pr", "pawn-of-rook"),
    ] {
        assert_eq!(piece(name).as_deref(), Some(found), "{name}");
    }
    let eastern = ferz(&["show", &path, "chariot", "--set", "rook.kin=east"]);
    assert!(out(&eastern).contains("Also called chariot [book]."), "{}", out(&eastern));
    let unknown = ferz(&["show", &path, "charriot", "--set", "rook.kin=east"]);
    assert_eq!(code(&unknown), Some(2));
    assert!(err(&unknown).contains("did you mean `chariot`?"), "{}", err(&unknown));
}

#[test]
fn texts_for_readers_are_shown() {
    let path = named("remarks");
    let game = json(&["show", &path, "--json"]);
    let texts = |list: &Value| -> Vec<String> {
        let all = list.as_array().expect("a list").iter();
        all.filter_map(|one| one["text"].as_str()).map(str::to_owned).collect()
    };
    assert_eq!(texts(&game["history"]), ["It is old.", "It was found again.", "And played."]);
    assert_eq!(game["history"][0]["cites"][0], "book");
    assert_eq!(texts(&game["notes"]), ["Everything here is invented."]);
    assert_eq!(texts(&game["actions"][0]["notes"]), ["once seen, never forgotten"]);
    assert_eq!(game["board"]["checkered"], false);
    assert_eq!(json(&["show", "chess", "--json"])["board"]["checkered"], true);
    for style in [None, Some("--markdown")] {
        let page = printed(&["show", &path].into_iter().chain(style).collect::<Vec<_>>());
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in
            ["History", "It is old. [book]", "Notes", "Note: it leaps.", "Note: once seen, never forgotten."]
        {
            assert!(page.contains(said), "{said}: {page}");
        }
    }
}

#[test]
fn the_page_of_a_piece_has_all_that_concerns_it() {
    let path = named("concerns");
    insta::assert_snapshot!(
        "concerns",
        ["rook", "king", "war-engine"].map(|piece| printed(&["show", &path, piece])).join("\n")
    );
    let rook = json(&["show", &path, "rook", "--json"]);
    assert_eq!(rook["switches"][0]["name"], "rook.kin");
    let kinds: Vec<&str> =
        rook["rules"].as_array().expect("rules").iter().filter_map(|rule| rule["kind"].as_str()).collect();
    assert_eq!(kinds, ["action", "arrival"]);
    assert_eq!(rook["rules"][0]["part"], "Here the rook may be removed by the opponent.");
}

#[test]
fn games_with_boards_of_their_own_are_drawn_so() {
    let folder = folder("own-boards");
    let drawn = |game: &str, more: &[&str]| {
        let file = folder.join(format!("{game}-{}.svg", more.len())).display().to_string();
        printed(&[&["show", game, "--svg", &file], more].concat());
        std::fs::read_to_string(file).expect("a picture")
    };
    let (river, traditional) = ("#d9dfc3", &["--pieces", "traditional"]);
    let xiangqi = drawn("xiangqi", traditional);
    assert!(xiangqi.contains(">帥<") && xiangqi.contains(">將<") && xiangqi.contains(river), "{xiangqi}");
    assert_eq!(xiangqi.matches("<rect").count(), 3, "paper, wood, and river, and no squares");
    let janggi = drawn("janggi", traditional);
    assert!(janggi.contains(">楚<") && !janggi.contains(river), "{janggi}");
    let shogi = drawn("shogi", traditional);
    assert_eq!((shogi.matches(">歩<").count(), shogi.matches("rotate(180)").count()), (18, 20));
    // Not every viewer has a font with the characters, so pictures are the default.
    let pictures = drawn("shogi", &[]);
    assert!(!pictures.contains(">歩<") && pictures.contains("ferz-pawn") && pictures.contains("rotate(180)"));
    let letters = drawn("shogi", &["--pieces", "letters"]);
    assert!(letters.contains(">P<") && !letters.contains("rotate(180)"));
    assert!(!drawn("chess", &[]).contains("serif,") && drawn("chess", &[]).contains("ferz-pawn"));
}

#[test]
fn reserves_and_hands_are_apart_from_the_board() {
    let file = folder("reserves").join("board.svg").display().to_string();
    let drawn = |args: &[&str]| {
        printed(&[args, &["--force", "--svg", &file]].concat());
        std::fs::read_to_string(&file).expect("a picture")
    };
    // The reserve of White is on both sides, and a gap of ten units separates it from files a and h.
    let shinobi = drawn(&["show", "shinobi"]);
    for (x, count) in [(22, 3), (72, 8), (352, 8), (402, 3)] {
        assert_eq!(shinobi.matches(&format!("<rect x=\"{x}\" ")).count(), count, "{x}: {shinobi}");
    }
    assert!(shinobi.contains("viewBox=\"0 0 446 346\"") && shinobi.contains("<text x=\"92\""), "{shinobi}");
    // A citadel touches the board, because a king walks into it.
    assert!(drawn(&["show", "tamerlane"]).contains("<rect x=\"502\" y=\"322\""));
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NNp] w KQkq - 0 1";
    let held = drawn(&["moves", "crazyhouse", "--fen", fen]);
    assert!(held.contains(">White's hand: 2N</text>") && held.contains(">Black's hand: p</text>"), "{held}");
    assert!(!drawn(&["show", "crazyhouse"]).contains("hand:"));
}

#[test]
fn an_uncheckered_board_has_one_color() {
    let path = named("uncheckered");
    let folder = folder("uncheckered-pictures");
    let dark = |args: &[&str], name: &str| {
        let file = folder.join(name).display().to_string();
        printed(&[args, &["--svg", &file]].concat());
        std::fs::read_to_string(file).expect("a picture").matches("#dcd3c3").count()
    };
    assert_eq!(dark(&["show", &path], "board.svg"), 0);
    assert_eq!(dark(&["show", &path, "rook"], "piece.svg"), 0);
    assert_eq!(dark(&["moves", &path], "moves.svg"), 0);
    assert_eq!(dark(&["show", "chess"], "chess.svg"), 32);
    let board = printed(&["show", &path]);
    assert!(board.contains("5 files and 5 ranks, all squares of one color."), "{board}");
    let plain = NAMED.replace("  uncheckered [B]\n", "");
    let other = folder.join("plain.ferz");
    std::fs::write(&other, plain).expect("the folder can be written to");
    let words = out(&ferz(&["diff", &path, &other.display().to_string(), "--budget", "0"]));
    assert!(words.contains("5 by 5 squares, all of one color"), "{words}");
}

#[test]
fn the_rules_of_a_child_file_survive_extension() {
    let path = folder("child").join("child.ferz");
    let text = r#"variant child "Child" extends tamerlane

about "One."
about "Two."
history "Three."
change piece rook {
  also "chariot"
  also "ship"
}
"#;
    std::fs::write(&path, text).expect("the folder can be written to");
    let path = path.display().to_string();
    let game = json(&["show", &path, "--json"]);
    assert_eq!(game["about"], serde_json::json!(["One.", "Two."]));
    let history = game["history"].as_array().expect("a list");
    assert_eq!(history.last().map(|last| &last["text"]), Some(&Value::from("Three.")));
    for name in ["chariot", "ship"] {
        assert_eq!(json(&["show", &path, name, "--json"])["piece"], "rook");
    }
}

#[test]
fn the_meaning_of_every_game() {
    for name in STUDIED {
        insta::assert_snapshot!(format!("ir_{name}"), printed(&["ir", name]));
    }
}
