//! Positions as drawings and in words, and what a drawing of the board does not show.

use super::Drawing;
use crate::base::text::{capital, commas};
use crate::base::{ByColor, Color, Move, Piece, Setup};
use crate::play::notation::{braced, movetext, token};
use crate::rules::Variant;
use crate::words::prose::{Prose, spoken};

/// The drawing of a position, the squares of the last move highlighted.
pub(crate) fn drawing<'v>(variant: &'v Variant, setup: &Setup, last: Option<&Move>) -> Drawing<'v> {
    let mut drawing = Drawing::new(&variant.board);
    for (square, piece) in setup.pieces() {
        drawing = drawing.piece(square, token(variant, piece), piece.color);
    }
    drawing.last = last.map_or_else(Vec::new, |mv| mv.from.into_iter().chain(mv.to).collect());
    drawing
}

/// Where the pieces are, in sentences.
pub(crate) fn words(variant: &Variant, setup: &Setup, last: Option<&Move>) -> Vec<String> {
    let prose = Prose::new(variant);
    let side = |color: Color| {
        let of = |id| {
            let piece = Some(Piece { color, piece_type: id });
            let squares = variant.board.squares().filter(|square| setup.piece(*square) == piece);
            let squares: Vec<&str> = squares.map(|square| variant.board.name(square)).collect();
            (!squares.is_empty()).then(|| format!("{} {}", prose.name(id).to_lowercase(), squares.join(" ")))
        };
        let pieces: Vec<String> = variant.piece_type_ids().filter_map(|(id, _)| of(id)).collect();
        let pieces = if pieces.is_empty() { "no pieces".to_owned() } else { commas(&pieces) };
        format!("{}: {pieces}.", color.title())
    };
    let last = last.map(|mv| format!("Last move: {}.", movetext::write(variant, mv)));
    Color::ALL.into_iter().map(side).chain(last).collect()
}

/// What the board does not show: the names of cells beside the grid, rights, castling, and hands.
pub(crate) fn status(variant: &Variant, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    let board = &variant.board;
    let beside = board.extra().map(|square| match setup.piece(square) {
        Some(piece) => format!("{} ({})", board.name(square), token(variant, piece)),
        None => board.name(square).to_owned(),
    });
    let beside: Vec<String> = beside.collect();
    if !beside.is_empty() {
        lines.push(format!("Beside the board: {}", commas(&beside)));
    }
    for (right, left) in variant.rights.iter().zip(&setup.rights) {
        lines.push(available(&spoken(&right.name), &holders(left)));
    }
    let castlings = variant.castlings.iter().enumerate().filter(|(i, _)| setup.castling >> i & 1 == 1);
    let letters: String = castlings.map(|(_, castling)| castling.letter).collect();
    if !variant.castlings.is_empty() {
        lines.push(available("Castling", &letters));
    }
    if variant.hands {
        lines.extend(Color::ALL.map(|color| hand(variant, setup, color)));
    }
    lines
}

/// What of something that is used up is left.
fn available(name: &str, left: &str) -> String {
    let name = capital(name);
    if left.is_empty() {
        format!("{name} no longer available")
    } else {
        format!("{name} still available: {left}")
    }
}

/// Who still has a right, and how often if more than once.
fn holders(left: &ByColor<u8>) -> String {
    let of = |color: Color| match left.get(color) {
        0 => None,
        1 => Some(color.title().to_owned()),
        n => Some(format!("{} ({n})", color.title())),
    };
    commas(&Color::ALL.into_iter().filter_map(of).collect::<Vec<String>>())
}

fn hand(variant: &Variant, setup: &Setup, color: Color) -> String {
    let held = variant.piece_type_ids().zip(&setup.hands).filter_map(|((piece_type, _), held)| {
        let name = braced(&token(variant, Piece { color, piece_type }));
        match *held.get(color) {
            0 => None,
            1 => Some(name),
            n => Some(format!("{n}{name}")),
        }
    });
    let held: Vec<String> = held.collect();
    let held = if held.is_empty() { "empty".to_owned() } else { held.join(" ") };
    format!("{}'s hand: {held}", color.title())
}
