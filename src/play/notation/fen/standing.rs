//! Positions no game can reach, as far as that can be said for sure: men on squares closed to them, sides without
//! royals or with too many.
//!
//! Everything is judged by what a man might ever be or do, never by the position: when in doubt a man may stand.

use super::read::{Field, Reader};
use crate::base::{Color, KindId, Man, Square};
use crate::base::diagnostic::Diagnostic;
use crate::rules::{Act, Binding, Consequence, Men, Target, Threat, Variant, Zone};

/// Complains about men that cannot stand where they do.
pub(super) fn check(reader: &mut Reader, placement: Field) {
    misplaced(reader);
    if reader.setup.ended.is_none() {
        royals(reader, placement);
    }
}

fn misplaced(reader: &mut Reader) {
    let men: Vec<(Square, Man)> = reader.setup.men().collect();
    for (square, man) in men {
        if may_stand(reader.variant, man, square) {
            continue;
        }
        let name = reader.variant.board.name(square);
        let kind = reader.variant.kind(man.kind);
        let message = format!("{}'s {} can never stand on {name}", man.color.title(), kind.title);
        let problem = Diagnostic::error("fen-misplaced", reader.places[square.index()], message);
        let problem = match &kind.stays {
            Some(zone) if !zone.squares.get(man.color).contains(square) => {
                problem.help(format!("it stays in: {}", zone.name))
            }
            _ => problem.help("this cell is closed to it"),
        };
        reader.problems.push(problem);
    }
}

fn royals(reader: &mut Reader, placement: Field) {
    let variant = reader.variant;
    if variant.royalty.binds == Binding::Never {
        return;
    }
    let is_royal = |man: Man| variant.kind(man.kind).royal.is_some();
    let start = variant.start();
    let more = variant.kinds.iter().any(|kind| {
        kind.arrivals.iter().flat_map(|arrival| &arrival.then).any(|then| match then {
            Consequence::Become(kinds) => kinds.iter().any(|k| variant.kind(*k).royal.is_some()),
            _ => false,
        })
    }) || variant.kind_ids().any(|(id, kind)| {
        let captured = kind.royal.is_none() || variant.royalty.binds != Binding::Always;
        variant.hands && captured && variant.kind(variant.held(id)).royal.is_some()
    }) || variant.turns.iter().any(|turn| {
        matches!(turn.act, Act::Place { becomes: Some(kind), .. } if variant.kind(kind).royal.is_some())
    });
    for color in Color::ALL {
        let count = |setup: &crate::base::Setup| {
            setup.men().filter(|(_, man)| man.color == color && is_royal(*man)).count()
        };
        let (here, at_start) = (count(&reader.setup), count(&start));
        let royal = royal_name(variant);
        if here == 0 && at_start > 0 {
            let message = format!("{} has no {royal}", color.title());
            let problem = Diagnostic::error("fen-no-royal", placement.span, message);
            reader.problems.push(problem.help("each side needs one: check could not be told without it"));
        } else if here > at_start && at_start > 0 && !more {
            let message =
                format!("{} has {here} royals, but can never have more than {at_start}", color.title());
            reader.problems.push(Diagnostic::error("fen-too-many-royals", placement.span, message));
        }
    }
}

fn royal_name(variant: &Variant) -> &str {
    let royals = variant.kinds.iter().filter(|kind| kind.royal.is_some());
    royals.min_by_key(|kind| kind.royal).map_or("royal", |kind| kind.title.as_str())
}

/// Whether a man might ever stand on a square.
fn may_stand(variant: &Variant, man: Man, square: Square) -> bool {
    if variant.start().man(square) == Some(man) || may_be_put(variant, man, square) {
        return true;
    }
    let inside = |zone: &Zone| zone.squares.get(man.color).contains(square);
    if variant.kind(man.kind).stays.as_ref().is_some_and(|zone| !inside(zone)) {
        return false;
    }
    let mut closed = variant.admissions.iter().filter(|admission| inside(&admission.zone)).peekable();
    closed.peek().is_none() || closed.any(|admission| might_match(variant, &admission.men, man, None))
}

/// Whether some rule other than its own moves might bring a man to a square.
fn may_be_put(variant: &Variant, man: Man, square: Square) -> bool {
    let inside = |zone: &Zone| zone.squares.get(man.color).contains(square);
    let arrivals = variant.kinds.iter().flat_map(|kind| &kind.arrivals);
    let by_arrival = arrivals.flat_map(|arrival| arrival.then.iter().map(move |then| (arrival, then))).any(
        |(arrival, then)| match then {
            Consequence::Become(kinds) => inside(&arrival.zone) && kinds.contains(&man.kind),
            Consequence::Exchange(men) => inside(&arrival.zone) && might_match(variant, men, man, None),
            _ => false,
        },
    );
    by_arrival || variant.turns.iter().any(|turn| put_by(variant, &turn.act, man, square))
}

fn put_by(variant: &Variant, act: &Act, man: Man, square: Square) -> bool {
    let inside = |zone: &Zone| zone.squares.get(man.color).contains(square);
    match act {
        Act::Place { men, to, becomes, .. } => {
            let target = match to {
                Target::Zone(zone) => inside(zone),
                Target::HomeOf(kind) => variant.homes(man.color, *kind).contains(square),
            };
            target
                && match becomes {
                    Some(kind) => *kind == man.kind,
                    None => might_match(variant, men, man, None),
                }
        }
        Act::Exchange { men, with, .. } => {
            let other_there = |filter: &Men| {
                variant.kind_ids().any(|(kind, _)| {
                    let other = Man { color: man.color, kind };
                    might_match(variant, filter, other, Some(square)) && !fixed(variant, other, square)
                })
            };
            might_match(variant, with, man, None) && other_there(men)
                || might_match(variant, men, man, None) && other_there(with)
        }
        Act::Drop { kinds, to, .. } => kinds.contains(&man.kind) && inside(to),
        Act::Pass => false,
    }
}

/// Whether a man standing there surely cannot be exchanged.
fn fixed(variant: &Variant, man: Man, square: Square) -> bool {
    variant.immunities.iter().any(|immunity| {
        immunity.to.contains(&Threat::Exchange) && must_match(variant, &immunity.men, man, Some(square))
    })
}

/// Whether a filter might match a man of the side in question, standing on `square` if that is known.
fn might_match(variant: &Variant, men: &Men, man: Man, square: Option<Square>) -> bool {
    match men {
        Men::All | Men::Own => true,
        Men::Enemy => false,
        Men::Royal | Men::Leader => is_royal(variant, man.kind),
        Men::Kinds(kinds) => kinds.contains(&man.kind),
        Men::In(zone) => square.is_none_or(|square| zone.squares.get(man.color).contains(square)),
        Men::Not(inner) => !must_match(variant, inner, man, square),
        Men::Every(all) => all.iter().all(|men| might_match(variant, men, man, square)),
        Men::AnyOf(any) => any.iter().any(|men| might_match(variant, men, man, square)),
    }
}

/// Whether a filter matches such a man in every position.
fn must_match(variant: &Variant, men: &Men, man: Man, square: Option<Square>) -> bool {
    match men {
        Men::All | Men::Own => true,
        Men::Enemy | Men::Leader => false,
        Men::Royal => is_royal(variant, man.kind),
        Men::Kinds(kinds) => kinds.contains(&man.kind),
        Men::In(zone) => square.is_some_and(|square| zone.squares.get(man.color).contains(square)),
        Men::Not(inner) => !might_match(variant, inner, man, square),
        Men::Every(all) => all.iter().all(|men| must_match(variant, men, man, square)),
        Men::AnyOf(any) => any.iter().any(|men| must_match(variant, men, man, square)),
    }
}

fn is_royal(variant: &Variant, kind: KindId) -> bool {
    variant.kind(kind).royal.is_some()
}
