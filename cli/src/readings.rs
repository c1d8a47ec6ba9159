//! Checks files of readings, together with the games beside them.
//!
//! The meaning of a reading depends on the switches of a game. A file of readings can belong to several games in its
//! folder, and a switch is unknown only if none of these games has it. [`check`] reports the problems of one file;
//! `ferz check` also uses [`check_rest`] after it has checked the games.

use super::files::{self, Disk, folder, is};
use ferz_core::base::source::{Sources, Span};
use ferz_lang::catalog::{Catalog, EVALUATION, Files, GameRef};
use ferz_lang::{Reading, RuleFile, read_readings, read_tuned};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic, Parts, nearest};
use ferz_syntax::messages::text::{did_you_mean, quoted};
use ferz_text::lab::casebook::Games;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of a file of readings that belongs to the games in its folder.
const USUAL: &str = "readings.toml";

/// The switches of each game by the path of its file. The value is `None` for a game with errors, because some of its
/// switches may be unknown.
pub(super) type SwitchesByFile = BTreeMap<PathBuf, Option<BTreeSet<String>>>;

/// Returns all problems of a file of readings.
pub(super) fn check(path: &Path, text: &str, disk: &dyn Files) -> Vec<Diagnostic> {
    let name = path.display().to_string();
    let (readings, mut all) = read_readings(0, text);
    // A file with syntax errors has the same errors for every game, so the games are not needed.
    if !all.iter().any(Diagnostic::is_error) {
        // The loader finds a file with the usual name by itself.
        let given = (files::name(path) != USUAL).then(|| (name.clone(), text.to_owned()));
        let games = games_beside(path, given, disk);
        if games.is_empty() {
            let why = "there is no game next to these readings";
            let problem = Diagnostic::new(Code::IdleReadings, Span::default(), why);
            all.push(problem.help("readings belong in the folder of the .ferz file to which they apply"));
        }
        // A game can have problems of its own, so only those in the file of readings are kept.
        let here = games.iter().flat_map(|game| {
            let found = game.checked_quickly().iter().cloned();
            found.filter_map(|problem| moved_here(&game.sources, problem, &name))
        });
        all.extend(here.filter(|problem| !is_stranger(problem)));
        all.extend(switches_of_none(&readings, games.iter().map(switches)));
        // Several games report the same problem. Sorting brings these reports together.
        all.sort_by_key(Diagnostic::place);
        all.dedup();
    }
    all
}

/// Returns all problems of a file of piece values.
pub(super) fn check_piece_values(path: &Path, text: &str, games: &Games) -> Vec<Diagnostic> {
    let name = path.display().to_string();
    let game = name.strip_suffix(EVALUATION).map(|stem| GameRef::file(&format!("{stem}.ferz")));
    let Some(game) = game.and_then(|game| games.rules(&game).ok()) else {
        let problem = Diagnostic::new(
            Code::UnusedWorth,
            Span::default(),
            "there is no game next to these piece values",
        );
        let help = "they belong in the folder of the .ferz file, with the same name";
        return [problem.help(help)].into_iter().chain(read_tuned(0, text).1).collect();
    };
    let found = game.checked_quickly().iter().cloned();
    found.filter_map(|problem| moved_here(&game.sources, problem, &name)).collect()
}

/// Returns the problems of a file of readings that the check of its games does not report: switches that none of them
/// has.
pub(super) fn check_rest(
    path: &Path,
    text: &str,
    known: &SwitchesByFile,
    disk: &dyn Files,
) -> Vec<Diagnostic> {
    let catalog = Catalog::new(disk);
    let games = files_beside(path).into_iter().filter_map(|game| match known.get(&game) {
        Some(known) => Some(known.clone()),
        None => catalog.open_file(&game.display().to_string()).as_ref().map(switches),
    });
    switches_of_none(&read_readings(0, text).0, games)
}

/// Returns the problems of switches that a file of readings sets for a game although neither this game nor any other
/// game beside the readings has them.
pub(super) fn strange(name: &str, text: &str, (path, game): (&Path, &RuleFile)) -> Vec<Diagnostic> {
    let (readings, _) = read_readings(0, text);
    let has = |name: &String| game.switches().iter().any(|switch| switch.name == *name);
    let mut set = readings.iter().flat_map(|reading| &reading.set);
    if set.all(|(name, ..)| has(name)) {
        return Vec::new();
    }
    let catalog = Catalog::new(&Disk);
    let others = files_beside(Path::new(name)).into_iter().filter(|other| other != path);
    let others = others.filter_map(|other| catalog.open_file(&other.display().to_string()));
    let others: Vec<Option<BTreeSet<String>>> = others.map(|other| switches(&other)).collect();
    switches_of_none(&readings, [switches(game)].into_iter().chain(others))
}

/// Returns the names of a game's switches, or `None` if the game has errors, so that some may be unknown.
pub(super) fn switches(game: &RuleFile) -> Option<BTreeSet<String>> {
    let names = game.switches().iter().map(|switch| switch.name.clone());
    game.is_sound().then(|| names.collect())
}

/// Returns the path of the readings beside a game, if the file exists.
pub(super) fn beside(game: &Path) -> Option<PathBuf> {
    Some(game.with_file_name(USUAL)).filter(|path| path.is_file())
}

/// Returns true if a problem is an unknown switch of a reading. Another game may have this switch.
pub(super) fn is_stranger(problem: &Diagnostic) -> bool {
    problem.code == Code::UnknownSwitch && !problem.is_error()
}

/// Returns true if the games among these files report all problems of the readings except unknown switches.
pub(super) fn are_reported_with(path: &Path, files: &[PathBuf]) -> bool {
    let beside = files_beside(path);
    files::name(path) == USUAL && !beside.is_empty() && beside.iter().all(|game| files.contains(game))
}

/// Returns the variant files in the folder of a file of readings.
fn files_beside(path: &Path) -> Vec<PathBuf> {
    files::entries(folder(path)).into_iter().filter(|file| is(file, "ferz") && file.is_file()).collect()
}

fn games_beside(path: &Path, readings: Option<(String, String)>, disk: &dyn Files) -> Vec<RuleFile> {
    let catalog = Catalog::new(disk).with_readings(readings);
    let games = files_beside(path).into_iter();
    games.filter_map(|game| catalog.open_file(&game.display().to_string())).collect()
}

/// Reports the switches that readings set and none of the games has. If a game has errors, its switches are unknown,
/// and nothing is reported.
fn switches_of_none(
    readings: &[Reading],
    games: impl Iterator<Item = Option<BTreeSet<String>>>,
) -> Vec<Diagnostic> {
    // If the switches of one game are unknown, any name could be one of them.
    let Some(games) = games.collect::<Option<Vec<_>>>().filter(|games| !games.is_empty()) else {
        return Vec::new();
    };
    let known: BTreeSet<&str> = games.iter().flatten().map(String::as_str).collect();
    let problem_of = |name: &str, span| {
        // The author may have written only the last part of the name, without the name of the piece.
        let is_whole = |known: &&&str| known.rsplit_once('.').is_some_and(|(_, last)| last == name);
        let near = nearest(name, known.iter().copied()).or(known.iter().find(is_whole).copied());
        let message = format!("no game next to this file has a switch `{name}`");
        let problem = Diagnostic::new(Code::UnknownSwitch, span, message).misses(name);
        problem.depends_on(Parts::CHOICE).help(match near {
            Some(near) => did_you_mean(near),
            None if known.is_empty() => "they have no switches".into(),
            None => format!("known here: {}", quoted(&known)).into(),
        })
    };
    let set = readings.iter().flat_map(|reading| &reading.set);
    let unknown = set.filter(|(name, ..)| !known.contains(name.as_str()));
    unknown.map(|(name, span, ..)| problem_of(name, *span)).collect()
}

/// Converts a problem whose first place is in the file `name` into a problem of that text alone.
fn moved_here(sources: &Sources, mut problem: Diagnostic, name: &str) -> Option<Diagnostic> {
    let place = problem.labels.first().and_then(|label| sources.get(label.span.file))?;
    // The paths can differ in their spelling, as in `./readings.toml`.
    let is_same = Path::new(&place.name).components().eq(Path::new(name).components());
    if !is_same && place.name.strip_prefix("./") != Some(name) {
        return None;
    }
    // The other places are in the files of the game, which this answer does not contain.
    let file = problem.place().file;
    problem.labels.truncate(1);
    problem.labels.iter_mut().for_each(|label| label.span.file = 0);
    problem.fixes.retain_mut(|fix| fix.moves(file, 0));
    Some(problem)
}
