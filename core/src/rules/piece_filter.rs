//! Piece filters and zones: the pieces and the squares that a rule refers to.
//!
//! A [`PieceFilter`] is a formula of [`PieceTest`]s. [`Subject::matches`] evaluates it for a subject such as a piece
//! in a position, a piece in hand, or the pieces on all squares at once.

use super::{Formula, Logic, Mention, Relation};
use crate::base::{ByColor, Color, PieceTypeId, Square, SquareSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
pub type PieceFilter = Formula<PieceTest>;

/// A simple property of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceTest {
    All,
    Own,
    Enemy,
    Royal,
    /// Royals whose rank is the highest that their side has on the board.
    Leader,
    PieceTypes(Vec<PieceTypeId>),
    In(Zone),
    /// Pieces that have the relation to a matching piece.
    #[serde(untagged, with = "related")]
    Related(Relation, Box<PieceFilter>),
}

/// The serialized form of a relation, which is that of a variant of its own: `{"beside": "own"}`.
mod related {
    use super::{Deserialize, Deserializer, PieceFilter, Relation, Serializer};
    use serde::de::Error;
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(
        relation: &Relation,
        pieces: &PieceFilter,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map([(relation, pieces)])
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<(Relation, Box<PieceFilter>), D::Error> {
        let entry = BTreeMap::deserialize(from)?.pop_first();
        entry.ok_or_else(|| D::Error::custom("expected a relation between pieces"))
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

    /// Returns true if the piece matches a filter.
    fn matches(&self, filter: &PieceFilter) -> Self::Answer {
        filter.eval(&|test| self.passes(test))
    }

    /// Returns true if the piece passes a test.
    fn passes(&self, test: &PieceTest) -> Self::Answer {
        match test {
            PieceTest::All => Self::Answer::always(true),
            // A neutral piece is neither own nor enemy, so the negation for `Enemy` would be wrong.
            PieceTest::Own | PieceTest::Enemy if self.is_neutral() => Self::Answer::always(false),
            PieceTest::Own => self.is_own(),
            PieceTest::Enemy => self.is_own().negated(),
            PieceTest::Royal => self.is_royal(),
            PieceTest::Leader => self.is_leader(),
            PieceTest::PieceTypes(piece_types) => self.is_one_of(piece_types),
            PieceTest::In(zone) => self.is_in(zone),
            PieceTest::Related(relation, pieces) => self.is_related(*relation, pieces),
        }
    }
}

impl PieceTest {
    /// Calls `each` with every item that the test mentions.
    pub fn mentions<'v>(&'v self, each: &mut impl FnMut(Mention<'v>)) {
        match self {
            PieceTest::All | PieceTest::Own | PieceTest::Enemy => {}
            PieceTest::Royal => each(Mention::Royals),
            PieceTest::Leader => each(Mention::Leaders),
            PieceTest::PieceTypes(ids) => ids.iter().for_each(|id| each(Mention::PieceType(*id))),
            PieceTest::In(zone) => each(Mention::Zone(zone)),
            PieceTest::Related(_, pieces) => pieces.mentions(each),
        }
    }

    /// Returns the relation, and the filter of the related pieces.
    pub fn related(&self) -> Option<(Relation, &PieceFilter)> {
        if let PieceTest::Related(relation, pieces) = self { Some((*relation, pieces)) } else { None }
    }

    /// Returns the zone in which the piece must stand.
    pub fn zone(&self) -> Option<&Zone> {
        if let PieceTest::In(zone) = self { Some(zone) } else { None }
    }

    /// Returns the types of which the piece must have one.
    pub fn piece_types(&self) -> Option<&[PieceTypeId]> {
        if let PieceTest::PieceTypes(piece_types) = self { Some(piece_types) } else { None }
    }

    /// Returns true if the test depends on which pieces are royal.
    pub fn depends_on_royals(&self) -> bool {
        let of_others = |(_, pieces): (Relation, &PieceFilter)| pieces.depends_on_royals();
        matches!(self, PieceTest::Royal | PieceTest::Leader) || self.related().is_some_and(of_others)
    }
}

impl PieceFilter {
    /// The filter that matches all pieces.
    pub const ALL: PieceFilter = Formula::Leaf(PieceTest::All);
    /// The filter that matches all royals.
    pub const ROYAL: PieceFilter = Formula::Leaf(PieceTest::Royal);

    /// Creates a filter for pieces of these types.
    pub fn of_types(piece_types: Vec<PieceTypeId>) -> PieceFilter {
        Formula::Leaf(PieceTest::PieceTypes(piece_types))
    }

    /// Restricts the filter to the pieces of the player.
    pub fn own(&self) -> PieceFilter {
        Formula::Every(vec![PieceTest::Own.into(), self.clone()])
    }

    /// Restricts the filter to a zone.
    pub fn within(self, zone: Zone) -> PieceFilter {
        Formula::Every(vec![self, PieceTest::In(zone).into()])
    }

    /// Returns true if the filter is known to match all own pieces of a type that is not neutral.
    pub fn has_all_own(&self, piece_type: PieceTypeId) -> bool {
        let is_matched = |part: &PieceFilter| match part.leaf() {
            Some(PieceTest::All | PieceTest::Own) => true,
            Some(PieceTest::PieceTypes(types)) => types.contains(&piece_type),
            Some(
                PieceTest::Enemy
                | PieceTest::Royal
                | PieceTest::Leader
                | PieceTest::In(_)
                | PieceTest::Related(..),
            )
            | None => false,
        };
        self.alternatives().iter().any(|part| part.conjuncts().iter().all(is_matched))
    }

    /// Calls `each` with every item that the filter mentions.
    pub fn mentions<'v>(&'v self, each: &mut impl FnMut(Mention<'v>)) {
        self.leaves().for_each(|test| test.mentions(each));
    }

    /// Iterates over the relations on which the filter depends, each with the filter of the related pieces.
    pub fn relations(&self) -> impl Iterator<Item = (Relation, &PieceFilter)> {
        self.leaves().filter_map(PieceTest::related)
    }

    /// Returns true if the filter depends on which pieces are royal.
    pub fn depends_on_royals(&self) -> bool {
        self.leaves().any(PieceTest::depends_on_royals)
    }

    /// Returns true if the filter depends on pieces other than its subject.
    pub fn depends_on_others(&self) -> bool {
        self.relations().next().is_some()
    }

    /// Returns true if the filter depends on which pieces are leaders.
    pub fn depends_on_leaders(&self) -> bool {
        self.leaves().any(|test| *test == PieceTest::Leader)
    }

    /// Returns true if additional pieces on the board never make the filter fail.
    pub fn is_monotone(&self) -> bool {
        self.nodes().all(|node| !matches!(node, Formula::Not(inner) if inner.depends_on_others()))
    }

    /// Returns true if the filter depends on attacks.
    pub fn depends_on_attacks(&self) -> bool {
        self.relations().any(|(relation, pieces)| relation.is_attack() || pieces.depends_on_attacks())
    }
}
