//! Drawings as SVG: clean, legible when small, with marks that differ in shape as well as in color.
//!
//! A disc is a square the piece moves to or captures on, a ring one it only moves to, a cross one it only captures on, a
//! small square one that must be empty, a bar a piece it jumps over, a crossed-out ring a piece captured in passing. The
//! colors (blue, orange, gray) can be told apart with every kind of color vision.

use super::{Drawing, Mark, told};
use crate::base::{Color, Square, file_name};
use std::fmt::Write;

/// The side of one square.
const CELL: i32 = 40;
/// Room for the names of files and ranks.
const EDGE: i32 = 22;

const LIGHT: &str = "#f4efe6";
const DARK: &str = "#dcd3c3";
const BESIDE: &str = "#e6ebf2";
const LINE: &str = "#8a8172";
const LAST: &str = "#f2d675";
const QUIET: &str = "#0b62a4";
const CAPTURE: &str = "#c2410c";
const INK: &str = "#222222";

/// The height of a line of the legend.
const LINE_HEIGHT: i32 = 24;
/// Room for the longest line of the legend.
const LEGEND: i32 = 250;

/// Draws as SVG. The title and a description in words serve readers who cannot see the picture.
pub(crate) fn svg(drawing: &Drawing, title: &str) -> String {
    let (columns, rows) = drawing.frame();
    let below = CELL * size(&rows) + EDGE + 4;
    let marks: Vec<Mark> = drawing.used().collect();
    let board = EDGE + CELL * size(&columns) + 4;
    let width = if marks.is_empty() { board } else { board.max(LEGEND) };
    let height = below + LINE_HEIGHT * i32::try_from(marks.len()).unwrap_or(0);
    let words = told(drawing).join("; ");
    let desc = if words.is_empty() { words } else { format!("<desc>{}</desc>\n", escaped(&words)) };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" role=\"img\">\n<title>{}</title>\n{desc}<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escaped(title),
    );
    let grid = drawing.board.grid();
    for (row, y) in (0..).zip(&rows) {
        let top = 2 + CELL * row;
        if (1..=drawing.board.height).contains(y) {
            label(&mut out, EDGE / 2, top + CELL / 2 + 5, &y.to_string());
        }
        for (column, x) in (0..).zip(&columns) {
            if let Some(square) = drawing.board.at(*x, *y) {
                let beside = !grid.contains(square);
                let shade = if beside { BESIDE } else { shade(*x, *y) };
                cell(&mut out, drawing, square, (EDGE + CELL * column, top), shade);
            }
        }
    }
    for (column, x) in (0..).zip(&columns) {
        if (1..=drawing.board.width).contains(x) {
            label(&mut out, EDGE + CELL * column + CELL / 2, below - 6, &file_name(*x));
        }
    }
    for (line, mark) in (0..).zip(marks) {
        entry(&mut out, below + LINE_HEIGHT * line, mark);
    }
    out += "</svg>\n";
    out
}

/// A line of the legend: the sign, half as large, and what it means.
fn entry(out: &mut String, top: i32, mark: Mark) {
    let middle = top + LINE_HEIGHT / 2;
    put(out, format_args!("<g transform=\"translate({EDGE} {middle}) scale(0.6)\">"));
    sign(out, (CELL / 2, 0), mark, false);
    let (x, y) = (EDGE + CELL, middle + 5);
    put(
        out,
        format_args!(
            "</g>\n<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"{INK}\">{}</text>",
            escaped(mark.meaning())
        ),
    );
}

fn size(all: &[i32]) -> i32 {
    i32::try_from(all.len()).unwrap_or(0)
}

fn shade(x: i32, y: i32) -> &'static str {
    if (x + y) % 2 == 0 { DARK } else { LIGHT }
}

fn label(out: &mut String, x: i32, y: i32, text: &str) {
    put(
        out,
        format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"14\" text-anchor=\"middle\" fill=\"#555555\">{text}</text>"
        ),
    );
}

/// Writing to a string cannot fail.
fn put(out: &mut String, shape: std::fmt::Arguments) {
    let _ = writeln!(out, "{shape}");
}

fn cell(out: &mut String, drawing: &Drawing, square: Square, (left, top): (i32, i32), shade: &str) {
    let fill = if drawing.last.contains(&square) { LAST } else { shade };
    put(
        out,
        format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{LINE}\" stroke-width=\"1\"/>"
        ),
    );
    let middle = (left + CELL / 2, top + CELL / 2);
    if let Some((token, color)) = drawing.pieces.get(&square) {
        piece(out, middle, token, *color);
    }
    if let Some(mark) = drawing.marks.get(&square) {
        sign(out, middle, *mark, drawing.pieces.contains_key(&square));
    }
}

fn piece(out: &mut String, (x, y): (i32, i32), token: &str, color: Color) {
    let (body, ink) = match color {
        Color::White => ("#ffffff", INK),
        Color::Black => ("#333333", "#ffffff"),
    };
    put(
        out,
        format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{body}\" stroke=\"{INK}\" stroke-width=\"2\"/>"
        ),
    );
    let shown = escaped(token);
    match token {
        "@" => put(out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{ink}\"/>")),
        _ => {
            let font = match token.chars().count() {
                0 | 1 => 19,
                2 => 15,
                3 => 11,
                _ => 8,
            };
            let base = y + font * 3 / 8;
            put(
                out,
                format_args!(
                    "<text x=\"{x}\" y=\"{base}\" font-size=\"{font}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\">{shown}</text>"
                ),
            );
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A sign in the middle of a square, or around the piece on it.
fn sign(out: &mut String, (x, y): (i32, i32), mark: Mark, piece: bool) {
    let (a, b, c, d) = (x - 9, y - 9, x + 9, y + 9);
    match mark {
        Mark::Both if piece => ring(out, (x, y), QUIET),
        Mark::Both => put(out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{QUIET}\"/>")),
        Mark::Quiet => put(
            out,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#ffffff\" stroke=\"{QUIET}\" stroke-width=\"5\"/>"
            ),
        ),
        Mark::Capture if piece => ring(out, (x, y), CAPTURE),
        Mark::Capture => put(
            out,
            format_args!(
                "<path d=\"M{a} {b}L{c} {d}M{a} {d}L{c} {b}\" stroke=\"{CAPTURE}\" stroke-width=\"6\" stroke-linecap=\"round\"/>"
            ),
        ),
        Mark::Clear => put(
            out,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"none\" stroke=\"#6b6b6b\" stroke-width=\"2.5\"/>",
                x - 6,
                y - 6
            ),
        ),
        Mark::Hurdle => put(
            out,
            format_args!(
                "<path d=\"M{} {y}H{}\" stroke=\"{INK}\" stroke-width=\"6\" stroke-linecap=\"round\"/>",
                x - 13,
                x + 13
            ),
        ),
        Mark::Passing => put(
            out,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"none\" stroke=\"{CAPTURE}\" stroke-width=\"4\"/>\
                 <path d=\"M{a} {d}L{c} {b}\" stroke=\"{CAPTURE}\" stroke-width=\"4\"/>"
            ),
        ),
    }
}

fn ring(out: &mut String, (x, y): (i32, i32), color: &str) {
    put(
        out,
        format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"none\" stroke=\"{color}\" stroke-width=\"5\"/>"
        ),
    );
}
