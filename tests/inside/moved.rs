//! Tests of pieces that have moved: pieces that return to their initial squares, in several moves or in one.
//!
//! A FEN lists such pieces in the field `moved`, because the board does not show that they have moved. [`after`] plays
//! moves and returns the FEN, and [`from`] lists the targets of a piece.

use super::help::{Texts, load, position, sample};
use super::random::{INVENTED, Random};
use ferz_core::base::{Bitboard, Setup, SquareSet};
use ferz_core::fast::engine::Engine;
use ferz_core::rules::interpreter::Interpreter;
use ferz_core::rules::{Variant, Virgin};
use ferz_lang::catalog::{Catalog, GameRef};
use ferz_text::notation::{fen, movetext};

const GAME: &str = "tests/fixtures/games/first-steps.ferz";

/// Returns the targets of the piece on a square, and asserts that both engines agree.
fn from(variant: &Variant, square: &str, text: &str) -> String {
    let setup = position(variant, text);
    let engine = Engine::new(variant);
    let moves = engine.legal_moves(&engine.position(&setup));
    assert_eq!(moves, Interpreter::new(variant).legal_moves(&setup), "{text}");
    let texts = movetext::list(variant, &moves);
    let own: Vec<&str> = texts.iter().filter_map(|text| text.strip_prefix(square)).collect();
    own.join(" ")
}

/// Returns the FEN after some moves, and asserts that both engines agree.
fn after(variant: &Variant, text: &str, moves: &str) -> String {
    let (engine, rules) = (Engine::new(variant), Interpreter::new(variant));
    let mut setup = position(variant, text);
    for wanted in moves.split_whitespace() {
        let legal = rules.legal_moves(&setup);
        let mv = legal.iter().find(|mv| movetext::write(variant, mv) == wanted);
        let mv = mv.unwrap_or_else(|| panic!("{wanted} is not legal"));
        let fast = engine.play(&engine.position(&setup), mv).map(|position| engine.setup(&position));
        setup = rules.apply(&setup, mv).expect("a legal move");
        assert_eq!(fast.as_ref(), Some(&setup), "{wanted}");
    }
    let written = fen::write(variant, &setup);
    assert_eq!(position(variant, &written), setup);
    written
}

#[test]
fn a_piece_that_comes_back_has_moved() {
    let game = load(GAME);
    let start = "7k/8/8/8/8/8/8/4K3[] w - - 0 1";
    assert_eq!(from(&game, "e1", start), "c2 d1 d2 d3 e2 f1 f2 f3 g2");
    let back = after(&game, start, "e1e2 h8h7 e2e1 h7h6");
    assert_eq!(back, "8/8/7k/8/8/8/8/4K3[] w - - 4 3 moved=e1");
    assert_eq!(from(&game, "e1", &back), "d1 d2 e2 f1 f2");
    // If the square is empty or holds another piece, the board already shows that the piece has moved.
    assert_eq!(after(&game, &back, "e1e2"), "8/8/7k/8/8/8/4K3/8[] b - - 5 3");
    // Without this entry, the piece counts as unmoved.
    assert_eq!(from(&game, "e1", &back.replace(" moved=e1", " moved=-")), "c2 d1 d2 d3 e2 f1 f2 f3 g2");
}

#[test]
fn dropped_placed_exchanged_or_changed_pieces_have_moved() {
    let game = load(GAME);
    let moved = |start: &str, moves: &str| {
        let text = after(&game, start, moves);
        text.split_once("moved=").map_or(String::new(), |(_, names)| names.to_owned())
    };
    assert_eq!(moved("7k/8/8/8/8/8/8/4K3[PR] w - - 0 1", "P@a2 h8h7 R@a1"), "a1,a2");
    assert_eq!(moved("7k/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "a1~h1"), "a1,h1");
    assert_eq!(after(&game, "7k/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "a1~h1").split(' ').nth(2), Some("-"));
    assert_eq!(moved("7k/8/8/8/8/8/3L4/4K3[] w - - 0 1", "d2@d2g"), "d2");
    assert_eq!(moved("7k/2M5/8/8/8/8/8/4K3[] w - - 0 1", "c7c8"), "d2");
    // A square with an enemy piece needs no entry.
    assert_eq!(moved("7k/8/8/8/8/8/r7/R3K3[R] b - - 0 1", "a2a1"), "");
}

#[test]
fn unused_features_cost_chess_nothing() {
    for (reference, wanted) in [("chess", true), (GAME, false)] {
        assert_eq!(load(reference).returns == SquareSet::default(), wanted, "{reference}");
    }
    let chess = include_str!("../../variants/chess/chess.ferz");
    let returns = |text: String| {
        let files = Texts(vec![("test.ferz".into(), text)]);
        let loaded = Catalog::new(&files).load(&GameRef::parse("test.ferz"), &[]);
        let variant = loaded.unwrap_or_else(|failure| panic!("{:#?}", failure.problems)).variant;
        variant.returns.iter().map(|s| variant.board.name(s).to_owned()).collect::<Vec<_>>().join(" ")
    };
    // The king can return by its own leap. A dropped pawn can be on the initial square of a pawn, unless the zone of
    // the drop excludes these squares.
    assert_eq!(returns(chess.replace("`KisO2`", "`KimNisO2`")), "e1 e8");
    let drops = chess.to_owned() + "\nhands\naction drop {\n  drop pawn\n  to rank 2..7\n}\n";
    assert_eq!(returns(drops.clone()).split(' ').count(), 16);
    let placed = drops
        .replace("  arriving at", "  moves `fmnnD` on start\n  arriving at")
        .replace("`fmWfceFifmnD`", "`fmWfceF`")
        .replace("region far-rank", "region start = rank 2\nregion far-rank");
    assert_eq!(returns(placed), "");
}

/// Additional entries change no moves: entries that the FEN omits follow from the board.
#[test]
fn omitted_moved_entries_follow_from_the_board() {
    let mut random = Random(0x1f);
    for reference in INVENTED.into_iter().chain(["chess"]) {
        let game = load(reference);
        let asks = |id: ferz_core::base::PieceTypeId| {
            let mut all = game.piece_type(id).moves.iter().flat_map(|moves| &moves.automaton.entries);
            all.any(|entry| entry.virgin == Some(Virgin::Home))
        };
        let asked = game.setup.iter().filter(|(_, piece)| asks(piece.piece_type));
        // The drop behind a first move depends on moved pieces as well.
        let asked: SquareSet = asked.map(|(square, _)| *square).collect();
        let all = Variant { returns: asked | game.returns, ..game.clone() };
        let (some, all) = (Interpreter::new(&game), Interpreter::new(&all));
        let (mut one, mut other) = (game.start(), game.start());
        for _ in 0..sample(20) {
            let (mut moves, mut others) = (some.children(&one), all.children(&other));
            let texts = |all: &[(_, Setup)]| -> Vec<String> {
                all.iter().map(|(mv, _)| movetext::write(&game, mv)).collect()
            };
            assert_eq!(texts(&moves), texts(&others), "{}", fen::write(&game, &one));
            if moves.is_empty() {
                break;
            }
            let at = random.below(moves.len());
            (one, other) = (moves.swap_remove(at).1, others.swap_remove(at).1);
        }
    }
}

#[test]
fn a_wrong_field_is_reported_where_it_stands() {
    let game = load(GAME);
    let start = "7k/8/8/8/8/8/8/R3K3[] w";
    for (field, message) in [
        ("zz", "`zz` is not a square of this board"),
        ("", "`` is not a square of this board"),
        ("e1,e1", "e1 is repeated"),
        (
            "b1",
            "the field does not apply to b1: the board shows whether its piece has moved, or no rule depends on that",
        ),
        ("h1", "the piece that begins on h1 is not there"),
    ] {
        let problems = fen::read(&game, &format!("{start} - - 0 1 moved={field}")).expect_err(field);
        let found: Vec<_> =
            problems.iter().map(|problem| (problem.code.text(), problem.message.as_str())).collect();
        assert_eq!(found, [("fen-moved", message)], "{field}");
        assert!(problems[0].help.is_some());
    }
    // A king that has moved cannot castle.
    let problems = fen::read(&game, &format!("{start} Q - 0 1 moved=a1")).expect_err("castling");
    assert_eq!(problems[0].code.text(), "fen-castling-pieces");
    assert_eq!(position(&game, &format!("{start} - - 0 1 moved=a1")).castling, 0);
    let short = position(&load(GAME), "4k3/8/8/8/8/8/8/R3K2R[] w moved=a1");
    assert_eq!(fen::write(&game, &short).split(' ').nth(2), Some("K"));
}

#[test]
fn a_piece_may_move_and_come_back_in_one_move() {
    let game = load(GAME);
    assert_eq!(from(&game, "c3", "7k/8/8/8/8/2L5/8/4K3[] w - - 0 1"), "@c3g b2 b3 b4 c2 c3 c4 d2 d3 d4");
    // The piece needs an empty adjacent square to leave and return.
    let blocked = "7k/8/8/8/1PPP4/1PLP4/1PPP4/4K3[] w - - 0 1";
    assert_eq!(from(&game, "c3", blocked), "@c3g");
    // The board is unchanged, and the other side is to move.
    assert_eq!(after(&game, "7k/8/8/8/8/8/8/2L1K3[] w - - 0 1", "c1c1"), "7k/8/8/8/8/8/8/2L1K3[] b - - 1 1");
}
