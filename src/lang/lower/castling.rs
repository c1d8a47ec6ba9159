//! Castlings: from what a piece may do (`O2`) and where pieces stand in the array to squares.

use crate::base::{Board, Color, Piece, Square};
use crate::rules::walk::{Imagined, walks};
use crate::rules::{Castling, Holds, Likely, Moves, PieceType, SomePiece, Threat, Variant};
use std::collections::BTreeSet;

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
        let own = || all.iter().filter(|castling| castling.color == color);
        let kings: BTreeSet<Square> = own().map(|castling| castling.king.0).collect();
        let partners: BTreeSet<Square> = own().map(|castling| castling.partner.0).collect();
        let sides: BTreeSet<bool> = own().map(&right).collect();
        kings.len() <= 1 && partners.len() <= 2 && partners.len() == sides.len()
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
        // Castlings of the same two pieces are possible and lost together. Where others have the letter, the next one is taken
        // that is free.
        let pieces = |castling: &Castling| (castling.king.0, castling.partner.0);
        let same = all[..number].iter().find(|other| pieces(other) == pieces(castling));
        let mut letters = std::iter::once(letter).chain('a'..='z').map(cased);
        let free = || letters.find(|letter| all[..number].iter().all(|other| other.letter != *letter));
        all[number].letter = same.map(|other| other.letter).or_else(free).unwrap_or(letter);
    }
    all
}

/// Leaves out, of the squares that must not be attacked, those on which the piece that castles is immune to attack.
pub(super) fn leave_out_immune(variant: &mut Variant) {
    let mut castlings = std::mem::take(&mut variant.castlings);
    for castling in &mut castlings {
        let Some(piece) = variant.at_home(castling.king.0) else { continue };
        let immune = |square: Square| {
            let some = SomePiece { variant, piece, squares: Some([square].into_iter().collect()) };
            let mut immunities = variant.immunities.iter();
            immunities.any(|immunity| {
                immunity.to.contains(&Threat::Attack) && some.is(&immunity.pieces, piece.color) == Likely::Yes
            })
        };
        castling.safe.retain(|square| !immune(*square));
    }
    variant.castlings = castlings;
}
