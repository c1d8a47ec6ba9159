//! Which pieces and which squares a rule speaks of.

use crate::base::source::Span;
use crate::base::{ByColor, PieceTypeId, SquareSet};
use serde::{Deserialize, Serialize};

/// Where a rule was written, or its parts, or what is cited for it. Two rules written in different places may still be the
/// same rule: origins are equal to each other and leave no trace in the printed form.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Origin<T = Span>(pub T);

impl<T> PartialEq for Origin<T> {
    fn eq(&self, _: &Origin<T>) -> bool {
        true
    }
}
impl<T> Eq for Origin<T> {}

/// A set of squares as each side sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Zone {
    pub name: String,
    pub squares: ByColor<SquareSet>,
}

/// Which pieces a rule speaks of. *Own* and *enemy* are meant from the side the rule is applied to; a zone from the side
/// the piece itself belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PieceFilter {
    All,
    /// Pieces of the side in question.
    Own,
    /// Pieces of the other side.
    Enemy,
    Royal,
    /// Royals of the highest rank their side has on the board.
    Leader,
    /// Pieces of these piece types.
    PieceTypes(Vec<PieceTypeId>),
    /// Pieces standing in a zone.
    In(Zone),
    /// Pieces that another filter does not match.
    Not(Box<PieceFilter>),
    /// Pieces that match every one of these.
    Every(Vec<PieceFilter>),
    /// Pieces that match at least one of these.
    AnyOf(Vec<PieceFilter>),
}
