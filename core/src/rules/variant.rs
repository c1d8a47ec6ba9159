//! The rules of a complete game.
//!
//! [`Variant`] holds the rules of a game in one array and under one reading. [`Variant::start`] returns the start
//! position. Rules that belong to a single piece are in its [`PieceType`].

use super::{
    Action, Admission, Border, CaptureTest, Castling, CastlingRule, Cited, Cites, ClockRule, Condition,
    Consequence, Ending, Fact, Fate, First, FollowUp, Immunity, MoveRule, Origin, PieceType, Provenance,
    Remark, Right, Royalty, Target, Turns,
};
use crate::base::source::Span;
use crate::base::{
    Board, ByColor, CastlingSet, Color, Piece, PieceTypeId, Progress, Setup, Square, SquareSet,
};
use serde::{Deserialize, Serialize};

/// A game in one array and under one reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    pub id: String,
    pub title: String,
    pub about: Vec<String>,
    /// Remarks on the whole game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Remark>,
    /// The history of the game, with one entry for each paragraph.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Remark>,
    /// The origin of the game, if the file states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    pub array: String,
    pub arrays: Vec<ArrayInfo>,
    /// The selected reading. Single switches may have been set in addition.
    pub reading: String,
    pub switches: Vec<Switch>,
    pub sources: Vec<Work>,
    #[serde(skip)]
    pub cites: Cites,
    pub board: Board,
    pub regions: Vec<super::Zone>,
    /// The places where the regions are declared.
    #[serde(skip)]
    pub region_places: Origin<Vec<Span>>,
    /// Other names of the regions, each with the name of its region in the file.
    #[serde(skip)]
    pub region_names: Origin<Vec<(String, super::OtherName)>>,
    pub piece_types: Vec<PieceType>,
    /// True if the game has automatic effects.
    #[serde(default, rename = "happens", skip_serializing_if = "std::ops::Not::not")]
    pub has_automatic_effects: bool,
    /// True if some rule depends on the pieces adjacent to a piece.
    #[serde(default, rename = "asks_neighbors", skip_serializing_if = "std::ops::Not::not")]
    pub depends_on_neighbors: bool,
    pub setup: Vec<(Square, Piece)>,
    /// The squares of the array on which a piece may have moved and returned, if it has other moves while
    /// unmoved. On every other square, the piece itself shows if it has moved.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub returns: SquareSet,
    pub admissions: Vec<Admission>,
    /// Borders that some pieces can cross only by certain steps.
    pub borders: Vec<Border>,
    pub immunities: Vec<Immunity>,
    /// Restrictions on moves, in source order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub move_rules: Vec<MoveRule>,
    /// Follow-ups of moves, in source order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follow_ups: Vec<FollowUp>,
    pub royalty: Royalty,
    pub rights: Vec<Right>,
    pub actions: Vec<Action>,
    /// Castling rules by squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub castling_rules: Vec<CastlingRule>,
    /// Castlings, in FEN order.
    pub castlings: Vec<Castling>,
    /// Counters in the FENs of other programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fen_counts: Vec<FenCount>,
    /// True if players have hands. By default, a captured piece goes to its capturer's hand.
    pub hands: bool,
    /// True if captured pieces leave the game even though it has hands. The hands then hold only pieces from the
    /// start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captures_leave: bool,
    /// The hand to which captured pieces go, unless they leave the game.
    #[serde(default, skip_serializing_if = "is_captor")]
    pub captures_to: CaptureHand,
    /// The pieces in hand at the start, with the number of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_hands: Vec<(Piece, u8)>,
    /// The home squares of pieces that start in hand. A piece dropped there counts as unmoved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand_homes: Vec<(Square, Piece)>,
    /// The endings. If several apply, the first one decides.
    pub endings: Vec<Ending>,
    pub clock: ClockRule,
    pub first: First,
    /// The number of moves per turn, if it is not always 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<Turns>,
    /// The number of the first turn that the rules do not distinguish from later ones, or 0 if no rule depends on the
    /// number of the turn.
    #[serde(default, skip_serializing_if = "super::piece_type::is_zero")]
    pub turns_counted: u32,
    /// The captures of the last move on which the rules depend. A position contains only these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures_asked: Vec<CaptureTest>,
    /// True if a player could lose the last own royal by a move that no rule forbids, so that such moves are illegal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keeps_royal: bool,
    /// The origins of rules that are not stored elsewhere, keyed by their first word.
    #[serde(skip)]
    pub lines: Origin<Vec<(&'static str, Origin)>>,
    /// The lines that are parts of a larger rule, as pairs of the origin of that rule and the origin of the line.
    /// They belong to pieces, actions, the board, and the royals.
    #[serde(skip)]
    pub parts: Origin<Vec<(Origin, Origin)>>,
}

/// The hand to which a captured piece goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureHand {
    /// That of the player who captures it, if it is an enemy piece. An own piece leaves the game.
    #[default]
    Captor,
    /// That of the player who captures it, even if it is an own piece.
    CaptorOfAny,
    /// That of its owner.
    Owner,
}

fn is_captor(hand: &CaptureHand) -> bool {
    *hand == CaptureHand::Captor
}

/// The description of an array of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayInfo {
    pub name: String,
    pub title: String,
    /// The number of arrangements of the pieces, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<u64>,
    #[serde(skip)]
    pub origin: Origin,
    /// The rows that the array draws itself, if it extends another array.
    #[serde(skip)]
    pub derived: Origin<Option<Span>>,
}

/// A right whose remaining uses appear in a field of another program's FENs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FenCount {
    /// The name of the program.
    pub name: String,
    /// The right. The field shows each side's remaining uses, such as `3+3`.
    pub right: usize,
    /// True if the first number belongs to Black.
    pub of_enemy: bool,
    #[serde(skip)]
    pub origin: Origin,
}

/// A source that rules can cite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    pub id: String,
    /// The description for readers. The file states it, or it is composed of author, title, year, and address.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<String>,
    /// The location of the source, such as a web address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Work {
    /// Returns the description followed by all details that it does not contain: author, title, year, address,
    /// and note.
    pub fn described(&self) -> String {
        let details = [&self.author, &self.title, &self.year, &self.address].into_iter().flatten();
        let left_out = details.filter(|detail| !self.text.contains(*detail));
        let note = self.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"));
        let parts: Vec<&str> = std::iter::once(&self.text).chain(left_out).map(String::as_str).collect();
        format!("{}{note}", parts.join(", "))
    }
}

/// A choice between versions of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    pub name: String,
    pub question: String,
    pub values: Vec<SwitchValue>,
    pub chosen: String,
    #[serde(skip)]
    pub origin: Origin,
}

impl Switch {
    /// Returns the value with this name.
    pub fn value(&self, name: &str) -> Option<&SwitchValue> {
        self.values.iter().find(|value| value.name == name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchValue {
    pub name: String,
    pub text: String,
    #[serde(flatten)]
    pub cites: Cited,
    /// True if this is the default value.
    pub default: bool,
    #[serde(skip)]
    pub origin: Origin,
}

fn is_empty(squares: &SquareSet) -> bool {
    *squares == SquareSet::default()
}

impl Variant {
    /// Returns the origin of the line that starts with `word`. The origin is empty if there is no such line.
    pub fn line(&self, word: &str) -> Origin {
        let line = self.lines.0.iter().find(|(first, _)| *first == word);
        line.map_or_else(Origin::default, |(_, origin)| *origin)
    }

    /// Iterates over the origins of a rule and its parts.
    pub fn whole(&self, rule: Origin) -> impl Iterator<Item = Origin> {
        let parts = self.parts.0.iter().filter(move |(whole, _)| whole.0 == rule.0 && rule.0.end > 0);
        std::iter::once(rule).chain(parts.map(|(_, part)| *part))
    }

    pub fn piece_type(&self, id: PieceTypeId) -> &PieceType {
        &self.piece_types[id.index()]
    }

    /// Returns true if pieces of this type belong to neither side. Such pieces are stored as White's.
    pub fn is_neutral(&self, id: PieceTypeId) -> bool {
        self.piece_type(id).neutral
    }

    /// Parses the number of an arrangement, and returns it with the index of the first array that has an arrangement
    /// with this number.
    pub fn order(&self, name: &str) -> Option<(usize, u64)> {
        // `parse` alone would also accept a sign.
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let number = name.parse().ok().filter(|_| is_number)?;
        let mut arrays = self.arrays.iter().enumerate();
        let (at, _) = arrays.find(|(_, info)| info.orders.is_some_and(|orders| number < orders))?;
        Some((at, number))
    }

    /// Returns the piece of this type that a side puts on the board. A neutral piece is stored as White's for
    /// either side.
    pub fn piece_of(&self, side: Color, piece_type: PieceTypeId) -> Piece {
        let color = if self.is_neutral(piece_type) { Color::White } else { side };
        Piece { color, piece_type }
    }

    /// Returns the type that a piece has in the hand of its capturer.
    pub fn held(&self, piece_type: PieceTypeId) -> PieceTypeId {
        self.piece_type(piece_type).in_hand.unwrap_or(piece_type)
    }

    /// Returns the side to whose hand a piece goes that `captor` captures, or `None` if it leaves the game.
    #[inline]
    pub fn hand_of(&self, taken: Color, captor: Color) -> Option<Color> {
        match self.captures_to {
            _ if !self.holds_captures() => None,
            CaptureHand::Captor => (taken != captor).then_some(captor),
            CaptureHand::CaptorOfAny => Some(captor),
            CaptureHand::Owner => Some(taken),
        }
    }

    /// Returns true if captured pieces go to a hand.
    pub fn holds_captures(&self) -> bool {
        self.hands && !self.captures_leave
    }

    /// Returns true if an effect brings pieces to a hand.
    pub fn has_hand_effects(&self) -> bool {
        let mut effects =
            self.piece_types.iter().flat_map(|own| &own.arrivals).flat_map(|arrival| &arrival.then);
        let brings = |then: &Consequence| then.fate().is_some_and(Fate::is_hand);
        effects.any(brings)
    }

    /// Returns true if pieces go from the board to a hand: captured ones, or by an effect.
    pub fn fills_hands(&self) -> bool {
        self.holds_captures() || self.hands && self.has_hand_effects()
    }

    /// Returns true if an effect makes pieces change sides.
    pub fn has_turncoats(&self) -> bool {
        let mut effects =
            self.piece_types.iter().flat_map(|own| &own.arrivals).flat_map(|arrival| &arrival.then);
        effects.any(|then| then.fate() == Some(Fate::ChangesSides))
    }

    /// Returns true if pieces of this type can ever be in a hand.
    pub fn is_ever_held(&self, piece_type: PieceTypeId) -> bool {
        let captured = || self.piece_type_ids().any(|(id, own)| !own.neutral && self.held(id) == piece_type);
        let first = || self.start_hands.iter().any(|(piece, _)| piece.piece_type == piece_type);
        self.hands && (first() || self.fills_hands() && captured())
    }

    /// Returns the number of copies of a piece that its side has in hand at the start.
    pub fn held_at_start(&self, piece: Piece) -> u8 {
        self.start_hands.iter().find(|(held, _)| *held == piece).map_or(0, |(_, number)| *number)
    }

    pub fn piece_type_ids(&self) -> impl Iterator<Item = (PieceTypeId, &PieceType)> {
        (0..=u16::MAX).map(PieceTypeId).zip(&self.piece_types)
    }

    /// Iterates over the home squares of all pieces: those in the array, and those of pieces that start in hand.
    pub fn home_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.setup.iter().chain(&self.hand_homes).copied()
    }

    /// Returns true if a square is a home square of this piece.
    pub fn is_home(&self, square: Square, piece: Piece) -> bool {
        self.home_pieces().any(|home| home == (square, piece))
    }

    /// Returns the piece whose home square this is.
    pub fn at_home(&self, square: Square) -> Option<Piece> {
        self.home_pieces().find(|(home, _)| *home == square).map(|(_, piece)| piece)
    }

    /// Returns the home squares of `color`'s pieces of this type.
    pub fn homes(&self, color: Color, piece_type: PieceTypeId) -> SquareSet {
        let piece = Piece { color, piece_type };
        self.home_pieces().filter(|(_, m)| *m == piece).map(|(square, _)| square).collect()
    }

    /// Returns those of `squares` that hold the same piece as in the array although it may have moved.
    pub fn returned(&self, squares: SquareSet, piece: impl Fn(Square) -> Option<Piece>) -> SquareSet {
        let began = self.home_pieces().filter(|(square, began)| piece(*square) == Some(*began));
        began.map(|(square, _)| square).collect::<SquareSet>() & squares & self.returns
    }

    /// Returns the castlings whose two pieces stand on their start squares.
    pub fn standing(&self, piece: impl Fn(Square) -> Option<Piece>) -> CastlingSet {
        let stands =
            |castling: &Castling| castling.stand().iter().all(|(square, own)| piece(*square) == Some(*own));
        let castlings = self.castlings.iter().enumerate().filter(|(_, castling)| stands(castling));
        castlings.fold(0, |set, (number, _)| set | 1 << number)
    }

    pub fn start(&self) -> Setup {
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

    /// Returns the number of the first turn that the rules do not distinguish from later ones, or 0 if no rule depends
    /// on the number of the turn.
    pub fn first_uncounted_turn(&self) -> u32 {
        let named = self.each_fact(|fact| {
            if let Fact::Turn { is: _, number } = fact { Some(number.saturating_add(1)) } else { None }
        });
        named.into_iter().max().unwrap_or(0)
    }

    /// Returns the captures of the last move on which the rules depend.
    pub fn captures_in_rules(&self) -> Vec<CaptureTest> {
        let mut asked = self.each_fact(Fact::captures);
        asked.dedup();
        asked
    }

    /// Returns what a function finds in the facts on which the rules depend.
    fn each_fact<T>(&self, find: impl Fn(&Fact) -> Option<T>) -> Vec<T> {
        let rules = self.rules();
        let parts = rules.iter().flat_map(|rule| rule.parts());
        let conditions = parts.filter_map(|part| part.filler.condition());
        conditions.flat_map(Condition::facts).filter_map(find).collect()
    }

    /// Returns a position without its clocks. The number of the turn stays as far as the rules depend on it.
    pub fn timeless(&self, setup: &Setup) -> Setup {
        let mut rights = setup.rights.clone();
        for (left, _) in rights.iter_mut().zip(&self.rights).filter(|(_, right)| right.clock) {
            *left = ByColor::default();
        }
        Setup { halfmove: 0, fullmove: setup.fullmove.min(self.turns_counted), rights, ..setup.clone() }
    }

    /// Returns the progress at the start of the game if this side begins.
    pub fn opening(&self, side: Color) -> Progress {
        self.turns.as_ref().map_or(Progress::SINGLE, |turns| turns.first(side))
    }

    /// Returns the turn of the side to move, assuming that all previous turns had regular length.
    pub fn due_turn(&self, setup: &Setup) -> Progress {
        let Some(turns) = &self.turns else { return Progress::SINGLE };
        // Only the start position itself can be in the first turn of the game.
        let begins = (setup.turn, setup.fullmove) == (self.first.side(), 1);
        match begins && setup.pieces().eq(self.start().pieces()) {
            true => turns.first(setup.turn),
            false => turns.due(setup.turn, setup.fullmove, self.first.side()),
        }
    }

    /// Returns the start position without pieces.
    pub fn empty(&self) -> Setup {
        Setup {
            pieces: vec![None; self.board.span()],
            turn: self.first.side(),
            progress: self.opening(self.first.side()),
            castling: 0,
            passed: Vec::new(),
            moved: SquareSet::default(),
            halfmove: 0,
            fullmove: 1,
            rights: self.rights.iter().map(|right| ByColor::from_fn(|_| right.at_first())).collect(),
            hands: vec![ByColor::default(); if self.hands { self.piece_types.len() } else { 0 }],
            captured: None,
            ended: None,
        }
    }
}

impl Target {
    /// Returns the squares that an action of a side can have as its target.
    pub fn squares(&self, variant: &Variant, color: Color) -> SquareSet {
        match self {
            Target::Zone(zone) => *zone.squares.get(color),
            Target::HomeOf(piece_type) => variant.homes(color, *piece_type),
        }
    }
}
