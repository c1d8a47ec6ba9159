//! Triggers that never fire, entry rules that let nobody in, turns nobody has, protection for nobody.

use super::piece_filter::{anybody, anybody_for, might_be};
use super::reach::Reach;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Color, SquareSet};
use crate::rules::{Action, Admission, PieceFilter, Variant};
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
        if !anybody(variant, reach, &border.pieces) {
            problems.push(nobody(border.origin.0));
        }
    }
    for immunity in &variant.immunities {
        if !anybody(variant, reach, &immunity.pieces) {
            problems.push(nobody(immunity.origin.0));
        }
    }
    for action in &variant.actions {
        problems.extend(never_had(variant, reach, action));
    }
}

/// One rule about arrivals may concern many piece types: it is in order if one of them can arrive.
fn arrivals(variant: &Variant, reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let mut idle: BTreeMap<Span, (&str, &str)> = BTreeMap::new();
    for (id, piece_type) in variant.piece_type_ids() {
        for arrival in &piece_type.arrivals {
            if reach.appears(id) && !reach.fired.contains(&arrival.origin.0) {
                idle.entry(arrival.origin.0).or_insert((&piece_type.title, &arrival.zone.name));
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
    reach.all().any(|(color, piece_type, _)| {
        might_be(variant, &admission.pieces, color, (color, piece_type), everywhere)
    })
}

fn nobody(span: Span) -> Diagnostic {
    Diagnostic::warning("never-applies", span, "this rule applies to nobody")
        .help("no piece that can be on the board is one of those it names, where it names them")
}

fn never_had(variant: &Variant, reach: &Reach, action: &Action) -> Option<Diagnostic> {
    let any = |pieces: &PieceFilter| {
        Color::ALL.into_iter().any(|side| anybody_for(variant, reach, &both(pieces), side))
    };
    let effects = action.act.effects();
    let mut held = variant.piece_type_ids().map(|(id, _)| variant.held(id));
    let able = effects.pieces.iter().all(|pieces| any(pieces))
        && effects.from_hand.is_none_or(|types| variant.hands && held.any(|id| types.contains(&id)));
    let why = match effects.pieces.len() {
        0 if variant.hands => "none of these is ever in hand",
        0 => "the game has no hands; add a line `hands`",
        1 => "no piece that can be on the board may be placed by it",
        _ => "there are never two pieces that could change places by it",
    };
    (!able).then(|| {
        Diagnostic::warning(
            "never-had",
            action.origin.0,
            format!("nobody can ever take the turn `{}`", action.name),
        )
        .help(why)
    })
}

/// Turns are of one's own pieces.
fn both(pieces: &PieceFilter) -> PieceFilter {
    PieceFilter::Every(vec![PieceFilter::Own, pieces.clone()])
}
