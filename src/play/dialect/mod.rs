//! Dialects: how other programs write games, positions, and moves.
//!
//! A [`Dialect`] is data, read from `data/dialects.toml`. It is the same for all games; the letters by which a program writes the pieces
//! of one game stand in the file of that game. A [`Codec`] is a dialect for one game: it writes squares, pieces, and moves, and
//! reads moves back. Positions are read and written by [`fen`], which asks the codec. [`game_called`] finds the
//! game that a program or a record means. The move generator knows nothing of all this.
//!
//! [`fen`]: super::notation::fen

mod codec;
mod moves;
mod names;
mod position;

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub(crate) use codec::Codec;
pub(crate) use names::game_called;

/// All dialects, and what they have in common.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Dialects {
    /// The game that is played where no other is asked for.
    pub(crate) usual: String,
    /// Games by the names that records and many programs give them.
    games: BTreeMap<String, String>,
    #[serde(rename = "dialect")]
    all: Vec<Dialect>,
}

/// The dialects of `data/dialects.toml`.
pub(crate) static DIALECTS: LazyLock<Dialects> =
    LazyLock::new(|| toml::from_str(include_str!("../../../data/dialects.toml")).unwrap_or_default());

/// The conventions of one program or protocol. The default is ferz's own dialect.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub(crate) struct Dialect {
    pub(crate) name: String,
    /// Other names of the dialect.
    also: Vec<String>,
    /// The program whose letters for pieces it uses where a game's file names them.
    pub(crate) letters: Option<String>,
    /// True if every piece has a single letter, perhaps with a mark. Pieces with longer tokens get a free letter.
    pub(crate) single: bool,
    pub(crate) squares: SquareNames,
    /// The letter of the only neutral piece of a game in a position.
    pub(crate) neutral: Option<String>,
    pub(crate) becomes: Becomes,
    /// True if a piece that becomes its promoted form, written `+X`, is marked with `+`, and on the way back with `-`.
    pub(crate) marks: bool,
    /// True if a piece that reverts to another in the hand is written as that piece with a `+`.
    pub(crate) mark_promoted: bool,
    pub(crate) enters: Enters,
    /// The sign between a dropped piece and its square.
    drops: Option<char>,
    pub(crate) gates: Gates,
    pub(crate) puts: Puts,
    /// The notation of an action that puts a piece elsewhere.
    pub(crate) places: Pair,
    /// The notation of two pieces that change places.
    pub(crate) exchanges: Pair,
    pub(crate) takes: Takes,
    passes: Option<String>,
    pub(crate) castles: Castles,
    pub(crate) hands: Hands,
    /// The text of empty hands in brackets.
    empty_hands: Option<String>,
    /// True if the field for castling also names the files of pieces that have not moved.
    pub(crate) unmoved: bool,
    pub(crate) counts: Counts,
    /// True if a position of a game with captured pieces in hand and without castling has only a hyphen and the number of the move behind the
    /// side.
    pub(crate) brief: bool,
    /// The letters of the side that begins and of the other, then another letter of the first.
    sides: Option<String>,
    /// The game that is meant if no other is asked for.
    pub(crate) game: Option<String>,
    /// Games by the names that this program gives them.
    pub(crate) games: BTreeMap<String, String>,
    /// The names that the program gives to games in records, by games.
    titles: BTreeMap<String, String>,
    /// The games that are meant by others when castling is from any squares.
    pub(crate) free_castling: BTreeMap<String, String>,
    /// The parent that the program assumes for a game it does not know, without hands and with them.
    pub(crate) parent: String,
    pub(crate) parent_with_hands: String,
    /// Ways of moving by their notations, as the program writes them.
    pub(crate) ways: BTreeMap<String, String>,
}

/// The names of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SquareNames {
    /// The names of the game.
    #[default]
    Named,
    /// `e2`; every square has a place in a rectangle, and ranks count from 0 where there are ten or more.
    Rectangle,
    /// `e1`: ranks count from 0.
    FromZero,
    /// `5i`: the file is a number from the right, the rank a letter from the top.
    Numbered,
}

/// The moves that name the piece type after promotion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Becomes {
    /// Those with a choice.
    #[default]
    Chosen,
    /// All, also those in which it becomes something by itself.
    Always,
}

/// The place of the form in which a piece comes from the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Enters {
    /// Behind the square: `S@c2g`.
    #[default]
    Behind,
    /// A mark before the piece: `+P@c2`.
    Before,
}

/// The notation of a piece from the hand that takes the place of one that leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Gates {
    /// `b1c3/H`, `e1g1/Hh1`.
    #[default]
    Slash,
    /// `b1c3h`, and `h1e1h` for a castling in which it takes the partner's place.
    Letter,
}

/// The notation of a piece that is put on a square after the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Puts {
    /// `a2a3,d4`.
    #[default]
    Square,
    /// A step from the target of the move, before the promotion: `a7a8,a8d4q`.
    Step,
    /// The same behind it: `a7a8q,a8d4`.
    StepLast,
}

/// The notation of an action on two squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Pair {
    /// With a sign between them: `e5@e5f`, `f1~a1`.
    #[default]
    Sign,
    /// The notation of any other move: `e5e5f`.
    Squares,
}

/// The notation of captures on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Takes {
    /// `c1e3xd2`.
    #[default]
    Listed,
    /// A move for each capture: `c1d2,d2e3`.
    Legs,
}

/// The notation of castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Castles {
    /// By the king's squares, `e1g1`; castlings by squares by those of both pieces.
    #[default]
    King,
    /// By the squares of both pieces, `e1h1`.
    Partner,
    /// By the king's squares; castlings by squares with the letter, `O-O` or `O-O-O`.
    Letters,
}

/// The position of the hands in a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Hands {
    /// In brackets behind the ranks.
    #[default]
    Brackets,
    /// An additional rank.
    Rank,
    /// In a field of their own, as in SFEN, in which castling, en passant, and quiet plies have none.
    Field,
}

/// The notation of the remaining uses of a right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Counts {
    /// By the name of the right.
    #[default]
    Named,
    /// Those left, in a field after en passant: `3+3`.
    Left,
    /// Those used, in the last field: `+0+0`.
    Given,
}

impl Dialect {
    /// All dialects, ferz's own first.
    pub(crate) fn all() -> &'static [Dialect] {
        &DIALECTS.all
    }

    /// The dialect with this name.
    pub(crate) fn named(name: &str) -> Option<&'static Dialect> {
        let is_it = |own: &String| own.eq_ignore_ascii_case(name);
        Dialect::all().iter().find(|dialect| is_it(&dialect.name) || dialect.also.iter().any(is_it))
    }

    /// The conventions of ferz's own dialect.
    pub(crate) fn own() -> &'static Dialect {
        static OWN: LazyLock<Dialect> = LazyLock::new(Dialect::default);
        Dialect::all().first().unwrap_or_else(|| &OWN)
    }

    pub(crate) fn drop_sign(&self) -> char {
        self.drops.unwrap_or('@')
    }

    /// The text of empty hands in brackets.
    pub(crate) fn empty_hands(&self) -> &str {
        self.empty_hands.as_deref().unwrap_or("[]")
    }

    /// A pass by an action, unless it is written by the square of the highest royal, twice.
    pub(crate) fn pass(&self) -> Option<&str> {
        match self.passes.as_deref() {
            Some("royal") => None,
            Some(text) => Some(text),
            None => Some("pass"),
        }
    }

    /// The letters of the two sides.
    pub(crate) fn sides(&self) -> &str {
        self.sides.as_deref().unwrap_or("wb")
    }

    /// Returns true if this is ferz's own dialect.
    pub(crate) fn is_own(&self) -> bool {
        std::ptr::eq(self, Dialect::own())
    }

    /// Returns true if this is another dialect, in which a square has the name that ferz gives it, so that its moves can be recognized.
    pub(crate) fn is_like_own(&self) -> bool {
        !self.is_own() && self.squares == SquareNames::Named
    }

    /// The name that this program gives to a game in records, if not that of ferz.
    pub(crate) fn title_of(&self, game: &str) -> Option<&str> {
        let named = || self.games.iter().find(|(_, own)| *own == game).map(|(name, _)| name);
        self.titles.get(game).or_else(named).map(String::as_str)
    }

    /// The game that this program calls so, if not as ferz does.
    pub(crate) fn game(&self, name: &str) -> Option<&str> {
        self.games.get(name).map(String::as_str)
    }

    /// The game that this program calls so, or else that is called so by any.
    pub(crate) fn game_called(&self, name: &str) -> Option<String> {
        self.game(name).map(str::to_owned).or_else(|| game_called(name))
    }
}
