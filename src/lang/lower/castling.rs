//! Castlings: from what a piece may do (`O2`) and where pieces stand in the array to squares.

use crate::base::{Board, Color, Piece, Square};
use crate::rules::{Castle, Castling, PieceType};

/// All castlings of an array, White's first, each side's right-hand one first.
pub(super) fn castlings(
    board: &Board,
    piece_types: &[PieceType],
    setup: &[(Square, Piece)],
) -> Vec<Castling> {
    let mut all: Vec<Castling> = Vec::new();
    for (square, piece) in setup {
        let Some(piece_type) = piece_types.get(piece.piece_type.index()) else { continue };
        for moves in &piece_type.moves {
            for castle in &moves.automaton.castles {
                let castling = one(board, setup, *square, *piece, *castle);
                let new = castling.filter(|castling| !all.contains(castling));
                all.extend(new.map(|castling| Castling { origin: moves.origin, ..castling }));
            }
        }
    }
    let right = |castling: &Castling| board.cell(castling.partner.0).x < board.cell(castling.king.0).x;
    all.sort_by_key(|castling| (castling.color, right(castling)));
    let single = |color| {
        let mut kings: Vec<Square> = all.iter().filter(|c| c.color == color).map(|c| c.king.0).collect();
        kings.dedup();
        kings.len() <= 1 && all.iter().filter(|c| c.color == color).count() <= 2
    };
    let usual = single(Color::White) && single(Color::Black);
    let letters: Vec<char> = all
        .iter()
        .map(|castling| {
            let letter = match (usual, right(castling)) {
                (true, false) => 'k',
                (true, true) => 'q',
                (false, _) => board.name(castling.partner.0).chars().next().unwrap_or('a'),
            };
            if castling.color == Color::White { letter.to_ascii_uppercase() } else { letter }
        })
        .collect();
    for (castling, letter) in all.iter_mut().zip(letters) {
        castling.letter = letter;
    }
    all
}

fn one(
    board: &Board,
    setup: &[(Square, Piece)],
    king: Square,
    piece: Piece,
    castle: Castle,
) -> Option<Castling> {
    castle.way(board, king, piece.color).filter(|way| {
        setup.iter().any(|(square, other)| *square == way.partner.0 && other.color == piece.color)
    })
}
