//! Tests of texts of moves, positions, and records that are garbled, ambiguous, or rare.

use super::help::{code, err, ferz_in, folder, out, typed};
use ferz::{Dialect, Game, Loader, Rules};
use std::fs;

/// Starts a built-in game from a position.
fn at(game: &str, fen: &str) -> Game {
    Rules::load(game).expect("a built-in game").from_fen(fen).expect("a position")
}

/// Loads a game from its rules.
fn made(rules: &str) -> Rules {
    Loader::new().text("made.ferz", rules).load("made.ferz").expect("a game")
}

fn dialect(name: &str) -> Dialect {
    Dialect::named(name).expect("a dialect")
}

/// Returns the move that a record names, by its squares, or an empty text.
fn recorded(game: &Game, text: &str) -> String {
    game.read_algebraic(text).map_or_else(|_| String::new(), |mv| game.text(mv))
}

/// On ten ranks, the rook on d3 cannot jump over its king to d10.
const TALL: &str = "variant tall \"Tall\"\nboard { grid 4 x 10; black is white mirrored }\npiece king K `K` royal\n\
    piece rook R `R` { arriving at board: becomes rider }\npiece rider I `R`\n\
    ending { checkmate: loss; stalemate: draw }\narray start { 1 | K . . R }\n";

#[test]
fn only_the_new_piece_can_follow_a_move_with_an_automatic_promotion() {
    let makruk = at("makruk", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1");
    let tall = made(TALL).from_fen("k3/4/4/4/3K/4/4/3R/4/4 w - - 0 1").expect("a position");
    for name in ["fairy-stockfish", "xboard"] {
        for text in ["a5a6", "a5a6m"] {
            let found = makruk.read_in(text, dialect(name)).map(|mv| makruk.text(mv));
            assert_eq!(found.ok().as_deref(), Some("a5a6"), "{text} in {name}");
        }
        for text in ["a5a6r", "a5a6p", "a5a6z", "a5a67", "a5a6mm", "a5a6,b7b7"] {
            assert!(makruk.read_in(text, dialect(name)).is_err(), "{text} in {name}");
        }
        assert!(tall.read_in("d3d10", dialect(name)).is_err(), "{name}");
    }
    assert_eq!(recorded(&tall, "d3d10"), "");
    let said = out(&typed(&["engine"], b"usi\nposition sfen 4k4/P8/9/9/9/9/9/9/4K4 b - 1 moves 9b9a\nd\n"));
    assert!(said.contains("Fen: T3k4/") && !said.contains("is not a move"), "{said}");
}
