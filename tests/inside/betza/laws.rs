//! Properties that hold for every notation, tested with thousands of random notations on random boards.
//!
//! Each test generates notations with [`Dice`] and compares two ways to compute the same result: the automaton and the
//! brute-force oracle, the original and the canonical notation, or a position and its mirror image.

use super::brute::{Outcome, outcomes};
use super::help::{PieceFilter, read};
use crate::inside::help::sample;
use ferz_core::base::{Bitboard, Board, Cell, Color, Orientation, Square, SquareSet};
use ferz_core::rules::walk::walks;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A small random number generator with the same sequence on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % sides
    }
    fn one(&mut self, of: &str) -> String {
        let all: Vec<char> = of.chars().collect();
        all[self.roll(all.len() as u64) as usize].to_string()
    }
    fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }
}

fn atom(dice: &mut Dice) -> String {
    match dice.roll(20) {
        0 => format!("({},{})", 1 + dice.roll(5), dice.roll(4)),
        1 => dice.one("WFDNAHCZG") + &dice.one("XXY"),
        2 => "U".into(),
        n if n < 12 => dice.one("WFKNRBQ"),
        _ => dice.one("WFDNAHCZGKRBQ"),
    }
}

fn range(dice: &mut Dice, atom: &str) -> String {
    match dice.roll(12) {
        0 => "0".into(),
        1 => (1 + dice.roll(5)).to_string(),
        2 => format!("{{{}..}}", 1 + dice.roll(3)),
        3 => format!("{{2..{}}}", 2 + dice.roll(3)),
        4 if atom.len() == 1 => atom.into(),
        _ => String::new(),
    }
}

fn letters(dice: &mut Dice, common: &str, rare: &str) -> String {
    let mut text = String::new();
    while dice.chance(45) {
        text += &dice.one("ffblrsvfs");
        if dice.chance(20) {
            text += &dice.one("hrlsfbzq");
        }
    }
    while dice.chance(35) {
        let set = if dice.chance(70) { common } else { rare };
        text += &dice.one(set);
    }
    text
}

fn whole(dice: &mut Dice) -> String {
    let start = if dice.chance(10) { "i" } else { "" };
    let piece_type = atom(dice);
    let mut text = match dice.roll(10) {
        0..=3 => {
            let far = range(dice, &piece_type);
            format!("{start}{}{piece_type}{far}", letters(dice, "mcmcpg", "ednjozqukt"))
        }
        4 | 5 => {
            let mut legs = letters(dice, "mcpy", "dgxnjozqe");
            for _ in 0..=dice.roll(3) {
                legs += "a";
                legs += &letters(dice, "mcpzqy", "dgukixt");
            }
            let far = if dice.chance(80) { String::new() } else { range(dice, &piece_type) };
            format!("{start}{legs}{piece_type}{far}")
        }
        6 => {
            let inner = letters(dice, "mp", "zqc");
            let (before, after) = (letters(dice, "m", "c"), letters(dice, "m", "cz"));
            if dice.chance(50) {
                format!("{before}(a{inner}){after}{piece_type}")
            } else {
                format!("{before}({inner}a){after}{piece_type}")
            }
        }
        _ => {
            let outer = letters(dice, "mc", "o");
            let outer = if dice.chance(75) { String::new() } else { outer };
            format!("{start}{outer}{}", bracket(dice, 2))
        }
    };
    if dice.chance(5) {
        text.push('\'');
    }
    text
}

fn bracket(dice: &mut Dice, depth: u64) -> String {
    let mut text = String::from("[");
    let count = 1 + dice.roll(3);
    for index in 0..=count {
        if index > 0 {
            text += &dice.one("--?");
        }
        if depth > 0 && dice.chance(10) {
            text += &bracket(dice, depth - 1);
        } else {
            let piece_type = atom(dice);
            let far = range(dice, &piece_type);
            text += &letters(dice, "mcp", "zqduknjix");
            text += &piece_type;
            text += &far;
        }
    }
    text.push(']');
    if dice.chance(15) {
        text += &dice.one("0234");
    }
    text
}

pub fn notation(dice: &mut Dice) -> String {
    let mut text = whole(dice);
    while dice.chance(25) {
        text += &whole(dice);
    }
    text
}

fn some_board(dice: &mut Dice) -> Board {
    let (width, height) = (1 + dice.roll(16) as i32, 1 + dice.roll(16) as i32);
    let mut extra = Vec::new();
    let mut holes = Vec::new();
    if dice.chance(30) && width * height < 250 {
        extra.push(Cell { name: "y9".into(), x: 0, y: 1 + dice.roll(height as u64) as i32 });
        extra.push(Cell { name: "z9".into(), x: width + 1, y: 1 + dice.roll(height as u64) as i32 });
    }
    if dice.chance(30) && width * height > 8 {
        holes.push((1 + dice.roll(width as u64) as i32, 1 + dice.roll(height as u64) as i32));
    }
    let seen = if dice.chance(50) { Orientation::Turned } else { Orientation::Mirrored };
    Board::new(width, height, seen, &holes, extra).unwrap()
}

fn some_pieces(dice: &mut Dice, board: &Board) -> PieceFilter {
    let mut pieces = PieceFilter {
        own: SquareSet::EMPTY,
        enemy: SquareSet::EMPTY,
        royal: SquareSet::EMPTY,
        passed: SquareSet::EMPTY,
        home: dice.chance(50),
    };
    let density = dice.roll(40);
    for square in board.squares() {
        if dice.chance(density) {
            if dice.chance(50) {
                pieces.own.insert(square)
            } else {
                pieces.enemy.insert(square)
            }
            if dice.chance(25) {
                pieces.royal.insert(square);
            }
        } else if dice.chance(5) {
            pieces.passed.insert(square);
        }
    }
    pieces
}

fn walked(
    board: &Board,
    automaton: &ferz_core::rules::Automaton,
    from: Square,
    color: Color,
    pieces: &PieceFilter,
) -> BTreeSet<Outcome> {
    walks(board, automaton, from, color, pieces)
        .into_iter()
        .map(|walk| {
            let unload = walk.unload.and_then(|square| Some((square, *walk.captures.last()?)));
            let mut captures = walk.captures;
            captures.sort();
            (walk.actor, walk.to, captures, walk.en_passant, unload, walk.exempt)
        })
        .collect()
}

#[test]
fn the_walker_agrees_with_the_brute_force_oracle() {
    let mut dice = Dice::new(7);
    let (mut agreed, mut tried, mut given_up, mut moved) = (0, 0, 0, 0);
    let wanted = sample(1_500);
    while agreed < wanted {
        tried += 1;
        assert!(tried < 200_000, "the generator makes too few notations that can be read: {agreed}");
        let text = notation(&mut dice);
        let (Some(reading), _) = read(&text) else { continue };
        let board = some_board(&mut dice);
        let pieces = some_pieces(&mut dice, &board);
        let from = Square(dice.roll(board.squares().count() as u64) as u16);
        let color = if dice.chance(50) { Color::White } else { Color::Black };
        let Some(brute) = outcomes(&board, &reading.notation, from, color, &pieces) else {
            given_up += 1;
            continue;
        };
        let found = walked(&board, &reading.automaton, from, color, &pieces);
        moved += usize::from(!found.is_empty());
        if found != brute {
            let missing: Vec<_> = brute.difference(&found).take(4).collect();
            let extra: Vec<_> = found.difference(&brute).take(4).collect();
            panic!(
                "{text} from {} for {color:?} on {}x{}: missing {missing:?}, too much {extra:?}\n{:?}",
                board.name(from),
                board.width,
                board.height,
                reading.notation
            );
        }
        agreed += 1;
    }
    assert!(given_up * 40 < wanted, "{given_up}");
    assert!(moved * 2 > wanted, "{moved}");
}

#[test]
fn turning_the_board_changes_nothing() {
    let mut dice = Dice::new(11);
    for _ in 0..sample(700) {
        let (Some(reading), _) = read(&notation(&mut dice)) else { continue };
        let board = Board::new(9, 10, Orientation::Turned, &[], Vec::new()).unwrap();
        let pieces = some_pieces(&mut dice, &board);
        let from = Square(dice.roll(90) as u16);
        let turn = |square: Square| Square(89 - square.0);
        let set = |all: SquareSet| all.iter().map(turn).collect::<SquareSet>();
        let turned = PieceFilter {
            own: set(pieces.own),
            enemy: set(pieces.enemy),
            royal: set(pieces.royal),
            passed: set(pieces.passed),
            home: pieces.home,
        };
        let white = walked(&board, &reading.automaton, from, Color::White, &pieces);
        let black: BTreeSet<Outcome> = walked(&board, &reading.automaton, turn(from), Color::Black, &turned)
            .into_iter()
            .map(|(actor, to, captures, passant, unload, exempt)| {
                let mut captures: Vec<Square> = captures.into_iter().map(turn).collect();
                captures.sort();
                let unload = unload.map(|(a, b)| (turn(a), turn(b)));
                (turn(actor), turn(to), captures, passant.map(turn), unload, exempt)
            })
            .collect();
        assert_eq!(white, black);
    }
}

#[test]
fn symmetric_automata_are_equal_for_both_sides() {
    let is_symmetric = |text: &str| read(text).0.expect(text).automaton.is_symmetric();
    for text in ["W", "R", "RmpR", "KNADcaK", "flbrN", "[F?fsW]", "gQ"] {
        assert!(is_symmetric(text), "{text}");
    }
    for text in ["fW", "fmWfceF", "rlfR", "frN", "frflN", "isO2", "fRbB", "[fW?R]"] {
        assert!(!is_symmetric(text), "{text}");
    }
    let (mut dice, mut found) = (Dice::new(13), 0);
    for _ in 0..sample(2_000) {
        let (Some(reading), _) = read(&notation(&mut dice)) else { continue };
        if !reading.automaton.is_symmetric() {
            continue;
        }
        let board = some_board(&mut dice);
        let pieces = some_pieces(&mut dice, &board);
        let from = Square(dice.roll(board.squares().count() as u64) as u16);
        let [white, black] = Color::ALL.map(|color| walked(&board, &reading.automaton, from, color, &pieces));
        // With more outcomes, the oracle would give up on some squares.
        if white.len().max(black.len()) < 1_000 {
            assert_eq!(white, black);
        }
        found += usize::from(!white.is_empty());
    }
    assert!(found > sample(30), "{found}");
}

#[test]
fn printing_and_reading_again_changes_nothing() {
    let mut dice = Dice::new(3);
    for _ in 0..sample(1_000) {
        let text = notation(&mut dice);
        let (Some(reading), _) = read(&text) else { continue };
        let printed = reading.canonical;
        let (Some(again), problems) = read(&printed) else {
            panic!("{text} prints {printed}, which cannot be read")
        };
        assert_eq!(again.automaton, reading.automaton, "{text} prints {printed}: {problems:?}");
        assert_eq!(again.canonical, printed, "{text} prints {printed}, which prints otherwise");
    }
}

#[test]
fn any_text_is_read_or_refused_quickly() {
    // The limit is ten times the usual duration of an optimized build on an idle machine.
    let limit = Duration::from_millis(400);
    let mut texts: Vec<String> = vec![
        "[".repeat(100_000),
        "(".repeat(399),
        "[".repeat(8) + "W" + &"]".repeat(8),
        "[".repeat(8) + "Q-Q" + &"]9".repeat(8),
        "[".repeat(8) + "K-lrfbK" + &"]0".repeat(8),
        "a".repeat(60) + "K",
        "a".repeat(399) + "Q",
        "(a)".repeat(100) + "N",
        "(aa)".repeat(60) + "K",
        "(azf)".repeat(40) + "Q",
        "Q99999999999".into(),
        "qQ32aiQ32aiQ32aiQ32".into(),
        "aiaiaiaiaiaiaiaiQ".into(),
        "sfblrQ32aiQ32aiQ".into(),
        "mcdpafblrsvcdpmafblrscdpmafblrscdpmQ".into(),
        "cabcabcabcabcabK".into(),
        "[Q-Q-Q-Q-Q-Q-Q-Q]32".into(),
        "[R32-R32-R32]32".into(),
        "[zNN?qNN?zCC?qZZ?zQ]".into(),
        "W".repeat(400),
        "NNN'".repeat(100),
        "fmWfceFifmnD".repeat(30),
        "z9y8x7".into(),
        "é€🜁".into(),
        "\u{0}\u{1}".into(),
    ];
    let mut dice = Dice::new(99);
    for _ in 0..400 {
        let length = dice.roll(400);
        texts.push(
            (0..length)
                .map(|_| dice.one("[]()-?'{}.,0123456789abcdefghijklmnopqrstuvxyzWFDNAHCZGKRBQUOIXY"))
                .collect(),
        );
        let mut long = String::new();
        while long.len() < 300 {
            long += &notation(&mut dice);
        }
        texts.push(long);
    }
    for text in texts {
        let start = Instant::now();
        let (reading, problems) = read(&text);
        let took = start.elapsed();
        assert!(took < limit, "{text}: {took:?}");
        assert!(
            reading.is_some() || problems.iter().any(ferz_syntax::messages::diagnostic::Diagnostic::is_error),
            "{text}"
        );
        assert!(
            reading.is_none()
                || !problems.iter().any(ferz_syntax::messages::diagnostic::Diagnostic::is_error),
            "{text}"
        );
    }
}
