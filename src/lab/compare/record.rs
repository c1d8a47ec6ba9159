//! A recorded move set: small, reproducible, and such that any edit of a game shows which moves changed.
//!
//! For every piece, the number of squares it can reach from every square, on an empty board and on a standard cluttered
//! one, with a checksum of these squares; the first moves of the game from every array; and perft counts. What is the
//! same for several pieces or readings is written once.

use crate::base::text::{commas, fill};
use crate::base::{Bitboard, Color, Piece, PieceTypeId, Setup, Square};
use crate::play::notation::movetext;
use crate::rules::interpreter::{Interpreter, Purpose};
use crate::rules::{PieceType, Variant};
use std::fmt::Write;

/// The depth of the perft counts.
const DEPTH: u32 = 2;

/// A game under one reading in one array.
#[derive(Debug)]
pub(crate) struct Recorded {
    /// The reading.
    pub reading: String,
    /// The array.
    pub array: String,
    /// The game.
    pub variant: Variant,
}

/// Texts that are the same under several names, in the order they came.
#[derive(Default)]
struct Groups {
    all: Vec<(Vec<String>, String)>,
}

impl Groups {
    fn add(&mut self, name: String, text: String) {
        match self.all.iter_mut().find(|(_, known)| *known == text) {
            Some((names, _)) => names.push(name),
            None => self.all.push((vec![name], text)),
        }
    }
}

/// The record of a game, from every reading in the first array and every array under every reading.
pub(crate) fn record(title: &str, games: &[Recorded]) -> String {
    let mut out = format!(
        "# {title}: recorded moves\n#\n# Written by `ferz snapshot`, checked by `ferz test`; not to be edited.\n\
         # Each number is how many squares the piece can go to from there; the word at the end of a row sums up which.\n"
    );
    let first = games.first().map(|game| game.array.clone()).unwrap_or_default();
    let main: Vec<&Recorded> = games.iter().filter(|game| game.array == first).collect();
    for (board, clutter) in [("empty", false), ("cluttered", true)] {
        let mut pieces = Groups::default();
        for name in piece_types(&main) {
            let mut readings = Groups::default();
            for game in &main {
                let mut ids = game.variant.piece_type_ids();
                let id = ids.find(|(_, piece_type)| full_name(piece_type) == name);
                let text = id.map(|(id, _)| grid(&game.variant, id, clutter));
                readings.add(game.reading.clone(), text.unwrap_or_else(|| "    is not there\n".to_owned()));
            }
            let mut text = String::new();
            let one = readings.all.len() == 1;
            for (names, grid) in &readings.all {
                if !one {
                    let _ = writeln!(text, "  under {}", commas(names));
                }
                text += grid;
            }
            pieces.add(name, text);
        }
        for (names, text) in &pieces.all {
            let _ = write!(out, "\n{}", wrapped(&format!("{board} board: {}", commas(names))));
            out += text;
        }
    }
    let mut openings = Groups::default();
    for game in games {
        let rules = Interpreter::new(&game.variant);
        let start = game.variant.start();
        let moves = movetext::list(&game.variant, &rules.legal_moves(&start));
        let counts: Vec<String> = (1..=DEPTH).map(|depth| rules.perft(&start, depth).to_string()).collect();
        let text = format!("{}  perft {}\n", wrapped(&format!("  {}", moves.join(" "))), counts.join(" "));
        openings.add(format!("{}@{}", game.array, game.reading), text);
    }
    for (names, text) in &openings.all {
        let _ = write!(out, "\n{}", wrapped(&format!("start: {}", commas(names))));
        out += text;
    }
    out
}

fn full_name(piece_type: &PieceType) -> String {
    match &piece_type.stage {
        Some(stage) => format!("{} {stage}", piece_type.piece),
        None => piece_type.piece.clone(),
    }
}

/// The names of all piece types any of the games has, in the order they first come.
fn piece_types(games: &[&Recorded]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in games.iter().flat_map(|game| &game.variant.piece_types).map(full_name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// How many squares a piece reaches from every square.
fn grid(variant: &Variant, piece_type: PieceTypeId, clutter: bool) -> String {
    let board = &variant.board;
    let rules = Interpreter::new(variant);
    let piece = Piece { color: Color::White, piece_type };
    let reach = |square: Square| {
        let mut setup = empty(variant);
        if clutter {
            scatter(variant, &mut setup);
        }
        if let Some(place) = setup.pieces.get_mut(square.index()) {
            *place = Some(piece);
        }
        let mut squares: Vec<Square> =
            rules.walks(&setup, square, Purpose::Move).map(|(_, walk)| walk.to).collect();
        squares.sort_by_key(|square| board.order(*square));
        squares.dedup();
        squares
    };
    let mut out = String::new();
    let mut row = |label: &str, squares: Vec<Option<Square>>| {
        let reached: Vec<Option<Vec<Square>>> = squares.iter().map(|square| square.map(reach)).collect();
        let count = |reached: &Option<Vec<Square>>| match reached {
            Some(reached) => format!("{:>2}", reached.len()),
            None => " *".to_owned(),
        };
        let counts: Vec<String> = reached.iter().map(count).collect();
        let numbers = |reached: &Vec<Square>| -> Vec<u64> {
            reached.iter().map(|square| u64::from(board.order(*square)) + 1).chain([0]).collect()
        };
        let sum = checksum(reached.iter().flatten().flat_map(numbers));
        let _ = writeln!(out, "  {label:>3} | {}  {sum:04x}", counts.join(" "));
    };
    for y in board.ranks().rev() {
        row(&y.to_string(), board.files().map(|x| board.at(x, y)).collect());
    }
    for square in board.extra() {
        row(board.name(square), vec![Some(square)]);
    }
    out
}

fn empty(variant: &Variant) -> Setup {
    let mut setup = variant.start();
    setup.pieces.iter_mut().for_each(|place| *place = None);
    setup.castling = 0;
    setup
}

/// Pieces of both sides on every seventh and every eleventh square of the grid: the first piece of the array and its like.
fn scatter(variant: &Variant, setup: &mut Setup) {
    let common = variant
        .setup
        .iter()
        .map(|(_, piece)| piece.piece_type)
        .find(|piece_type| variant.piece_type(*piece_type).royal.is_none());
    let Some(piece_type) = common else { return };
    let grid = variant.board.grid();
    for (index, square) in grid.iter().enumerate() {
        let color = match (index % 7, index % 11) {
            (3, _) => Color::Black,
            (_, 5) => Color::White,
            _ => continue,
        };
        if let Some(place) = setup.pieces.get_mut(square.index()) {
            *place = Some(Piece { color, piece_type });
        }
    }
}

/// Sixteen bits of a sum over numbers in order.
fn checksum(numbers: impl Iterator<Item = u64>) -> u16 {
    let hash = numbers
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, number| (hash ^ number).wrapping_mul(0x0100_0000_01b3));
    let folded = hash ^ (hash >> 32);
    u16::try_from((folded ^ (folded >> 16)) & 0xffff).unwrap_or(0)
}

/// A long line in several, those that follow set in.
fn wrapped(text: &str) -> String {
    let indent: String = text.chars().take_while(|c| *c == ' ').collect();
    fill(&indent, &format!("{indent}  "), text.split_whitespace(), 80).join("\n") + "\n"
}
