//! Games that nobody has made: random boards, pieces and rules, on which the two engines and the oracle must agree. What they differ
//! in is made as small as it goes before it is shown.

mod draft;
mod invent;
mod shrink;

use super::help::asked;
use super::oracle::agree::Court;
use super::random::{Random, scattered};
use draft::Draft;
use ferz::base::Setup;
use ferz::rules::Variant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A position on which they do not agree, and how.
struct Quarrel {
    setup: Setup,
    differs: String,
}

/// What they say to a position, panics included.
fn hear(court: &Court, setup: &Setup) -> Option<Quarrel> {
    let heard = catch_unwind(AssertUnwindSafe(|| court.hear(setup)));
    let differs = heard.unwrap_or_else(|_| Err("one of them panicked".to_owned())).err()?;
    Some(Quarrel { setup: setup.clone(), differs })
}

/// Looks for a quarrel in positions of random games and from thin air, for as long as it may; says how many were heard.
fn search(
    variant: &Variant,
    random: &mut Random,
    (rounds, plies): (usize, usize),
    limit: Duration,
) -> (usize, Option<Quarrel>) {
    let (court, since, mut heard) = (Court::new(variant), Instant::now(), 0);
    for round in 0..rounds {
        let mut setup = if round % 4 == 3 { variant.start() } else { scattered(variant, random) };
        for _ in 0..plies {
            if since.elapsed() > limit {
                return (heard, None);
            }
            heard += 1;
            let quarrel = hear(&court, &setup);
            if quarrel.is_some() {
                return (heard, quarrel);
            }
            let mut next = court.fast(&setup);
            if next.is_empty() {
                break;
            }
            setup = next.swap_remove(random.below(next.len())).1;
        }
    }
    (heard, None)
}

/// The game of a number.
fn game(number: usize) -> (Random, Option<(Draft, Variant)>) {
    let mut random = Random((number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (0..8).for_each(|_| _ = random.below(2));
    let settled = invent::invent(&mut random).settle();
    (random, settled)
}

/// Tries the games of these numbers and shows the quarrels found, at most so many.
fn soak(numbers: impl Iterator<Item = usize>, most: usize, limit: Duration) {
    let (mut games, mut positions, mut found) = (0, 0, Vec::new());
    for number in numbers {
        let (mut random, settled) = game(number);
        let Some((draft, variant)) = settled else { continue };
        let (heard, quarrel) = search(&variant, &mut random, (8, 6), limit);
        (games, positions) = (games + 1, positions + heard);
        if let Some(quarrel) = quarrel {
            let (draft, quarrel) = shrink::shrink(draft, quarrel);
            let shown = format!("game {number}\n{}{}\n", draft.text(), quarrel.differs);
            println!("{shown}");
            found.push(shown);
            if found.len() == most {
                break;
            }
        }
        if games % 1000 == 0 {
            println!("{games} games to number {number}, {positions} positions, {} quarrels", found.len());
        }
    }
    println!("{games} games, {positions} positions");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn random_games_agree_with_the_oracle() {
    let (first, count) = (asked("FERZ_SEED").unwrap_or(1), asked("FERZ_INVENTED").unwrap_or(60));
    soak(first..first + count, 1, Duration::from_millis(300));
}

#[test]
fn most_of_what_is_invented_is_a_game() {
    let settled = (0..60).filter(|number| game(*number).1.is_some()).count();
    assert!(settled > 40, "{settled}");
}

#[test]
#[ignore = "long: run by `just soak-games`"]
fn random_games_agree_at_length() {
    let (first, count) = (asked("FERZ_SEED").unwrap_or(1), asked("FERZ_INVENTED").unwrap_or(10_000));
    soak(first * 1_000_000..first * 1_000_000 + count, 12, Duration::from_secs(2));
}
