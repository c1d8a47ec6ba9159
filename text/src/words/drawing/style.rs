//! The boards and pieces of games that have their own, from `data/boards.toml`: points instead of squares, discs and
//! pentagons, and the signs on them.
//!
//! [`BoardStyle::of`] is the entry point. Without the feature `pictures`, every game has the plain style.

use super::Figure;
use crate::base::{Color, Square, SquareSet};
use crate::lang::catalog::family;
use crate::lang::data;
use crate::rules::{PieceType, Variant};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The side length of a square.
pub(super) const CELL: i32 = 40;
/// The margin for the names of files and ranks.
pub(super) const EDGE: i32 = 22;

const RED: &str = "#a3231c";
const INK: &str = "#1d1d1d";

/// The body on which a sign or a picture stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyShape {
    #[default]
    Plain,
    Discs,
    /// Pentagons that point away from their owner.
    Pentagons,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ground {
    Points,
}

/// The sign of a piece, with its color.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    pub text: &'static str,
    pub ink: &'static str,
}

/// The style of a drawn game.
#[derive(Clone, Debug, Default)]
pub struct BoardStyle {
    /// True if the pieces stand on the crossings of lines.
    pub points: bool,
    pub body: BodyShape,
    /// The palaces of both sides, whose diagonals are drawn.
    pub palaces: Vec<SquareSet>,
    /// The gap between the grid and cells that hold pieces for later.
    pub gap: i32,
    /// The banks of White and of Black, between which a river is drawn.
    pub banks: Option<[SquareSet; 2]>,
    inks: [Option<&'static str>; 2],
    signs: BTreeMap<&'static str, &'static Signs>,
    promoted: &'static [String],
}

#[derive(Default, Deserialize)]
struct StyleTable {
    style: Vec<StyleEntry>,
    regions: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct StyleEntry {
    games: Vec<String>,
    families: Vec<String>,
    board: Option<Ground>,
    pieces: Option<BodyShape>,
    inks: Option<[String; 2]>,
    promoted: Option<Vec<String>>,
    signs: BTreeMap<String, Signs>,
}

/// The signs of a piece: one for both sides, or White's and Black's.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Signs {
    Same(String),
    Different([String; 2]),
}

static STYLES: LazyLock<StyleTable> = LazyLock::new(|| data::table(ferz_data::BOARDS));

impl BoardStyle {
    /// Returns the style of a game. A game that is not built in has the style of the built-in game with its name.
    pub fn of(variant: &Variant) -> BoardStyle {
        let mut style = BoardStyle::default();
        // Without the feature, the rest is dead code, and the compiler drops the parser.
        if !cfg!(feature = "pictures") {
            return style;
        }
        let kin = family(&variant.id);
        let fits = |one: &&StyleEntry| {
            one.games.contains(&variant.id) || kin.as_ref().is_some_and(|kin| one.families.contains(kin))
        };
        for one in STYLES.style.iter().filter(fits) {
            style.points = one.board.map_or(style.points, |ground| ground == Ground::Points);
            style.body = one.pieces.unwrap_or(style.body);
            if let Some([white, black]) = &one.inks {
                style.inks = [Some(white), Some(black)];
            }
            style.promoted = one.promoted.as_deref().unwrap_or(style.promoted);
            style.signs.extend(one.signs.iter().map(|(name, signs)| (&**name, signs)));
        }
        let of = |part: &str| {
            let found = variant
                .regions
                .iter()
                .find(|region| STYLES.regions.get(&region.name).is_some_and(|is| is == part));
            found.map(|region| [Color::White, Color::Black].map(|color| *region.squares.get(color)))
        };
        style.palaces = of("diagonals").into_iter().flatten().collect();
        style.banks = of("bank");
        style.gap = if of("reserve").is_some() && !style.points { 10 } else { 0 };
        style
    }

    /// Returns the color of the signs of a side.
    pub fn ink(&self, color: Color) -> &'static str {
        let [white, black] = self.inks;
        match color {
            Color::White => white,
            Color::Black => black,
        }
        .unwrap_or(INK)
    }

    /// Returns the sign of a piece by its name or by the name of its picture, or `None` if it has none.
    pub fn sign(&self, own: &PieceType, figure: Option<Figure>, color: Color) -> Option<Sign> {
        let mut names = [own.piece.as_str()].into_iter().chain(figure.map(|figure| figure.picture.name));
        let (name, signs) = names.find_map(|name| Some((name, self.signs.get(name)?)))?;
        let text = match (signs, color) {
            (Signs::Same(text), _) | (Signs::Different([text, _]), Color::White) => text,
            (Signs::Different([_, text]), Color::Black) => text,
        };
        let ink = match () {
            () if self.promoted.iter().any(|promoted| promoted == name) => RED,
            () if own.neutral => INK,
            () => self.ink(color),
        };
        Some(Sign { text, ink })
    }
}

/// Returns true if the river runs between a rank and the next one.
pub fn is_river([white, black]: &[SquareSet; 2], row: &[Square], next: &[Square]) -> bool {
    let all =
        |row: &[Square], bank: &SquareSet| !row.is_empty() && row.iter().all(|square| bank.contains(*square));
    all(row, white) && all(next, black) && !all(row, black) && !all(next, white)
}
