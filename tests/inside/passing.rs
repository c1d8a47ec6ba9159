//! Tests of en passant: the captured piece is the one that passed the square, regardless of other pieces.
//!
//! The games are chess with other pawns. [`after`] plays moves with both engines and the oracle, and returns the FEN.

use ferz_core::base::{Bitboard, Passed, Square};
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_text::notation::{fen, movetext};

use super::help::{load, load_text, position};
use super::oracle::Oracle;

/// Loads chess with other moves of the pawns and with additional lines.
fn pawns(moves: &str, lines: &str) -> Variant {
    let text = format!(
        "variant x \"X\" extends chess\nchange piece pawn P `{moves}` {{\n  {lines}\n}}\n\
         change ending {{ remove dead-position; remove same-bishops }}\n"
    );
    load_text(&text)
}

/// Returns the FEN after some moves. Both engines and the oracle must agree on it, and it must survive reading.
fn after(variant: &Variant, text: &str, moves: &str) -> String {
    let (engine, rules, oracle) = (Engine::new(variant), Interpreter::new(variant), Oracle::new(variant));
    let mut setup = position(variant, text);
    for wanted in moves.split_whitespace() {
        let fast = engine.position(&setup);
        let legal = engine.legal_moves(&fast);
        assert_eq!(legal, rules.legal_moves(&setup), "{text}");
        let mv = legal.iter().find(|mv| movetext::write(variant, mv) == wanted);
        let mv = mv.unwrap_or_else(|| panic!("{wanted} is not legal: {:?}", movetext::list(variant, &legal)));
        let naive = oracle.moves(&setup).expect("not too long");
        let naive = naive.into_iter().find(|(text, _)| text == wanted).map(|(_, setup)| setup);
        let played = engine.play(&fast, mv).map(|position| engine.setup(&position));
        setup = rules.apply(&setup, mv).expect("a legal move");
        assert_eq!(played.as_ref(), Some(&setup), "{wanted}");
        assert_eq!(naive.as_ref(), Some(&setup), "{wanted}");
    }
    let written = fen::write(variant, &setup);
    assert_eq!(position(variant, &written), *fen::lasting(variant, &setup), "{written}");
    written
}

fn problem(variant: &Variant, text: &str) -> String {
    let problems = fen::read(variant, text).expect_err("it is refused");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    let help = problems[0].help.clone().unwrap_or_default();
    format!("{}; {help}", problems[0].message)
}

#[test]
fn the_piece_that_passed_is_captured() {
    let game = pawns("fmFfceWfmnnA", "arriving at far-rank: becomes queen");
    let start = "4k3/2p5/8/2pP4/8/8/8/4K3 b - - 0 1";
    let passed = after(&game, start, "c7e5");
    assert_eq!(passed, "4k3/8/8/2pPp3/8/8/8/4K3 w - d6e5 0 2");
    assert_eq!(after(&game, &passed, "d5d6"), "4k3/8/3P4/2p5/8/8/8/4K3 b - - 0 2");
    // The pawn passed other squares than in the previous case.
    let passed = after(&game, "4k3/4p3/8/3Pp3/8/8/8/4K3 b - - 0 1", "e7c5");
    assert_eq!(passed, "4k3/8/8/2pPp3/8/8/8/4K3 w - d6c5 0 2");
    assert_eq!(after(&game, &passed, "d5d6"), "4k3/8/3P4/4p3/8/8/8/4K3 b - - 0 2");
    // The two positions are different.
    let [one, other] = ["d6c5", "d6e5"].map(|field| passed.replace("d6c5", field));
    let engine = Engine::new(&game);
    let hash = |text: &str| engine.position(&position(&game, text));
    assert_ne!(format!("{:?}", hash(&one)), format!("{:?}", hash(&other)));
}

#[test]
fn the_fen_names_a_passing_piece_only_if_necessary() {
    let game = load("chess");
    let capturable = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(after(&game, capturable, "e2e4").split(' ').nth(3), Some("e3"));
    let game = pawns("fmFfceWfmnnA", "arriving at far-rank: becomes queen");
    // The pawn on c5 cannot have come from e7, because e7 is occupied.
    let shown = after(&game, "4k3/2p1p3/8/2pP4/8/8/8/4K3 b - - 0 1", "c7e5");
    assert_eq!(shown, "4k3/4p3/8/2pPp3/8/8/8/4K3 w - d6 0 2");
    let twice = "4k3/8/8/2pPp3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(
        problem(&game, twice),
        "more than one piece can have passed over d6 on the last move; also name its square: c5 or e5"
    );
    // Other programs can write the squares in any order.
    assert_eq!(position(&game, &twice.replace("d6", "e5d6")), position(&game, &twice.replace("d6", "d6e5")));
}

/// The squares are written only if a capture there is legal, and both forms are the same position.
#[test]
fn squares_without_a_legal_capture_are_not_written() {
    let game = load("chess");
    let start = fen::write(&game, &game.start());
    let after_move = after(&game, &start, "e2e4");
    assert_eq!(after_move, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let other = position(&game, &after_move.replace("KQkq -", "KQkq e3"));
    assert_eq!(fen::write(&game, &other), after_move);
    // The capture would expose the king.
    let pinned = after(&game, "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4");
    assert_eq!(pinned, "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
    let engine = Engine::new(&game);
    let open = position(&game, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    for (setup, field) in [(position(&game, &pinned), "-"), (open, "e3")] {
        assert_eq!(fen::write_with(&engine, &setup, None).split(' ').nth(3), Some(field));
    }
}

#[test]
fn a_wrong_piece_is_refused() {
    let game = load("chess");
    let text = "4k3/8/8/3Pp3/p7/8/8/4K3 w - FIELD 0 2";
    let refused = |field: &str| problem(&game, &text.replace("FIELD", field));
    assert_eq!(
        position(&game, &text.replace("FIELD", "e6e5")),
        position(&game, &text.replace("FIELD", "e6"))
    );
    assert!(refused("e6a4").starts_with("no piece can have passed over e6 on the last move"));
    assert!(refused("e6d5").starts_with("no piece can have passed over d5, which is occupied"));
    assert!(refused("e5").starts_with("no piece can have passed over e5, which is occupied"));
    assert!(refused("e6a4e5").starts_with("no piece can have passed over e5, which is occupied"));
    assert!(refused("e6e6").starts_with("e6 is repeated"));
}

#[test]
fn several_squares_are_remembered_and_read() {
    let game = pawns("fmWfceFfmnnH", "arriving at far-rank: becomes queen");
    let passed = after(&game, "4k3/8/8/8/2p1p3/8/3P4/4K3 w - - 0 1", "d2d5");
    assert_eq!(passed, "4k3/8/8/3P4/2p1p3/8/8/4K3 b - d3d4 0 1");
    assert_eq!(after(&game, &passed, "c4d3"), "4k3/8/8/8/4p3/3p4/8/4K3 w - - 0 2");
    // Other programs write only the squares on which a capture is possible.
    let some = position(&game, &passed.replace("d3d4", "d3"));
    assert_eq!(some.passed.first().map(|passed| (passed.over.count(), passed.by)), {
        Some((1, game.board.square("d5").expect("a square")))
    });
    assert_eq!(position(&game, &fen::write(&game, &some)), some);
}

#[test]
fn the_passing_piece_is_captured_on_its_current_square() {
    // A pawn that arrives on the fifth rank goes to the home square of the queen.
    let game = pawns("fmWfceFfmnnD", "arriving at rank 5: goes to home of queen removing any piece");
    let there = after(&game, "4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", "d2d4");
    assert_eq!(there, "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1");
    let sent = after(&game, "4k3/8/8/2p5/8/3P4/8/4K3 w - - 0 1", "d3d5");
    assert_eq!(sent, "4k3/8/8/2p5/8/8/8/3PK3 b - d4d1 0 1");
    // A vanished pawn cannot be captured, and its passed squares are not recorded.
    let game = pawns("fmWfceFfmnnD", "arriving at rank 5: vanishes");
    let gone = after(&game, "4k3/8/8/8/2p5/3P4/8/4K3 w - - 0 1", "d3d5");
    assert_eq!(gone, "4k3/8/8/8/2p5/8/8/4K3 b - - 0 1");
}

#[test]
fn a_piece_that_leaves_its_square_is_forgotten() {
    let game = load("chess");
    let mut setup = position(&game, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    assert_eq!(setup.passed.first().map(|Passed { by, .. }| *by), game.board.square("e5"));
    setup.set(game.board.square("e5").expect("a square"), None);
    assert_eq!(setup.passed, []);
    setup.set(Square(0), None);
}

/// A king can be captured en passant, so a position without it is valid.
#[test]
fn a_king_that_was_taken_in_passing_may_be_missing() {
    let variant = load("tests/fixtures/found/king-taken-in-passing.ferz");
    assert_eq!(after(&variant, "4/4/1k2/4/2K1 w - - 0 1", "c1c3 b3c2"), "4/4/4/2k1/4 w - - 0 2");
}

/// The first move can capture a king, so a position without it is valid.
#[test]
fn a_king_that_is_attacked_at_the_start_may_be_missing() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 5 x 5; black is white turned }\npiece king K `B` royal\n\
         royalty { check binds when royals = 1 }\nending { stalemate: draw }\narray start { 1 | K . . . . }\n",
    );
    let captured = after(&variant, "4k/5/5/5/K4 w - - 0 1", "a1e5");
    assert_eq!(captured, "4K/5/5/5/5 b - - 0 1");
    assert_eq!(fen::write(&variant, &position(&variant, &captured)), captured);
}

/// The piece over which another jumped still stands there, so the passed squares can be inferred.
#[test]
fn a_piece_that_jumped_over_another_is_found() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 3 x 13; black is white mirrored }\npiece alder A `pnaamB`\npiece elm E `ceW`\n\
         piece cedar C { neutral }\ncapturing cedar attacked by cedar: may become alder\n\
         array start { 2 | A . .\n1 | . C . }\n",
    );
    let passed = after(&variant, "3/a2/3/3/3/3/3/3/3/3/2e/A2/1C1 w - - 0 1", "a2a4");
    assert_eq!(passed, "3/a2/3/3/3/3/3/3/3/A2/2e/3/1C1 b - c2b3a4 1 1");
    assert_eq!(fen::write(&variant, &position(&variant, &passed)), passed);
}

/// A later move of the turn can put a piece on the path of the piece that passed.
#[test]
fn a_path_that_was_filled_in_the_same_turn_was_open() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 6 x 6; black is white mirrored }\npiece king K `K` royal\n\
         piece pawn P `fmWfceFfmnnH`\nturn: 2 moves\nending { checkmate: loss; stalemate: draw }\n\
         array start { 1 | K P . . . . }\n",
    );
    let passed = after(&variant, "kp4/6/6/6/6/KP4 w - - 0 1", "b1b4 a1b2");
    assert_eq!(passed, "kp4/6/1P4/6/1K4/6 b - b3b4 2 1");
    assert_eq!(fen::write(&variant, &position(&variant, &passed)), passed);
}

/// A piece that was dropped behind another one stands where that one came from.
#[test]
fn a_piece_can_have_passed_from_a_square_that_is_filled_behind_it() {
    let game = load_text(
        "variant x \"X\"\nboard { grid 2 x 6; black is white mirrored }\nhands without captures\n\
         piece birch B `fWfceF` { moves `fmnnD` on rank 2 }\npiece cedar C `W`\n\
         leaving rank 2 by birch: may drop cedar\nending { stalemate: draw }\n\
         array found { 5 | . b\n4 | b .\n3 | . .\n2 | . B\nhand: C\n}\n",
    );
    let start = "2/1b/b1/2/1B/2[Cc] w - - 0 1";
    assert_eq!(after(&game, start, "b2b4/C"), "2/1b/bB/2/1C/2[c] b - b3 1 1");
    assert_eq!(after(&game, start, "b2b4"), "2/1b/bB/2/2/2[Cc] b - b3 1 1");
}
