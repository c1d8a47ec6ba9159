//! Tests of randomly generated games: the two engines and the oracle must agree on the moves of random boards, pieces,
//! and rules, on the resulting positions, on check, and on the outcome.
//!
//! [`soak`] is the main loop: `invent` generates a game, and [`search`] compares its positions. `laws` tests further
//! properties, such as reading every FEN and every move that was written. `shrink` simplifies a failure before it is
//! shown.
//!
//! The generated features, by the chapters of `docs/book/language.md`:
//!
//! | chapter | generated | not generated |
//! |---|---|---|
//! | the board | grids of 3 to 14 and of 16, holes, cells with and without a region, turned and mirrored | |
//! | regions | ranks, files, squares, rectangles, cells, `grid`, `board`, `own`, `enemy`, `either`, `or`, `except`, lists, drawings | |
//! | pieces | notation, also by zone, `stands still`, royals of equal and different rank, `stays in`, immunity, stages, families, groups, tokens of two letters, `in hand becomes` | titles, values, notes |
//! | notation | the grammar at random: all letters, ranges, chains, brackets with null moves, double captures, lent moves, `i`, `n` and `e`, castling | names of pieces, the imitator |
//! | arriving | all consequences, several in a row, `may`, `or leaving`, `from outside`, by a notation, by exchange, by itself, in pieces and outside | |
//! | naming pieces | all forms | |
//! | actions | all kinds in games, pieces and stages, rights, duties, `removing`, `when` and `provided` with alternatives | |
//! | conditions | all, and traps by all readings | |
//! | royals, entry | all bindings, facing, entry, borders, immunities with and without squares | |
//! | turns | all parts, and the conditions about them | with traps |
//! | the end | `checkmate`, `stalemate`, conditions, `quiet`, `repeated` with and without checks, claims, clocks, hands of both sorts, the first move | |
//! | castling | by notation and by squares | |
//! | the array | pieces on cells and in hands, homes, castling kings, arrays from others, orders by number | |
//! | switches | around statements, actions, endings and conditions, under random values, `under` | readings |
//! | extending | the whole game, unchanged; `change`, `remove`, and `add` in a second file | |
//!
//! [`kinds`] tests that the generator makes every kind of rule.

pub mod draft;
mod invent;
mod kinds;
mod laws;
mod shrink;

use super::help::{each, env_number, load, root, sample, walk};
use super::oracle::agree::Implementations;
use super::random::{Random, scattered};
use draft::{Draft, GameFiles};
use ferz::base::Setup;
use ferz::rules::Variant;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A position on which the implementations disagree, with the difference.
struct Disagreement {
    setup: Setup,
    /// True if the position arose from the start by legal moves.
    played: bool,
    differs: String,
}

/// Compares the implementations on a position. A panic counts as a disagreement.
fn compare(implementations: &Implementations, setup: &Setup, played: bool) -> Option<Disagreement> {
    let all = || match implementations.compare(setup)? {
        true => laws::position(implementations, setup, played),
        false => Ok(()),
    };
    Some(Disagreement { setup: setup.clone(), played, differs: quietly(all)? })
}

/// Returns the failure of `act`. A panic counts as a failure.
fn quietly(act: impl FnOnce() -> Result<(), String>) -> Option<String> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|_| Err("one of them panicked".to_owned())).err()
}

/// The numbers of compared games and positions.
#[derive(Default)]
struct GameCounts {
    games: usize,
    positions: usize,
    /// The number of positions that took more than a second.
    slow: usize,
}

/// Searches for disagreements in positions of random games and random setups within a time limit.
fn search(
    files: &GameFiles,
    variant: &Variant,
    random: &mut Random,
    (rounds, plies): (usize, usize),
    limit: Duration,
    counts: &mut GameCounts,
) -> Option<Disagreement> {
    if let Some(differs) = quietly(|| laws::file(files, variant)) {
        return Some(Disagreement { setup: variant.start(), played: true, differs });
    }
    let (implementations, since) = (within(variant), Instant::now());
    // In a random array, the first move may capture a royal. Such a start is not a legal position.
    let sound = !implementations.engine.in_check(&implementations.engine.position(&passed(&variant.start())));
    for round in 0..rounds {
        let played = round % 4 == 3;
        if let Some((setup, differs)) =
            Some(()).filter(|()| played).and_then(|()| repeats(&implementations, random))
        {
            return Some(Disagreement { setup, played, differs });
        }
        let mut setup = if played { variant.start() } else { scattered(variant, random) };
        for _ in 0..plies {
            if since.elapsed() > limit {
                return None;
            }
            let before = Instant::now();
            let disagreement = compare(&implementations, &setup, played && sound);
            counts.positions += 1;
            counts.slow += usize::from(before.elapsed() > Duration::from_secs(1));
            if disagreement.is_some() {
                return disagreement;
            }
            let mut next = implementations.fast(&setup);
            if next.is_empty() {
                break;
            }
            setup = next.swap_remove(random.below(next.len())).1;
        }
    }
    None
}

/// Returns the implementations of a game, with an oracle that gives up on positions with much work. The limit counts
/// paths and not time, so every run tests the same positions.
fn within(variant: &Variant) -> Implementations<'_> {
    Implementations::new(variant).within(40_000)
}

/// Returns the same position with the other side to move.
fn passed(setup: &Setup) -> Setup {
    Setup { turn: setup.turn.other(), ..setup.clone() }
}

/// Plays a game with repeated positions, and returns the failure, if there is one.
fn repeats(implementations: &Implementations, random: &mut Random) -> Option<(Setup, String)> {
    let played = catch_unwind(AssertUnwindSafe(|| laws::repetition(implementations, random, 16)));
    played.unwrap_or_else(|_| Some((implementations.variant.start(), "a game panicked".to_owned())))
}

/// Generates the game with this number.
pub fn game(number: usize) -> (Random, Option<(Draft, Variant)>) {
    let mut random = Random((number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    (0..8).for_each(|_| _ = random.below(2));
    let settled = invent::invent(&mut random).settle();
    let shaken = settled.and_then(|(draft, variant)| draft.shaken(variant, &mut random));
    (random, shaken)
}

/// Tests the games with these numbers, and shows at most `most` disagreements. `size` is the number of rounds in each
/// game and the number of plies in each round.
fn soak(numbers: impl Iterator<Item = usize>, most: usize, size: (usize, usize), limit: Duration) {
    let (mut counts, mut found) = (GameCounts::default(), Vec::new());
    for number in numbers {
        let (mut random, settled) = game(number);
        let Some((draft, variant)) = settled else { continue };
        let since = Instant::now();
        let disagreement = search(&draft.files(), &variant, &mut random, size, limit, &mut counts);
        counts.games += 1;
        if since.elapsed() > 10 * limit {
            println!("game {number} took {} ms\n{}", since.elapsed().as_millis(), draft.files().all());
        }
        if let Some(disagreement) = disagreement {
            let (draft, disagreement) = shrink::shrink(draft, disagreement);
            let shown = format!("game {number}\n{}{}\n", draft.files().all(), disagreement.differs);
            println!("{shown}");
            found.push(shown);
            if found.len() == most {
                break;
            }
        }
        if counts.games % 1000 == 0 {
            let GameCounts { games, positions, slow } = counts;
            println!(
                "{games} games to number {number}, {positions} positions, {slow} of them slow, {} disagreements",
                found.len()
            );
        }
    }
    println!("{} games, {} positions", counts.games, counts.positions);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn random_games_agree_with_the_oracle() {
    let (first, count) =
        (env_number("FERZ_SEED").unwrap_or(1), env_number("FERZ_INVENTED").unwrap_or(sample(10)));
    soak(first..first + count, 1, (8, 6), Duration::from_millis(150));
}

/// The simplified games of former disagreements.
#[test]
fn former_disagreements_stay_fixed() {
    let bases: Vec<(String, String)> = walk(&root().join("tests/fixtures/found"))
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a fixture is text");
            (path.file_name().expect("a file").to_string_lossy().into_owned(), text)
        })
        .collect();
    each(&["found"], |path| {
        let text = fs::read_to_string(path).expect("a fixture is text");
        let variant = load(&path.display().to_string());
        let limit = Duration::from_secs(20);
        let counts = &mut GameCounts::default();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        // A game that another fixture extends is in the same folder.
        let texts = bases.iter().filter(|(base, _)| *base != name).cloned().chain([(name.clone(), text)]);
        let files = GameFiles { texts: texts.collect(), array: String::new(), chosen: Vec::new() };
        let disagreement = search(&files, &variant, &mut Random(1), (sample(8), 8), limit, counts);
        assert!(
            disagreement.is_none(),
            "{}: {}",
            path.display(),
            disagreement.map_or(String::new(), |one| one.differs)
        );
    });
}

#[test]
fn most_generated_drafts_are_valid_games() {
    let settled = (0..60).filter(|number| game(*number).1.is_some()).count();
    assert!(settled > 40, "{settled}");
}

#[test]
#[ignore = "long: run by `just soak-games`"]
fn random_games_agree_at_length() {
    let (first, count) =
        (env_number("FERZ_SEED").unwrap_or(1), env_number("FERZ_INVENTED").unwrap_or(10_000));
    soak(first * 1_000_000..first * 1_000_000 + count, 12, (4, 4), Duration::from_secs(2));
}
