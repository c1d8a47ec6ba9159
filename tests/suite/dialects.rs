//! Tests of positions and moves in the formats of other programs.
//!
//! The tests of positions use `ferz moves`, those of moves run the engine, and those of records use `ferz convert`.

use super::help::{code, err, ferz, ferz_in, folder, json, out, typed};

/// Converts the FEN of another program to the FEN of ferz.
fn read(game: &str, fen: &str) -> String {
    json(&["moves", game, "--fen", fen, "--json"])["fen"].as_str().expect("a FEN").to_owned()
}

/// Returns the message about a position that ferz refuses.
fn refused(game: &str, fen: &str) -> String {
    let output = ferz(&["moves", game, "--fen", fen]);
    assert_ne!(code(&output), Some(0), "{game} {fen}");
    err(&output)
}

#[test]
fn positions_of_other_programs_are_read() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let same = |game: &str, theirs: &str, ours: &str| assert_eq!(read(game, theirs), ours, "{game} {theirs}");
    // lichess counts the checks given, and other programs the remaining checks.
    let checks = format!("{START} w KQkq - 0 1 checks=wwwbbb");
    same("3check", &format!("{START} w KQkq - 0 1 +0+0"), &checks);
    same("3check", &format!("{START} w KQkq - 3+3 0 1"), &checks);
    same("3check", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +2+0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 checks=wwwb");
    // Some programs write the hands as a ninth rank, which can be empty.
    let house = |hand: &str| format!("{START}[{hand}] w KQkq - 0 1");
    same("crazyhouse", &format!("{START}/Pp w KQkq - 0 1"), &house("Pp"));
    same("crazyhouse", &format!("{START}/ w KQkq - 0 1"), &house(""));
    // Records and some programs name the horse and the elephant of xiangqi.
    let xiangqi = |row: &str| format!("{row}/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/{}", row.to_uppercase());
    let ours = format!("{} w - - 0 1", xiangqi("rnbakabnr"));
    for theirs in [format!("{} w - - 0 1", xiangqi("rheakaehr")), format!("{} r", xiangqi("rheakaehr"))] {
        same("xiangqi", &theirs, &ours);
    }
    same("janggi", "4k4/9/3h5/9/9/9/9/4E4/9/4K4 w - - 0 1", "4k4/9/3n5/9/9/9/9/4B4/9/4K4 w - - 0 1 pause=wb");
    // The field for castling names the unmoved pieces, and all others have moved.
    for rights in ["KQkq", "-", "K", "KQBCDFGkqbcdfg"] {
        let fen = format!("{START}[HEhe] w {rights} - 0 1");
        same("seirawan", &fen, &fen);
    }
    // White has a king of another kind than Black.
    same("spartan", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4{K.persian}2R w - - 0 1");
    // A hoplite is another stage while its side has a single king.
    let hoplite = "4k3/7h/8/8/8/8/8/4K2R w K - 0 1";
    same("spartan", hoplite, "4k3/7{h.kingmaker}/8/8/8/8/8/4{K.persian}2R w K - 0 1");
    // makruk has the limit of its count in the field for en passant.
    same("makruk", "8/8/4k3/8/8/3K4/8/R7 w - 32 4 60", "8/8/4k3/8/8/3K4/8/R7 w - - 4 60");
    // Positions in SFEN.
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    same("shogi", &format!("{shogi} b - 1"), &format!("{shogi}[] w - - 0 1"));
    let held = "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL";
    same("shogi", &format!("{held} w Pp 6"), &format!("{held}[Pp] b - - 0 3"));
    // Letters that denote other pieces in this program.
    let chigorin = "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1";
    assert!(read("chigorin", chigorin).contains("/{pb}{pb}{pb}"), "{}", read("chigorin", chigorin));
    // The duck is on the square that the pawn has left.
    let duck = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP*PPP/RNBQKBNR b KQkq e3 0 1";
    assert!(read("duck", duck).contains(" b KQkq e3"), "{}", read("duck", duck));
    let after = json(&["moves", "duck", "--after", "a2a3,d4", "--json"]);
    assert_eq!(after["fen"], "rnbqkbnr/pppppppp/8/8/3D4/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1");
    // Moves can also be copied from a record.
    for moves in ["e2e4,e7e5 g1f3", "1. e4 e5 2. Nf3", "1.e4,e5 2.Nf3!", "e4 e7-e5 g1f3"] {
        let after = json(&["moves", "chess", "--after", moves, "--json"]);
        assert_eq!(after["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "{moves}");
    }
}

#[test]
fn a_hyphen_means_that_no_piece_is_unmoved() {
    // The king has moved and returned, so it has lost its leap.
    let fen = "2s1kr2/3nm3/r5sn/Ppp1P2p/2p2p1p/3SPPPN/R1S2MK1/1N5R b - - 1+1 3 22";
    let left = moves("karouk", &format!("fen {fen}"));
    assert!(!left.is_empty() && !left.iter().any(|mv| mv == "e8c7"), "{left:?}");
    let start = moves("cambodian", "startpos");
    assert!(start.iter().any(|mv| mv == "d1b2"), "{start:?}");
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
fn an_invalid_position_is_reported_in_its_own_style() {
    for letter in ["+R", "D"] {
        let king = refused("shogi", &format!("8k/9/7{letter}1/9/9/9/9/9/9[P] w - - 0 1"));
        assert!(king.contains("White has no") && !king.contains("no piece"), "{king}");
    }
    let castling = refused("crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w KQ - 0 1");
    assert!(castling.contains("can no longer castle") && !castling.contains("no piece"), "{castling}");
}

/// Returns the answers of the engine to some lines.
fn engine(game: &str, lines: &str) -> String {
    out(&typed(&["engine", game], format!("{lines}\nquit\n").as_bytes()))
}

/// Returns the texts of the legal moves in UCI.
fn moves(game: &str, position: &str) -> Vec<String> {
    let said = engine(game, &format!("position {position}\ngo perft 1"));
    said.lines().filter_map(|line| Some(line.strip_suffix(": 1")?.to_owned())).collect()
}

#[test]
fn uci_has_the_words_that_programs_expect() {
    let all = [
        ("crazyhouse", "fen 7k/5P2/8/8/8/8/8/K7[] w - - 0 1", "f7f8q"),
        ("duck", "startpos", "e2e4,e4e5"),
        ("duck", "fen 4k3/7P/8/8/8/8/8/4K3 w - - 0 1", "h7h8q,h8a1"),
        ("janggi", "startpos", "e2e2"),
        ("makruk", "fen 4k3/8/8/5P2/8/8/8/4K3 w - - 0 1", "f5f6m"),
        ("seirawan", "startpos", "b1c3h"),
        ("shogi", "fen 4k4/9/9/1B7/9/9/9/9/4K4[] w - - 0 1", "b6c7+"),
        ("shatar", "fen rnj1kb2/ppp1pp1r/3Nb1pp/3p2B1/3P4/1P1BP2N/P1P2PPP/R2JK1R1 b - - 2 12", "e8d7"),
        ("atomic", "fen 4k2n/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7h8q"),
        ("chess960", "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1"),
        ("chess", "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
    ];
    for (game, position, wanted) in all {
        let moves = moves(game, position);
        assert!(moves.iter().any(|mv| mv == wanted), "{game}: {wanted} is not in {moves:?}");
        // The engine also reads the texts that it writes.
        let said = engine(game, &format!("position {position} moves {wanted}\nd"));
        assert!(!said.contains("info string"), "{said}");
    }
}

#[test]
fn the_word_before_a_position_tells_its_format() {
    const START: &str = "pgkst/5/5/5/TSKGP";
    for protocol in ["uci", "usi"] {
        let said = |position: &str| engine("kyotoshogi", &format!("{protocol}\nposition {position}\nd"));
        for (position, side) in [
            ("sfen S b - 1", "w"),
            ("sfen S w - 2", "b"),
            ("sfen S b", "w"),
            ("sfen S w -", "b"),
            ("fen S b -", "b"),
        ] {
            let said = said(&position.replace('S', START));
            assert!(said.contains(&format!("Fen: {START}[] {side} ")), "{protocol} {position}: {said}");
        }
        for (position, message) in [
            ("sfen S[] w - - 0 1", "`0` is one field too many for SFEN"),
            ("sfen S[] b - 1", "the ranks of SFEN have no hands after them"),
            ("sfen S r - 1", "the side to move in SFEN is `b` or `w`, not `r`"),
            ("sfen S b 1", "the hands of SFEN are pieces or `-`, not `1`"),
            ("sfen S b - x", "the number of the ply in SFEN is a number, not `x`"),
            ("sfen", "the position is empty"),
        ] {
            let said = said(&position.replace('S', START));
            assert!(said.contains("info string") && said.contains(message), "{protocol} {position}: {said}");
        }
    }
    // A game with castling has no SFEN.
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    assert!(engine("chess", &format!("usi\nposition sfen {chess}\nd")).contains(chess));
}

#[test]
fn usi_can_speak_the_dialect_of_a_server() {
    let all = |set: &str, position: &str| {
        engine("kyotoshogi", &format!("usi\n{set}\nposition {position}\ngo perft 1\ngo depth 1"))
    };
    let set = "setoption name Dialect value lishogi";
    let held = "sfen 1k3/5/5/5/T3K b TP 1";
    let (own, theirs) = (all("", held), all(set, held));
    assert!(own.contains("option name Dialect type combo default usi var usi var lishogi\n"), "{own}");
    assert!(own.contains("\n+P*3c: 1\n") && own.contains("\n5e5d-: 1\n"), "{own}");
    assert!(theirs.contains("\nR*3c: 1\n") && theirs.contains("\n5e5d+: 1\n"), "{theirs}");
    for set in ["", set] {
        for moves in ["5e5d+ 1a1b+", "5e5d- 1a1b-", "5e5d 1a1b"] {
            let said = all(set, &format!("startpos moves {moves}"));
            assert!(!said.contains("resign") && !said.contains("is not a move"), "{moves}: {said}");
        }
    }
    // The dialect stays when the game changes.
    let other = all(&format!("{set}\nsetoption name USI_Variant value micro"), "sfen k3/4/4/p3/L2K b P 1");
    assert!(other.contains("\nN*2b: 1\n") && other.contains("\n4e4d+: 1\n"), "{other}");
    let unknown = all("setoption name Dialect value lichess", held);
    assert!(unknown.contains("`lichess` is not a value of dialect"), "{unknown}");
}

#[test]
fn an_invalid_position_command_starts_no_search() {
    let said = engine("chess", "position startpos moves e2e4 e2e4\ngo depth 1");
    assert!(said.contains("info string") && said.contains("bestmove (none)"), "{said}");
}

#[test]
fn uci_can_select_free_castling() {
    let set = "setoption name UCI_Chess960 value true\n";
    let said = engine("chess", &format!("{set}position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\ngo perft 1"));
    assert!(said.contains("e1g1: 1") && said.contains("e1b1: 1"), "{said}");
    // Other games have the same castlings, and a game without castling is unchanged.
    for (game, position) in [
        ("crazyhouse", "4k3/8/8/8/8/8/8/1R2K1R1[] w KQ - 0 1"),
        ("atomic", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 3+3 0 1"),
        ("5check", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 5+5 0 1"),
        ("kingofthehill", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"),
    ] {
        let choose = format!("setoption name UCI_Variant value {game}\n");
        for options in [format!("{choose}{set}"), format!("{set}{choose}")] {
            let said = engine("chess", &format!("{options}position fen {position} moves e1g1\nd"));
            assert!(said.contains("/1R3RK1"), "{game}: {said}");
        }
    }
    let horde = "setoption name UCI_Variant value horde\n";
    let position = "position fen 1r2k1r1/8/8/8/8/8/8/P7 b kq - 0 1 moves e8b8";
    assert!(engine("chess", &format!("{set}{horde}{position}\nd")).contains("2kr2r1/8"));
}

#[test]
fn castlings_from_other_squares_are_those_of_the_game_with_free_castling() {
    let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1";
    let output = ferz(&["moves", "chess", "--fen", fen]);
    assert!(out(&output).contains("e1b1") && out(&output).contains("e1g1"), "{}", out(&output));
    assert!(err(&output).contains("those of `chess960`"), "{}", err(&output));
    let usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n";
    let (written, said) = converted(&["--to", "lichess"], &format!("{fen}\n{usual}"));
    assert_eq!((written, said), (format!("{fen}\n{usual}"), String::new()));
    let (written, _) = converted(&["--to", "fairy-stockfish"], &format!("{fen}\n"));
    assert_eq!(written, format!("{}\n", fen.replace("KQkq", "GBgb")));
    // Only the outermost rook is named by its side.
    let inner = "1rr1k3/8/8/8/8/8/8/1RR1K3 w Cb - 0 1";
    assert_eq!(
        converted(&["--to", "python-chess"], &format!("{inner}\n")).0,
        format!("{}\n", inner.replace("Cb", "Cq"))
    );
    let said = engine("chess", &format!("position fen {fen}\ngo depth 1"));
    assert!(said.contains("set UCI_Chess960") && !said.contains("(none)"), "{said}");
}

#[test]
fn impossible_castlings_and_captures_of_other_programs_are_warnings() {
    let both = "4k3/8/8/8/8/8/8/R3K3 w KQ e6 0 1";
    let told = |said: &str| {
        let faults = ["can no longer castle by `K`", "no piece can have passed over e6"];
        assert!(faults.iter().all(|fault| said.contains(fault)), "{said}");
    };
    let (written, said) = converted(&[], &format!("{both}\n"));
    told(&said);
    assert_eq!(written, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n");
    assert_eq!(converted(&[], "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\n").0, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let said = engine("chess", &format!("position fen {both} moves e1c1\nd"));
    told(&said);
    assert!(said.contains("2KR4 b - - 1 1"), "{said}");
    let said = engine("chess", &format!("xboard\nforce\nsetboard {both}\nusermove e1c1\nping 1"));
    told(&said);
    assert!(!said.contains("Illegal") && !said.contains("Error"), "{said}");
    let output = ferz(&["moves", "chess", "--fen", both, "--fen-style", "lichess"]);
    told(&err(&output));
    assert_eq!(code(&output), Some(0));
    // A position of ferz has no such faults.
    told(&refused("chess", both));
}

#[test]
fn a_long_castling_field_is_refused_at_once() {
    let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {} - 0 1", "K".repeat(1_000_000));
    let begun = std::time::Instant::now();
    let (written, said) = converted(&[], &fen);
    assert!(written.is_empty() && said.contains("at most 1024 letters"), "{}", said.len());
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
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
    // At the end of the input without `quit`, the engine answers before it ends.
    let said =
        out(&typed(&["engine", "duck"], b"xboard\nprotover 2\nvariant duck\nsd 1\nusermove e2e4,e4e5\n"));
    assert!(said.contains("move ") && !said.contains("resign") && !said.contains("Illegal"), "{said}");
}

#[test]
fn moves_are_listed_and_read_in_a_dialect() {
    let position = ["moves", "makruk", "--fen", "4k3/8/8/5P2/8/8/8/4K3 w - - 0 1", "--json"];
    let said = json(&[&position[..], &["--style", "fairy-stockfish"]].concat());
    assert!(said["moves"].as_array().expect("moves").contains(&"f5f6m".into()), "{said}");
    let said = json(&[&position[..], &["--style", "fairy-stockfish", "--after", "f5f6m"]].concat());
    assert_eq!(said["turn"], "black");
}

/// Returns the output and the messages of `ferz convert`.
fn converted(args: &[&str], input: &str) -> (String, String) {
    let output = typed(&[&["convert"], args].concat(), input.as_bytes());
    (out(&output), err(&output))
}

#[test]
fn positions_are_converted_line_by_line() {
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";\n\n4k3/8/8/8/8/8/8/4K2x w - - 0 1\n8/8/4k3/8/8/3K4/8/R7 b - - 4 60\n";
    let (written, said) = converted(&[], epd);
    assert_eq!(written, "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";\n8/8/4k3/8/8/3K4/8/R7 b - - 4 60\n");
    assert!(said.contains(":3:"), "the place of the fault: {said}");
    let sfen = "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL w Pp 6\n";
    let (written, _) = converted(&["--from", "usi", "--to", "fairy-stockfish", "-"], sfen);
    assert_eq!(written, "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL[Pp] b - - 0 3\n");
    assert_eq!(converted(&["--from", "fairy-stockfish", "--to", "usi", "-"], &written).0, sfen);
    let house = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Pp] w KQkq - 0 1\n";
    let lichess = house.replace("[Pp]", "/Pp");
    assert_eq!(converted(&["--game", "crazyhouse", "--to", "lichess"], house).0, lichess);
    assert_eq!(converted(&["--game", "crazyhouse", "--from", "lichess"], &lichess).0, house);
}

#[test]
fn lines_with_more_than_a_position_are_read() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K -";
    // The counts stay if the line has them, and so does everything after the position.
    for rest in
        ["", ";", " bm O-O", " 3 9;", " 3 9 bm O-O; id \"one\";", " 3 9 ;D1 15 ;D2 66", " hmvc 3; fmvn 9;"]
    {
        let written = if rest.is_empty() { " 0 1" } else { rest };
        for before in ["", "fen ", "Fen: ", "position fen "] {
            let line = format!("# a comment\n{before}{position}{rest}\n");
            assert_eq!(
                converted(&[], &line),
                (format!("# a comment\n{position}{written}\n"), String::new()),
                "{line}"
            );
        }
    }
    assert_eq!(read("chess", &format!("{position} 3 9; D1 15")), format!("{position} 3 9"));
    let castled = "4k3/8/8/8/8/8/8/5RK1 b - - 1 1\n";
    for line in [format!("{position} 0 1 moves e1g1"), format!("position fen {position} 0 1 moves e1g1")] {
        assert_eq!(converted(&[], &line), (castled.to_owned(), String::new()), "{line}");
    }
    let (written, said) = converted(&["--game", "shogi"], "startpos moves 7g7f 3c3d\n");
    assert!(said.is_empty() && written.contains(" w "), "{written} {said}");
    let (_, said) = converted(&[], &format!("{position} 0 1 moves e1g1 e1e5\n"));
    assert!(said.contains("`e1e5` is not a legal move here"), "{said}");
}

/// Returns a text in UTF-16 with its byte order mark.
fn wide(text: &str, is_big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
}

#[test]
fn files_in_utf_16_are_read() {
    let folder = folder("wide");
    let record = format!(
        "[White \"\u{3a9} \u{1f600}\"]\n[Result \"*\"]\n\n1. e4 {{ {} }} *\n",
        "\u{1f600}".repeat(9_000)
    );
    let rules = "variant wide \"Wide\" extends chess\n";
    for is_big in [false, true] {
        for input in [record.as_str(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"] {
            assert_eq!(out(&typed(&["convert"], &wide(input, is_big))), converted(&[], input).0);
        }
        std::fs::write(folder.join("wide.pgn"), wide(&record, is_big)).expect("written");
        std::fs::write(folder.join("wide.ferz"), wide(rules, is_big)).expect("written");
        let checked = ferz_in(&folder, &["check", "wide.pgn", "wide.ferz"]);
        assert_eq!(code(&checked), Some(0), "{}", err(&checked));
    }
}

#[test]
fn a_line_or_a_game_without_an_end_is_refused() {
    let games = "[Result \"*\"]\n\n1. e4 *\n\n".repeat(2);
    let long = format!("{games}[White \"{}\"]\n\n1. d4 *\n", "x".repeat(5_000_000));
    let (written, said) = converted(&[], &long);
    assert!(written.contains("1. e4 *") && said.contains("line 9 of - is longer than"), "{written} {said}");
    let long = format!(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1{}bm Kd1;\n",
        " ".repeat(5_000_000)
    );
    let (written, said) = converted(&[], &long);
    assert!(written.lines().count() == 1 && said.contains("line 2 of - is longer than"), "{written} {said}");
    let long = format!("{games}{}*\n", "1. d4 { a comment of some length }\n".repeat(150_000));
    let (_, said) = converted(&[], &long);
    assert!(said.contains("the game from line 9 of - is longer than"), "{said}");
}

#[test]
fn records_are_converted_game_by_game() {
    let game = |moves: &str| format!("[Variant \"Crazyhouse\"]\n[Result \"*\"]\n\n{moves} *\n\n");
    let (written, said) =
        converted(&["--to", "lichess"], &[game("1. e4 e5"), game("1. e5"), game("1. d4")].concat());
    assert_eq!(written.matches("[Variant \"Crazyhouse\"]").count(), 3, "{written}");
    assert!(written.contains("1. e4 e5 *") && written.contains("1. d4 *"), "{written}");
    assert!(said.contains("`e5`") && said.contains(":9:"), "{said}");
    let (written, said) = converted(&[], "1. e4 e5 2. Nf3 *\n");
    assert!(written.contains("[Variant \"chess\"]") && said.is_empty(), "{written} {said}");
    let unknown = typed(&["convert", "--to", "lichess2"], game("1. e4").as_bytes());
    assert!(err(&unknown).contains("did you mean `lichess`"), "{}", err(&unknown));
}

/// Moves of the knights after which a position occurs for the third time.
const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

#[test]
fn protocols_report_claimable_draws() {
    let said = engine("chess", &format!("position startpos moves {SHUFFLE}\ngo depth 1"));
    assert!(
        said.contains("info string White may claim a draw (repetition)") && said.contains("bestmove "),
        "{said}"
    );
    // The player to move is a queen down, and claims the draw.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
    let moves: String = SHUFFLE.split(' ').map(|mv| format!("usermove {mv}\n")).collect();
    let lines = format!("xboard\nprotover 2\nnew\nforce\nsetboard {fen}\n{moves}sd 1\ngo\n");
    // At the end of the input without `quit`, the engine answers before it ends.
    let said = out(&typed(&["engine", "chess"], lines.as_bytes()));
    assert!(said.contains("1/2-1/2 {repetition}") && !said.contains("\nmove "), "{said}");
}

#[test]
fn the_engine_plays_on_if_the_other_program_does_not_know_the_end() {
    // The third occurrence of a position ends this game, but not by the rules of some programs.
    let (shuffle, more) = ("b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8", "b1d2 b8d7");
    let said = engine("makruk", &format!("position startpos moves {shuffle}\ngo depth 1"));
    assert!(said.contains("the game is over: repetition") && !said.contains("(none)"), "{said}");
    let said = engine("makruk", &format!("position startpos moves {shuffle} {more}\ngo depth 1"));
    assert!(!said.contains("over") && !said.contains("(none)"), "{said}");
    // Between programs, XBoard's protocol leaves such an end to the one that arbitrates.
    let moves: String = shuffle.split(' ').map(|mv| format!("usermove {mv}\n")).collect();
    let xboard = |opponent: &str| {
        let lines = format!("xboard\nprotover 2\nvariant makruk\n{opponent}force\n{moves}sd 1\ngo\n");
        out(&typed(&["engine", "makruk"], lines.as_bytes()))
    };
    let said = xboard("computer\n");
    assert!(said.contains("\nmove ") && !said.contains("1/2-1/2"), "{said}");
    assert!(xboard("").contains("1/2-1/2 {repetition}"), "{}", xboard(""));
    // After a checkmate, there is no move.
    let mated = "fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1";
    let said = engine("makruk", &format!("position {mated}\ngo depth 1"));
    assert!(said.contains("bestmove (none)"), "{said}");
}

#[test]
fn the_strength_can_be_set_as_an_elo_rating() {
    let options = engine("chess", "uci");
    assert!(options.contains("option name UCI_LimitStrength type check default false"), "{options}");
    assert!(options.contains("option name UCI_Elo type spin default "), "{options}");
    let nodes = |points: u16| {
        let set =
            format!("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {points}\n");
        let said = out(&typed(
            &["engine", "chess"],
            format!("{set}position startpos\ngo movetime 60000\n").as_bytes(),
        ));
        assert!(said.contains("bestmove ") && !said.contains("info string"), "{said}");
        let last = said.lines().filter_map(|line| line.split(" nodes ").nth(1)).next_back().expect("a depth");
        last.split(' ').next().and_then(|nodes| nodes.parse::<u64>().ok()).expect("nodes")
    };
    assert!(nodes(1400) <= 400 && nodes(1850) > 2_000);
    let wrong = engine("chess", "setoption name UCI_Elo value 5000");
    assert!(wrong.contains("info string `5000` is not a value of elo"), "{wrong}");
}

#[test]
fn suicide_of_python_chess_is_a_game() {
    let said =
        engine("chess", "setoption name UCI_Variant value suicide\nposition startpos moves e2e3\ngo perft 1");
    assert!(said.contains("Nodes searched: 20"), "{said}");
}
