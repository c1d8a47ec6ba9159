//! Tests of hands: their content at the start, conditions that count pieces in hand, and drops.
//!
//! Most tests use the small game of `help` with additional rules.

use super::help::{Texts, load, load_with, position, small, small_text};
use ferz_core::base::source::Sources;
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_lang::catalog::{Catalog, GameRef};
use ferz_text::notation::{fen, movetext};
use ferz_text::words::explain::Explainer;

const FULL: &str = "tests/fixtures/games/full-hands.ferz";

/// Returns the pieces in hand at the start in the notation of a FEN.
fn held(variant: &Variant) -> String {
    let text = fen::write(variant, &variant.start());
    assert_eq!(fen::read(variant, &text).as_ref(), Ok(&variant.start()), "{text}");
    let hand = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    hand.map_or_else(|| "no hands".to_owned(), |(held, _)| held.to_owned())
}

const DROP: &str = "hands\naction drop { drop any; to grid }";

#[test]
fn both_sides_start_with_the_same_hand() {
    for (line, expected) in [
        ("", ""),
        ("hand: R P", "RPrp"),
        ("hand: p r r", "RRPrrp"),
        ("hand: R p p", "Rpp"),
        ("hand: none", ""),
        ("hand: P.second", "{P.second}{p.second}"),
    ] {
        let variant = small(DROP, &format!("{line}\n")).expect("a game");
        assert_eq!(held(&variant), expected, "{line}");
    }
    let arrays = [("start", "KSSGkssg"), ("uneven", "KSSGkssg"), ("court", "KSGP{pr}p")];
    for (array, expected) in arrays {
        assert_eq!(held(&load(&format!("{FULL}/{array}"))), expected, "{array}");
    }
    let inherited = small_text(DROP, "hand: R\n") + "array other from start { hand: none }\n";
    let files = Texts(vec![("small.ferz".into(), inherited)]);
    let loaded = Catalog::new(&files).load(&GameRef::parse("small.ferz/other"), &[]);
    assert_eq!(held(&loaded.expect("a game").variant), "");
}

#[test]
fn mistakes_about_hands_have_messages() {
    let codes = |rules: &str, array: &str| -> Vec<&str> {
        small(rules, array).map_or_else(|all| all.iter().map(|one| one.0).collect(), |_| Vec::new())
    };
    let drop = |lines: &str| format!("hands\naction drop {{\n drop [rook, pawn]\n to grid\n {lines}\n}}");
    assert_eq!(codes("", "hand: R\n"), ["no-hands"]);
    for (array, code) in [
        ("hand: R\nhand: P\n", "said-twice"),
        ("hand: Q\n", "unknown-token"),
        ("hand: R, P\n", "unexpected-word"),
        ("hand R\n", "unexpected-word"),
        ("hand:\n", "missing-words"),
        ("hand: none R\n", "leftover-words"),
        ("hand: R { P }\n", "unexpected-block"),
    ] {
        assert_eq!(codes(DROP, array), [code], "{array}");
    }
    for (lines, code) in [
        ("not on a file with 0 own pawn", "bad-number"),
        ("not on a file with own pawn\n not on a file with own rook", "said-twice"),
        ("becomes one of []", "missing-words"),
        ("becomes one of rook", "unexpected-word"),
        ("becomes second", "unknown-word"),
        ("when own pawn in rank 2 in hand", "pieces-in-hand"),
        ("when leader in hand", "pieces-in-hand"),
        ("when no own pawn beside rook in rank 2 in hand", "pieces-in-hand"),
        ("when own pawn except piece attacking rook in hand", "pieces-in-hand"),
        ("when [pawn attacked by enemy rook, king] in hand >= 2", "pieces-in-hand"),
        ("not on a file with own pawn in hand", "pieces-in-hand"),
        ("provided it forks 2 enemies in hand", "pieces-in-hand"),
        ("when own pawn in hnad", "unknown-word"),
    ] {
        assert_eq!(codes(&drop(lines), ""), [code], "{lines}");
    }
    assert_eq!(codes("hands with captures", ""), ["leftover-words"]);
    assert_eq!(codes("region hand = rank 1\nhands", ""), ["reserved-name"]);
    let place = "action go { place own pawn; to grid; becomes one of [rook, king] }";
    assert_eq!(codes(place, ""), ["unexpected-word"]);
    for lines in
        ["becomes one of [rook, pawn.second]", "not on a file with 2 own pawn", "when no piece in hand"]
    {
        assert_eq!(codes(&drop(lines), "hand: R\n"), [""; 0], "{lines}");
    }
}

#[test]
fn a_dropped_piece_can_exist_in_hand_only() {
    let types = |rules: &str, array: &str| {
        let variant = small(rules, array).expect("a game");
        let effects = variant.actions[0].act.effects();
        let ids = effects.from_hand.unwrap_or_default().iter();
        ids.map(|id| variant.piece_type(*id).token.clone()).collect::<Vec<_>>().join(" ")
    };
    let drop = |which: &str| format!("hands without captures\naction drop {{ drop {which}; to grid }}");
    assert_eq!(types(&drop("any"), "hand: R K P.second\n"), "K R P.second");
    assert_eq!(types(&drop("royal"), "hand: R K\n"), "K");
    assert_eq!(types(&drop("non-royal"), "hand: R K\n"), "R");
    assert_eq!(types(&drop("[pawn.second]"), "hand: P.second\n"), "P.second");
    assert_eq!(types("hands\naction drop { drop any; to grid }", ""), "K R P");
}

/// Compares the text of each drop with its explanation.
#[test]
fn a_choice_of_a_drop_is_named_and_explained() {
    let variant = load(FULL);
    let engine = Engine::new(&variant);
    let setup = fen::read(&variant, "k4/5/5/5/PS3/1K3[SGsg] w - - 0 9").expect("a position");
    let moves = engine.legal_moves(&engine.position(&setup));
    let texts = movetext::list(&variant, &moves);
    for text in ["S@a1", "S@a1{s.goose}", "S@a1g", "G@e1{s.goose}"] {
        assert!(texts.iter().any(|other| other == text), "{text}: {texts:?}");
    }
    let typed = |text: &str| movetext::read(&variant, &setup, &moves, text);
    assert_eq!(typed("s@a1s.goose").map(|mv| movetext::write(&variant, mv)), Ok("S@a1{s.goose}".into()));
    let problem = typed("S@a1k").expect_err("no such form");
    assert_eq!(
        (problem.code.text(), problem.message.as_str()),
        ("move-choice", "a swallow can be dropped on a1, but not with `k`")
    );
    let sources = Sources::default();
    let explainer = Explainer::new(&variant, &sources);
    let told = |fen: &str, text: &str| {
        let setup = fen::read(&variant, fen).expect("a position");
        explainer.explain(&setup, text).to_string()
    };
    let before = "k4/5/5/1S3/PS3/1K3[SGsg] w - - 0 9";
    let full = told(before, "S@b1");
    assert!(full.contains("stands there"), "{full}");
    let full = told(before, "S@b2");
    assert!(full.contains("is not legal"), "{full}");
    let full = told("k4/5/1S3/1S3/P4/K4[SGsg] w - - 0 9", "S@b2");
    assert!(full.contains("the file already has 2 own swallows or guards"), "{full}");
    let full = told("k4/5/5/5/P4/K4[SGsssgg] w - - 0 9", "S@b2");
    assert!(full.contains("swamped"), "{full}");
    let full = told("5/5/5/5/P4/5[KSGksg] w - - 0 9", "a2a3");
    assert!(full.contains("the only move now is an enthrone"), "{full}");
}

#[test]
fn a_royal_in_hand_is_safe_and_sufficient() {
    for bound in ["one", "always", "all", "leader"] {
        let variant = load_with(FULL, &[("bound".into(), bound.into())]);
        let engine = Engine::new(&variant);
        let position = |text: &str| engine.position(&fen::read(&variant, text).expect("a position"));
        let empty = position("5/5/5/5/P4/5[KSGksg] w - - 0 9");
        assert!(!engine.in_check(&empty) && engine.outcome(&empty).is_none(), "{bound}");
        assert!(!engine.legal_moves(&empty).is_empty(), "{bound}");
        // A side that has lost its last royal on the board but has a royal in hand continues.
        let bare = position("k4/5/5/5/5/2K2[] w - - 0 9");
        assert_eq!(engine.outcome(&bare).map(|outcome| outcome.reason), Some("emptied".into()), "{bound}");
    }
}

/// A piece dropped on its home square can castle and make a first move.
#[test]
fn a_piece_dropped_at_home_has_not_moved() {
    let variant = load("placement");
    let engine = Engine::new(&variant);
    let start = fen::write(&variant, &variant.start());
    assert!(start.ends_with("[KQRRBBNNkqrrbbnn] w - - 0 1"), "{start}");
    let after = |text: &str, mv: &str| {
        let setup = fen::read(&variant, text).unwrap_or_else(|problems| panic!("{problems:#?}"));
        let position = engine.position(&setup);
        let children = engine.children(&position);
        let child = children.iter().find(|(other, _)| movetext::write(&variant, other) == mv);
        let setup = engine.setup(&child.unwrap_or_else(|| panic!("{mv}")).1);
        let text = fen::write(&variant, &setup);
        assert_eq!(fen::read(&variant, &text).as_ref(), Ok(&setup), "{text}");
        text.split(' ').nth(2).unwrap_or_default().to_owned()
    };
    let board = |rank: &str, hand: &str| format!("8/pppppppp/8/8/8/8/PPPPPPPP/{rank}[{hand}] w - - 0 1");
    assert_eq!(after(&board("R3K3", "Rkr"), "R@h1"), "K");
    assert_eq!(after(&board("R6R", "Kkr"), "K@e1"), "KQ");
    assert_eq!(after(&board("R6R", "Kkr"), "K@d1"), "-");
    assert_eq!(after(&board("R3K3", "Rkr"), "R@g1"), "-");
    assert_eq!(after("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "h1g1"), "Qkq");
    let homes =
        |array: &str| small("hands\naction drop { drop any; to grid }", array).map(|game| game.hand_homes);
    assert_eq!(homes("hand: R\nhome b1: R\n").map(|homes| homes.len()), Ok(2));
    assert_eq!(homes("hand: R\nhome b1: R\nhome b4: k\n").map(|homes| homes.len()), Ok(2));
    let code = |array: &str| homes(array).map_err(|problems| problems[0].0);
    assert_eq!(code("home a1: R\n"), Err("said-twice"));
    assert_eq!(code("home b1: R\nhome b1: K\n"), Err("said-twice"));
    assert_eq!(code("home b9: R\n"), Err("unknown-square"));
    assert_eq!(code("home b1 R\n"), Err("unexpected-word"));
    assert_eq!(small("", "home b1: R\n").map_err(|problems| problems[0].0).err(), Some("no-hands"));
}

/// Each condition can divide the targets of a drop. Many conditions must not multiply the work without limit.
#[test]
fn a_drop_under_many_conditions_is_counted() {
    let conditions: Vec<String> =
        (0..40).map(|most| format!("own piece in rank {} <= {most}", most % 4 + 1)).collect();
    let rules =
        format!("hands\naction drop {{ drop [rook, pawn]; to grid; provided {} }}", conditions.join(" and "));
    let variant = small(&rules, "hand: R P\n").expect("a game");
    let engine = Engine::new(&variant);
    let slow = Interpreter::new(&variant);
    let start = variant.start();
    assert_eq!(engine.perft(&engine.position(&start), 2), slow.perft(&start, 2));
}

#[test]
fn all_pieces_except_pawns_start_in_hand() {
    let variant = load("placement");
    let engine = Engine::new(&variant);
    assert_eq!([1, 2, 3].map(|depth| engine.perft(&engine.start(), depth)), [40, 1600, 50560]);
}

/// A side that has lost its king may only capture the enemy's, which comes to its hand.
#[test]
fn a_king_that_comes_to_hand_is_a_royal_again() {
    let variant = load("tests/fixtures/found/king-comes-to-hand.ferz");
    let mut setup = fen::read_as(&variant, "k2r/4/4/RK1R[] w - - 0 1", true).expect("a position");
    setup.set(variant.board.square("b1").expect("a square"), None);
    let engine = Engine::new(&variant);
    let moves = engine.legal_moves(&engine.position(&setup));
    assert_eq!(movetext::list(&variant, &moves), ["a1a4"]);
    assert_eq!(moves, Interpreter::new(&variant).legal_moves(&setup));
}

/// A royal that is immune to attack can be captured, so the enemy can hold a second one.
#[test]
fn a_captured_royal_is_counted_in_hand() {
    let variant = load("tests/fixtures/found/captured-royals-are-dropped.ferz");
    let text = "4/4/4/1RK1[K] b - - 0 1";
    assert_eq!(fen::write(&variant, &position(&variant, text)), text);
}

/// Another castling leaves its partner on its square. Two pieces dropped in either order are one move.
#[test]
fn a_piece_is_dropped_behind_the_partner_that_moves() {
    let variant = load("tests/fixtures/found/drops-behind-a-partner.ferz");
    let moves = Interpreter::new(&variant).legal_moves(&position(&variant, "3k2/6/6/A2K2[ABB] w A - 0 1"));
    let castlings = movetext::list(&variant, &moves).into_iter().filter(|text| text.starts_with("d1b1"));
    let expected =
        ["d1b1", "d1b1/A", "d1b1/Aa1", "d1b1/B", "d1b1/B/Aa1", "d1b1/B/Ba1", "d1b1/Ba1", "d1b1/Ba1/A"];
    assert_eq!(castlings.collect::<Vec<_>>(), expected);
}
