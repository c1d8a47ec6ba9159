//! The check of records: each is compared with the current rules of the game beside it.

use super::{first, review, taken, unreadable};
use crate::files::{self, is};
use crate::output::{CommandError, Output};
use crate::parallel;
use crate::test::TestArgs;
use crate::writing::Original;
use ferz_lang::catalog::GameRef;
use ferz_lang::record::{RecordPart, RuleRecord};
use ferz_text::lab::casebook::Status;
use ferz_text::lab::compare::SnapshotChange;
use ferz_text::lab::record::{EntryChange, RecordComparison, compare, example};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The number of changes of a record for which a game or a position is searched, and the time limit for all records.
const MAX_EXAMPLES: usize = 4;
const EXAMPLES: Duration = Duration::from_secs(5);

#[derive(Serialize)]
pub(crate) struct SnapshotData {
    pub(super) file: String,
    pub(crate) status: Status,
    /// The reason that the record cannot be compared, or what to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
    /// The changes of the rules, by the entry of the record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) entries: Vec<EntryChange>,
    /// The changes of a record of the first form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) changes: Vec<SnapshotChange>,
}

/// The result of the comparison of one file.
pub(super) enum Checked {
    Passed,
    /// A record that passes and has the first form.
    PassedFirst,
    /// A record of the first form that differs, with the changes.
    First(Vec<SnapshotChange>),
    Differs {
        old: RuleRecord,
        new: RuleRecord,
        comparison: RecordComparison,
    },
    /// The record cannot be compared.
    Problem(String),
}

/// Returns the records below some paths. Other programs also write files with this extension, so a file counts only if
/// its game is beside it or if it says what it is.
fn found(roots: &[PathBuf]) -> Vec<PathBuf> {
    let below = |root: &PathBuf| match root.is_dir() {
        true => files::walk(root, &|path| is(path, "snapshot")),
        false => Vec::from_iter(is(root, "ferz").then(|| root.with_extension("snapshot"))),
    };
    let mut all: Vec<PathBuf> = roots.iter().flat_map(below).collect();
    let says = |path: &Path| {
        files::read(path).is_ok_and(|text| RuleRecord::is_record(&text) || first::is_own(&text))
    };
    all.retain(|file| file.exists() && (file.with_extension("ferz").exists() || says(file)));
    all.dedup();
    all
}

/// Returns the headings of the rules in all records below some paths.
pub(crate) fn headings(roots: &[PathBuf]) -> Vec<String> {
    let records =
        found(roots).into_iter().filter_map(|file| RuleRecord::read(&files::read(&file).ok()?).ok());
    let entries = records.flat_map(|record| record.entries);
    entries
        .filter(|entry| matches!(entry.part, RecordPart::Rule | RecordPart::Reading))
        .map(|entry| entry.heading)
        .collect()
}

/// Returns the reference of the game beside a record.
fn game_of(file: &Path) -> GameRef {
    let name = file.with_extension("ferz").display().to_string();
    GameRef { name, is_path: true, array: None, reading: None }
}

/// Compares a record with the current rules of its game.
fn compared(file: &Path, going: &dyn Fn() -> bool) -> Result<Checked, CommandError> {
    let text = files::read(file)?;
    if !file.with_extension("ferz").exists() {
        return Ok(Checked::Problem(orphaned(file, &text)));
    }
    let game = game_of(file);
    if !RuleRecord::is_record(&text) {
        let now = first::taken(&game)?;
        return Ok(if now == text {
            Checked::PassedFirst
        } else {
            Checked::First(first::changes(&text, &now))
        });
    }
    let old = match RuleRecord::read(&text) {
        Ok(old) => old,
        Err(why) => return Ok(Checked::Problem(unreadable(why))),
    };
    let new = taken(&game)?;
    if old == new {
        return Ok(Checked::Passed);
    }
    let mut comparison = compare(&old, &new);
    let examples: Vec<_> = comparison
        .changes
        .iter()
        .take(MAX_EXAMPLES)
        .map(|change| example(&old, &new, &comparison, &change.entry, going))
        .collect();
    for (change, example) in comparison.changes.iter_mut().zip(examples) {
        change.example = example;
    }
    Ok(if comparison.is_same() { Checked::Passed } else { Checked::Differs { old, new, comparison } })
}

/// Describes a record without a game. If a game in the folder has no record and is the same, its file was renamed.
fn orphaned(file: &Path, text: &str) -> String {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let game = Path::new(&name).with_extension("ferz").display().to_string();
    let others = files::walk(files::folder(file), &|path| is(path, "ferz"));
    let mut others = others.iter().filter(|path| {
        files::folder(path) == files::folder(file) && !path.with_extension("snapshot").exists()
    });
    let is_game = |path: &&PathBuf| match RuleRecord::read(text) {
        Ok(old) => taken(&game_of(path)).is_ok_and(|new| compare(&old, &new).is_same()),
        Err(_) => first::taken(&game_of(path)).is_ok_and(|now| now == text),
    };
    match others.find(is_game) {
        Some(path) => {
            let new = path.with_extension("snapshot");
            format!("its game is now {}; rename it to {}", path.display(), new.display())
        }
        None => format!("there is no game {game} beside it"),
    }
}

/// Checks the records below some paths. Sets `fine` to false if an accepted record could not be written.
pub(crate) fn check(
    roots: &[PathBuf],
    args: &TestArgs,
    fine: &mut bool,
    output: &mut Output,
) -> Result<Vec<SnapshotData>, CommandError> {
    let files = found(roots);
    // The records are compared in parallel and reported afterwards, so that the output has the order of the files.
    let end = Instant::now() + EXAMPLES;
    let going = || args.accept.is_none() && Instant::now() < end;
    let results = parallel::map("snapshots", &files, |file| compared(file, &going));
    let (mut all, mut earlier) = (Vec::new(), 0_usize);
    for (path, result) in files.iter().zip(results) {
        let file = path.display().to_string();
        let mut data = SnapshotData {
            file,
            status: Status::Passed,
            problem: None,
            entries: Vec::new(),
            changes: Vec::new(),
        };
        match result {
            Err(stop) => {
                output.stopped(stop);
                data.status = Status::Broken;
            }
            Ok(Checked::Passed) => {}
            Ok(Checked::PassedFirst) => earlier += 1,
            Ok(checked) => {
                data.status = Status::Failed;
                review::report(path, checked, &mut data, args, fine, output)?;
            }
        }
        all.push(data);
    }
    if earlier > 0 && !output.is_json() {
        let them =
            if earlier == 1 { "1 snapshot has".to_owned() } else { format!("{earlier} snapshots have") };
        output.remark(format!("{them} the form of an earlier version; `ferz snapshot` converts a file"))?;
    }
    Ok(all)
}

/// Writes a record over the file as it is now.
pub(super) fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    Original::read(path)?.0.write(text)
}
