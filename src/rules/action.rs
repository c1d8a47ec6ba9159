//! Actions: what a player may do beyond moving a piece in its own way.

use super::{Condition, Origin, PieceFilter, Zone};
use crate::base::PieceTypeId;
use serde::{Deserialize, Serialize};

/// Something each player may do a limited number of times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Right {
    /// The name, as the FEN writes it.
    pub name: String,
    /// How often.
    pub times: u8,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
}

/// Whether a turn of some piece type must be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// It may.
    May,
    /// When one is legal, nothing else is.
    MustIfCan,
    /// When its conditions hold, nothing else is legal, even if it is not either.
    Must,
}

/// A action beyond the pieces' own moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// What is done.
    pub act: Act,
    /// What must be true before.
    pub when: Option<Condition>,
    /// What must be true after, besides the safety of royals.
    pub provided: Option<Condition>,
    /// The right it uses up.
    pub right: Option<usize>,
    /// Whether it must be taken.
    pub duty: Duty,
    /// Where it was written.
    #[serde(skip)]
    pub origin: Origin,
    /// Where its parts were written.
    #[serde(skip)]
    pub lines: ActionLines,
}

/// The lines of a turn by the word each begins with. Like origins they are equal to each other and leave no trace.
#[derive(Clone, Debug, Default)]
pub struct ActionLines(pub Vec<(String, Origin)>);

impl PartialEq for ActionLines {
    fn eq(&self, _: &ActionLines) -> bool {
        true
    }
}
impl Eq for ActionLines {}

impl Action {
    /// The line that begins with a word, or of several the one after so many others; the turn itself if there is none.
    pub fn line(&self, word: &str, nth: usize) -> Origin {
        let mut lines = self.lines.0.iter().filter(|(first, _)| first == word);
        lines.nth(nth).map_or(self.origin, |(_, origin)| *origin)
    }
}

/// What is done in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// A piece is put on another square.
    Place {
        /// The pieces that may be.
        pieces: PieceFilter,
        /// Where to.
        to: Target,
        /// The pieces that may stand there and are removed, if not immune; otherwise the square must be empty.
        removing: Option<PieceFilter>,
        /// What it becomes.
        becomes: Option<PieceTypeId>,
    },
    /// Two own pieces change places.
    Exchange {
        /// The pieces that may start it; their square is named first.
        pieces: PieceFilter,
        /// The pieces they may change with.
        with: PieceFilter,
        /// Pieces of `with` that may not come to stand in a zone by it.
        except_to: Vec<(PieceFilter, Zone)>,
    },
    /// A piece comes from the hand.
    Drop {
        /// The piece types that may.
        piece_types: Vec<PieceTypeId>,
        /// Where to; the square must be empty.
        to: Zone,
        /// Own pieces that may not stand on the same file.
        not_with: Option<PieceFilter>,
        /// It may not give checkmate.
        not_mating: bool,
    },
    /// Nothing is done.
    Pass,
}

/// Where a piece may be placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// On any square of a zone but its own.
    Zone(Zone),
    /// On its owner's home square of a piece type.
    HomeOf(PieceTypeId),
}
