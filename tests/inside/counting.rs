//! Tests of rights that are gained, set, and compared: counts that draw a game, and events that change them.

use super::help::{load, load_text, position};
use super::oracle::agree::Implementations;
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_text::notation::{fen, movetext};

/// Makes moves with the interpreter, and returns the reason of the outcome after each of them.
fn play(variant: &Variant, start: &str, moves: &str) -> Vec<Option<String>> {
    let (rules, mut setup) = (Interpreter::new(variant), position(variant, start));
    let all = moves.split_whitespace().map(|text| {
        let legal = rules.legal_moves(&setup);
        // A promotion is not named, because it leaves no choice.
        let is_it = |mv: &&ferz_core::base::Move| movetext::write(variant, mv).starts_with(text);
        let mv = legal.iter().find(is_it).unwrap_or_else(|| panic!("{text} in {start} after some moves"));
        setup = rules.apply(&setup, mv).expect("a legal move");
        rules.outcome(&setup).map(|outcome| outcome.reason)
    });
    all.collect()
}

/// Fairy-Stockfish draws each of these games with its last move, and so does ferz, but not before.
#[test]
fn counts_draw_with_the_same_move_as_in_another_program() {
    let games = include_str!("../fixtures/counts/games.txt").lines().filter(|line| !line.starts_with('#'));
    let mut reasons = Vec::new();
    for line in games {
        let [game, start, moves] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let variant = load(&format!("docs/book/examples/{game}.ferz"));
        let mut outcomes = play(&variant, start, moves);
        let last = outcomes.pop().flatten().unwrap_or_else(|| panic!("no outcome: {line}"));
        assert!(outcomes.iter().all(Option::is_none), "{line}");
        reasons.push(last);
    }
    assert!(reasons.len() > 20 && reasons.contains(&"board-honor".to_owned()));
}

#[test]
fn a_right_is_gained_and_set() {
    let game = load_text(
        "variant x \"X\" extends chess\nright count 5 times used up at first\n\
         arriving knight at board: gains count\narriving bishop at board: sets count to the number of pawn\n\
         arriving rook at board: sets count to uses of enemy count\n\
         change ending { counted: loss when uses of enemy count >= 4 }\n",
    );
    let rules = Interpreter::new(&game);
    let mut setup = position(&game, "4k3/8/8/8/8/8/PP6/RNB1K3 w - - 0 1");
    let uses = |setup: &ferz_core::base::Setup| setup.rights[0].white;
    assert!(!fen::write(&game, &setup).contains("count"));
    for (text, count) in [("b1c3", 1), ("c1e3", 2), ("c3b5", 3), ("a1b1", 0), ("b5c3", 1)] {
        let legal = rules.legal_moves(&setup);
        let mv = legal.iter().find(|mv| movetext::write(&game, mv) == text).expect(text);
        setup = rules.apply(&setup, mv).expect("a legal move");
        assert_eq!(uses(&setup), count, "{text}");
        setup.turn = ferz_core::base::Color::White;
    }
    assert!(fen::write(&game, &setup).contains("count=w"));
}

/// A right that is a clock does not keep positions from being repeated.
#[test]
fn a_clock_does_not_keep_positions_from_being_repeated() {
    for (clock, ends) in [(" as a clock", true), ("", false)] {
        let game = load_text(&format!(
            "variant x \"X\" extends chess\nright count 50 times used up at first{clock}\n\
             arriving piece at board: gains count\nchange ending {{ counted: draw when uses of count = 50 }}\n"
        ));
        let mut history = GameHistory::new(&Engine::new(&game), game.start());
        for _ in 0..2 {
            for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
                let legal = history.legal_moves();
                let mv = legal.iter().find(|mv| movetext::write(&game, mv) == text).expect(text).clone();
                history.play(&mv);
            }
        }
        assert_eq!(history.outcome().is_some() || !history.claims().is_empty(), ends, "{clock}");
    }
}

/// Returns the texts of the legal moves, which all implementations must agree on.
fn moves(variant: &Variant, fen: &str) -> Vec<String> {
    let setup = position(variant, fen);
    Implementations::new(variant).compare(&setup).unwrap_or_else(|differs| panic!("{fen}: {differs}"));
    let engine = Engine::new(variant);
    engine.legal_moves(&engine.position(&setup)).iter().map(|mv| movetext::write(variant, mv)).collect()
}

#[test]
fn castling_and_drops_are_events() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let wins = load_text(
        "variant x \"X\" extends chess\nright shelter once\narriving king by castling: uses shelter\n\
         change ending { castled: loss when enemy used up shelter }\n",
    );
    assert_eq!(play(&wins, fen, "e1g1"), [Some("castled".to_owned())]);
    assert_eq!(play(&wins, fen, "e1d1"), [None]);
    let late = load_text("variant x \"X\" extends chess\nplayer may not castle when turn <= 10\n");
    assert!(!moves(&late, fen).contains(&"e1g1".to_owned()));
    assert!(moves(&late, &fen.replace("0 1", "0 11")).contains(&"e1g1".to_owned()));
    let drops = load_text(
        "variant x \"X\" extends crazyhouse\narriving pawn at rank 4, also by drop: becomes knight\n\
         player may not drop queen\n",
    );
    let found = moves(&drops, "4k3/8/8/8/8/8/8/4K3[PQ] w - - 0 1");
    assert!(found.contains(&"P@a4".to_owned()) && !found.iter().any(|text| text.starts_with("Q@")));
}
