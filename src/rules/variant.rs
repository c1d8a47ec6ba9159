//! A whole game.

use super::{
    Action, Admission, Border, Castling, CastlingRule, Cite, Cited, Cites, Clock, Ending, FollowUp, Immunity,
    MoveRule, Origin, PieceType, Remark, Right, Royalty, Turns,
};
use crate::base::source::Span;
use crate::base::{
    Board, ByColor, CastlingSet, Color, Piece, PieceTypeId, Progress, Setup, Square, SquareSet,
};
use serde::{Deserialize, Serialize};

/// One game in one array under one reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Variant {
    pub id: String,
    pub title: String,
    pub about: Vec<String>,
    /// Remarks on the whole game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Remark>,
    /// Where the game comes from, a paragraph each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Remark>,
    pub array: String,
    pub arrays: Vec<ArrayInfo>,
    /// The reading in force; switches may have been set beside it.
    pub reading: String,
    pub switches: Vec<Switch>,
    pub sources: Vec<Work>,
    #[serde(skip)]
    pub cites: Cites,
    pub board: Board,
    pub regions: Vec<super::Zone>,
    /// Where each of them is declared.
    #[serde(skip)]
    pub region_places: Origin<Vec<Span>>,
    pub piece_types: Vec<PieceType>,
    /// Whether anything happens by itself in this game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub happens: bool,
    /// Whether some rule asks what stands next to a piece.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_neighbors: bool,
    pub setup: Vec<(Square, Piece)>,
    /// Squares of the array whose piece may make other moves before it has moved, and may come back there. All others
    /// show by their piece alone whether it has moved.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub returns: SquareSet,
    pub admissions: Vec<Admission>,
    /// Borders crossed by certain steps only.
    pub borders: Vec<Border>,
    pub immunities: Vec<Immunity>,
    /// What moves must do or may not do, in the order written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub move_rules: Vec<MoveRule>,
    /// The acts that follow moves, in the order written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follow_ups: Vec<FollowUp>,
    pub royalty: Royalty,
    pub rights: Vec<Right>,
    pub actions: Vec<Action>,
    /// Castlings by squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub castling_rules: Vec<CastlingRule>,
    /// Castlings, in the order the FEN names them.
    pub castlings: Vec<Castling>,
    /// What other programs count in their FENs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fen_counts: Vec<FenCount>,
    /// Whether players have hands. Captured pieces go to their capturer's hand.
    pub hands: bool,
    /// Whether captured pieces leave the game all the same: the hands hold only what is left of those at the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captures_leave: bool,
    /// The pieces in hand at the start, and how many of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_hands: Vec<(Piece, u8)>,
    /// The homes of pieces that begin in hand: one that is dropped there has not moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand_homes: Vec<(Square, Piece)>,
    /// How the game ends, the first that applies.
    pub endings: Vec<Ending>,
    pub clock: Clock,
    pub first: First,
    /// How many moves make a turn, if not always one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<Turns>,
    /// Where the rules are written that carry no place of their own, by the word each begins with.
    #[serde(skip)]
    pub lines: Origin<Vec<(&'static str, Origin)>>,
    /// Lines that are parts of a larger rule, each after that rule: those of pieces, actions, the board and the royals.
    #[serde(skip)]
    pub parts: Origin<Vec<(Origin, Origin)>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArrayInfo {
    pub name: String,
    pub title: String,
    /// In how many orders its pieces may stand, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<u64>,
    #[serde(skip)]
    pub origin: Origin,
    /// The rows that it draws of its own, if it is made from another array.
    #[serde(skip)]
    pub derived: Origin<Option<Span>>,
}

/// A right that another program counts in a field of its FENs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FenCount {
    /// The program's name.
    pub name: String,
    /// The right of which each side's number of uses left is a field such as `3+3`.
    pub right: usize,
    /// Whether the first number is that of Black's uses.
    pub of_enemy: bool,
    #[serde(skip)]
    pub origin: Origin,
}

/// A source that rules cite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Work {
    pub id: String,
    /// What it is, for a reader: as the file words it, or else made of author, title, year and address.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    /// Where it is found, such as a web address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Work {
    /// The text with what it leaves out: who wrote it, what it is called, when and where it appeared, and the note.
    pub(crate) fn described(&self) -> String {
        let details = [&self.author, &self.title, &self.year, &self.address].into_iter().flatten();
        let left_out = details.filter(|detail| !self.text.contains(*detail));
        let note = self.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"));
        let parts: Vec<&str> = std::iter::once(&self.text).chain(left_out).map(String::as_str).collect();
        format!("{}{note}", parts.join(", "))
    }
}

/// A fork in the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Switch {
    pub name: String,
    pub question: String,
    pub values: Vec<SwitchValue>,
    pub chosen: String,
    #[serde(skip)]
    pub origin: Origin,
}

impl Switch {
    /// Its value of a name.
    pub(crate) fn value(&self, name: &str) -> Option<&SwitchValue> {
        self.values.iter().find(|value| value.name == name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SwitchValue {
    pub name: String,
    pub text: String,
    #[serde(flatten)]
    pub cites: Cited,
    /// Whether it is in force unless another is chosen.
    pub default: bool,
    #[serde(skip)]
    pub origin: Origin,
}

fn is_empty(squares: &SquareSet) -> bool {
    *squares == SquareSet::default()
}

impl Variant {
    /// The line that begins with a word; nowhere if the game has none and the rule is what it is by default.
    pub(crate) fn line(&self, word: &str) -> Origin {
        let line = self.lines.0.iter().find(|(first, _)| *first == word);
        line.map_or_else(Origin::default, |(_, origin)| *origin)
    }

    /// What is cited for a rule, and for the lines that are parts of it.
    pub(crate) fn cited(&self, rule: Origin) -> Vec<Cite> {
        if self.cites.0.is_empty() { Vec::new() } else { self.cites.of_all(self.whole(rule)) }
    }

    /// The statements that cite it.
    pub(crate) fn cited_at(&self, rule: Origin) -> impl Iterator<Item = Span> {
        self.whole(rule).filter_map(|origin| self.cites.nearest(origin)).map(|(span, _)| *span)
    }

    /// A rule and its parts.
    fn whole(&self, rule: Origin) -> impl Iterator<Item = Origin> {
        let parts = self.parts.0.iter().filter(move |(whole, _)| whole.0 == rule.0 && rule.0.end > 0);
        std::iter::once(rule).chain(parts.map(|(_, part)| *part))
    }

    /// The same behind a text: ` [murray, forbes]`, or nothing.
    pub(crate) fn note(&self, rule: Origin) -> String {
        Cited(self.cited(rule)).note()
    }

    pub(crate) fn piece_type(&self, id: PieceTypeId) -> &PieceType {
        &self.piece_types[id.index()]
    }

    /// Whether pieces of a piece type belong to neither side. They are held as White's.
    pub(crate) fn is_neutral(&self, id: PieceTypeId) -> bool {
        self.piece_type(id).neutral
    }

    /// The array and the order in it that a number names, where the pieces of an array may stand in several.
    pub(crate) fn order(&self, name: &str) -> Option<(usize, u64)> {
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let number = name.parse().ok().filter(|_| is_number)?;
        let mut arrays = self.arrays.iter().enumerate();
        let (at, _) = arrays.find(|(_, info)| info.orders.is_some_and(|orders| number < orders))?;
        Some((at, number))
    }

    /// A piece that a side brings on the board, or that belongs to neither side if it is neutral: it is White's then, whichever
    /// side brought it.
    pub(crate) fn piece_of(&self, side: Color, piece_type: PieceTypeId) -> Piece {
        let color = if self.is_neutral(piece_type) { Color::White } else { side };
        Piece { color, piece_type }
    }

    /// What a piece of a piece type is in the hand of its capturer.
    pub(crate) fn held(&self, piece_type: PieceTypeId) -> PieceTypeId {
        self.piece_type(piece_type).in_hand.unwrap_or(piece_type)
    }

    /// Whether captured pieces go to a hand.
    pub(crate) fn holds_captures(&self) -> bool {
        self.hands && !self.captures_leave
    }

    /// Whether pieces of a piece type can ever be in a hand.
    pub(crate) fn is_ever_held(&self, piece_type: PieceTypeId) -> bool {
        let captured = || self.piece_type_ids().any(|(id, own)| !own.neutral && self.held(id) == piece_type);
        let first = || self.start_hands.iter().any(|(piece, _)| piece.piece_type == piece_type);
        self.hands && (first() || self.holds_captures() && captured())
    }

    /// How many pieces of a piece type a side holds in hand at the start.
    pub(crate) fn held_at_start(&self, piece: Piece) -> u8 {
        self.start_hands.iter().find(|(held, _)| *held == piece).map_or(0, |(_, number)| *number)
    }

    pub(crate) fn piece_type_ids(&self) -> impl Iterator<Item = (PieceTypeId, &PieceType)> {
        (0..=u16::MAX).map(PieceTypeId).zip(&self.piece_types)
    }

    /// The home squares of all pieces: where they stand in the array, or where they belong that begin in hand.
    pub(crate) fn home_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.setup.iter().chain(&self.hand_homes).copied()
    }

    /// Whether a square is the home of such a piece.
    pub(crate) fn is_home(&self, square: Square, piece: Piece) -> bool {
        self.home_pieces().any(|home| home == (square, piece))
    }

    /// The piece whose home a square is.
    pub(crate) fn at_home(&self, square: Square) -> Option<Piece> {
        self.home_pieces().find(|(home, _)| *home == square).map(|(_, piece)| piece)
    }

    /// The squares that are homes of `color`'s pieces of this piece type.
    pub(crate) fn homes(&self, color: Color, piece_type: PieceTypeId) -> SquareSet {
        let piece = Piece { color, piece_type };
        self.home_pieces().filter(|(_, m)| *m == piece).map(|(square, _)| square).collect()
    }

    /// Of some squares those that hold what they hold in the array, though it may have moved.
    pub(crate) fn returned(&self, squares: SquareSet, piece: impl Fn(Square) -> Option<Piece>) -> SquareSet {
        let began = self.home_pieces().filter(|(square, began)| piece(*square) == Some(*began));
        began.map(|(square, _)| square).collect::<SquareSet>() & squares & self.returns
    }

    /// The castlings both of whose pieces stand where they begin.
    pub(crate) fn standing(&self, piece: impl Fn(Square) -> Option<Piece>) -> CastlingSet {
        let stands =
            |castling: &Castling| castling.stand().iter().all(|(square, own)| piece(*square) == Some(*own));
        let castlings = self.castlings.iter().enumerate().filter(|(_, castling)| stands(castling));
        castlings.fold(0, |set, (number, _)| set | 1 << number)
    }

    pub(crate) fn start(&self) -> Setup {
        let mut setup = self.empty();
        self.setup.iter().for_each(|(square, piece)| setup.set(*square, Some(*piece)));
        setup.castling = self.standing(|square| setup.piece(square));
        for (piece, number) in &self.start_hands {
            if let Some(held) = setup.hands.get_mut(piece.piece_type.index()) {
                *held.get_mut(piece.color) = *number;
            }
        }
        setup
    }

    /// The first turn of a game in which this side begins.
    pub(crate) fn opening(&self, side: Color) -> Progress {
        self.turns.as_ref().map_or(Progress::SINGLE, |turns| turns.first(side))
    }

    /// The turn that the side to move has if turns passed in the usual way.
    pub(crate) fn due_turn(&self, setup: &Setup) -> Progress {
        let Some(turns) = &self.turns else { return Progress::SINGLE };
        let begins = (setup.turn, setup.fullmove) == (Color::White, 1);
        match begins && setup.pieces().eq(self.start().pieces()) {
            true => turns.first(setup.turn),
            false => turns.due(setup.turn, setup.fullmove),
        }
    }

    /// The start of a game without its pieces.
    pub(crate) fn empty(&self) -> Setup {
        Setup {
            pieces: vec![None; self.board.span()],
            turn: Color::White,
            progress: self.opening(Color::White),
            castling: 0,
            passed: Vec::new(),
            moved: SquareSet::default(),
            halfmove: 0,
            fullmove: 1,
            rights: self.rights.iter().map(|right| ByColor::from_fn(|_| right.times)).collect(),
            hands: vec![ByColor::default(); if self.hands { self.piece_types.len() } else { 0 }],
            ended: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum First {
    White,
    /// Drawn at random at the start of a game; positions are unaffected.
    Dice,
}
