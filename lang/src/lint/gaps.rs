//! Gaps between the endings: positions without a legal move in which no ending applies.
//!
//! [`is_covered`] tries all combinations of the facts that the endings ask for. Facts about the same pieces are tried
//! together, so `own pawn >= 1` and `no own pawn` leave no gap.

use crate::base::Color;
use crate::rules::{Amount, Compare, Ending, Fact, PieceFilter, Variant};

/// The maximum number of combinations that are tried.
const MAX_COMBINATIONS: usize = 10_000;

/// A quantity on which facts depend.
#[derive(PartialEq)]
enum Quantity<'v> {
    ToMove,
    Turn,
    /// The number of pieces on the board, or in the hands if the flag is true.
    Count(&'v PieceFilter, bool),
    /// The difference of two amounts.
    Difference(&'v Amount, &'v Amount),
    /// The amount that is compared with numbers.
    Sum(&'v Amount),
    /// Any other fact, which is true or false.
    Truth(&'v Fact),
}

impl<'v> Quantity<'v> {
    fn of(fact: &'v Fact) -> Quantity<'v> {
        if let Some((count, in_hand)) = fact.count_anywhere() {
            return Quantity::Count(&count.pieces, in_hand);
        }
        if let Fact::Totals { one, other, is: _ } = fact {
            return match &**other {
                Amount::Total(_) | Amount::Uses { .. } => Quantity::Difference(one, other),
                Amount::Number(_) => Quantity::Sum(one),
            };
        }
        if matches!(fact, Fact::ToMove(_)) {
            Quantity::ToMove
        } else if matches!(fact, Fact::Turn { .. }) {
            Quantity::Turn
        } else {
            Quantity::Truth(fact)
        }
    }
}

/// Returns the comparison of a fact with a number, if it is one. The difference of two sums is compared with zero, which
/// stands for equality.
fn comparison(fact: &Fact) -> Option<(Compare, u32)> {
    if let Fact::Turn { is, number } = fact {
        return Some((*is, *number));
    }
    if let Fact::Totals { is, other, one: _ } = fact {
        return Some((*is, if let Amount::Number(number) = &**other { *number } else { 1 }));
    }
    fact.count_anywhere().map(|(count, _)| (count.is, count.number))
}

/// Returns true if a fact holds for this value of its quantity. The side to move has the values 0 and 1.
fn holds(fact: &Fact, value: usize) -> bool {
    match comparison(fact) {
        Some((is, number)) => is.holds(value, number as usize),
        None if *fact == Fact::ToMove(Color::Black) => value == 0,
        None => value == 1,
    }
}

/// Returns true if some ending certainly applies to a player who has no legal move. In `stuck`, the facts about the
/// legal moves have their values, and other facts have none.
pub(super) fn is_covered(variant: &Variant, stuck: &impl Fn(&Fact) -> Option<bool>) -> bool {
    let endings: Vec<&Ending> = variant.endings.iter().filter(|ending| !ending.claimed).collect();
    let mut quantities: Vec<(Quantity, Vec<usize>)> = Vec::new();
    for fact in endings.iter().flat_map(|ending| ending.when.leaves()).filter(|fact| stuck(fact).is_none()) {
        let quantity = Quantity::of(fact);
        // The values around each number that is compared differ in their meaning.
        let values: Vec<usize> = match comparison(fact) {
            Some((_, number)) => {
                (number.saturating_sub(1)..=number.saturating_add(1)).map(|n| n as usize).collect()
            }
            None => vec![0, 1],
        };
        match quantities.iter_mut().find(|(known, _)| *known == quantity) {
            Some((_, known)) => known.extend(values),
            None => quantities.push((quantity, values)),
        }
    }
    for (_, values) in &mut quantities {
        values.sort_unstable();
        values.dedup();
    }
    let number = quantities.iter().try_fold(1_usize, |all, (_, values)| all.checked_mul(values.len()));
    let Some(number) = number.filter(|number| *number <= MAX_COMBINATIONS) else { return true };
    (0..number).all(|combination| {
        let mut rest = combination;
        let chosen: Vec<usize> = quantities
            .iter()
            .map(|(_, values)| {
                let value = values[rest % values.len()];
                rest /= values.len();
                value
            })
            .collect();
        let is_true = |fact: &Fact| {
            stuck(fact).unwrap_or_else(|| {
                let quantity = Quantity::of(fact);
                let at = quantities.iter().position(|(known, _)| *known == quantity);
                at.is_some_and(|at| holds(fact, chosen[at]))
            })
        };
        endings.iter().any(|ending| ending.when.eval(&is_true))
    })
}
