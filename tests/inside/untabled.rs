//! Tests of rules without tables, which the interpreter handles: the moves and endings of a game do not depend on the
//! kinds of rules that have tables.

use super::help::load;
use super::random::{INVENTED, Random};
use ferz_core::fast::compile::Untabled;
use ferz_core::fast::engine::{Engine, TableCaches};
use ferz_core::rules::Variant;
use ferz_lang::catalog::built_in_names;
use std::sync::Arc;

const ALL: [Untabled; 8] = [
    Untabled::Ending,
    Untabled::Condition,
    Untabled::Filter,
    Untabled::Trigger,
    Untabled::Effect,
    Untabled::Action,
    Untabled::FollowUp,
    Untabled::Piece,
];

/// Returns each kind alone, and all kinds at once.
fn kinds() -> impl Iterator<Item = &'static [Untabled]> {
    (0..ALL.len()).map(|at| &ALL[at..=at]).chain([&ALL[..]])
}

/// Plays random games, and compares every position with and without some of the tables.
fn compare(name: &str, variant: &Arc<Variant>, untabled: &'static [Untabled], plies: usize) {
    let engine = Engine::sharing(variant, &mut TableCaches::once());
    let plain = Engine::without(variant, &mut TableCaches::once(), untabled);
    let mut random = Random(0x38 + plies as u64);
    let (mut position, mut other) = (engine.start(), plain.start());
    for ply in 0..plies {
        let moves = engine.legal_moves(&position);
        assert_eq!(moves, plain.legal_moves(&other), "{name} without {untabled:?} at ply {ply}");
        let outcomes = [engine.outcome(&position), plain.outcome(&other)];
        assert_eq!(outcomes[0], outcomes[1], "{name} without {untabled:?} at ply {ply}");
        assert_eq!(engine.perft(&position, 1), plain.perft(&other, 1), "{name} without {untabled:?}");
        if moves.is_empty() {
            break;
        }
        let mv = &moves[random.below(moves.len())];
        position = engine.play(&position, mv).expect("a legal move");
        other = plain.play(&other, mv).expect("a legal move");
    }
}

#[test]
fn games_that_use_everything_are_the_same_without_tables() {
    for name in INVENTED {
        let variant = Arc::new(load(name));
        kinds().for_each(|untabled| compare(name, &variant, untabled, 5));
    }
}

#[test]
fn the_library_is_the_same_without_tables() {
    let mut kinds = kinds().collect::<Vec<_>>().into_iter().cycle();
    for name in built_in_names() {
        let variant = Arc::new(load(&name));
        kinds.by_ref().take(2).for_each(|untabled| compare(&name, &variant, untabled, 4));
    }
}
