//! Tests of conditions about the turn, sums of pieces, and the course of the game, in endings, castling, and elsewhere.
//!
//! Each game extends chess with one wish of a designer. The positions show what the wish changes.

use super::help::{Texts, load_text, position, small};
use super::oracle::agree::Implementations;
use ferz_core::base::source::Sources;
use ferz_core::base::{Color, Outcome, Setup};
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_core::rules::Variant;
use ferz_lang::catalog::Catalog;
use ferz_text::notation::{fen, movetext};
use ferz_text::words::explain::Explainer;

/// Returns chess with these statements.
fn chess(rules: &str) -> Variant {
    load_text(&format!("variant x \"X\" extends chess\n{rules}\n"))
}

/// Returns the outcome in a position, which all implementations must agree on.
fn outcome(variant: &Variant, fen: &str) -> Option<(Option<Color>, String)> {
    let setup = position(variant, fen);
    Implementations::new(variant).compare(&setup).unwrap_or_else(|differs| panic!("{fen}: {differs}"));
    let outcome = Engine::new(variant).outcome(&Engine::new(variant).position(&setup));
    outcome.map(|Outcome { winner, reason, .. }| (winner, reason))
}

/// Returns the texts of the legal moves from a square, which all implementations must agree on.
fn moves(variant: &Variant, setup: &Setup, from: &str) -> Vec<String> {
    Implementations::new(variant).compare(setup).unwrap_or_else(|differs| panic!("{differs}"));
    let engine = Engine::new(variant);
    let all = engine.legal_moves(&engine.position(setup)).into_iter();
    all.map(|mv| movetext::write(variant, &mv)).filter(|text| text.starts_with(from)).collect()
}

const STALEMATES: [&str; 2] = ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/6k1/5q2/7K w - - 0 1"];

#[test]
fn a_color_wins() {
    let armageddon = chess("change ending {\n  change stalemate: black wins\n}");
    for fen in STALEMATES {
        assert_eq!(outcome(&armageddon, fen), Some((Some(Color::Black), "stalemate".to_owned())), "{fen}");
    }
}

#[test]
fn a_condition_narrows_stalemate() {
    let rules = "change ending {\n  change stalemate: loss when white to move\n  add blocked: draw when stalemate and black to move\n}";
    let game = chess(rules);
    let [black, white] = STALEMATES.map(|fen| outcome(&game, fen));
    assert_eq!(white, Some((Some(Color::Black), "stalemate".to_owned())));
    assert_eq!(black, Some((None, "blocked".to_owned())));
}

#[test]
fn facts_about_moves_and_history_combine() {
    let rules = "change ending {\n  remove stalemate\n  add over: loss when no legal move and not in check or quiet 4 and own queen\n}";
    let game = chess(rules);
    for fen in STALEMATES {
        assert!(outcome(&game, fen).is_some_and(|(_, reason)| reason == "over"), "{fen}");
    }
    let [with, without] = ["k7/8/8/8/8/8/8/KQ6 w - - 4 9", "k7/8/8/8/8/8/8/KQ6 b - - 4 9"];
    assert_eq!(outcome(&game, with), Some((Some(Color::Black), "over".to_owned())));
    assert_eq!(outcome(&game, without), None);
}

#[test]
fn a_repetition_can_depend_on_the_side() {
    let game = chess("change ending {\n  add thrice: loss when repeated 3 and white to move\n}");
    let play = |texts: &[&str]| {
        let mut history = GameHistory::new(&Engine::new(&game), game.start());
        for text in texts {
            let all = history.legal_moves();
            let mv = all.iter().find(|mv| movetext::write(&game, mv) == *text).expect(text);
            assert!(history.play(mv), "{text}");
        }
        history.outcome().map(|outcome| outcome.reason)
    };
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    assert_eq!(play(&[round, round].concat()).as_deref(), Some("thrice"));
    // After an odd number of moves, Black is to move whenever a position recurs.
    let shifted = [&["e2e3"][..], &["g8f6", "g1f3", "f6g8", "f3g1"].repeat(2)].concat();
    assert_eq!(play(&shifted), None);
}

#[test]
fn counts_and_points_are_compared() {
    let game = chess(
        "change piece queen { points 9 }\nchange piece rook { points 5 }\n\
         change ending {\n  add richer: win when points of own piece > points of enemy piece and turn >= 10\n  \
         add more: loss when enemy [queen, rook] > own [queen, rook] and turn >= 20\n}",
    );
    let fen = |turn: &str| format!("k2q4/8/8/8/8/8/8/K1RR4 {turn}");
    assert_eq!(outcome(&game, &fen("w - - 0 9")), None);
    assert_eq!(outcome(&game, &fen("w - - 0 10")), Some((Some(Color::White), "richer".to_owned())));
    assert_eq!(outcome(&game, &fen("b - - 0 10")), None);
    assert_eq!(outcome(&game, &fen("b - - 0 20")), Some((Some(Color::White), "more".to_owned())));
}

#[test]
fn castling_can_wait() {
    for rules in [
        "change piece king K `K` royal {\n  moves `isO2` when turn > 10\n}",
        "change piece king K `K` royal\ncastling king with rook to its right: to g1 and f1 when turn > 10",
    ] {
        let game = chess(rules);
        let at = |turn: u32| position(&game, &format!("4k3/8/8/8/8/8/8/4K2R w K - 0 {turn}"));
        let castles = |turn: u32| moves(&game, &at(turn), "e1").iter().any(|mv| mv == "e1g1" || mv == "e1h1");
        assert_eq!([1, 10, 11, 40].map(castles), [false, false, true, true], "{rules}");
    }
}

/// The number of the turn is a part of the position, up to the largest number that the rules name.
#[test]
fn the_turn_is_a_part_of_the_position() {
    let game = chess("change ending {\n  add late: draw when turn >= 5 and no own queen\n}");
    let engine = Engine::new(&game);
    let hash = |turn: u32| {
        let setup = position(&game, &format!("4k3/8/8/8/8/8/8/Q3K3 w - - 0 {turn}"));
        engine.hash(&engine.position(&setup))
    };
    assert_ne!(hash(1), hash(2));
    assert_ne!(hash(4), hash(5));
    assert_eq!(hash(6), hash(60));
    let plain = Engine::new(&chess(""));
    let same = |turn: u32| {
        let setup = position(plain.variant(), &format!("4k3/8/8/8/8/8/8/Q3K3 w - - 0 {turn}"));
        plain.hash(&plain.position(&setup))
    };
    assert_eq!(same(1), same(2));
}

/// A player whom check binds keeps a royal. No rule has to say so, unless an ending is about its loss.
#[test]
fn a_player_keeps_the_last_royal() {
    let takes = |rules: &str, ending: &str| {
        let game = load_text(&format!(
            "variant x \"X\"\nboard {{ grid 5 x 5; black is white mirrored }}\npiece king K `K` royal\n\
             piece rook R `RdR`\n{rules}\nending {{ checkmate: loss; stalemate: draw{ending} }}\n\
             array start {{ 1 | R K . . . }}\n"
        ));
        moves(&game, &game.start(), "a1").iter().any(|mv| mv == "a1b1")
    };
    assert!(!takes("royalty { check binds always }", ""));
    assert!(takes("royalty { check binds always }", "; gone: loss when no own king"));
    assert!(takes("royalty { check binds never }", "; gone: loss when no own king"));
    // An action that is also legal in check may not take the last royal either.
    let falls = |royalty: &str| {
        let game = load_text(&format!(
            "variant x \"X\"\nboard {{ grid 5 x 5; black is white mirrored }}\npiece king K `K` royal\npiece rook R `R`\n\
             action fall {{ place king; to grid; becomes rook; even in check }}\nroyalty {{ {royalty} }}\n\
             ending {{ checkmate: loss; stalemate: draw }}\narray start {{ 1 | . K . . . }}\n"
        ));
        let setup = game.start();
        let engine = Engine::new(&game);
        let all = movetext::list(&game, &engine.legal_moves(&engine.position(&setup)));
        all.iter().any(|mv| mv.contains('@'))
    };
    assert!(falls("check binds never"));
    for binding in ["always", "all", "leader", "when royals = 1"] {
        assert!(!falls(&format!("check binds {binding}")), "{binding}");
    }
}

#[test]
fn facts_about_moves_stay_in_endings() {
    for fact in ["checkmate", "stalemate", "no legal move", "repeated 3", "quiet 20"] {
        let rule = format!("player may not capture pawn when {fact}");
        let problems = small(&rule, "").expect_err(&rule);
        assert_eq!(problems[0].0, "condition-out-of-place", "{rule}");
    }
}

#[test]
fn a_right_can_have_many_uses() {
    let game = chess("right rounds 99 times\narriving any piece at grid: uses rounds");
    let [many, few] = ["rounds=99w12b", "rounds=9w-".trim_end_matches('-')];
    for (field, uses) in [(many, (99, 12)), (few, (9, 0)), ("rounds=wwb", (2, 1))] {
        let setup = position(&game, &format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {field}"));
        assert_eq!((setup.rights[0].white, setup.rights[0].black), uses, "{field}");
        let text = ferz_text::notation::fen::write(&game, &setup);
        assert_eq!(position(&game, &text), setup, "{text}");
    }
    assert!(ferz_text::notation::fen::write(&game, &game.start()).ends_with("rounds=99w99b"));
}

#[test]
fn captured_pieces_go_to_the_hand_that_the_rules_name() {
    let held = |hands: &str| {
        let game = load_text(&format!(
            "variant x \"X\"\nboard {{ grid 5 x 5; black is white mirrored }}\n{hands}\npiece king K `K` royal\n\
             piece rook R `RdR`\npiece knight N `N`\naction drop {{ drop [rook, knight]; to grid }}\n\
             ending {{ checkmate: loss; stalemate: draw }}\narray start {{ 1 | R N . K . }}\n"
        ));
        let (own, enemy) = ("3k1/5/5/5/RN2K w - - 0 1", "3k1/5/5/n4/R3K w - - 0 1");
        [(own, "a1b1"), (enemy, "a1a2")].map(|(fen, text)| {
            let setup = position(&game, fen);
            assert!(moves(&game, &setup, "a1").iter().any(|mv| mv == text), "{hands}: {text}");
            let engine = Engine::new(&game);
            let (at, all) = (engine.position(&setup), engine.legal_moves(&engine.position(&setup)));
            let mv = all.iter().find(|mv| movetext::write(&game, mv) == text).expect(text);
            let after = engine.setup(&engine.play(&at, mv).expect("a legal move"));
            let knight = after.hands[2];
            (knight.white, knight.black)
        })
    };
    assert_eq!(held("hands"), [(0, 0), (1, 0)]);
    assert_eq!(held("hands for all captures"), [(1, 0), (1, 0)]);
    assert_eq!(held("hands of owners"), [(1, 0), (0, 1)]);
    assert_eq!(held("hands without captures"), [(0, 0), (0, 0)]);
}

/// A condition on stalemate leaves cases out, unless another ending covers them. That a stalemate wins also makes draws by
/// material wrong, which is another problem.
#[test]
fn a_stalemate_without_a_result_is_found() {
    let codes = |endings: &str| {
        let text = format!("variant x \"X\" extends chess\nchange ending {{\n{endings}\n}}\n");
        let files = Texts(vec![("x.ferz".into(), text)]);
        let game = Catalog::new(&files).open_file("x.ferz").expect("a rule file");
        let mut codes: Vec<&str> = game.check().iter().map(|problem| problem.code.text()).collect();
        codes.retain(|code| *code != "winnable-draw");
        codes
    };
    let narrow = "  change stalemate: loss when white to move";
    assert_eq!(codes(narrow), ["no-move-unsaid"]);
    for rest in ["black to move", "stalemate", "no legal move and not white to move"] {
        assert_eq!(codes(&format!("{narrow}\n  add rest: draw when {rest}")), [""; 0], "{rest}");
    }
    let counted =
        "  change stalemate: loss when own pawn >= 2\n  add few: draw when stalemate and own pawn <= 1";
    assert_eq!(codes(counted), [""; 0]);
    assert_eq!(codes(&counted.replace("<= 1", "= 1")), ["no-move-unsaid"]);
}

/// A limit of quiet plies counts for the table of known counts even if it stands beside other facts.
#[test]
fn counts_with_a_table_respect_mixed_limits() {
    let game = chess("change ending {\n  add calm: draw when quiet 3 and own queen and turn >= 1\n}");
    let engine = Engine::new(&game);
    let start = engine.position(&position(&game, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
    let options = |hash| ferz_core::fast::engine::PerftOptions { hash, ..Default::default() };
    let count = |hash| engine.perft_divide(&start, 5, options(hash)).into_iter().map(|(_, n)| n).sum::<u64>();
    assert_eq!(count(0), count(16));
}

/// Returns chess in which a rook may not be taken right after a bishop has taken a rook.
fn trading() -> Variant {
    chess("player may not capture rook when last move captured rook by bishop")
}

/// Returns the FEN after a move.
fn after(variant: &Variant, before: &str, text: &str) -> String {
    let engine = Engine::new(variant);
    let setup = position(variant, before);
    Implementations::new(variant).compare(&setup).unwrap_or_else(|differs| panic!("{differs}"));
    let legal = engine.legal_moves(&engine.position(&setup));
    let mv = legal.iter().find(|mv| movetext::write(variant, mv) == text).expect("a legal move");
    fen::write(variant, &engine.setup(&engine.play(&engine.position(&setup), mv).expect("a legal move")))
}

/// The FEN names the captures of the last move for which a rule asks, and no other.
#[test]
fn the_last_capture_is_a_part_of_the_position() {
    let game = trading();
    let before = "4k3/8/8/8/1b5r/8/3R4/R3K2Q b - - 0 1";
    let taken = after(&game, before, "b4d2");
    assert_eq!(taken, "4k3/8/8/8/7r/8/3b4/R3K2Q w - - 0 2 captured=b:Rd2");
    assert_eq!(after(&game, before, "h4h1"), "4k3/8/8/8/1b6/8/3R4/R3K2r w - - 0 2");
    let from = |fen: &str, square| moves(&game, &position(&game, fen), square).len();
    assert_eq!(from(&taken, "h1"), 0);
    let plain = taken.replace(" captured=b:Rd2", "");
    assert_eq!(from(&plain, "h1"), 0, "the queen must answer the check");
    let quiet = plain.replace("3b4", "8");
    assert_eq!(from(&quiet, "h1"), 12);
    assert_eq!(from(&(quiet.clone() + " captured=b:Rd2"), "h1"), 11);
    let engine = Engine::new(&game);
    let hash = |fen: &str| engine.hash(&engine.position(&position(&game, fen)));
    assert_ne!(hash(&quiet), hash(&(quiet.clone() + " captured=b:Rd2")));
    assert_eq!(hash(&quiet), hash(&(quiet.clone() + " captured=n:Rd2")));
    for wrong in ["captured=b:Rz9", "captured=b:R", "captured=b:"] {
        let problems = fen::read(&game, &format!("{quiet} {wrong}")).expect_err("a mistake");
        assert!(problems.iter().any(|problem| problem.code.text() == "fen-captured"), "{wrong}");
    }
    let other = fen::read(&chess(""), &format!("{quiet} captured=b:Rd2")).expect_err("no such field");
    assert_eq!(other[0].code.text(), "fen-unknown-field");
}

/// The fact about the last capture works in every slot of the first tier, and depends on no other piece.
#[test]
fn the_last_capture_depends_on_no_other_piece() {
    let codes = |fact: &str| {
        let text = format!("variant x \"X\" extends chess\nplayer may not castle when {fact}\n");
        let files = Texts(vec![("x.ferz".into(), text)]);
        let game = Catalog::new(&files).open_file("x.ferz").expect("a rule file");
        game.check().iter().map(|problem| problem.code.text()).collect::<Vec<_>>()
    };
    for fact in ["last move captured enemy rook in rank 1", "not last move captured own piece by enemy rook"]
    {
        assert_eq!(codes(fact), [""; 0], "{fact}");
    }
    for fact in [
        "last move captured rook beside pawn",
        "last move captured rook attacked by pawn",
        "last move captured leader",
        "last move captured rook by bishop in rank 1",
        "last move captured rook by bishop beside pawn",
    ] {
        assert_eq!(codes(fact), ["condition-out-of-place"], "{fact}");
    }
}

/// A royal in hand is enough only if a rule can bring it to the board again.
#[test]
fn a_royal_in_hand_that_nobody_can_drop_is_lost() {
    let takes = |dropped: &str| {
        let game = load_text(&format!(
            "variant x \"X\"\nboard {{ grid 5 x 5; black is white mirrored }}\nhands for all captures\n\
             piece king K `K` royal\npiece rook R `RdR`\naction drop {{ drop [{dropped}]; to grid }}\n\
             ending {{ checkmate: loss; stalemate: draw }}\narray start {{ 1 | R K . . . }}\n"
        ));
        moves(&game, &game.start(), "a1").iter().any(|mv| mv == "a1b1")
    };
    assert!(takes("king, rook"));
    assert!(!takes("rook"));
}

/// The conditions of all rules about an arrival are tested before the first of them takes effect, also for rights that the
/// tables count.
#[test]
fn rights_count_by_the_position_before_the_effects() {
    let game = chess(
        "right oath 1 times\nright boon 3 times used up at first\n\
         arriving piece at grid when not used up oath: uses oath\narriving piece at grid when used up oath: gains boon",
    );
    let first = after(&game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 oath=wb", "a1a2");
    assert!(first.ends_with("oath=b"), "{first}");
    let second = after(&game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 oath=b", "a1a2");
    assert!(second.ends_with("oath=b boon=w"), "{second}");
}

/// Effects that happen by themselves belong to the move that was just made, and so does the side to move.
#[test]
fn automatic_effects_see_the_side_that_has_moved() {
    let game = chess("by itself rook when white to move: becomes knight");
    assert!(after(&game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2").contains("/N7/"));
    assert!(after(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "e8e7").contains("/R3K3 "));
}

/// An ending that denies a fact about the legal moves ends the game although moves are left.
#[test]
fn a_game_that_has_ended_has_no_moves() {
    let game =
        chess("change ending {\n  add calm: draw when not checkmate and not own queen and turn >= 5\n}");
    let engine = Engine::new(&game);
    let history = |turn: u32| {
        GameHistory::new(&engine, position(&game, &format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 {turn}")))
    };
    assert_eq!(history(5).outcome().map(|outcome| outcome.reason), Some("calm".to_owned()));
    assert!(history(5).legal_moves().is_empty());
    assert!(!history(4).legal_moves().is_empty());
}

/// A path ends beside such a piece, unless it begins there.
#[test]
fn a_path_stops_beside_a_piece() {
    let game = chess("change piece rook {\n  moves `R` stopping beside enemy queen\n}");
    let from = |fen: &str, square| {
        let mut found = moves(&game, &position(&game, fen), square);
        found.sort();
        found
    };
    let past = from("4k3/8/8/3q4/8/8/8/2R3K1 w - - 0 1", "c1");
    assert_eq!(past, ["c1a1", "c1b1", "c1c2", "c1c3", "c1c4", "c1d1", "c1e1", "c1f1"]);
    let beside = from("4k3/8/8/3q4/2R5/8/8/6K1 w - - 0 1", "c4");
    assert_eq!(beside, ["c4a4", "c4b4", "c4c1", "c4c2", "c4c3", "c4c5", "c4d4"]);
    // Behind the queen, the king is not in check.
    assert_eq!(from("4k3/8/3q4/8/8/8/8/4R1K1 b - - 0 1", "e8").len(), 5);
}

/// An effect sees the captures of its own move, not those of the move before, and so does the explanation.
#[test]
fn an_effect_sees_the_captures_of_its_move() {
    let game = chess("arriving rook at grid when last move captured enemy knight: becomes queen");
    let (sources, fen) = (Sources::default(), "4k3/8/8/8/n7/8/8/R3K3 w - - 0 1");
    let explainer = Explainer::new(&game, &sources);
    let explained = |fen: &str, text: &str| explainer.explain(&position(&game, fen), text).to_string();
    assert!(after(&game, fen, "a1a4").starts_with("4k3/8/8/8/Q7/"));
    assert!(explained(fen, "a1a4").contains("it becomes a queen"));
    let later = fen.to_owned() + " captured=b:nc6";
    assert!(after(&game, &later, "a1a3").starts_with("4k3/8/8/8/n7/R7/"));
    assert!(!explained(&later, "a1a3").contains("it becomes a queen"));
}
