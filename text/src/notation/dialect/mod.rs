//! Dialects: the notations of games, positions, and moves in other programs.
//!
//! A [`Dialect`] is data, read from `data/dialects.toml`. It is the same for all games. The letters by which a
//! program writes the pieces of one game are in the file of that game. A [`Codec`] applies a dialect to one game: it
//! writes squares, pieces, and moves, and reads moves back. [`fen`] reads and writes positions with a codec.
//! [`game_called`] finds a game by the name that a program or a record uses. The move generator does not depend on
//! dialects.
//!
//! [`fen`]: super::fen

mod codec;
mod moves;
mod names;
mod position;

use crate::lang::data;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use codec::{Codec, faces};
pub use names::game_called;

/// All dialects, with the names that they share.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Dialects {
    /// The game that is played by default.
    pub usual: String,
    /// The games whose positions name unmoved pieces by their files.
    pub unmoved: Vec<String>,
    /// The letters of pieces and captures by the symbols that some records use in their place.
    pub figurines: BTreeMap<char, char>,
    /// The tokens of pieces by other letters that records use in their place, by game.
    letters: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// The letters, digits, and signs of numbered moves by the characters in their place.
    pub characters: BTreeMap<char, char>,
    /// The numbering of squares in records, by game.
    pub numbered: BTreeMap<String, Numbering>,
    /// Games by the names that records and many programs use for them.
    games: BTreeMap<String, String>,
    /// Games with castling from arbitrary squares, by the game of which they are a variant.
    pub free_castling: BTreeMap<String, String>,
    #[serde(rename = "dialect")]
    all: Vec<Dialect>,
}

/// The dialects in `data/dialects.toml`.
pub static DIALECTS: LazyLock<Dialects> = LazyLock::new(|| data::table(ferz_data::DIALECTS));

/// The conventions of one program or protocol. The default is ferz's own dialect.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Dialect {
    pub name: String,
    /// Other names of the dialect.
    also: Vec<String>,
    /// The dialect of the protocol that the program speaks in this dialect, if it is another.
    protocol: Option<String>,
    /// The program whose letters for pieces the dialect uses, if the file of a game gives them.
    pub letters: Option<String>,
    /// True if every piece has a single letter, possibly with a mark. Pieces with longer tokens get a free letter.
    pub single: bool,
    pub squares: SquareNames,
    /// The letter in positions for a neutral piece, in games with one kind of neutral piece.
    pub neutral: Option<String>,
    pub becomes: Becomes,
    /// True if a move marks a promotion to a piece written `+X` with `+`, and a change back with `-`.
    pub marks: bool,
    /// True if a promoted piece that reverts to its base piece in the hand is written as that piece with a `+`.
    pub mark_promoted: bool,
    pub enters: Enters,
    pub faces: Faces,
    /// The pieces in hand in their order, by game: the letter on the board, and the letter in hand.
    held: BTreeMap<String, Vec<[String; 2]>>,
    /// The character between a dropped piece and its square.
    drops: Option<char>,
    pub gates: Gates,
    pub puts: Puts,
    /// The notation of an action that puts a piece on another square.
    pub places: Pair,
    /// The notation of an exchange of two pieces.
    pub exchanges: Pair,
    pub takes: Takes,
    passes: Option<String>,
    pub castles: Castles,
    pub rights: CastlingLetters,
    pub hands: Hands,
    /// The notation of empty hands in brackets.
    empty_hands: Option<String>,
    /// True if the field for hands of a game without hands has the square of the last capture, if a rule depends on it.
    pub captures: bool,
    pub counts: Counts,
    /// True if a position has only a hyphen and the move number after the side to move. This applies to games with
    /// captured pieces in hand and without castling.
    pub brief: bool,
    /// The letter of the side that begins, the letter of the other side, and an alternative letter of the first.
    sides: Option<String>,
    /// The game that the program plays by default.
    pub game: Option<String>,
    /// Games by the names that the program uses for them.
    pub games: BTreeMap<String, String>,
    /// The names of the games of which the program has the rules itself.
    pub known: Vec<String>,
    /// The names of games that the program writes in records, by game.
    titles: BTreeMap<String, String>,
    /// The game that the program assumes as the parent of an unknown game, without hands and with them.
    pub parent: String,
    pub parent_with_hands: String,
    /// The parent whose pieces in hand are those of the start position, and the one without castling.
    pub parent_with_start_hands: String,
    pub parent_without_castling: String,
    /// The games that can be parents, each with its rules besides those of chess that are not read.
    pub parents: BTreeMap<String, String>,
    /// The notation of the program for some sets of moves, by the notation of ferz.
    pub ways: BTreeMap<String, String>,
}

impl Dialects {
    /// Returns the letter that records of a game use in place of this token, if there is one.
    pub fn letter(&self, game: &str, token: &str) -> Option<&str> {
        let letters = self.letters.get(game)?.iter();
        let mut found = letters.filter(|(_, tokens)| tokens.iter().any(|own| own == token));
        found.next().map(|(letter, _)| letter.as_str())
    }

    /// Returns the other letters in positions of a game, with the token of the only piece for which each stands.
    pub fn position_letters(&self, game: &str) -> impl Iterator<Item = (&str, &str)> {
        let letters = self.letters.get(game).into_iter().flatten();
        letters.filter_map(|(letter, tokens)| match tokens.as_slice() {
            [token] => Some((letter.as_str(), token.as_str())),
            _ => None,
        })
    }

    /// Returns true if records of a game use other letters for some pieces.
    pub fn has_letters(&self, game: &str) -> bool {
        self.letters.contains_key(game)
    }
}

/// The numbering of squares and files in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// The file from the right and the rank from the top, as a number or a letter: `76` and `7f`.
    FromRight,
    /// The rank from the top, where the tenth is 0, and the file from the left: `04`.
    RankFirst,
    /// The files from the right of the player, and the distance or the new file: `C2=5`.
    ByFile,
}

/// The names of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SquareNames {
    /// The names that the game defines.
    #[default]
    Named,
    /// Names such as `e2` on a rectangle. Ranks count from 0 if there are ten or more.
    Rectangle,
    /// Names such as `e1`, with ranks that count from 0.
    FromZero,
    /// Names such as `5i`: the file is a number from the right, and the rank is a letter from the top.
    Numbered,
}

/// The moves that name the piece type after a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Becomes {
    /// Moves with a choice.
    #[default]
    Chosen,
    /// All moves that change the type, with or without a choice.
    Always,
}

/// The position of the form of a dropped piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Enters {
    /// After the square: `S@c2g`.
    #[default]
    Behind,
    /// As a mark before the piece: `+P@c2`.
    Before,
}

/// The notation of pieces that can be dropped with either side up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faces {
    /// One side is the other with a mark: `+P*5e`, and `5e5d-` for a move that turns it back.
    #[default]
    Marks,
    /// Each side has a letter, `R*5e`, and a move that turns the piece over is `5e5d+`.
    Letters,
}

/// The notation of a piece that is dropped on the square that another piece leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gates {
    /// A slash and the piece: `b1c3/H`, `e1g1/Hh1`.
    #[default]
    Slash,
    /// The letter of the piece: `b1c3h`, and `h1e1h` for a castling in which it replaces the partner.
    Letter,
}

/// The notation of a piece that is put on a square after the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Puts {
    /// The square: `a2a3,d4`.
    #[default]
    Square,
    /// A step from the target of the move, before the promotion: `a7a8,a8d4q`.
    Step,
    /// A step from the target of the move, after the promotion: `a7a8q,a8d4`.
    StepLast,
}

/// The notation of an action on two squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pair {
    /// The squares with a symbol between them: `e5@e5f`, `f1~a1`.
    #[default]
    Sign,
    /// The squares, as in any other move: `e5e5f`.
    Squares,
}

/// The notation of captures on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// The target, followed by the captures: `c1e3xd2`.
    #[default]
    Listed,
    /// A move for each capture: `c1d2,d2e3`.
    Legs,
    /// The squares of the path: `c1d2e3`. A pass names an empty square beside the piece: `c1d2c1`.
    Path,
}

/// The notation of castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Castles {
    /// The squares of the king, `e1g1`. A castling defined by squares is written with the squares of both pieces.
    #[default]
    King,
    /// The squares of both pieces, `e1h1`.
    Partner,
    /// The squares of the king. A castling defined by squares is written `O-O` or `O-O-O`.
    Letters,
}

/// The letters of castlings in positions of games in which they are named by files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CastlingLetters {
    /// The letters that the game defines, such as `HAha`.
    #[default]
    Own,
    /// `K` or `Q` for the outermost partner on a side of the king, and the file for all others: `KQkq`, `Gk`.
    Outermost,
}

/// The position of the hands in a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hands {
    /// In brackets after the ranks.
    #[default]
    Brackets,
    /// As an additional rank.
    Rank,
    /// In a field of their own, as in SFEN, which has no fields for castling, en passant, and quiet plies.
    Field,
}

/// The notation of the remaining uses of a right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// A field with the name of the right, as in ferz: `leap=wb`.
    #[default]
    Named,
    /// The remaining uses, in a field after en passant: `3+3`.
    Left,
    /// The uses so far, in the last field: `+0+0`.
    Given,
}

impl Dialect {
    /// Returns all dialects. Ferz's own dialect is the first.
    pub fn all() -> &'static [Dialect] {
        &DIALECTS.all
    }

    /// Returns the dialect with this name.
    pub fn named(name: &str) -> Option<&'static Dialect> {
        let is_it = |own: &String| own.eq_ignore_ascii_case(name);
        Dialect::all().iter().find(|dialect| is_it(&dialect.name) || dialect.also.iter().any(is_it))
    }

    /// Returns ferz's own dialect.
    pub fn own() -> &'static Dialect {
        static OWN: LazyLock<Dialect> = LazyLock::new(Dialect::default);
        // The fallback is used only if the data file cannot be read.
        Dialect::all().first().unwrap_or_else(|| &OWN)
    }

    /// Returns the dialects in which an engine can speak the protocol of this dialect. The first is this dialect.
    pub fn of_protocol(&'static self) -> impl Iterator<Item = &'static Dialect> {
        let others = Dialect::all().iter().filter(|other| other.protocol.as_ref() == Some(&self.name));
        std::iter::once(self).chain(others)
    }

    /// Returns the letter in hand of a piece of a game, and its rank among the pieces in hand, if they are listed.
    pub fn held(&self, game: &str, letter: &str) -> Option<(usize, &str)> {
        let mut listed = self.held.get(game)?.iter().enumerate();
        listed.find(|(_, [own, _])| own == letter).map(|(rank, [_, held])| (rank, held.as_str()))
    }

    pub fn drop_sign(&self) -> char {
        self.drops.unwrap_or('@')
    }

    /// Returns the notation of empty hands in brackets.
    pub fn empty_hands(&self) -> &str {
        self.empty_hands.as_deref().unwrap_or("[]")
    }

    /// Returns the notation of a pass. Returns `None` if a pass is written as the square of the highest royal, twice.
    pub fn pass(&self) -> Option<&str> {
        match self.passes.as_deref() {
            Some("royal") => None,
            Some(text) => Some(text),
            None => Some("pass"),
        }
    }

    /// Returns the letters of the two sides.
    pub fn sides(&self) -> &str {
        self.sides.as_deref().unwrap_or("wb")
    }

    /// Returns true if this is ferz's own dialect.
    pub fn is_own(&self) -> bool {
        std::ptr::eq(self, Dialect::own())
    }

    /// Returns true if this is another dialect in which squares have the same names as in ferz, so its moves can be
    /// recognized.
    pub fn is_like_own(&self) -> bool {
        !self.is_own() && self.squares == SquareNames::Named
    }

    /// Returns the name that the program writes for a game in records, if it differs from that of ferz.
    pub fn title_of(&self, game: &str) -> Option<&str> {
        // The titles for writing have priority, because several names can stand for one game in reading.
        let named = || self.games.iter().find(|(_, own)| *own == game).map(|(name, _)| name);
        self.titles.get(game).or_else(named).map(String::as_str)
    }

    /// Returns the game for which the program, but not ferz, uses this name.
    pub fn game(&self, name: &str) -> Option<&str> {
        self.games.get(name).map(String::as_str)
    }

    /// Returns the game for which this program, or else any program, uses this name.
    pub fn game_called(&self, name: &str) -> Option<String> {
        self.game(name).map(str::to_owned).or_else(|| game_called(name))
    }
}
