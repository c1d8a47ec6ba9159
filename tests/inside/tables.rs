//! Tests the memory use of the tables of a game and of its positions.

use super::help::{load, load_text};
use ferz_core::base::{Bitboard, SquareSet};
use ferz_core::fast::compile::TableCache;
use ferz_core::fast::position::Position;
use ferz_core::fast::tables::{AttackTable, Compiled, PieceInfo};
use ferz_core::rules::Variant;
use std::sync::Arc;

/// Returns the approximate size in bytes of all tables that grow with the board.
fn bytes<B: Bitboard>(variant: &Variant) -> usize {
    let tables = Compiled::<B>::new(&Arc::new(variant.clone()), &mut TableCache::default(), &[])
        .expect("it has tables");
    let ways: usize = tables.attack_tables.iter().map(AttackTable::bytes).sum();
    let sets = [&tables.attackers, &tables.near, &tables.en_passant_from].into_iter().flatten();
    let sets: usize = sets
        .chain([&tables.files, &tables.beside, &tables.between.sets])
        .map(|sets| size_of_val(&**sets))
        .sum();
    let codes = 1 + 2 * variant.piece_types.len();
    let pieces = codes * (size_of::<PieceInfo<B>>() + B::BITS * size_of::<u64>());
    ways + sets + size_of_val(&*tables.between.places) + size_of_val(&*tables.classes) + pieces
}

/// Loads a game on a board of 256 squares with twenty piece types, some of which are bent riders.
fn great_board() -> Variant {
    const PIECES: [(&str, &str); 20] = [
        ("King", "K"),
        ("Queen", "Q"),
        ("Rook", "R"),
        ("Bishop", "B"),
        ("Nightrider", "NN"),
        ("Zebrarider", "ZZ"),
        ("Camelrider", "CC"),
        ("Amazon", "QN"),
        ("Griffon", "F[F-W-R]"),
        ("Manticore", "W[W-F-B]"),
        ("Giraffe", "[F-W-W-R]"),
        ("Picket", "[F-B]"),
        ("Hopper", "gQ"),
        ("Unicorn", "NNB"),
        ("Squirrel", "NAD"),
        ("Dabbabarider", "DD"),
        ("Elephantrider", "AA"),
        ("Man", "K"),
        ("Lancer", "fRbF"),
        ("Wazir", "W"),
    ];
    let piece = |(at, (name, moves)): (usize, &(&str, &str))| {
        let (letter, royal) = (char::from(b'A' + at as u8), if at == 0 { " royal" } else { "" });
        format!("piece {} {letter} `{moves}`{royal}\n", name.to_lowercase())
    };
    let pieces: String = PIECES.iter().enumerate().map(piece).collect();
    load_text(&format!(
        "variant great \"Great\"\nboard {{ grid 16 x 16; black is white mirrored }}\n{pieces}\
         ending {{ checkmate: loss; stalemate: draw }}\narray start {{\n  \
         2 | Q R S T . . . . . . . . . . . .\n  1 | B C D E F G H I A J K L M N O P\n}}\n"
    ))
}

#[test]
fn tables_are_small() {
    const MEGABYTE: usize = 1 << 20;
    let weights = [
        ("chess", bytes::<u64>(&load("chess")), MEGABYTE / 8),
        ("tamerlane", bytes::<u128>(&load("tamerlane")), MEGABYTE),
        ("full-tamerlane", bytes::<u128>(&load("full-tamerlane")), MEGABYTE),
        ("a board of 256 squares", bytes::<SquareSet>(&great_board()), 16 * MEGABYTE),
    ];
    println!("{weights:?}");
    weights.iter().for_each(|(game, bytes, most)| assert!(bytes < most, "{game}: {bytes}"));
}

#[test]
fn positions_are_small() {
    let weights = [size_of::<Position<u64>>(), size_of::<Position<u128>>(), size_of::<Position<SquareSet>>()];
    println!("{weights:?}");
}
