//! Tests of turns with several moves: the errors in files and FENs, and the fields that a FEN omits.
//!
//! The last test plays games in which the number of a move in its turn matters, and compares all implementations.

use super::help::{load, load_text, load_with, position, small};
use super::oracle::agree::Implementations;
use ferz_core::base::Setup;
use ferz_core::rules::Variant;
use ferz_text::notation::fen;
use ferz_text::words::explain::Explainer;

fn refused(rules: &str) -> Vec<(&'static str, String)> {
    small(rules, "").expect_err(rules)
}

#[test]
fn a_part_is_described_once() {
    for (rules, what) in [
        ("turn: 2 moves, 3 moves, check ends it", "the number of White's moves"),
        ("turn: 2 moves, black 3 moves, check ends it", "the number of Black's moves"),
        ("turn: 2 moves, check ends it, check ends it", "the effect of a check"),
        ("turn: 2 moves, first 1, first 3 moves, check ends it", "the number of moves of the first turn"),
        ("turn: 1 move, 1 more each time, 2 more each time, check ends it", "how turns grow"),
    ] {
        assert_eq!(refused(rules), [("said-twice", format!("{what} is given twice"))], "{rules}");
    }
}

#[test]
fn turns_have_lengths_that_turns_can_have() {
    for (rules, message) in [
        ("turn: 0 moves", "0 is not a possible number of moves in a turn"),
        ("turn: 101 moves", "101 is not a possible number of moves in a turn"),
        ("turn: 1 move", "every turn has one move by default"),
        (
            "turn: white 2 moves, 1 more each time",
            "turns that grow must begin with the same number of moves for both sides",
        ),
    ] {
        assert_eq!(refused(rules), [("turn-length", message.to_owned())], "{rules}");
    }
}

#[test]
fn black_can_have_the_first_turn() {
    let rules = small("first move black\nturn: 1 move, 1 more each time, check ends it", "").expect("rules");
    let start = rules.start();
    assert_eq!((start.turn, start.fullmove, start.progress.of), (ferz_core::base::Color::Black, 1, 1));
    let text = fen::write(&rules, &start);
    assert!(text.contains(" b - - 0 1"), "{text}");
    assert_eq!(position(&rules, &text), start);
    // White's first turn is the second of the game, and Black's next one the third.
    let length = |side: &str| position(&rules, &text.replace(" b - - 0 1", side)).progress.of;
    assert_eq!((length(" w - - 0 2"), length(" b - - 0 2"), length(" w - - 0 3")), (2, 3, 4));
}

#[test]
fn a_fen_contains_only_fields_that_the_board_does_not_imply() {
    let two = load("marseillais");
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let next = |text: &str| position(&two, text).progress;
    assert_eq!((next(array).number, next(array).of), (1, 1));
    let later = format!("{array} w KQkq - 0 2");
    assert_eq!((next(&later).number, next(&later).of), (1, 2));
    for text in [
        format!("{array} w KQkq - 0 1"),
        format!("{array} w KQkq - 0 2 turn=2/2"),
        "4k3/8/8/2Pp1Pp1/8/8/8/4K2N w - d6d5,g6g5 0 4".to_owned(),
    ] {
        assert_eq!(fen::write(&two, &position(&two, &text)), text);
    }
    // In a game with growing turns, the number of a turn determines its length.
    let scottish = [("check".to_owned(), "ends".to_owned())];
    for growing in [load("progressive"), load_with("progressive", &scottish)] {
        let black = position(&growing, "4k3/8/8/8/8/8/8/4K3 b - - 0 3").progress;
        assert_eq!((black.number, black.of), (1, 6));
    }
}

#[test]
fn a_wrong_field_is_refused() {
    let problems = |game: &str, text: &str| {
        let problems = fen::read(&load(game), text).expect_err(text);
        problems.into_iter().map(|problem| (problem.code.text(), problem.message)).collect::<Vec<_>>()
    };
    let start = "4k3/8/8/8/8/8/8/4K3 w - - 0 2";
    for field in ["", "2", "0/2", "3/2", "1/101", "+1/2", "1/2/3", "a/b"] {
        let message = format!("`{field}` does not say which move of a turn is next");
        assert_eq!(problems("marseillais", &format!("{start} turn={field}")), [("fen-turn", message)]);
    }
    // Other games have no such field, and at most one piece that can be captured en passant.
    let message = "this game has no right and no cell called `turn`".to_owned();
    assert_eq!(problems("chess", &format!("{start} turn=1/1")), [("fen-unknown-field", message)]);
    let two = "4k3/8/8/2Pp1Pp1/8/8/8/4K2N w - d6,g6 0 4";
    let message =
        "only one piece can have passed squares on the last move, but g5 names a second one".to_owned();
    assert_eq!(problems("chess", two), [("fen-en-passant", message)]);
}

/// Loads a game with rules that depend on the number of a move in its turn.
fn staged(turn: &str, calf: &str, more: &str) -> Variant {
    load_text(&format!(
        "variant staged \"Staged\"\nboard {{ grid 4 x 4; black is white mirrored }}\n\
         piece king K `K` royal\npiece calf C `W` {{\n{calf}\n}}\npiece bull B `F`\npiece post X {{ neutral }}\n\
         right call 2 times\nregion middle = rank 2..3\n\
         turn: {turn}\n{more}\nending {{ checkmate: loss; stalemate: draw }}\n\
         array start {{ 1 | C B K . ; }}\n"
    ))
}

/// Returns all positions of a game at some depth.
fn all_positions(variant: &Variant, depth: usize) -> Vec<Setup> {
    let implementations = Implementations::new(variant);
    let (mut all, mut last) = (Vec::new(), vec![variant.start()]);
    for _ in 0..=depth {
        for setup in &last {
            let heard = implementations.compare(setup).unwrap_or_else(|differs| panic!("{differs}"));
            assert!(heard, "the oracle has no answer");
        }
        let next: Vec<Setup> =
            last.iter().flat_map(|setup| implementations.fast(setup)).map(|(_, after)| after).collect();
        all.append(&mut last);
        // If there are many positions, an evenly distributed sample is compared.
        let step = next.len().div_ceil(5).max(1);
        last = next.into_iter().step_by(step).collect();
    }
    all
}

const TURNS: [&str; 5] = [
    "2 moves, check ends it",
    "2 moves, first 1, check ends it",
    "white 2 moves, check ends it",
    "1 move, 1 more each time, check ends it",
    "3 moves, check ends it",
];

/// Every implementation gives the number of a move in its turn the same meaning, in every kind of rule.
#[test]
fn the_place_of_a_move_in_its_turn_means_one_thing() {
    let conditions = [
        "first move of turn",
        "last move of turn",
        "not first move of turn",
        "not last move of turn",
        "last move of turn and no bull",
        "first move of turn or in check",
    ];
    let contexts = [
        ("by itself when @: becomes bull", ""),
        ("by itself when @: vanishes", ""),
        ("by itself in middle when @: becomes bull", ""),
        ("by itself when @: uses call", ""),
        ("by itself when @: loss by gone", ""),
        ("arriving at middle when @: becomes bull", ""),
        ("arriving at middle when @: may become bull", ""),
        ("moves `D` when @", ""),
        ("moves `D` provided @", ""),
        ("action hop { to middle; when @ }", ""),
        ("action hop { to middle; provided @ }", ""),
        ("", "player may not capture when @"),
        ("", "player may not give check when @"),
        ("", "player must move by calf if it can when @"),
        ("", "after every move when @: put post on middle"),
    ];
    let mut failed = Vec::new();
    for turn in TURNS {
        for condition in conditions {
            for (calf, more) in contexts {
                let [calf, more] = [calf, more].map(|text| text.replace('@', condition));
                let judge = || {
                    let variant = staged(turn, &calf, &more);
                    let sources = ferz_core::base::source::Sources::default();
                    let explainer = Explainer::new(&variant, &sources);
                    let implementations = Implementations::new(&variant);
                    for setup in all_positions(&variant, 2).into_iter().step_by(4) {
                        let text = fen::write(&variant, &setup);
                        assert_eq!(position(&variant, &text), setup, "{text}");
                        for (mv, _) in implementations.fast(&setup) {
                            assert!(explainer.explain(&setup, &mv).is_legal(), "{mv} in {text}");
                        }
                    }
                };
                if std::panic::catch_unwind(judge).is_err() {
                    failed.push(format!("turn: {turn}; {calf}{more}"));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
