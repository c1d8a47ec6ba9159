//! Drawings as SVG, legible at small sizes, with marks that differ in shape as well as in color.
//!
//! A disc marks a square for moves and captures, a ring one for moves only, and a cross one for captures only. A
//! small square marks a square that must be empty, a bar a hurdle, and a crossed-out ring a piece captured in
//! passing. The colors (blue, orange, gray) are distinguishable with every kind of color vision.

use super::figured::Shared;
use super::plan::{PlacedSquare, Plan};
use super::style::{BoardStyle, BodyShape, CELL, EDGE, Sign};
use super::traditional::{self, Face};
use super::{Drawing, Figure, Mark, descriptions};
use crate::base::Color;
use crate::messages::text;

/// The height of a legend line.
const LINE_HEIGHT: i32 = 24;
/// The width of a letter in a note.
const LETTER: i32 = 8;
/// The width of the longest legend line.
const LEGEND: i32 = 250;

const LIGHT: &str = "#f4efe6";
const DARK: &str = "#dcd3c3";
const BESIDE: &str = "#e6ebf2";
const LINE: &str = "#8a8172";
const LAST: &str = "#f2d675";
const QUIET: &str = "#0b62a4";
const CAPTURE: &str = "#c2410c";
const INK: &str = "#222222";

/// The start and the end of the first line of an SVG file, and the start of the second line.
const HEAD: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 "#;
const STYLE: &str = r#"" font-family="DejaVu Sans, Verdana, sans-serif" role="img">"#;
const TITLE: &str = "<title>";

/// Returns true if the text is an SVG file written by this module. Such a file can be overwritten.
pub fn is_picture(text: &str) -> bool {
    let mut lines = text.lines();
    let is_head = |line: &str| line.starts_with(HEAD) && line.ends_with(STYLE);
    lines.next().is_some_and(is_head) && lines.next().is_some_and(|line| line.starts_with(TITLE))
}

/// Returns the drawing as SVG. The title and a description in English are for readers who cannot see the picture.
pub fn svg(drawing: &Drawing, title: &str) -> String {
    let plan = Plan::of(drawing);
    let (board, below) = plan.size;
    // The width of text is unknown without a font, so it is estimated from the number of characters.
    let marks: Vec<Mark> = drawing.used().collect();
    let width = if marks.is_empty() { board } else { board.max(LEGEND) };
    let notes: Vec<&String> = drawing.notes.iter().chain(&drawing.hands).collect();
    let longest = notes.iter().map(|note| note.chars().count()).max().unwrap_or(0);
    let width = width.max(2 * EDGE + LETTER * i32::try_from(longest).unwrap_or(0));
    let height = below + LINE_HEIGHT * (size(&marks) + size(&notes));
    let mut shapes = vec![
        format!(r#"{HEAD}{width} {height}" width="{width}" height="{height}{STYLE}"#),
        format!("{TITLE}{}</title>", escaped(title)),
    ];
    if !marks.is_empty() {
        shapes.push(format!("<desc>{}</desc>", escaped(&descriptions(drawing).join("; "))));
    }
    let shared = Shared::of(drawing);
    shapes.extend(shared.definitions());
    shapes.push(format!(r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##));
    if drawing.style.points {
        shapes.extend(traditional::lines(drawing));
    }
    let square = |own: &PlacedSquare| outline(drawing, own).into_iter().collect::<Vec<_>>();
    shapes.extend(plan.squares.iter().flat_map(square));
    shapes.extend(plan.seams.iter().map(seam));
    shapes.extend(plan.labels.iter().map(|((x, y), name)| label(*x, *y, name)));
    shapes.extend(plan.squares.iter().flat_map(|own| cell(drawing, &shared, own)));
    let under = below + LINE_HEIGHT * size(&marks);
    shapes.extend((0..).zip(notes).map(|(line, note)| {
        let (y, note) = (under + LINE_HEIGHT * line + LINE_HEIGHT * 2 / 3, escaped(note));
        format!(r#"<text x="{EDGE}" y="{y}" font-size="14" fill="{INK}">{note}</text>"#)
    }));
    shapes.extend((0..).zip(marks).map(|(line, mark)| entry(below + LINE_HEIGHT * line, mark)));
    shapes.join("\n") + "\n</svg>\n"
}

fn size<T>(all: &[T]) -> i32 {
    i32::try_from(all.len()).unwrap_or(0)
}

/// Draws a legend line: a small mark and its meaning.
fn entry(top: i32, mark: Mark) -> String {
    let (x, middle) = (EDGE + CELL, top + LINE_HEIGHT / 2);
    let (sign, meaning) = (sign((CELL / 2, 0), mark, false), escaped(mark.legend().1));
    let group = format!("<g transform=\"translate({EDGE} {middle}) scale(0.6)\">\n{sign}\n</g>");
    format!("{group}\n<text x=\"{x}\" y=\"{}\" font-size=\"14\" fill=\"{INK}\">{meaning}</text>", middle + 5)
}

fn label(x: i32, y: i32, text: &str) -> String {
    format!(r##"<text x="{x}" y="{y}" font-size="14" text-anchor="middle" fill="#555555">{text}</text>"##)
}

/// Draws a joined edge.
fn seam([(x, y), (u, v)]: &[(i32, i32); 2]) -> String {
    let dashes = r#"stroke-width="4" stroke-dasharray="8 5""#;
    format!(r#"<path d="M{x} {y}L{u} {v}" stroke="{QUIET}" {dashes}/>"#)
}

/// Draws a square without its content. Pieces on points stand on the lines of their board.
fn outline(drawing: &Drawing, own: &PlacedSquare) -> Option<String> {
    let place = drawing.board.cell(own.square);
    // The square a1 is dark, as on a chess board.
    let is_dark = drawing.board.checkered && (place.x + place.y) % 2 == 0;
    let shade = if is_dark { DARK } else { LIGHT };
    let shade = if drawing.board.is_on_grid(own.square) { shade } else { BESIDE };
    let is_last = drawing.last.contains(&own.square);
    let fill = if is_last { LAST } else { shade };
    if !drawing.style.points || !drawing.board.is_on_grid(own.square) {
        return Some(own.outline.shape(&format!(r#"fill="{fill}" stroke="{LINE}" stroke-width="1""#)));
    }
    is_last.then(|| own.outline.shape(&format!(r#"fill="{LAST}" fill-opacity=".8""#)))
}

/// Draws the piece and the mark on a square.
fn cell(drawing: &Drawing, shared: &Shared, own: &PlacedSquare) -> Vec<String> {
    let (square, middle) = (own.square, own.middle);
    let mut shapes = Vec::new();
    if !drawing.board.is_on_grid(square) {
        // No file or rank beside the board names this square.
        shapes.push(label(middle.0, middle.1 + CELL / 2 - 3, &escaped(drawing.board.name(square))));
    }
    let held = drawing.pieces.get(&square);
    let sign = drawing.marks.get(&square).map(|mark| sign(middle, *mark, held.is_some()));
    let figure = |(token, color): &(String, Color)| {
        let (sign, figure) = (drawing.signs.get(&(token.clone(), *color)), drawing.figures.get(token));
        figured(&drawing.style, shared, middle, *color, (sign.copied(), figure.copied()))
    };
    match held.and_then(|held| Some((&held.0, figure(held)?))) {
        // A figure fills its square, so the mark is drawn first and the figure over it.
        Some((token, figure)) => {
            shapes.extend(sign);
            shapes.extend(figure);
            shapes.extend(token.split_once('.').into_iter().flat_map(|(_, letter)| stage(middle, letter)));
        }
        None => {
            shapes.extend(held.into_iter().flat_map(|(token, color)| piece(middle, token, *color)));
            shapes.extend(sign);
        }
    }
    shapes
}

/// Draws the sign or the picture of a piece on its body, or returns `None` if letters show it.
fn figured(
    style: &BoardStyle,
    shared: &Shared,
    middle: (i32, i32),
    color: Color,
    shown: (Option<Sign>, Option<Figure>),
) -> Option<Vec<String>> {
    let neutral = shown.1.is_some_and(|figure| figure.neutral);
    let face = match shown {
        (Some(sign), _) => Face::Sign(sign),
        (None, Some(figure)) if style.body == BodyShape::Plain => {
            return Some(shared.piece(middle, &figure, color));
        }
        (None, Some(figure)) => Face::Figure(shared.piece(middle, &figure, color).concat()),
        (None, None) => return None,
    };
    Some(vec![traditional::piece(style, middle, &face, color, neutral)])
}

/// Returns the shapes of one piece in a box of 40 by 40 units. Without a sign and a figure, its token shows it.
pub fn piece_shapes(
    style: &BoardStyle,
    token: &str,
    color: Color,
    shown: (Option<Sign>, Option<Figure>),
) -> String {
    let middle = (CELL / 2, CELL / 2);
    let Some(mut shapes) = figured(style, &Shared::none(), middle, color, shown) else {
        return piece(middle, token, color).concat();
    };
    shapes.extend(token.split_once('.').into_iter().flat_map(|(_, letter)| stage(middle, letter)));
    shapes.concat()
}

/// Draws a disc with a token, and a small disc at its corner with the stage letter.
fn piece((x, y): (i32, i32), token: &str, color: Color) -> Vec<String> {
    let (body, ink) = match color {
        Color::White => ("#ffffff", INK),
        Color::Black => ("#333333", "#ffffff"),
    };
    let (token, letter) =
        token.split_once('.').map_or((token, None), |(token, letter)| (token, Some(letter)));
    let font = match token.chars().count() {
        0 | 1 => 19,
        2 => 15,
        3 => 11,
        _ => 8,
    };
    // The base line is below the middle by about three eighths of the font size.
    let (base, shown) = (y + font * 3 / 8, escaped(token));
    let inside = match token {
        // The token `@` stands for the moving piece of a notation, which has no letter.
        "@" => disc((x, y), 6, ink),
        _ => format!(
            r#"<text x="{x}" y="{base}" font-size="{font}" font-weight="bold" text-anchor="middle" fill="{ink}">{shown}</text>"#
        ),
    };
    let mut shapes = vec![ring((x, y), 15, body, (INK, 2)), inside];
    shapes.extend(letter.into_iter().flat_map(|letter| stage((x, y - 24), letter)));
    shapes
}

/// Draws a small disc with the letter of a stage at the lower right of a piece.
fn stage((x, y): (i32, i32), letter: &str) -> [String; 2] {
    let (x, y) = (x + 12, y + 12);
    let text = format!(
        r#"<text x="{x}" y="{}" font-size="10" text-anchor="middle" fill="{INK}">{}</text>"#,
        y + 4,
        escaped(letter)
    );
    [ring((x, y), 7, LAST, (INK, 1)), text]
}

fn escaped(text: &str) -> String {
    text::escaped(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Draws a mark in the middle of a square, or around the piece on it.
fn sign((x, y): (i32, i32), mark: Mark, piece: bool) -> String {
    let (left, top, right, bottom) = (x - 9, y - 9, x + 9, y + 9);
    let slash = format!("M{left} {bottom}L{right} {top}");
    let bar = |way: &str, ink| {
        format!(r#"<path d="{way}" stroke="{ink}" stroke-width="6" stroke-linecap="round"/>"#)
    };
    match mark {
        Mark::Pass => {
            let radius = if piece { 17 } else { 12 };
            circle((x, y), radius, "none", (QUIET, 4), r#" stroke-dasharray="7 5""#)
        }
        Mark::Both if piece => ring((x, y), 17, "none", (QUIET, 5)),
        Mark::Quiet if piece => ring((x, y), 17, "none", (QUIET, 5)),
        Mark::Capture if piece => ring((x, y), 17, "none", (CAPTURE, 5)),
        Mark::Both => disc((x, y), 11, QUIET),
        Mark::Quiet => ring((x, y), 9, "#ffffff", (QUIET, 5)),
        Mark::Capture => bar(&format!("M{left} {top}L{right} {bottom}{slash}"), CAPTURE),
        Mark::Clear => format!(
            r##"<rect x="{}" y="{}" width="12" height="12" fill="none" stroke="#6b6b6b" stroke-width="2.5"/>"##,
            x - 6,
            y - 6
        ),
        Mark::Hurdle => bar(&format!("M{} {y}H{}", x - 13, x + 13), INK),
        Mark::Passing => {
            let crossed = format!(r#"<path d="{slash}" stroke="{CAPTURE}" stroke-width="4"/>"#);
            ring((x, y), 12, "none", (CAPTURE, 4)) + &crossed
        }
    }
}

fn disc((x, y): (i32, i32), radius: i32, fill: &str) -> String {
    format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#)
}

fn ring(middle: (i32, i32), radius: i32, fill: &str, line: (&str, i32)) -> String {
    circle(middle, radius, fill, line, "")
}

/// Draws a circle with further attributes.
fn circle((x, y): (i32, i32), radius: i32, fill: &str, (ink, width): (&str, i32), more: &str) -> String {
    format!(
        r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{ink}" stroke-width="{width}"{more}/>"#
    )
}
