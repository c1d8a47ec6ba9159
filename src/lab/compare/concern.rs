//! What a difference between two games is about: read off the rules that are not the same in both, so that a search
//! knows which pieces to put where.

use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet};
use crate::rules::{
    Arrival, Condition, Consequence, Ending, PieceFilter, PieceType, Target, Trigger, Variant, Zone,
};
use std::collections::BTreeSet;

/// The pieces, squares and counts a difference is about, as the first game has them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concern {
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
        let mut gather = Gather { concern: Concern::default(), home: one, variant: one };
        gather.piece_types_that_differ(other);
        gather.rules_only_here(other);
        gather.variant = other;
        gather.rules_only_here(one);
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
            let becomes_one = |id: PieceTypeId, piece_type: &PieceType| {
                let then = piece_type.arrivals.iter().flat_map(|arrival| &arrival.then);
                let placed = variant.actions.iter().map(|action| action.act.effects()).filter(|effects| {
                    matches!(effects.pieces[..], [PieceFilter::PieceTypes(types)] if types.contains(&id))
                });
                let mut becomes = then.flat_map(Consequence::becomes).copied();
                becomes.any(|becomes| all.contains(&becomes))
                    || placed.filter_map(|effects| effects.becomes).any(|becomes| all.contains(&becomes))
            };
            let ids = variant.piece_type_ids().filter(|(id, _)| !all.contains(id));
            let more: Vec<PieceTypeId> =
                ids.filter(|(id, piece_type)| becomes_one(*id, piece_type)).map(|(id, _)| id).collect();
            if more.is_empty() {
                return all;
            }
            all.extend(more);
        }
    }
}

/// A concern being gathered from the rules of a game.
struct Gather<'v> {
    concern: Concern,
    /// The game whose numbers of piece types are used.
    home: &'v Variant,
    variant: &'v Variant,
}

/// What only the first of two lists has.
fn only<'t, T: PartialEq>(one: &'t [T], other: &[T]) -> impl Iterator<Item = &'t T> {
    one.iter().filter(|item| !other.contains(item))
}

impl<'v> Gather<'v> {
    /// The piece types both games have that are not the same in both.
    fn piece_types_that_differ(&mut self, other: &'v Variant) {
        for (id, piece_type) in self.home.piece_type_ids() {
            let twin = other.piece_types.iter().find(|twin| twin.token == piece_type.token);
            let Some(twin) = twin else { continue };
            let arrivals = !piece_type.arrivals.iter().eq(&self.at_home(other, &twin.arrivals));
            if arrivals {
                self.concern.hidden = true;
                for (variant, arrivals) in [(self.home, &piece_type.arrivals), (other, &twin.arrivals)] {
                    self.variant = variant;
                    arrivals.iter().for_each(|arrival| self.arrival(arrival));
                }
                self.variant = self.home;
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

    /// Arrivals of another game, as they would be written at home.
    fn at_home(&self, other: &Variant, arrivals: &[Arrival]) -> Vec<Arrival> {
        let mut arrivals = arrivals.to_vec();
        for then in arrivals.iter_mut().flat_map(|arrival| &mut arrival.then) {
            if let Consequence::Become(ids) = then {
                *ids = ids.iter().filter_map(|id| self.twin(other, *id)).collect();
            }
        }
        arrivals
    }

    /// The number at home of a piece type of another game.
    fn twin(&self, other: &Variant, id: PieceTypeId) -> Option<PieceTypeId> {
        let token = &other.piece_type(id).token;
        self.home.piece_type_ids().find(|(_, piece_type)| piece_type.token == *token).map(|(id, _)| id)
    }

    /// The rules beside those of pieces that the other game does not have in this form.
    fn rules_only_here(&mut self, other: &Variant) {
        let variant = self.variant;
        for action in only(&variant.actions, &other.actions) {
            let effects = action.act.effects();
            effects.pieces.first().into_iter().for_each(|pieces| self.pieces(pieces));
            if let Some(Target::HomeOf(piece_type)) = effects.to.as_deref() {
                self.squares(|color| variant.homes(color, *piece_type));
            }
            self.piece_types(effects.from_hand.unwrap_or_default());
            action.when.iter().chain(&action.provided).for_each(|condition| self.condition(condition));
        }
        for admission in only(&variant.admissions, &other.admissions) {
            self.zone(&admission.zone);
            self.pieces(&admission.pieces);
        }
        for border in only(&variant.borders, &other.borders) {
            self.zone(&border.zone);
            self.pieces(&border.pieces);
        }
        for immunity in only(&variant.immunities, &other.immunities) {
            self.pieces(&immunity.pieces);
        }
        only(&variant.endings, &other.endings).for_each(|ending| self.ending(ending));
        if variant.clock != other.clock {
            self.pieces(&variant.clock.pieces);
        }
        if variant.royalty != other.royalty {
            self.pieces(&PieceFilter::Royal);
        }
    }

    fn piece_types(&mut self, ids: &[PieceTypeId]) {
        let twins: Vec<_> = ids.iter().filter_map(|id| self.twin(self.variant, *id)).collect();
        self.concern.piece_types.extend(twins);
    }

    fn squares(&mut self, squares: impl Fn(Color) -> SquareSet) {
        for color in Color::ALL {
            *self.concern.squares.get_mut(color) |= squares(color);
        }
    }

    fn zone(&mut self, zone: &Zone) {
        self.squares(|color| *zone.squares.get(color));
    }

    fn arrival(&mut self, arrival: &Arrival) {
        // Such pieces are placed near a whole rank in any case; a few squares are worth going to.
        if arrival.zone.squares.get(Color::White).count() < 4 {
            self.zone(&arrival.zone);
        }
        arrival.then.iter().filter_map(Consequence::exchanges).for_each(|pieces| self.pieces(pieces));
    }

    fn ending(&mut self, ending: &Ending) {
        match &ending.trigger {
            Trigger::When(condition) => self.condition(condition),
            Trigger::Quiet(plies) => self.concern.quiet.push(*plies),
            Trigger::Checkmate | Trigger::Stalemate => self.concern.stuck = true,
            Trigger::Repetition(_) => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Count { pieces, .. }
            | Condition::Forks { pieces, .. }
            | Condition::Traps { pieces, .. } => self.pieces(pieces),
            Condition::Empty(zone) => self.zone(zone),
            Condition::Material(pairs) => {
                pairs.iter().flat_map(|(a, b)| [a, b]).for_each(|piece_types| self.piece_types(piece_types));
            }
            Condition::OneShade(piece_types) => self.piece_types(piece_types),
            Condition::CanReach(inner) | Condition::Not(inner) => self.condition(inner),
            Condition::Every(all) | Condition::AnyOf(all) => {
                all.iter().for_each(|condition| self.condition(condition));
            }
            Condition::NoOtherMove => self.concern.stuck = true,
            Condition::InCheck => {}
        }
    }

    fn pieces(&mut self, pieces: &PieceFilter) {
        match pieces {
            PieceFilter::PieceTypes(piece_types) => self.piece_types(piece_types),
            PieceFilter::Royal | PieceFilter::Leader => {
                let royals =
                    self.variant.piece_type_ids().filter(|(_, piece_type)| piece_type.royal.is_some());
                self.piece_types(&royals.map(|(id, _)| id).collect::<Vec<_>>());
            }
            PieceFilter::In(zone) => self.zone(zone),
            PieceFilter::Not(inner) => {
                if let PieceFilter::In(zone) = &**inner {
                    self.zone(zone);
                }
            }
            PieceFilter::Every(all) | PieceFilter::AnyOf(all) => {
                all.iter().for_each(|pieces| self.pieces(pieces))
            }
            PieceFilter::All | PieceFilter::Own | PieceFilter::Enemy => {}
        }
    }
}
