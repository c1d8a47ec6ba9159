//! What a difference between two games is about: read off the rules that are not the same in both, so that a search
//! knows which pieces to put where.

use crate::base::{Bitboard, ByColor, Color, PieceTypeId, SquareSet};
use crate::rules::{
    Arrival, Condition, Consequence, Deed, Ending, PieceFilter, PieceType, Target, Trigger, Variant, Zone,
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
        let (mut concern, theirs) = (Gather::only_here(one, other), Gather::only_here(other, one));
        let tokens: Vec<&str> = theirs.piece_types.iter().map(|id| &*other.piece_type(*id).token).collect();
        let twins = one.piece_type_ids().filter(|(_, own)| tokens.contains(&&*own.token));
        concern.piece_types.extend(twins.map(|(id, _)| id));
        for color in Color::ALL {
            *concern.squares.get_mut(color) |= *theirs.squares.get(color);
        }
        concern.quiet.extend(theirs.quiet);
        concern.stuck |= theirs.stuck;
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
            let is_one = |becomes: &PieceTypeId| all.contains(becomes);
            let placed = variant.actions.iter().map(|action| action.act.effects());
            let placed = placed.filter(|effects| effects.becomes.iter().any(is_one));
            let placed: Vec<&PieceFilter> =
                placed.filter_map(|effects| effects.pieces.first().copied()).collect();
            let leads = |(id, piece_type): &(PieceTypeId, &PieceType)| {
                let then = piece_type.arrivals.iter().flat_map(|arrival| &arrival.then);
                then.flat_map(Consequence::becomes).any(is_one)
                    || placed
                        .iter()
                        .any(|from| matches!(from, PieceFilter::PieceTypes(ids) if ids.contains(id)))
            };
            let more: Vec<_> = variant.piece_type_ids().filter(leads).map(|(id, _)| id).collect();
            let before = all.len();
            all.extend(more);
            if all.len() == before {
                return all;
            }
        }
    }
}

/// A concern being gathered from the rules of a game.
struct Gather<'v> {
    concern: Concern,
    variant: &'v Variant,
}

/// What only the first of two lists has.
fn only<'t, T: PartialEq>(one: &'t [T], other: &[T]) -> impl Iterator<Item = &'t T> {
    one.iter().filter(|item| !other.contains(item))
}

impl<'v> Gather<'v> {
    /// What is concerned by the rules of a game that another does not have in this form.
    fn only_here(variant: &'v Variant, other: &Variant) -> Concern {
        let mut gather = Gather { concern: Concern::default(), variant };
        gather.piece_types_that_differ(other);
        gather.rules(other);
        gather.concern
    }

    /// The piece types both games have that are not the same in both.
    fn piece_types_that_differ(&mut self, other: &Variant) {
        for (id, own) in self.variant.piece_type_ids() {
            let Some(twin) = other.piece_types.iter().find(|twin| twin.token == own.token) else { continue };
            let arrivals = by_token(self.variant, own) != by_token(other, twin);
            if arrivals {
                self.concern.hidden = true;
                own.arrivals.iter().for_each(|arrival| self.arrival(arrival));
            }
            if arrivals || own.moves != twin.moves || own.royal != twin.royal || own.stays != twin.stays {
                self.concern.piece_types.insert(id);
            }
        }
    }

    /// The rules beside those of pieces.
    fn rules(&mut self, other: &Variant) {
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
        for rule in only(&variant.move_rules, &other.move_rules) {
            rule.by.iter().for_each(|pieces| self.pieces(pieces));
            if let Deed::Capture(pieces) | Deed::Lose(pieces) = &rule.deed {
                self.pieces(pieces);
            }
            if let Deed::Reach(condition) = &rule.deed {
                self.condition(condition);
            }
            rule.when.iter().for_each(|when| self.condition(when));
        }
        for rule in only(&variant.castling_rules, &other.castling_rules) {
            self.piece_types(&[rule.pieces.0, rule.pieces.1]);
        }
        for rule in only(&variant.follow_ups, &other.follow_ups) {
            rule.leaving().iter().for_each(|(pieces, ..)| self.pieces(pieces));
            self.piece_types(rule.brings(Color::White).0);
            rule.when.iter().for_each(|when| self.condition(when));
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
        self.concern.piece_types.extend(ids);
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
        let variant = self.variant;
        for then in &arrival.then {
            if let Consequence::Send { home_of, .. } = then {
                self.squares(|color| variant.homes(color, *home_of));
            }
        }
    }

    fn ending(&mut self, ending: &Ending) {
        match &ending.trigger {
            Trigger::When(condition) => self.condition(condition),
            Trigger::Quiet(plies) => self.concern.quiet.push(*plies),
            Trigger::Checkmate | Trigger::Stalemate => self.concern.stuck = true,
            Trigger::Repetition(_) | Trigger::Perpetual { .. } => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Count { pieces, .. }
            | Condition::Held { pieces, .. }
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
            Condition::InCheck
            | Condition::EnemyInCheck
            | Condition::FirstOfTurn
            | Condition::LastOfTurn
            | Condition::RoyalsFace
            | Condition::UsedUp { .. } => {}
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
            PieceFilter::Beside(pieces)
            | PieceFilter::Attacking(pieces)
            | PieceFilter::AttackedBy(pieces) => {
                self.pieces(pieces);
            }
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

/// The arrivals of a piece type, and the tokens of what it becomes there in place of their numbers.
fn by_token<'v>(variant: &'v Variant, piece_type: &PieceType) -> (Vec<Arrival>, Vec<&'v str>) {
    let mut arrivals = piece_type.arrivals.clone();
    let then = arrivals.iter_mut().flat_map(|arrival| &mut arrival.then);
    let becomes = then.filter_map(|then| match then {
        Consequence::Become(ids) | Consequence::Regain(ids) => Some(std::mem::take(ids)),
        _ => None,
    });
    let tokens = becomes.flatten().map(|id| &*variant.piece_type(id).token).collect();
    (arrivals, tokens)
}
