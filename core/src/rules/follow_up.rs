//! Follow-ups: acts that are part of a move and have squares of their own.
//!
//! A [`FollowUp`] consists of the moves that it follows ([`After`]) and its act ([`Following`]).

use super::{Condition, Origin, PieceFilter, Zone};
use crate::base::{Color, PieceTypeId, SquareSet};
use serde::{Deserialize, Serialize};

/// A rule that adds an act of the same player to a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowUp {
    pub after: After,
    /// The condition that must hold for the player after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// True if the player may decline. Otherwise the act is mandatory whenever it is possible.
    pub may: bool,
    #[serde(rename = "deed")]
    pub act: Following,
    /// True if the act can answer a check, because the piece that it leaves behind shields a royal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shields: bool,
    #[serde(skip)]
    pub origin: Origin,
}

/// The moves that a follow-up belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum After {
    /// The moves by which a piece leaves a square, on its own or by castling.
    Leaving {
        /// The pieces that leave, as they stood before the move.
        pieces: PieceFilter,
        /// The squares that they leave.
        zone: Zone,
        /// True if the piece must not have moved before.
        first: bool,
    },
    /// Every move.
    Move,
}

/// The act that follows a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Following {
    /// A piece of one of these types is dropped on a vacated square.
    Drop(Vec<PieceTypeId>),
    /// A new piece of one of these types is put on a vacated square.
    Leave(Vec<PieceTypeId>),
    /// A matching piece of either side moves one square forward, as its owner sees it, to an empty square.
    Advance(PieceFilter),
    /// A neutral piece or a piece of the player is put on an empty square of the zone.
    Put {
        piece_type: PieceTypeId,
        zone: Zone,
        /// True if the rule always adds a piece. Otherwise, it moves the piece of this type that is on the board,
        /// if there is one.
        more: bool,
        /// True if the square must be one to which the piece that has just moved could move next, without a capture.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ahead: bool,
    },
}

impl FollowUp {
    /// Returns the name of the rule in a list of rules.
    pub fn name(&self) -> String {
        match &self.after {
            After::Leaving { zone, .. } => format!("leaving {}", zone.name),
            After::Move => "after every move".to_owned(),
        }
    }

    /// Returns the piece types that the rule can put on the board, and the squares on which it can put them.
    pub fn brings(&self, side: Color) -> (&[PieceTypeId], SquareSet) {
        match (&self.after, &self.act) {
            (After::Leaving { zone, .. }, Following::Drop(piece_types) | Following::Leave(piece_types)) => {
                (piece_types, *zone.squares.get(side))
            }
            (After::Move, Following::Drop(piece_types) | Following::Leave(piece_types)) => {
                (piece_types, SquareSet::default())
            }
            (_, Following::Advance(_)) => (&[], SquareSet::default()),
            (_, Following::Put { piece_type, zone, .. }) => {
                (std::slice::from_ref(piece_type), *zone.squares.get(side))
            }
        }
    }

    /// Returns the piece types of which the rule brings new pieces.
    pub fn adds(&self) -> &[PieceTypeId] {
        match &self.act {
            Following::Leave(piece_types) => piece_types,
            Following::Put { piece_type, .. } => std::slice::from_ref(piece_type),
            Following::Drop(_) | Following::Advance(_) => &[],
        }
    }

    /// Returns the piece types that the rule drops from the hand.
    pub fn dropped(&self) -> &[PieceTypeId] {
        match &self.act {
            Following::Drop(piece_types) => piece_types,
            Following::Leave(_) | Following::Advance(_) | Following::Put { .. } => &[],
        }
    }

    /// Returns the pieces, the zone, and the `first` flag of a rule on pieces that leave, or `None` for other
    /// rules.
    pub fn leaving(&self) -> Option<(&PieceFilter, &Zone, bool)> {
        match &self.after {
            After::Leaving { pieces, zone, first } => Some((pieces, zone, *first)),
            After::Move => None,
        }
    }

    /// Returns the squares that a piece of `side` can leave to trigger the rule.
    pub fn leaves(&self, side: Color) -> SquareSet {
        self.leaving().map_or_else(SquareSet::default, |(_, zone, _)| *zone.squares.get(side))
    }
}
