//! Tests of records in the forms in which other programs and people write them.
//!
//! Each record deviates from the standard in one respect, and must be read as its author intended, sometimes with a
//! warning.

use super::help::{Disk, load};
use super::random::Random;
use ferz_core::base::Move;
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::GameHistory;
use ferz_lang::catalog::Catalog;
use ferz_syntax::messages::diagnostic::Severity;
use ferz_text::notation::dialect::{Codec, Dialect};
use ferz_text::notation::record::{self, Identity, Recorded};
use ferz_text::notation::{fen, movetext, san};

/// Reads the games of a text. Returns them with the code of each problem, which has a suffix if it is an error.
fn read(text: &str) -> (Vec<Recorded>, Vec<String>) {
    let mut load = |identity: &Identity| {
        let loaded = Catalog::new(&Disk).load(&identity.reference(), &identity.sets);
        let loaded = loaded.map_err(|failure| record::unreadable(failure.problems))?;
        Ok(Engine::new(&loaded.variant))
    };
    let (games, problems) = record::read(text, 0, &mut load);
    let said = problems.iter().map(|problem| {
        let sign = if problem.severity == Severity::Error { "!" } else { "" };
        format!("{}{sign} `{}`", problem.code.text(), &text[problem.place().range()])
    });
    (games, said.collect())
}

#[test]
fn records_of_other_programs_are_read() {
    for (text, said) in [
        (include_str!("../fixtures/records/chess960-kingside.pgn"), &[] as &[&str]),
        (include_str!("../fixtures/records/promoted.pgn"), &[]),
        (include_str!("../fixtures/records/exploding-promotion.pgn"), &[]),
        (include_str!("../fixtures/records/title.pgn"), &[]),
        (include_str!("../fixtures/records/as-found.pgn"), &["fen-number `0`", "pgn-result `*`"]),
        (include_str!("../fixtures/records/wrong-variation.pgn"), &["move-illegal `Ke3`"]),
    ] {
        let (games, found) = read(text);
        assert_eq!(found, said, "{text}");
        assert!(!games.is_empty(), "{text}");
    }
}

#[test]
fn shogi_and_xiangqi_notations_stand_for_the_moves_that_fairy_stockfish_means() {
    let text = include_str!("../fixtures/records/numbered.txt");
    let dialect = Dialect::named("fairy-stockfish").expect("a dialect");
    let mut games = 0;
    for block in text.split("\n\n").skip(1) {
        let lines: Vec<&str> = block.lines().collect();
        let [heading, moves, squares] = lines.as_slice() else { panic!("three lines: {block}") };
        let game = heading.split(' ').next().expect("a game");
        let (games_read, problems) = read(&format!("[Variant \"{game}\"]\n\n{moves} *\n"));
        let is_error = |problem: &String| problem.contains('!');
        assert!(!problems.iter().any(is_error), "{heading}: {problems:?}");
        let played = &games_read[0].game;
        let engine = played.engine();
        let codec = Codec::new(engine.variant(), dialect);
        let mut before = played.start();
        for ((ply, text), wanted) in played.plies().iter().zip(moves.split(' ')).zip(squares.split(' ')) {
            let legal = engine.legal_moves(&engine.position(before));
            let wanted = codec.find(engine, before, &legal, wanted);
            assert_eq!(Some(&ply.mv), wanted, "{text} in {heading}");
            before = ply.setup();
        }
        assert_eq!(played.plies().len(), moves.split(' ').count(), "{heading}");
        games += 1;
    }
    assert_eq!(games, 38);
}

#[test]
fn a_record_of_xiangqi_may_name_its_game_and_its_format_in_other_tags() {
    let (games, problems) = read(include_str!("../fixtures/records/chinese-chess.pgn"));
    assert_eq!(problems, [""; 0]);
    let (last, others) = games.split_last().expect("games");
    for game in others {
        assert_eq!(game.heading.identity.variant, "xiangqi");
        assert_eq!(record::line(&game.game), ["Che3", "Ng8", "Ng3", "Rh10"]);
    }
    assert_eq!(others.len(), 4);
    // The moves are written in another format than that of the tag.
    assert!(!record::rewrite(last, Dialect::own()).contains("Format"));
    assert_eq!(record::line(&last.game), ["Cbe3", "Nc8", "Ch5", "Ra9", "Ce5+", "Ade9", "Ce6"]);
    // The tag can also hold the number of the game.
    for (text, game) in [("[Game \"960\"]", "chess"), ("[Game \"Crazyhouse\"]", "crazyhouse")] {
        assert_eq!(read(&format!("{text}\n\n1. e4 *")).0[0].heading.identity.variant, game);
    }
}

#[test]
fn a_result_after_the_moves_counts_if_the_tag_leaves_it_open() {
    for (tag, after, wanted) in
        [("*", "1-0", "1-0"), ("?", "0-1", "0-1"), ("1/2-1/2", "*", "1/2-1/2"), ("1-0", "0-1", "1-0")]
    {
        let (games, problems) = read(&format!("[Result \"{tag}\"]\n\n1. e4 {after}\n"));
        let written = record::rewrite(&games[0], Dialect::own());
        assert!(written.contains(&format!("[Result \"{wanted}\"]")), "{written}");
        assert!(written.trim_end().ends_with(&format!(" {wanted}")), "{written}");
        let said: Vec<String> = (tag != "?").then(|| format!("pgn-result `{after}`")).into_iter().collect();
        assert_eq!(problems, said, "{tag} {after}");
    }
}

#[test]
fn repetitions_are_counted_in_a_long_game() {
    let variant = load("xiangqi");
    let engine = Engine::new(&variant);
    let mut game = GameHistory::new(&engine, variant.start());
    let (mut seen, mut random) = (vec![fen::write_epd(&variant, game.setup(), None)], Random(9));
    while seen.len() < 1_000 {
        // Taking moves back must not change the counts.
        let back = if random.below(400) == 0 { random.below(300).min(seen.len() - 1) } else { 0 };
        for _ in 0..back {
            game.undo();
            seen.pop();
        }
        let (_, legal) = game.continued(game.setup());
        if legal.is_empty() {
            game.undo();
            seen.pop();
            continue;
        }
        // Few moves return to a position.
        let rooks = |mv: &&Move| mv.from.is_some_and(|from| "ai".contains(&variant.board.name(from)[..1]));
        let some: Vec<&Move> = legal.iter().filter(rooks).collect();
        let mv = if some.is_empty() { &legal[0] } else { some[random.below(some.len())] };
        assert!(game.play_on(mv));
        let position = fen::write_epd(&variant, game.setup(), None);
        seen.push(position.clone());
        let times = seen.iter().filter(|other| **other == position).count();
        assert_eq!(game.times() as usize, times, "ply {}", seen.len());
    }
}

#[test]
fn a_plus_is_a_promotion_where_no_check_is_given() {
    let start = "[Variant \"shogi\"]\n[FEN \"4k4/9/9/4P4/9/9/9/9/4K4[] w - - 0 1\"]\n\n";
    for (text, wanted) in
        [("e6e7+", "e7=T"), ("Pe6-e7+", "e7=T"), ("e7+", "e7=T"), ("P-53+", "e7=T"), ("e7", "e7")]
    {
        let (games, problems) = read(&format!("{start}{text} *"));
        assert!(problems.iter().all(|problem| !problem.contains('!')), "{text}: {problems:?}");
        assert_eq!(record::line(&games[0].game), [wanted], "{text}");
    }
}

#[test]
fn hostile_moves_are_refused() {
    for text in ["1. e4,aéb *", "1. e4,éé *", "1. e4,é *"] {
        let (games, problems) = read(text);
        assert!(problems.iter().any(|problem| problem.contains('!')), "{text}");
        games.iter().for_each(|game| assert!(!record::rewrite(game, Dialect::own()).is_empty()));
    }
}

#[test]
fn variations_that_are_nested_too_deeply_are_left_out_with_a_warning() {
    let deep = |levels: usize| {
        let open = ["(1. d4 ", "(1. e4 {A} $1 "].repeat(levels.div_ceil(2))[..levels].concat();
        format!("1. e4 {open}{}e5 2. Nf3 *", ") ".repeat(levels))
    };
    for (levels, problems) in [(64, 0), (65, 1), (12_000, 1)] {
        let (games, said) = read(&deep(levels));
        assert_eq!(said, ["pgn-syntax `(`"].repeat(problems), "{levels}");
        let [game] = games.as_slice() else { panic!("one game") };
        assert_eq!((game.game.plies().len(), game.variations.len()), (3, 64), "{levels}");
        let (again, said) = read(&record::rewrite(game, Dialect::own()));
        assert_eq!((again[0].variations.len(), said), (64, Vec::new()), "{levels}");
    }
}

#[test]
fn castling_is_named_after_the_square_of_the_partner() {
    let variant = load("chess960");
    let engine = Engine::new(&variant);
    for (position, wanted) in [
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "O-O O-O-O"),
        ("4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "O-O O-O-O"),
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "O-O O-O-O"),
    ] {
        let setup = fen::read(&variant, position).expect("a position");
        let legal = engine.legal_moves(&engine.position(&setup));
        let algebraic = san::Algebraic::new(&variant, &setup, &legal);
        for text in wanted.split(' ') {
            let mv = algebraic.read(text).unwrap_or_else(|| panic!("{text} in {position}"));
            assert_eq!(algebraic.shortest(mv), text, "{position}");
        }
    }
}

#[test]
fn a_move_may_name_the_new_type_without_a_choice() {
    let text = |game: &str, position: &str, text: &str| {
        let variant = load(game);
        let engine = Engine::new(&variant);
        let setup = fen::read_as(&variant, position, true).expect("a position");
        let legal = engine.legal_moves(&engine.position(&setup));
        movetext::read(&variant, &setup, &legal, text).map(|mv| movetext::write(&variant, mv)).ok()
    };
    let exploding = "k6n/6P1/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(text("atomic", exploding, "g7h8n").as_deref(), Some("g7h8n"));
    assert_eq!(text("atomar", exploding, "g7h8r").as_deref(), Some("g7h8r"));
    assert_eq!(text("atomic", exploding, "g7h8k"), None);
    assert_eq!(text("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4q"), None);
    assert_eq!(text("makruk", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6m").as_deref(), Some("e5e6"));
}

#[test]
fn draws_may_be_claimed_before_they_happen() {
    let variant = load("chess");
    let engine = Engine::new(&variant);
    let mut game = GameHistory::new(&engine, variant.start());
    let mut claimed = Vec::new();
    while game.outcome().is_none() {
        let text = ["g1f3", "g8f6", "f3g1", "f6g8"][game.plies().len() % 4];
        let mv = movetext::read(&variant, game.setup(), &game.legal_moves(), text).cloned().expect("a move");
        assert!(game.play(&mv));
        claimed.extend(game.claims().into_iter().map(|claim| (game.plies().len(), claim.reason)));
    }
    let of = |outcome: Option<ferz_core::base::Outcome>| outcome.map(|outcome| outcome.reason);
    assert_eq!((game.plies().len(), of(game.outcome())), (16, Some("fivefold-repetition".to_owned())));
    assert_eq!(claimed.first(), Some(&(8, "repetition".to_owned())));
    assert!(game.claims().is_empty() && !game.claim("repetition"));
    while game.plies().len() > 8 {
        game.undo();
    }
    assert!(!game.claim("fifty-moves") && game.claim("repetition"));
    assert!(game.legal_moves().is_empty() && of(game.outcome()).as_deref() == Some("repetition"));
    game.undo();
    assert!(game.outcome().is_none() && !game.legal_moves().is_empty());
    for (clock, claims, outcome) in
        [(99, 0, None), (100, 1, None), (149, 1, None), (150, 0, Some("seventy-five-moves"))]
    {
        let position = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90");
        let game = GameHistory::new(&engine, fen::read(&variant, &position).expect("a position"));
        assert_eq!((game.claims().len(), of(game.outcome()).as_deref()), (claims, outcome), "{position}");
    }
}

#[test]
fn rules_match_their_sources() {
    let legal = |game: &str, position: &str| {
        let variant = load(game);
        let engine = Engine::new(&variant);
        let setup = fen::read_as(&variant, position, true).expect("a position");
        movetext::list(&variant, &engine.legal_moves(&engine.position(&setup)))
    };
    for game in ["antichess", "giveaway"] {
        assert_eq!(legal(game, "B7/2k5/8/7b/8/8/8/6K1 w - - 0 30").len(), 12, "{game}");
    }
    // Adjacent kings protect each other. Beside its partner, the king is not attacked on its target.
    for (position, text, is_legal) in [
        ("r3k2R/4K3/8/8/8/8/8/8 b q - 0 1", "e8c8", true),
        ("8/8/8/8/8/8/4k3/R3K2q w Q - 0 1", "e1c1", true),
        ("8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "e1c1", false),
    ] {
        assert_eq!(legal("atomic", position).iter().any(|mv| mv == text), is_legal, "{position}");
    }
}

#[test]
fn records_may_continue_after_an_end_by_repetition() {
    // The positions after the fifth occurrence, and after 75 moves of each side.
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let repeated = format!("[Result \"*\"]\n\n{shuffle} e4 e5 *\n");
    let quiet = "[FEN \"4k3/8/8/8/8/8/4P3/4K2R w - - 149 90\"]\n[Result \"*\"]\n\nRh2 Kd8 Rh1 Kd7 *\n";
    for record in [repeated.as_str(), quiet] {
        let variant = load("chess");
        let (games, problems) = record::read(record, 0, &mut |_| Ok(Engine::new(&variant)));
        assert!(problems.len() == 1 && problems[0].severity == Severity::Warning, "{problems:?}");
        assert!(problems[0].message.contains("over before this move"), "{problems:?}");
        let moves = record.lines().next_back().expect("moves").split_whitespace().count() - 1;
        assert_eq!(games[0].game.plies().len(), moves, "all moves are played");
    }
}

#[test]
fn castlings_of_pieces_that_are_elsewhere_are_left_out_with_a_warning() {
    let record =
        |castlings: &str| format!("[FEN \"1rr3k1/8/8/8/8/8/8/1NKR3R b {castlings} - 0 1\"]\n\n1... Kf7 *\n");
    for (castlings, warnings) in [("Kq", 2), ("K", 1), ("-", 0)] {
        let variant = load("chess");
        let (games, problems) = record::read(&record(castlings), 0, &mut |_| Ok(Engine::new(&variant)));
        assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "{problems:?}");
        assert_eq!((games.len(), problems.len()), (1, warnings), "{problems:?}");
        assert_eq!(games[0].game.plies().len(), 1);
    }
}

#[test]
fn quotes_within_a_tag_are_a_warning() {
    let variant = load("chess");
    let read = |text: &str| record::read(text, 0, &mut |_| Ok(Engine::new(&variant)));
    let (games, problems) = read("[White \"\"Mephisto\"\"]\n[Black \"B]\n\n1. e4 *\n");
    assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "{problems:?}");
    let tag = |name: &str| games[0].heading.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str());
    assert_eq!((tag("White"), tag("Black"), problems.len()), (Some("\"Mephisto\""), Some("B"), 2));
    // In a FEN, the same mistake is an error, because the position must be unambiguous.
    let (_, problems) = read("[FEN \"\"8/8\"\"]\n\n1. e4 *\n");
    assert!(problems.iter().any(|problem| problem.severity == Severity::Error), "{problems:?}");
}

/// Returns the length of each game, and the problems.
fn lengths(text: &str) -> (Vec<usize>, Vec<String>) {
    let (games, problems) = read(text);
    (games.iter().map(|game| game.game.plies().len()).collect(), problems)
}

#[test]
fn counts_that_are_no_numbers_are_those_of_the_start() {
    for counts in ["- -", "-1 -1", "0 0", "-1 0"] {
        let (games, _) = read(&format!("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - {counts}\"]\n\n1. O-O *"));
        let start = games.first().map(|game| game.game.start());
        assert_eq!(start.map(|start| (start.halfmove, start.fullmove)), Some((0, 1)), "{counts}");
    }
}

#[test]
fn games_without_tags_are_divided_by_results_and_blank_lines() {
    for (text, wanted) in [
        ("1. e4 e5 *\n\n1. d4 d5 *\n", &[2, 2][..]),
        ("1. e4 e5 1-0 1. d4 1/2-1/2 1. c4 c5 *", &[2, 1, 2]),
        ("1. e4 e5\n\n1. d4 d5\n", &[2, 2]),
        ("1 e4 e5\n\n1 d4 d5\n", &[2, 2]),
        // These texts continue the same game.
        ("{ A comment }\n\n1. e4 e5\n\n2. Nf3 *\n", &[3]),
        ("1. e4 { A comment }\n\n1... e5 *\n", &[2]),
        ("1. e4 ( 1. d4\n\n1. c4 ) e5 *\n", &[2]),
        ("( 1. d4 )\n\n1. e4 *\n", &[1]),
        ("[White \"A\"]\n\n1. e4 *\n\n\u{feff}[White \"B\"]\n\n1. d4 d5 *\n", &[1, 2]),
    ] {
        assert_eq!(lengths(text).0, wanted, "{text}");
        // A file is divided in the same way while it is read.
        let mut splitter = record::Splitter::default();
        let mut chunks: Vec<_> =
            text.split_inclusive('\n').filter_map(|line| splitter.line(line.as_bytes())).collect();
        chunks.extend(splitter.finish());
        let parts: Vec<usize> = chunks.iter().flat_map(|chunk| lengths(&chunk.text).0).collect();
        assert_eq!(parts, wanted, "{text}");
    }
}

#[test]
fn faults_that_do_not_prevent_a_replay_are_warnings() {
    for (text, wanted, said) in [
        ("1. e4 e5 { an unfinished comment", 2, &["pgn-syntax `{`"][..]),
        ("1. e4 e5 ( 1... c5 2. Nf3", 2, &["pgn-syntax `(`"]),
        ("1. e4 ) e5 } *", 2, &["pgn-syntax `)`", "pgn-syntax `}`"]),
        ("[White 'A']\n[Black]\n\n1. e4 *", 1, &["pgn-syntax `[White 'A']`", "pgn-syntax `[Black]`"]),
        ("[pgn] 1. e4 e5 *\n[/pgn]", 2, &["pgn-syntax `[pgn] 1. e4 e5 *`", "pgn-syntax `[/pgn]`"]),
        ("1. e4 e5 1-0 2. Nf3", 2, &["pgn-syntax `Nf3`"]),
        ("1. e4 e\u{202e}5 2. N\u{ad}f3 *", 3, &["pgn-syntax `e\u{202e}5`"]),
        ("[FEN \"\"]\n\n1. e4 *", 1, &["fen-empty ``"]),
        (
            "[fen \"4k3/8/8/8/8/8/8/4K2R W K - - -\"]\n\n1. O-O *",
            1,
            &["fen-side `W`", "fen-number `-`", "fen-number `-`"],
        ),
        (
            "[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - e4 -1 1\"]\n\n1... Kd7 *",
            1,
            &["fen-en-passant `e4`", "fen-number `-1`"],
        ),
        // A dead position ends the game, but some players continue.
        ("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 5 40\"]\n\n40... Kd7 41. Kd2 *", 2, &["move-game-over `Kd7`"]),
    ] {
        let (games, problems) = lengths(text);
        assert_eq!(
            (games.as_slice(), problems),
            (&[wanted][..], said.iter().map(|one| (*one).to_owned()).collect()),
            "{text}"
        );
    }
    // Without the tag, the position would be another one.
    assert!(lengths("[FEN 4k3/8/8/8/8/8/8/4K3 b - - 5 40]\n\n40... Kd7 *").1[0].starts_with("pgn-syntax!"));
}

#[test]
fn moves_and_results_are_read_as_other_programs_write_them() {
    for (text, wanted) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\u{2011}O Nf6 5. d4 O\u{2013}O 1\u{2013}0", 10),
        ("[Result \"½-½\"]\n\n1. e4 e5 ½-½", 2),
        ("[Result \"½\"]\n\n1. e4 e5 ½", 2),
        ("1. ♘f3 ♞f6 2. ♙e3 *", 3),
        ("1. e4 N e5 D 2. Nf3 <reserved> Nc6 3. Bc4 ep *", 5),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 # 1-0", 7),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 mate 1-0", 7),
        ("[FEN \"4k3/1P5P/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. b8=n *", 1),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. @e4 *", 7),
        ("[Variant \"Crazyhouse960\"]\n\n1. e4 d5 *", 2),
        ("[FEN \"1n2k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1\"]\n\n1. a8q Ke7 2. e4×d5 1:0", 3),
        ("[FEN \"1n2k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1\"]\n\n1. axb8n+ Ke7 2. e×d5 1/2:1/2", 3),
        ("[FEN \"1n5k/P1P5/8/8/8/8/8/K7 w - - 0 1\"]\n\n1.a8(Q) Kg7 2. cxb8=(N)! {A} (2. c8/R) *", 3),
        ("1. e4(N) e5 2. Nf3(D) *", 3),
        ("1. e2-e4! f7-f5 2. d1-h5+ g7-g6 3. h5g6+! h7g6# *", 6),
        ("1. ♘\u{fe0e}f3 ♞\u{fe0f}f6 2. e4‼\u{fe0f} *", 3),
        ("\u{200e}[White \"A\"]\n\n1.\u{200b}e4\0 $-1 e5 \u{200e}2. \u{202a}Nf3 +\u{200d} *\n\u{1a}", 3),
        ("[Result \"0:1\"]\n\n1. e4 e5 0:1", 2),
        ("[Variant \"Illegal\"]\n\n1. e4 d5 *", 2),
        ("[Variant \"Xiangqi\"]\n\n1. Hc3 Hc8 2. Ece3 *", 3),
        ("[Variant \"Janggi\"]\n\n1. Ke2 Ha8 *", 2),
        // Squares as other programs name them.
        ("[Variant \"Xiangqi\"]\n\n1. H2-E2 H9-G7 (1... b7e7) 2. h0g2 *", 3),
        ("[Variant \"Shogi\"]\n\n1. 7g7f 3c3d 2. 8h2b+ 3a2b 3. B*5e *", 5),
    ] {
        let (games, problems) = lengths(text);
        assert_eq!((games.as_slice(), problems), (&[wanted][..], Vec::new()), "{text}");
    }
    // If not all moves can be read so, the problem is that of the usual names.
    let (_, problems) = read("[Variant \"Xiangqi\"]\n\n1. h2e2 h9g7 2. a1a1 *");
    assert_eq!(problems, ["move-empty-square! `h2e2`"]);
    let mixed = b"[White \"J\xfcrgen\"]\n\n1. Nf3\xe2\x80\xbc *\n";
    assert_eq!(record::decoded(mixed), "[White \"J\u{fc}rgen\"]\n\n1. Nf3\u{203c} *\n");
    let (games, _) = read("1. e4 N D *");
    assert_eq!(games[0].notes, [[record::Note::Mark(146), record::Note::Mark(220)]]);
}

#[test]
fn records_are_written_as_other_programs_read_them() {
    // Moves after the end are written like all others, in variations too.
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 5 40\"]\n\n40... Kd7 41. Kd2 (41. Kf2 Kd6) *";
    let written = record::rewrite(&read(text).0[0], Dialect::named("lichess").expect("a dialect"));
    assert!(written.ends_with("\n40... Kd7 41. Kd2 (41. Kf2 Kd6) *\n\n"), "{written}");
    // A line never ends within a command.
    let words = "word ".repeat(13);
    let text = format!("1. e4 {{ {words} [%clk 1:00:00] [%eval 0.3] and more }} *");
    let written = record::rewrite(&read(&text).0[0], Dialect::own());
    assert!(written.contains("\n[%clk 1:00:00] [%eval 0.3] and more } *\n"), "{written}");
}

#[test]
fn comments_and_signs_survive_a_conversion() {
    let rewritten = |bytes: &[u8]| {
        let text = record::decoded(bytes);
        let (games, _) = read(&text);
        let all = games.iter().map(|game| record::rewrite(game, Dialect::own()));
        all.map(|text| text.rsplit_once("]\n\n").map_or(text.clone(), |(_, moves)| moves.to_owned()))
            .collect::<String>()
    };
    for (bytes, wanted) in [
        // The quotes of Windows, and characters that are not printed.
        (
            &b"1. e4 {White\x92s \x93best\x94 move\x06} *"[..],
            "1. e4 { White\u{2019}s \u{201c}best\u{201d} move } *\n\n",
        ),
        ("1. e4 {a\u{200d}b} *".as_bytes(), "1. e4 { ab } *\n\n"),
        (b"1. e4 {[a \0b]} *", "1. e4 { [a b] } *\n\n"),
        // Signs that assess a position or a move, separate and attached.
        (
            "1. e4 = e5 +/= 2. Nf3 \u{b1} Nc6 +- 3. Bb5 \u{2213} a6 \u{221e} *".as_bytes(),
            "1. e4 $10 e5 $14 2. Nf3 $16 Nc6 $18 3. Bb5 $17 a6 $13 *\n\n",
        ),
        (
            "1. e4+/- e5\u{25a1} 2. Nf3!\u{b1} Nc6-+ *".as_bytes(),
            "1. e4 $16 e5 $7 2. Nf3 $1 $16 Nc6 $19 *\n\n",
        ),
        ("1. e4 ! (=) e5 *".as_bytes(), "1. e4 $1 e5 *\n\n"),
        // A comment without an end extends to the next game.
        (b"1. e4 {never closed e5 2. Nf3 *", "1. e4 { never closed e5 2. Nf3 * } *\n\n"),
        (
            b"[Event \"A\"]\n\n1. e4 {open\n\n[Event \"B\"]\n\n1. d4 d5 *\n",
            "1. e4 { open } *\n\n1. d4 d5 *\n\n",
        ),
    ] {
        assert_eq!(rewritten(bytes), wanted, "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn games_without_moves_are_games_of_their_own() {
    let text = "[Event \"A\"]\n[White \"A1\"]\n\n[Event \"B\"]\n[White \"B1\"]\n\n1. e4 1-0\n";
    let (games, problems) = read(text);
    let white = |game: &Recorded| {
        game.heading.tags.iter().find(|(name, _)| name == "White").cloned().expect("a tag").1
    };
    let found: Vec<_> = games.iter().map(|game| (white(game), game.game.plies().len())).collect();
    assert_eq!((found, problems), (vec![("A1".to_owned(), 0), ("B1".to_owned(), 1)], Vec::new()));
    let mut splitter = record::Splitter::default();
    let chunks = text.split_inclusive('\n').filter(|line| splitter.line(line.as_bytes()).is_some()).count();
    assert_eq!(chunks, 1, "the second game begins at its event");
}

#[test]
fn records_in_other_formats_and_encodings_are_named() {
    for (text, wanted) in [
        ("V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n", "pgn-syntax! `V2.2`"),
        ("# KIF\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n", "pgn-syntax! `# KIF`"),
        (
            "[Red \"\u{ba}\u{fa}\u{c8}\u{d9}\u{bb}\u{aa}\"]\n\n1. e4 *\n",
            "not-utf8 `\u{ba}\u{fa}\u{c8}\u{d9}\u{bb}\u{aa}`",
        ),
    ] {
        assert_eq!(read(text).1, [wanted], "{text}");
    }
}

#[test]
fn a_position_with_free_castling_is_one_of_the_game_that_has_it() {
    let fen = "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w KQkq - 0 1";
    for (tag, game) in [
        ("", "chess960"),
        ("[Variant \"Standard\"]", "chess960"),
        ("[Variant \"From Position\"]", "chess960"),
        ("[Variant \"Chess960\"]", "chess960"),
        ("[Variant \"Crazyhouse\"]", "crazyhouse960"),
        ("[Variant \"Crazyhouse960\"]", "crazyhouse960"),
        ("[Variant \"Atomic960\"]", "atomic960"),
        ("[Variant \"Three-check 960\"]", "3check960"),
        ("[Variant \"5-check\"]", "5check960"),
        ("[Variant \"KOTH 960\"]", "kingofthehill960"),
    ] {
        for fen in [fen.to_owned(), fen.replace("KQkq", "HBhb")] {
            let (games, problems) = read(&format!("{tag}\n[FEN \"{fen}\"]\n\n1. O-O-O O-O *\n"));
            assert_eq!(problems, [""; 0], "{tag} {fen}");
            let Recorded { game: played, heading, .. } = &games[0];
            assert_eq!((played.plies().len(), heading.identity.variant.as_str()), (2, game), "{tag} {fen}");
            assert_eq!(played.variant().id, game);
        }
    }
    // A castling that no game has is left out with a warning, and the usual castlings do not change the game.
    let (games, problems) = read("[FEN \"1rk4r/8/8/8/8/8/8/2K5 w K - 0 1\"]\n\n1. Kd2 *\n");
    assert_eq!(
        (problems, games[0].heading.identity.variant.as_str()),
        (vec!["fen-castling-pieces `K`".to_owned()], "chess")
    );
    let (games, _) = read("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1\"]\n\n1. O-O O-O-O *\n");
    assert_eq!((games[0].game.plies().len(), games[0].heading.identity.variant.as_str()), (2, "chess"));
}
