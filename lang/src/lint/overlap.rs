//! Lint for overlapping arrival rules: two rules for a piece on the same square, with effects that conflict or
//! repeat each other.

use crate::base::{Bitboard, Color, Piece, SquareSet};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::quoted;
use crate::rules::{Arrival, Consequence, Reach};
use std::collections::BTreeSet;

pub(super) fn arrivals(reach: &Reach, problems: &mut Vec<Diagnostic>) {
    let mut known = BTreeSet::new();
    for (id, piece_type) in reach.variant.piece_type_ids().filter(|(id, _)| reach.appears(*id)) {
        for (number, other) in piece_type.arrivals.iter().enumerate() {
            for one in piece_type.arrivals[..number].iter().filter(|one| disagree(one, other)) {
                let shared = |color| shared(reach, Piece { color, piece_type: id }, one, other);
                let Some(squares) = Color::ALL.into_iter().map(shared).find(|squares| !squares.is_empty())
                else {
                    continue;
                };
                if known.insert((one.origin.0, other.origin.0)) {
                    problems.push(overlap(reach, &piece_type.title, squares, one, other));
                }
            }
        }
    }
}

/// Returns true if two arrival rules have effects of the same kind that are not just different choices.
pub(super) fn disagree(one: &Arrival, other: &Arrival) -> bool {
    let alike = |a: &Consequence, b: &Consequence| match (a, b) {
        (Consequence::Become(a), Consequence::Become(b)) if one.may && other.may => {
            a.iter().any(|piece_type| b.contains(piece_type))
        }
        (own, _) if own.is_about_rights() => false,
        _ if one.may && other.may => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    // A rule with additional requirements may be meant as the exception to the other.
    let is_plain = |arrival: &Arrival| {
        !arrival.by_itself && arrival.way.is_none() && arrival.when.is_none() && arrival.capturing.is_none()
    };
    let is_alike = |a| other.then.iter().any(|b| alike(a, b));
    let has_choices = one.demands_choice() && other.demands_choice();
    is_plain(one) && is_plain(other) && (has_choices || one.then.iter().any(is_alike))
}

/// Returns the squares on which a piece can arrive and both rules apply.
pub(super) fn shared(reach: &Reach, piece: Piece, one: &Arrival, other: &Arrival) -> SquareSet {
    let zone = |arrival: &Arrival| *arrival.zone.squares.get(piece.color);
    let squares = zone(one) & zone(other) & reach.leads(piece);
    let concerned = |arrival: &Arrival| reach.might_be(&arrival.pieces, piece.color, piece, squares);
    if concerned(one) && concerned(other) { squares } else { SquareSet::EMPTY }
}

fn overlap(reach: &Reach, title: &str, squares: SquareSet, one: &Arrival, other: &Arrival) -> Diagnostic {
    let board = &reach.variant.board;
    let mut names: Vec<&str> = board.listed(squares).map(|square| board.name(square)).collect();
    let more = names.len().saturating_sub(4);
    names.truncate(4);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let size = |arrival: &Arrival| arrival.zone.squares.get(Color::White).count();
    // The suggestion excludes the smaller region from the larger one.
    let (wide, narrow) = if size(one) > size(other) { (one, other) } else { (other, one) };
    let group = |name: &str| if name.contains(' ') { format!("({name})") } else { name.to_owned() };
    let [wide, narrow] = [wide, narrow].map(|arrival| arrival.zone.name.as_str());
    let help = match size(one) == size(other) {
        true => "delete one of the two, or give them separate regions".to_owned(),
        false => format!("write `{} except {}` instead of `{wide}`", group(wide), group(narrow)),
    };
    let where_to = format!("{}{more}", quoted(&names));
    let message = format!("two rules apply when the {title} arrives at {where_to}");
    let problem = Diagnostic::new(Code::ArrivalsOverlap, other.origin.0, message)
        .label(one.origin.0, "the other rule")
        .help(help);
    if size(one) == size(other) {
        return problem;
    }
    let place = if size(one) > size(other) { one.origin.0 } else { other.origin.0 };
    let name = format!("{} except {}", group(wide), group(narrow)).into();
    problem.fix(Fix::of(Certainty::Guess).and(place, TextChange::Name { old: Some(wide.into()), name }))
}
