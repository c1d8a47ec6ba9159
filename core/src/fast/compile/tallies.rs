//! Compiles rules by which ordinary moves count up or down a right.

use super::context::CompileContext;
use super::untabled::Untabled;
use crate::base::{Color, PieceTypeId};
use crate::fast::tables::{RightTables, Tally, TallyChange};
use crate::rules::{Arrival, Condition, Consequence, Fact, Formula, PieceFilter, PieceType, Right};

impl CompileContext<'_> {
    /// Returns the rights that change with ordinary moves or are clocks.
    pub(super) fn rights(self) -> RightTables {
        let numbers = |is_such: fn(&Right) -> bool| {
            let all = self.variant.rights.iter().enumerate();
            all.filter(|(_, right)| is_such(right)).map(|(number, _)| number).collect::<Vec<usize>>()
        };
        let (regained, tallies) = (numbers(|right| right.regained), self.tallies());
        let change = !regained.is_empty() || !tallies.is_empty();
        RightTables { regained, tallies, change, clocks: numbers(|right| right.clock) }
    }

    /// Returns the tallies of a game in the order of their rules. The list is empty if there are too many.
    pub(super) fn tallies(self) -> Vec<Tally> {
        let mut sided = self.variant.piece_types.iter().filter(|own| !own.neutral);
        let rules = |own: &PieceType| {
            own.arrivals
                .iter()
                .filter(|arrival| self.tally(arrival).is_some())
                .cloned()
                .collect::<Vec<Arrival>>()
        };
        let first = sided.next().map_or_else(Vec::new, rules);
        // The order of two tallies can matter.
        if first.len() > Tally::MAX || !first.is_empty() && !sided.all(|own| rules(own) == first) {
            return Vec::new();
        }
        first.iter().filter_map(|arrival| self.tally(arrival)).collect()
    }

    /// Returns true if an arrival of a piece type is compiled as a tally. A choice on arrival can replace the other effects
    /// of a move, so the other arrivals of the piece must not offer one.
    pub(super) fn is_tally(self, id: PieceTypeId, arrival: &Arrival) -> bool {
        let others = &self.variant.piece_type(id).arrivals;
        self.tally(arrival).is_some() && !self.tallies().is_empty() && !others.iter().any(|other| other.may)
    }

    fn tally(self, arrival: &Arrival) -> Option<Tally> {
        let variant = self.variant;
        let (change, right) = match arrival.then.as_slice() {
            [Consequence::Gain(right)] => (TallyChange::Gain, *right),
            [Consequence::Use(right)] => (TallyChange::Use, *right),
            [Consequence::Lose(right)] => (TallyChange::Lose, *right),
            _ => return None,
        };
        let plain = Arrival::plain(arrival.zone.clone(), arrival.then.clone(), arrival.origin);
        let holds = |color| variant.board.squares().all(|square| arrival.zone.holds(square, color));
        // A restored right can change at the end of every move.
        let is_plain = *arrival == Arrival { when: arrival.when.clone(), ..plain }
            && arrival.pieces == PieceFilter::ALL
            && self.has(Untabled::Effect)
            && Color::ALL.into_iter().all(holds)
            && arrival.when.iter().all(|when| when.leaves().all(Fact::is_of_rights))
            && !variant.rights.iter().any(|right| right.regained)
            && variant.piece_types.iter().all(|own| {
                own.neutral || own.arrivals.contains(arrival) && !own.arrivals.iter().any(|other| other.may)
            });
        is_plain.then(|| Tally {
            right,
            most: variant.rights[right].times,
            change,
            when: arrival.when.clone(),
            needs: arrival.when.as_ref().and_then(needed_right),
        })
    }
}

/// Returns a right of which the player must have uses for a condition to hold.
fn needed_right(when: &Condition) -> Option<usize> {
    when.conjuncts().iter().find_map(|part| match part {
        Formula::Not(inner) => match inner.leaf() {
            Some(Fact::UsedUp { right, enemy: false }) => Some(*right),
            _ => None,
        },
        Formula::Leaf(_) | Formula::Every(_) | Formula::AnyOf(_) => None,
    })
}
