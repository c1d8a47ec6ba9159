//! Actions: everything that a player can do beyond the pieces' own moves.
//!
//! An [`Action`] consists of an [`Act`], conditions before and after it, and an optional [`Right`] that it uses
//! up. [`Act::effects`] returns the possible results of every kind of act in one form.

use super::{Condition, Origin, PieceFilter, Remark, Zone};
use crate::base::PieceTypeId;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An entitlement that each player can use a limited number of times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Right {
    /// The name, as in the FEN.
    pub name: String,
    pub times: u8,
    /// True if no use is available at the start of the game, so that a rule must gain or set the right first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub used_up: bool,
    /// True if positions that differ only in the remaining uses count as repetitions, as with the clock of quiet plies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clock: bool,
    /// True if every move that does not use the right restores all its uses to both sides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub regained: bool,
    #[serde(skip)]
    pub origin: Origin,
}

impl Right {
    /// Returns the number of uses that each side has at the start of the game.
    pub fn at_first(&self) -> u8 {
        if self.used_up { 0 } else { self.times }
    }
}

/// The obligation to perform an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    May,
    /// If the action is legal, every other move is illegal.
    MustIfCan,
    /// If the condition of the action holds, every other move is illegal, even if the action itself is illegal.
    Must,
}

/// An action beyond the pieces' own moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    pub name: String,
    pub act: Act,
    /// The condition that must hold before the action.
    pub when: Option<Condition>,
    /// The condition that must hold after the action, in addition to the safety of royals.
    pub provided: Option<Condition>,
    pub right: Option<usize>,
    /// True if the action may leave royals attacked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsafely: bool,
    pub duty: Duty,
    #[serde(skip)]
    pub origin: Origin,
    #[serde(skip)]
    /// The lines of the action, keyed by their first word, or by both words of an exception. A condition has one
    /// entry for each of its alternatives.
    pub lines: Origin<Vec<(String, Origin)>>,
    #[serde(skip)]
    pub notes: Origin<Vec<Remark>>,
}

impl Action {
    /// Returns the `nth` line whose key is `word`, counted from 0. If there is no such line, returns the whole action.
    pub fn line(&self, word: &str, nth: usize) -> Origin {
        let mut lines = self.lines.0.iter().filter(|(first, _)| first == word);
        lines.nth(nth).map_or(self.origin, |(_, origin)| *origin)
    }
}

/// The kinds of acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// A piece moves to another square.
    Place {
        pieces: PieceFilter,
        to: Target,
        /// The pieces on the target that are removed if they are not immune. All other targets must be empty.
        removing: Option<PieceFilter>,
        becomes: Option<PieceTypeId>,
    },
    /// Two of the player's pieces exchange places.
    Exchange {
        /// The pieces that can start the exchange. Their square is named first.
        pieces: PieceFilter,
        with: PieceFilter,
        /// Pairs of pieces and a zone to which the exchange may not bring them.
        except_to: Vec<(PieceFilter, Zone)>,
    },
    /// One of the player's pieces becomes another on its square.
    Replace {
        pieces: PieceFilter,
        by: PieceTypeId,
    },
    Drop {
        piece_types: Vec<PieceTypeId>,
        /// The permitted target squares. The piece can be dropped only on an empty one.
        to: Zone,
        /// The pieces that forbid a drop on their own file.
        not_with: Option<PieceFilter>,
        /// The minimum number of pieces in `not_with` on a file that makes a drop there illegal.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        not_with_number: u32,
        not_mating: bool,
        /// The piece types as which the piece can enter, by the player's choice. If the list is empty, the piece
        /// enters as itself.
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

/// The squares to which an action can move a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// Any square of a zone except the piece's own.
    Zone(Zone),
    /// The owner's home square of a piece type.
    HomeOf(PieceTypeId),
}

/// The possible effects of an act, as a summary for code that analyzes rules.
#[derive(Default)]
pub struct Effects<'a> {
    /// The pieces on the board that the act applies to. If there are two filters, the pieces exchange places.
    pub pieces: Vec<&'a PieceFilter>,
    /// The piece types dropped from the hand, if any.
    pub from_hand: Option<&'a [PieceTypeId]>,
    /// The target of the piece. `None` if the pieces stay or exchange places, or if there is no piece.
    pub to: Option<Cow<'a, Target>>,
    /// The piece types that the piece can become, by the player's choice. If the list is empty, the piece does
    /// not change.
    pub becomes: &'a [PieceTypeId],
    /// The pieces on the target that are removed.
    pub removing: Option<&'a PieceFilter>,
    /// Pairs of pieces and a zone to which the act may not bring them.
    pub except_to: &'a [(PieceFilter, Zone)],
}

impl Act {
    pub fn effects(&self) -> Effects<'_> {
        match self {
            Act::Place { pieces, to, removing, becomes } => Effects {
                pieces: vec![pieces],
                to: Some(Cow::Borrowed(to)),
                // An option serves as a list of at most one element.
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
