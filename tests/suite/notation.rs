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

#[test]
fn a_move_names_no_other_piece_than_the_one_that_arrives() {
    let chess = at("chess", "rnbqkbnr/ppp1pppp/8/3p4/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - 0 2");
    for text in ["a4=Q", "a4=q", "Nd4=R", "Nd4=N", "exd5=Q", "exd5=P", "O-O=Q", "0-0=Q", "Bb5=B", "e4e5=Q"] {
        assert_eq!(recorded(&chess, text), "", "{text}");
    }
    let attic = "variant attic \"Attic\"\nboard { grid 4 x 4; black is white mirrored }\npiece king K `K` royal\n\
                 piece queen Q `Q`\npiece rook R `R`\npiece pawn P `fmW` { arriving at rank 4: becomes queen }\n\
                 ending { checkmate: loss; stalemate: draw }\narray start {\n 2 | P . . .\n 1 | K Q R .\n}\n";
    // The second pawn can become a rook only if its side has none.
    let loft = attic.replace("attic", "loft").replace(
        "arriving at rank 4: becomes queen",
        "arriving at rank 4: may become queen; arriving at rank 4 when no own rook: may become rook",
    );
    let attic = made(attic).from_fen("2k1/P3/4/K2R w - - 0 1").expect("a position");
    let loft = made(&loft).from_fen("2k1/P3/4/K2R w - - 0 1").expect("a position");
    for (text, expected) in [("a4", "a3a4"), ("a4=Q", "a3a4"), ("a4=q", "a3a4"), ("a4Q", ""), ("a4=R", "")] {
        assert_eq!(recorded(&attic, text), expected, "{text}");
    }
    for text in ["a4=K", "a4=P", "a4=r", "Rd3=Q"] {
        assert_eq!(recorded(&attic, text), "", "{text}");
    }
    assert_eq!((recorded(&loft, "a4=Q"), recorded(&loft, "a4=R")), ("a3a4q".to_owned(), String::new()));
    let last = at("chess", "8/4P3/8/8/k7/8/8/4K3 w - - 0 1");
    for text in ["e8=Q", "e8Q", "e8(Q)", "e8=(Q)", "e8=q", "e8q", "e7-e8=Q", "Pe8=Q", "e8=Q+"] {
        assert_eq!(recorded(&last, text), "e7e8q", "{text}");
    }
    for text in ["e8", "e8=", "e8=K", "e8=k", "e8K", "e8=P", "e8=Z", "e=8Q", "ex8=Q", "e7e8", "e7e8z"] {
        assert_eq!(recorded(&last, text), "", "{text}");
    }
}

/// An action can also change the type of the piece that it moves, and the new type can change by itself.
#[test]
fn a_piece_that_a_move_changes_is_named_in_a_record() {
    let altar = "variant altar \"Altar\"\nboard { grid 4 x 5; black is white mirrored }\npiece king K `K` royal\n\
                 piece queen Q `Q`\npiece monk M `W` { by itself when own queen = 0: becomes queen }\n\
                 piece pawn P `fmW` {\n arriving at rank 3: becomes monk\n \
                 action rise { to d4; becomes queen }\n action turn { replace by queen }\n}\n\
                 ending { checkmate: loss; stalemate: draw }\narray start {\n 2 | P . . .\n 1 | K . . .\n}\n";
    let altar = made(altar).start();
    for mv in altar.legal_moves() {
        let (text, san) = (altar.text(mv), altar.san(mv));
        assert_eq!(recorded(&altar, &san), text);
        assert_eq!(san.ends_with("=Q"), text.starts_with("a2"), "{text} is {san}");
    }
}

#[test]
fn a_sign_does_not_stand_for_a_letter() {
    let chess = at("chess", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    for text in ["ex5", "e=5", "e/5", "e:5", "e-5", "e{5", "xe5", ":e5", "-e5", "e5x", "e5:", "e4e5x", "Nf-3"]
    {
        assert_eq!(recorded(&chess, text), "", "{text}");
        let typed = ferz_in(&folder("signs"), &["moves", "chess", &format!("--after=1.e4 d5 {text}")]);
        assert_eq!(code(&typed), Some(2), "{text}: {}", out(&typed));
    }
    for text in ["xNf3", "-Nf3", "exd", "ed", "Nx", "N@e4", "xd5", "d5", "Pxd"] {
        assert_eq!(recorded(&chess, text), "", "{text}");
    }
    for text in ["exd5", "ed5", "ed5:", "e:d5", "e4xd5", "e4-d5", "e4d5", "Pexd5", "Pxd5", "exd5=", "exd5!"] {
        assert_eq!(recorded(&chess, text), "e4d5", "{text}");
    }
    for text in ["e5", "Pe5", "P-e5", "e4-e5", "e4e5", "e5="] {
        assert_eq!(recorded(&chess, text), "e4e5", "{text}");
    }
    // Each pawn can capture one knight.
    let two = at("chess", "4k3/8/8/8/4pp2/4NN2/8/4K3 b - - 0 1");
    for (text, expected) in
        [("fxe3", "f4e3"), ("exf3", "e4f3"), ("fx3", ""), ("ex3", ""), ("f3", ""), ("e3", "")]
    {
        assert_eq!(recorded(&two, text), expected, "{text}");
    }
    let passing = at("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!((recorded(&passing, "exd6"), recorded(&passing, "d6")), ("e5d6".to_owned(), String::new()));
    // On ten ranks, the hyphen of a result is not a hyphen between squares.
    let tall = made(TALL).from_fen("k3/4/4/4/K3/4/4/3R/4/4 w - - 0 1").expect("a position");
    assert_eq!(
        (recorded(&tall, "Rd10"), recorded(&tall, "d3-d10")),
        ("d3d10".to_owned(), "d3d10".to_owned())
    );
    for text in ["Rd1-0", "d3d1-0"] {
        let others = ["fairy-stockfish", "xboard"].map(|name| tall.read_in(text, dialect(name)).is_ok());
        assert!(
            recorded(&tall, text).is_empty() && tall.read(text).is_err() && others == [false; 2],
            "{text}"
        );
    }
    // A square can have the name x5, and a token a hyphen before a digit.
    let cells = "grid 4 x 6; cell x2 at (5, 2); cell x5 at (5, 5)";
    let named = TALL.replace("grid 4 x 10", cells).replace("piece rider I", "piece rider R-2");
    let named = made(&named.replace("{ arriving at board: becomes rider }", ""));
    let named = named.from_fen("2k1/3R/4/{R-2}3/4/3K w - - 0 1").expect("a position");
    for (text, expected) in [("Rxx5", "d5x5"), ("Rx5", "d5x5"), ("Rd5-x5", "d5x5"), ("{R-2}xa2", "a3a2")] {
        assert_eq!(recorded(&named, text), expected, "{text}");
    }
}

#[test]
fn an_ambiguous_move_by_numbers_is_refused() {
    let cannons = at("xiangqi", "3k5/9/9/9/9/2C6/9/9/2C6/4K4 w - - 0 1");
    for (text, expected) in
        [("c7+2", ""), ("C7+2", ""), ("c+7+2", ""), ("C++2", "c5c7"), ("C-+2", "c2c4"), ("c++2", "c5c7")]
    {
        assert_eq!(recorded(&cannons, text), expected, "{text}");
        let record = format!("[Variant \"xiangqi\"]\n[FEN \"{}\"]\n\n1. {text} *\n", cannons.fen());
        let games = Loader::new().games(&record);
        assert_eq!(games.is_ok_and(|games| games[0].history().len() == 1), !expected.is_empty(), "{text}");
    }
    let single = at("xiangqi", "3k5/9/9/9/R8/9/9/9/9/4K4 w - - 0 1");
    for text in ["R++1", "R-+1"] {
        assert_eq!(recorded(&single, text), "", "{text}");
    }
}

/// In shogi a `+` stands for a promotion and a `=` for none. The pawn on the eighth rank must promote.
#[test]
fn a_move_by_numbers_names_no_promotion_in_vain() {
    let start = Rules::load("shogi").expect("a built-in game").start();
    let last = at("shogi", "3k5/4P4/9/9/9/9/4P4/9/4K4 w - - 0 1");
    for (game, text, expected) in [
        (&start, "P-76", "c3c4"),
        (&start, "P-76=", "c3c4"),
        (&start, "P-76+", ""),
        (&last, "P-51", "e8e9"),
        (&last, "P-51+", "e8e9"),
        (&last, "P-51=", ""),
        (&last, "P-56", "e3e4"),
        (&last, "P-56+", ""),
    ] {
        assert_eq!(recorded(game, text), expected, "{text}");
    }
}

#[test]
fn a_byte_order_mark_does_not_hide_an_escape() {
    let folder = folder("marked");
    let game = |event: &str| format!("[Event \"{event}\"]\n\n1. e4 *\n\n");
    let marked = format!("\u{feff}% by {{ a program\n{}", game("a"));
    let wide = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let joined = (game("b") + &marked).into_bytes();
    for (name, bytes, count) in
        [("one.pgn", marked.into_bytes(), 1), ("wide.pgn", wide, 1), ("joined.pgn", joined, 2)]
    {
        fs::write(folder.join(name), bytes).expect("written");
        let checked = ferz_in(&folder, &["check", name]);
        let said = out(&checked) + &err(&checked);
        assert!(code(&checked) == Some(0) && said.contains("no problems"), "{name}: {said}");
        let converted = out(&ferz_in(&folder, &["convert", name]));
        assert_eq!(converted.matches("[Event ").count(), count, "{converted}");
    }
}

#[test]
fn the_number_of_the_move_is_repaired_before_words() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
    for (game, number, expected) in [
        ("chess", "0", "- 0 1"),
        ("chess", "0 bm e4;", "- 0 1"),
        ("chess", "0 ; a comment", "- 0 1"),
        ("3check", "0", "- 0 1"),
        ("3check", "0 +0+0", "- 0 1"),
    ] {
        let args = ["convert", "--game", game, "--from", "lichess", "-"];
        let converted = typed(&args, format!("{board} {number}\n").as_bytes());
        let said = out(&converted);
        assert!(said.contains(expected), "{game}, {number}: {said}{}", err(&converted));
    }
    let both = typed(&["convert", "--game", "chess", "-"], board.replace(" 0", " - -1\n").as_bytes());
    assert!(out(&both).contains("KQkq - 0 1"), "{}{}", out(&both), err(&both));
}

#[test]
fn rare_moves_are_written_as_each_program_writes_them() {
    let locust = "variant locust \"Locust\"\nboard { grid 5 x 5; black is white mirrored }\npiece king K `K` royal\n\
                  piece locust L `[cR-mW]`\npiece glutton G `[cR-cR-cR-mW]`\n\
                  ending { checkmate: loss; stalemate: draw }\narray start { 1 | L . K . G }\n";
    let locust = |fen: &str| made(locust).from_fen(fen).expect("a position");
    let duck = Rules::load("duck").expect("a built-in game").start();
    // The castling king could also walk to e1. XBoard counts the ranks of a high board from 0.
    let castling = at("wildebeest", "5k5/11/11/11/11/11/11/11/11/R4K4R w KQ - 0 1");
    for (game, own, name, expected) in [
        (&duck, "a2a3,d4", "ucci", "a2a3,d4"),
        (&duck, "a2a3,d4", "usi", "a2a3,d4"),
        (&duck, "a2a3,d4", "fairy-stockfish", "a2a3,a3d4"),
        (&locust("4k/5/l4/5/L1K2 w - - 0 1"), "a1a4xa3", "fairy-stockfish", "a1a4xa3"),
        (&locust("4k/5/l4/5/L1K2 w - - 0 1"), "a1a4xa3", "xboard", "a1a3,a3a4"),
        (&locust("4k/1g3/1g3/1g3/1GK2 w - - 0 1"), "b1b5xb2xb3xb4", "xboard", "b1b5xb2xb3xb4"),
        (&castling, "f1e1=castle", "fairy-stockfish", "f1a1"),
        (&castling, "f1e1=castle", "xboard", "f0a0"),
    ] {
        let mv = game.read(own).expect("a move");
        assert_eq!(game.text_in(mv, dialect(name)), expected, "{own} in {name}");
        assert_eq!(game.read_in(expected, dialect(name)).ok(), Some(mv), "{own} in {name}");
    }
    let drops = Rules::load("crazyhouse").expect("a built-in game").start();
    for (name, expected) in
        [("cutechess", "RNBQKBNR[-] w"), ("fairy-stockfish", "RNBQKBNR[] w"), ("lichess", "RNBQKBNR/ w")]
    {
        let fen = drops.fen_in(dialect(name));
        assert!(fen.contains(expected), "{name}: {fen}");
    }
    let said = out(&typed(&["engine"], b"xboard\nnew\nvariant fischerandom\nvariant normal\n"));
    // XBoard knows both games, so that it is told neither their setups nor their pieces.
    assert!(!said.contains("setup ") && !said.contains("no such game"), "{said}");
}

/// The king becomes a courtier by arriving on the file e, but castling is not an arrival. A page that exchanges places on
/// d2 stands where the rook was, although it could not have gone there itself.
#[test]
fn arrivals_are_told_from_castlings_and_exchanges() {
    let dance = "variant dance \"Dance\"\nboard { grid 6 x 3; black is white mirrored }\n\
                 piece king K `KisO2` royal { arriving at file e: becomes courtier\n stage courtier `K` }\n\
                 piece rook R `R`\nending { checkmate: loss; stalemate: draw }\narray start { 1 | . . K . . R }\n";
    let dance = made(dance).start();
    assert!(dance.read("c1e1").is_ok() && dance.read("c1e1{k.courtier}").is_err());
    let guest = "variant guest \"Guest\"\nboard { grid 4 x 6; black is white mirrored }\nregion court = rank 1..2\n\
                 piece king K `K` royal\npiece page P `W` { stays in court\n arriving at d2: exchanges with own rook }\n\
                 piece rook R `R`\nending { checkmate: loss; stalemate: draw }\n\
                 array start {\n 2 | R . . .\n 1 | K . . P\n}\n";
    let guest = made(guest);
    let mut game = guest.from_fen("3k/4/4/R3/4/K2P w - - 0 1").expect("a position");
    game.play_text("d1d2~a3").expect("an exchange");
    assert_eq!(guest.from_fen(&game.fen()).expect("the same position").fen(), game.fen());
}

#[test]
fn tokens_in_records_are_in_braces_except_for_the_sign_of_a_dialect() {
    let folder = folder("braces");
    let rules = "variant plus \"Plus\"\nboard { grid 4 x 4; black is white mirrored }\npiece king K `K` royal\n\
                 piece tower +R `R`\nending { checkmate: loss; stalemate: draw }\narray start { 1 | +R . . K }\n";
    fs::write(folder.join("plus.ferz"), rules).expect("written");
    fs::write(folder.join("plus.pgn"), "[Variant \"Plus\"]\n[RuleFile \"plus.ferz\"]\n\n1. a1a3 *\n")
        .expect("written");
    fs::write(folder.join("pawn.pgn"), "[Variant \"tamerlane\"]\n\n1. a3a4 *\n").expect("written");
    let own = out(&ferz_in(&folder, &["convert", "plus.pgn"]));
    assert!(own.contains("1. {+R}a3"), "{own}");
    let other = out(&ferz_in(&folder, &["convert", "pawn.pgn", "--to", "lichess"]));
    assert!(other.contains("1. {Pp}a4"), "{other}");
}

#[test]
fn a_long_list_of_moves_says_how_many_are_left_out() {
    let game = at("shogi", "4k4/9/9/9/9/9/9/9/4K4[L] w - - 0 1");
    let problem = game.read("L@a9").expect_err("a lance that cannot move").report(1000, false);
    assert!(problem.contains(", and 11 more"), "{problem}");
}

#[test]
fn odd_tags_are_read_and_marked_in_their_places() {
    let folder = folder("odd-tags");
    for (text, games, tag) in [
        ("[White \"x\" ]\n[Black \"y\"]\n\n1. e4 *\n", 1, "[Black \"y\"]"),
        ("1. e4 *\n[Event \"b\"]\n\n1. d4 *\n", 2, "[Event \"b\"]"),
    ] {
        fs::write(folder.join("games.pgn"), text).expect("written");
        let converted = out(&ferz_in(&folder, &["convert", "games.pgn"]));
        assert!(converted.matches("[Event ").count() == games && converted.contains(tag), "{converted}");
    }
    fs::write(folder.join("open.pgn"), "[White \"a\"]\n[Result \"2-0\"\n\n1. e4 *\n").expect("written");
    let checked = ferz_in(&folder, &["check", "open.pgn"]);
    let said = out(&checked) + &err(&checked);
    assert!(said.contains("open.pgn:2:10"), "{said}");
}
