//! Finds differences between games that no single position shows: the first player, and the repetition of positions.
//!
//! [`history_difference`] is the entry point. The other searches of this module compare positions without their
//! history, so they cannot find these differences.

use super::game_pair::{Difference, Distinguishing, ended};
use super::scope::only;
use crate::base::{Move, Setup};
use crate::fast::engine::Engine;
use crate::notation::movetext;
use crate::rules::{Ending, First, RuleRef, Variant};
use crate::words::prose::Prose;

/// Returns the difference between two games in these rules, or `None` if they are equal or if other rules differ as
/// well.
pub fn history_difference(one: &Variant, other: &Variant) -> Option<Distinguishing> {
    let found = |moves, standings: [String; 2]| {
        let [standing_a, standing_b] = standings.map(Some);
        let difference = Difference { standing_a, standing_b, ..Difference::default() };
        Some(Distinguishing { setup: one.start(), moves, difference })
    };
    if let Some((moves, standings)) = repeated(one, other) {
        return found(moves, standings);
    }
    if one.first != other.first {
        let first = |variant: &Variant| {
            let who = match variant.first {
                First::White => "white",
                First::Black => "black",
                First::Dice => "dice",
            };
            format!("the first move: {who}")
        };
        return found(Vec::new(), [first(one), first(other)]);
    }
    // No short game shows a rule about repeated checks, so the rules themselves are shown instead.
    let (here, there) = (only(one, other), only(other, one));
    let recurs =
        |rule: &RuleRef| if let RuleRef::Ending(ending) = rule { is_repetition(ending) } else { false };
    let is_all = !(here.is_empty() && there.is_empty()) && here.iter().chain(&there).all(recurs);
    is_all.then(|| found(Vec::new(), [said(one), said(other)])).flatten()
}

fn is_repetition(ending: &Ending) -> bool {
    ending.is_repetition()
}

/// Describes the repetition endings of a game.
fn said(variant: &Variant) -> String {
    let prose = Prose::new(variant);
    let endings = variant.endings.iter().filter(|ending| is_repetition(ending));
    let texts: Vec<String> =
        endings.map(|ending| format!("{} ({})", prose.ending(ending), ending.name)).collect();
    if texts.is_empty() { "positions may recur".to_owned() } else { texts.join("; ") }
}

/// Returns the shortest game after which the two games have different outcomes by repetition, with the status in each
/// game.
fn repeated(one: &Variant, other: &Variant) -> Option<(Vec<String>, [String; 2])> {
    let [a, b] = [one, other].map(|variant| {
        let rules = variant.endings.iter();
        rules.filter_map(|ending| Some((repetitions(ending)?, ending))).min_by_key(|(times, _)| *times)
    });
    let terms = |said: Option<(u32, &Ending)>| {
        said.map(|(times, ending)| (times, ending.result, ending.claimed, ending.name.clone()))
    };
    if terms(a) == terms(b) {
        return None;
    }
    let times = a.into_iter().chain(b).map(|(times, _)| times).min()?;
    let standing = |said: Option<(u32, &Ending)>| match said.filter(|(own, _)| *own == times) {
        Some((_, ending)) if ending.claimed => format!("a player may claim the end ({})", ending.name),
        Some((_, ending)) => ended(&ending.outcome(one.start().turn)),
        None => "the game goes on".to_owned(),
    };
    Some((shuffling_game(one, times)?, [standing(a), standing(b)]))
}

/// Returns the number of occurrences that end the game, if the ending has no other condition.
fn repetitions(ending: &Ending) -> Option<u32> {
    ending.repetition()
}

/// Returns the shortest game in which the start position occurs `times` times, by moving one piece of each side back
/// and forth.
fn shuffling_game(variant: &Variant, times: u32) -> Option<Vec<String>> {
    let (engine, start) = (Engine::new(variant), variant.start());
    let is_start = |setup: Setup| setup.pieces == start.pieces && setup.castling == start.castling;
    let back = |mv: &Move| Some(Move::new(mv.verb, mv.to?, mv.from?));
    for (first, after) in engine.children(&engine.start()) {
        // Two moves that can both be taken back repeat the start position after four plies.
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
