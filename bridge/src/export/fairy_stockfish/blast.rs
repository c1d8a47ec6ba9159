//! Writes explosions, which are captures that also remove the pieces around, and the rules that go with them.

use super::{IniWriter, is_first};
use crate::base::{Bitboard, Color, PieceTypeId};
use crate::rules::{
    Arrival, Consequence, Immunity, MoveProperty, MoveRule, Near, PieceFilter, PieceTest, Relation, RuleRef,
    Threat,
};
use std::collections::BTreeSet;

impl IniWriter<'_> {
    /// Finds the pieces that survive explosions, if every capture is an explosion.
    pub(super) fn find_blast(&self) -> Option<BTreeSet<PieceTypeId>> {
        let mut immune = BTreeSet::new();
        let mut removed = Vec::new();
        for (id, own) in self.variant.piece_type_ids() {
            let mut blasts = own.arrivals.iter().filter_map(|arrival| self.explosion(arrival));
            let (types, vanishes) = blasts.next()?;
            if !vanishes {
                immune.insert(id);
            }
            removed.push(types);
            blasts.next().is_none().then_some(())?;
        }
        let first = removed.first()?;
        let is_same = removed.iter().all(|types| types == first);
        (is_same && !first.iter().any(|id| immune.contains(id))).then_some(immune)
    }

    /// Returns the types that an explosion around the piece removes, and whether the piece vanishes with them.
    fn explosion(&self, arrival: &Arrival) -> Option<(BTreeSet<PieceTypeId>, bool)> {
        let Arrival { pieces, zone, capturing, then, .. } = arrival;
        let (pieces, capturing) = (pieces.clone(), capturing.clone());
        let plain = Arrival::plain(zone.clone(), then.clone(), arrival.origin);
        let is_general = *arrival == Arrival { pieces, capturing, ..plain }
            && Color::ALL.iter().all(|color| (self.everywhere() & !*zone.squares.get(*color)).is_empty());
        let taken = arrival.capturing.as_ref().and_then(PieceFilter::leaf);
        let takes = matches!(taken, Some(PieceTest::All | PieceTest::Enemy));
        match then.as_slice() {
            [Consequence::Clear(pieces, Near::Around), rest @ ..] if is_general && takes => {
                let vanishes = rest == [Consequence::Vanish];
                (vanishes || rest.is_empty()).then_some(())?;
                Some((self.types(pieces)?, vanishes))
            }
            _ => None,
        }
    }

    /// Returns true if an arrival rule is written as an explosion.
    pub(super) fn is_blast(&self, arrival: &Arrival) -> bool {
        self.blast.is_some() && self.explosion(arrival).is_some()
    }

    /// Writes explosions. The program always spares its own pawn.
    pub(super) fn blasts(&mut self) {
        let Some(immune) = self.blast.clone() else { return };
        let all = self.all_types();
        let pawns: BTreeSet<PieceTypeId> =
            all.iter().copied().filter(|id| is_first(&self.kinds[id.index()].option)).collect();
        let removed: Vec<&Arrival> = self.variant.piece_types.iter().flat_map(|own| &own.arrivals).collect();
        let removed = removed.into_iter().find_map(|arrival| self.explosion(arrival)).map(|(types, _)| types);
        let spared = &all - &removed.unwrap_or_default();
        let first = self.variant.piece_type_ids().find_map(|(id, own)| {
            let arrival = own.arrivals.iter().find(|arrival| self.explosion(arrival).is_some())?;
            Some(RuleRef::Arrival(id, arrival))
        });
        let Some(rule) = first else { return };
        if spared != &pawns | &immune {
            self.survey.refuse(rule, "an explosion spares the pawns and the pieces that survive their own");
        }
        if self.king.is_some() {
            self.survey.refuse(rule, "its checks ignore the pieces that an explosion removes beside a king");
        }
        if self.variant.holds_captures() {
            self.survey.refuse(rule, "the pieces that an explosion removes also go to the hands");
        }
        self.set("blastOnCapture", "true");
        if !immune.is_empty() {
            let letters = self.letters(&immune.iter().copied().collect::<Vec<_>>());
            self.set("blastImmuneTypes", letters);
        }
    }

    /// Returns true if the only royal pieces are those whose loss ends the game by an explosion: each side has one at
    /// the start, and must keep it safe only while the enemy has one.
    pub(super) fn is_exposed_royal(&self, id: PieceTypeId) -> bool {
        self.variant.royalty.mutual
            && self.blast.is_some()
            && self.variant.piece_type_ids().all(|(other, own)| (own.royal.is_some()) == (other == id))
    }

    /// Returns true if an immunity follows from other rules in Fairy-Stockfish.
    pub(super) fn is_implied(&self, one: &Immunity) -> bool {
        if one.to != [Threat::Attack] {
            return false;
        }
        let royals = self.types(&PieceFilter::ROYAL).unwrap_or_default();
        // Pieces that are not royal castle out of and through attacks.
        if self.types(&one.pieces).is_some_and(|types| types.is_disjoint(&royals)) {
            return true;
        }
        // A capture by a king that touches the enemy king would lose both.
        let [pieces, relation] = one.pieces.conjuncts() else { return false };
        let Some(PieceTest::Related(Relation::Beside, other)) = relation.leaf() else { return false };
        let enemy = self.matched(other);
        let is_enemy =
            enemy.is_some_and(|one| one.own == Some(false) && one.zone.is_none() && one.types == royals);
        self.blast.is_some() && is_enemy && self.types(pieces) == Some(royals)
    }

    /// Writes a restriction on the captures or losses of pieces. Returns false if there is no option for it.
    pub(super) fn spares(&mut self, one: &MoveRule) -> bool {
        let royals = self.types(&PieceFilter::ROYAL);
        if one.when.is_some() {
            return false;
        }
        if let (MoveProperty::Lose(pieces), None) = (&one.property, &one.by) {
            return self.blast.is_some() && self.king.is_none() && self.types(pieces) == royals;
        }
        let (MoveProperty::Capture(pieces), Some(by)) = (&one.property, &one.by) else { return false };
        let (taken, by) = (self.types(pieces), self.types(by));
        let Some(types) = taken.filter(|types| types.len() == 1 && by.as_ref() == Some(types)) else {
            return false;
        };
        let letters = self.letters(&types.into_iter().collect::<Vec<_>>());
        if self.is_set("mutuallyImmuneTypes") {
            return false;
        }
        self.set("mutuallyImmuneTypes", letters);
        true
    }
}
