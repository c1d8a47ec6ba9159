//! Royals: rules about them where there are none, players without one, and check before the first move.

use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Setup, SquareSet};
use crate::rules::interpreter::{Interpreter, World};
use crate::rules::{Binding, Condition, PieceFilter, Trigger, Variant};

pub(super) fn check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    if variant.piece_types.iter().all(|piece_type| piece_type.royal.is_none()) {
        if let Some((span, what)) = asking(variant) {
            problems.push(
                Diagnostic::warning("no-royal-piece", span, format!("{what}, but no piece is royal"))
                    .help("write `royal` after the moves of the piece that must not be lost"),
            );
        }
        return;
    }
    if variant.royalty.binds == Binding::Never || variant.setup.is_empty() {
        return;
    }
    let setup = variant.start();
    let royals = |color: Color| -> SquareSet {
        let of = setup.pieces().filter(|(_, piece)| {
            piece.color == color && variant.piece_type(piece.piece_type).royal.is_some()
        });
        of.map(|(square, _)| square).collect()
    };
    let place = array_place(variant);
    for color in Color::ALL {
        if royals(color).is_empty() && !royals(color.other()).is_empty() {
            problems.push(
                Diagnostic::warning(
                    "player-without-royal",
                    place,
                    format!("{} has no royal piece in the array `{}`", color.title(), variant.array),
                )
                .help("check and checkmate do not apply to this player; draw a royal piece, or allow this if it is intended"),
            );
        }
    }
    problems.extend(check_before_the_first_move(variant, &setup, place));
}

/// The first rule about royal pieces, and how it is described.
fn asking(variant: &Variant) -> Option<(Span, &'static str)> {
    if variant.royalty.origin.0 != Span::default() && variant.royalty.binds != Binding::Never {
        return Some((variant.royalty.origin.0, "this is a rule about royal pieces"));
    }
    let ending = variant.endings.iter().find_map(|ending| match &ending.trigger {
        Trigger::Checkmate => Some((ending.origin.0, "checkmate ends the game")),
        Trigger::When(condition) if condition_asks(condition) => {
            Some((ending.origin.0, "this refers to royal pieces"))
        }
        _ => None,
    });
    let admission = || {
        variant
            .admissions
            .iter()
            .find(|a| a.pieces.asks_royals())
            .map(|a| (a.origin.0, "this refers to royal pieces"))
    };
    let action = || {
        let asks = |pieces: &PieceFilter| pieces.asks_royals() && !matches!(pieces, PieceFilter::Not(_));
        let found = variant.actions.iter().find(|action| action.act.effects().pieces.iter().any(|p| asks(p)));
        found.map(|action| (action.origin.0, "this refers to royal pieces"))
    };
    ending.or_else(admission).or_else(action)
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
fn check_before_the_first_move(variant: &Variant, setup: &Setup, place: Span) -> Option<Diagnostic> {
    let rules = Interpreter::new(variant);
    let waiting = setup.turn.other();
    setup.is_checked(&rules, waiting).then(|| {
        Diagnostic::warning(
            "check-in-array",
            place,
            format!(
                "{} is in check in the array `{}`, and it is {}'s turn",
                waiting.title(),
                variant.array,
                setup.turn.title()
            ),
        )
        .help("the first move could capture the royal piece; check the open lines between the two sides")
    })
}

/// Where the array in force is written.
pub(super) fn array_place(variant: &Variant) -> Span {
    variant
        .arrays
        .iter()
        .find(|info| info.name == variant.array)
        .map_or(Span::default(), |info| info.origin.0)
}
