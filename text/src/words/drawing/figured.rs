//! Figures in SVG pictures, in the colors of their sides.
//!
//! A drawing defines each repeated picture once and refers to it afterwards. [`Shared`] collects these pictures.

use super::Drawing;
use super::figures::{Figure, Picture};
use crate::base::Color;
use std::collections::BTreeMap;

/// The left edge, upper edge, and width of a picture, relative to the middle of its square, and the width of its lines.
type Placing = (i32, i32, i32, i32);

const WHOLE: Placing = (-19, -19, 38, 5);
/// The placing of a head that stands on another picture. Its lines are as wide as those of the other picture.
const HEAD: Placing = (-12, -17, 24, 8);

const INK: &str = "#222222";
/// The SVG attributes shared by all pictures.
const LINES: &str = r#"stroke-linejoin="round" stroke-linecap="round""#;

/// The pictures that occur more than once in a drawing.
pub(super) struct Shared(Vec<&'static Picture>);

impl Shared {
    pub(super) fn of(drawing: &Drawing) -> Shared {
        let mut uses: BTreeMap<&str, (usize, &Picture)> = BTreeMap::new();
        let figures = drawing.pieces.values().filter_map(|(token, _)| drawing.figures.get(token));
        for picture in figures.flat_map(|figure| [figure.picture].into_iter().chain(figure.beside)) {
            uses.entry(picture.name).or_insert((0, picture)).0 += 1;
        }
        Shared(uses.into_values().filter(|(uses, _)| *uses > 1).map(|(_, picture)| picture).collect())
    }

    /// Returns the pictures of a drawing that repeats none.
    pub(super) fn none() -> Shared {
        Shared(Vec::new())
    }

    /// Returns the `defs` element with the pictures, or `None` if there are none.
    pub(super) fn definitions(&self) -> Option<String> {
        let one = |picture: &&Picture| format!("<g id=\"{}\">\n{}\n</g>", id(picture), picture.shapes);
        let all: Vec<String> = self.0.iter().map(one).collect();
        (!all.is_empty()).then(|| format!("<defs>\n{}\n</defs>", all.join("\n")))
    }

    /// Draws the figure of a piece in the middle of its square.
    pub(super) fn piece(&self, middle: (i32, i32), figure: &Figure, color: Color) -> Vec<String> {
        let (body, ink, details) = match color {
            Color::White | Color::Black if figure.neutral => ("#f5d76e", INK, INK),
            Color::White => ("#ffffff", INK, INK),
            Color::Black => ("#333333", "#111111", "#ffffff"),
        };
        let place = |picture: &Picture, (left, top, width, line): Placing| {
            let (x, y) = (middle.0 + left, middle.1 + top);
            let shapes = match self.0.iter().any(|shared| shared.name == picture.name) {
                true => format!(r##"<use href="#{}"/>"##, id(picture)),
                false => picture.shapes.to_owned(),
            };
            format!(
                r#"<g transform="translate({x} {y}) scale(.{width})" fill="{body}" stroke="{ink}" color="{details}" stroke-width="{line}" {LINES}>{shapes}</g>"#
            )
        };
        let head = figure.beside.map(|head| place(head, HEAD));
        let mut shapes: Vec<String> = head.into_iter().chain([place(figure.picture, WHOLE)]).collect();
        shapes.extend(figure.marked.then(|| star(middle)));
        shapes
    }
}

/// Returns the identifier of a picture: its name, and a hash of what it draws. Several drawings can be on one page, also
/// drawings of another version of the program, and the identifier must mean the same shapes in all of them.
fn id(picture: &Picture) -> String {
    // FNV-1a, which is the same on every machine.
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("ferz-{}-{:08x}", picture.name, picture.shapes.bytes().fold(0x811c_9dc5, hash))
}

/// Draws the star at the upper right of a marked piece.
fn star((x, y): (i32, i32)) -> String {
    let (x, y) = (x + 12, y - 12);
    format!(
        r##"<path d="M{x} {y}m0-7l2 5h5l-4 3 2 5-5-3-5 3 2-5-4-3h5z" fill="#f2d675" stroke="{INK}" stroke-width="1"/>"##
    )
}
