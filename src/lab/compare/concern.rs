//! What a difference between two games is about: read off the rules that are not the same in both, so that a search
//! knows which men to put where.

use crate::base::{ByColor, Color, KindId, SquareSet};
use crate::rules::{Act, Arrival, Condition, Consequence, Men, Target, Trigger, Variant, Zone};
use std::collections::BTreeSet;

/// The men, squares and counts a difference is about, as the first game has them.
#[derive(Clone, Debug, Default)]
pub struct Concern {
    /// Kinds of men.
    pub kinds: BTreeSet<KindId>,
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
    /// What two games differ in. Kinds are told apart by their tokens.
    pub fn new(one: &Variant, other: &Variant) -> Concern {
        let mut gather = Gather { concern: Concern::default(), home: one };
        gather.kinds(one, other);
        for (a, b) in [(one, other), (other, one)] {
            gather.rules(a, b);
        }
        let concern = &mut gather.concern;
        if concern.kinds.is_empty() {
            let acts = |kind: &crate::rules::Kind| {
                kind.moves.is_empty() || kind.royal.is_some() || !kind.arrivals.is_empty()
            };
            concern.kinds = one.kind_ids().filter(|(_, kind)| acts(kind)).map(|(id, _)| id).collect();
        }
        gather.concern
    }

    /// The kinds that are concerned or become such a kind sooner or later.
    pub fn forerunners(&self, variant: &Variant) -> BTreeSet<KindId> {
        let mut all = self.kinds.clone();
        loop {
            let before = all.len();
            for (id, kind) in variant.kind_ids() {
                let leads = |arrival: &Arrival| {
                    arrival.then.iter().any(|then| match then {
                        Consequence::Become(kinds) => kinds.iter().any(|kind| all.contains(kind)),
                        _ => false,
                    })
                };
                let placed = variant.turns.iter().any(|turn| match &turn.act {
                    Act::Place { men: Men::Kinds(kinds), becomes: Some(becomes), .. } => {
                        kinds.contains(&id) && all.contains(becomes)
                    }
                    _ => false,
                });
                if placed || kind.arrivals.iter().any(leads) {
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
    /// The game whose numbers of kinds are used.
    home: &'v Variant,
}

impl Gather<'_> {
    fn kind(&mut self, variant: &Variant, id: KindId) {
        let token = &variant.kind(id).token;
        let twin = self.home.kind_ids().find(|(_, kind)| kind.token == *token);
        self.concern.kinds.extend(twin.map(|(id, _)| id));
    }

    fn zone(&mut self, zone: &Zone) {
        for color in Color::ALL {
            let squares = self.concern.squares.get_mut(color);
            zone.squares.get(color).iter().for_each(|square| squares.insert(square));
        }
    }

    fn kinds(&mut self, one: &Variant, other: &Variant) {
        for (id, kind) in one.kind_ids() {
            let twin = other.kinds.iter().find(|twin| twin.token == kind.token);
            let Some(twin) = twin else { continue };
            let named = |variant: &Variant, arrivals: &[Arrival]| -> Vec<String> {
                arrivals.iter().map(|arrival| said(variant, arrival)).collect()
            };
            let arrivals = named(one, &kind.arrivals) != named(other, &twin.arrivals);
            if arrivals || kind.moves != twin.moves || kind.royal != twin.royal || kind.stays != twin.stays {
                self.concern.kinds.insert(id);
            }
            if arrivals {
                self.concern.hidden = true;
                for (variant, arrival) in
                    kind.arrivals.iter().map(|a| (one, a)).chain(twin.arrivals.iter().map(|a| (other, a)))
                {
                    self.arrival(variant, arrival);
                }
            }
        }
    }

    fn arrival(&mut self, variant: &Variant, arrival: &Arrival) {
        // A rank to arrive at is where such men are put anyhow; a few squares are worth going to.
        if arrival.zone.squares.get(Color::White).len() < 4 {
            self.zone(&arrival.zone);
        }
        for then in &arrival.then {
            if let Consequence::Exchange(men) = then {
                self.men(variant, men);
            }
        }
    }

    /// The rules of one game that the other has not just so.
    fn rules(&mut self, one: &Variant, other: &Variant) {
        for turn in one.turns.iter().filter(|turn| !other.turns.contains(turn)) {
            match &turn.act {
                Act::Place { men, to, .. } => {
                    self.men(one, men);
                    if let Target::HomeOf(kind) = to {
                        for color in Color::ALL {
                            let homes = one.homes(color, *kind);
                            let squares = self.concern.squares.get_mut(color);
                            homes.iter().for_each(|square| squares.insert(square));
                        }
                    }
                }
                Act::Exchange { men, .. } => self.men(one, men),
                Act::Drop { kinds, .. } => kinds.iter().for_each(|kind| self.kind(one, *kind)),
                Act::Pass => {}
            }
            turn.when.iter().chain(&turn.provided).for_each(|condition| self.condition(one, condition));
        }
        for admission in one.admissions.iter().filter(|rule| !other.admissions.contains(rule)) {
            self.zone(&admission.zone);
            self.men(one, &admission.men);
        }
        for border in one.borders.iter().filter(|rule| !other.borders.contains(rule)) {
            self.zone(&border.zone);
            self.men(one, &border.men);
        }
        for immunity in one.immunities.iter().filter(|rule| !other.immunities.contains(rule)) {
            self.men(one, &immunity.men);
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
            self.men(one, &one.clock.men);
        }
        if one.royalty != other.royalty {
            self.men(one, &Men::Royal);
        }
    }

    fn condition(&mut self, variant: &Variant, condition: &Condition) {
        match condition {
            Condition::Count { men, .. } | Condition::Forks { men, .. } | Condition::Traps { men, .. } => {
                self.men(variant, men);
            }
            Condition::Empty(zone) => self.zone(zone),
            Condition::Material(pairs) => {
                for (a, b) in pairs {
                    a.iter().chain(b).for_each(|kind| self.kind(variant, *kind));
                }
            }
            Condition::OneShade(kinds) => kinds.iter().for_each(|kind| self.kind(variant, *kind)),
            Condition::CanReach(inner) | Condition::Not(inner) => self.condition(variant, inner),
            Condition::Every(all) | Condition::AnyOf(all) => {
                all.iter().for_each(|condition| self.condition(variant, condition));
            }
            Condition::NoOtherMove => self.concern.stuck = true,
            Condition::InCheck => {}
        }
    }

    fn men(&mut self, variant: &Variant, men: &Men) {
        match men {
            Men::Kinds(kinds) => kinds.iter().for_each(|kind| self.kind(variant, *kind)),
            Men::Royal | Men::Leader => {
                let royals = variant.kind_ids().filter(|(_, kind)| kind.royal.is_some());
                royals.for_each(|(id, _)| self.kind(variant, id));
            }
            Men::In(zone) => self.zone(zone),
            Men::Not(inner) => {
                if let Men::In(zone) = &**inner {
                    self.zone(zone);
                }
            }
            Men::Every(all) | Men::AnyOf(all) => all.iter().for_each(|men| self.men(variant, men)),
            Men::All | Men::Own | Men::Enemy => {}
        }
    }
}

/// An arrival with kinds by their tokens, so that it can be held against one of another game.
fn said(variant: &Variant, arrival: &Arrival) -> String {
    let become_kinds: Vec<&str> = arrival
        .then
        .iter()
        .filter_map(|then| match then {
            Consequence::Become(kinds) => Some(kinds),
            _ => None,
        })
        .flatten()
        .map(|kind| variant.kind(*kind).token.as_str())
        .collect();
    let rest: Vec<&Consequence> =
        arrival.then.iter().filter(|then| !matches!(then, Consequence::Become(_))).collect();
    format!("{:?} {} {} {become_kinds:?} {rest:?}", arrival.zone, arrival.leaving, arrival.may)
}
