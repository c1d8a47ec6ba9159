//! The ways in which a game can be won.

use crate::rules::{Condition, Ending, Fact, Formula, Variant};

/// The kinds of positions in which an ending names a winner.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wins {
    /// Only a player in check without a legal move.
    pub(super) by_check: bool,
    /// A player without a legal move.
    pub(super) by_stuck: bool,
    /// A position by its pieces, whatever moves there are.
    pub(super) by_state: bool,
    /// A position with its history, the state of its rights alone, or a claim.
    pub(super) by_past: bool,
}

impl Wins {
    pub(super) fn of(variant: &Variant) -> Wins {
        let mut wins = Wins::default();
        for ending in variant.endings.iter().filter(|ending| !ending.result.is_draw()) {
            let is_mate = |fact: &Fact| *fact == Fact::Checkmate;
            if ending.claimed || ending.is_past() || is_of_rights(ending) {
                wins.by_past = true;
            } else if requires(&ending.when, &is_mate) {
                wins.by_check = true;
            } else if requires(&ending.when, &Fact::is_of_moves) {
                wins.by_stuck = true;
            } else {
                wins.by_state = true;
            }
        }
        wins
    }
}

/// Returns true if an ending depends only on rights. It has applied before if the rights are as before.
pub(super) fn is_of_rights(ending: &Ending) -> bool {
    ending.when.leaves().all(Fact::is_of_rights)
}

/// Returns true if a condition can hold only if one of some facts does.
fn requires(when: &Condition, is_one: &impl Fn(&Fact) -> bool) -> bool {
    match when {
        Formula::Leaf(fact) => is_one(fact),
        Formula::Every(all) => all.iter().any(|part| requires(part, is_one)),
        Formula::AnyOf(any) => any.iter().all(|part| requires(part, is_one)),
        Formula::Not(_) => false,
    }
}
