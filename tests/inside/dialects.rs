//! Tests that ferz reads back what it writes in the dialects of other programs.
//!
//! Random games supply positions and moves. [`faults`] writes each of them in a dialect and reads it again.

use super::help::{load, load_text, sample};
use super::random::{INVENTED, Random};
use ferz_core::base::{Move, Setup};
use ferz_core::fast::engine::Engine;
use ferz_core::rules::Variant;
use ferz_lang::catalog::built_in_names;
use ferz_text::notation::dialect::{Codec, Dialect, game_called};
use ferz_text::notation::fen::{self, FenStyle};
use ferz_text::notation::record::{self, Identity, RecordDefaults};
use ferz_text::notation::{movetext, san};

/// Returns the positions of a random game, each with its legal moves.
pub fn wander(engine: &Engine, random: &mut Random, plies: usize) -> Vec<(Setup, Vec<Move>)> {
    let mut position = engine.position(&engine.variant().start());
    let mut seen = Vec::new();
    for _ in 0..plies {
        let legal = engine.legal_moves(&position);
        let setup = engine.setup(&position);
        let next = (!legal.is_empty()).then(|| legal[random.below(legal.len())].clone());
        seen.push((setup, legal));
        match next.and_then(|mv| engine.play(&position, &mv)) {
            Some(next) => position = next,
            None => break,
        }
    }
    seen
}

/// Describes the first move or position that is not read back as it was written.
pub fn faults(variant: &Variant, dialect: &'static Dialect, seen: &[(Setup, Vec<Move>)]) -> Option<String> {
    let (engine, codec) = (Engine::new(variant), Codec::new(variant, dialect));
    let style = FenStyle::in_dialect(variant, codec.clone());
    let has_long_tokens = variant.piece_types.iter().any(|own| own.token.chars().count() > 1);
    for (setup, legal) in seen.iter().step_by(6) {
        let text = fen::write_in(variant, setup, Some(&style));
        for (how, read) in [
            ("told", fen::read_in(variant, &text, true, Some(&style))),
            ("recognized", fen::read_as(variant, &text, true)),
        ] {
            let mut wanted = fen::lasting(variant, setup).into_owned();
            // Some dialects have no field for the number of quiet plies.
            if let (true, Ok(read)) =
                (matches!(dialect.name.as_str(), "usi" | "lishogi" | "cutechess"), &read)
            {
                wanted.halfmove = read.halfmove;
            }
            // Letters that stand for longer tokens are not guessed.
            let may_fail = how == "recognized" && dialect.single && has_long_tokens;
            if read.as_ref() != Ok(&wanted) && !(may_fail && read.is_err()) {
                let why = read.map(|read| fen::write(variant, &read));
                let why = why.map_err(|problems| problems[0].message.clone());
                let dialect = &dialect.name;
                return Some(format!("{} in {dialect}, {how}: {text} is read as {why:?}", variant.id));
            }
        }
        let texts = codec.write_all(&engine, setup, legal);
        for (mv, listed) in legal.iter().zip(texts).step_by(1 + legal.len() / 4) {
            let text = codec.write(&engine, setup, legal, mv);
            let found = codec.find(&engine, setup, legal, &text);
            if found != Some(mv) || text != listed {
                let own = |mv: &Move| movetext::write(variant, mv);
                let (own_text, found) = (own(mv), found.map(own));
                return Some(format!(
                    "{} in {}: {own_text} is {text}, which is {found:?}",
                    variant.id, dialect.name
                ));
            }
        }
    }
    None
}

#[test]
fn dialect_output_is_read_back() {
    let mut random = Random(40);
    let mut wrong = Vec::new();
    // The suite plays a fifth of the games, and `FERZ_SAMPLES=5` all of them.
    let every = (5 / sample(1)).max(1);
    let invented = INVENTED.iter().map(|path| (*path).to_owned());
    for name in built_in_names().into_iter().chain(invented).step_by(every) {
        let variant = load(&name);
        let seen = wander(&Engine::new(&variant), &mut random, 15);
        wrong.extend(Dialect::all().iter().filter_map(|dialect| faults(&variant, dialect, &seen)));
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns positions of random games, each with its legal moves.
fn positions(engine: &Engine, random: &mut Random, count: usize) -> Vec<(Setup, Vec<Move>)> {
    let mut seen = Vec::new();
    while seen.len() < count {
        seen.extend(wander(engine, random, 60));
    }
    seen.truncate(count);
    seen
}

#[test]
fn shogi_programs_read_each_other() {
    let [usi, lishogi] = ["usi", "lishogi"].map(|name| Dialect::named(name).expect("a dialect"));
    let mut random = Random(68);
    for game in ["kyotoshogi", "micro", "minishogi", "shogi"] {
        let variant = load(game);
        let engine = Engine::new(&variant);
        let codecs = [usi, lishogi].map(|dialect| Codec::new(&variant, dialect));
        let has_faces = !codecs[1].faces.is_empty();
        assert_eq!(has_faces, matches!(game, "kyotoshogi" | "micro"), "{game}");
        for (setup, legal) in positions(&engine, &mut random, 200) {
            let [theirs, texts] = codecs.each_ref().map(|codec| codec.write_all(&engine, &setup, &legal));
            for (at, mv) in legal.iter().enumerate() {
                let own = movetext::write(&variant, mv);
                for (codec, text) in
                    codecs.iter().flat_map(|codec| [(codec, &theirs[at]), (codec, &texts[at])])
                {
                    let found = codec.find(&engine, &setup, &legal, text);
                    assert_eq!(found, Some(mv), "{game} {own} as {text} in {}", codec.dialect.name);
                }
                let behind = theirs[at].strip_prefix('+').map(|text| format!("{text}+"));
                let found = behind.map(|text| codecs[0].find(&engine, &setup, &legal, &text));
                assert!(found.is_none_or(|found| found == Some(mv)), "{game} {own}");
                // lishogi writes neither marks before letters nor changes back.
                assert!(!texts[at].starts_with('+') && !texts[at].ends_with('-'), "{game} {}", texts[at]);
                let is_same = theirs[at] == texts[at];
                let is_turned = theirs[at].starts_with('+') || theirs[at].ends_with('-');
                assert!(if has_faces { is_same || is_turned } else { is_same }, "{game} {own} {}", texts[at]);
            }
            let styles = codecs.each_ref().map(|codec| FenStyle::in_dialect(&variant, codec.clone()));
            let written = styles.each_ref().map(|style| fen::write_in(&variant, &setup, Some(style)));
            assert!(!has_faces || !written[1].contains('+'), "{}", written[1]);
            for (style, text) in styles.iter().flat_map(|style| [(style, &written[0]), (style, &written[1])])
            {
                let read = fen::read_in(&variant, text, true, Some(style));
                let read = read.map(|read| Setup { halfmove: setup.halfmove, ..read });
                assert!(read.as_ref() == Ok(&setup), "{game} {text} is {read:?}");
            }
        }
    }
    let kyoto = load("kyotoshogi");
    let (engine, codec) = (Engine::new(&kyoto), Codec::new(&kyoto, lishogi));
    let held = fen::read_as(&kyoto, "sfen 1k3/5/5/5/T3K b TGS2P 1", false).expect("a position");
    let style = FenStyle::in_dialect(&kyoto, codec.clone());
    assert_eq!(fen::write_in(&kyoto, &held, Some(&style)), "1k3/5/5/5/T3K b TGS2P 1");
    let legal = engine.legal_moves(&engine.position(&held));
    let texts = codec.write_all(&engine, &held, &legal);
    for wanted in ["5e5d+", "1e1d", "P*3c", "R*3c", "L*3c", "T*3c", "N*3c", "G*3c", "S*3c", "B*3c"] {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is not in {texts:?}");
    }
}

#[test]
fn the_word_sfen_binds_the_format() {
    let mut random = Random(69);
    let mut games = 0;
    for name in built_in_names() {
        let variant = load(&name);
        if !variant.castlings.is_empty() || !variant.hands {
            continue;
        }
        games += 1;
        let style = FenStyle::of(&variant, "usi").expect("a dialect");
        for (setup, _) in wander(&Engine::new(&variant), &mut random, 12) {
            let text = fen::write_in(&variant, &setup, Some(&style));
            // A position with a capture in passing has no SFEN.
            if !setup.passed.is_empty() {
                continue;
            }
            let fields: Vec<&str> = text.split(' ').collect();
            let hasty = fields[..2].join(" ");
            for word in ["sfen", "position sfen", "SFEN:"] {
                let read = |text: &str| {
                    let called = format!("{word} {text}");
                    let told = fen::read_in(&variant, &called, true, Some(&style));
                    [told, fen::read_as(&variant, &called, true)].map(|read| read.map(|read| read.turn))
                };
                for turn in read(&text) {
                    assert_eq!(turn, Ok(setup.turn), "{name} {text}");
                }
                // Without the hands, some positions are impossible.
                for turn in read(&hasty) {
                    assert_eq!(turn.unwrap_or(setup.turn), setup.turn, "{name} {hasty}");
                }
            }
        }
    }
    assert!(games > 10, "{games}");
}

#[test]
fn a_position_that_follows_an_action_in_check_is_read_back() {
    // In this game, a player can stay in check, the king can be captured, and the game continues.
    let text = "variant even \"Even\"\nboard {\n  grid 5 x 5\n  black is white mirrored\n}\npiece king K `K` royal\npiece rook R `R`\n\
                piece unit U `W` {\n  action turn-coat {\n    replace by rook\n    even in check\n  }\n}\n\
                ending {\n  checkmate: loss\n  stalemate: draw\n}\narray start {\n  1 | R . K . U\n}\n";
    let variant = load_text(text);
    let engine = Engine::new(&variant);
    let mut setup = fen::read_as(&variant, "2k2/2r2/5/5/R1K1U w - - 0 1", false).expect("a position");
    for text in ["e1@e1r", "c4c1"] {
        let legal = engine.legal_moves(&engine.position(&setup));
        let mv = movetext::read(&variant, &setup, &legal, text).expect("a move");
        setup = engine.setup(&engine.play(&engine.position(&setup), mv).expect("a legal move"));
        assert_eq!(fen::read_as(&variant, &fen::write(&variant, &setup), false), Ok(setup.clone()), "{text}");
    }
}

#[test]
fn the_start_of_a_game_is_read_as_each_program_means_it() {
    let mut wrong = Vec::new();
    for line in include_str!("../fixtures/dialects/starts.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let (program, rest) = line.split_once(' ').expect("a program");
        let (game, text) = rest.split_once(' ').expect("a game");
        let (variant, dialect) = (load(game), Dialect::named(program).expect("a dialect"));
        let style = FenStyle::in_dialect(&variant, Codec::new(&variant, dialect));
        for (how, read) in [
            ("told", fen::read_in(&variant, text, false, Some(&style))),
            ("recognized", fen::read_as(&variant, text, false)),
        ] {
            let read = read
                .map(|setup| fen::write(&variant, &setup))
                .map_err(|problems| problems[0].message.clone());
            if read != Ok(fen::write(&variant, &variant.start())) {
                wrong.push(format!("{line}, {how}: {read:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pieces_of_shared_games_have_one_letter() {
    let mut long = Vec::new();
    for line in include_str!("../fixtures/dialects/starts.txt").lines() {
        let Some(("fairy-stockfish", rest)) = line.split_once(' ') else { continue };
        let variant = load(rest.split(' ').next().expect("a game"));
        let codec = Codec::new(&variant, Dialect::named("fairy-stockfish").expect("a dialect"));
        let names = variant.piece_type_ids().map(|(id, _)| codec.name_in_move(id).to_owned());
        // No move names the stage of a piece.
        let is_long = |name: &String| name.trim_start_matches('+').len() > 1 && !name.contains('.');
        long.extend(names.filter(is_long).map(|name| (variant.id.clone(), name)));
    }
    assert_eq!(long, []);
}

#[test]
fn castlings_of_a_game_without_castling_are_ignored() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for game in ["suicide", "antichess"] {
        let variant = load(game);
        assert_eq!(fen::read_as(&variant, start, false), Ok(variant.start()), "{game}");
    }
    // No program writes these letters.
    let read = fen::read_as(&load("suicide"), &start.replace("KQkq", "XY"), false);
    assert!(read.is_err_and(|problems| problems[0].message.contains("no castling")));
}

#[test]
fn a_move_is_not_recognized_by_other_names_of_squares() {
    // In a dialect that counts ranks from 0, this move goes from the second rank to the third.
    let variant = load("xiangqi");
    let record = |mv: &str| format!("[Variant \"xiangqi\"]\n\n1. {mv} *\n");
    let read = |from: Option<&str>, mv: &str| {
        let mut load = |_: &Identity| Ok(Engine::new(&variant));
        let from = from.and_then(Dialect::named);
        record::read_with(&record(mv), 0, RecordDefaults { from, game: None }, &mut load).1.is_empty()
    };
    assert!(!read(None, "b7a7") && read(None, "a1a2") && read(None, "b3b4"));
    assert!(read(Some("ucci"), "a0a1") && read(Some("ucci"), "b2b3"));
}

#[test]
fn a_record_may_name_the_pawn_and_the_piece_of_a_stage() {
    let texts = |game: &str, fen: &str| {
        let variant = load(game);
        let engine = Engine::new(&variant);
        let setup = fen::read_as(&variant, fen, true).expect("a position");
        let legal = engine.legal_moves(&engine.position(&setup));
        let read = |text: &str| {
            let found = san::Algebraic::new(&variant, &setup, &legal).read(text);
            found.map(|mv| movetext::write(&variant, mv))
        };
        (read("Pe4"), read("Ke3"), read("Pxe4"))
    };
    let start = "4k3/8/8/8/8/8/4P3/5K2 w - - 0 1";
    assert_eq!(texts("chess", start), (Some("e2e4".to_owned()), None, Some("e2e4".to_owned())));
    // The king has been in check, so it has lost its leap.
    let settled = "4k3/8/4P3/8/8/8/5{K.settled}2/8 w - - 0 1";
    assert_eq!(texts("cambodian", settled).1.as_deref(), Some("f2e3"));
}

/// Converts a record to a dialect.
fn rewritten(record: &str, to: &str) -> String {
    let mut load = |identity: &Identity| Ok(Engine::new(&load(&identity.variant)));
    let (games, problems) = record::read_with(record, 0, RecordDefaults::default(), &mut load);
    assert!(problems.is_empty(), "{problems:?}");
    games.iter().map(|game| record::rewrite(game, Dialect::named(to).expect("a dialect"))).collect()
}

#[test]
fn records_are_written_as_other_programs_do() {
    let record = "[Variant \"3check\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1 checks=wwwbb\"]\n\n\
                  1. Rh8+! { [%clk 0:01:00] } ( 1. O-O $10 Kd7 ) 1... Ke7 $2 *\n";
    let lichess = rewritten(record, "lichess");
    assert!(lichess.contains("[Variant \"Three-check\"]"), "{lichess}");
    assert!(lichess.contains("w K - 0 1 +1+0\"]"), "{lichess}");
    assert!(lichess.contains("1. Rh8+ $1 { [%clk 0:01:00] } (1. O-O $10 Kd7) 1... Ke7 $2 *"), "{lichess}");
    // The conversion is reversible.
    assert_eq!(rewritten(&lichess, "ferz"), rewritten(record, "ferz"));
    assert!(rewritten("[Variant \"chess960\"]\n\n1. e4 *\n", "cutechess").contains("[FEN \"rnbqkbnr/"));
}

#[test]
fn a_game_is_found_by_its_names_in_other_programs() {
    let named = [
        ("chess", "chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Three-check", "3check"),
        ("King of the Hill", "kingofthehill"),
        ("fischerandom", "chess960"),
        ("chess 960", "chess960"),
        ("threecheck", "3check"),
        ("Crazyhouse", "crazyhouse"),
        ("Zhouse", "crazyhouse"),
        ("Crazyhouse 960", "crazyhouse960"),
        ("Three-check 960", "3check960"),
        ("KOTH960", "kingofthehill960"),
        ("Horde960", "horde960"),
        ("Antichess960", "antichess"),
        ("Losing Chess", "antichess"),
        ("Give away chess", "giveaway"),
        ("Nocastle", "chess"),
        ("wild/fr", "chess960"),
        ("wild/5", "chess"),
        // The kings of these games castle from the squares of queens.
        ("wild/0", ""),
        ("wild/1", ""),
        ("Masculine", ""),
    ];
    for (name, game) in named {
        assert_eq!(game_called(name).unwrap_or_default(), game, "{name}");
    }
}

/// In a game without hands, the field for them names the square of a capture on which a rule depends, and a move names the
/// squares of its path.
#[test]
fn captures_and_paths_of_a_server_are_read_back() {
    let lishogi = Dialect::named("lishogi").expect("a dialect");
    let chu = load("chu");
    let (engine, codec) = (Engine::new(&chu), Codec::new(&chu, lishogi));
    let style = FenStyle::in_dialect(&chu, codec.clone());
    let before = fen::read_in(&chu, "k11/12/12/3n5r2/12/12/3R5N2/12/12/12/12/K10p b - 1", true, Some(&style));
    let before = before.expect("a position");
    let legal = engine.legal_moves(&engine.position(&before));
    let capture = codec.find(&engine, &before, &legal, "9g9d").expect("a legal move");
    let after = engine.setup(&engine.play(&engine.position(&before), capture).expect("a legal move"));
    let text = fen::write_in(&chu, &after, Some(&style));
    assert_eq!(text, "k11/12/12/3R5r2/12/12/9N2/12/12/12/12/K10p w 9d 2");
    let read =
        fen::read_in(&chu, &text, true, Some(&style)).map(|read| Setup { halfmove: after.halfmove, ..read });
    assert_eq!(read.as_ref(), Ok(&after));
    let replies = engine.legal_moves(&engine.position(&after));
    assert_eq!(codec.find(&engine, &after, &replies, "3d3g"), None);
    // A path on which nothing is captured is the move to its end, and a pass names an empty square.
    for (path, own) in [("3g3f3e", "3g3e"), ("3g2f2e", "3g2e"), ("3g2f1e", "3g1e")] {
        let found = codec.find(&engine, &before, &legal, path).expect("a legal move");
        assert_eq!(codec.write(&engine, &before, &legal, found), own, "{path}");
    }
    let pass = codec.find(&engine, &before, &legal, "3g3h3g").expect("a legal move");
    assert_eq!(pass.from, pass.to);
    assert_eq!(
        codec.find(&engine, &before, &legal, &codec.write(&engine, &before, &legal, pass)),
        Some(pass)
    );
}
