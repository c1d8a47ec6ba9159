//! Rules that never act: triggers that never fire, entry rules that admit no piece, actions that are never possible.

use super::piece_filter::{any_piece, any_piece_for, might_be};
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
            let message = format!("no piece can ever enter {} by this rule", admission.zone.name);
            problems.push(Diagnostic::warning("never-admits", admission.origin.0, message).help(
                "no piece it names is ever on the board, and an entry rule keeps out all pieces it does not name",
            ));
        }
    }
    for border in &variant.borders {
        if !any_piece(variant, reach, &border.pieces) {
            problems.push(no_piece(border.origin.0));
        }
    }
    for immunity in &variant.immunities {
        if !any_piece(variant, reach, &immunity.pieces) {
            problems.push(no_piece(immunity.origin.0));
        }
    }
    for action in &variant.actions {
        problems.extend(impossible(variant, reach, action));
    }
}

/// One rule about arrivals may concern many piece types: it is fine if one of them can arrive.
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

fn no_piece(span: Span) -> Diagnostic {
    Diagnostic::warning("never-applies", span, "this rule applies to no piece")
        .help("no piece it names can ever be on the squares it names")
}

fn impossible(variant: &Variant, reach: &Reach, action: &Action) -> Option<Diagnostic> {
    let any = |pieces: &PieceFilter| {
        Color::ALL.into_iter().any(|side| any_piece_for(variant, reach, &both(pieces), side))
    };
    let effects = action.act.effects();
    let mut held = variant.piece_type_ids().map(|(id, _)| variant.held(id));
    let able = effects.pieces.iter().all(|pieces| any(pieces))
        && effects.from_hand.is_none_or(|types| variant.hands && held.any(|id| types.contains(&id)));
    let why = match effects.pieces.len() {
        0 if variant.hands => "none of these pieces is ever in hand",
        0 => "the game has no hands; add a line `hands`",
        1 => "it can place no piece that can be on the board",
        _ => "there are never two pieces that could change places by it",
    };
    (!able).then(|| {
        Diagnostic::warning(
            "never-had",
            action.origin.0,
            format!("the action `{}` is never possible", action.name),
        )
        .help(why)
    })
}

/// An action concerns the player's own pieces.
fn both(pieces: &PieceFilter) -> PieceFilter {
    PieceFilter::Every(vec![PieceFilter::Own, pieces.clone()])
}
