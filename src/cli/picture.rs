//! Pictures of positions and of moves for the terminal, and what is to be said beneath them.

use crate::board::{Board, ByColor, Color, KindId, Man, Move, Orientation, Setup, Square};
use crate::ir::{Holds, Moves, Variant, Virgin};
use crate::notation::{braced, token};
use crate::reference::walk::{Occupancy, Walk, walks};
use crate::render::{Drawing, Mark, Side, mark_walks, text};
use std::collections::BTreeSet;

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

/// One way of moving on an otherwise empty board, `radius` squares around the man; and the marks it uses.
pub(super) fn diagram(
    variant: &Variant,
    kind: KindId,
    moves: &Moves,
    radius: i32,
) -> (Vec<String>, BTreeSet<Mark>) {
    let size = 2 * radius + 1;
    let Ok(board) = Board::new(size, size, Orientation::Turned, &[], Vec::new()) else { return Default::default() };
    let Some(center) = board.at(radius + 1, radius + 1) else { return Default::default() };
    let reach = |enemy: Option<Square>| {
        walks(&board, &moves.automaton, center, Color::White, &Lone { home: center, enemy })
    };
    let captures: Vec<Walk> = board
        .squares()
        .filter(|square| *square != center)
        .flat_map(|square| reach(Some(square)).into_iter().filter(move |walk| walk.captures.contains(&square)))
        .collect();
    let token = variant.kind(kind).token.clone();
    let mut drawing = Drawing::new(&board).man(center, token, Side::White);
    mark_walks(&mut drawing, &reach(None), &captures);
    drawing.marks.remove(&center);
    let used = drawing.marks.values().copied().collect();
    // The names of files and ranks would only distract: the man may stand anywhere.
    let skip = size.to_string().len() + 2;
    let picture = text(&drawing);
    let rows = picture.lines().take(usize::try_from(size).unwrap_or(0));
    (rows.map(|row| row.chars().skip(skip).collect()).collect(), used)
}

/// A board that is empty but for one man and perhaps an enemy.
struct Lone {
    home: Square,
    enemy: Option<Square>,
}

impl Occupancy for Lone {
    fn holds(&self, square: Square, _: Color) -> Holds {
        if Some(square) == self.enemy { Holds::ENEMY_COMMON } else { Holds::EMPTY }
    }

    fn is_home(&self, from: Square, _: Virgin) -> bool {
        from == self.home
    }
}

/// What the board does not show: rights and hands.
pub(super) fn status(variant: &Variant, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
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
