//! Compares the shipped games with published counts and positions, and tests games with unusual rules.
//!
//! The known counts are perft counts. The unusual games are in `tests/fixtures` or in the tests themselves.

use super::help::{Disk, Texts, load_text};
use ferz_core::base::{Color, Move, Setup};
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_lang::catalog::{Catalog, GameRef, built_in};
use ferz_text::notation::{fen, movetext};

fn load(reference: &str, set: &[(&str, &str)]) -> Variant {
    let set: Vec<(String, String)> = set.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    let loaded = Catalog::new(&Disk).load(&GameRef::parse(reference), &set).expect("a shipped game loads");
    std::sync::Arc::unwrap_or_clone(loaded.variant)
}

fn position(variant: &Variant, text: &str) -> Setup {
    fen::read_as(variant, text, true).expect("the position can be read")
}

fn moves(variant: &Variant, fen: &str) -> Vec<String> {
    let rules = Interpreter::new(variant);
    let mut texts: Vec<String> =
        rules.legal_moves(&position(variant, fen)).iter().map(|mv| movetext::write(variant, mv)).collect();
    texts.sort();
    texts
}

fn counts(variant: &Variant, depth: u32) -> Vec<u64> {
    let rules = Interpreter::new(variant);
    (1..=depth).map(|depth| rules.perft(&variant.start(), depth)).collect()
}

#[test]
fn tamerlane_arrays_have_the_known_counts() {
    assert_eq!(counts(&load("tamerlane", &[]), 3), [24, 576, 14518]);
    assert_eq!(counts(&load("tamerlane/feminine", &[]), 3), [24, 576, 14494]);
    assert_eq!(counts(&load("tamerlane/third", &[]), 3), [32, 980, 30641]);
    assert_eq!(counts(&load("full-tamerlane", &[]), 3), [19, 361, 7556]);
}

#[test]
fn chess_and_shatranj_have_the_known_counts() {
    let chess = load("chess", &[]);
    assert_eq!(counts(&chess, 3), [20, 400, 8902]);
    let kiwipete = position(&chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let rules = Interpreter::new(&chess);
    assert_eq!([1, 2, 3].map(|depth| rules.perft(&kiwipete, depth)), [48, 2039, 97_862]);
    assert_eq!(counts(&load("shatranj", &[]), 3), [16, 256, 4176]);
}

#[test]
fn the_king_beside_the_enemy_citadel_may_enter_it() {
    let game = load("tamerlane", &[]);
    // King a8 against king g9, giraffe d9, knight f6, rooks e5 and h3.
    let before = "11/3z2k4/K10/11/5n5/4r6/11/7r3/11/11 w - - 0 1";
    assert_eq!(moves(&game, before), ["a8a7", "a8a9", "a8b7", "a8b8", "a8b9", "a8z9"]);
    let entered = before.replace("K10", "11").replace(" w - - 0 1", " b - - 0 1 z9=K");
    let outcome = Interpreter::new(&game).outcome(&position(&game, &entered)).expect("finished");
    assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "citadel"));
    assert_eq!(moves(&game, &entered), [""; 0]);
}

#[test]
fn a_stuck_king_exchanges_places_with_its_knight() {
    let game = load("tamerlane", &[]);
    assert_eq!(moves(&game, "4rrr3k/11/11/11/11/N10/11/11/11/5K5 w - - 0 1 swap=wb"), ["f1~a5"]);
}

#[test]
fn two_royals_are_not_bound_by_check() {
    let game = load("tamerlane", &[]);
    let fen = "4r5k/11/11/11/11/4{Kp}6/11/11/11/K10 w - - 0 1";
    assert!(!Interpreter::new(&game).in_check(&position(&game, fen)));
    assert_eq!(moves(&game, fen).len(), 11);
}

#[test]
fn a_waiting_pawn_can_be_placed_to_fork() {
    let game = load("tamerlane", &[]);
    let fen = "2{Pp.waiting}7k/11/11/5n1t3/6{pr}4/11/11/11/11/K10 w - - 0 1";
    assert!(moves(&game, fen).contains(&"c10@g6".to_string()));
    let rules = Interpreter::new(&game);
    let start = position(&game, fen);
    let mv = rules
        .legal_moves(&start)
        .into_iter()
        .find(|mv| movetext::write(&game, mv) == "c10@g6")
        .expect("there");
    let after = fen::write(&game, &rules.apply(&start, &mv).expect("legal"));
    assert!(after.starts_with("10k/11/11/5n1t3/6{Pp.second}4/"), "{after}");
}

#[test]
fn the_second_pawn_goes_home_and_removes_a_piece_there() {
    let game = load("tamerlane", &[]);
    let start = position(&game, "10k/7{Pp.second}3/11/11/11/11/11/5c5/11/K10 w - - 0 1");
    let rules = Interpreter::new(&game);
    let mv = rules
        .legal_moves(&start)
        .into_iter()
        .find(|mv| movetext::write(&game, mv) == "h9h10")
        .expect("there");
    let after = fen::write(&game, &rules.apply(&start, &mv).expect("legal"));
    assert!(after.starts_with("10k/11/11/11/11/11/11/5{Pp.third}5/11/K10 b"), "{after}");
}

#[test]
fn a_giraffe_in_the_corner_has_thirteen_moves_or_none() {
    let game = load("tamerlane", &[]);
    let of_giraffe = |fen: &str| moves(&game, fen).into_iter().filter(|mv| mv.starts_with("a1")).count();
    assert_eq!(of_giraffe("10k/11/11/11/11/11/11/11/11/Z9K w - - 0 1"), 13);
    assert_eq!(of_giraffe("10k/11/11/11/11/11/11/11/1D9/Z9K w - - 0 1"), 0);
}

/// Returns the text of the game with every piece, array, citadel, and region renamed.
fn renamed(text: &str) -> String {
    let names = [
        ("adventitious-king", "zorn"),
        ("pawn-of-pawns", "squire-lost"),
        ("pawn-of-kings", "squire-high"),
        ("pawn-of", "squire"),
        ("war-engine", "ox"),
        ("elephant", "boar"),
        ("general", "duke"),
        ("giraffe", "heron"),
        ("picket", "owl"),
        ("camel", "goat"),
        ("knight", "stag"),
        ("rook", "wall"),
        ("vizier", "reeve"),
        ("prince", "dauphin"),
        ("citadel", "cave"),
        ("far-rank", "brink"),
        ("pawns", "squires"),
        ("masculine", "sun"),
        ("feminine", "moon"),
        ("third-facing", "star-b"),
        ("king", "lord"),
        ("waiting", "asleep"),
        ("homing", "adrift"),
    ];
    // A name inside another word, such as `king` in `attacking`, stays.
    let begins = |text: &str, at: usize| !text[..at].ends_with(|before: char| before.is_alphabetic());
    names.iter().fold(text.to_owned(), |text, (old, new)| {
        let mut renamed = String::new();
        let mut rest = 0;
        for (at, _) in text.match_indices(old).filter(|(at, _)| begins(&text, *at)) {
            renamed += &text[rest..at];
            renamed += new;
            rest = at + old.len();
        }
        renamed + &text[rest..]
    })
}

#[test]
fn nothing_depends_on_the_names_of_pieces_regions_and_arrays() {
    let text = renamed(&built_in("tamerlane").expect("shipped").text);
    assert!(!text.contains("giraffe") && !text.contains("citadel"));
    assert_eq!(counts(&load_text(&text), 3), [24, 576, 14518]);
}

#[test]
fn an_invented_game_with_two_refuges_for_each_side_can_be_played() {
    let text =
        std::fs::read_to_string("tests/fixtures/games/three-courts.ferz").expect("the fixture is there");
    let game = load_text(&text);
    let rules = Interpreter::new(&game);
    let mut setup = game.start();
    for ply in 0..200 {
        assert_eq!(position(&game, &fen::write(&game, &setup)), setup);
        let children = rules.children(&setup);
        let Some((_, after)) = children.get((ply * 7 + 3) % children.len().max(1)) else {
            assert!(rules.outcome(&setup).is_some());
            return;
        };
        setup = after.clone();
    }
}

#[test]
fn rights_are_lost_and_pieces_replaced_in_place() {
    let text = std::fs::read_to_string("tests/fixtures/games/pledges.ferz").expect("the fixture is there");
    let game = load_text(&text);
    let rules = Interpreter::new(&game);
    let start = "3k3/7/7/7/3P1M1/1N5/4P2/3K3 w - - 7 1 swap=wwb muster=wwb oath=wb";
    let after = |fen: &str, typed: &str| {
        let setup = position(&game, fen);
        let children = rules.children(&setup);
        let legal: Vec<_> = children.iter().map(|(mv, _)| mv.clone()).collect();
        let mv = movetext::read(&game, &setup, &legal, typed).map_err(|problem| problem.message)?;
        let (_, after) = children.iter().find(|(other, _)| other == mv).expect("it is legal");
        assert_eq!(position(&game, &fen::write(&game, after)), *after);
        Ok::<_, String>(fen::write(&game, after))
    };
    // A replacement uses up its right and resets the clock like a move of the piece. Here it gives no check.
    let replaced = "3k3/7/7/7/3G1M1/1N5/4P2/3K3 b - - 0 1 swap=wwb muster=wb oath=wb";
    for text in ["d4@d4g", "D4@D4=G", "d4@d4{g}"] {
        assert_eq!(after(start, text).as_deref(), Ok(replaced));
    }
    let retreated = "3k3/7/7/7/3P1{M.hermit}1/1N5/4P2/3K3 b - - 8 1 swap=wwb muster=wwb oath=b";
    assert_eq!(after(start, "f4@f4m.hermit").as_deref(), Ok(retreated));
    // Only certain pieces can be replaced, only on certain squares, and only by another type.
    assert_eq!(moves(&game, start).into_iter().filter(|text| text.contains('@')).count(), 2);
    assert!(
        after(start, "e2@e2g").is_err() && after(start, "d4@d4").is_err() && after(start, "d4d4g").is_err()
    );
    // Two rights are lost at once, one of them although the piece vanishes.
    let arrived = "3k3/7/7/3P3/5M1/1N5/4P2/3K3 b - - 0 1 swap=b muster=b oath=wb";
    assert_eq!(after(start, "d4d5").as_deref(), Ok(arrived));
    let vanished = "3k3/7/7/7/3P3/1N5/4P2/3K3 b - - 0 1 swap=b muster=wwb oath=wb";
    assert_eq!(after(start, "f4f5").as_deref(), Ok(vanished));
    // The player chooses to become a knight, and loses a right by this choice.
    let last = "7/P2k3/7/7/7/1N5/7/3K3 w - - 0 1 swap=w muster=w oath=w";
    assert!(after(last, "a7a8n").is_ok_and(|fen| fen.contains("swap=- muster=w")));
    assert!(after(last, "a7a8").is_ok_and(|fen| fen.contains("swap=w muster=w")));
    // A required action takes precedence for both sides.
    assert_eq!(moves(&game, "3k3/7/7/7/7/7/7/3K3 w - - 0 1 h1=P swap=- muster=- oath=-"), ["h1@h1h"]);
    assert_eq!(moves(&game, "3k3/7/7/7/7/7/7/3K3 b - - 0 1 z8=p swap=- muster=- oath=-"), ["z8@z8h"]);
}

#[test]
fn a_wrong_right_or_replacement_is_reported_where_it_stands() {
    let text = std::fs::read_to_string("tests/fixtures/games/pledges.ferz").expect("the fixture is there");
    for (right, wrong, code, at) in [
        ("loses swap, loses muster", "loses swop", "unknown-word", "swop"),
        ("loses swap, loses muster", "loses swap, loses swap", "said-twice", "loses"),
        ("replace by hermit in mid", "replace by hermitt in mid", "unknown-word", "hermitt"),
        ("replace [rook, knight, heir] by pawn", "replace rook pawn", "unexpected-word", "pawn"),
        ("must if it can", "to grid", "misplaced-statement", "to grid"),
    ] {
        assert!(text.contains(right), "{right}");
        let files = Texts(vec![("test.ferz".into(), text.replace(right, wrong))]);
        let failure = Catalog::new(&files).load(&GameRef::parse("test.ferz"), &[]).expect_err(wrong);
        let problem = &failure.problems[0];
        let span = problem.labels[0].span;
        let found = &files.0[0].1[span.start as usize..span.end as usize];
        assert_eq!((failure.problems.len(), problem.code.text(), found), (1, code, at), "{wrong}");
    }
}

#[test]
fn moves_that_need_the_state_of_the_game() {
    let text = std::fs::read_to_string("tests/fixtures/games/odd-moves.ferz").expect("the fixture is there");
    let game = load_text(&text);
    let of = |from: &str, fen: &str| -> Vec<String> {
        moves(&game, fen).into_iter().filter(|mv| mv.starts_with(from)).collect()
    };
    // A piece that captures by exchange. The captured piece reappears on the origin square.
    assert_eq!(of("a1", "k7/8/8/8/n7/8/1P6/SP5K w - - 0 1"), ["a1a2", "a1a3", "a1~a4"]);
    // A piece that changes places with its own pieces.
    assert!(of("a1", "k7/8/8/8/8/8/8/U2P3K w - - 0 1").contains(&"a1~d1".to_string()));
    // A locust captures the piece that it leaps over and lands behind it.
    assert_eq!(of("c3", "k7/8/8/8/3n4/2L5/8/7K w - - 0 1"), ["c3e5xd4"]);
    // Igui: the piece captures a neighbor without moving.
    assert!(of("c3", "k7/8/8/8/3n4/2I5/8/7K w - - 0 1").contains(&"c3c3xd4".to_string()));
    // A spear cannot capture, but a king cannot enter its line.
    assert_eq!(of("d1", "k7/8/8/3n4/8/8/8/3T3K w - - 0 1"), ["d1c1", "d1d2", "d1e1"]);
    let rules = Interpreter::new(&game);
    assert!(rules.in_check(&position(&game, "3k4/8/8/8/8/8/8/3T3K b - - 0 1")));
    assert!(!rules.in_check(&position(&game, "3k4/8/8/3p4/8/8/8/3T3K b - - 0 1")));
    // A piece at a knight's leap from the relay moves and captures like a knight. The relay itself never captures.
    assert!(of("c3", "k7/8/8/8/3n4/2P5/8/1N5K w - - 0 1").contains(&"c3e4".to_string()));
    assert!(of("c3", "k7/8/8/8/4n3/2P5/8/1N5K w - - 0 1").contains(&"c3e4".to_string()));
    assert!(!of("b1", "k7/8/8/8/8/2n5/8/1N5K w - - 0 1").contains(&"b1c3".to_string()));
    // The sides of the board are joined.
    assert!(of("b4", "k7/8/8/8/pD5n/8/8/4K3 w - - 0 1").contains(&"b4h4".to_string()));
    // En passant.
    let after = "k7/8/8/8/2pP4/8/8/7K b - d3 0 1";
    assert!(of("c4", after).contains(&"c4d3".to_string()));
}

/// Returns the moves of a position with the resulting positions, and asserts that interpreter and engine agree.
fn successors(game: &Variant, text: &str) -> Vec<(String, Setup)> {
    let setup = position(game, text);
    let (rules, engine) = (Interpreter::new(game), Engine::new(game));
    let text = |mv: &Move| movetext::write(game, mv);
    let slow: Vec<_> = rules.children(&setup).iter().map(|(mv, after)| (text(mv), after.clone())).collect();
    let fast = engine.children(&engine.position(&setup));
    let fast: Vec<_> = fast.iter().map(|(mv, after)| (text(mv), engine.setup(after))).collect();
    assert_eq!(slow, fast);
    slow
}

fn after(game: &Variant, text: &str, mv: &str) -> Option<Setup> {
    successors(game, text).into_iter().find(|(text, _)| text == mv).map(|(_, after)| after)
}

#[test]
fn rare_combinations_of_rules_are_applied_literally() {
    let game = load("tests/fixtures/games/letter-of-the-law.ferz", &[]);
    let after = |text, mv| after(&game, text, mv);
    // A rook with a lent leap can enter zones open to rooks, and another relay only zones open to relays.
    assert!(after("k7/8/8/8/8/2R5/8/1N5K w - - 0 1", "c3d5").is_some());
    assert!(after("k7/8/8/8/8/2N5/8/1N5K w - - 0 1", "c3d5").is_none());
    // The martyr is removed when it wins.
    let won = after("k7/2M5/8/8/8/8/8/7K w - - 0 1", "c7c8").and_then(|setup| setup.ended);
    assert_eq!(
        won.map(|outcome| (outcome.winner, outcome.reason)),
        Some((Some(Color::White), "sacrifice".into()))
    );
    // Castling is a move of the king.
    let castled = after("4k3/8/8/8/8/8/8/R3K2R w KQ - 7 1", "e1g1");
    assert_eq!(castled.map(|setup| setup.halfmove), Some(0));
    // One of two captured pieces is placed on a square, and the other goes to the hand.
    let taken = after("k7/8/8/8/8/4m3/3r4/2L4K w - - 0 1", "c1e3xd2@d2");
    assert_eq!(
        taken.map(|setup| fen::write(&game, &setup)).as_deref(),
        Some("k7/8/8/8/8/4L3/3r4/7K[M] b - - 0 1")
    );
    // A piece that crosses the seam must move diagonally, because the border requires it.
    assert!(after("k7/8/8/8/7D/8/8/7K w - - 0 1", "h4a5").is_some());
}

#[test]
fn moves_with_the_same_result_are_one_move() {
    let game = |more: &str| {
        load_text(&format!(
            "variant test \"T\"\nboard {{\n  grid 5 x 5\n  black is white turned\n}}\n\
             piece king K `K` royal\npiece gold G `WfF`\npiece pawn P `fW` {{\n{more}\n}}\n\
             action shift {{\n  place gold\n  to rank 1\n}}\n\
             ending {{\n  checkmate: loss\n  stalemate: loss\n}}\n\
             array start {{\n  2 | P . . . G\n  1 | . . K . .\n}}\n"
        ))
    };
    let texts = |game: &Variant, fen: &str, from: &str| -> Vec<String> {
        let all = successors(game, fen).into_iter().map(|(text, _)| text);
        let mut all: Vec<String> = all.filter(|text| text.starts_with(from)).collect();
        all.sort();
        all
    };
    let last = "k4/4P/5/5/2K2 w - - 0 1";
    for (rules, expected) in [
        ("arriving at rank 4..5: may becomes gold; arriving at rank 5: becomes gold", vec!["e4e5"]),
        ("arriving at rank 5: becomes gold; arriving at rank 4..5: may becomes gold", vec!["e4e5"]),
        (
            "arriving at rank 4..5: may becomes gold; arriving at rank 3..5: may becomes gold",
            vec!["e4e5", "e4e5g"],
        ),
        ("arriving at rank 5: may becomes one of [pawn, gold]", vec!["e4e5", "e4e5g"]),
        ("arriving at rank 5: becomes one of [gold, gold]", vec!["e4e5g"]),
        ("arriving at rank 5: may win by goal; arriving at rank 4..5: win by goal", vec!["e4e5"]),
    ] {
        assert_eq!(texts(&game(rules), last, "e4"), expected, "{rules}");
    }
    // An action is not a separate move if the piece has the same move by itself.
    let game = game("arriving at rank 5: becomes gold");
    assert_eq!(
        texts(&game, "k4/5/5/4G/2K2 w - - 0 1", "e2"),
        ["e2@a1", "e2@b1", "e2@d1", "e2d2", "e2d3", "e2e1", "e2e3"]
    );
}

#[test]
fn conditions_on_moves_terminate() {
    let game = load("tests/fixtures/games/endless-questions.ferz", &[]);
    for text in [
        "r1k1r/gg2g/5/5/GG2G/R1K1R[RRRRGGGGrrrrgggg] w - - 0 1",
        "1gk2/g4/1g3/3G1/G3G/2K2[RRGGGrrggg] b - - 0 1",
        "k4/5/5/5/5/R1K2[] w - - 0 1",
    ] {
        assert!(!successors(&game, text).is_empty(), "{text}");
    }
}

/// A version of shogi in which a piece that can promote must promote on the last ranks. The counts must equal those of
/// shogi, from the start and from a crowded position with known counts.
#[test]
fn a_choice_that_changes_nothing_is_one_move() {
    let path = "tests/fixtures/games/last-ranks.ferz";
    let game = load(path, &[]);
    assert_eq!(counts(&game, 2), [30, 900]);
    let engine = Engine::new(&game);
    let count = |setup: &Setup, depth| engine.perft(&engine.position(setup), depth);
    assert_eq!(count(&game.start(), 3), 25_470);
    let crowded = "l6nl/5T1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[RGgsnppppp] b - - 0 1";
    let crowded = position(&game, crowded);
    assert_eq!(Interpreter::new(&game).legal_moves(&crowded).len(), 207);
    assert_eq!([2, 3].map(|depth| count(&crowded, depth)), [28_684, 4_809_015]);
    // The file contains remarks that permit the overlap. Without them, it is reported for each piece.
    let text = std::fs::read_to_string(path).expect("the game");
    let text = text.lines().map(|line| line.split(" # allow").next().unwrap_or_default());
    let files = Texts(vec![("test.ferz".into(), text.collect::<Vec<_>>().join("\n") + "\n")]);
    let loaded = Catalog::new(&files).load(&GameRef::parse("test.ferz"), &[]).expect("a game");
    let found = loaded.game.check();
    assert_eq!(
        found.iter().filter(|problem| problem.code.text() == "arrivals-overlap").count(),
        3,
        "{found:#?}"
    );
}

/// If each of two pieces can exchange with the other, their exchange is one move, named by the first square.
#[test]
fn an_exchange_is_one_move_in_either_order() {
    let game = load("tests/fixtures/games/first-steps.ferz", &[]);
    let fen = "7k/8/8/8/8/8/8/R3K2R[] w - - 0 1";
    let swaps = |moves: Vec<String>| moves.into_iter().filter(|text| text.contains('~')).collect::<Vec<_>>();
    assert_eq!(swaps(moves(&game, fen)), ["a1~h1"]);
    let engine = Engine::new(&game);
    let legal = engine.legal_moves(&engine.position(&position(&game, fen)));
    assert_eq!(swaps(movetext::list(&game, &legal)), ["a1~h1"]);
}
