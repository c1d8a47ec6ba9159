//! Castlings: from what a piece may do (`O2`) and where pieces stand in the array to squares.

use crate::base::{Board, Color, Piece, Square};
use crate::rules::{Castling, PieceType};

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
                let Some(castling) = castle.way(board, *square, piece.color) else { continue };
                let stands =
                    |(at, other): &(Square, Piece)| *at == castling.partner.0 && other.color == piece.color;
                if setup.iter().any(stands) && !all.contains(&castling) {
                    all.push(Castling { origin: moves.origin, ..castling });
                }
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
    for castling in &mut all {
        let letter = match (usual, right(castling)) {
            (true, false) => 'k',
            (true, true) => 'q',
            (false, _) => board.name(castling.partner.0).chars().next().unwrap_or('a'),
        };
        let white = castling.color == Color::White;
        castling.letter = if white { letter.to_ascii_uppercase() } else { letter };
    }
    all
}
