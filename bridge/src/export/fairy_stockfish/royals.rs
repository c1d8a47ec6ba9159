//! Writes royal pieces: the king of the option `king`, or pieces without which a side loses, which are royal as well.

use super::IniWriter;
use crate::base::{Color, PieceTypeId};
use crate::rules::{Automaton, Binding, Consequence, Moves, RuleRef, Variant};

impl IniWriter<'_> {
    /// Returns the piece type for the option `king`: the only royal type, of which each side has at most one.
    pub(super) fn royal(&mut self) -> Option<PieceTypeId> {
        let variant = self.variant;
        let royals: Vec<PieceTypeId> =
            variant.piece_type_ids().filter(|(_, own)| own.royal.is_some()).map(|(id, _)| id).collect();
        let count = |color: Color, id: PieceTypeId| {
            let on_board =
                variant.setup.iter().filter(|(_, piece)| piece.color == color && piece.piece_type == id);
            let in_hand = variant
                .start_hands
                .iter()
                .filter(|(piece, _)| piece.color == color && piece.piece_type == id);
            on_board.count() + in_hand.map(|(_, number)| usize::from(*number)).sum::<usize>()
        };
        let becomes = |id: PieceTypeId| {
            let arrivals = variant.piece_types.iter().flat_map(|own| &own.arrivals);
            arrivals
                .flat_map(|arrival| &arrival.then)
                .flat_map(Consequence::becomes)
                .any(|other| *other == id)
        };
        let is_single = |color: Color| royals.iter().map(|id| count(color, *id)).sum::<usize>() <= 1;
        let is_sound = Color::ALL.into_iter().all(is_single) && !royals.iter().any(|id| becomes(*id));
        let first = royals.first().copied()?;
        // Kings of both sides that differ only in castling are one piece.
        let alike = |id: &PieceTypeId| {
            let (one, other) = (variant.piece_type(first), variant.piece_type(*id));
            self.kinds[id.index()].region == self.kinds[first.index()].region
                && one.moves.len() == other.moves.len()
                && one.moves.iter().zip(&other.moves).all(|(one, other)| is_alike(one, other))
                && one.arrivals == other.arrivals
        };
        if is_sound && self.is_exposed_royal(first) {
            self.set("extinctionPseudoRoyal", "true");
            self.exposed = Some(first);
            return None;
        }
        if variant.royalty.binds != Binding::Never && is_sound && royals.iter().all(alike) {
            for id in royals.iter().skip(1) {
                self.kinds[id.index()].merged = Some(first);
                self.kinds[id.index()].letter = self.kinds[first.index()].letter;
            }
            return Some(first);
        }
        // Beside a king, other pieces can be royal, however many there are.
        let is_king =
            |id: &&PieceTypeId| Color::ALL.iter().all(|color| count(*color, **id) <= 1) && !becomes(**id);
        let king = royals
            .iter()
            .copied()
            .find(|id| is_king(&id))
            .filter(|_| variant.royalty.binds == Binding::Always);
        if let Some(king) =
            king.filter(|king| royals.iter().all(|id| id == king || !is_stage(variant, *id, *king)))
        {
            let others: Vec<PieceTypeId> = royals.into_iter().filter(|id| *id != king).collect();
            let letters = self.letters(&others);
            self.set("extinctionValue", "loss");
            self.set("extinctionPieceTypes", letters);
            self.set("extinctionPseudoRoyal", "true");
            self.set("extinctionPieceCount", "64");
            return Some(king);
        }
        if variant.royalty.binds == Binding::Always
            && Color::ALL.into_iter().all(is_single)
            && is_closed(variant, &royals)
        {
            let letters = self.letters(&royals);
            self.set("extinctionValue", "loss");
            self.set("extinctionPieceTypes", letters);
            self.set("extinctionPseudoRoyal", "true");
            return None;
        }
        for id in royals {
            let own = variant.piece_type(id);
            let rule = RuleRef::Royal(id, own.royal.unwrap_or(1));
            self.survey.refuse(rule, "a side has one king, which is always royal");
        }
        None
    }
}

/// Returns true if a royal piece type replaces another: it is a stage of the other, or the array does not contain it.
fn is_stage(variant: &Variant, id: PieceTypeId, king: PieceTypeId) -> bool {
    let starts = variant.setup.iter().any(|(_, piece)| piece.piece_type == id);
    !starts || variant.piece_type(id).piece == variant.piece_type(king).piece
}

/// Returns true if royal pieces become royal pieces only, and no other piece becomes royal.
fn is_closed(variant: &Variant, royals: &[PieceTypeId]) -> bool {
    variant.piece_type_ids().all(|(id, own)| {
        let mut then = own.arrivals.iter().flat_map(|arrival| &arrival.then).flat_map(Consequence::becomes);
        then.all(|other| royals.contains(other) == royals.contains(&id))
    })
}

/// Returns true if two sets of moves are equal apart from castling.
fn is_alike(one: &Moves, other: &Moves) -> bool {
    let bare = |moves: &Moves| {
        let automaton = Automaton { castles: Vec::new(), ..moves.automaton.clone() };
        (moves.on.clone(), moves.to.clone(), moves.is_limited(), automaton)
    };
    bare(one) == bare(other)
}
