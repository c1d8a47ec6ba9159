//! What is wrong with a file of readings, as the games beside it see it.

use super::files;
use super::game::Disk;
use crate::base::diagnostic::{Diagnostic, nearest};
use crate::base::source::{Sources, Span};
use crate::base::text::{did_you_mean, quoted};
use crate::lang::catalog::Catalog;
use crate::lang::{Reading, RuleFile, read_readings};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The name under which readings are found beside a game.
const USUAL: &str = "readings.toml";

/// Everything that is wrong with a file of readings.
pub(super) fn check(path: &Path) -> (Sources, Vec<Diagnostic>) {
    let name = path.display().to_string();
    let mut sources = Sources::default();
    let text = files::read(path).unwrap_or_default();
    let file = sources.add(name.clone(), text.clone());
    // What cannot be read means the same beside every game, whatever state that is in.
    let (readings, mut all) = read_readings(file, &text);
    if all.iter().any(Diagnostic::is_error) {
        return (sources, all);
    }
    // A file of the usual name is read beside its games anyway.
    let given = (path.file_name() != Some(USUAL.as_ref())).then(|| (name.clone(), text));
    let games: Vec<RuleFile> = games_beside(path, given);
    for game in &games {
        let here = |problem| moved_here(&game.sources, problem, &name, file);
        all.extend(game.check().into_iter().filter_map(here).filter(|problem| !is_stranger(problem)));
    }
    all.extend(switches_of_none(&readings, &games));
    if games.is_empty() {
        let problem = Diagnostic::warning(
            "idle-readings",
            Span::new(file, 0, 0),
            "no game stands beside these readings",
        );
        all.push(problem.help("readings belong in the folder of the .ferz file they decide"));
    }
    all.sort_by_key(Diagnostic::place);
    all.dedup();
    (sources, all)
}

/// The readings found beside a game, if there are any.
pub(super) fn beside(game: &Path) -> Option<PathBuf> {
    Some(game.with_file_name(USUAL)).filter(|path| path.is_file())
}

/// What is wrong with readings only in the eyes of all games beside them: switches that none of these has.
pub(super) fn strangers(path: &Path) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let text = files::read(path).unwrap_or_default();
    let file = sources.add(path.display().to_string(), text.clone());
    let (readings, _) = read_readings(file, &text);
    let problems = switches_of_none(&readings, &games_beside(path, None));
    (sources, problems)
}

/// Whether a problem says of readings that one game does not have a switch, which another may have.
pub(super) fn is_stranger(problem: &Diagnostic) -> bool {
    problem.code == "unknown-switch" && !problem.is_error()
}

/// Whether all that is wrong with readings, but for switches of no game at all, is told with the games among these files.
pub(super) fn are_told_with(path: &Path, files: &[PathBuf]) -> bool {
    let beside = files_beside(path);
    path.file_name() == Some(USUAL.as_ref())
        && !beside.is_empty()
        && beside.iter().all(|game| files.contains(game))
}

/// The variant files in the folder of readings.
fn files_beside(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files = files::expand(folder);
    files.retain(|file| {
        file.parent() == Some(folder) && file.extension().is_some_and(|ending| ending == "ferz")
    });
    files
}

fn games_beside(path: &Path, readings: Option<(String, String)>) -> Vec<RuleFile> {
    let catalog = Catalog::new(&Disk).with_readings(readings);
    let games = files_beside(path).into_iter();
    games.filter_map(|game| catalog.open_file(&game.display().to_string())).collect()
}

/// Switches that readings set and none of these games has. While a game has mistakes, its switches are not known.
fn switches_of_none(readings: &[Reading], games: &[RuleFile]) -> Vec<Diagnostic> {
    if games.is_empty() || games.iter().any(|game| !game.is_sound()) {
        return Vec::new();
    }
    let known: BTreeSet<&str> =
        games.iter().flat_map(RuleFile::switches).map(|switch| switch.name.as_str()).collect();
    let tell = |name: &str, span| {
        let problem =
            Diagnostic::error("unknown-switch", span, format!("no game beside this has a switch `{name}`"));
        // Somebody may have left out the piece, which is a part of the name.
        let whole =
            known.iter().copied().find(|known| known.rsplit_once('.').is_some_and(|(_, last)| last == name));
        problem.help(match nearest(name, known.iter().copied()).or(whole) {
            Some(near) => did_you_mean(near),
            None if known.is_empty() => "they have no switches".to_owned(),
            None => format!("known here: {}", quoted(&Vec::from_iter(&known))),
        })
    };
    let set = readings.iter().flat_map(|reading| &reading.set);
    set.filter(|(name, ..)| !known.contains(name.as_str()))
        .map(|(name, span, ..)| tell(name, *span))
        .collect()
}

/// A problem whose first place lies in the file called `name`, moved to that file's number here.
fn moved_here(sources: &Sources, mut problem: Diagnostic, name: &str, file: u32) -> Option<Diagnostic> {
    let place = problem.labels.first().and_then(|label| sources.get(label.span.file))?;
    if !same_file(&place.name, name) {
        return None;
    }
    // Its other places lie in the game's files, which are not those of this answer.
    problem.labels.truncate(1);
    problem.labels.iter_mut().for_each(|label| label.span.file = file);
    Some(problem)
}

fn same_file(a: &str, b: &str) -> bool {
    Path::new(a).components().eq(Path::new(b).components()) || a.strip_prefix("./") == Some(b)
}
