//! Tests of castling: the squares that must be safe, the choice of the rook, and the notation.
//!
//! The first tests use castling by the notation of the king, and the later ones castling by squares, as in Chess960.

use ferz_core::base::{Bitboard, Color, Piece};
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_text::notation::{fen, movetext};

use super::help::{Texts, load, load_text, position};
use ferz_lang::catalog::{Catalog, GameRef};

/// Loads a game with these rules and a king with this castling notation.
fn game(king: &str, rules: &str) -> Variant {
    let text = format!(
        "variant x \"X\"\nboard {{ grid 8 x 8; black is white mirrored }}\npiece king K `{king}` royal\n\
         piece rook R `R`\n{rules}\nroyalty {{ check binds always }}\nending {{ checkmate: loss; stalemate: draw }}\n\
         array a {{\n 1 | R . . . K . . R\n}}\n"
    );
    load_text(&text)
}

/// Returns the targets of the king on its home square, and asserts that both engines agree.
fn targets(variant: &Variant, text: &str, home: &str) -> String {
    let (setup, engine) = (position(variant, text), Engine::new(variant));
    let moves = engine.legal_moves(&engine.position(&setup));
    assert_eq!(moves, Interpreter::new(variant).legal_moves(&setup), "{text}");
    let texts = movetext::list(variant, &moves);
    texts.iter().filter_map(|text| text.strip_prefix(home)).collect::<Vec<_>>().join(" ")
}

#[test]
fn sides_are_those_of_the_owner_and_of_white_where_the_board_is_mirrored() {
    let far = game("KirO2ilO3", "");
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w";
    assert_eq!(targets(&far, text, "e1"), "b1 d1 d2 e2 f1 f2 g1");
    assert_eq!(targets(&far, &text.replace(" w", " b"), "e8"), "b8 d7 d8 e7 f7 f8 g8");
}

#[test]
fn squares_on_which_the_king_is_immune_to_attack_need_not_be_safe() {
    let text = "4k2r/8/8/8/8/5r2/8/R3K2R w KQk - 0 1";
    let plain = game("KisO2", "");
    assert_eq!(targets(&plain, text, "e1"), "c1 d1 d2 e2");
    let immune = game("KisO2", "immune king in rank 1 to attack");
    assert_eq!(targets(&immune, text, "e1"), "c1 d1 d2 e2 f1 g1");
    assert!(immune.castlings.iter().take(2).all(|castling| castling.safe.is_empty()));
}

#[test]
fn castlings_can_be_read_by_file() {
    let chess = load("chess");
    let start = chess.start();
    let text = fen::write(&chess, &start);
    for others in ["HAha", "AHah", "KQha", "HQkq"] {
        assert_eq!(position(&chess, &text.replace("KQkq", others)), start, "{others}");
    }
    assert!(fen::read(&chess, &text.replace("KQkq", "HKkq")).is_err());
    assert!(fen::read(&chess, &text.replace("KQkq", "Bkq")).is_err());
}

#[test]
fn a_castling_may_be_typed_as_its_two_squares() {
    let chess = load("chess");
    let setup = position(&chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let engine = Engine::new(&chess);
    let legal = engine.legal_moves(&engine.position(&setup));
    for (typed, meant) in [("e1h1", "e1g1"), ("e1a1", "e1c1")] {
        let found = movetext::read(&chess, &setup, &legal, typed).map(|mv| movetext::write(&chess, mv));
        assert_eq!(found.as_deref(), Ok(meant));
    }
    assert!(movetext::read(&chess, &setup, &legal, "e1b1").is_err());
}

#[test]
fn castlings_of_the_same_two_pieces_share_a_letter() {
    let game = load("wildebeest");
    assert_eq!(game.castlings.len(), 16);
    let text = fen::write(&game, &game.start());
    assert_eq!(text.split(' ').nth(2), Some("KQkq"));
    let one = position(&game, &text.replace("KQkq", "Kq"));
    assert_eq!(one.castling.count_ones(), 8);
    assert_eq!(fen::write(&game, &one).split(' ').nth(2), Some("Kq"));
    assert!(one.moved.is_empty());
}

/// Loads chess with castling by these rules.
fn by_squares(rules: &str) -> Variant {
    load_text(&format!("variant x \"X\" extends chess\nchange piece king K `K` royal\n{rules}"))
}

#[test]
fn castlings_by_squares_require_the_pieces_in_place() {
    let text = "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1";
    let both = by_squares("castling king with rook to its right: to g1 and f1\n");
    assert_eq!(both.castlings.len(), 2, "one for each side");
    assert_eq!(targets(&both, "4k3/8/8/8/8/8/8/R3K2R w H - 0 1", "e1"), "d1 d2 e2 f1 f2 h1");
    let named = by_squares("castling king in e1 with rook in [a1, h1]: to e2 and d2\n");
    assert_eq!(named.castlings.len(), 0, "the squares are not on one rank");
    let far = by_squares("castling king in rank 1 with rook in rank 1: to d1 and e1 through attacks\n");
    assert_eq!(targets(&far, text, "e1"), "a1 d1 d2 e2 f1 f2 h1");
    let attacked = "3rk3/8/8/8/8/8/3P4/R3K2R w HA - 0 1";
    assert_eq!(targets(&far, attacked, "e1"), "a1 d1 e2 f1 f2 h1");
    let hit = "4k3/8/8/8/8/8/8/Rq2K2R w HA - 0 1";
    assert_eq!(targets(&far, hit, "e1"), "d2 e2 f2", "one does not castle to where one is attacked");
}

#[test]
fn the_letters_of_castlings_by_squares_are_the_files_of_partners_that_stand_there() {
    let game = load("chess960");
    let text = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    assert_eq!(fen::write(&game, &position(&game, text)), text);
    assert_eq!(position(&game, &text.replace("GBgb", "KQkq")), position(&game, text));
    // If there are two rooks on one side, the right belongs to the outer one.
    let two = position(&game, "4k3/8/8/8/8/8/8/4KR1R w K - 0 1");
    assert_eq!(fen::write(&game, &two), "4k3/8/8/8/8/8/8/4KR1R w H - 0 1");
    assert!(fen::read(&game, "4k3/8/8/8/8/8/8/4KR1R w A - 0 1").is_err(), "no rook stands on a1");
    // The king has moved, so it has no right to castle.
    assert_eq!(targets(&game, "4k3/8/8/8/8/8/8/4KR1R w - - 0 1", "e1"), "d1 d2 e2 f2");
}

/// Two kings can castle with the same rook, and one of them has moved and come back.
#[test]
fn castlings_with_the_same_partner_are_written_as_squares() {
    let game = load_text(
        "variant x \"X\"\nboard { grid 8 x 5; black is white mirrored }\npiece king K `K`\npiece rook R `R`\n\
         castling king with rook in h1: to f1 and e1\n\
         ending { checkmate: loss; stalemate: draw }\narray a {\n 1 | . . K . K . . R\n}\n",
    );
    let start = fen::write(&game, &game.start());
    assert_eq!(start, "2k1k2r/8/8/8/2K1K2R w c1h1e1h1c5h5e5h5 - 0 1");
    for castling in ["e1h1", "c1h1", "c1h1e1h1", "c5h5", "-"] {
        let text = start.replace("c1h1e1h1c5h5e5h5", castling);
        let setup = position(&game, &text);
        assert_eq!(setup.castling.count_ones() as usize, castling.len() / 4);
        assert_eq!(fen::write(&game, &setup), text);
    }
    // Without the other king, the letter is clear. It can follow the squares of other castlings.
    let one = "2k1k2r/8/8/8/4K2R w e5h5H - 0 1";
    assert_eq!(fen::write(&game, &position(&game, one)), one);
    for wrong in ["e1h1e1h1", "e1h", "e1h2", "d1h1", "Hc1h1"] {
        assert!(fen::read(&game, &start.replace("c1h1e1h1c5h5e5h5", wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn castlings_by_moves_and_by_squares_of_the_same_two_pieces_share_a_letter() {
    let game = game("KisO2", "castling king with rook to its right: to f1 and e1\n");
    let start = fen::write(&game, &game.start());
    assert_eq!(start, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(targets(&game, &start, "e1"), "c1 d1 d2 e2 f1 f2 g1 h1");
    for text in [start.clone(), start.replace("KQkq", "Kq"), start.replace("KQkq", "-")] {
        assert_eq!(fen::write(&game, &position(&game, &text)), text);
    }
}

#[test]
fn no_castling_by_a_move_has_the_file_of_a_partner_in_one_by_squares() {
    let game = load_text(
        "variant x \"X\"\nboard { grid 8 x 5; black is white mirrored }\npiece king K `KisO2`\npiece rook R `R`\n\
         castling king in e1 with rook to its left in b1: to c1 and d1\n\
         ending { checkmate: loss; stalemate: draw }\narray a {\n 1 | R R . . K K . .\n}\n",
    );
    let start = fen::write(&game, &game.start());
    assert_eq!(position(&game, &start).castling, game.start().castling, "{start}");
    assert_eq!(start.split(' ').nth(2), Some("ACBacb"));
}

#[test]
fn arrays_are_selected_by_arrangement_number() {
    let first_rank = |number: u32| {
        let game = load(&format!("chess960/{number}"));
        fen::write(&game, &game.start()).split(' ').next().map(|ranks| ranks[ranks.len() - 8..].to_owned())
    };
    // Known entries of Scharnagl's table of 960 positions.
    let known = [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB"), (356, "NBBRKRQN")];
    for (number, ranks) in known {
        assert_eq!(first_rank(number).as_deref(), Some(ranks), "{number}");
    }
    let all: std::collections::BTreeSet<_> = (0..960).step_by(37).map(first_rank).collect();
    assert_eq!(all.len(), 26);
}

#[test]
fn invalid_arrangement_numbers_are_refused() {
    let problem = |shuffle: &str| {
        let text = format!(
            "variant x \"X\" extends chess\nchange array orthodox {{\n 1 | R N B Q K B N R\n shuffle rank 1: {shuffle}\n}}\n"
        );
        let files = Texts(vec![("x.ferz".into(), text)]);
        let failure = Catalog::new(&files).load(&GameRef::parse("x.ferz"), &[]).expect_err(shuffle);
        let errors: Vec<_> = failure.problems.iter().filter(|problem| problem.is_error()).collect();
        assert_eq!(
            (errors.len(), errors[0].code.text()),
            (1, "bad-shuffle"),
            "{shuffle}: {:#?}",
            failure.problems
        );
        errors[0].message.clone()
    };
    assert!(problem("K, R in a1..d1, R, Q, B B, N N").starts_with("the number of free squares"));
    assert_eq!(problem("K, Q, B B, N N, R"), "the pieces are not drawn in one of these orders");
    assert_eq!(problem("K in [a1, b1], Q, B B, N N, R R"), "the pieces are not drawn in one of these orders");
    assert_eq!(problem("K K in [a1], Q"), "these pieces cannot all stand on these squares");
    assert_eq!(problem("k, Q"), "`k` is Black's piece");
}

/// Of a castling and an action with the same result, only the castling is a move.
#[test]
fn a_castling_is_preferred_to_an_action_with_the_same_result() {
    let game = load("tests/fixtures/found/castles-as-it-may-act.ferz");
    let start = fen::write(&game, &game.start());
    assert_eq!(targets(&game, &start, "c1"), "@a2 @a3 @b2 @c2 @c3 @d2 @e2 @e3 a1 b1 d1 e1");
    // A king that has moved cannot castle, so it can only act.
    let moved = start.replace("KQkq", "-");
    assert_eq!(targets(&game, &moved, "c1"), "@a1 @a2 @a3 @b2 @c2 @c3 @d2 @e1 @e2 @e3 ~b1 ~d1");
}

/// Without an enemy king, check does not bind, but a king cannot castle out of an attack.
#[test]
fn a_king_that_check_does_not_bind_cannot_castle_out_of_an_attack() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 5 x 5; black is white mirrored }\npiece king K `KO1` royal\npiece rook R `R`\n\
         royalty { check binds all while enemy has a royal }\nending { checkmate: loss; stalemate: draw }\n\
         array a { 1 | R . K . R }\n",
    );
    let mut setup = position(&variant, "1k1r1/5/5/5/R1K1R w KQ - 0 1");
    let square = |name| variant.board.square(name).expect("a square");
    setup.set(square("b5"), None);
    setup.set(square("d5"), None);
    setup.set(square("c5"), setup.piece(square("a1")).map(|rook| Piece { color: Color::Black, ..rook }));
    let engine = Engine::new(&variant);
    let moves = engine.legal_moves(&engine.position(&setup));
    assert_eq!(moves, Interpreter::new(&variant).legal_moves(&setup));
    assert!(!movetext::list(&variant, &moves).iter().any(|text| text.ends_with("=castle")));
}

/// The castling needs a mark in the text, because another piece can move the king to the same square.
#[test]
fn a_castling_is_marked_if_another_piece_can_move_the_king() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 6 x 3; black is white mirrored }\npiece king K `O` royal\npiece alder A `W`\n\
         piece birch B `xaR`\nending { checkmate: loss; stalemate: draw }\narray a { 1 | A . . K . B }\n",
    );
    let engine = Engine::new(&variant);
    let setup = position(&variant, "k5/6/A2K1B w Q - 0 1");
    let texts = movetext::list(&variant, &engine.legal_moves(&engine.position(&setup)));
    assert!(texts.contains(&"d1b1".to_owned()) && texts.contains(&"d1b1=castle".to_owned()), "{texts:?}");
}
