//! Triggers that never fire, entry rules that let nobody in, turns nobody has, protection for nobody.

use super::men::{anybody, anybody_for, might_be};
use super::reach::Reach;
use crate::base::{Color, SquareSet};
use crate::base::diagnostic::Diagnostic;
use crate::rules::{Act, Admission, Men, Turn, Variant};
use crate::base::source::Span;
use std::collections::BTreeMap;

pub(super) fn check(variant: &Variant, reach: &Reach, problems: &mut Vec<Diagnostic>) {
    arrivals(variant, reach, problems);
    for admission in &variant.admissions {
        if !admits(variant, reach, admission) {
            let message = format!("nobody can ever enter {} by this rule", admission.zone.name);
            problems.push(Diagnostic::warning("never-admits", admission.origin.0, message).help(
                "nobody it names is ever on the board; and what a rule of entry does not name is kept out",
            ));
        }
    }
    for border in &variant.borders {
        if !anybody(variant, reach, &border.men) {
            problems.push(nobody(border.origin.0));
        }
    }
    for immunity in &variant.immunities {
        if !anybody(variant, reach, &immunity.men) {
            problems.push(nobody(immunity.origin.0));
        }
    }
    for turn in &variant.turns {
        problems.extend(never_had(variant, reach, turn));
    }
}

/// One rule about arrivals may concern many kinds: it is in order if one of them can arrive.
fn arrivals(variant: &Variant, reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let mut idle: BTreeMap<Span, (&str, &str)> = BTreeMap::new();
    for (id, kind) in variant.kind_ids() {
        for arrival in &kind.arrivals {
            if reach.appears(id) && !reach.fired.contains(&arrival.origin.0) {
                idle.entry(arrival.origin.0).or_insert((&kind.title, &arrival.zone.name));
            }
        }
    }
    for (span, (title, zone)) in idle {
        problems.push(
            Diagnostic::warning("never-fires", span, format!("the {title} can never arrive at `{zone}`"))
                .help("its moves do not lead there; check the region, and which way the piece goes"),
        );
    }
}

fn admits(variant: &Variant, reach: &Reach, admission: &Admission) -> bool {
    let everywhere: SquareSet = variant.board.squares().collect();
    reach.all().any(|(color, kind, _)| might_be(variant, &admission.men, color, (color, kind), everywhere))
}

fn nobody(span: Span) -> Diagnostic {
    Diagnostic::warning("never-applies", span, "this rule applies to nobody")
        .help("no man that can be on the board is one of those it names, where it names them")
}

fn never_had(variant: &Variant, reach: &Reach, turn: &Turn) -> Option<Diagnostic> {
    let any = |men: &Men| Color::ALL.into_iter().any(|side| anybody_for(variant, reach, &both(men), side));
    let (able, why) = match &turn.act {
        Act::Place { men, .. } => (any(men), "no man that can be on the board may be placed by it"),
        Act::Exchange { men, with, .. } => {
            (any(men) && any(with), "there are never two men who could change places by it")
        }
        Act::Drop { kinds, .. } => {
            let mut held = variant.kind_ids().map(|(id, _)| variant.held(id));
            let able = variant.hands && held.any(|kind| kinds.contains(&kind));
            (
                able,
                if variant.hands {
                    "none of these is ever in hand"
                } else {
                    "the game has no hands; add a line `hands`"
                },
            )
        }
        Act::Pass => (true, ""),
    };
    (!able).then(|| {
        Diagnostic::warning(
            "never-had",
            turn.origin.0,
            format!("nobody can ever take the turn `{}`", turn.name),
        )
        .help(why)
    })
}

/// Turns are of one's own men.
fn both(men: &Men) -> Men {
    Men::Every(vec![Men::Own, men.clone()])
}
