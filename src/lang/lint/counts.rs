//! Conditions that count more pieces than there ever are. No rule brings pieces from outside; captured ones may change
//! sides, and some become others.

use super::array::count;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::source::Span;
use crate::base::{Bitboard, Color, Piece, PieceTypeId};
use crate::rules::{Compare, Condition, PieceFilter, Trigger, Variant};

pub(super) fn check(variant: &Variant, problems: &mut Vec<Diagnostic>) {
    if variant.setup.is_empty() {
        return;
    }
    for (span, condition) in conditions(variant) {
        for part in parts(condition) {
            let (number, most) = match part {
                Condition::Forks { number, pieces } => (*number, most(variant, &enemy(pieces))),
                Condition::Count { pieces, is: Compare::Equal | Compare::AtLeast, number }
                | Condition::Held { pieces, is: Compare::Equal | Compare::AtLeast, number } => {
                    (*number, most(variant, pieces))
                }
                _ => continue,
            };
            if number > most {
                let message = format!("there are never {number} of these pieces, but at most {most}");
                let problem = Diagnostic::new(Code::NeverSoMany, span, message);
                problems.push(problem.help("check the number; as it is, the condition never holds"));
            }
        }
    }
}

/// All conditions of a game, and where each is written.
fn conditions(variant: &Variant) -> impl Iterator<Item = (Span, &Condition)> {
    let endings = variant.endings.iter().filter_map(|ending| match &ending.trigger {
        Trigger::When(condition) => Some((ending.origin.0, condition)),
        _ => None,
    });
    let actions = variant.actions.iter().flat_map(|action| {
        let when = action.when.iter().map(|condition| (action.line("when", 0).0, condition));
        when.chain(action.provided.iter().map(|condition| (action.line("provided", 0).0, condition)))
    });
    let rules =
        variant.move_rules.iter().filter_map(|rule| rule.when.as_ref().map(|when| (rule.origin.0, when)));
    let pieces = variant.piece_types.iter().flat_map(|piece_type| {
        let moves = piece_type.moves.iter().map(|moves| (moves.origin.0, moves.when.as_ref()));
        let arrivals = piece_type.arrivals.iter().map(|arrival| (arrival.origin.0, arrival.when.as_ref()));
        moves.chain(arrivals).filter_map(|(span, when)| Some((span, when?)))
    });
    endings.chain(actions).chain(rules).chain(pieces)
}

/// The simple conditions that a condition is made of, those inside questions included.
fn parts(condition: &Condition) -> Vec<&Condition> {
    let mut all = Vec::new();
    for part in condition.parts() {
        match part {
            Condition::CanReach(inner) => all.extend(parts(inner)),
            part => all.push(part),
        }
    }
    all
}

fn enemy(pieces: &PieceFilter) -> PieceFilter {
    PieceFilter::Every(vec![PieceFilter::Enemy, pieces.clone()])
}

/// The most pieces a filter can ever mean at once, for whichever player.
fn most(variant: &Variant, pieces: &PieceFilter) -> u32 {
    let of = |player| Color::ALL.map(|color| most_of(variant, pieces, player, color)).iter().sum();
    Color::ALL.map(of).into_iter().max().unwrap_or(0)
}

/// The most pieces of one color that a filter can ever mean in a rule for a player.
fn most_of(variant: &Variant, pieces: &PieceFilter, player: Color, color: Color) -> u32 {
    let of = |pieces| most_of(variant, pieces, player, color);
    let all = match variant.holds_captures() {
        true => Color::ALL.map(|color| count(variant, color)).iter().sum(),
        false => count(variant, color),
    };
    match pieces {
        PieceFilter::Own if color != player => 0,
        PieceFilter::Enemy if color == player => 0,
        PieceFilter::Every(every) => every.iter().map(of).min().unwrap_or(all),
        PieceFilter::AnyOf(any) => any.iter().map(of).sum::<u32>().min(all),
        PieceFilter::In(zone) => all.min(zone.squares.get(color).count()),
        PieceFilter::PieceTypes(ids) if !variant.holds_captures() && !are_made(variant, ids) => {
            counted(variant, ids, color)
        }
        _ => all,
    }
}

/// Whether some other piece can become one of these.
fn are_made(variant: &Variant, ids: &[PieceTypeId]) -> bool {
    let others = variant.piece_type_ids().filter(|(id, _)| !ids.contains(id));
    let mut arrivals = others.flat_map(|(_, own)| &own.arrivals).flat_map(|arrival| &arrival.then);
    let mut made = variant.actions.iter().flat_map(|action| action.act.effects().becomes);
    arrivals.any(|then| then.becomes().iter().any(|id| ids.contains(id))) || made.any(|id| ids.contains(id))
}

/// How many of these pieces of a side there are at the start, those in hand included.
fn counted(variant: &Variant, ids: &[PieceTypeId], color: Color) -> u32 {
    let is_meant = |piece: Piece| piece.color == color && ids.contains(&piece.piece_type);
    let stand = variant.setup.iter().filter(|(_, piece)| is_meant(*piece)).count();
    let held = variant.start_hands.iter().filter(|(piece, _)| is_meant(*piece));
    let held: u32 = held.map(|(_, number)| u32::from(*number)).sum();
    u32::try_from(stand).unwrap_or(u32::MAX).saturating_add(held)
}
