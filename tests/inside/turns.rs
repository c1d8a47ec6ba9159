//! Turns of several moves: the errors in files and FENs, and the fields that a FEN omits.

use super::help::{load, load_with, position, small};
use ferz::play::notation::fen;

fn refused(rules: &str) -> Vec<(&'static str, String)> {
    small(rules, "").expect_err(rules)
}

#[test]
fn a_part_is_said_once() {
    for (rules, what) in [
        ("turn: 2 moves, 3 moves, check ends it", "how many moves White has"),
        ("turn: 2 moves, black 3 moves, check ends it", "how many moves Black has"),
        ("turn: 2 moves, check ends it, check ends it", "what a check does"),
        ("turn: 2 moves, first 1, first 3 moves, check ends it", "how many moves the first turn has"),
        ("turn: 1 move, 1 more each time, 2 more each time, check ends it", "how turns grow"),
    ] {
        assert_eq!(refused(rules), [("said-twice", format!("{what} is said twice"))], "{rules}");
    }
}

#[test]
fn turns_have_lengths_that_turns_can_have() {
    for (rules, message) in [
        ("turn: 0 moves", "a turn cannot have 0 moves"),
        ("turn: 101 moves", "a turn cannot have 101 moves"),
        ("turn: 1 move", "a turn of one move is the rule in any game"),
        ("turn: white 2 moves, 1 more each time", "turns that grow begin with one number of moves"),
    ] {
        assert_eq!(refused(rules), [("turn-length", message.to_owned())], "{rules}");
    }
}

#[test]
fn a_fen_says_what_does_not_follow_from_the_rest() {
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
    // If turns grow, the move number determines their length.
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
    // Other games have no such field, and one piece that passed.
    let message = "this game has no right and no cell called `turn`".to_owned();
    assert_eq!(problems("chess", &format!("{start} turn=1/1")), [("fen-unknown-field", message)]);
    let two = "4k3/8/8/2Pp1Pp1/8/8/8/4K2N w - d6,g6 0 4";
    let message = "only one piece can have passed on the last move, and g5 is another".to_owned();
    assert_eq!(problems("chess", two), [("fen-en-passant", message)]);
}
