//! Describes moves in words if their squares alone do not identify them.

use super::ongoing::OngoingGame;
use ferz_core::base::{Move, Setup, Square, Then, Verb};
use ferz_core::rules::Variant;
use ferz_syntax::messages::text::a;
use ferz_text::words::prose::Prose;

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
    let mut parts = Vec::new();
    match mv.verb {
        Verb::Castle => parts.push("castles".to_owned()),
        Verb::Place if mv.from != mv.to => parts.push(format!("is put on {}", square(mv.to))),
        Verb::Exchange => {
            parts.extend(mv.to.map(|to| format!("changes places with {}", prose.the(setup, to))));
        }
        Verb::Drop(piece_type) => parts.push(format!("{} from the hand", a(&prose.noun(piece_type)))),
        Verb::Pass => parts.push("passes".to_owned()),
        Verb::Go if mv.from == mv.to => parts.push("goes out and comes back".to_owned()),
        Verb::Go | Verb::Place => {}
    }
    parts.extend(prose.details(setup, mv, "s"));
    if parts.is_empty() {
        let captures = mv.to.is_some_and(|to| setup.piece(to).is_some());
        parts.push(if captures { "captures" } else { "goes there" }.to_owned());
    }
    parts.join(", ")
}
