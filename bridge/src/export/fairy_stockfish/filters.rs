//! Describes filters of pieces by side, type, and zone, as far as the options of Fairy-Stockfish can.

use super::IniWriter;
use crate::base::{ByColor, PieceTypeId, SquareSet};
use crate::rules::{Formula, PieceFilter, PieceTest};
use std::collections::BTreeSet;

/// The pieces that a filter matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchedPieces {
    /// True for the pieces of the player, false for those of the enemy, `None` for both.
    pub own: Option<bool>,
    pub types: BTreeSet<PieceTypeId>,
    /// The squares on which the pieces stand, or `None` for all squares.
    pub zone: Option<ByColor<SquareSet>>,
}

impl MatchedPieces {
    /// Returns true if the filter matches these types on all squares, whatever their side.
    fn is_plain(&self) -> bool {
        self.own.is_none() && self.zone.is_none()
    }

    fn and(self, other: MatchedPieces) -> Option<MatchedPieces> {
        let own = match (self.own, other.own) {
            (Some(one), Some(two)) if one != two => return None,
            (one, two) => one.or(two),
        };
        let zone = match (self.zone, other.zone) {
            (Some(_), Some(_)) => return None,
            (one, two) => one.or(two),
        };
        Some(MatchedPieces { own, types: &self.types & &other.types, zone })
    }
}

impl IniWriter<'_> {
    /// Returns the ids of all piece types.
    pub(super) fn all_types(&self) -> BTreeSet<PieceTypeId> {
        self.variant.piece_type_ids().map(|(id, _)| id).collect()
    }

    /// Describes a filter, or returns `None` if it depends on anything but sides, types, and one zone.
    pub(super) fn matched(&self, filter: &PieceFilter) -> Option<MatchedPieces> {
        let all = MatchedPieces { own: None, types: self.all_types(), zone: None };
        match filter {
            Formula::Leaf(test) => self.tested(test, all),
            Formula::Not(inner) => {
                let inner = self.matched(inner).filter(MatchedPieces::is_plain)?;
                Some(MatchedPieces { types: &all.types - &inner.types, ..all })
            }
            Formula::Every(parts) => parts.iter().try_fold(all, |one, part| self.matched(part)?.and(one)),
            Formula::AnyOf(parts) => {
                let none = MatchedPieces { types: BTreeSet::new(), ..all };
                parts.iter().try_fold(none, |one, part| {
                    let part = self.matched(part).filter(MatchedPieces::is_plain)?;
                    Some(MatchedPieces { types: &one.types | &part.types, ..one })
                })
            }
        }
    }

    /// Describes those of all pieces that pass a test.
    fn tested(&self, test: &PieceTest, all: MatchedPieces) -> Option<MatchedPieces> {
        Some(match test {
            PieceTest::All => all,
            PieceTest::Own => MatchedPieces { own: Some(true), ..all },
            PieceTest::Enemy => MatchedPieces { own: Some(false), ..all },
            PieceTest::Royal => {
                let royals = self.variant.piece_type_ids().filter(|(_, own)| own.royal.is_some());
                MatchedPieces { types: royals.map(|(id, _)| id).collect(), ..all }
            }
            PieceTest::PieceTypes(ids) => MatchedPieces { types: ids.iter().copied().collect(), ..all },
            PieceTest::In(zone) => MatchedPieces { zone: Some(zone.squares), ..all },
            PieceTest::Leader | PieceTest::Related(..) => return None,
        })
    }

    /// Returns the types that a filter matches, if it depends on nothing but the type.
    pub(super) fn types(&self, filter: &PieceFilter) -> Option<BTreeSet<PieceTypeId>> {
        self.matched(filter).filter(MatchedPieces::is_plain).map(|one| one.types)
    }
}
