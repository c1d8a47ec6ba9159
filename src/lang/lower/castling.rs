//! Castlings: from what a piece may do (`O2`) and where pieces stand in the array to squares.

use crate::base::{Board, Color, Piece, Square};
use crate::rules::walk::{Imagined, walks};
use crate::rules::{Castling, Holds, Moves, PieceType};

/// No game has more castlings.
pub(super) const MOST_CASTLINGS: usize = 32;

/// All castlings of an array, White's first, each side's right-hand one first.
pub(super) fn castlings(
    board: &Board,
    piece_types: &[PieceType],
    setup: &[(Square, Piece)],
) -> Vec<Castling> {
    let mut all: Vec<Castling> = Vec::new();
    for (square, piece) in setup {
        let Some(piece_type) = piece_types.get(piece.piece_type.index()) else { continue };
        let here = |moves: &&Moves| moves.on.as_ref().is_none_or(|zone| zone.holds(*square, piece.color));
        for moves in piece_type.moves.iter().filter(here) {
            for castle in &moves.automaton.castles {
                let Some(castling) = castle.way(board, *square, piece.color) else { continue };
                let stands =
                    |(at, other): &(Square, Piece)| *at == castling.partner.0 && other.color == piece.color;
                let goes = |moves: &Moves| {
                    let anything = Imagined { is_home: true, holds: |_| Holds::ANYTHING };
                    let walks = walks(board, &moves.automaton, *square, piece.color, &anything);
                    walks.iter().any(|walk| walk.to == castling.king.1)
                };
                let named = piece_type.moves.iter().any(goes);
                // What is not royal may castle out of attacks, through and into them.
                let safe = if piece_type.royal.is_some() { castling.safe } else { Vec::new() };
                let castling = Castling { origin: moves.origin, named, safe, ..castling };
                if setup.iter().any(stands) && !all.contains(&castling) {
                    all.push(castling);
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
    for number in 0..all.len() {
        let castling = &all[number];
        let letter = match (usual, right(castling)) {
            (true, false) => 'k',
            (true, true) => 'q',
            (false, _) => board.name(castling.partner.0).chars().next().unwrap_or('a'),
        };
        let cased = |letter: char| match castling.color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        };
        // Where two castle with the partners of one file, the later one has the next letter that is free.
        let mut letters = std::iter::once(letter).chain('a'..='z').map(cased);
        let free = letters.find(|letter| all[..number].iter().all(|other| other.letter != *letter));
        all[number].letter = free.unwrap_or(letter);
    }
    all
}
