//! Tests of game records: the output is read back as the same game, and records of other programs are understood.
//!
//! Random games of every built-in game are written and read. Snapshots contain the messages about invalid records.

use super::help::{Disk, env_number, load, load_with};
use super::random::{GAMES, INVENTED, Random, scattered, shake};
use ferz_core::base::Setup;
use ferz_core::fast::engine::Engine;
use ferz_core::play::game::{GameHistory, PlayedMove};
use ferz_core::rules::Variant;
use ferz_lang::catalog::{Catalog, built_in_names};
use ferz_text::notation::record::{self, GameTags, Identity, Note, Recorded, Score};
use ferz_text::notation::{fen, san};
use std::collections::{BTreeMap, BTreeSet};

/// Engines by the games and switches that records name. Each is created once.
type Engines = BTreeMap<String, Engine>;

/// Reads games whose rules are built in or in files.
fn read(text: &str) -> (Vec<Recorded>, Vec<String>) {
    read_with(text, &mut Engines::new())
}

fn read_with(text: &str, engines: &mut Engines) -> (Vec<Recorded>, Vec<String>) {
    let mut load = |identity: &Identity| {
        let name = format!("{:?} {:?}", identity.reference(), identity.sets);
        if let Some(engine) = engines.get(&name) {
            return Ok(engine.clone());
        }
        let engine = match Catalog::new(&Disk).load(&identity.reference(), &identity.sets) {
            Ok(loaded) => Engine::new(&loaded.variant),
            Err(failure) => return Err(record::unreadable(failure.problems)),
        };
        engines.insert(name, engine.clone());
        Ok(engine)
    };
    let (games, problems) = record::read(text, 0, &mut load);
    let said = problems.iter().map(|problem| {
        let words = &text[problem.place().range()];
        format!(
            "{} `{words}`: {} ({})",
            problem.code.text(),
            problem.message,
            problem.help.clone().unwrap_or_default()
        )
    });
    (games, said.collect())
}

fn heading(identity: Identity, game: &GameHistory) -> GameTags {
    let tags =
        vec![("White".to_owned(), "A \"great\" \\ player".to_owned()), ("Round".to_owned(), "3".to_owned())];
    let outcome = game.outcome();
    let termination = outcome.as_ref().map(|outcome| format!("over: {}", outcome.reason.replace('-', " ")));
    GameTags { identity, tags, score: Score::of(outcome.as_ref()), termination }
}

/// Plays a random game until its end, or for this many plies.
fn played(engine: &Engine, start: Setup, plies: usize, random: &mut Random) -> GameHistory {
    let mut game = GameHistory::new(engine, start);
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() || !game.play(&moves[random.below(moves.len())]) {
            break;
        }
    }
    game
}

fn writes_and_reads(
    name: &str,
    variant: &Variant,
    sets: &[(String, String)],
    game: &GameHistory,
    random: &mut Random,
) {
    let identity = Identity::new(name, variant, sets, random.below(2) == 0);
    let heading = heading(identity, game);
    let notes: Vec<Vec<Note>> = (0..game.plies().len())
        .map(|_| {
            if random.below(9) == 0 {
                vec![Note::Comment("a {word} (or two)".to_owned())]
            } else {
                Vec::new()
            }
        })
        .collect();
    let text = record::write(game, &heading, &notes);
    let (mut games, problems) = read(&text);
    assert!(problems.is_empty() && games.len() == 1, "{name}: {problems:#?}\n{text}");
    let again = games.remove(0);
    assert_eq!(again.game.start(), game.start(), "{name}\n{text}");
    let moves = |game: &GameHistory| game.plies().iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&again.game), moves(game), "{name}\n{text}");
    assert_eq!(again.game.setup(), game.setup(), "{name}\n{text}");
    let rules = again.game.variant();
    let named = Variant { reading: rules.reading.clone(), ..variant.clone() };
    assert_eq!(*rules, named, "{name}: the rules are the same");
    assert_eq!((again.heading.score, &again.heading.termination), (heading.score, &heading.termination));
    assert_eq!(record::write(&again.game, &again.heading, &again.notes), text, "{name}");
}

#[test]
fn records_of_every_library_game_are_read_back() {
    let mut random = Random(env_number("FERZ_SEED").unwrap_or(15) as u64);
    let games = env_number("FERZ_PLAYED").unwrap_or(1);
    let library = built_in_names();
    let names = library.iter().map(String::as_str).chain(GAMES).chain(INVENTED);
    for name in names {
        for _ in 0..games {
            let is_odd = random.below(3) == 0;
            let sets = if random.below(2) == 0 { shake(name, &mut random) } else { Vec::new() };
            let variant = load_with(name, &sets);
            let engine = Engine::new(&variant);
            let start = if is_odd { scattered(&variant, &mut random) } else { variant.start() };
            // A position without a FEN, or one that no game can reach, cannot be the start of a record.
            let start = match fen::read_as(&variant, &fen::write(&variant, &start), false) {
                Ok(start) => start,
                Err(_) => variant.start(),
            };
            let game = played(&engine, start, 8 + random.below(16), &mut random);
            writes_and_reads(name, &variant, &sets, &game, &mut random);
        }
    }
}

/// In any position, the text of each legal move is unique.
#[test]
fn no_two_moves_share_a_text() {
    let mut random = Random(4);
    let library = built_in_names();
    for name in library.iter().map(String::as_str).chain(INVENTED) {
        let variant = load(name);
        let engine = Engine::new(&variant);
        for _ in 0..env_number("FERZ_PLAYED").unwrap_or(2) {
            let setup = scattered(&variant, &mut random);
            let children = engine.children(&engine.position(&setup));
            let legal: Vec<_> = children.iter().map(|(mv, _)| mv.clone()).collect();
            let algebraic = san::Algebraic::new(&variant, &setup, &legal);
            let mut seen = BTreeSet::new();
            // If there are very many moves, a part of them is enough.
            let step = 1 + children.len() / 30;
            for (mv, after) in children.iter().step_by(step) {
                let text = algebraic.write(mv, &engine.setup(after));
                let found = algebraic.read(&format!("{text}+!?"));
                assert_eq!(found, Some(mv), "{name}: {text} in {}", fen::write(&variant, &setup));
                assert!(seen.insert(text.clone()), "{name}: two moves are {text}");
                assert!(!text.contains(char::is_whitespace), "{name}: {text}");
            }
        }
    }
}

/// Returns the texts of all moves from a position.
fn texts(reference: &str, position: &str) -> Vec<String> {
    let variant = load(reference);
    let engine = Engine::new(&variant);
    let setup = fen::read_as(&variant, position, true).expect("a position");
    let children = engine.children(&engine.position(&setup)).into_iter();
    let ply = |(mv, after)| PlayedMove::new(mv, after);
    children.map(|child| record::algebraic(&engine, &setup, &ply(child))).collect()
}

#[test]
fn moves_are_written_as_readers_expect_them() {
    for (game, position, wanted) in [
        ("chess", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "O-O O-O-O exd6 e6 Rxa8+ Kd2 Rxh8+ Rb1 Rg1"),
        ("chess", "1n5k/P7/8/8/8/2N5/8/K1N3N1 w - - 0 1", "axb8=Q+ a8=N Nc1e2 N3e2 Nge2 N3a2"),
        ("chess", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6 Qg7+ Qf8+"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7# Qf8# Qh7#"),
        ("tamerlane", "4n6/5{Pk}4k/11/11/11/11/11/11/11/K10 w - - 0 1 swap=-", "{Pk}f10={Kp} {Pk}xe10={Kp}"),
        ("tamerlane", "5r4k/11/11/11/11/11/11/11/11/R4K5 w - - 0 1 swap=wb", "Kf1~Ra1 Ke1"),
        (
            "tamerlane",
            "2{Pp.waiting}7k/11/11/6n1t2/11/11/11/11/11/K10 w - - 0 1 swap=-",
            "{Pp.waiting}c10@h6={Pp.second}",
        ),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PQ] w - - 0 1", "P@e4 Q@e7+ Kd1"),
        (
            "seirawan",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
            "Nc3 Nc3/H Nc3/E",
        ),
        ("duck", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a3,d4 Kd1,a1"),
        ("minishogi", "2k2/P4/5/5/2K2[-] w - - 0 1", "a5=T"),
    ] {
        let found = texts(game, position);
        for text in wanted.split(' ') {
            assert!(found.iter().any(|one| one == text), "{game}: {text} is not in {found:?}");
        }
    }
}

/// Texts as other programs write them and as people type them.
#[test]
fn foreign_records_are_read() {
    let text = "% an escape\n[Event \"Casual\"]\n[White \"A\"] [Black \"B\"]\n[Result \"1-0\"]\n\n{A short\ngame} 1.e4 $1 e5 2. Bc4 \
                (2. Nf3 Nc6 (2... d6 {Philidor; or so}) 3. Bb5) 2... Nc6 ; natural\n3.Qh5?! {eyes [f7]} Nf6?? 4. Q:f7 mate? 1-0\n";
    let (games, problems) = read(&text.replace(" mate?", "#"));
    assert!(problems.is_empty(), "{problems:?}");
    let (twice, _) = read(&"[White \"A\"]\n\n1. e4 *\n\n".repeat(2));
    assert_eq!(twice.len(), 2);
    let game = &games[0];
    assert_eq!(record::line(&game.game).join(" "), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    let said = |notes: &[Note]| notes.iter().filter_map(Note::comment).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(said(&game.preface), ["A short game"]);
    assert_eq!(said(&game.notes[3]), ["natural"]);
    assert_eq!(said(&game.notes[4]), ["eyes [f7]"]);
    assert_eq!(game.notes[4][0], Note::Mark(6));
    let long = "1. e2-e4 d7d5 2. e4xd5 Ng8f6 3. Bf1b5+ Bc8d7 4. Ng1-f3 g7-g6 5. 0-0 Bg7 6. d4 0-0 7. b4 a5 8. c3 axb4 9. a3 bxa3 \
                10. Nxa3 c5 11. dxc6 e.p. Bxc6 12. Bxc6 R8a8 *";
    let (games, problems) = read(long);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("move-illegal `R8a8`"), "{problems:?}");
    assert_eq!(record::line(&games[0].game).last().map(String::as_str), Some("Bxc6"));
    let (_, problems) =
        read("1. Nf3 Nf6 2. Nc3 Nc6 3. Ng1 Ng8 4. Nb5 a6 5. Nd4 h6 6. Ndf3 h5 7. Nd4 a5 8. N4f3 *");
    assert!(problems.is_empty(), "{problems:?}");
    let (_, problems) = read("1. Nf3 a6 2. Nc3 a5 3. Ne4 h6 4. Ng5 *");
    assert!(problems[0].contains("`Ng5` is ambiguous (write one of N"), "{problems:?}");
}

/// Some programs name the square of a gated piece even if only the square that the move leaves is possible.
#[test]
fn a_gated_piece_may_name_its_square() {
    let start = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[HEhe] w KQBCDkqbcd - 4 4";
    for (text, written) in
        [("O-O/Ee1", "O-O/E"), ("O-O/E", "O-O/E"), ("O-O/Eh1", "O-O/Eh1"), ("Nc3/Hb1", "Nc3/H")]
    {
        let (games, problems) = read(&format!("[Variant \"seirawan\"]\n[FEN \"{start}\"]\n\n1. {text} *"));
        assert!(problems.is_empty(), "{text}: {problems:?}");
        assert_eq!(record::line(&games[0].game), [written], "{text}");
    }
    let (_, problems) = read(&format!("[Variant \"seirawan\"]\n[FEN \"{start}\"]\n\n1. O-O/Ef1 *"));
    assert!(problems[0].starts_with("move-illegal `O-O/Ef1`"), "{problems:?}");
}

#[test]
fn problems_of_records_have_places() {
    for (text, said) in [
        ("", "pgn-syntax ``: there is no game"),
        ("[Variant \"ches\"]\n\n1. e4 *", "unknown-game `ches`"),
        ("[Variant \"tamerlane\"]\n[Array \"femenine\"]\n\n*", "unknown-array `femenine`"),
        ("[Variant \"tamerlane\"]\n[Switches \"giraffe.reach=9\"]\n\n*", "unknown-value `giraffe.reach=9`"),
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2X w - - 0 1\"]\n\n*", "fen-unknown-token `X`"),
        ("1. e4 e5 2. Ke3 *", "move-illegal `Ke3`: `Ke3` is not a legal move here (legal here: Ke2)"),
        ("1. e4 e5 2. e1e3 *", "move-illegal `e1e3`: the king cannot go from e1 to e3"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 0-1", "move-game-over `a3`"),
        ("1. f3 e5 2. g4 Qh4# *", "pgn-result `*`: the result is 0-1 by the rules: checkmate (write 0-1)"),
        ("[Result \"1-0\"]\n\n1. e4 0-1", "pgn-result `0-1`: the tag has a different result"),
        ("[Result \"won\"]\n\n1. e4 *", "pgn-result `won`"),
        (
            "[FEN \"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Rxe8 *",
            "fen-in-check `k`: Black is in check, but it is White's turn",
        ),
        (
            "[Result \"1-0\"]\n[Termination \"White wins: checkmate\"]\n\n1. e4 1-0",
            "pgn-result `White wins: checkmate`: the rules do not end the game here with checkmate",
        ),
        ("1. e4 (1. d4 e5 *", "pgn-syntax `(`"),
        ("1. e4 ) e5 *", "pgn-syntax `)`"),
        ("1. e4 * e5", "pgn-syntax `e5`: `e5` follows the result"),
        (
            "ferz game chess/orthodox@default\nfen x\n",
            "pgn-syntax `ferz game chess/orthodox@default`: this game was saved",
        ),
    ] {
        let (_, problems) = read(text);
        assert!(problems.iter().any(|problem| problem.starts_with(said)), "{text}: {problems:#?}");
    }
    let resigned = "[Result \"1-0\"]\n[Termination \"White wins: resignation\"]\n\n1. e4 1-0";
    assert_eq!(read(resigned).1, [""; 0]);
}

/// Reading ends for any text, and all reported places are inside the text.
#[test]
fn hostile_records_are_refused() {
    let mut random = Random(7);
    let parts = [
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "$",
        "\n",
        " ",
        "1.",
        "e4",
        "Nf3",
        "O-O",
        "é",
        "x",
        "=",
        "{Pp}",
        "@",
        "[White \"a\"]",
        "[FEN \"8/8\"]",
        "[Variant \"tamerlane\"]",
        "1-0",
        "*",
        "\u{0}",
        "...",
        "!",
        "--",
        "e.p.",
    ];
    let mut engines = Engines::new();
    for _ in 0..2_000 {
        let text: String = (0..random.below(14)).map(|_| parts[random.below(parts.len())]).collect();
        read_with(&text, &mut engines);
    }
}

#[test]
fn moves_are_numbered_from_where_a_game_begins() {
    let variant = load("chess");
    let engine = Engine::new(&variant);
    let start = fen::read_as(&variant, "4k3/8/8/8/8/8/7P/4K3 b - - 0 7", true).expect("a position");
    let mut game = GameHistory::new(&engine, start);
    for _ in 0..3 {
        let mv = game.legal_moves()[0].clone();
        assert!(game.play(&mv));
    }
    let heading = heading(Identity::new("chess", &variant, &[], false), &game);
    let text = record::write(&game, &heading, &[vec![Note::Comment("why".to_owned())]]);
    assert!(text.contains("\n7... Kd7 { why } 8. Kd1 Kc6 *\n"), "{text}");
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/7P/4K3 b - - 0 7\"]\n"), "{text}");
}
