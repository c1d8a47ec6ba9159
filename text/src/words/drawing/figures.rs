//! Figures: the pictures that show pieces, found through `data/pictures.toml`.
//!
//! [`figure`] is the entry point for drawings. The pictures are the SVG files of `data/pictures/`, embedded with the
//! feature `pictures`. Without the feature, drawings show letters. With `picture-names` alone, [`figure_name`] still
//! names the pictures, for programs that have the files.

use super::Pieces;
use crate::base::gather;

use crate::lang::data;
use crate::messages::text::plain_name;
use crate::rules::PieceType;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A picture of 100 by 100 units. Its body inherits fill and stroke, and its details use `currentColor`.
#[derive(Debug, PartialEq, Eq)]
pub struct Picture {
    pub name: &'static str,
    /// The SVG elements; empty without the feature `pictures`.
    pub shapes: &'static str,
}

/// The figure of a piece: a picture with additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    pub picture: &'static Picture,
    /// A head that stands on the main picture.
    pub beside: Option<&'static Picture>,
    /// True for a piece that differs from the usual piece of this picture, such as a promoted one.
    pub marked: bool,
    /// True for a piece of neither side.
    pub neutral: bool,
}

/// A figure by the names of its pictures, for serialization.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureName {
    name: &'static str,
    beside: Option<&'static str>,
    marked: bool,
}

#[derive(Default, Deserialize)]
struct PictureTable {
    /// The picture of a royal piece that has no picture of its own.
    royal: String,
    /// The pictures by piece name.
    #[serde(deserialize_with = "by_names")]
    names: BTreeMap<String, String>,
    affix: Vec<Affix>,
    /// The pictures by Betza notation.
    moves: BTreeMap<String, String>,
    /// The pictures by names that often denote another piece. These names are tried last.
    #[serde(deserialize_with = "by_names")]
    also: BTreeMap<String, String>,
    /// The characters that stand for White's and Black's pieces in a text, by picture.
    signs: BTreeMap<String, [char; 2]>,
}

/// The start or the end of piece names that contain the name of another piece.
#[derive(Deserialize)]
struct Affix {
    #[serde(default)]
    start: String,
    #[serde(default)]
    end: String,
    /// The picture of a piece with such a name. The head of the other piece stands on it.
    beside: Option<String>,
    #[serde(default)]
    marked: bool,
}

static PICTURES: LazyLock<Vec<Picture>> =
    LazyLock::new(|| ferz_data::PICTURE_FILES.iter().filter_map(picture).collect());

static NAMES: LazyLock<PictureTable> = LazyLock::new(|| data::table(ferz_data::PICTURES));

/// Returns the figure of a piece, or `None` if the piece is shown by its letters.
pub fn figure(own: &PieceType, pieces: Pieces) -> Option<Figure> {
    match pieces {
        // Without the feature, this arm is dead code, and the compiler drops the table and its parser.
        Pieces::Traditional | Pieces::Pictures if cfg!(feature = "pictures") => find(own),
        Pieces::Traditional | Pieces::Pictures | Pieces::Letters => None,
    }
}

/// Returns the names of the pictures that show a piece, or `None` if its letters show it.
pub fn figure_name(own: &PieceType) -> Option<FigureName> {
    if !cfg!(feature = "picture-names") {
        return None;
    }
    let Figure { picture, beside, marked, neutral: _ } = find(own)?;
    Some(FigureName { name: picture.name, beside: beside.map(|small| small.name), marked })
}

/// Returns the characters that stand for White's and Black's piece in a text, and whether it differs from the usual
/// piece of its sign, or `None` if letters show it.
pub fn signs(own: &PieceType) -> Option<([char; 2], bool)> {
    let figure = find(own).filter(|figure| figure.beside.is_none() && !figure.neutral)?;
    Some((*NAMES.signs.get(figure.picture.name)?, figure.marked))
}

fn find(own: &PieceType) -> Option<Figure> {
    let other = |names: &BTreeMap<String, String>| {
        own.also.0.iter().find_map(|other| by_name(names, &plain_name(&other.name)))
    };
    // The order of the sources matters: the name is more specific than another name, which is more specific than the
    // moves.
    let (name, table) = (plain_name(&own.piece), &*NAMES);
    let notation = || table.moves.get(own.moves.first().filter(|_| own.moves.len() == 1)?.notation.written());
    let found = named(&name)
        .or_else(|| other(&table.names).map(plain))
        .or_else(|| by_file(notation()?).map(plain))
        .or_else(|| by_name(&table.also, &name).or_else(|| other(&table.also)).map(plain))
        .or_else(|| by_file(&table.royal).filter(|_| own.royal.is_some()).map(plain))?;
    Some(Figure { neutral: own.neutral, ..found })
}

/// Returns the figure for a name, which can have affixes.
fn named(name: &str) -> Option<Figure> {
    let table = &*NAMES;
    by_name(&table.names, name)
        .map(plain)
        .or_else(|| table.affix.iter().find_map(|affix| affixed(affix, name)))
}

fn affixed(affix: &Affix, name: &str) -> Option<Figure> {
    let rest = name.strip_prefix(&*affix.start)?.strip_suffix(&*affix.end)?.trim();
    // The name inside an affix can have an affix itself. It is shorter, so the recursion ends even for an empty affix.
    let inner = named(rest).filter(|_| rest.len() < name.len())?;
    let outer = affix.beside.as_ref().and_then(|beside| by_file(beside));
    let figure = match outer {
        Some(picture) => Figure { picture, beside: Some(head(inner.picture)), ..inner },
        None => inner,
    };
    Some(Figure { marked: inner.marked || affix.marked, ..figure })
}

/// Returns the head of the piece in a picture, or the picture itself if it has no separate head.
fn head(picture: &'static Picture) -> &'static Picture {
    by_file(&format!("{}-head", picture.name)).unwrap_or(picture)
}

fn plain(picture: &'static Picture) -> Figure {
    Figure { picture, beside: None, marked: false, neutral: false }
}

fn by_name(names: &BTreeMap<String, String>, name: &str) -> Option<&'static Picture> {
    by_file(names.get(name)?)
}

/// Deserializes a table from pictures to lists of names, and inverts it into a map from names to pictures.
fn by_names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error> {
    let table: BTreeMap<String, Vec<String>> = Deserialize::deserialize(deserializer)?;
    let pairs = table.iter().flat_map(|(picture, names)| names.iter().map(move |name| (name, picture)));
    Ok(gather(pairs.map(|(name, picture)| (plain_name(name), picture.clone()))))
}

fn by_file(name: &str) -> Option<&'static Picture> {
    PICTURES.iter().find(|picture| picture.name == name)
}

/// Removes the outer `svg` element of the file and returns the shapes in it.
fn picture((file, text): &(&'static str, &'static str)) -> Option<Picture> {
    let shapes = match cfg!(feature = "pictures") {
        true => text.split_once(">\n")?.1.trim_end().strip_suffix("</svg>")?.trim_end(),
        false => "",
    };
    Some(Picture { name: file.strip_suffix(".svg")?, shapes })
}
