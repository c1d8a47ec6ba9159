//! Rules that never act: triggers that never fire, entry rules that admit no piece, actions that are never possible.

use super::reach::Reach;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Color, SquareSet};
use crate::rules::{Action, Admission, PieceFilter};
use std::collections::BTreeMap;

pub(super) fn check(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let variant = reach.variant;
    arrivals(reach, problems);
    for admission in variant.admissions.iter().filter(|admission| !admits(reach, admission)) {
        let message = format!("no piece can ever enter {} by this rule", admission.zone.name);
        problems.push(Diagnostic::warning("never-admits", admission.origin.0, message).help(
            "no piece it names is ever on the board, and an entry rule keeps out all pieces it does not name",
        ));
    }
    let borders = variant.borders.iter().map(|border| (&border.pieces, border.origin));
    let immunities = variant.immunities.iter().map(|immunity| (&immunity.pieces, immunity.origin));
    for (pieces, origin) in borders.chain(immunities) {
        if !Color::ALL.into_iter().any(|side| reach.any(pieces, side)) {
            let problem = Diagnostic::warning("never-applies", origin.0, "this rule applies to no piece");
            problems.push(problem.help("no piece it names can ever be on the squares it names"));
        }
    }
    problems.extend(variant.actions.iter().filter_map(|action| impossible(reach, action)));
}

/// One rule about arrivals may concern many piece types: it is fine if one of them can arrive.
fn arrivals(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let mut idle: BTreeMap<Span, (&str, &str)> = BTreeMap::new();
    for (_, piece_type) in reach.variant.piece_type_ids().filter(|(id, _)| reach.appears(*id)) {
        for arrival in piece_type.arrivals.iter().filter(|arrival| !reach.fired.contains(&arrival.origin.0)) {
            idle.entry(arrival.origin.0).or_insert((&piece_type.title, &arrival.zone.name));
        }
    }
    problems.extend(idle.into_iter().map(|(span, (title, zone))| {
        Diagnostic::warning("never-fires", span, format!("the {title} can never arrive at `{zone}`"))
            .help("its moves do not lead there; check the region, and which way the piece goes")
    }));
}

fn admits(reach: &Reach, admission: &Admission) -> bool {
    let everywhere: SquareSet = reach.variant.board.squares().collect();
    reach.all().any(|(piece, _)| reach.might_be(&admission.pieces, piece.color, piece, everywhere))
}

fn impossible(reach: &Reach, action: &Action) -> Option<Diagnostic> {
    let variant = reach.variant;
    let effects = action.act.effects();
    // An action concerns the player's own pieces.
    let own = |pieces: &PieceFilter| PieceFilter::Every(vec![PieceFilter::Own, pieces.clone()]);
    let any = |pieces: &PieceFilter| Color::ALL.into_iter().any(|side| reach.any(&own(pieces), side));
    let mut held = variant.piece_type_ids().map(|(id, _)| variant.held(id));
    let able = effects.pieces.iter().all(|pieces| any(pieces))
        && effects.from_hand.is_none_or(|types| variant.hands && held.any(|id| types.contains(&id)));
    let why = match effects.pieces.len() {
        0 if variant.hands => "none of these pieces is ever in hand",
        0 => "the game has no hands; add a line `hands`",
        1 => "it can place no piece that can be on the board",
        _ => "there are never two pieces that could change places by it",
    };
    let message = format!("the action `{}` is never possible", action.name);
    (!able).then(|| Diagnostic::warning("never-had", action.origin.0, message).help(why))
}
