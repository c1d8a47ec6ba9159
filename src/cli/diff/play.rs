//! What differs in play: a game from the start, and for each rule that differs positions that show it at work.

use super::super::{casefiles, files, parallel};
use super::report::{GameData, PositionData, Report};
use super::{DiffArgs, load};
use crate::base::Setup;
use crate::fast::engine::Engine;
use crate::lab::casebook::{Page, position, read_page, write_drawing};
use crate::lab::compare::game::{self, GameSearch};
use crate::lab::compare::{
    Concern, Difference, Distinguishing, Pair, Translation, alone, beyond_positions, positions,
};
use crate::lang::catalog::{GameRef, Loaded};
use crate::play::notation::{fen, movetext};
use crate::rules::Variant;
use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long to search for one rule before going on to the next; twice as long in every round.
const SLICE: Duration = Duration::from_millis(500);

/// One rule to find positions for: a game, and one that differs from it in that rule alone.
struct Task {
    switch: Option<String>,
    rule: Option<String>,
    /// Under the other rules of the first game, and of the second: a rule may have no effect under one of them.
    sides: Vec<Side>,
    found: Vec<Distinguishing>,
    /// The index of the side it was found on.
    by: usize,
    looked: u64,
}

/// Two games that differ in one rule.
struct Side {
    game: Variant,
    twin: Variant,
    concern: Concern,
}

impl Side {
    fn new(game: Variant, twin: Variant) -> Side {
        let concern = Concern::new(&game, &twin);
        Side { game, twin, concern }
    }
}

/// Searches for a game and for positions, both at once.
pub(super) fn play(
    args: &DiffArgs,
    one: &Loaded,
    other: &Loaded,
    report: &mut Report,
    started: Instant,
    budget: Duration,
) {
    let (a, b) = (&one.variant, &other.variant);
    let Some(translation) = Translation::new(a, b) else {
        let why = "no positions can be compared: the games are played on different boards";
        report.not_found.push(why.to_owned());
        return;
    };
    let arrays = a.setup != b.setup
        && translation.setup(&a.start()).is_none_or(|start| start.pieces != b.start().pieces);
    let mut tasks = tasks(args, one, other, report);
    let known = if args.no_cases { Vec::new() } else { case_positions(one, args) };
    let (middle, end) = (started + budget.mul_f64(0.6), started + budget);
    let wants_game = !args.positions_only && !arrays;
    let searched = std::thread::scope(|scope| {
        let games = wants_game.then(|| {
            scope.spawn(|| {
                Some(game::search(&Pair::new(a, b)?, &Concern::new(a, b), args.seed, &|| {
                    Instant::now() < middle
                }))
            })
        });
        find(&mut tasks, &known, args, end);
        let thread = games?;
        let show = std::io::stderr().is_terminal() && !thread.is_finished();
        if show {
            eprint!("\rsearching for a shorter game ");
        }
        let searched = thread.join().ok().flatten();
        if show {
            eprint!("\r{:60}\r", "");
        }
        searched
    });
    match searched {
        Some(searched) => found_game(a, searched, args, report),
        None if arrays && !args.positions_only => report.game = Some(beginnings(a, b)),
        None => {}
    }
    for task in tasks {
        report_task(task, report);
    }
}

/// Searches for all that is not yet found, round after round, until the time is up.
fn find(tasks: &mut [Task], known: &[Setup], args: &DiffArgs, end: Instant) {
    for round in 0.. {
        let open: Vec<usize> = (0..tasks.len())
            .filter(|at| tasks.get(*at).is_some_and(|task| task.found.len() < args.positions.into()))
            .collect();
        if open.is_empty() || Instant::now() >= end {
            return;
        }
        let slice = SLICE * 2_u32.saturating_pow(round.min(8));
        // With fewer rules than threads, several threads search for the same.
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let parts = threads.div_ceil(open.len());
        let jobs: Vec<(usize, u64)> =
            open.into_iter().flat_map(|at| (0..parts as u64).map(move |part| (at, part))).collect();
        let found = parallel::map("rules", &jobs, |(at, part)| {
            let until = end.min(Instant::now() + slice);
            let seed = args.seed.wrapping_add(1000 * u64::from(round) + 500 * part);
            let task = tasks.get(*at)?;
            let by = usize::try_from(round).unwrap_or(0) % task.sides.len().max(1);
            let (first, side) = (task.sides.first()?, task.sides.get(by)?);
            // The known positions are those of the first game; the other may number its pieces otherwise.
            let translation = Translation::new(&first.game, &side.game)?;
            let known: Vec<Setup> = known.iter().filter_map(|setup| translation.setup(setup)).collect();
            let wanted = (args.positions.into(), seed);
            let (found, looked) = look(side, known, wanted, &|| Instant::now() < until);
            Some((found, looked, by))
        });
        for ((at, _), found) in jobs.into_iter().zip(found) {
            if let (Some(task), Some((found, looked, by))) = (tasks.get_mut(at), found) {
                task.looked += looked;
                if found.len() > task.found.len() {
                    (task.found, task.by) = (found, by);
                }
            }
        }
    }
}

/// Positions that show one rule at work, and how many were looked at.
fn look(
    side: &Side,
    known: Vec<Setup>,
    wanted: (usize, u64),
    going: &dyn Fn() -> bool,
) -> (Vec<Distinguishing>, u64) {
    if let Some(found) = beyond_positions(&side.game, &side.twin) {
        return (vec![found], 1);
    }
    let Some(pair) = Pair::new(&side.game, &side.twin) else { return (Vec::new(), 0) };
    positions::search(&pair, &side.concern, known, wanted, going)
}

/// Two games that do not begin alike: their starts, and the moves only one of them has there.
fn beginnings(a: &Variant, b: &Variant) -> GameData {
    let moves = |variant: &Variant| -> Vec<String> {
        let engine = Engine::new(variant);
        movetext::list(variant, &engine.legal_moves(&engine.start()))
    };
    let starts = [fen::write(a, &a.start()), fen::write(b, &b.start())];
    let fen = starts[0].clone();
    let difference = Difference::between([&moves(a), &moves(b)], starts).unwrap_or_default();
    GameData { moves: Vec::new(), shortest: true, fen, difference }
}

/// The game found, if one was.
fn found_game(variant: &Variant, searched: GameSearch, args: &DiffArgs, report: &mut Report) {
    report.searched_plies = searched.plies;
    match searched.game {
        Some((moves, setup, difference)) => {
            let fen = fen::write(variant, &setup);
            report.game = Some(GameData { moves, shortest: searched.shortest, fen, difference });
        }
        None => report.not_found.push(format!("no distinguishing game found in {} s", args.budget)),
    }
}

/// What was found for a rule, or that nothing was.
fn report_task(task: Task, report: &mut Report) {
    if task.found.is_empty() {
        let what = task.switch.as_ref().or(task.rule.as_ref()).map_or("the difference", String::as_str);
        let looked = task.looked;
        report.not_found.push(format!("no position found that shows {what} ({looked} searched)"));
    }
    let Some(side) = task.sides.get(task.by) else { return };
    for found in task.found {
        report.positions.push(PositionData {
            switch: task.switch.clone(),
            rule: task.rule.clone(),
            rest: if task.by == 0 { "a" } else { "b" },
            fen: fen::write(&side.game, &found.setup),
            moves: found.moves,
            difference: found.difference,
            drawing: write_drawing(&side.game, &found.setup),
        });
    }
}

/// A task for every switch that differs, and for every rule that differs beyond switches.
fn tasks(args: &DiffArgs, one: &Loaded, other: &Loaded, report: &Report) -> Vec<Task> {
    let new = |switch: Option<String>, rule: Option<String>, sides: Vec<Side>| Task {
        switch,
        rule,
        sides,
        found: Vec::new(),
        by: 0,
        looked: 0,
    };
    let mut tasks = Vec::new();
    let mut decided = Vec::new();
    for switch in &report.switches {
        let set = [(switch.name.clone(), switch.b.value.clone())];
        let back = [(switch.name.clone(), switch.a.value.clone())];
        let Ok(twin) = load(&args.one, &[&args.sets, &args.sets_one, &set[..]]) else { continue };
        let mut sides = vec![Side::new(one.variant.clone(), twin.variant)];
        if let Ok(game) = load(&args.other, &[&args.sets, &args.sets_other, &back[..]]) {
            sides.push(Side::new(game.variant, other.variant.clone()));
        }
        tasks.push(new(Some(switch.name.clone()), None, sides));
        decided.extend(set);
    }
    // What is left once the first game has all the switch values of the second is decided by no switch.
    let rest = load(&args.one, &[&args.sets, &args.sets_one, &decided]);
    let rest = rest.map_or_else(|_| one.variant.clone(), |loaded| loaded.variant);
    for (what, twin) in alone(&rest, &other.variant) {
        tasks.push(new(None, Some(what), vec![Side::new(rest.clone(), twin)]));
    }
    tasks
}

/// The positions of the cases that belong to a game.
fn case_positions(one: &Loaded, args: &DiffArgs) -> Vec<Setup> {
    let reference = GameRef::parse(&args.one);
    let main = one.game.sources.iter().find(|source| source.name.ends_with(".ferz"));
    let named = if reference.is_path { Some(&reference.name) } else { main.map(|source| &source.name) };
    let folder = named.and_then(|path| Path::new(path).parent()).unwrap_or(Path::new("")).join("cases");
    let files = casefiles::expand(&folder).unwrap_or_default();
    let page = |file: PathBuf| Some(read_page(&file.display().to_string(), &files::read(&file).ok()?, 0).0);
    let mut pages: Vec<Page> = files.into_iter().filter_map(page).collect();
    if pages.is_empty() {
        pages.extend(casefiles::built_in(&[folder]).into_iter().map(|file| file.page));
    }
    let mut setups = Vec::new();
    let mut seen = HashSet::new();
    for case in pages.iter().flat_map(|page| &page.cases) {
        for query in &case.queries {
            if let Ok(setup) = position(&one.variant, &query.position)
                && seen.insert(fen::write(&one.variant, &setup))
            {
                setups.push(setup);
            }
        }
    }
    setups
}
