//! Positions no game can reach, as far as that can be said for sure: pieces on squares closed to them, sides without
//! royals or with too many.
//!
//! Everything is judged by what a piece might ever be or do, never by the position: when in doubt a piece may stand.

use super::read::{Field, Reader};
use crate::base::diagnostic::Diagnostic;
use crate::base::{Color, Piece, PieceTypeId, Square};
use crate::rules::{Act, Binding, Consequence, Likely, PieceFilter, SomePiece, Threat, Variant, Zone};

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
    let royal = |piece_type: &PieceTypeId| variant.piece_type(*piece_type).royal.is_some();
    let mut arrivals = variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
    let more = arrivals.any(|arrival| arrival.then.iter().flat_map(Consequence::becomes).any(royal))
        || variant.piece_type_ids().any(|(id, piece_type)| {
            let captured = piece_type.royal.is_none() || variant.royalty.binds != Binding::Always;
            variant.hands && captured && royal(&variant.held(id))
        })
        || variant.actions.iter().any(|action| action.act.effects().becomes.as_ref().is_some_and(royal));
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
    let some = SomePiece { variant, piece, squares: None };
    closed.peek().is_none() || closed.any(|admission| some.might_be(&admission.pieces, piece.color))
}

/// Whether some rule other than its own moves might bring a piece to a square.
fn may_be_put(variant: &Variant, piece: Piece, square: Square) -> bool {
    let inside = |zone: &Zone| zone.squares.get(piece.color).contains(square);
    let arrivals = variant.piece_types.iter().flat_map(|piece_type| &piece_type.arrivals);
    let some = SomePiece { variant, piece, squares: None };
    let brings = |then: &Consequence| {
        then.becomes().contains(&piece.piece_type)
            || then.exchanges().is_some_and(|pieces| some.might_be(pieces, piece.color))
    };
    let mut arrivals = arrivals.filter(|arrival| inside(&arrival.zone));
    arrivals.any(|arrival| arrival.then.iter().any(brings))
        || variant.actions.iter().any(|action| put_by(variant, &action.act, piece, square))
}

fn put_by(variant: &Variant, act: &Act, piece: Piece, square: Square) -> bool {
    let effects = act.effects();
    let is_meant =
        |pieces: &PieceFilter| SomePiece { variant, piece, squares: None }.might_be(pieces, piece.color);
    let comes_there = effects.to.is_some_and(|to| to.squares(variant, piece.color).contains(square));
    match effects.pieces.as_slice() {
        [] => comes_there && effects.from_hand.is_some_and(|types| types.contains(&piece.piece_type)),
        [pieces] => {
            comes_there && effects.becomes.map_or_else(|| is_meant(pieces), |id| id == piece.piece_type)
        }
        [pieces, with, ..] => {
            is_meant(with) && leaves(variant, pieces, piece.color, square)
                || is_meant(pieces) && leaves(variant, with, piece.color, square)
        }
    }
}

/// Whether some piece on a square might be one of those that change places.
fn leaves(variant: &Variant, pieces: &PieceFilter, color: Color, square: Square) -> bool {
    let fixed = variant.immunities.iter().filter(|immunity| immunity.to.contains(&Threat::Exchange));
    let fixed: Vec<&PieceFilter> = fixed.map(|immunity| &immunity.pieces).collect();
    variant.piece_type_ids().any(|(piece_type, _)| {
        let squares = Some([square].into_iter().collect());
        let other = SomePiece { variant, piece: Piece { color, piece_type }, squares };
        other.might_be(pieces, color) && !fixed.iter().any(|fixed| other.is(fixed, color) == Likely::Yes)
    })
}
