//! Tests of positions and moves as text: every output can be read back, and every kind of error has its own message.
//!
//! The messages are snapshots. The properties are tested with random games of the shipped and of the invented games,
//! and with random texts.

use super::help::{STUDIED, load};
use super::random::INVENTED;
use ferz_core::base::source::Sources;
use ferz_core::base::{Color, Setup};
use ferz_core::play::game::Random;
use ferz_core::rules::Variant;
use ferz_core::rules::interpreter::Interpreter;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_text::notation::{fen, movetext, typed};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

const MASCULINE: &str = "e1c1d1d1c1e/rntzvkgztnr/{pr}{pn}{pt}{pz}{pv}{pk}{pg}{pe}{pc}{pd}{pp}/11/11/11/11/\
    {Pp}{Pd}{Pc}{Pe}{Pg}{Pk}{Pv}{Pz}{Pt}{Pn}{Pr}/RNTZGKVZTNR/E1C1D1D1C1E w - - 0 1 swap=wb";
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn read(variant: &Variant, text: &str) -> Setup {
    fen::read(variant, text).unwrap_or_else(|problems| panic!("{text}: {problems:#?}"))
}

/// Formats problems as lines with the code, the message, the marked words, and the help.
fn told(text: &str, problems: &[Diagnostic]) -> String {
    let mut sources = Sources::default();
    sources.add("text", text);
    let mut lines = String::new();
    for problem in problems {
        let _ = writeln!(lines, "  {}: {}", problem.code.text(), problem.message);
        for label in &problem.labels {
            let _ = writeln!(lines, "    at `{}` {}", sources.slice(label.span), label.text);
        }
        if let Some(help) = &problem.help {
            let _ = writeln!(lines, "    help: {help}");
        }
    }
    lines
}

#[test]
fn the_start_position_has_the_documented_fen() {
    for (name, text) in [("tamerlane", MASCULINE), ("chess", CHESS)] {
        let variant = load(name);
        assert_eq!(fen::write(&variant, &variant.start()), text);
        assert_eq!(read(&variant, text), variant.start());
    }
}

#[test]
fn missing_fields_are_those_of_the_start_and_order_is_free() {
    let variant = load("tamerlane");
    let placement = MASCULINE.split(' ').next().unwrap_or_default();
    assert_eq!(read(&variant, placement), variant.start());
    let moved = read(&variant, &format!("swap=- {placement} b l2=- - - 3"));
    assert_eq!((moved.turn, moved.halfmove, moved.fullmove), (Color::Black, 3, 1));
    assert_eq!((moved.rights[0].white, moved.rights[0].black), (0, 0));
    let chess = load("chess");
    let lone = read(&chess, "4k3/8/8/8/8/8/8/4K2R");
    assert_eq!(fen::write(&chess, &lone), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn tokens_may_be_separated_by_commas() {
    let variant = load("tamerlane");
    let with = MASCULINE.replace("{Pp}{Pd}{Pc}", "Pp,{Pd},Pc,").replace("E1C1D1D1C1E", "E,1,C,1,D1D1C1E");
    assert_eq!(read(&variant, &with), variant.start());
}

#[test]
fn cells_off_the_grid_and_endings_have_fields() {
    let variant = load("tamerlane");
    let text = "6k4/11/11/11/11/11/11/11/11/K10 w - - 0 1 swap=w outcome=draw:repetition";
    assert_eq!(fen::write(&variant, &read(&variant, text)), text);
    let text = "11/11/11/11/11/11/11/11/11/K5r4 w - - 7 90 l2=k swap=-";
    assert_eq!(fen::write(&variant, &read(&variant, text)), text);
}

#[test]
fn bad_positions() {
    let cases = [
        ("chess", ""),
        ("chess", "   "),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR"),
        ("chess", "rnbqkbnr/ppppppp/8/8/9/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPXP/RNBQKBNR x KQkX e9 -1 0"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W kk e4e4 99999999999999999999 0"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w K e2 0 1 extra"),
        ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1"),
        ("chess", "4k3/8/8/*7/0/8/8/3K4[P] w - - 0 1"),
        ("chess", "4k3/8/99999999999999999999999999/8/8/8/8/3K4 w - - zero one"),
        ("chess", "4k3/8/8/8/8/8/8/3K4 w - - 0 1 swap=w e4=Q e4=R outcome=nobody"),
        ("tamerlane", "k10/11/11/11/{Px}{pq}8{Kp/11/11/11/11/K10"),
        ("tamerlane", "k10/11/11/11/11/11/11/11/11/K10 w - - 0 1 swapp=w l3=k a1=K"),
        ("tamerlane", "k10/11/11/11/11/11/11/11/11/K10 w - - 0 1 swap=ww z9=N l2=q l2=K swap=x"),
        (
            "tamerlane",
            "k10/11/11/11/11/11/11/11/11/K10 w KQ - 0 1 z9={Pp.wating} outcome=red:x outcome=draw:",
        ),
        ("tamerlane", "k10/11/11/11/11/♔♕9/11/11/11/K10 w"),
    ];
    let mut page = String::new();
    for (game, text) in cases {
        let variant = load(game);
        let problems = fen::read(&variant, text).expect_err(text);
        let _ = writeln!(page, "{game}: {text}\n{}", told(text, &problems));
    }
    insta::assert_snapshot!(page);
}

#[test]
fn bad_moves() {
    let rook = "k10/11/11/11/11/11/11/11/4r6/K10 w - - 0 1 swap=-";
    let cases: [(&str, Option<&str>, &[&str]); 5] = [
        (
            "chess",
            None,
            &["", "e9", "e2", "e4e5", "e7e5", "e2e5", "e2z9", "castle", "pass", "P@e4", "a1a2", "e2e4q", "é"],
        ),
        ("chess", Some("8/P3k3/8/8/8/8/8/4K3 w - - 0 1"), &["a7a8", "a7a8k", "a7b8q", "a7-"]),
        ("chess", Some("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &["h8g8"]),
        ("tamerlane", Some(rook), &["a1a2", "a1~a5", "l2k2"]),
        ("tamerlane", None, &["l2k2", "X@a4", "Z@a4", "a3@a4", "a3a4={kp}"]),
    ];
    let mut page = String::new();
    for (game, position, moves) in cases {
        let variant = load(game);
        let setup = position.map_or_else(|| variant.start(), |text| read(&variant, text));
        let legal = Interpreter::new(&variant).legal_moves(&setup);
        for typed in moves {
            let problem = movetext::read(&variant, &setup, &legal, typed).expect_err(typed);
            let _ = writeln!(
                page,
                "{game} {}: {typed}\n{}",
                position.unwrap_or("start"),
                told(typed, &[problem])
            );
        }
    }
    insta::assert_snapshot!(page);
}

#[test]
fn unambiguous_moves_are_read_leniently() {
    let chess = load("chess");
    let typed = |position: &str, text: &str| {
        let setup = read(&chess, position);
        let legal = Interpreter::new(&chess).legal_moves(&setup);
        movetext::read(&chess, &setup, &legal, text).map(|mv| movetext::write(&chess, mv))
    };
    for text in ["e2e4", " e2 e4 ", "E2E4", "e2-e4"] {
        assert_eq!(typed(CHESS, text).as_deref(), Ok("e2e4"));
    }
    for text in ["a7a8q", "A7A8Q", "a7a8=q", "a7-a8=Q", "a7a8{q}"] {
        assert_eq!(typed("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", text).as_deref(), Ok("a7a8q"));
    }
    assert_eq!(typed("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1").as_deref(), Ok("e1g1"));
}

/// Returns the move that a person typed in a position of chess, or the message and the help.
fn typed_in_chess(position: &str, text: &str) -> Result<String, String> {
    let chess = load("chess");
    let setup = read(&chess, position);
    let legal = Interpreter::new(&chess).legal_moves(&setup);
    let found = typed::read(&chess, &setup, &legal, text).map(|mv| movetext::write(&chess, mv));
    found.map_err(|problem| format!("{}; {}", problem.message, problem.help.unwrap_or_default()))
}

#[test]
fn moves_are_read_as_people_type_them() {
    for text in [
        "e4",
        "E4",
        "e2 to e4",
        "move e2 e4",
        "e2>e4",
        "e2 -> e4",
        "e2,e4",
        "e2\u{2013}e4",
        "e2\u{2014}e4",
        "e2e4.",
        "1. e4",
        "1.e4",
        "1... e4",
        "pawn e4",
        "Pawn to e4",
        "Pe4",
        "pe4",
        "e2-e4!",
    ] {
        assert_eq!(typed_in_chess(CHESS, text).as_deref(), Ok("e2e4"), "{text}");
    }
    for text in ["Nf3", "nf3", "NF3", "knight f3", "Knight to f3", "N-f3", "Ng1-f3", "ng1f3"] {
        assert_eq!(typed_in_chess(CHESS, text).as_deref(), Ok("g1f3"), "{text}");
    }
    let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (text, mv) in [("O-O", "e1g1"), ("o-o", "e1g1"), ("0-0-0", "e1c1"), ("OOO", "e1c1"), ("Kg1", "e1g1")]
    {
        assert_eq!(typed_in_chess(castling, text).as_deref(), Ok(mv), "{text}");
    }
}

/// A small letter is a file before it is a piece, and a capital letter is a piece before it is a file.
#[test]
fn a_pawn_on_the_file_b_is_not_a_bishop() {
    // Both the pawn on b2 and the bishop on d2 can capture on c3.
    let both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
    assert_eq!(typed_in_chess(both, "bxc3").as_deref(), Ok("b2c3"));
    assert_eq!(typed_in_chess(both, "Bxc3").as_deref(), Ok("d2c3"));
    assert_eq!(typed_in_chess(both, "BXC3"), Err("`BXC3` is ambiguous; type b2c3 or d2c3".to_owned()));
    // Only the bishop can go to c3, but the text can mean the pawn.
    let bishop = "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1";
    assert_eq!(typed_in_chess(bishop, "bc3"), Err("`bc3` is ambiguous; type d2c3".to_owned()));
    assert_eq!(typed_in_chess(bishop, "bb4"), Err("`bb4` is ambiguous; type b2b4 or d2b4".to_owned()));
    assert_eq!(typed_in_chess("4k3/8/8/8/8/8/P2B4/4K3 w - - 0 1", "bb4").as_deref(), Ok("d2b4"));
    // Only the pawn can go to c3.
    let pawn = "4k3/8/8/8/8/2n5/1P3B2/4K3 w - - 0 1";
    let refused = typed_in_chess(pawn, "Bxc3").expect_err("a bishop");
    assert!(refused.starts_with("the bishop cannot go from f2 to c3"), "{refused}");
}

#[test]
fn an_illegal_move_without_its_first_square_is_explained() {
    let refused = |text: &str| typed_in_chess(CHESS, text).expect_err(text);
    assert_eq!(refused("Nc4"), "no knight can go to c4; a knight can play b1a3 b1c3 g1f3 g1h3");
    for (text, start) in [
        ("nc4", "no knight can go to c4"),
        ("knight c4", "no knight can go to c4"),
        ("Ke2", "the king cannot go from e1 to e2"),
        ("Kxe2", "the king cannot go from e1 to e2"),
        ("Qh5#", "the queen cannot go from d1 to h5"),
        ("exd5", "the pawn cannot go from e2 to d5"),
        ("Bf1-b5", "the bishop cannot go from f1 to b5"),
        ("R1e1", "no rook from `1` can go to e1"),
        ("e5", "the pawn cannot go from e2 to e5"),
        ("O-O", "the king cannot go from e1 to g1"),
        ("Sf3", "there is no piece `S`; the letters are K Q R B N"),
        ("Lc4", "there is no piece `L`"),
        ("Dd1", "there is no piece `D`"),
        ("P-K4", "`P-K4` is not a move; a move is typed like `a2a3`"),
        ("N-KB3", "`N-KB3` is not a move"),
        ("move e2 e5", "the pawn cannot go from e2 to e5"),
    ] {
        assert!(refused(text).starts_with(start), "{text}: {}", refused(text));
    }
}

/// Returns every game in every array.
fn games() -> Vec<Variant> {
    let mut games = Vec::new();
    for name in STUDIED {
        let arrays: Vec<String> = load(name).arrays.iter().map(|array| array.name.clone()).collect();
        games.extend(arrays.iter().map(|array| load(&format!("{name}/{array}"))));
    }
    games
}

/// Returns the games invented for tests.
fn invented() -> Vec<Variant> {
    INVENTED.into_iter().map(load).collect()
}

/// Returns the positions of a random game.
fn wander(variant: &Variant, seed: u64, plies: usize) -> Vec<Setup> {
    let rules = Interpreter::new(variant);
    let mut random = Random::new(seed);
    let mut setups = vec![variant.start()];
    for _ in 0..plies {
        let Some(here) = setups.last() else { break };
        let moves = rules.legal_moves(here);
        let Some(next) = random.pick(&moves).and_then(|mv| rules.apply(here, mv)) else { break };
        setups.push(next);
    }
    setups
}

#[test]
fn output_is_read_back() {
    for variant in games().into_iter().chain(invented()) {
        let rules = Interpreter::new(&variant);
        for setup in (0..2).flat_map(|seed| wander(&variant, seed, 12)) {
            let text = fen::write(&variant, &setup);
            assert_eq!(read(&variant, &text), *fen::lasting(&variant, &setup), "{text}");
            let legal = rules.legal_moves(&setup);
            let texts: BTreeSet<String> = legal.iter().map(|mv| movetext::write(&variant, mv)).collect();
            assert_eq!(texts.len(), legal.len(), "two moves of one text in {text}");
            for mv in &legal {
                let typed = movetext::write(&variant, mv);
                assert_eq!(movetext::read(&variant, &setup, &legal, &typed), Ok(mv));
            }
        }
    }
}

/// Every position of a game survives writing and reading, even if unusual pieces can be captured en passant.
#[test]
fn en_passant_state_is_read_back() {
    let texts = [
        "fmWfceFifmnD",
        "fmWfceF moves `ifmnD`\n arriving by `ifmnD` at rank 4: becomes rook",
        "fmWfceFifmnH",
        "fmWfceFifmnDfmF",
    ];
    let mut total = 0;
    for (number, text) in texts.into_iter().enumerate() {
        let (moves, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rules = ferz::Rules::from_text(&format!(
            "variant x \"X\"\nboard {{ grid 8 x 8; black is white mirrored }}\npiece king K `K` royal\n\
             piece rook R `R`\npiece pawn P `{moves}` {{\n{rest}\n arriving at rank 8: becomes rook\n}}\n\
             ending {{ checkmate: loss; stalemate: draw }}\n\
             array a {{\n 2 | P P P P P P P P\n 1 | . . . . K . . .\n}}\n"
        ));
        let rules = rules.unwrap_or_else(|error| panic!("{error}"));
        let mut random = Random::new(number as u64);
        let mut passed = 0;
        for _ in 0..40 {
            let mut game = rules.start();
            for _ in 0..30 {
                let legal: Vec<ferz::Move> = game.legal_moves().collect();
                if legal.is_empty() {
                    break;
                }
                game.play(legal[random.below(legal.len())]).expect("a legal move");
                let fen = game.fen();
                assert_eq!(rules.from_fen(&fen).map(|game| game.fen()).as_ref(), Ok(&fen));
                passed += usize::from(fen.split(' ').nth(3) != Some("-"));
            }
        }
        // A pawn that also goes there without a capture does not capture.
        assert_eq!(passed > 0, !text.ends_with("fmF"), "{text}: {passed}");
        total += passed;
    }
    assert!(total > 40, "{total}");
}

#[test]
fn impossible_en_passant_squares_are_refused() {
    let rules = ferz::Rules::load("chess").expect("a shipped game");
    for (passed, right) in
        [("e6", true), ("d6", false), ("e3", false), ("e6d6", false), ("e4", false), ("-", true)]
    {
        let read =
            rules.from_fen(&format!("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq {passed} 0 2"));
        assert_eq!(read.is_ok(), right, "{passed}");
    }
}

/// A check of the side that is not to move is an error only if check binds, and never in the start position.
#[test]
fn check_out_of_turn_is_refused_if_check_binds() {
    for (royalty, array, refused) in [
        ("check binds always", ". . . K .", true),
        ("check binds never", ". . . K .", false),
        ("check binds when royals = 1", ". . . K .", true),
        ("check binds when royals = 1", ". . . K K", false),
        ("check binds all", ". . . K K", false),
        ("check binds always", ". R . K .", true),
    ] {
        let rules = ferz::Rules::from_text(&format!(
            "variant x \"X\"\nboard {{ grid 5 x 5; black is white mirrored }}\npiece king K `K` royal\n\
             piece rook R `R`\nroyalty {{ {royalty} }}\nending {{ stalemate: draw }}\n\
             array a {{\n 1 | {array}\n}}\n"
        ));
        let rules = rules.unwrap_or_else(|error| panic!("{error}"));
        let start = rules.start().fen();
        assert!(rules.from_fen(&start).is_ok(), "{start}");
        let kings = array.matches('K').count();
        let checked = format!("{}/5/5/5/{} w", ["3kR", "k1k1R"][kings - 1], ["K4", "KK3"][kings - 1]);
        let problems = rules.from_fen(&checked).err();
        let codes = problems.iter().flat_map(|error| error.problems()).map(|problem| problem.code);
        assert_eq!(codes.eq(["fen-in-check"]), refused, "{royalty}: {checked}: {problems:?}");
        assert!(rules.from_fen_lenient(&checked).is_ok(), "{checked}");
    }
}

static GAMES: LazyLock<Vec<Variant>> = LazyLock::new(games);

proptest! {
    #[test]
    fn any_text_is_answered(text in ".{0,120}", game in 0..8usize) {
        let variant = &GAMES[game % GAMES.len()];
        let setup = variant.start();
        let _ = fen::read(variant, &text);
        let legal = Interpreter::new(variant).legal_moves(&setup);
        let _ = movetext::read(variant, &setup, &legal, &text);
    }

    #[test]
    fn any_text_like_a_position_is_answered(
        text in "([a-zA-Z0-9*/{}.,\\[\\]+-]{0,60}/){0,12}[kKrR0-9{}]{0,8}( [wbKQkq=:l29 -]{0,12}){0,8}",
        game in 0..8usize,
    ) {
        let variant = &GAMES[game % GAMES.len()];
        if let Ok(setup) = fen::read(variant, &text) {
            let written = fen::write(variant, &setup);
            prop_assert_eq!(fen::read(variant, &written), Ok(fen::lasting(variant, &setup).into_owned()));
        }
    }

    #[test]
    fn a_position_with_a_mistake_gets_a_message(at in 0..200usize, with in "[ -~é]{0,3}", game in 0..8usize) {
        let variant = &GAMES[game % GAMES.len()];
        let mut chars: Vec<char> = fen::write(variant, &variant.start()).chars().collect();
        let at = at % chars.len();
        chars.splice(at..=at, with.chars());
        let text: String = chars.into_iter().collect();
        if let Ok(setup) = fen::read(variant, &text) {
            let written = fen::write(variant, &setup);
            prop_assert_eq!(fen::read(variant, &written), Ok(fen::lasting(variant, &setup).into_owned()));
        }
    }
}
