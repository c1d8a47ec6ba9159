//! How a game ended: by which rule and line, and by whom.

use super::{Explainer, Said};
use crate::base::text::{clause, join};
use crate::base::{Outcome, Setup};
use crate::rules::{Compare, Condition, Consequence, Ending, Trigger};
use crate::words::outcome::result;

/// No more pieces than these are named.
const NAMED: usize = 4;

impl Explainer<'_> {
    pub(super) fn over(&self, setup: &Setup, outcome: &Outcome) -> Said {
        let ends =
            |then: &Consequence| matches!(then, Consequence::End { reason, .. } if *reason == outcome.reason);
        let mut arrivals = self.variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
        let arrival = arrivals.find(|arrival| arrival.then.iter().any(ends));
        let ending = self.variant.endings.iter().find(|ending| ending.name == outcome.reason);
        let (why, origin) = match (arrival, ending) {
            (Some(arrival), ending) if ending.is_none() || setup.ended.is_some() => {
                (clause(&self.prose.arrival(arrival)), arrival.origin)
            }
            (_, Some(ending)) => (self.ending_holds(setup, ending), ending.origin),
            _ => ("the position says so".to_owned(), Default::default()),
        };
        (format!("{} ({}): {why}", result(outcome), outcome.reason), origin)
    }

    /// What is so in the position that the ending asks for.
    fn ending_holds(&self, setup: &Setup, ending: &Ending) -> String {
        let turn = setup.turn.title();
        match &ending.trigger {
            Trigger::Checkmate => format!("{turn} is in check and has no legal move"),
            Trigger::Stalemate => format!("{turn} is not in check, but has no legal move"),
            Trigger::Repetition(times) => format!("the position has occurred {times} times"),
            Trigger::Quiet(plies) => {
                format!("{plies} plies have passed without a move that resets the clock")
            }
            Trigger::When(condition) => {
                // Of several conditions only one that holds is worth reading.
                let holds = |part: &&Condition| self.rules.holds_now(part, setup);
                let condition = alternatives(condition).iter().find(holds).unwrap_or(condition);
                let text = self.prose.condition(condition);
                match self.witnesses(setup, condition).as_slice() {
                    [] => format!("{text}, {turn} being to move"),
                    pieces => format!("{text}, here {}", join(pieces, "and")),
                }
            }
        }
    }

    /// The pieces by which a condition holds: `Black's king on e1`.
    fn witnesses(&self, setup: &Setup, condition: &Condition) -> Vec<String> {
        let parts = condition.parts().into_iter().filter(|part| self.rules.holds_now(part, setup));
        let asked = parts.filter_map(|part| match part {
            Condition::Count { is: Compare::AtLeast | Compare::Equal, number: 1.., pieces } => Some(pieces),
            _ => None,
        });
        let asked: Vec<_> = asked.collect();
        let pieces = setup
            .pieces()
            .filter(|entry| asked.iter().any(|pieces| self.rules.matches(pieces, setup, *entry, setup.turn)));
        pieces.take(NAMED).map(|(square, _)| self.whose(setup, square)).collect()
    }
}

/// The conditions of which one is enough.
pub(super) fn alternatives(condition: &Condition) -> &[Condition] {
    match condition {
        Condition::AnyOf(any) => any,
        other => std::slice::from_ref(other),
    }
}
