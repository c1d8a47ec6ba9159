//! The options and pieces of Fairy-Stockfish, from the table `data/fairy-stockfish.toml`, and the values of options.

use super::squares::SquareMask;
use crate::lang::data;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The maximum number of pieces that a file can define by their notation.
const CUSTOM: usize = 25;
/// The name of the options for these pieces, without their number.
const CUSTOM_NAME: &str = "customPiece";

/// The parsed table.
#[derive(Deserialize, Default)]
pub struct Table {
    #[serde(rename = "piece", default)]
    pub pieces: Vec<PieceKind>,
    #[serde(rename = "option", default)]
    pub options: Vec<OptionRow>,
    #[serde(rename = "contained", default)]
    pub contained: Vec<ContainedGame>,
    #[serde(rename = "wall", default)]
    pub walls: Vec<WallRule>,
}

/// A rule by which players place walls, and the piece that stands for a wall in rule files.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct WallRule {
    /// The value of the option.
    pub word: String,
    pub piece: String,
    pub token: String,
    pub placing: WallPlacing,
}

/// The squares on which a player places a wall after a move.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WallPlacing {
    /// Any square. The only wall moves there.
    Moved,
    /// Any square.
    Anywhere,
    /// A square on the edge of the board, or next to a wall.
    AtEdge,
    /// The square that the piece has left.
    Behind,
    /// A square to which the piece could go next.
    Ahead,
}

/// A game of ferz that Fairy-Stockfish contains as a variant with the same name and the same rules.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct ContainedGame {
    pub game: String,
    /// The answers to the switches of the game with which the rules agree.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
}

/// A piece that is built into Fairy-Stockfish.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PieceKind {
    pub option: String,
    pub betza: String,
    pub name: String,
    /// The default letter of the piece.
    pub letter: Option<char>,
    /// True if the piece has first moves that its notation does not show.
    #[serde(default)]
    pub has_double_step: bool,
    /// True if the piece can neither capture nor jump over pieces of its own type.
    #[serde(default)]
    pub avoids_own_type: bool,
    /// True if the piece can go sideways only from a certain rank on.
    #[serde(default)]
    pub is_soldier: bool,
    /// True if an option can forbid checkmate by a drop of this piece.
    #[serde(default)]
    pub no_drop_mate: bool,
    /// True if an option can limit drops of this piece to the first rank.
    #[serde(default)]
    pub first_rank_drop: bool,
}

/// An option, and its treatment in rule files.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub struct OptionRow {
    pub name: String,
    pub kind: ValueKind,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub default: String,
    pub default_black: Option<String>,
    /// True if the option has a form for each side.
    #[serde(default)]
    pub colors: bool,
    /// True if the option exists only in forms for one side.
    #[serde(default)]
    pub separate: bool,
    /// True if the option lets kings castle from any square.
    #[serde(default)]
    pub frees_castling: bool,
    /// The options that this option sets.
    #[serde(default)]
    pub sets: Vec<String>,
    /// The equivalent in a rule file.
    pub rule: Option<String>,
    /// The reason why the option is not a rule of the game.
    pub ignored: Option<String>,
    /// The reason why no rule file can express the option.
    pub unsupported: Option<String>,
    /// The reason why no rule file can express the result that the option assigns to a game.
    pub adjudication: Option<String>,
    /// The values for which this is so although a rule file can express others, with the reasons.
    #[serde(default)]
    pub undecided: BTreeMap<String, String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum ValueKind {
    Bool,
    Number,
    Rank,
    File,
    Piece,
    Pieces,
    Squares,
    Result,
    Word,
    Text,
    Limits,
    Promotions,
}

/// A kind of piece: a row of the table, or a piece that a file defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub usize);

impl KindId {
    /// Iterates over all kinds in the order of Fairy-Stockfish.
    pub fn all() -> impl Iterator<Item = KindId> {
        (0..TABLE.pieces.len() + CUSTOM).map(KindId)
    }

    /// Returns the row of the table, or `None` if the piece is defined by its notation.
    pub fn row(self) -> Option<&'static PieceKind> {
        TABLE.pieces.get(self.0)
    }

    /// Returns the name of the option for this piece.
    pub fn option(self) -> String {
        match self.row() {
            Some(row) => row.option.clone(),
            None => format!("{CUSTOM_NAME}{}", self.0 + 1 - TABLE.pieces.len()),
        }
    }

    /// Returns the piece of an option.
    pub fn named(option: &str) -> Option<KindId> {
        if let Some(number) = option.strip_prefix(CUSTOM_NAME) {
            let number = number.parse::<usize>().ok().filter(|number| (1..=CUSTOM).contains(number))?;
            return Some(KindId(TABLE.pieces.len() + number - 1));
        }
        TABLE.pieces.iter().position(|row| row.option == option).map(KindId)
    }

    /// Returns true if this is the pawn of Fairy-Stockfish.
    pub fn is_pawn(self) -> bool {
        self.row().is_some_and(|row| row.has_double_step)
    }

    pub fn is(self, option: &str) -> bool {
        KindId::named(option) == Some(self)
    }
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Flag(bool),
    Number(i64),
    /// A file, counted from 0.
    File(i32),
    Pieces(Vec<KindId>),
    AllPieces,
    Squares(SquareMask),
    Word(String),
    /// Pieces with a number for each.
    Limits(Vec<(KindId, i64)>),
    /// Pieces with the pieces to which they promote.
    Promotions(Vec<(KindId, Option<KindId>)>),
}

pub static TABLE: LazyLock<Table> = LazyLock::new(|| data::table(ferz_data::FAIRY_STOCKFISH_OPTIONS));

impl Table {
    /// Returns the row of an option and the side in its name: 0 for White, 1 for Black.
    pub fn option(&self, name: &str) -> Option<(&OptionRow, Option<usize>)> {
        if let Some(row) = self.options.iter().find(|row| row.name == name && !row.separate) {
            return Some((row, None));
        }
        ["White", "Black"].iter().enumerate().find_map(|(side, color)| {
            let name = name.strip_suffix(color)?;
            let row = self.options.iter().find(|row| row.name == name && row.colors)?;
            Some((row, Some(side)))
        })
    }
}

/// A value that does not have the form of its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    pub message: String,
    /// The value that the program reads nevertheless.
    pub read: Option<Value>,
}

impl From<String> for Malformed {
    fn from(message: String) -> Malformed {
        Malformed { message, read: None }
    }
}

/// Returns the fault of a value that the program reads up to a word or letter.
fn cut(read: Value, at: &str, what: &str) -> Malformed {
    Malformed { message: format!("{what}; that program reads no further than `{at}`"), read: Some(read) }
}

/// Reads a value. Types of pieces are found by their letters.
pub fn value(
    row: &OptionRow,
    text: &str,
    piece: &dyn Fn(char) -> Option<KindId>,
) -> Result<Value, Malformed> {
    let number = || {
        let digits: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
        digits.parse::<i64>().map_err(|_| "expected a number".to_owned())
    };
    Ok(match row.kind {
        ValueKind::Bool => match text {
            "true" => Value::Flag(true),
            "false" => Value::Flag(false),
            _ => {
                let message = format!("expected `true` or `false`; that program reads `{text}` as `false`");
                return Err(Malformed { message, read: Some(Value::Flag(false)) });
            }
        },
        ValueKind::Number => Value::Number(number()?.clamp(0, 10_000)),
        ValueKind::Rank => match number()? {
            rank @ 1..=10 => Value::Number(rank),
            _ => return Err("expected a rank from 1 to 10".to_owned().into()),
        },
        ValueKind::File => {
            let letter = text.chars().next().unwrap_or(' ');
            let file = match letter {
                'a'..='l' => i64::from(u32::from(letter)) - i64::from(b'a'),
                _ => number().unwrap_or(0) - 1,
            };
            match i32::try_from(file) {
                Ok(file @ 0..12) => Value::File(file),
                _ => return Err("expected a file from 1 to 12 or from a to l".to_owned().into()),
            }
        }
        ValueKind::Squares if text == "all" => Value::Squares(SquareMask::ALL),
        ValueKind::Squares => match SquareMask::read(text) {
            (squares, None) => Value::Squares(squares),
            (squares, Some(word)) => {
                let what = format!("`{word}` is not a square, rank, or file");
                return Err(cut(Value::Squares(squares), word, &what));
            }
        },
        ValueKind::Result => match text {
            "win" | "loss" | "draw" | "none" => Value::Word(text.to_owned()),
            _ => return Err("expected `win`, `loss`, `draw`, or `none`".to_owned().into()),
        },
        ValueKind::Word if row.words.iter().any(|word| word == text) => Value::Word(text.to_owned()),
        ValueKind::Word => {
            return Err(format!("expected one of these words: {}", row.words.join(", ")).into());
        }
        ValueKind::Text => Value::Word(text.to_owned()),
        ValueKind::Piece => pieces(text, true, piece)?,
        ValueKind::Pieces => pieces(text, false, piece)?,
        ValueKind::Limits => Value::Limits(limits(text, piece)?),
        ValueKind::Promotions => Value::Promotions(promotions(text, piece)?),
    })
}

/// Reads letters of pieces. The last one replaces the others if the option is for a single piece.
fn pieces(text: &str, single: bool, piece: &dyn Fn(char) -> Option<KindId>) -> Result<Value, Malformed> {
    let mut found = Vec::new();
    for letter in text.chars().filter(|c| !c.is_whitespace()) {
        match (letter, piece(letter)) {
            ('*', _) => return Ok(Value::AllPieces),
            ('-', _) => break,
            (_, Some(kind)) if single => found = vec![kind],
            (_, Some(kind)) if !found.contains(&kind) => found.push(kind),
            (_, Some(_)) => {}
            (_, None) => {
                let what = format!("no piece has the letter `{letter}`");
                return Err(cut(Value::Pieces(found), &letter.to_string(), &what));
            }
        }
    }
    Ok(Value::Pieces(found))
}

/// Parses pairs such as `q:1 r:2`.
fn limits(text: &str, piece: &dyn Fn(char) -> Option<KindId>) -> Result<Vec<(KindId, i64)>, String> {
    pairs(text)
        .map(|(letter, number)| {
            let kind = piece(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
            let number = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
            Ok((kind, number))
        })
        .collect()
}

/// Parses pairs such as `p:g s:g b:-`.
fn promotions(
    text: &str,
    piece: &dyn Fn(char) -> Option<KindId>,
) -> Result<Vec<(KindId, Option<KindId>)>, String> {
    let kind = |letter| piece(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"));
    pairs(text)
        .map(|(letter, to)| match to.chars().next() {
            Some('-') => Ok((kind(letter)?, None)),
            Some(to) => Ok((kind(letter)?, Some(kind(to)?))),
            None => Err(format!("no piece follows `{letter}:`")),
        })
        .collect()
}

fn pairs(text: &str) -> impl Iterator<Item = (char, &str)> {
    text.split_whitespace().filter_map(|pair| {
        let (letter, rest) = pair.split_once(':')?;
        Some((letter.chars().next()?, rest))
    })
}
