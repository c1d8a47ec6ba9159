//! Which pieces and which squares a rule speaks of.

use super::{Likely, Logic, Variant};
use crate::base::{Bitboard, ByColor, Color, Piece, PieceTypeId, Square, SquareSet};
use serde::{Deserialize, Serialize};

/// A set of squares as each side sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Zone {
    pub name: String,
    pub squares: ByColor<SquareSet>,
}

impl Zone {
    /// Whether it is the same for both sides.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.squares.white == self.squares.black
    }

    /// Whether it holds a square, as a side sees it.
    pub(crate) fn holds(&self, square: Square, color: Color) -> bool {
        self.squares.get(color).contains(square)
    }
}

/// Which pieces a rule speaks of. *Own* and *enemy* are meant from the side the rule is applied to; a zone from the side
/// the piece itself belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PieceFilter {
    All,
    Own,
    Enemy,
    Royal,
    /// Royals of the highest rank their side has on the board.
    Leader,
    PieceTypes(Vec<PieceTypeId>),
    In(Zone),
    /// Next to such a piece, along a rank, a file or a diagonal.
    Beside(Box<PieceFilter>),
    /// Attacking such a piece, as a royal is attacked that is in check.
    Attacking(Box<PieceFilter>),
    /// Attacked by such a piece, in the same sense.
    AttackedBy(Box<PieceFilter>),
    Not(Box<PieceFilter>),
    Every(Vec<PieceFilter>),
    AnyOf(Vec<PieceFilter>),
}

/// What the pieces of a filter have to do with other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Beside,
    Attacking,
    AttackedBy,
}

impl Relation {
    /// The words for it in a file, and in a sentence.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Relation::Beside => "beside",
            Relation::Attacking => "attacking",
            Relation::AttackedBy => "attacked by",
        }
    }
}

/// The piece or pieces that a filter is asked about.
pub(crate) trait Subject {
    type Answer: Logic;
    /// Whether it belongs to the side that the rule is applied to.
    fn is_own(&self) -> Self::Answer;
    /// Whether it belongs to neither side.
    fn is_neutral(&self) -> bool;
    fn is_royal(&self) -> Self::Answer;
    /// Whether it is a royal of its side's highest rank on the board.
    fn is_leader(&self) -> Self::Answer;
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> Self::Answer;
    /// Whether it stands in a zone, as its owner sees it.
    fn is_in(&self, zone: &Zone) -> Self::Answer;
    /// Whether it stands next to such a piece, attacks one, or is attacked by one.
    fn is_related(&self, relation: Relation, pieces: &PieceFilter) -> Self::Answer;
}

impl PieceFilter {
    pub(crate) fn eval<S: Subject>(&self, subject: &S) -> S::Answer {
        match self {
            PieceFilter::All => S::Answer::always(true),
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

    /// The simple filters this one is made of.
    pub(crate) fn parts(&self) -> Vec<&PieceFilter> {
        match self {
            PieceFilter::Not(inner) => inner.parts(),
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => {
                all.iter().flat_map(PieceFilter::parts).collect()
            }
            simple => vec![simple],
        }
    }

    /// Whether the filter depends on who is royal.
    pub(crate) fn asks_royals(&self) -> bool {
        self.parts().into_iter().any(|part| match part {
            PieceFilter::Royal | PieceFilter::Leader => true,
            other => other.related().is_some_and(|(_, pieces)| pieces.asks_royals()),
        })
    }

    /// What a simple filter says of other pieces, and of which.
    pub(crate) fn related(&self) -> Option<(Relation, &PieceFilter)> {
        match self {
            PieceFilter::Beside(pieces) => Some((Relation::Beside, pieces)),
            PieceFilter::Attacking(pieces) => Some((Relation::Attacking, pieces)),
            PieceFilter::AttackedBy(pieces) => Some((Relation::AttackedBy, pieces)),
            _ => None,
        }
    }

    /// Whether the filter asks about other pieces than the one it looks at.
    pub(crate) fn asks_others(&self) -> bool {
        self.parts().into_iter().any(|part| part.related().is_some())
    }

    /// Whether the filter asks who leads a side.
    pub(crate) fn asks_leaders(&self) -> bool {
        self.parts().contains(&&PieceFilter::Leader)
    }

    /// Whether the filter never matches because there is no other piece of some kind.
    pub(crate) fn is_monotone(&self) -> bool {
        match self {
            PieceFilter::Not(inner) => !inner.asks_others(),
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => all.iter().all(PieceFilter::is_monotone),
            _ => true,
        }
    }

    /// Whether the filter asks which piece attacks which.
    pub(crate) fn asks_attacks(&self) -> bool {
        let mut related = self.parts().into_iter().filter_map(PieceFilter::related);
        related.any(|(relation, pieces)| relation != Relation::Beside || pieces.asks_attacks())
    }
}

pub(crate) struct SomePiece<'a> {
    pub variant: &'a Variant,
    pub piece: Piece,
    /// The squares it may stand on; all that can be, if nothing is known of them.
    pub squares: Option<SquareSet>,
}

impl SomePiece<'_> {
    /// Whether a rule that is applied to `side` might mean the piece.
    pub(crate) fn might_be(&self, filter: &PieceFilter, side: Color) -> bool {
        self.is(filter, side) != Likely::No
    }

    /// Whether a rule that is applied to `side` means the piece.
    pub(crate) fn is(&self, filter: &PieceFilter, side: Color) -> Likely {
        filter.eval(&(self, side))
    }
}

impl Subject for (&SomePiece<'_>, Color) {
    type Answer = Likely;

    fn is_own(&self) -> Likely {
        Likely::always(self.0.piece.color == self.1)
    }
    fn is_neutral(&self) -> bool {
        self.0.variant.is_neutral(self.0.piece.piece_type)
    }
    fn is_royal(&self) -> Likely {
        Likely::always(self.0.variant.piece_type(self.0.piece.piece_type).royal.is_some())
    }
    fn is_leader(&self) -> Likely {
        self.is_royal().and(Likely::Perhaps)
    }
    fn is_one_of(&self, piece_types: &[PieceTypeId]) -> Likely {
        Likely::always(piece_types.contains(&self.0.piece.piece_type))
    }
    fn is_in(&self, zone: &Zone) -> Likely {
        let zone = *zone.squares.get(if self.is_neutral() { self.1 } else { self.0.piece.color });
        match self.0.squares {
            Some(squares) if !squares.meets(zone) => Likely::No,
            Some(squares) if !squares.meets(!zone) => Likely::Yes,
            _ => Likely::Perhaps,
        }
    }
    fn is_related(&self, _: Relation, _: &PieceFilter) -> Likely {
        Likely::Perhaps
    }
}
