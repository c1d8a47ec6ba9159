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
use ferz_core::base::Setup;
use ferz_core::rules::Variant;
use ferz_text::notation::fen;
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
fn compare(
    implementations: &Implementations,
    setup: &Setup,
    played: bool,
    explained: usize,
) -> Option<Disagreement> {
    let all = || match implementations.compare(setup)? {
        true => laws::position(implementations, setup, played, explained),
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
    /// The number of games that used up their work before the last position.
    cut: usize,
}

/// The work for one game. It is counted and never timed, so that every run of a game tests the same positions.
#[derive(Clone, Copy)]
struct Effort {
    rounds: usize,
    /// The number of plies in each round.
    plies: usize,
    /// The number of paths that the oracle may follow, and moves that the engines may list.
    paths: usize,
    /// One of this many positions is explained.
    explained: usize,
    /// True if the file of the game is formatted, checked, and extended.
    files: bool,
}

impl Effort {
    /// The effort for each game of a short test.
    const SHORT: Effort = Effort { rounds: 8, plies: 6, paths: 40_000, explained: 4, files: true };

    /// Returns the effort for a game of a long test. Each game has its moves, positions, checks, and outcomes compared in
    /// up to 16 positions, a quarter of them played from the start, with their FEN, tables, and dialects. One game in
    /// ten also has the laws of its file and ten times as much work, so that games with many moves are tested as well.
    fn long(number: usize) -> Effort {
        match number % 10 {
            0 => Effort { rounds: 4, plies: 4, paths: 40_000, explained: 8, files: true },
            _ => Effort { rounds: 4, plies: 4, paths: 4_000, explained: 32, files: false },
        }
    }
}

/// Searches for disagreements in positions of random games and random setups.
fn search(
    files: &GameFiles,
    variant: &Variant,
    random: &mut Random,
    effort: Effort,
    counts: &mut GameCounts,
) -> Option<Disagreement> {
    let (implementations, mut listed) = (within(variant), 0);
    let read = Some(()).filter(|()| effort.files && implementations.is_listed(&variant.start()));
    if let Some(differs) = read.and_then(|()| quietly(|| laws::file(files, variant))) {
        return Some(Disagreement { setup: variant.start(), played: true, differs });
    }
    // The paths of games with repetitions count apart.
    let mut repeated = 0;
    // In a random array, the first move may capture a royal. Such a start is not a legal position.
    let sound = !implementations.engine.in_check(&implementations.engine.position(&passed(&variant.start())));
    // The played positions come first, because they are the games that people play.
    for round in 0..effort.rounds {
        let played = round % 4 == 0;
        if played {
            let before = implementations.oracle.followed();
            if let Some((setup, differs)) = repeats(&implementations, random, effort.paths) {
                return Some(Disagreement { setup, played, differs });
            }
            repeated += implementations.oracle.followed() - before;
        }
        let mut setup = if played { variant.start() } else { scattered(variant, random) };
        for _ in 0..effort.plies {
            let Some(left) = effort.paths.checked_sub(implementations.oracle.followed() - repeated + listed)
            else {
                counts.cut += 1;
                return None;
            };
            implementations.oracle.limit(left.min(PATHS));
            let disagreement = compare(&implementations, &setup, played && sound, effort.explained);
            counts.positions += 1;
            if disagreement.is_some() {
                return disagreement;
            }
            // The engines have no limit, so they do not go on where the oracle has given up.
            if implementations.oracle.followed() - repeated + listed >= effort.paths {
                counts.cut += 1;
                return None;
            }
            let mut next = implementations.fast(&setup);
            listed += 8 * next.len();
            if next.is_empty() {
                break;
            }
            setup = next.swap_remove(random.below(next.len())).1;
        }
    }
    None
}

/// The number of paths after which the oracle gives up on a position.
const PATHS: usize = 40_000;

/// Returns the implementations of a game, with an oracle that gives up on positions with much work.
fn within(variant: &Variant) -> Implementations<'_> {
    Implementations::new(variant).within(PATHS)
}

/// Returns the same position with the other side to move.
fn passed(setup: &Setup) -> Setup {
    Setup { turn: setup.turn.other(), ..setup.clone() }
}

/// Plays a game with repeated positions, and returns the failure, if there is one.
fn repeats(implementations: &Implementations, random: &mut Random, paths: usize) -> Option<(Setup, String)> {
    let played = catch_unwind(AssertUnwindSafe(|| laws::repetition(implementations, random, (16, paths))));
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

/// Tests the games with these numbers, and shows at most `most` disagreements.
fn soak(numbers: impl Iterator<Item = usize>, most: usize, effort: impl Fn(usize) -> Effort) {
    let (mut counts, mut found) = (GameCounts::default(), Vec::new());
    for number in numbers {
        let (mut random, settled) = game(number);
        let Some((draft, variant)) = settled else { continue };
        let since = Instant::now();
        // A game that is repeated may end the process, so it is shown at once.
        if env_number("FERZ_GAME").is_some() {
            println!("game {number}\n{}", draft.files().all());
        }
        let disagreement = search(&draft.files(), &variant, &mut random, effort(number), &mut counts);
        counts.games += 1;
        if since.elapsed() > Duration::from_secs(5) {
            println!("game {number} took {} ms", since.elapsed().as_millis());
        }
        if let Some(disagreement) = disagreement {
            let text = draft.files().all();
            println!("game {number}, before it is simplified:\n{text}{}", disagreement.differs);
            let (draft, disagreement) = shrink::shrink(draft, disagreement);
            let shown = format!("game {number}\n{}{}\n", draft.files().all(), disagreement.differs);
            println!("{shown}");
            found.push(shown);
            if found.len() == most {
                break;
            }
        }
        if counts.games % 1000 == 0 {
            let GameCounts { games, positions, cut } = counts;
            println!(
                "{games} games to number {number}, {positions} positions, {cut} games cut short, {} disagreements",
                found.len()
            );
        }
    }
    let GameCounts { games, positions, cut } = counts;
    println!("{games} games, {positions} positions, {cut} games cut short");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn random_games_agree_with_the_oracle() {
    let (first, count) =
        (env_number("FERZ_SEED").unwrap_or(1), env_number("FERZ_INVENTED").unwrap_or(sample(10)));
    soak(first..first + count, 1, |_| Effort::SHORT);
}

/// The simplified games of former disagreements, and games in which a change of the program would be a disagreement. A
/// comment `# position FEN` in the file gives the position.
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
        let effort = Effort { rounds: sample(8), plies: 8, paths: usize::MAX, ..Effort::SHORT };
        let counts = &mut GameCounts::default();
        for given in text.lines().filter_map(|line| line.strip_prefix("# position ")) {
            let setup =
                fen::read_as(&variant, given, true).unwrap_or_else(|_| panic!("{}: {given}", path.display()));
            let disagreement = compare(&within(&variant), &setup, false, 1);
            let differs = disagreement.map(|one| one.differs);
            assert_eq!(differs, None, "{}: {given}", path.display());
        }
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        // A game that another fixture extends is in the same folder.
        let texts = bases.iter().filter(|(base, _)| *base != name).cloned().chain([(name.clone(), text)]);
        let files = GameFiles { texts: texts.collect(), array: String::new(), chosen: Vec::new() };
        let disagreement = search(&files, &variant, &mut Random(1), effort, counts);
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
    // `FERZ_GAME` repeats one game by the number that a run has printed.
    if let Some(number) = env_number("FERZ_GAME") {
        return soak(std::iter::once(number), 1, Effort::long);
    }
    let (first, count) =
        (env_number("FERZ_SEED").unwrap_or(1) * 1_000_000, env_number("FERZ_INVENTED").unwrap_or(10_000));
    // An interrupted run goes on after the games that it has tested.
    soak(first + env_number("FERZ_SKIP").unwrap_or(0)..first + count, 12, Effort::long);
}
