//! Boards of points, and pieces on discs and pentagons, as SVG.

use super::Drawing;
use super::style::{BoardStyle, BodyShape, CELL, EDGE, Sign, is_river};
use crate::base::Bitboard;
use crate::base::{Color, Square};

const WOOD: &str = "#f3dca6";
const VIOLET: &str = "#d9c7f0";
const BROWN: &str = "#4a3618";
/// The fonts of signs. They are Japanese, Chinese, and Korean characters, which most systems can show.
const FONTS: &str =
    "Noto Serif CJK JP, Noto Serif JP, Source Han Serif, Hiragino Mincho ProN, Yu Mincho, SimSun, serif";

/// The sign or the picture on the body of a piece.
pub(super) enum Face {
    Sign(Sign),
    /// The shapes of a picture around the middle of the piece.
    Figure(String),
}

/// Draws a piece on its body. Black's pentagon is turned.
pub(super) fn piece(
    style: &BoardStyle,
    (x, y): (i32, i32),
    face: &Face,
    color: Color,
    neutral: bool,
) -> String {
    let (is_pentagon, is_black) = (style.body == BodyShape::Pentagons, color == Color::Black && !neutral);
    let turn = if is_pentagon && is_black { " rotate(180)" } else { "" };
    let fill = if neutral { VIOLET } else { WOOD };
    let look = format!(r#"fill="{fill}" stroke="{BROWN}" stroke-width="3" stroke-linejoin="round""#);
    let ring = |radius: i32| {
        format!(r#"<circle r="{radius}" fill="none" stroke="{}" stroke-width="2"/>"#, style.ink(color))
    };
    let body = match (style.body, is_black) {
        (BodyShape::Pentagons, _) => format!(r#"<path d="M0-45L29-33L39 43H-39L-29-33Z" {look}/>"#),
        (BodyShape::Discs | BodyShape::Plain, true) => {
            format!(r#"<circle r="43" {look}/>{}{}"#, ring(37), ring(33))
        }
        (BodyShape::Discs | BodyShape::Plain, false) => format!(r#"<circle r="43" {look}/>{}"#, ring(37)),
    };
    let middle = if is_pentagon { 5 } else { 0 };
    match face {
        Face::Sign(sign) => {
            let shown = signs(sign, middle, if is_pentagon { 54 } else { 50 });
            format!(r#"<g transform="translate({x} {y}) scale(.4){turn}">{body}{shown}</g>"#)
        }
        Face::Figure(shapes) => {
            let (scale, lower) = if is_pentagon { (64, if is_black { -3 } else { 3 }) } else { (66, 0) };
            let (left, top) = (-x, lower - y);
            format!(
                r#"<g transform="translate({x} {y}) scale(.4){turn}">{body}</g><g transform="translate({x} {y}) scale(.{scale}) translate({left} {top})">{shapes}</g>"#
            )
        }
    }
}

/// Writes one sign, or several below each other.
fn signs(sign: &Sign, middle: i32, size: i32) -> String {
    let count = i32::try_from(sign.text.chars().count()).unwrap_or(1);
    let size = if count > 1 { 36 } else { size };
    let one = |(index, character): (i32, char)| {
        // The base line of these fonts is below the middle of a character by three eighths of its size.
        let y = middle + (2 * index - count + 1) * 37 / 2 + size * 3 / 8;
        format!(
            r#"<text y="{y}" font-family="{FONTS}" font-size="{size}" font-weight="bold" text-anchor="middle" fill="{}">{character}</text>"#,
            sign.ink
        )
    };
    (0..).zip(sign.text.chars()).map(one).collect()
}

/// Draws the board below the pieces that stand on points: its wood, its river, and its lines.
pub(super) fn lines(drawing: &Drawing) -> Vec<String> {
    let ((columns, rows), board) = (drawing.frame(), drawing.board);
    let (Some(first), Some(top)) = (columns.first(), rows.first()) else { return Vec::new() };
    let place = |x: i32, y: i32| (EDGE + CELL * (x - first) + CELL / 2, 2 + CELL * (top - y) + CELL / 2);
    let has = |x: i32, y: i32| board.at(x, y).filter(|square| board.is_on_grid(*square)).is_some();
    let row = |y: i32| -> Vec<Square> { board.files().filter_map(|x| board.at(x, y)).collect() };
    let rivers = board
        .ranks()
        .filter(|y| drawing.style.banks.as_ref().is_some_and(|banks| is_river(banks, &row(*y), &row(y + 1))));
    let rivers: Vec<i32> = rivers.collect();
    let mut path = String::new();
    let mut draw = |(x, y): (i32, i32), (u, v): (i32, i32)| {
        if has(x, y) && has(u, v) {
            let ((x, y), (u, v)) = (place(x, y), place(u, v));
            path += &format!("M{x} {y}L{u} {v}");
        }
    };
    for (x, y) in board.files().flat_map(|x| board.ranks().map(move |y| (x, y))) {
        draw((x, y), (x + 1, y));
        if !rivers.contains(&y) || x == 1 || x == board.width {
            draw((x, y), (x, y + 1));
        }
    }
    for palace in drawing.style.palaces.iter().filter(|palace| palace.iter().count() >= 4) {
        let places = || palace.iter().map(|square| board.cell(square));
        let (xs, ys) = (|| places().map(|cell| cell.x), || places().map(|cell| cell.y));
        if let (Some(left), Some(right), Some(bottom), Some(top)) =
            (xs().min(), xs().max(), ys().min(), ys().max())
        {
            draw((left, bottom), (right, top));
            draw((left, top), (right, bottom));
        }
    }
    let ((left, upper), (width, height)) = (place(1, board.height), (board.width - 1, board.height - 1));
    let box_of = |x: i32, y: i32, width: i32, height: i32, look: &str| {
        format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {look}/>"#)
    };
    let (width, height) = (CELL * width, CELL * height);
    let wood = r##"fill="#ecd49a" stroke="#7a5c2e" stroke-width="1""##;
    let mut shapes = vec![box_of(left - CELL / 2, upper - CELL / 2, width + CELL, height + CELL, wood)];
    let water = |y: &i32| box_of(left, place(1, y + 1).1, width, CELL, r##"fill="#d9dfc3""##);
    shapes.extend(rivers.iter().map(water));
    shapes.push(format!(r#"<path d="{path}" fill="none" stroke="{BROWN}" stroke-width="1"/>"#));
    shapes
}
