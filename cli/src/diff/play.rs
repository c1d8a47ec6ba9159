//! Finds differences in play: a game from the start, and positions for each differing rule.
//!
//! [`play`] is the entry point. Each switch or rule that differs is a [`DiffTask`] of its own: it compares two games that
//! differ in that rule alone, so that a game or a position shows the effect of that rule. A task first tries the games of
//! the cases, then plans a game, and otherwise searches for a position.

use super::DiffArgs;
use super::report::{DiffReport, GameData, PositionData, Rest};
use crate::{casefiles, files, parallel};
use ferz_core::base::Setup;
use ferz_core::rules::Variant;
use ferz_lang::catalog::Loaded;
use ferz_text::lab::casebook::{CasePage, WrittenPosition, position, read_page, write_drawing};
use ferz_text::lab::compare::game::{self, FoundGame, GameSearch};
use ferz_text::lab::compare::{
    DifferenceScope, Distinguishing, GamePair, Translation, at_most, history_difference, idle_difference,
    positions, separate, start_difference,
};
use ferz_text::notation::fen;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of positions searched for one rule in the first round. It doubles with every round.
const SLICE: u32 = 4000;

/// The search for a game, or for positions, that show the effect of one rule.
#[derive(Default)]
struct DiffTask {
    switch: Option<String>,
    rule: Option<String>,
    /// Two games that differ in that rule alone, with the other rules of the first game or of the second. A rule may
    /// have no effect under one of them.
    sides: Vec<[Arc<Variant>; 2]>,
    /// A short game from the start.
    game: Option<FoundGame>,
    found: Vec<Distinguishing>,
    /// The index of the pair of games for which the search found a game or a position.
    by: usize,
    looked: u64,
}

impl DiffTask {
    /// Returns the name of the switch or of the rule.
    fn what(&self) -> &str {
        self.switch.as_ref().or(self.rule.as_ref()).map_or("the difference", String::as_str)
    }

    /// Returns the reason that no game can show the difference, or `None` if one may show it.
    fn idle(&self) -> Option<String> {
        let reasons: Option<Vec<String>> =
            self.sides.iter().map(|[game, twin]| idle_difference(game, twin)).collect();
        reasons?.into_iter().next()
    }
}

/// Searches for games and positions.
pub(super) fn play(
    args: &DiffArgs,
    one: &Loaded,
    other: &Loaded,
    report: &mut DiffReport,
    started: Instant,
    budget: Duration,
) {
    let (a, b) = (&one.variant, &other.variant);
    let Some(translation) = Translation::new(a, b) else {
        let why = "no positions can be compared: the games are played on different boards";
        report.not_found.push(why.to_owned());
        return;
    };
    // If the games start from different positions, the first difference is at the start, and a search is useless.
    let arrays = a.setup != b.setup
        && translation.setup(&a.start()).is_none_or(|start| start.pieces != b.start().pieces);
    let mut tasks = tasks(args, one, other, report);
    tasks.retain(|task| {
        let why = task.idle();
        let what = task.what();
        report.not_found.extend(why.iter().map(|why| format!("no game can show {what}: {why}")));
        why.is_none()
    });
    if tasks.is_empty() && !report.not_found.is_empty() {
        return;
    }
    let known = if args.no_cases { CaseStarts::default() } else { CaseStarts::of(one) };
    let end = started + budget;
    let going = || Instant::now() < end;
    if !args.positions_only && !arrays {
        plan(&mut tasks, &known.games, args, &going);
        report_game(args, (a, b), (&tasks, &known.games), report, &going);
    } else if arrays && !args.positions_only {
        report.game = Some(beginnings(a, b));
    }
    find(&mut tasks, &known.positions, args, end);
    for task in tasks {
        report_task(task, report);
    }
}

/// Searches for a short game for each task.
fn plan(tasks: &mut [DiffTask], known: &[Vec<String>], args: &DiffArgs, going: &(dyn Fn() -> bool + Sync)) {
    let found = parallel::map("rules", &*tasks, |task| {
        let sides = task.sides.iter().enumerate();
        sides.filter(|(_, [game, twin])| history_difference(game, twin).is_none()).find_map(
            |(by, [game, twin])| {
                let (pair, scope) = (GamePair::new(game, twin)?, DifferenceScope::new(game, twin));
                let replayed = known.iter().filter_map(|moves| game::replay(&pair, &scope, moves));
                let kept = replayed.min_by_key(|game| game.moves.len());
                let searched = match kept {
                    Some(game) => GameSearch { game: Some(game), ..GameSearch::default() },
                    None => game::plan(&pair, &scope, args.seed, going),
                };
                (searched.game.is_some() || !searched.positions.is_empty()).then_some((by, searched))
            },
        )
    });
    for (task, found) in tasks.iter_mut().zip(found) {
        if let Some((by, GameSearch { game, mut positions, .. })) = found {
            positions.truncate(args.positions.into());
            task.looked = positions.len() as u64;
            (task.by, task.game, task.found) = (by, game, positions);
        }
    }
}

/// Reports the shortest game known, or one for all rules together.
fn report_game(
    args: &DiffArgs,
    (a, b): (&Variant, &Variant),
    (tasks, known): (&[DiffTask], &[Vec<String>]),
    report: &mut DiffReport,
    going: &dyn Fn() -> bool,
) {
    let Some(pair) = GamePair::new(a, b) else { return };
    let scope = DifferenceScope::new(a, b);
    let planned = tasks.iter().filter_map(|task| Some(&task.game.as_ref()?.moves));
    let games = planned.chain(known).filter_map(|moves| game::replay(&pair, &scope, moves));
    let searched = match games.min_by_key(|game| game.moves.len()) {
        Some(game) => game::shortest(&pair, &scope, game, going),
        None => game::search(&pair, &scope, args.seed, going),
    };
    report.searched_plies = searched.plies;
    let shortest = searched.shortest;
    report.game = searched.game.map(|FoundGame { moves, setup, difference }| {
        let fen = fen::write(a, &setup);
        GameData { moves, shortest, fen, difference }
    });
    if report.game.is_none() {
        report.not_found.push(format!("no distinguishing game found in {} s", args.budget));
    }
}

/// Searches for all tasks without a result, round after round, until the time is up.
fn find(tasks: &mut [DiffTask], known: &[Setup], args: &DiffArgs, end: Instant) {
    let wanted = usize::from(args.positions);
    for round in 0.. {
        let open: Vec<usize> = (0..tasks.len())
            .filter(|at| tasks[*at].game.is_none() && tasks[*at].found.len() < wanted)
            .collect();
        if open.is_empty() || Instant::now() >= end {
            return;
        }
        // The exponent is limited so that the product cannot overflow.
        let slice = SLICE * 2_u32.saturating_pow(round.min(8));
        // If there are fewer rules than threads, several threads search for the same rule.
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let parts = threads.div_ceil(open.len()) as u64;
        let jobs: Vec<(usize, u64)> =
            open.into_iter().flat_map(|at| (0..parts).map(move |part| (at, part))).collect();
        let found = parallel::map("rules", &jobs, |(at, part)| {
            let seed = args.seed.wrapping_add(1000 * u64::from(round) + 500 * part);
            let sides = &tasks[*at].sides;
            // The rounds alternate between the other rules of the first game and those of the second.
            let by = round as usize % sides.len();
            let [game, twin] = &sides[by];
            if let Some(found) = history_difference(game, twin) {
                return Some((vec![found], 1, by));
            }
            // The known positions belong to the first game, and the pair of games may number its pieces differently.
            let translation = Translation::new(&sides[0][0], game)?;
            let known: Vec<Setup> = known.iter().filter_map(|setup| translation.setup(setup)).collect();
            let (pair, concern) = (GamePair::new(game, twin)?, DifferenceScope::new(game, twin));
            let clock = || Instant::now() < end;
            let going = at_most(slice, &clock);
            let (found, looked) = positions::search(&pair, &concern, known, (wanted, seed), &going);
            Some((found, looked, by))
        });
        for ((at, _), found) in jobs.into_iter().zip(found) {
            let Some((found, looked, by)) = found else { continue };
            let task = &mut tasks[at];
            task.looked += looked;
            // A later round replaces the result only if it has found more positions.
            if found.len() > task.found.len() {
                (task.found, task.by) = (found, by);
            }
        }
    }
}

/// Describes two games with different starts: their start positions, and the moves that only one of them has there.
fn beginnings(a: &Variant, b: &Variant) -> GameData {
    let starts = [fen::write(a, &a.start()), fen::write(b, &b.start())];
    let fen = starts[0].clone();
    let difference = start_difference(a, b, starts).unwrap_or_default();
    GameData { moves: Vec::new(), shortest: true, fen, difference }
}

/// Reports the position found for a rule, or that the search found none.
fn report_task(task: DiffTask, report: &mut DiffReport) {
    let what = task.what().to_owned();
    let DiffTask { switch, rule, sides, game: told, found, by, looked } = task;
    if let Some(FoundGame { moves, setup, difference }) = told {
        let (game, rest) = (&sides[by][0], if by == 0 { Rest::A } else { Rest::B });
        let fen = fen::write(game, &setup);
        let (game, moves, drawing) = (Some(moves), Vec::new(), Vec::new());
        report.positions.push(PositionData { switch, rule, rest, game, fen, moves, difference, drawing });
        return;
    }
    if found.is_empty() {
        report.not_found.push(format!("no position found that shows {what} ({looked} searched)"));
    }
    let game = &sides[by][0];
    report.positions.extend(found.into_iter().map(|Distinguishing { setup, moves, difference }| {
        PositionData {
            switch: switch.clone(),
            rule: rule.clone(),
            rest: if by == 0 { Rest::A } else { Rest::B },
            game: None,
            fen: fen::write(game, &setup),
            moves,
            difference,
            drawing: write_drawing(game, &setup),
        }
    }));
}

/// Returns a task for every switch that differs, and for every rule that differs apart from the switches.
fn tasks(args: &DiffArgs, one: &Loaded, other: &Loaded, report: &DiffReport) -> Vec<DiffTask> {
    let mut tasks = Vec::new();
    let mut decided = Vec::new();
    for switch in &report.switches {
        let set = |value: &String| (switch.name.clone(), value.clone());
        let (theirs, ours) = (set(&switch.b.value), set(&switch.a.value));
        // A value of the second game may not exist in the first one.
        let Ok(twin) = args.load(true, std::slice::from_ref(&theirs)) else { continue };
        let mut sides = vec![[one.variant.clone(), twin.variant]];
        let game = args.load(false, &[ours]).ok();
        sides.extend(game.map(|game| [game.variant, other.variant.clone()]));
        tasks.push(DiffTask { switch: Some(switch.name.clone()), sides, ..DiffTask::default() });
        decided.push(theirs);
    }
    // After the first game gets all switch values of the second game, the remaining differences belong to no switch.
    let rest = args.load(true, &decided).map_or_else(|_| one.variant.clone(), |loaded| loaded.variant);
    let left = separate(&rest, &other.variant)
        .into_iter()
        .map(|(what, twin)| (Some(what), vec![[rest.clone(), Arc::new(twin)]]));
    tasks.extend(left.map(|(rule, sides)| DiffTask { rule, sides, ..DiffTask::default() }));
    tasks
}

/// The positions of the cases of a game, and the games that lead to some of them.
#[derive(Default)]
struct CaseStarts {
    positions: Vec<Setup>,
    games: Vec<Vec<String>>,
}

impl CaseStarts {
    fn of(one: &Loaded) -> CaseStarts {
        let folder = casefiles::folder(&one.game.sources);
        let page =
            |file: PathBuf| Some(read_page(&file.display().to_string(), &files::read(&file).ok()?, 0).0);
        let mut pages: Vec<CasePage> = casefiles::expand(&folder).into_iter().filter_map(page).collect();
        // The folder of a built-in game does not exist here, but its cases are embedded.
        if pages.is_empty() {
            pages = casefiles::built_in(&folder);
        }
        let (mut seen, mut known) = (HashSet::new(), CaseStarts::default());
        for query in pages.iter().flat_map(|page| &page.cases).flat_map(|case| &case.queries) {
            if let WrittenPosition::Played(moves) = &query.position {
                let moves: Vec<String> = moves.iter().map(|word| word.value.clone()).collect();
                if !known.games.contains(&moves) {
                    known.games.push(moves);
                }
            } else if let Ok(setup) = position(&one.variant, &query.position)
                && seen.insert(fen::write(&one.variant, &setup))
            {
                known.positions.push(setup);
            }
        }
        known
    }
}
