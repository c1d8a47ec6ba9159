//! Rules that no position shows, only a game: who moves first, and what is repeated.

use super::pair::{Difference, Distinguishing};
use crate::base::{Move, Setup};
use crate::fast::engine::Engine;
use crate::play::notation::movetext;
use crate::rules::{Ending, Trigger, Variant};

/// How two games differ in such a rule, if they do.
pub(crate) fn beyond_positions(one: &Variant, other: &Variant) -> Option<Distinguishing> {
    let [a, b] = [one, other].map(|variant| {
        variant.endings.iter().find_map(|ending| match ending.trigger {
            Trigger::Repetition(times) => Some((times, ending)),
            _ => None,
        })
    });
    let terms = |said: Option<(u32, &Ending)>| said.map(|(times, ending)| (times, ending.result));
    let times = a.into_iter().chain(b).map(|(times, _)| times).min().filter(|_| terms(a) != terms(b));
    let (moves, standings) = if let Some(moves) = times.and_then(|times| to_and_fro(one, times)) {
        let over = |said: Option<(u32, &Ending)>| match said {
            Some((_, ending)) => format!("the game is over ({})", ending.name),
            None => "the game goes on".to_owned(),
        };
        (moves, [over(a), over(b)])
    } else if one.first != other.first {
        let first = |variant: &Variant| format!("the first move: {:?}", variant.first).to_lowercase();
        (Vec::new(), [first(one), first(other)])
    } else {
        return None;
    };
    let [standing_a, standing_b] = standings.map(Some);
    let difference = Difference { standing_a, standing_b, ..Difference::default() };
    Some(Distinguishing { setup: one.start(), moves, difference })
}

/// The shortest game in which the start position occurs this many times: pieces moved to and fro.
fn to_and_fro(variant: &Variant, times: u32) -> Option<Vec<String>> {
    let (engine, start) = (Engine::new(variant), variant.start());
    let is_start = |setup: Setup| setup.pieces == start.pieces && setup.castling == start.castling;
    let back = |mv: &Move| Some(Move::new(mv.verb, mv.to?, mv.from?));
    for (first, after) in engine.children(&engine.start()) {
        for (second, then) in engine.children(&after) {
            let (Some(third), Some(fourth)) = (back(&first), back(&second)) else { continue };
            let again = engine.play(&then, &third).and_then(|position| engine.play(&position, &fourth));
            if again.is_some_and(|position| is_start(engine.setup(&position))) {
                let round = [first, second, third, fourth].map(|mv| movetext::write(variant, &mv));
                return Some((1..times).flat_map(|_| round.clone()).collect());
            }
        }
    }
    None
}
