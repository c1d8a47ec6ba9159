//! Rules about arrivals that another one preempts.

use crate::base::{Bitboard, Color};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::Fix;
use crate::rules::{Arrival, Consequence, Variant};

/// Reports rules about arrivals that never apply, because an inherited rule for the same squares changes the piece first.
pub(super) fn preempted(game: &Variant, own: u32) -> Vec<Diagnostic> {
    let mut problems: Vec<Diagnostic> = Vec::new();
    for (id, piece_type) in game.piece_type_ids() {
        let changes = |then: &Consequence| !then.becomes().is_empty() && !then.becomes().contains(&id);
        let is_certain = |one: &Arrival| {
            !one.may
                && !one.by_itself
                && one.way.is_none()
                && one.when.is_none()
                && one.capturing.is_none()
                && one.then.iter().any(changes)
        };
        for (number, other) in piece_type.arrivals.iter().enumerate() {
            let covers = |one: &&Arrival| {
                let is_inside =
                    |color| (*other.zone.squares.get(color) & !*one.zone.squares.get(color)).is_empty();
                one.origin.0.file != own
                    && is_certain(one)
                    && one.pieces == other.pieces
                    && (one.leaving, one.entering) == (other.leaving, other.entering)
                    && Color::ALL.into_iter().all(is_inside)
            };
            let is_new = other.origin.0.file == own && !other.by_itself;
            let Some(one) = piece_type.arrivals[..number].iter().find(covers).filter(|_| is_new) else {
                continue;
            };
            if problems.iter().any(|problem| problem.place() == other.origin.0) {
                continue;
            }
            let message =
                format!("this rule never applies: an inherited rule changes the {} first", piece_type.title);
            let problem = Diagnostic::new(Code::OutdatedRule, other.origin.0, message);
            let problem = problem.label(one.origin.0, "this comes first");
            let help = format!(
                "write `remove arriving at {}` in the block `change piece {}`",
                one.zone.name, piece_type.piece
            );
            let line = format!("remove arriving at {}\n", one.zone.name);
            problems.push(problem.help(help).fix(Fix::guess(other.origin.0.part(0, 0), line)));
        }
    }
    problems
}
