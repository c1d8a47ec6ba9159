//! Royals: rules about them where there are none, players without one, and check before the first move.

use super::array_place;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Color, Setup};
use crate::rules::interpreter::Interpreter;
use crate::rules::{Binding, Condition, PieceFilter, Trigger, Variant};

pub(super) fn check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    if variant.piece_types.iter().all(|piece_type| piece_type.royal.is_none()) {
        problems.extend(asking(variant).map(|(span, what)| {
            Diagnostic::warning("no-royal-piece", span, format!("{what}, but no piece is royal"))
                .help("write `royal` after the moves of the piece that must not be lost")
        }));
        return;
    }
    if variant.royalty.binds == Binding::Never || variant.setup.is_empty() {
        return;
    }
    let has_royal = |color: Color| {
        let mut own = variant.setup.iter().filter(|(_, piece)| piece.color == color);
        own.any(|(_, piece)| variant.piece_type(piece.piece_type).royal.is_some())
    };
    for color in Color::ALL {
        if !has_royal(color) && has_royal(color.other()) {
            let message = format!("{} has no royal piece in the array `{}`", color.title(), variant.array);
            problems.push(
                Diagnostic::warning("player-without-royal", array_place(variant), message)
                    .help("check and checkmate do not apply to this player; draw a royal piece, or allow this if it is intended"),
            );
        }
    }
    problems.extend(check_before_the_first_move(variant, &variant.start()));
}

/// The first rule about royal pieces, and how it is described.
fn asking(variant: &Variant) -> Option<(Span, &'static str)> {
    let refers = |origin| (origin, "this refers to royal pieces");
    if variant.royalty.origin.0 != Span::default() && variant.royalty.binds != Binding::Never {
        return Some((variant.royalty.origin.0, "this is a rule about royal pieces"));
    }
    let ending = variant.endings.iter().find_map(|ending| match &ending.trigger {
        Trigger::Checkmate => Some((ending.origin.0, "checkmate ends the game")),
        Trigger::When(condition) if condition_asks(condition) => Some(refers(ending.origin.0)),
        _ => None,
    });
    let asks = |pieces: &PieceFilter| pieces.asks_royals() && !matches!(pieces, PieceFilter::Not(_));
    let mut admissions = variant.admissions.iter().filter(|admission| admission.pieces.asks_royals());
    let mut actions = variant.actions.iter();
    ending.or_else(|| admissions.next().map(|admission| refers(admission.origin.0))).or_else(|| {
        let asking = actions.find(|action| action.act.effects().pieces.into_iter().any(asks));
        asking.map(|action| refers(action.origin.0))
    })
}

fn condition_asks(condition: &Condition) -> bool {
    let royal = |pieces: &PieceFilter| matches!(pieces, PieceFilter::Royal | PieceFilter::Leader);
    condition.parts().into_iter().any(|part| match part {
        Condition::InCheck => true,
        Condition::Count { pieces: PieceFilter::Every(all), .. } => all.iter().any(royal),
        Condition::Count { pieces, .. } => royal(pieces),
        Condition::CanReach(inner) => condition_asks(inner),
        _ => false,
    })
}

/// The player who is not to move must not be in check.
fn check_before_the_first_move(variant: &Variant, setup: &Setup) -> Option<Diagnostic> {
    let (waiting, moving) = (setup.turn.other(), setup.turn.title());
    let checked = format!("{} is in check in the array `{}`", waiting.title(), variant.array);
    let message = format!("{checked}, and it is {moving}'s turn");
    let help = "the first move could capture the royal piece; check the open lines between the two sides";
    Interpreter::new(variant)
        .is_in_check(setup, waiting)
        .then(|| Diagnostic::warning("check-in-array", array_place(variant), message).help(help))
}
