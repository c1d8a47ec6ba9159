//! Piece filters and zones: the pieces and the squares that a rule refers to.
//!
//! [`PieceFilter`] is a tree of simple filters. [`PieceFilter::eval`] evaluates it for any [`Subject`], such as a
//! piece in a position, a piece in hand, or the pieces on all squares at once.

use super::Logic;
use crate::base::{ByColor, Color, PieceTypeId, Square, SquareSet};
use serde::{Deserialize, Serialize};

/// A set of squares as each side sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    pub name: String,
    pub squares: ByColor<SquareSet>,
}

impl Zone {
    /// Returns true if the zone is the same for both sides.
    pub fn is_symmetric(&self) -> bool {
        self.squares.white == self.squares.black
    }

    /// Returns true if the zone contains a square, as `color` sees it.
    pub fn holds(&self, square: Square, color: Color) -> bool {
        self.squares.get(color).contains(square)
    }
}

/// A filter for the pieces that a rule refers to. *Own* and *enemy* are relative to the side that the rule
/// applies to. A zone is relative to the owner of the piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceFilter {
    All,
    Own,
    Enemy,
    Royal,
    /// Royals whose rank is the highest that their side has on the board.
    Leader,
    PieceTypes(Vec<PieceTypeId>),
    In(Zone),
    /// Pieces adjacent to a matching piece along a rank, a file, or a diagonal.
    Beside(Box<PieceFilter>),
    /// Pieces that attack a matching piece, in the sense of check.
    Attacking(Box<PieceFilter>),
    /// Pieces attacked by a matching piece, in the sense of check.
    AttackedBy(Box<PieceFilter>),
    Not(Box<PieceFilter>),
    Every(Vec<PieceFilter>),
    AnyOf(Vec<PieceFilter>),
}

/// A relation between a piece and other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Beside,
    Attacking,
    AttackedBy,
}

impl Relation {
    /// Returns the words for the relation in rule files and in sentences.
    pub fn words(self) -> &'static str {
        match self {
            Relation::Beside => "beside",
            Relation::Attacking => "attacking",
            Relation::AttackedBy => "attacked by",
        }
    }
}

/// The piece or pieces to which a filter is applied.
pub trait Subject {
    type Answer: Logic;
    /// Returns true if the piece belongs to the side that the rule applies to.
    fn is_own(&self) -> Self::Answer;
    /// Returns true if the piece belongs to neither side.
    fn is_neutral(&self) -> bool;
    fn is_royal(&self) -> Self::Answer;
    /// Returns true if the piece is a royal of the highest rank that its side has on the board.
    fn is_leader(&self) -> Self::Answer;
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> Self::Answer;
    /// Returns true if the piece stands in a zone, as its owner sees it.
    fn is_in(&self, zone: &Zone) -> Self::Answer;
    /// Returns true if the piece has the relation to a piece that matches the filter.
    fn is_related(&self, relation: Relation, pieces: &PieceFilter) -> Self::Answer;
}

impl PieceFilter {
    pub fn eval<S: Subject>(&self, subject: &S) -> S::Answer {
        match self {
            PieceFilter::All => S::Answer::always(true),
            // A neutral piece is neither own nor enemy, so the negation for `Enemy` would be wrong.
            PieceFilter::Own | PieceFilter::Enemy if subject.is_neutral() => S::Answer::always(false),
            PieceFilter::Own => subject.is_own(),
            PieceFilter::Enemy => subject.is_own().negated(),
            PieceFilter::Royal => subject.is_royal(),
            PieceFilter::Leader => subject.is_leader(),
            PieceFilter::PieceTypes(piece_types) => subject.is_one_of(piece_types),
            PieceFilter::In(zone) => subject.is_in(zone),
            PieceFilter::Beside(pieces) => subject.is_related(Relation::Beside, pieces),
            PieceFilter::Attacking(pieces) => subject.is_related(Relation::Attacking, pieces),
            PieceFilter::AttackedBy(pieces) => subject.is_related(Relation::AttackedBy, pieces),
            PieceFilter::Not(inner) => inner.eval(subject).negated(),
            PieceFilter::Every(all) => S::Answer::all(all.iter().map(|filter| filter.eval(subject))),
            PieceFilter::AnyOf(any) => S::Answer::any(any.iter().map(|filter| filter.eval(subject))),
        }
    }

    /// Returns the simple filters that this filter consists of.
    pub fn parts(&self) -> Vec<&PieceFilter> {
        match self {
            PieceFilter::Not(inner) => inner.parts(),
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => {
                all.iter().flat_map(PieceFilter::parts).collect()
            }
            simple @ (PieceFilter::All
            | PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::Royal
            | PieceFilter::Leader
            | PieceFilter::PieceTypes(_)
            | PieceFilter::In(_)
            | PieceFilter::Beside(_)
            | PieceFilter::Attacking(_)
            | PieceFilter::AttackedBy(_)) => vec![simple],
        }
    }

    /// Returns true if the filter depends on which pieces are royal.
    pub fn depends_on_royals(&self) -> bool {
        self.parts().into_iter().any(|part| match part {
            PieceFilter::Royal | PieceFilter::Leader => true,
            other @ (PieceFilter::All
            | PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::PieceTypes(_)
            | PieceFilter::In(_)
            | PieceFilter::Beside(_)
            | PieceFilter::Attacking(_)
            | PieceFilter::AttackedBy(_)
            | PieceFilter::Not(_)
            | PieceFilter::Every(_)
            | PieceFilter::AnyOf(_)) => other.related().is_some_and(|(_, pieces)| pieces.depends_on_royals()),
        })
    }

    /// Returns the relation of a simple filter, and the filter of the related pieces.
    pub fn related(&self) -> Option<(Relation, &PieceFilter)> {
        match self {
            PieceFilter::Beside(pieces) => Some((Relation::Beside, pieces)),
            PieceFilter::Attacking(pieces) => Some((Relation::Attacking, pieces)),
            PieceFilter::AttackedBy(pieces) => Some((Relation::AttackedBy, pieces)),
            PieceFilter::All
            | PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::Royal
            | PieceFilter::Leader
            | PieceFilter::PieceTypes(_)
            | PieceFilter::In(_)
            | PieceFilter::Not(_)
            | PieceFilter::Every(_)
            | PieceFilter::AnyOf(_) => None,
        }
    }

    /// Returns true if the filter depends on pieces other than its subject.
    pub fn depends_on_others(&self) -> bool {
        self.parts().into_iter().any(|part| part.related().is_some())
    }

    /// Returns true if the filter depends on which pieces are leaders.
    pub fn depends_on_leaders(&self) -> bool {
        self.parts().contains(&&PieceFilter::Leader)
    }

    /// Returns true if additional pieces on the board never make the filter fail.
    pub fn is_monotone(&self) -> bool {
        match self {
            PieceFilter::Not(inner) => !inner.depends_on_others(),
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => all.iter().all(PieceFilter::is_monotone),
            PieceFilter::All
            | PieceFilter::Own
            | PieceFilter::Enemy
            | PieceFilter::Royal
            | PieceFilter::Leader
            | PieceFilter::PieceTypes(_)
            | PieceFilter::In(_)
            | PieceFilter::Beside(_)
            | PieceFilter::Attacking(_)
            | PieceFilter::AttackedBy(_) => true,
        }
    }

    /// Returns true if the filter depends on attacks.
    pub fn depends_on_attacks(&self) -> bool {
        let mut related = self.parts().into_iter().filter_map(PieceFilter::related);
        related.any(|(relation, pieces)| relation != Relation::Beside || pieces.depends_on_attacks())
    }
}
