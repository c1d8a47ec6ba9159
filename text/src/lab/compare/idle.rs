//! Finds out that no game can show a difference, because the rules are the same or can never act.

use super::Canon;
use super::scope::only;
use crate::lang::lint;
use crate::rules::{RuleKind, RuleRef, Variant};

/// Returns the reason that no game can show a difference between two games, or `None` if one may show it.
pub fn idle_difference(one: &Variant, other: &Variant) -> Option<String> {
    if Canon(one).game() == Canon(other).game() && one.start() == other.start() {
        return Some("the rules are the same".to_owned());
    }
    let (here, there) = (idle_rules(one, other)?, idle_rules(other, one)?);
    here.into_iter().chain(there).next()
}

/// Returns the reasons that the rules of a game that another game lacks can never act, or `None` if one of them may act.
fn idle_rules(variant: &Variant, other: &Variant) -> Option<Vec<String>> {
    let idle = lint::idle(variant);
    let reason = |rule: RuleRef| {
        let place = rule.origin(variant).0;
        let problem = idle.iter().find(|problem| problem.place() == place)?;
        Some(
            [Some(&problem.message), problem.help.as_ref()]
                .into_iter()
                .flatten()
                .cloned()
                .collect::<Vec<_>>()
                .join("; "),
        )
    };
    // A region acts only by the rules that name it, which differ as well.
    let rules = only(variant, other).into_iter().filter(|rule| rule.kind() != RuleKind::Region);
    rules.map(reason).collect()
}
