//! The law that a player whom check binds keeps a royal.
//!
//! [`Variant::must_keep_royal`] finds the games to which the law makes a difference: those in which a player could lose
//! the last own royal by a move, and which have no ending for it.

use super::{
    Act, Arrival, Binding, Consequence, Effect, Ending, Fact, Holds, Likely, MoveProperty, MoveRule,
    PieceFilter, PieceType, SomePiece, Threat, Variant,
};
use crate::base::{Color, Piece, PieceTypeId};

impl Variant {
    /// Returns true if a player could lose the last own royal by a move, although check binds the player and no ending
    /// is about a player without a royal.
    pub fn must_keep_royal(&self) -> bool {
        let is_bound = match self.royalty.binds {
            Binding::Never => false,
            // A side that check binds only while it has one royal must keep one in any case, except by an action that is
            // also legal in check.
            Binding::OneRoyal => self.actions.iter().any(|action| action.unsafely),
            Binding::Always | Binding::Leader | Binding::AllRoyals => true,
        };
        is_bound && self.can_lose_own_royal() && !self.endings.iter().any(|ending| self.is_about_loss(ending))
    }

    /// Returns the effects that can take an enemy royal away, although the piece does not attack it and no rule of the game
    /// speaks of such a loss: an ending for a player without a royal, an immunity to displacement, or a restriction on
    /// what a move may reach.
    pub fn unsaid_royal_losses(&self) -> Vec<(PieceTypeId, &Arrival)> {
        let is_said = |rule: &MoveRule| matches!(rule.property, MoveProperty::Reach(_));
        if self.royalty.binds == Binding::Never
            || self.endings.iter().any(|ending| self.is_about_loss(ending))
            || self.move_rules.iter().any(is_said)
        {
            return Vec::new();
        }
        let is_immune = |royal: &SomePiece| {
            let mut rules = self.immunities.iter().filter(|own| own.to.contains(&Threat::Displacement));
            rules.any(|own| royal.is(&own.pieces, royal.piece.color) == Likely::Yes)
        };
        // Rules are evaluated for White, so enemy royals are Black's.
        let enemy = |(piece_type, _): (PieceTypeId, &PieceType)| {
            let piece = Piece { color: Color::Black, piece_type };
            SomePiece { variant: self, piece, squares: None }
        };
        let open: Vec<SomePiece> = self.royals().map(enemy).filter(|royal| !is_immune(royal)).collect();
        let takes = |then: &Consequence| {
            then.removes().is_some_and(|pieces| open.iter().any(|royal| royal.might_be(pieces, Color::White)))
        };
        let all = self.piece_type_ids().flat_map(|(id, own)| own.arrivals.iter().map(move |rule| (id, rule)));
        all.filter(|(_, rule)| rule.then.iter().any(takes)).collect()
    }

    /// Returns true if each royal stays in the game for ever, because check binds for all of them and no rule takes one away or
    /// changes one.
    pub fn keeps_every_royal(&self) -> bool {
        let of_either_side = |pieces: &PieceFilter| {
            let royals =
                self.royals().flat_map(|(id, _)| Color::ALL.map(|color| Piece { color, piece_type: id }));
            let mut royals = royals.map(|piece| SomePiece { variant: self, piece, squares: None });
            royals.any(|royal| royal.might_be(pieces, Color::White))
        };
        let takes = |then: &Consequence| then.removes().is_some_and(of_either_side);
        let changes = |then: &Consequence| then.takes_itself_away() || !then.becomes().is_empty();
        let effects = |own: &PieceType, is: &dyn Fn(&Consequence) -> bool| {
            own.arrivals.iter().flat_map(|arrival| &arrival.then).any(is)
        };
        let alters = |act: &Act| {
            let effects = act.effects();
            !effects.becomes.is_empty() && effects.pieces.iter().any(|pieces| self.can_match_royal(pieces))
        };
        self.royalty.binds == Binding::Always
            && !self.royalty.mutual
            && !self.can_lose_own_royal()
            && !self.piece_types.iter().any(|own| effects(own, &takes))
            && !self.royals().any(|(_, own)| effects(own, &changes))
            && !self.actions.iter().any(|action| alters(&action.act))
            && !self
                .immunities
                .iter()
                .any(|own| own.to.contains(&Threat::Attack) && of_either_side(&own.pieces))
    }

    /// Returns true if a rule lets a player drop a piece of this type from the hand.
    pub fn can_be_dropped(&self, id: PieceTypeId) -> bool {
        let drops = |act: &Act| {
            if let Act::Drop { piece_types, .. } = act { piece_types.contains(&id) } else { false }
        };
        self.actions.iter().any(|action| drops(&action.act))
            || self.follow_ups.iter().any(|rule| rule.dropped().contains(&id))
    }

    /// Returns true if some piece can capture pieces of its own side.
    pub fn takes_own(&self) -> bool {
        let moves = self.piece_types.iter().flat_map(|own| &own.moves);
        let mut edges = moves.flat_map(|moves| &moves.automaton.states).flat_map(|state| &state.edges);
        edges.any(|edge| edge.effect == Effect::Capture && edge.holds.meets(Holds::OWN))
    }

    fn royals(&self) -> impl Iterator<Item = (PieceTypeId, &PieceType)> {
        self.piece_type_ids().filter(|(_, own)| own.royal.is_some())
    }

    /// Returns true if a filter can match a royal of the player.
    fn can_match_royal(&self, pieces: &PieceFilter) -> bool {
        self.royals().any(|(piece_type, _)| {
            let piece = Piece { color: Color::White, piece_type };
            SomePiece { variant: self, piece, squares: None }.might_be(pieces, Color::White)
        })
    }

    fn can_lose_own_royal(&self) -> bool {
        let takes = |own: &PieceType| {
            let states = own.moves.iter().flat_map(|moves| &moves.automaton.states);
            let mut edges = states.flat_map(|state| &state.edges);
            edges.any(|edge| edge.effect == Effect::Capture && edge.holds.meets(Holds::OWN_ROYAL))
        };
        let is_common = |id: &PieceTypeId| self.piece_type(*id).royal.is_none();
        let clears = |then: &Consequence| then.removes().is_some_and(|pieces| self.can_match_royal(pieces));
        let changes = |then: &Consequence| then.takes_itself_away() || then.becomes().iter().any(is_common);
        let effects = |own: &PieceType, is: &dyn Fn(&Consequence) -> bool| {
            own.arrivals.iter().flat_map(|arrival| &arrival.then).any(is)
        };
        let acts = |act: &Act| match act {
            Act::Place { pieces, to: _, removing, becomes } => {
                removing.as_ref().is_some_and(|pieces| self.can_match_royal(pieces))
                    || becomes.as_ref().is_some_and(is_common) && self.can_match_royal(pieces)
            }
            Act::Replace { pieces, by } => is_common(by) && self.can_match_royal(pieces),
            Act::Exchange { .. } | Act::Drop { .. } | Act::Pass => false,
        };
        self.royals().next().is_some()
            && (self.piece_types.iter().any(|own| takes(own) || effects(own, &clears))
                || self.royals().any(|(_, own)| effects(own, &changes))
                || self.actions.iter().any(|action| acts(&action.act)))
    }

    /// Returns true if an ending is about a player without royals of some types.
    fn is_about_loss(&self, ending: &Ending) -> bool {
        let only_royals = |pieces: &PieceFilter| {
            let all = self.piece_type_ids().flat_map(|(piece_type, own)| {
                Color::ALL.map(|color| (Piece { color, piece_type }, own.royal.is_some()))
            });
            let mut found = all.filter(|(piece, _)| {
                SomePiece { variant: self, piece: *piece, squares: None }.might_be(pieces, Color::White)
            });
            found.next().is_some_and(|(_, is_royal)| is_royal) && found.all(|(_, is_royal)| is_royal)
        };
        let counts = |fact: &Fact| fact.count().filter(|count| only_royals(&count.pieces)).cloned();
        let gone = |fact: &Fact| match counts(fact) {
            Some(count) => super::Logic::always(count.is.holds(0, count.number as usize)),
            None => Likely::Perhaps,
        };
        ending.when.leaves().any(|fact| counts(fact).is_some()) && ending.when.eval(&gone) != Likely::No
    }
}
