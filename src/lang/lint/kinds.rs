//! Kinds of men that never appear, never move or never get away, and cells nobody ever comes to.

use super::men::might_be;
use super::reach::{Reach, Walks};
use crate::base::{Color, KindId, SquareSet};
use crate::base::diagnostic::Diagnostic;
use crate::rules::{Act, Consequence, Kind, Variant};

pub(super) fn check(variant: &Variant, reach: &Reach, walks: &Walks, problems: &mut Vec<Diagnostic>) {
    for (id, kind) in variant.kind_ids() {
        if !reach.appears(id) {
            problems.push(never_appears(kind));
        } else if kind.moves.is_empty() {
            problems.extend(never_left(variant, reach, id, kind));
        } else {
            problems.extend(never_moves(variant, reach, walks, id, kind));
        }
    }
    problems.extend(never_entered(variant, reach));
}

fn never_appears(kind: &Kind) -> Diagnostic {
    let span = kind.origin.0;
    match &kind.stage {
        Some(stage) => {
            Diagnostic::warning("never-reached", span, format!("no man ever comes to the stage `{stage}`"))
                .help(format!("write `becomes {stage}` where it should begin, or delete the stage"))
        }
        None => Diagnostic::warning(
            "never-appears",
            span,
            format!("the {} can never be on the board", kind.title),
        )
        .help(format!(
            "draw it into an array as `{}`, let another piece become it, or delete it",
            kind.token
        )),
    }
}

/// A stage without moves needs a turn that ends it. A piece without moves and stages is furniture, and may be meant.
fn never_left(variant: &Variant, reach: &Reach, id: KindId, kind: &Kind) -> Option<Diagnostic> {
    let stage = kind.stage.as_ref()?;
    let moved = |color: Color| {
        let squares = reach.of(color, id);
        let meant = |men| might_be(variant, men, color, (color, id), squares);
        let by_turn = variant.turns.iter().any(|turn| match &turn.act {
            Act::Place { men, .. } => meant(men),
            Act::Exchange { men, with, .. } => meant(men) || meant(with),
            Act::Drop { .. } | Act::Pass => false,
        });
        let arrivals = variant.kinds.iter().flat_map(|kind| &kind.arrivals).flat_map(|arrival| &arrival.then);
        by_turn || arrivals.into_iter().any(|then| matches!(then, Consequence::Exchange(men) if meant(men)))
    };
    if Color::ALL.into_iter().any(moved) {
        return None;
    }
    Some(
        Diagnostic::warning(
            "never-left",
            kind.origin.0,
            format!("a man that comes to the stage `{stage}` stays in it for ever"),
        )
        .help("give the stage moves, or a `turn` that moves the man or lets it become something else"),
    )
}

fn never_moves(
    variant: &Variant,
    reach: &Reach,
    walks: &Walks,
    id: KindId,
    kind: &Kind,
) -> Option<Diagnostic> {
    let mut blocked = false;
    for color in Color::ALL {
        for moves in &kind.moves {
            let ways = walks.ways(&variant.board, &moves.notation, &moves.automaton);
            for square in reach.of(color, id).iter() {
                if moves.on.as_ref().is_some_and(|zone| !zone.squares.get(color).contains(square)) {
                    continue;
                }
                let ends = ways.get(color).get(square.index()).copied().unwrap_or_default();
                let inside =
                    kind.stays.as_ref().map_or(ends, |zone| ends.intersection(*zone.squares.get(color)));
                if !inside.is_empty() {
                    return None;
                }
                blocked |= !ends.is_empty();
            }
        }
    }
    let span = kind.moves.first().map_or(kind.origin.0, |moves| moves.origin.0);
    let title = &kind.title;
    Some(match &kind.stays {
        Some(zone) if blocked => Diagnostic::warning(
            "never-leaves",
            span,
            format!("the {title} can never leave its square: all its moves lead out of `{}`", zone.name),
        )
        .label(kind.origin.0, "it stays in that region")
        .help("change its moves, or let it stay in a larger region"),
        _ => Diagnostic::warning("never-moves", span, format!("the {title} can never move on this board"))
            .help("its moves lead off the board from every square where it can stand; write `stands still` if it should not move"),
    })
}

fn never_entered(variant: &Variant, reach: &Reach) -> Option<Diagnostic> {
    let mut empty: SquareSet = variant.board.squares().collect();
    for (_, _, squares) in reach.all() {
        empty = empty.difference(squares);
    }
    let names: Vec<String> =
        empty.iter().take(6).map(|square| format!("`{}`", variant.board.name(square))).collect();
    if names.is_empty() || variant.setup.is_empty() {
        return None;
    }
    let more = empty.len() - names.len();
    let mut list = names.join(", ");
    if more > 0 {
        list += &format!(" and {more} more");
    }
    Some(
        Diagnostic::warning("never-entered", super::royals::array_place(variant), format!("no man can ever come to {list}"))
            .help("check the entry rules and the places of cells off the grid; leave squares out of play with `hole`"),
    )
}
