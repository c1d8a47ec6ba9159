//! What a difference between two games is about: read off the rules that are not the same in both, so that a search
//! knows which pieces to put where.

use super::rule::{Rule, rules};
use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet};
use crate::rules::{Arrival, Condition, Consequence, PieceFilter, PieceType, Target, Trigger, Variant, Zone};
use std::collections::BTreeSet;

/// The pieces, squares and counts a difference is about, as the first game has them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concern {
    /// Types of pieces.
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
    /// What two games differ in. Piece types are identified by their tokens.
    pub(crate) fn new(one: &Variant, other: &Variant) -> Concern {
        let mut gather = Gather { concern: Concern::default(), home: one };
        gather.pieces_that_differ(one, other);
        for (a, b) in [(one, other), (other, one)] {
            let theirs = rules(b);
            rules(a).into_iter().filter(|rule| !theirs.contains(rule)).for_each(|rule| gather.rule(a, rule));
        }
        let mut concern = gather.concern;
        if concern.piece_types.is_empty() {
            let acts = |(_, piece_type): &(PieceTypeId, &PieceType)| {
                piece_type.moves.is_empty() || piece_type.royal.is_some() || !piece_type.arrivals.is_empty()
            };
            concern.piece_types = one.piece_type_ids().filter(acts).map(|(id, _)| id).collect();
        }
        concern
    }

    /// The piece types that are concerned or become such a piece type sooner or later.
    pub(crate) fn forerunners(&self, variant: &Variant) -> BTreeSet<PieceTypeId> {
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

    fn piece_types(&mut self, variant: &Variant, ids: &[PieceTypeId]) {
        ids.iter().for_each(|id| self.piece_type(variant, *id));
    }

    fn squares(&mut self, squares: impl Fn(Color) -> SquareSet) {
        for color in Color::ALL {
            *self.concern.squares.get_mut(color) |= squares(color);
        }
    }

    fn zone(&mut self, zone: &Zone) {
        self.squares(|color| *zone.squares.get(color));
    }

    fn pieces_that_differ(&mut self, one: &Variant, other: &Variant) {
        for (id, piece_type) in one.piece_type_ids() {
            let twin = other.piece_types.iter().find(|twin| twin.token == piece_type.token);
            let Some(twin) = twin else { continue };
            let comparable = |variant, arrivals: &[Arrival]| -> Vec<String> {
                arrivals.iter().map(|arrival| comparable(variant, arrival)).collect()
            };
            let arrivals = comparable(one, &piece_type.arrivals) != comparable(other, &twin.arrivals);
            if arrivals {
                self.concern.hidden = true;
                piece_type.arrivals.iter().for_each(|arrival| self.arrival(one, arrival));
                twin.arrivals.iter().for_each(|arrival| self.arrival(other, arrival));
            }
            if arrivals
                || piece_type.moves != twin.moves
                || piece_type.royal != twin.royal
                || piece_type.stays != twin.stays
            {
                self.concern.piece_types.insert(id);
            }
        }
    }

    fn arrival(&mut self, variant: &Variant, arrival: &Arrival) {
        // Such pieces are placed near a whole rank in any case; a few squares are worth going to.
        if arrival.zone.squares.get(Color::White).count() < 4 {
            self.zone(&arrival.zone);
        }
        for pieces in arrival.then.iter().filter_map(Consequence::exchanges) {
            self.pieces(variant, pieces);
        }
    }

    /// A rule that only one of the games has in this form.
    fn rule(&mut self, variant: &Variant, rule: Rule) {
        match rule {
            Rule::Action(action) => {
                let effects = action.act.effects();
                effects.pieces.first().into_iter().for_each(|pieces| self.pieces(variant, pieces));
                if let Some(Target::HomeOf(piece_type)) = effects.to.as_deref() {
                    self.squares(|color| variant.homes(color, *piece_type));
                }
                self.piece_types(variant, effects.from_hand.unwrap_or_default());
                let conditions = action.when.iter().chain(&action.provided);
                conditions.for_each(|condition| self.condition(variant, condition));
            }
            Rule::Admission(admission) => {
                self.zone(&admission.zone);
                self.pieces(variant, &admission.pieces);
            }
            Rule::Border(border) => {
                self.zone(&border.zone);
                self.pieces(variant, &border.pieces);
            }
            Rule::Immunity(immunity) => self.pieces(variant, &immunity.pieces),
            Rule::Ending(ending) => match &ending.trigger {
                Trigger::When(condition) => self.condition(variant, condition),
                Trigger::Quiet(plies) => self.concern.quiet.push(*plies),
                Trigger::Checkmate | Trigger::Stalemate => self.concern.stuck = true,
                Trigger::Repetition(_) => {}
            },
            Rule::Clock(clock) => self.pieces(variant, &clock.pieces),
            Rule::Royalty(_) => self.pieces(variant, &PieceFilter::Royal),
            // What differs between pieces is found type by type; the rest has no pieces or squares of its own.
            Rule::Piece(..) | Rule::Right(_) | Rule::Board | Rule::Array | Rule::Hands | Rule::First(_) => {}
        }
    }

    fn condition(&mut self, variant: &Variant, condition: &Condition) {
        match condition {
            Condition::Count { pieces, .. }
            | Condition::Forks { pieces, .. }
            | Condition::Traps { pieces, .. } => self.pieces(variant, pieces),
            Condition::Empty(zone) => self.zone(zone),
            Condition::Material(pairs) => {
                for (a, b) in pairs {
                    self.piece_types(variant, a);
                    self.piece_types(variant, b);
                }
            }
            Condition::OneShade(piece_types) => self.piece_types(variant, piece_types),
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
            PieceFilter::PieceTypes(piece_types) => self.piece_types(variant, piece_types),
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

/// An arrival with piece types by their tokens, so that it can be compared with one of another game.
fn comparable(variant: &Variant, arrival: &Arrival) -> String {
    let (becomes, rest): (Vec<&Consequence>, Vec<&Consequence>) =
        arrival.then.iter().partition(|then| !then.becomes().is_empty());
    let ids = becomes.into_iter().flat_map(Consequence::becomes);
    let tokens: Vec<&str> = ids.map(|id| variant.piece_type(*id).token.as_str()).collect();
    format!("{:?} {} {} {tokens:?} {rest:?}", arrival.zone, arrival.leaving, arrival.may)
}
