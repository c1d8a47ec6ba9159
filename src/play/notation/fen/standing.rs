//! Positions no game can reach, as far as that can be said for sure: pieces on squares closed to them, sides without
//! royals or with too many.
//!
//! Everything is judged by what a piece might ever be or do, never by the position: when in doubt a piece may stand.

use super::read::{Field, Reader};
use crate::base::diagnostic::Diagnostic;
use crate::base::{Color, Piece, PieceTypeId, Square};
use crate::rules::{Act, Binding, Consequence, PieceFilter, Target, Threat, Variant, Zone};

/// Complains about pieces that cannot stand where they do.
pub(super) fn check(reader: &mut Reader, placement: Field) {
    misplaced(reader);
    if reader.setup.ended.is_none() {
        royals(reader, placement);
    }
}

fn misplaced(reader: &mut Reader) {
    let pieces: Vec<(Square, Piece)> = reader.setup.pieces().collect();
    for (square, piece) in pieces {
        if may_stand(reader.variant, piece, square) {
            continue;
        }
        let name = reader.variant.board.name(square);
        let piece_type = reader.variant.piece_type(piece.piece_type);
        let message = format!("{}'s {} can never stand on {name}", piece.color.title(), piece_type.title);
        let problem = Diagnostic::error("fen-misplaced", reader.places[square.index()], message);
        let problem = match &piece_type.stays {
            Some(zone) if !zone.squares.get(piece.color).contains(square) => {
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
    let is_royal = |piece: Piece| variant.piece_type(piece.piece_type).royal.is_some();
    let start = variant.start();
    let more = variant.piece_types.iter().any(|piece_type| {
        piece_type.arrivals.iter().flat_map(|arrival| &arrival.then).any(|then| match then {
            Consequence::Become(piece_types) => piece_types.iter().any(|k| variant.piece_type(*k).royal.is_some()),
            _ => false,
        })
    }) || variant.piece_type_ids().any(|(id, piece_type)| {
        let captured = piece_type.royal.is_none() || variant.royalty.binds != Binding::Always;
        variant.hands && captured && variant.piece_type(variant.held(id)).royal.is_some()
    }) || variant.actions.iter().any(|action| {
        matches!(action.act, Act::Place { becomes: Some(piece_type), .. } if variant.piece_type(piece_type).royal.is_some())
    });
    for color in Color::ALL {
        let count = |setup: &crate::base::Setup| {
            setup.pieces().filter(|(_, piece)| piece.color == color && is_royal(*piece)).count()
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
    let royals = variant.piece_types.iter().filter(|piece_type| piece_type.royal.is_some());
    royals.min_by_key(|piece_type| piece_type.royal).map_or("royal", |piece_type| piece_type.title.as_str())
}

/// Whether a piece might ever stand on a square.
fn may_stand(variant: &Variant, piece: Piece, square: Square) -> bool {
    if variant.start().piece(square) == Some(piece) || may_be_put(variant, piece, square) {
        return true;
    }
    let inside = |zone: &Zone| zone.squares.get(piece.color).contains(square);
    if variant.piece_type(piece.piece_type).stays.as_ref().is_some_and(|zone| !inside(zone)) {
        return false;
    }
    let mut closed = variant.admissions.iter().filter(|admission| inside(&admission.zone)).peekable();
    closed.peek().is_none() || closed.any(|admission| might_match(variant, &admission.pieces, piece, None))
}

/// Whether some rule other than its own moves might bring a piece to a square.
fn may_be_put(variant: &Variant, piece: Piece, square: Square) -> bool {
    let inside = |zone: &Zone| zone.squares.get(piece.color).contains(square);
    let arrivals = variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
    let by_arrival = arrivals.flat_map(|arrival| arrival.then.iter().map(move |then| (arrival, then))).any(
        |(arrival, then)| match then {
            Consequence::Become(piece_types) => {
                inside(&arrival.zone) && piece_types.contains(&piece.piece_type)
            }
            Consequence::Exchange(pieces) => {
                inside(&arrival.zone) && might_match(variant, pieces, piece, None)
            }
            _ => false,
        },
    );
    by_arrival || variant.actions.iter().any(|action| put_by(variant, &action.act, piece, square))
}

fn put_by(variant: &Variant, act: &Act, piece: Piece, square: Square) -> bool {
    let inside = |zone: &Zone| zone.squares.get(piece.color).contains(square);
    match act {
        Act::Place { pieces, to, becomes, .. } => {
            let target = match to {
                Target::Zone(zone) => inside(zone),
                Target::HomeOf(piece_type) => variant.homes(piece.color, *piece_type).contains(square),
            };
            target
                && match becomes {
                    Some(piece_type) => *piece_type == piece.piece_type,
                    None => might_match(variant, pieces, piece, None),
                }
        }
        Act::Exchange { pieces, with, .. } => {
            let other_there = |filter: &PieceFilter| {
                variant.piece_type_ids().any(|(piece_type, _)| {
                    let other = Piece { color: piece.color, piece_type };
                    might_match(variant, filter, other, Some(square)) && !fixed(variant, other, square)
                })
            };
            might_match(variant, with, piece, None) && other_there(pieces)
                || might_match(variant, pieces, piece, None) && other_there(with)
        }
        Act::Drop { piece_types, to, .. } => piece_types.contains(&piece.piece_type) && inside(to),
        Act::Pass => false,
    }
}

/// Whether a piece standing there surely cannot be exchanged.
fn fixed(variant: &Variant, piece: Piece, square: Square) -> bool {
    variant.immunities.iter().any(|immunity| {
        immunity.to.contains(&Threat::Exchange) && must_match(variant, &immunity.pieces, piece, Some(square))
    })
}

/// Whether a filter might match a piece of the side in question, standing on `square` if that is known.
fn might_match(variant: &Variant, pieces: &PieceFilter, piece: Piece, square: Option<Square>) -> bool {
    match pieces {
        PieceFilter::All | PieceFilter::Own => true,
        PieceFilter::Enemy => false,
        PieceFilter::Royal | PieceFilter::Leader => is_royal(variant, piece.piece_type),
        PieceFilter::PieceTypes(piece_types) => piece_types.contains(&piece.piece_type),
        PieceFilter::In(zone) => square.is_none_or(|square| zone.squares.get(piece.color).contains(square)),
        PieceFilter::Not(inner) => !must_match(variant, inner, piece, square),
        PieceFilter::Every(all) => all.iter().all(|pieces| might_match(variant, pieces, piece, square)),
        PieceFilter::AnyOf(any) => any.iter().any(|pieces| might_match(variant, pieces, piece, square)),
    }
}

/// Whether a filter matches such a piece in every position.
fn must_match(variant: &Variant, pieces: &PieceFilter, piece: Piece, square: Option<Square>) -> bool {
    match pieces {
        PieceFilter::All | PieceFilter::Own => true,
        PieceFilter::Enemy | PieceFilter::Leader => false,
        PieceFilter::Royal => is_royal(variant, piece.piece_type),
        PieceFilter::PieceTypes(piece_types) => piece_types.contains(&piece.piece_type),
        PieceFilter::In(zone) => square.is_some_and(|square| zone.squares.get(piece.color).contains(square)),
        PieceFilter::Not(inner) => !might_match(variant, inner, piece, square),
        PieceFilter::Every(all) => all.iter().all(|pieces| must_match(variant, pieces, piece, square)),
        PieceFilter::AnyOf(any) => any.iter().any(|pieces| must_match(variant, pieces, piece, square)),
    }
}

fn is_royal(variant: &Variant, piece_type: PieceTypeId) -> bool {
    variant.piece_type(piece_type).royal.is_some()
}
