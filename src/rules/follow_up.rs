//! Acts that follow a move as a part of it, each with a square of its own.

use super::{Condition, Origin, PieceFilter, Zone};
use crate::base::{Color, PieceTypeId, SquareSet};
use serde::{Deserialize, Serialize};

/// A rule by which a move is followed by an act of the same player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FollowUp {
    pub after: After,
    /// What must be true for the player after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Whether the player chooses; otherwise it must be done if it can be.
    pub may: bool,
    pub deed: Following,
    #[serde(skip)]
    pub origin: Origin,
}

/// Which moves are followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum After {
    /// A piece leaves a square by a move of its own, or one of two that castle.
    Leaving {
        /// The pieces, as they stood before the move.
        pieces: PieceFilter,
        /// Where they stood.
        zone: Zone,
        /// Only if the piece had not moved before.
        first: bool,
    },
    /// Any move is made.
    Move,
}

/// What follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Following {
    /// A piece of one of these types comes from the hand to a square that was left.
    Drop(Vec<PieceTypeId>),
    /// A piece is put on an empty square of the zone, a neutral one or the player's own.
    Put {
        piece_type: PieceTypeId,
        zone: Zone,
        /// Whether it is one more; otherwise it is the one on the board, if there is one.
        more: bool,
    },
}

impl FollowUp {
    /// What it is called in a list of rules.
    pub(crate) fn name(&self) -> String {
        match &self.after {
            After::Leaving { zone, .. } => format!("leaving {}", zone.name),
            After::Move => "after every move".to_owned(),
        }
    }

    /// The pieces that it can put on the board, and where.
    pub(crate) fn brings(&self, side: Color) -> (&[PieceTypeId], SquareSet) {
        match (&self.after, &self.deed) {
            (After::Leaving { zone, .. }, Following::Drop(piece_types)) => {
                (piece_types, *zone.squares.get(side))
            }
            (After::Move, Following::Drop(piece_types)) => (piece_types, SquareSet::default()),
            (_, Following::Put { piece_type, zone, .. }) => {
                (std::slice::from_ref(piece_type), *zone.squares.get(side))
            }
        }
    }

    /// The pieces in hand that it is for.
    pub(crate) fn dropped(&self) -> &[PieceTypeId] {
        match &self.deed {
            Following::Drop(piece_types) => piece_types,
            Following::Put { .. } => &[],
        }
    }

    /// The pieces whose moves it follows where they leave a zone, and whether only their first.
    pub(crate) fn leaving(&self) -> Option<(&PieceFilter, &Zone, bool)> {
        match &self.after {
            After::Leaving { pieces, zone, first } => Some((pieces, zone, *first)),
            After::Move => None,
        }
    }

    /// The squares from which moves of a side may be followed.
    pub(crate) fn leaves(&self, side: Color) -> SquareSet {
        self.leaving().map_or_else(SquareSet::default, |(_, zone, _)| *zone.squares.get(side))
    }
}
