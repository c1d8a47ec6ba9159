//! Pictures of positions for the terminal, and what is to be said beneath them.

use crate::board::{ByColor, Color, KindId, Move, Setup};
use crate::ir::{Moves, Variant};
use crate::notation::{braced, token};

/// A drawing of the position, the last move marked.
pub(super) fn position(variant: &Variant, setup: &Setup, last: Option<&Move>) -> String {
    let _ = (variant, setup, last);
    String::new()
}

/// A diagram of one way of moving, `radius` squares around the man.
pub(super) fn diagram(variant: &Variant, kind: KindId, moves: &Moves, radius: i32) -> Vec<String> {
    let _ = (variant, kind, moves, radius);
    Vec::new()
}

/// What the board does not show: rights and hands.
pub(super) fn status(variant: &Variant, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    for (right, left) in variant.rights.iter().zip(&setup.rights) {
        lines.push(format!("{}: {}", right.name, holders(left)));
    }
    if variant.hands {
        for color in Color::ALL {
            let held = variant.kind_ids().zip(&setup.hands).filter_map(|((kind, _), held)| {
                let count = *held.get(color);
                let name = braced(&token(variant, crate::board::Man { color, kind }));
                (count > 0).then(|| if count > 1 { format!("{count}{name}") } else { name })
            });
            let held: Vec<String> = held.collect();
            let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
            lines.push(format!("{} has in hand: {held}", color.title()));
        }
    }
    lines
}

fn holders(left: &ByColor<u8>) -> String {
    let of = |color: Color| match left.get(color) {
        0 => None,
        1 => Some(color.title().to_owned()),
        n => Some(format!("{} ({n})", color.title())),
    };
    let names: Vec<String> = Color::ALL.into_iter().filter_map(of).collect();
    if names.is_empty() { "used up".to_owned() } else { names.join(" and ") }
}
