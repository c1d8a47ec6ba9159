//! Describes moves in words if their squares alone do not identify them.

use super::ongoing::OngoingGame;
use crate::base::{Choice, Move, Setup, Square, Then, Verb};
use crate::messages::text::a;
use crate::rules::Variant;
use crate::words::prose::Prose;

/// Describes a move in words after its text: `e7e8q  becomes a queen`.
pub(super) fn name(ongoing: &OngoingGame, mv: &Move) -> String {
    format!("{}  {}", ongoing.text(mv), effect(ongoing.variant(), ongoing.game.setup(), mv))
}

/// Returns true if a move is not a plain move or capture.
pub(super) fn is_special(mv: &Move) -> bool {
    let brings = mv.then.iter().any(|then| matches!(then, Then::Drop { .. }));
    mv.verb != Verb::Go || mv.choice.is_some() || brings || mv.from == mv.to
}

fn effect(variant: &Variant, setup: &Setup, mv: &Move) -> String {
    let prose = Prose::new(variant);
    let square = |square: Option<Square>| square.map_or("", |square| variant.board.name(square));
    let piece = |at: Option<Square>| {
        let piece = at.and_then(|at| setup.piece(at));
        piece.map_or_else(|| "piece".to_owned(), |piece| prose.noun(piece.piece_type))
    };
    let mut parts = Vec::new();
    match mv.verb {
        Verb::Castle => parts.push("castles".to_owned()),
        Verb::Place if mv.from != mv.to => parts.push(format!("is put on {}", square(mv.to))),
        Verb::Exchange => {
            parts.push(format!("changes places with the {} on {}", piece(mv.to), square(mv.to)));
        }
        Verb::Drop(piece_type) => parts.push(format!("{} from the hand", a(&prose.noun(piece_type)))),
        Verb::Pass => parts.push("passes".to_owned()),
        Verb::Go if mv.from == mv.to => parts.push("goes out and comes back".to_owned()),
        Verb::Go | Verb::Place => {}
    }
    parts.extend(mv.choice.map(|choice| match choice {
        Choice::Become(piece_type) => format!("becomes {}", a(&prose.noun(piece_type))),
        Choice::End(result) => format!("ends the game: {}", result.name()),
        Choice::Exchange(other) => {
            format!("changes places with the {} on {}", piece(Some(other)), variant.board.name(other))
        }
        Choice::Vanish => "leaves the board".to_owned(),
        Choice::Home => "continues to a home square".to_owned(),
        Choice::Remove => "removes pieces around it".to_owned(),
        Choice::Lose => "gives up a right".to_owned(),
        Choice::Use => "uses a right".to_owned(),
    }));
    if !mv.taken.is_empty() {
        let taken: Vec<&str> = mv.taken.iter().map(|square| variant.board.name(*square)).collect();
        parts.push(format!("captures on {}", taken.join(" ")));
    }
    parts.extend(mv.then.iter().map(|then| match then {
        Then::Drop { piece_type, square, .. } => {
            format!("brings {} to {}", a(&prose.noun(*piece_type)), variant.board.name(*square))
        }
        Then::Put(square) => format!("then {}", variant.board.name(*square)),
    }));
    if parts.is_empty() {
        let captures = mv.to.is_some_and(|to| setup.piece(to).is_some());
        parts.push(if captures { "captures" } else { "goes there" }.to_owned());
    }
    parts.join(", ")
}
