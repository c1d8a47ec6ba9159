//! Randomly generated games: the two engines and the oracle must agree on the moves of random boards, pieces, and
//! rules, on the resulting positions, on check, and on the outcome. Every position is written as a FEN and read
//! again, and so is every move. Samples of moves are explained, games are played until they repeat positions, and
//! files are formatted and extended. Failures are shrunk before they are shown.
//!
//! The generated features, by the chapters of `docs/book/language.md`:
//!
//! | chapter | made up | not made up |
//! |---|---|---|
//! | the board | grids of 3 to 14 and of 16, holes, cells with and without a region, turned and mirrored | |
//! | regions | ranks, files, squares, rectangles, cells, `grid`, `board`, `own`, `enemy`, `either`, `or`, `except`, lists, drawings | |
//! | pieces | notation, also by zone, `stands still`, royals of equal and different rank, `stays in`, immunity, stages, families, groups, tokens of two letters, `in hand becomes` | titles, values, notes |
//! | notation | the grammar at random: all letters, ranges, chains, brackets with null moves, double captures, lent moves, `i`, `n` and `e`, castling | names of pieces, the imitator |
//! | arriving | all consequences, several in a row, `may`, `or leaving`, in pieces and outside | |
//! | naming pieces | all forms | |
//! | actions | all kinds in games, pieces and stages, rights, duties, `removing`, `when` and `provided` with alternatives | |
//! | conditions | all, and traps by all readings | |
//! | royals, entry | all bindings, facing, entry, borders, immunities with and without squares | |
//! | turns | all parts, and the conditions about them | with traps |
//! | the end | `checkmate`, `stalemate`, conditions, `quiet`, `repeated` with and without checks, clocks, hands of both sorts | dice |
//! | castling | by notation and by squares | |
//! | the array | pieces on cells and in hands, homes, castling kings | arrays from others, orders by number |
//! | switches | around statements, actions, endings and conditions, under random values | readings, `under` |
//! | extending | the whole game, unchanged | `change`, `remove`: see the mutants |

mod draft;
mod invent;
mod laws;
mod shrink;

use super::help::{asked, each, load, sample};
use super::oracle::agree::Court;
use super::random::{Random, scattered};
use draft::Draft;
use ferz::base::Setup;
use ferz::rules::Variant;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A position on which the implementations disagree, with the difference.
struct Quarrel {
    setup: Setup,
    /// True if legal moves from the start lead to the position.
    played: bool,
    differs: String,
}

/// The answers to a position, including panics.
fn hear(court: &Court, setup: &Setup, played: bool) -> Option<Quarrel> {
    let all = || court.hear(setup).and_then(|_| laws::position(court, setup, played));
    Some(Quarrel { setup: setup.clone(), played, differs: quietly(all)? })
}

/// The failure, including panics.
fn quietly(act: impl FnOnce() -> Result<(), String>) -> Option<String> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|_| Err("one of them panicked".to_owned())).err()
}

/// The number of games and positions compared.
#[derive(Default)]
struct Heard {
    games: usize,
    positions: usize,
    /// Positions that took more than a second.
    slow: usize,
}

/// Searches for disagreements in positions of random games and random setups within a time limit.
fn search(
    (text, chosen): (&str, &[(String, String)]),
    variant: &Variant,
    random: &mut Random,
    (rounds, plies): (usize, usize),
    limit: Duration,
    heard: &mut Heard,
) -> Option<Quarrel> {
    if let Some(differs) = quietly(|| laws::file(text, chosen, variant)) {
        return Some(Quarrel { setup: variant.start(), played: true, differs });
    }
    let (court, since) = (Court::new(variant), Instant::now());
    // In a random array the first move can capture a royal.
    let sound = !court.engine.in_check(&court.engine.position(&passed(&variant.start())));
    for round in 0..rounds {
        let played = round % 4 == 3;
        if let Some((setup, differs)) = Some(()).filter(|()| played).and_then(|()| repeats(&court, random)) {
            return Some(Quarrel { setup, played, differs });
        }
        let mut setup = if played { variant.start() } else { scattered(variant, random) };
        for _ in 0..plies {
            if since.elapsed() > limit {
                return None;
            }
            let before = Instant::now();
            let quarrel = hear(&court, &setup, played && sound);
            heard.positions += 1;
            heard.slow += usize::from(before.elapsed() > Duration::from_secs(1));
            if quarrel.is_some() {
                return quarrel;
            }
            let mut next = court.fast(&setup);
            if next.is_empty() {
                break;
            }
            setup = next.swap_remove(random.below(next.len())).1;
        }
    }
    None
}

/// The same position with the other side to move.
fn passed(setup: &Setup) -> Setup {
    Setup { turn: setup.turn.other(), ..setup.clone() }
}

/// Returns a failure in a game with repeated positions.
fn repeats(court: &Court, random: &mut Random) -> Option<(Setup, String)> {
    let played = catch_unwind(AssertUnwindSafe(|| laws::repetition(court, random, 16)));
    played.unwrap_or_else(|_| Some((court.variant.start(), "a game panicked".to_owned())))
}

/// The game of a number.
fn game(number: usize) -> (Random, Option<(Draft, Variant)>) {
    let mut random = Random((number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (0..8).for_each(|_| _ = random.below(2));
    let settled = invent::invent(&mut random).settle();
    let shaken = settled.and_then(|(draft, variant)| draft.shaken(variant, &mut random));
    (random, shaken)
}

/// Tries the games with these numbers, and shows at most this many disagreements.
fn soak(numbers: impl Iterator<Item = usize>, most: usize, limit: Duration) {
    let (mut heard, mut found) = (Heard::default(), Vec::new());
    for number in numbers {
        let (mut random, settled) = game(number);
        let Some((draft, variant)) = settled else { continue };
        let since = Instant::now();
        let quarrel =
            search((&draft.text(), &draft.chosen()), &variant, &mut random, (8, 6), limit, &mut heard);
        heard.games += 1;
        if since.elapsed() > 10 * limit {
            println!("game {number} took {} ms\n{}", since.elapsed().as_millis(), draft.text());
        }
        if let Some(quarrel) = quarrel {
            let (draft, quarrel) = shrink::shrink(draft, quarrel);
            let shown = format!("game {number}\n{}{:?}\n{}\n", draft.text(), draft.chosen(), quarrel.differs);
            println!("{shown}");
            found.push(shown);
            if found.len() == most {
                break;
            }
        }
        if heard.games % 1000 == 0 {
            let Heard { games, positions, slow } = heard;
            println!(
                "{games} games to number {number}, {positions} positions, {slow} of them slow, {} quarrels",
                found.len()
            );
        }
    }
    println!("{} games, {} positions", heard.games, heard.positions);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn random_games_agree_with_the_oracle() {
    let (first, count) = (asked("FERZ_SEED").unwrap_or(1), asked("FERZ_INVENTED").unwrap_or(sample(10)));
    soak(first..first + count, 1, Duration::from_millis(150));
}

/// Games with former disagreements, as they were after shrinking.
#[test]
fn what_was_found_stays_mended() {
    each(&["found"], |path| {
        let text = fs::read_to_string(path).expect("a fixture is text");
        let variant = load(&path.display().to_string());
        let limit = Duration::from_secs(20);
        let heard = &mut Heard::default();
        let quarrel = search((&text, &[]), &variant, &mut Random(1), (sample(8), 8), limit, heard);
        assert!(
            quarrel.is_none(),
            "{}: {}",
            path.display(),
            quarrel.map_or(String::new(), |one| one.differs)
        );
    });
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
