//! What a difference between two games is about: read off the rules that are not the same in both, so that a search
//! knows which pieces to put where.

use crate::base::{ByColor, Color, PieceTypeId, SquareSet};
use crate::rules::{Arrival, Condition, Consequence, PieceFilter, Target, Trigger, Variant, Zone};
use std::collections::BTreeSet;

/// The pieces, squares and counts a difference is about, as the first game has them.
#[derive(Clone, Debug, Default)]
pub struct Concern {
    /// PieceTypes of pieces.
    pub piece_types: BTreeSet<PieceTypeId>,
    /// Squares where they matter, for each side.
    pub squares: ByColor<SquareSet>,
    /// Counts of quiet plies.
    pub quiet: Vec<u32>,
    /// Whether it shows only in where a move leads, not in which moves there are.
    pub hidden: bool,
    /// Whether it shows where a side has no move left, or next to none.
    pub stuck: bool,
}

impl Concern {
    /// What two games differ in. PieceTypes are told apart by their tokens.
    pub fn new(one: &Variant, other: &Variant) -> Concern {
        let mut gather = Gather { concern: Concern::default(), home: one };
        gather.piece_types(one, other);
        for (a, b) in [(one, other), (other, one)] {
            gather.rules(a, b);
        }
        let concern = &mut gather.concern;
        if concern.piece_types.is_empty() {
            let acts = |piece_type: &crate::rules::PieceType| {
                piece_type.moves.is_empty() || piece_type.royal.is_some() || !piece_type.arrivals.is_empty()
            };
            concern.piece_types =
                one.piece_type_ids().filter(|(_, piece_type)| acts(piece_type)).map(|(id, _)| id).collect();
        }
        gather.concern
    }

    /// The piece types that are concerned or become such a piece type sooner or later.
    pub fn forerunners(&self, variant: &Variant) -> BTreeSet<PieceTypeId> {
        let mut all = self.piece_types.clone();
        loop {
            let before = all.len();
            for (id, piece_type) in variant.piece_type_ids() {
                let leads = |arrival: &Arrival| {
                    arrival.then.iter().flat_map(Consequence::becomes).any(|becomes| all.contains(becomes))
                };
                let placed = variant.actions.iter().map(|action| action.act.effects()).any(|effects| {
                    let from = matches!(effects.pieces.as_slice(), [PieceFilter::PieceTypes(types)] if types.contains(&id));
                    from && effects.becomes.is_some_and(|becomes| all.contains(&becomes))
                });
                if placed || piece_type.arrivals.iter().any(leads) {
                    all.insert(id);
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }
}

struct Gather<'v> {
    concern: Concern,
    /// The game whose numbers of piece types are used.
    home: &'v Variant,
}

impl Gather<'_> {
    fn piece_type(&mut self, variant: &Variant, id: PieceTypeId) {
        let token = &variant.piece_type(id).token;
        let twin = self.home.piece_type_ids().find(|(_, piece_type)| piece_type.token == *token);
        self.concern.piece_types.extend(twin.map(|(id, _)| id));
    }

    fn zone(&mut self, zone: &Zone) {
        for color in Color::ALL {
            let squares = self.concern.squares.get_mut(color);
            zone.squares.get(color).iter().for_each(|square| squares.insert(square));
        }
    }

    fn piece_types(&mut self, one: &Variant, other: &Variant) {
        for (id, piece_type) in one.piece_type_ids() {
            let twin = other.piece_types.iter().find(|twin| twin.token == piece_type.token);
            let Some(twin) = twin else { continue };
            let named = |variant: &Variant, arrivals: &[Arrival]| -> Vec<String> {
                arrivals.iter().map(|arrival| said(variant, arrival)).collect()
            };
            let arrivals = named(one, &piece_type.arrivals) != named(other, &twin.arrivals);
            if arrivals
                || piece_type.moves != twin.moves
                || piece_type.royal != twin.royal
                || piece_type.stays != twin.stays
            {
                self.concern.piece_types.insert(id);
            }
            if arrivals {
                self.concern.hidden = true;
                for (variant, arrival) in piece_type
                    .arrivals
                    .iter()
                    .map(|a| (one, a))
                    .chain(twin.arrivals.iter().map(|a| (other, a)))
                {
                    self.arrival(variant, arrival);
                }
            }
        }
    }

    fn arrival(&mut self, variant: &Variant, arrival: &Arrival) {
        // A rank to arrive at is where such pieces are put anyhow; a few squares are worth going to.
        if arrival.zone.squares.get(Color::White).len() < 4 {
            self.zone(&arrival.zone);
        }
        for pieces in arrival.then.iter().filter_map(Consequence::exchanges) {
            self.pieces(variant, pieces);
        }
    }

    /// The rules of one game that the other has not just so.
    fn rules(&mut self, one: &Variant, other: &Variant) {
        for action in one.actions.iter().filter(|action| !other.actions.contains(action)) {
            let effects = action.act.effects();
            effects.pieces.first().into_iter().for_each(|pieces| self.pieces(one, pieces));
            if let Some(Target::HomeOf(piece_type)) = effects.to.as_deref() {
                for color in Color::ALL {
                    let homes = one.homes(color, *piece_type);
                    let squares = self.concern.squares.get_mut(color);
                    homes.iter().for_each(|square| squares.insert(square));
                }
            }
            for piece_type in effects.from_hand.unwrap_or_default() {
                self.piece_type(one, *piece_type);
            }
            action.when.iter().chain(&action.provided).for_each(|condition| self.condition(one, condition));
        }
        for admission in one.admissions.iter().filter(|rule| !other.admissions.contains(rule)) {
            self.zone(&admission.zone);
            self.pieces(one, &admission.pieces);
        }
        for border in one.borders.iter().filter(|rule| !other.borders.contains(rule)) {
            self.zone(&border.zone);
            self.pieces(one, &border.pieces);
        }
        for immunity in one.immunities.iter().filter(|rule| !other.immunities.contains(rule)) {
            self.pieces(one, &immunity.pieces);
        }
        for ending in one.endings.iter().filter(|rule| !other.endings.contains(rule)) {
            match &ending.trigger {
                Trigger::When(condition) => self.condition(one, condition),
                Trigger::Quiet(plies) => self.concern.quiet.push(*plies),
                Trigger::Checkmate | Trigger::Stalemate => self.concern.stuck = true,
                Trigger::Repetition(_) => {}
            }
        }
        if one.clock != other.clock {
            self.pieces(one, &one.clock.pieces);
        }
        if one.royalty != other.royalty {
            self.pieces(one, &PieceFilter::Royal);
        }
    }

    fn condition(&mut self, variant: &Variant, condition: &Condition) {
        match condition {
            Condition::Count { pieces, .. }
            | Condition::Forks { pieces, .. }
            | Condition::Traps { pieces, .. } => {
                self.pieces(variant, pieces);
            }
            Condition::Empty(zone) => self.zone(zone),
            Condition::Material(pairs) => {
                for (a, b) in pairs {
                    a.iter().chain(b).for_each(|piece_type| self.piece_type(variant, *piece_type));
                }
            }
            Condition::OneShade(piece_types) => {
                piece_types.iter().for_each(|piece_type| self.piece_type(variant, *piece_type))
            }
            Condition::CanReach(inner) | Condition::Not(inner) => self.condition(variant, inner),
            Condition::Every(all) | Condition::AnyOf(all) => {
                all.iter().for_each(|condition| self.condition(variant, condition));
            }
            Condition::NoOtherMove => self.concern.stuck = true,
            Condition::InCheck => {}
        }
    }

    fn pieces(&mut self, variant: &Variant, pieces: &PieceFilter) {
        match pieces {
            PieceFilter::PieceTypes(piece_types) => {
                piece_types.iter().for_each(|piece_type| self.piece_type(variant, *piece_type))
            }
            PieceFilter::Royal | PieceFilter::Leader => {
                let royals = variant.piece_type_ids().filter(|(_, piece_type)| piece_type.royal.is_some());
                royals.for_each(|(id, _)| self.piece_type(variant, id));
            }
            PieceFilter::In(zone) => self.zone(zone),
            PieceFilter::Not(inner) => {
                if let PieceFilter::In(zone) = &**inner {
                    self.zone(zone);
                }
            }
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => {
                all.iter().for_each(|pieces| self.pieces(variant, pieces))
            }
            PieceFilter::All | PieceFilter::Own | PieceFilter::Enemy => {}
        }
    }
}

/// An arrival with piece types by their tokens, so that it can be held against one of another game.
fn said(variant: &Variant, arrival: &Arrival) -> String {
    let become_piece_types: Vec<&str> = arrival
        .then
        .iter()
        .flat_map(Consequence::becomes)
        .map(|piece_type| variant.piece_type(*piece_type).token.as_str())
        .collect();
    let rest: Vec<&Consequence> = arrival.then.iter().filter(|then| then.becomes().is_empty()).collect();
    format!("{:?} {} {} {become_piece_types:?} {rest:?}", arrival.zone, arrival.leaving, arrival.may)
}
