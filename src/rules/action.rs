//! Actions: what a player may do beyond moving a piece in its own way.

use super::{Condition, Origin, PieceFilter, Remark, Variant, Zone};
use crate::base::{Color, PieceTypeId, SquareSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Something each player may do a limited number of times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Right {
    /// The name, as the FEN writes it.
    pub name: String,
    pub times: u8,
    /// Whether every move that does not use it gives it back, to both sides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub regained: bool,
    #[serde(skip)]
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Duty {
    May,
    /// When one is legal, nothing else is.
    MustIfCan,
    /// When its conditions hold, nothing else is legal, even if it is not either.
    Must,
}

/// An action beyond the pieces' own moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Action {
    pub name: String,
    pub act: Act,
    /// What must be true before.
    pub when: Option<Condition>,
    /// What must be true after, besides the safety of royals.
    pub provided: Option<Condition>,
    pub right: Option<usize>,
    /// Whether royals may be left attacked by it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsafely: bool,
    pub duty: Duty,
    #[serde(skip)]
    pub origin: Origin,
    #[serde(skip)]
    /// Its lines by the word each begins with, the two words of an exception; a condition once for each alternative.
    pub lines: Origin<Vec<(String, Origin)>>,
    #[serde(skip)]
    pub notes: Origin<Vec<Remark>>,
}

impl Action {
    /// The line that begins with a word, counted from 0 if there are several; the action itself if there is none.
    pub(crate) fn line(&self, word: &str, nth: usize) -> Origin {
        let mut lines = self.lines.0.iter().filter(|(first, _)| first == word);
        lines.nth(nth).map_or(self.origin, |(_, origin)| *origin)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Act {
    /// A piece is put on another square.
    Place {
        pieces: PieceFilter,
        to: Target,
        /// The pieces that may stand there and are removed, if not immune; otherwise the square must be empty.
        removing: Option<PieceFilter>,
        becomes: Option<PieceTypeId>,
    },
    /// Two own pieces change places.
    Exchange {
        /// The pieces that may start it; their square is named first.
        pieces: PieceFilter,
        with: PieceFilter,
        /// Pieces of `with` that may not come to stand in a zone by it.
        except_to: Vec<(PieceFilter, Zone)>,
    },
    /// An own piece becomes another where it stands.
    Replace {
        pieces: PieceFilter,
        by: PieceTypeId,
    },
    Drop {
        piece_types: Vec<PieceTypeId>,
        /// Where to; the square must be empty.
        to: Zone,
        /// Pieces that may not stand on the same file.
        not_with: Option<PieceFilter>,
        /// With this many of them on a file nothing may be dropped there.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        not_with_number: u32,
        not_mating: bool,
        /// What the piece enters as, one of these by choice; as itself if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        becomes: Vec<PieceTypeId>,
    },
    Pass,
}

fn one() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Target {
    /// On any square of a zone but its own.
    Zone(Zone),
    /// On its owner's home square of a piece type.
    HomeOf(PieceTypeId),
}

/// What an action does with pieces, for code that asks only what may come of it.
#[derive(Default)]
pub(crate) struct Effects<'a> {
    /// The pieces on the board that it is for; those of two filters change places.
    pub pieces: Vec<&'a PieceFilter>,
    /// The piece types it brings from the hand, if it brings any.
    pub from_hand: Option<&'a [PieceTypeId]>,
    /// Where it puts the piece; nothing if pieces stay, change places, or nothing moves.
    pub to: Option<Cow<'a, Target>>,
    /// What the piece becomes, one of these by choice; nothing if it stays what it is.
    pub becomes: &'a [PieceTypeId],
    /// The pieces on the target that make way.
    pub removing: Option<&'a PieceFilter>,
    /// Pieces that may not come to a zone by it.
    pub except_to: &'a [(PieceFilter, Zone)],
}

impl Act {
    pub(crate) fn effects(&self) -> Effects<'_> {
        match self {
            Act::Place { pieces, to, removing, becomes } => Effects {
                pieces: vec![pieces],
                to: Some(Cow::Borrowed(to)),
                becomes: becomes.as_slice(),
                removing: removing.as_ref(),
                ..Effects::default()
            },
            Act::Exchange { pieces, with, except_to } => {
                Effects { pieces: vec![pieces, with], except_to, ..Effects::default() }
            }
            Act::Replace { pieces, by } => {
                Effects { pieces: vec![pieces], becomes: std::slice::from_ref(by), ..Effects::default() }
            }
            Act::Drop { piece_types, to, becomes, .. } => Effects {
                from_hand: Some(piece_types),
                becomes,
                to: Some(Cow::Owned(Target::Zone(to.clone()))),
                ..Effects::default()
            },
            Act::Pass => Effects::default(),
        }
    }
}

impl Target {
    pub(crate) fn squares(&self, variant: &Variant, color: Color) -> SquareSet {
        match self {
            Target::Zone(zone) => *zone.squares.get(color),
            Target::HomeOf(piece_type) => variant.homes(color, *piece_type),
        }
    }
}
