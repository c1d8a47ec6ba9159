//! Compares the compiled engine with known counts and with the reference interpreter.
//!
//! [`compare`] compares one position: its moves, the resulting positions, check, and the outcome. [`soak`] calls it for
//! positions of random games and for random positions. `FERZ_SAMPLES` and `FERZ_SEED` enlarge and vary the samples.

use super::help::{Disk, Texts, env_number, load, load_text, load_with};
use super::random::{GAMES, INVENTED, Random, scattered, shake};
use ferz_core::base::{Bitboard, Color, Piece, Setup, SquareSet};
use ferz_core::fast::compile::TableCache;
use ferz_core::fast::engine::{Engine, PerftOptions, TableCaches};
use ferz_core::fast::movegen;
use ferz_core::fast::position::Position;
use ferz_core::fast::tables::Compiled;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_lang::Memory;
use ferz_lang::catalog::{Catalog, Files, GameRef, built_in_names};
use ferz_text::lab::casebook;
use ferz_text::notation::{fen, movetext};
use std::sync::Arc;

fn counts(engine: &Engine, depth: u32) -> Vec<u64> {
    let start = engine.start();
    (1..=depth).map(|depth| engine.perft(&start, depth)).collect()
}

fn compiled(reference: &str) -> Engine {
    Engine::new(&load(reference))
}

#[test]
fn known_counts() {
    assert_eq!(counts(&compiled("tamerlane"), 5), [24, 576, 14_518, 365_893, 9_709_736]);
    assert_eq!(counts(&compiled("tamerlane/feminine"), 3), [24, 576, 14_494]);
    assert_eq!(counts(&compiled("tamerlane/third"), 3), [32, 980, 30_641]);
    assert_eq!(counts(&compiled("full-tamerlane"), 5)[4], 3_615_626);
    assert_eq!(counts(&compiled("chess"), 5), [20, 400, 8902, 197_281, 4_865_609]);
    assert_eq!(counts(&compiled("shatranj"), 5), [16, 256, 4176, 68_122, 1_164_248]);
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn at(engine: &Engine, text: &str) -> ferz_core::fast::engine::AnyPosition {
    engine.position(&fen::read(engine.variant(), text).expect("the position can be read"))
}

#[test]
fn chess_positions() {
    let chess = compiled("chess");
    for (text, known) in [
        (KIWIPETE, vec![48, 2039, 97_862, 4_085_603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", vec![14, 191, 2812, 43_238, 674_624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", vec![6, 264, 9467, 422_333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", vec![44, 1486, 62_379]),
    ] {
        let position = at(&chess, text);
        let counts: Vec<u64> = (1..=known.len() as u32).map(|depth| chess.perft(&position, depth)).collect();
        assert_eq!(counts, known, "{text}");
    }
}

/// Positions in which the tables once differed from the interpreter.
#[test]
fn positions_that_differed_once() {
    for (game, text) in [
        ("changes-what-may-be-passed-over", "4k/5/n1c1n/n1r1n/2G2/2K2 w"),
        ("changes-what-may-be-passed-over", "2c2/4k/r1G2/5/1N3/2K2 b"),
        ("changes-who-protects", "1k3/5/r4/2N1b/1G3/2K2 b"),
        ("becomes-a-hurdle", "2c1k/2n2/1P3/5/2K2/5 w"),
        ("becomes-a-hurdle", "2c1k/2c2/1P3/5/2K2/5 w"),
        ("dropped-and-no-hurdle", "4k/5/5/5/5/c1K2[A] w"),
        ("leads-after-a-capture", "5/1a1h1/5/1R3/5/3AH w"),
        ("saved-by-going-home", "4k1/6/6/3r2/6/1R1K2 w"),
        ("exchanged-among-hurdles", "k4/5/5/5/5/2gKR w"),
        ("promotes-by-taking-a-king", "5/1k3/5/P4/5/K4 w"),
        ("duty-that-is-forbidden", "k2r/4/4/4/K2R w"),
        ("passes-of-which-one-is-due", "k2r/4/4/4/K2R w"),
        ("safe-while-alone", "k3r/5/2K2/5/R4 b"),
        ("one-royal-and-none", "4r/5/5/R4/2K1r w"),
        ("saved-by-arriving", "4k/5/r4/2K1B/5 w"),
        ("leaps-once", "r1k2/5/5/5/R1K2 w - - 4 3 moved=c1"),
        ("leaps-once", "r1k2/5/5/5/R1K2 w - - 4 3"),
        ("bent-and-passed", "4k1/1p4/6/P5/6/6/4K1 b"),
        ("captured-and-attacking", "1k2/1r2/1R2/1R1K w"),
        ("castles-as-it-may-act", "1rkr1/5/5/1RKR1 w"),
        ("drops-within-a-turn", "1k1/3/3/1K1[AAaa] w - - 0 1"),
        ("jumps-over-what-it-captures", "3K/4/k2B/4/4/2b1 b"),
        ("royals-face-on-a-ring", "4/2k1/r3/1K2/3R w"),
        ("royals-face-on-a-ring", "4/1k2/4/4/R1K1 w"),
        ("mated-by-an-earlier-move", "k2R/3R/4/4/K3[N] w - - 0 1 turn=2/2"),
    ] {
        let variant = load(&format!("{}/tests/fixtures/found/{game}.ferz", env!("CARGO_MANIFEST_DIR")));
        let (engine, rules) = (Engine::new(&variant), Interpreter::new(&variant));
        let setup = fen::read(&variant, text).unwrap_or_else(|_| panic!("{game}: {text}"));
        for after in compare(&engine, &rules, &setup, "") {
            compare(&engine, &rules, &after, " after a move");
            let outcomes = [engine.outcome(&engine.position(&after)), rules.outcome(&after)];
            assert_eq!(outcomes[0], outcomes[1], "{game}: {}", fen::write(&variant, &after));
        }
    }
}

/// The action depends on the end of the game, and the end on the action. The program once ran out of stack.
#[test]
fn an_action_that_traps_and_an_ending_about_moves_do_not_ask_each_other_without_end() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 2 x 3; black is white mirrored }\npiece king K `K` royal\n\
         piece rook R `R` { action leap { to board; provided it traps enemies } }\n\
         royalty { check binds never }\n\
         ending { stalemate: draw; bare: draw when some move reaches no own rook }\narray start { 1 | R K }\n",
    );
    let engine = Engine::new(&variant);
    assert!(!engine.legal_moves(&engine.position(&variant.start())).is_empty());
}

/// A piece can capture a king by a move for kings only, and by another move.
#[test]
fn a_king_that_two_moves_can_capture_is_captured_once() {
    let variant = load_text(
        "variant x \"X\"\nboard { grid 4 x 4; black is white mirrored }\npiece king K `K` royal\n\
         piece bishop B `kFB`\nroyalty { check binds never }\nending { stalemate: draw }\n\
         array start { 1 | B . K . }\n",
    );
    let engine = Engine::new(&variant);
    let setup = fen::read(&variant, "4/4/1k2/B1K1 w - - 0 1").expect("a position");
    let (position, moves) = (engine.position(&setup), Interpreter::new(&variant).legal_moves(&setup));
    assert_eq!(engine.perft(&position, 1), moves.len() as u64);
    assert_eq!(engine.legal_moves(&position), moves);
}

#[test]
fn two_bent_checks_may_be_stopped_on_one_square() {
    // The giraffes on e7 and g9 both attack along the f-file. A piece on any square that their paths share blocks both.
    let engine = compiled("tamerlane/third");
    let text = "k10/6z4/11/4z6/8R2/9R1/11/7R3/5K5/11 w - - 0 1 swap=-";
    let setup = fen::read(engine.variant(), text).expect("the position can be read");
    compare(&engine, &Interpreter::new(engine.variant()), &setup, "");
}

#[test]
fn threads_and_memory_do_not_change_counts() {
    let chess = compiled("chess");
    let position = at(&chess, KIWIPETE);
    let plain = chess.perft_divide(&position, 4, PerftOptions::default());
    for options in [
        PerftOptions { threads: 2, hash: 0 },
        PerftOptions { threads: 2, hash: 8 },
        PerftOptions { threads: 1, hash: 1 },
    ] {
        assert_eq!(chess.perft_divide(&position, 4, options), plain, "{options:?}");
    }
    assert_eq!(plain.iter().map(|(_, count)| count).sum::<u64>(), 4_085_603);
}

/// Compares one position with the reference, and returns the positions after each move.
fn compare(engine: &Engine, rules: &Interpreter, setup: &Setup, trail: &str) -> Vec<Setup> {
    let variant = engine.variant();
    let position = engine.position(setup);
    let told = || {
        format!(
            "{}{trail} {:?}\n{}",
            variant.id,
            variant.switches.iter().map(|s| format!("{}={}", s.name, s.chosen)).collect::<Vec<_>>(),
            fen::write(variant, setup)
        )
    };
    assert_eq!(engine.setup(&position), *setup, "setup\n{}", told());
    let write = |moves: Vec<(ferz_core::base::Move, Setup)>| -> Vec<(String, Setup)> {
        moves.into_iter().map(|(mv, after)| (movetext::write(variant, &mv), after)).collect()
    };
    let children = engine.children(&position);
    for (_, child) in &children {
        let fresh = engine.position(&engine.setup(child));
        assert_eq!(engine.hash(child), engine.hash(&fresh), "hash\n{}", told());
    }
    let fast = write(children.into_iter().map(|(mv, child)| (mv, engine.setup(&child))).collect());
    let slow = write(rules.children(setup));
    let names = |moves: &[(String, Setup)]| moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    assert_eq!(names(&fast), names(&slow), "moves\n{}", told());
    assert_eq!(fast, slow, "positions\n{}", told());
    assert_eq!(engine.perft(&position, 1), slow.len() as u64, "count\n{}", told());
    assert_eq!(engine.in_check(&position), rules.in_check(setup), "check\n{}", told());
    // A game with legal moves is not over.
    let outcome = if slow.is_empty() { rules.outcome(setup) } else { None };
    assert_eq!(engine.outcome(&position), outcome, "outcome\n{}", told());
    slow.into_iter().map(|(_, setup)| setup).collect()
}

/// Compares about this many positions of a game, from random games and from random setups.
fn soak(reference: &str, random: &mut Random, positions: usize) {
    let mut seen = 0;
    while seen < positions {
        let switches = if random.below(3) == 0 { Vec::new() } else { shake(reference, random) };
        let variant = load_with(reference, &switches);
        let (engine, rules) = (Engine::new(&variant), Interpreter::new(&variant));
        for _ in 0..6 {
            let thrown = random.below(2) == 0;
            let mut setup = if thrown { scattered(&variant, random) } else { variant.start() };
            for ply in 0..if thrown { 12 } else { 120 } {
                // The first plies are similar in all games, so only some of them are compared.
                let watched = thrown || random.below(6) == 0;
                let next = match watched {
                    true => compare(&engine, &rules, &setup, &format!(" ply {ply}")),
                    false => {
                        let children = engine.children(&engine.position(&setup));
                        children.into_iter().map(|(_, child)| engine.setup(&child)).collect()
                    }
                };
                seen += usize::from(watched);
                if watched && !thrown {
                    let written = fen::write(&variant, &setup);
                    let wanted = fen::lasting(&variant, &setup).into_owned();
                    assert_eq!(fen::read(&variant, &written), Ok(wanted), "{reference}: {written}");
                }
                if next.is_empty() {
                    break;
                }
                setup = next[random.below(next.len())].clone();
            }
        }
    }
}

#[test]
fn cases_agree_with_the_reference() {
    let games = casebook::Games::new(&Disk, Engine::sharing);
    let mut seen = 0;
    for entry in std::fs::read_dir("variants/tamerlane/cases").expect("there are cases") {
        let path = entry.expect("a page").path();
        let name = path.to_str().expect("a plain name");
        let (page, _) = casebook::read_page(name, &Disk.read(name).expect("it can be read"), 0);
        for answer in page.cases.iter().flat_map(|case| &case.queries) {
            let mut lines = vec![answer.game.clone()];
            let readings = answer.game.readings.iter();
            lines.extend(
                readings.map(|reading| casebook::GameLine {
                    reading: Some(reading.clone()),
                    ..answer.game.clone()
                }),
            );
            for line in lines {
                let played = games.load(&page.name, &line).expect("the game loads");
                let variant = &played.loaded.variant;
                let setup = casebook::position(variant, &answer.position).expect("a position");
                compare(played.engine(), &Interpreter::new(variant), &setup, name);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// The caches of the same game or of other games must not change any result.
#[test]
fn caches_do_not_change_the_next_game() {
    let (memory, mut shelves) = (Memory::default(), TableCaches::default());
    let mut seen = 0;
    for name in ["tamerlane", "shatranj", "full-tamerlane", "xiangqi", "janggi", "crazyhouse"] {
        let game = Catalog::new(&Disk).load(&GameRef::parse(name), &[]).expect("a game").game;
        for selection in game.every_selection() {
            let kept = game.variant(&selection, &memory);
            assert_eq!(kept, game.variant(&selection, &Memory::default()), "{name} {selection:?}");
            let Some(variant) = kept.0.map(std::sync::Arc::new) else { continue };
            let counts = [Engine::sharing(&variant, &mut shelves), Engine::new(&variant)]
                .map(|engine| engine.perft(&engine.start(), 2));
            assert_eq!(counts[0], counts[1], "{name} {selection:?}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

/// Makes and unmakes every move in some plies of random games.
fn make_and_unmake<B: Bitboard>(variant: &Variant, random: &mut Random) {
    // Games with conditions on neighboring squares have no tables. Neither do games in which an action follows every
    // move.
    let Some(tables) = Compiled::<B>::new(&Arc::new(variant.clone()), &mut TableCache::default(), &[]) else {
        let follows = variant.follow_ups.iter().any(|rule| rule.leaving().is_none());
        assert!(variant.depends_on_neighbors || follows, "it can be compiled");
        return;
    };
    let fresh = |position: &Position<B>| {
        let again = Position::new(&tables, &position.setup(&tables));
        again.expect("the position can be held").state.hash
    };
    for game in 0..4 {
        let setup = if game % 2 == 0 { variant.start() } else { scattered(variant, random) };
        let Some(mut position) = Position::new(&tables, &setup) else { continue };
        for _ in 0..60 {
            let list = movegen::legal(&tables, &mut position);
            let before = position.clone();
            for mv in &list.moves {
                let undo = position.make::<true>(&tables, *mv);
                assert_eq!(position.state.hash, fresh(&position), "{}: {mv:?}", variant.id);
                position.unmake(&tables, &undo);
                assert_eq!(position, before, "{}: {mv:?}", variant.id);
            }
            for next in &list.carried_out {
                assert_eq!(next.after.state.hash, fresh(&next.after), "{}: {:?}", variant.id, next.mv);
            }
            match random.below(list.moves.len() + list.carried_out.len()) {
                chosen if chosen < list.moves.len() => {
                    position.make::<true>(&tables, list.moves[chosen]);
                }
                chosen => match list.carried_out.get(chosen - list.moves.len()) {
                    Some(next) => position = (*next.after).clone(),
                    None => break,
                },
            }
        }
    }
}

#[test]
fn unmaking_restores_everything_and_hashes_are_as_worked_out_afresh() {
    let mut random = Random(0xfade);
    for reference in GAMES.into_iter().chain(INVENTED) {
        let variant = load(reference);
        match ferz_core::fast::compile::width(&variant) {
            0..=64 => make_and_unmake::<u64>(&variant, &mut random),
            65..=128 => make_and_unmake::<u128>(&variant, &mut random),
            _ => make_and_unmake::<SquareSet>(&variant, &mut random),
        }
    }
}

#[test]
fn equal_positions_have_equal_hashes_and_unequal_ones_do_not() {
    let chess = compiled("chess");
    let after = |moves: &[&str]| {
        moves.iter().fold(chess.start(), |position, text| {
            let mut children = chess.children(&position).into_iter();
            let child = children.find(|(mv, _)| movetext::write(chess.variant(), mv) == *text);
            child.expect("a legal move").1
        })
    };
    let one = after(&["g1f3", "g8f6", "b1c3", "b8c6"]);
    let other = after(&["b1c3", "b8c6", "g1f3", "g8f6"]);
    assert_eq!(chess.hash(&one), chess.hash(&other));
    let back = after(&["g1f3", "g8f6", "f3g1", "f6g8"]);
    assert_eq!(chess.hash(&back), chess.hash(&chess.start()));

    let distinct = |game: &str, texts: &[&str]| {
        let engine = compiled(game);
        let hashes: Vec<u64> = texts.iter().map(|text| engine.hash(&at(&engine, text))).collect();
        for (i, hash) in hashes.iter().enumerate() {
            assert!(!hashes[..i].contains(hash), "{game}: {}", texts[i]);
        }
    };
    // Side to move, castling rights, and a passed square.
    distinct(
        "chess",
        &[
            "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b - - 0 1",
            "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
        ],
    );
    // Stages, and a right that one side has used.
    distinct(
        "tamerlane",
        &[
            "10k/11/11/11/5{Pp.second}5/11/11/11/11/K10 w - - 0 1 swap=wb",
            "10k/11/11/11/5{Pp.third}5/11/11/11/11/K10 w - - 0 1 swap=wb",
            "10k/11/11/11/5{Pp}5/11/11/11/11/K10 w - - 0 1 swap=wb",
            "10k/11/11/11/5{Pp}5/11/11/11/11/K10 w - - 0 1 swap=b",
            "10k/11/11/11/5{Pp}5/11/11/11/11/K10 w - - 0 1 swap=w",
        ],
    );
}

/// A position with most special rules: pieces to place, to send home, and to promote soon, a reachable claim, and an
/// available swap.
const MIDDLEGAME: &str = "2{Pp.waiting}2k4r/1n1t3{Pp.second}1z1/{pr}1{pp}1{pg}1{pk}2{pt}1/11/3v3g3/4R6/\
    2{Pr}2N2{Pk}2/{Pp}3{Pg}3Z2/R2T2V3{pp.second}/E1C1D1K2{ka}{pp.waiting} w - - 0 1 swap=wb";

#[test]
fn a_middlegame_with_every_special_rule() {
    let engine = compiled("tamerlane");
    let position = at(&engine, MIDDLEGAME);
    assert_eq!([1, 2].map(|depth| engine.perft(&position, depth)), [47, 2104]);
    compare(&engine, &Interpreter::new(engine.variant()), &engine.setup(&position), "");
}

#[test]
#[ignore = "long: run by `just soak`"]
fn known_counts_further_on() {
    assert_eq!(counts(&compiled("tamerlane/third"), 5)[3..], [936_623, 29_553_337]);
    assert_eq!(counts(&compiled("chess"), 6)[5], 119_060_324);
    assert_eq!(counts(&compiled("shatranj"), 6)[5], 19_864_709);
}

#[test]
fn shipped_games_agree_with_the_reference() {
    let mut random = Random(0x5eed);
    GAMES.into_iter().for_each(|game| soak(game, &mut random, 150));
}

#[test]
fn invented_games_agree_with_the_reference() {
    let mut random = Random(0xfeed);
    INVENTED.into_iter().for_each(|game| soak(game, &mut random, 60));
}

#[test]
#[ignore = "long: run by `just soak`"]
fn agrees_with_the_reference_at_length() {
    let wanted = std::env::var("FERZ_GAMES").unwrap_or_default();
    let positions = env_number("FERZ_POSITIONS").unwrap_or(100_000);
    let name = |game: &str| game.split('/').next().map(str::to_owned);
    for game in GAMES.into_iter().filter(|game| game.contains(wanted.as_str())) {
        // The positions are divided among the arrays of a game.
        let arrays = GAMES.into_iter().filter(|other| name(other) == name(game)).count();
        let mut random = Random(env_number("FERZ_SEED").unwrap_or(1) as u64);
        soak(game, &mut random, positions / arrays);
        println!("{game}: {} positions", positions / arrays);
    }
    for game in INVENTED.into_iter().filter(|game| game.contains(wanted.as_str())) {
        let mut random = Random(env_number("FERZ_SEED").unwrap_or(1) as u64);
        soak(game, &mut random, positions / 10);
        println!("{game}: {} positions", positions / 10);
    }
}

/// Plays random games, and compares every position. Returns the number of positions.
pub(super) fn play(engine: &Engine, games: usize, plies: usize, random: &mut Random) -> usize {
    let rules = Interpreter::new(engine.variant());
    let mut seen = 0;
    for game in 0..games {
        let mut setup = engine.variant().start();
        for ply in 0..plies {
            let next = compare(engine, &rules, &setup, &format!(" game {game} ply {ply}"));
            seen += 1;
            if next.is_empty() {
                break;
            }
            setup = next[random.below(next.len())].clone();
        }
    }
    seen
}

/// Plays random games of every built-in game, and compares every position.
fn play_the_library(games: usize, plies: usize, seed: usize) {
    let wanted = std::env::var("FERZ_GAMES").unwrap_or_default();
    for name in built_in_names().into_iter().filter(|name| name.contains(wanted.as_str())) {
        let (engine, mut random) = (compiled(&name), Random(seed as u64));
        let seen = play(&engine, games, plies, &mut random);
        println!("{name}: {seen} positions");
    }
}

#[test]
fn a_game_of_each_of_the_library() {
    play_the_library(1, 12, 0x11b);
}

#[test]
#[ignore = "long: run by `just library`"]
fn many_games_of_each_of_the_library() {
    play_the_library(env_number("FERZ_PLAYED").unwrap_or(200), 80, env_number("FERZ_SEED").unwrap_or(1));
}

/// Pieces that can return to a square that they have passed, and that a royal has just entered or left.
#[test]
fn royals_beside_pieces_that_turn_back() {
    for notation in
        ["[R-bR]", "avR", "abB", "[fB-vB]", "[fQ-bK]", "avQ", "[pR-bR]", "gabW", "mpabR", "goaabA"]
    {
        for ((files, ranks), row) in [((4, 3), "D K D D"), ((3, 4), "K . D")] {
            let text = format!(
                "variant turning \"Turning\"\nboard {{\n grid {files} x {ranks}\n black is white turned\n}}\n\
                 piece king K `K` royal\npiece d D `{notation}`\nroyalty {{\n check binds always\n}}\n\
                 array a {{\n 1 | {row}\n}}\n"
            );
            let files = Texts(vec![("turning.ferz".into(), text)]);
            let loaded = Catalog::new(&files).load(&GameRef::parse("turning.ferz"), &[]);
            let variant =
                loaded.unwrap_or_else(|failure| panic!("{notation}: {:?}", failure.problems)).variant;
            let (engine, rules) = (Engine::new(&variant), Interpreter::new(&variant));
            let mut setup = variant.start();
            setup.pieces.fill(None);
            let squares: Vec<usize> = variant.board.squares().map(|square| square.index()).collect();
            let ids: Vec<_> = variant.piece_type_ids().map(|(id, _)| id).collect();
            let all = squares.iter().flat_map(|a| squares.iter().map(move |b| (*a, *b)));
            for ((king, piece), other) in all.flat_map(|two| squares.iter().map(move |other| (two, *other))) {
                if king == piece || king == other || piece == other {
                    continue;
                }
                let mut setup = setup.clone();
                let placed = [
                    (king, Color::White, ids[0]),
                    (other, Color::Black, ids[0]),
                    (piece, Color::Black, ids[1]),
                ];
                for (square, color, piece_type) in placed {
                    setup.pieces[square] = Some(Piece { color, piece_type });
                }
                compare(&engine, &rules, &setup, notation);
            }
        }
    }
}
