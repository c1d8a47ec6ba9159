//! A whole game.

use super::{
    Action, Admission, Border, Castling, Cites, Clock, Ending, Immunity, Origin, PieceType, Right, Royalty,
};
use crate::base::{Board, ByColor, Color, Piece, PieceTypeId, Setup, Square, SquareSet};
use serde::{Deserialize, Serialize};

/// One game in one array under one reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Variant {
    /// The name on the command line.
    pub id: String,
    /// The name for readers.
    pub title: String,
    /// What the file says about it.
    pub about: Vec<String>,
    /// The array in force.
    pub array: String,
    /// All arrays.
    pub arrays: Vec<ArrayInfo>,
    /// The reading in force; switches may have been set beside it.
    pub reading: String,
    /// The switches and what each is set to.
    pub switches: Vec<Switch>,
    /// The sources cited.
    pub sources: Vec<Citation>,
    /// Which rule cites which.
    #[serde(skip)]
    pub cites: Cites,
    /// The board.
    pub board: Board,
    /// The named regions, for readers.
    pub regions: Vec<super::Zone>,
    /// The piece types.
    pub piece_types: Vec<PieceType>,
    /// Who stands where at the start.
    pub setup: Vec<(Square, Piece)>,
    /// Who may enter what.
    pub admissions: Vec<Admission>,
    /// Borders crossed by certain steps only.
    pub borders: Vec<Border>,
    /// What cannot be done to whom.
    pub immunities: Vec<Immunity>,
    /// How royals bind.
    pub royalty: Royalty,
    /// Rights that can be used up.
    pub rights: Vec<Right>,
    /// Turns beyond the pieces' own moves.
    pub actions: Vec<Action>,
    /// Castlings, in the order the FEN names them.
    pub castlings: Vec<Castling>,
    /// Whether captured pieces go to their capturer's hand.
    pub hands: bool,
    /// How the game ends, the first that applies.
    pub endings: Vec<Ending>,
    /// What sets the clock back.
    pub clock: Clock,
    /// Who moves first.
    pub first: First,
}

/// The name and title of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArrayInfo {
    /// The name on the command line.
    pub name: String,
    /// The name for readers.
    pub title: String,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// A source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Citation {
    /// The short name.
    pub id: String,
    /// What it is.
    pub text: String,
}

/// A fork in the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Switch {
    /// Its full name.
    pub name: String,
    /// What is asked.
    pub question: String,
    /// The answers.
    pub values: Vec<SwitchValue>,
    /// The one in force.
    pub chosen: String,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// One answer to a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SwitchValue {
    /// Its name.
    pub name: String,
    /// What it means.
    pub text: String,
    /// Who supports it.
    pub cites: Vec<String>,
    /// Whether it is in force unless another is chosen.
    pub default: bool,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

impl Variant {
    /// A piece type by its index.
    pub(crate) fn piece_type(&self, id: PieceTypeId) -> &PieceType {
        &self.piece_types[id.index()]
    }

    /// What a piece of a piece type is in the hand of its capturer.
    pub(crate) fn held(&self, piece_type: PieceTypeId) -> PieceTypeId {
        self.piece_type(piece_type).in_hand.unwrap_or(piece_type)
    }

    /// All piece types with their indices.
    pub(crate) fn piece_type_ids(&self) -> impl Iterator<Item = (PieceTypeId, &PieceType)> {
        (0..=u16::MAX).map(PieceTypeId).zip(&self.piece_types)
    }

    /// The squares where `color` has a piece of this piece type in the array.
    pub(crate) fn homes(&self, color: Color, piece_type: PieceTypeId) -> SquareSet {
        let piece = Piece { color, piece_type };
        self.setup.iter().filter(|(_, m)| *m == piece).map(|(square, _)| *square).collect()
    }

    /// The start of a game.
    pub(crate) fn start(&self) -> Setup {
        let castling = self.castlings.iter().enumerate().fold(0, |bits, (i, _)| bits | 1 << i);
        let mut setup = Setup { castling, ..self.empty() };
        self.setup.iter().for_each(|(square, piece)| setup.set(*square, Some(*piece)));
        setup
    }

    /// The start of a game without its pieces.
    pub(crate) fn empty(&self) -> Setup {
        Setup {
            pieces: vec![None; self.board.span()],
            turn: Color::White,
            castling: 0,
            passed: Vec::new(),
            halfmove: 0,
            fullmove: 1,
            rights: self.rights.iter().map(|right| ByColor::from_fn(|_| right.times)).collect(),
            hands: vec![ByColor::default(); if self.hands { self.piece_types.len() } else { 0 }],
            ended: None,
        }
    }
}

/// Who has the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum First {
    /// White.
    White,
    /// Drawn at random at the start of a game; positions are unaffected.
    Dice,
}
