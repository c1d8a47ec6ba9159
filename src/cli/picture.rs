//! Pictures of positions and of moves for the terminal, and what is to be said beneath them.

use crate::board::{Board, ByColor, Color, Man, Move, Orientation, Setup, Square};
use crate::ir::{Moves, Variant};
use crate::notation::{braced, token};
use crate::render::{Drawing, Mark, Side, mark_walks, text};
use crate::walk::{Lone, Walk, walks};
use std::collections::{BTreeMap, BTreeSet};

/// No diagram looks less far, for the eye to compare them.
const LEAST_RADIUS: i32 = 2;

/// A drawing of the position, the squares of the last move marked.
pub(super) fn position(variant: &Variant, setup: &Setup, last: Option<&Move>) -> String {
    let mut drawing = Drawing::new(&variant.board);
    for (square, man) in setup.men() {
        let side = match man.color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        };
        drawing = drawing.man(square, token(variant, man), side);
    }
    drawing.last = last.map_or_else(Vec::new, |mv| mv.from.into_iter().chain(mv.to).collect());
    text(&drawing)
}

/// One way of moving on an otherwise empty board, at most `radius` squares around the man, and the marks it uses.
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
    let mut drawing = Drawing::new(&board).man(center, token, Side::White);
    let used = marks.values().copied().collect();
    drawing.marks = marks;
    // The names of files and ranks would only distract: the man may stand anywhere.
    let skip = board.height().to_string().len() + 2;
    let picture = text(&drawing);
    let rows = picture.lines().take(usize::try_from(board.height()).unwrap_or(0));
    (rows.map(|row| row.chars().skip(skip).collect()).collect(), used)
}

/// An empty board with `radius` squares on every side of its center.
fn around(radius: i32) -> Option<(Board, Square)> {
    let size = 2 * radius + 1;
    let board = Board::new(size, size, Orientation::Turned, &[], Vec::new()).ok()?;
    let center = board.at(radius + 1, radius + 1)?;
    Some((board, center))
}

/// Where a man on `center` can go, and what must be empty on the way.
fn marks(board: &Board, center: Square, moves: &Moves) -> BTreeMap<Square, Mark> {
    let reach = |enemy: Option<Square>| {
        walks(board, &moves.automaton, center, Color::White, &Lone { home: center, enemy })
    };
    let captures: Vec<Walk> = board
        .squares()
        .filter(|square| *square != center)
        .flat_map(|square| {
            reach(Some(square)).into_iter().filter(move |walk| walk.captures.contains(&square))
        })
        .collect();
    let mut drawing = Drawing::new(board);
    mark_walks(&mut drawing, &reach(None), &captures);
    drawing.marks.remove(&center);
    drawing.marks
}

/// What the board does not show: the names of cells off the grid, rights, castling and hands.
pub(super) fn status(variant: &Variant, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    let board = &variant.board;
    let beside: Vec<String> = board
        .extra()
        .map(|square| match setup.man(square) {
            Some(man) => format!("{} ({})", board.name(square), token(variant, man)),
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
    let held = variant.kind_ids().zip(&setup.hands).filter_map(|((kind, _), held)| {
        let name = braced(&token(variant, Man { color, kind }));
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
