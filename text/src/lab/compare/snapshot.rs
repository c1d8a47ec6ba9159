//! Records the move set of a game in a small and reproducible text, such that any edit of the game shows which moves
//! changed.
//!
//! [`record`] is the entry point. For every piece, the record contains the number of squares that it can reach from
//! every square, on an empty board and on a standard cluttered board, with a checksum of these squares. It also
//! contains the first moves of the game from every array, and perft counts. Equal entries of several pieces or readings
//! are written once.

use crate::base::{Bitboard, Color, Piece, PieceTypeId, Setup, Square, sort_by_key};
use crate::fast::engine::{Engine, TableCaches};
use crate::messages::text::{commas, fill};
use crate::notation::movetext;
use crate::rules::interpreter::{Interpreter, Purpose};
use crate::rules::{PieceType, Variant};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// The depth of the perft counts.
const DEPTH: u32 = 2;

/// Groups names by equal values, in the order of the first names.
pub(super) fn grouped<N, T: Hash + Eq>(items: impl IntoIterator<Item = (Vec<N>, T)>) -> Vec<(Vec<N>, T)> {
    let mut groups: HashMap<T, (usize, Vec<N>)> = HashMap::new();
    for (place, (names, item)) in items.into_iter().enumerate() {
        groups.entry(item).or_insert((place, Vec::new())).1.extend(names);
    }
    let mut all: Vec<_> = groups.into_iter().collect();
    sort_by_key(&mut all, |(_, (place, _))| *place);
    all.into_iter().map(|(item, (_, names))| (names, item)).collect()
}

/// Writes the record of a game.
///
/// `games` contains the pairs of an array and a reading to record, and `left_out` is the number of omitted pairs.
/// `values` contains the games under values of switches that no reading uses. For these, the record contains only the
/// differences from the first game.
pub fn record(title: &str, games: &[Arc<Variant>], values: &[Arc<Variant>], left_out: usize) -> String {
    let mut out = format!(
        "# {title}: recorded moves\n#\n# Written by `ferz snapshot`, checked by `ferz test`; do not edit.\n\
         # Each number is the number of squares that the piece can reach from there; the word at the end of a row is a hash of these squares.\n"
    );
    if left_out > 0 {
        let kept = games.len();
        out += &format!(
            "#\n# Of {} pairs of an array and a reading only {kept} are recorded.\n",
            kept + left_out
        );
    }
    let mut write = |heading: &str, items: Vec<(Vec<String>, String)>| {
        for (names, text) in grouped(items) {
            out += &format!("\n{}{text}", wrapped(&format!("{heading}: {}", commas(&names))));
        }
    };
    let main: Vec<&Variant> =
        games.iter().map(Arc::as_ref).filter(|game| game.array == games[0].array).collect();
    let others: Vec<&Variant> = values.iter().map(Arc::as_ref).collect();
    let mut names: Vec<String> = Vec::new();
    for name in main.iter().chain(&others).flat_map(|game| &game.piece_types).map(full_name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for (heading, clutter) in [("empty board", false), ("cluttered board", true)] {
        let body = |name: &String| (vec![name.clone()], under_readings(&main, &others, name, clutter));
        write(heading, names.iter().map(body).collect());
    }
    let opening = |game: &Arc<Variant>| {
        let engine = Engine::sharing(game, &mut TableCaches::once());
        let start = engine.position(&game.start());
        let moves = movetext::list(game, &engine.legal_moves(&start));
        let counts: Vec<String> = (1..=DEPTH).map(|depth| engine.perft(&start, depth).to_string()).collect();
        let text = format!("{}  perft {}\n", wrapped(&format!("  {}", moves.join(" "))), counts.join(" "));
        (vec![format!("{}@{}", game.array, game.reading)], text)
    };
    let mut openings: Vec<_> = games.iter().map(opening).collect();
    let usual = openings.first().map(|(_, text)| text.clone());
    openings.extend(values.iter().map(opening).filter(|(_, text)| usual.as_ref() != Some(text)));
    write("start", openings);
    out
}

/// Describes the moves of a piece under every reading, and under each value of a switch that changes them.
fn under_readings(games: &[&Variant], values: &[&Variant], name: &str, clutter: bool) -> String {
    let moves = |game: &&Variant| {
        let mut ids = game.piece_type_ids();
        let text = match ids.find(|(_, piece_type)| full_name(piece_type) == name) {
            Some((id, _)) => grid(game, id, clutter),
            None => "    is not there\n".to_owned(),
        };
        (vec![game.reading.clone()], text)
    };
    let mut all: Vec<_> = games.iter().map(moves).collect();
    let usual = all.first().map(|(_, text)| text.clone());
    all.extend(values.iter().map(moves).filter(|(_, text)| usual.as_ref() != Some(text)));
    match &grouped(all)[..] {
        [(_, text)] => text.clone(),
        several => several.iter().map(|(names, text)| format!("  under {}\n{text}", commas(names))).collect(),
    }
}

fn full_name(piece_type: &PieceType) -> String {
    match &piece_type.stage {
        Some(stage) => format!("{} {stage}", piece_type.piece),
        None => piece_type.piece.clone(),
    }
}

/// Draws the board with the number of squares that a piece reaches from each square.
fn grid(variant: &Variant, piece_type: PieceTypeId, clutter: bool) -> String {
    let (board, rules) = (&variant.board, Interpreter::new(variant));
    let piece = Piece { color: Color::White, piece_type };
    let around = if clutter { cluttered(variant) } else { variant.empty() };
    let reach = |square: Square| {
        let mut setup = around.clone();
        setup.set(square, Some(piece));
        let walks = rules.walks(&setup, square, Purpose::Move);
        let mut reached: Vec<u16> = walks.map(|(_, walk)| board.order(walk.to)).collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    };
    let row = |label: &str, squares: &[Option<Square>]| {
        let (mut counts, mut numbers) = (String::new(), Vec::new());
        for square in squares {
            let Some(reached) = square.map(reach) else {
                counts += "  *";
                continue;
            };
            counts += &format!(" {:>2}", reached.len());
            // The zero separates the lists of successive squares, so that the checksum depends on the square where each
            // list belongs.
            numbers.extend(reached.into_iter().map(|order| u64::from(order) + 1).chain([0]));
        }
        format!("  {label:>3} |{counts}  {:04x}\n", checksum(numbers))
    };
    let rank = |y: i32| row(&y.to_string(), &board.files().map(|x| board.at(x, y)).collect::<Vec<_>>());
    let beside = board.extra().map(|square| row(board.name(square), &[Some(square)]));
    board.ranks().rev().map(rank).chain(beside).collect()
}

/// Returns a board with pieces of both sides on a fixed pattern of squares. All of them have the type of the first
/// piece of the array that is not royal.
fn cluttered(variant: &Variant) -> Setup {
    let mut setup = variant.empty();
    let mut pieces = variant.setup.iter().map(|(_, piece)| piece.piece_type);
    let common = pieces.find(|piece_type| variant.piece_type(*piece_type).royal.is_none());
    for (index, square) in variant.board.grid().iter().enumerate() {
        let color = match (index % 7, index % 11) {
            (3, _) => Color::Black,
            (_, 5) => Color::White,
            _ => continue,
        };
        setup.set(square, common.map(|piece_type| Piece { color, piece_type }));
    }
    setup
}

/// Returns a 16-bit checksum of a sequence of numbers: the FNV-1a hash, folded twice.
fn checksum(numbers: Vec<u64>) -> u16 {
    let hash = numbers
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, number| (hash ^ number).wrapping_mul(0x0100_0000_01b3));
    let folded = hash ^ (hash >> 32);
    u16::try_from((folded ^ (folded >> 16)) & 0xffff).unwrap_or(0)
}

/// Wraps a line. The lines after the first are indented.
fn wrapped(text: &str) -> String {
    let indent: String = text.chars().take_while(|c| *c == ' ').collect();
    fill(&indent, &format!("{indent}  "), text.split_whitespace(), 80).join("\n") + "\n"
}
