//! Positions and moves as other programs write them.

use super::help::{code, err, ferz, json, out, typed};

/// The FEN of a position that another program writes, as ferz writes it.
fn read(game: &str, fen: &str) -> String {
    json(&["moves", game, "--fen", fen, "--json"])["fen"].as_str().expect("a FEN").to_owned()
}

/// What ferz says of a position that it refuses.
fn refused(game: &str, fen: &str) -> String {
    let output = ferz(&["moves", game, "--fen", fen]);
    assert_ne!(code(&output), Some(0), "{game} {fen}");
    err(&output)
}

#[test]
fn positions_of_other_programs_are_read() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let same = |game: &str, theirs: &str, ours: &str| assert_eq!(read(game, theirs), ours, "{game} {theirs}");
    // Checks given, as lichess counts them, and checks left.
    let checks = format!("{START} w KQkq - 0 1 checks=wwwbbb");
    same("3check", &format!("{START} w KQkq - 0 1 +0+0"), &checks);
    same("3check", &format!("{START} w KQkq - 3+3 0 1"), &checks);
    same("3check", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +2+0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 checks=wwwb");
    // Hands as a ninth rank, and a slash where there are none.
    let house = |hand: &str| format!("{START}[{hand}] w KQkq - 0 1");
    same("crazyhouse", &format!("{START}/Pp w KQkq - 0 1"), &house("Pp"));
    same("crazyhouse", &format!("{START}/ w KQkq - 0 1"), &house(""));
    // The limit of a count in the place of en passant.
    same("makruk", "8/8/4k3/8/8/3K4/8/R7 w - 32 4 60", "8/8/4k3/8/8/3K4/8/R7 w - - 4 60");
    // SFEN.
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    same("shogi", &format!("{shogi} b - 1"), &format!("{shogi}[] w - - 0 1"));
    let held = "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL";
    same("shogi", &format!("{held} w Pp 6"), &format!("{held}[Pp] b - - 0 3"));
    // Letters that mean other pieces there.
    let chigorin = "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1";
    assert!(read("chigorin", chigorin).contains("/{pb}{pb}{pb}"), "{}", read("chigorin", chigorin));
    // The duck stands where the pawn came from.
    let duck = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP*PPP/RNBQKBNR b KQkq e3 0 1";
    assert!(read("duck", duck).contains(" b KQkq e3"), "{}", read("duck", duck));
}

#[test]
fn positions_that_ferz_wrote_are_read() {
    for (game, fen) in [
        ("marseillais", "8/4k3/8/3Pp3/8/8/8/4K3 w - e6e5 1 3"),
        ("progressive", "8/4k3/8/4p3/8/8/8/4K3 b - e6e5 1 2 turn=3/4"),
    ] {
        assert_eq!(read(game, fen), fen);
    }
}

#[test]
fn the_fault_of_a_position_is_named_and_not_its_style() {
    let king = refused("shogi", "8k/9/7+R1/9/9/9/9/9/9[P] w - - 0 1");
    assert!(king.contains("White has no") && !king.contains("no piece"), "{king}");
    let castling = refused("crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w KQ - 0 1");
    assert!(castling.contains("can no longer castle") && !castling.contains("no piece"), "{castling}");
}

/// The answers of the engine to some lines.
fn engine(game: &str, lines: &str) -> String {
    out(&typed(&["engine", game], format!("{lines}\nquit\n").as_bytes()))
}

/// The texts of the legal moves in UCI.
fn moves(game: &str, position: &str) -> Vec<String> {
    let said = engine(game, &format!("position {position}\ngo perft 1"));
    said.lines().filter_map(|line| Some(line.strip_suffix(": 1")?.to_owned())).collect()
}

#[test]
fn uci_has_the_words_that_programs_expect() {
    let all = [
        ("crazyhouse", "fen 7k/5P2/8/8/8/8/8/K7[] w - - 0 1", "f7f8q"),
        ("duck", "startpos", "e2e4,e4e5"),
        ("janggi", "startpos", "e2e2"),
        ("makruk", "fen 4k3/8/8/5P2/8/8/8/4K3 w - - 0 1", "f5f6m"),
        ("seirawan", "startpos", "b1c3h"),
        ("shogi", "fen 4k4/9/9/1B7/9/9/9/9/4K4[] w - - 0 1", "b6c7+"),
        ("atomic", "fen 4k2n/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7h8q"),
        ("chess960", "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1"),
        ("chess", "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
    ];
    for (game, position, wanted) in all {
        let moves = moves(game, position);
        assert!(moves.iter().any(|mv| mv == wanted), "{game}: {wanted} is not in {moves:?}");
        // What it says it also understands.
        let said = engine(game, &format!("position {position} moves {wanted}\nd"));
        assert!(!said.contains("info string"), "{said}");
    }
}

#[test]
fn a_position_that_cannot_be_followed_is_not_searched() {
    let said = engine("chess", "position startpos moves e2e4 e2e4\ngo depth 1");
    assert!(said.contains("info string") && said.contains("bestmove (none)"), "{said}");
}

#[test]
fn castling_is_free_where_uci_asks_for_it() {
    let set = "setoption name UCI_Chess960 value true\n";
    let said = engine("chess", &format!("{set}position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\ngo perft 1"));
    assert!(said.contains("e1g1: 1") && said.contains("e1b1: 1"), "{said}");
}

#[test]
fn xboard_castles_by_letters_in_a_game_with_free_castling() {
    let lines = "xboard\nprotover 2\nvariant fischerandom\nforce\nsetboard 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for castling in ["e1h1", "O-O", "O-O-O"] {
        let said = engine("chess", &format!("{lines}\nusermove {castling}\nping 1"));
        assert!(!said.contains("Illegal"), "{castling}: {said}");
    }
}

#[test]
fn xboard_plays_with_a_piece_that_is_put_after_the_move() {
    // Without a `quit` it answers before it ends.
    let said =
        out(&typed(&["engine", "duck"], b"xboard\nprotover 2\nvariant duck\nsd 1\nusermove e2e4,e4e5\n"));
    assert!(said.contains("move ") && !said.contains("resign") && !said.contains("Illegal"), "{said}");
}
