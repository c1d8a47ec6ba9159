//! Pictures of positions and of moves for the terminal, and what is to be said beneath them.

use super::wrap;
use crate::base::{Board, ByColor, Color, Move, Orientation, Piece, Setup, Square};
use crate::play::notation::{braced, movetext, token};
use crate::rules::walk::{Walk, walks};
use crate::rules::{Moves, Variant};
use crate::words::prose::Prose;
use crate::words::render::{Drawing, Mark, Posed, Side, hurdles, mark_walks, text};
use std::collections::{BTreeMap, BTreeSet};

/// No diagram looks less far, for the eye to compare them.
const LEAST_RADIUS: i32 = 2;

/// The picture of a position, the squares of the last move marked.
pub(super) fn drawing<'v>(variant: &'v Variant, setup: &Setup, last: Option<&Move>) -> Drawing<'v> {
    let mut drawing = Drawing::new(&variant.board);
    for (square, piece) in setup.pieces() {
        drawing = drawing.piece(square, token(variant, piece), Side::from(piece.color));
    }
    drawing.last = last.map_or_else(Vec::new, |mv| mv.from.into_iter().chain(mv.to).collect());
    drawing
}

/// The position as lines, drawn or told.
pub(super) fn board(variant: &Variant, setup: &Setup, last: Option<&Move>, plain: bool) -> Vec<String> {
    match plain {
        true => told(variant, setup, last),
        false => text(&drawing(variant, setup, last)).lines().map(str::to_owned).collect(),
    }
}

/// The position as lines, with what no board shows.
pub(super) fn scene(variant: &Variant, setup: &Setup, last: Option<&Move>, plain: bool) -> Vec<String> {
    let mut lines = board(variant, setup, last, plain);
    lines.extend(status(variant, setup));
    lines
}

/// Who stands where, in words.
fn told(variant: &Variant, setup: &Setup, last: Option<&Move>) -> Vec<String> {
    let prose = Prose::new(variant);
    let name = |square| variant.board.name(square);
    let side = |color: Color| {
        let of = |id| {
            let piece = Some(Piece { color, piece_type: id });
            let squares = variant.board.squares().filter(|square| setup.piece(*square) == piece);
            let squares: Vec<&str> = squares.map(name).collect();
            (!squares.is_empty()).then(|| format!("{} {}", prose.name(id).to_lowercase(), squares.join(" ")))
        };
        let pieces: Vec<String> = variant.piece_type_ids().filter_map(|(id, _)| of(id)).collect();
        let pieces = if pieces.is_empty() { "nobody".to_owned() } else { pieces.join(", ") };
        wrap::text("", &format!("{}: {pieces}.", color.title()))
    };
    let mut lines: Vec<String> = Color::ALL.into_iter().flat_map(side).collect();
    if let Some(mv) = last {
        lines.push(format!("The last move: {}.", movetext::write(variant, mv)));
    }
    lines
}

/// One way of moving on a board that is empty but for pieces to hop over, at most `radius` squares around the piece, and the
/// marks it uses.
pub(super) fn diagram(token: &str, moves: &Moves, radius: i32) -> (Vec<String>, BTreeSet<Mark>) {
    let Some((board, center)) = around(radius) else { return Default::default() };
    let marks = marks(&board, center, moves);
    let far = |square: &Square| {
        let (cell, middle) = (board.cell(*square), board.cell(center));
        (cell.x - middle.x).abs().max((cell.y - middle.y).abs())
    };
    let needed = marks.keys().map(far).max().unwrap_or(0).max(LEAST_RADIUS);
    if needed < radius {
        return diagram(token, moves, needed);
    }
    let mut drawing = Drawing::new(&board).piece(center, short(token), Side::White);
    drawing.marks = marks;
    let used = drawing.used().collect();
    // The names of files and ranks would only distract: the piece may stand anywhere.
    let skip = board.height().to_string().len() + 2;
    let picture = text(&drawing);
    let rows = picture.lines().take(usize::try_from(board.height()).unwrap_or(0));
    (rows.map(|row| row.chars().skip(skip).collect()).collect(), used)
}

/// A token without its stage, and no longer than a column of a diagram should be wide.
fn short(token: &str) -> String {
    token.split('.').next().unwrap_or(token).chars().take(2).collect()
}

/// The same in words.
pub(super) fn diagram_told(moves: &Moves, radius: i32) -> Vec<String> {
    let Some((board, center)) = around(radius) else { return Vec::new() };
    let mut drawing = Drawing::new(&board);
    drawing.marks = marks(&board, center, moves);
    let from = board.name(center);
    let words = crate::words::render::told(&drawing);
    words.iter().map(|line| format!("from {from}, {line}")).collect()
}

/// An empty board with `radius` squares on every side of its center.
fn around(radius: i32) -> Option<(Board, Square)> {
    let size = 2 * radius + 1;
    let board = Board::new(size, size, Orientation::Turned, &[], Vec::new()).ok()?;
    let center = board.at(radius + 1, radius + 1)?;
    Some((board, center))
}

/// Where a piece on `center` can go, and what must be empty on the way.
fn marks(board: &Board, center: Square, moves: &Moves) -> BTreeMap<Square, Mark> {
    let hurdles = hurdles(board, &moves.automaton, center, Color::White);
    let reach = |enemy: Option<Square>| {
        let posed = Posed { home: center, hurdles: &hurdles, enemy };
        walks(board, &moves.automaton, center, Color::White, &posed)
    };
    let captures: Vec<Walk> = board
        .squares()
        .filter(|square| *square != center && !hurdles.contains_key(square))
        .flat_map(|square| {
            reach(Some(square)).into_iter().filter(move |walk| walk.captures.contains(&square))
        })
        .collect();
    let mut drawing = Drawing::new(board);
    mark_walks(&mut drawing, &reach(None), &captures);
    drawing.marks.extend(hurdles.keys().map(|square| (*square, Mark::Hurdle)));
    drawing.marks.remove(&center);
    drawing.marks
}

/// What the board does not show: the names of cells off the grid, rights, castling and hands.
pub(super) fn status(variant: &Variant, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    let board = &variant.board;
    let beside: Vec<String> = board
        .extra()
        .map(|square| match setup.piece(square) {
            Some(piece) => format!("{} ({})", board.name(square), token(variant, piece)),
            None => board.name(square).to_owned(),
        })
        .collect();
    if !beside.is_empty() {
        lines.push(format!("off the grid: {}", beside.join(", ")));
    }
    for (right, left) in variant.rights.iter().zip(&setup.rights) {
        lines.push(format!("{}: {}", right.name, holders(left)));
    }
    let castlings = variant.castlings.iter().enumerate().filter(|(i, _)| setup.castling >> i & 1 == 1);
    let letters: String = castlings.map(|(_, castling)| castling.letter).collect();
    if !variant.castlings.is_empty() {
        lines.push(format!("castling: {}", if letters.is_empty() { "used up" } else { &letters }));
    }
    if variant.hands {
        lines.extend(Color::ALL.map(|color| hand(variant, setup, color)));
    }
    lines
}

fn holders(left: &ByColor<u8>) -> String {
    let of = |color: Color| match left.get(color) {
        0 => None,
        1 => Some(color.title().to_owned()),
        n => Some(format!("{} ({n})", color.title())),
    };
    let names: Vec<String> = Color::ALL.into_iter().filter_map(of).collect();
    if names.is_empty() { "used up".to_owned() } else { names.join(" and ") }
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
    let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
    format!("{} has in hand: {held}", color.title())
}

/// What the marks of diagrams mean, in a line.
pub(super) fn legend(marks: &BTreeSet<Mark>) -> String {
    let parts: Vec<String> = Mark::ALL
        .into_iter()
        .filter(|mark| marks.contains(mark))
        .map(|mark| format!("{} {}", mark.sign(), mark.meaning()))
        .collect();
    parts.join(";  ")
}
