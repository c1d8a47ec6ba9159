//! Castlings: from what a piece may do (`O2`) and where men stand in the array to squares.

use crate::board::{Board, Color, Man, Square};
use crate::ir::{Castle, Castling, Kind};

/// All castlings of an array, White's first, each side's right-hand one first.
pub(super) fn castlings(board: &Board, kinds: &[Kind], setup: &[(Square, Man)]) -> Vec<Castling> {
    let mut all: Vec<Castling> = Vec::new();
    for (square, man) in setup {
        let Some(kind) = kinds.get(man.kind.index()) else { continue };
        for castle in kind.moves.iter().flat_map(|moves| &moves.automaton.castles) {
            if let Some(castling) = one(board, setup, *square, *man, *castle)
                && !all.contains(&castling)
            {
                all.push(castling);
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

fn one(board: &Board, setup: &[(Square, Man)], king: Square, man: Man, castle: Castle) -> Option<Castling> {
    let start = board.cell(king);
    let dx = match man.color {
        Color::White => i32::from(castle.side),
        Color::Black => -i32::from(castle.side),
    };
    let along = |distance: i32| board.at(start.x + dx * distance, start.y);
    let grid = board.grid();
    let edge = (1..=board.width()).take_while(|d| along(*d).is_some_and(|s| grid.contains(s))).last()?;
    let reach = edge - i32::from(castle.inset);
    let partner = along(reach)?;
    let has_partner = setup.iter().any(|(square, other)| *square == partner && other.color == man.color);
    let steps = i32::from(castle.steps);
    if !has_partner || steps < 1 || reach <= 0 {
        return None;
    }
    let (king_to, partner_to) = (along(steps)?, along(steps - 1)?);
    let on_the_way = (1..=reach.max(steps)).filter_map(along).chain([king_to, partner_to]);
    let mut empty: Vec<Square> = on_the_way
        .filter(|square| *square != king && *square != partner)
        .filter(|square| {
            let distance = (board.cell(*square).x - start.x).abs();
            distance < reach || distance <= steps
        })
        .collect();
    empty.sort();
    empty.dedup();
    let safe = (0..=steps).filter_map(along).collect();
    Some(Castling {
        letter: ' ',
        color: man.color,
        king: (king, king_to),
        partner: (partner, partner_to),
        empty,
        safe,
    })
}
