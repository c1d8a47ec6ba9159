//! Recorded move sets: `ferz snapshot` writes them, and `ferz test` checks them.
//!
//! A record is a file beside the game. [`check`] computes the current record, and shows the differences from the stored
//! one.

use super::files::{self, is};
use super::output::{CommandError, ExitVerdict, Output};
use super::writing::Original;
use super::{game, parallel};
use clap::Args;
use ferz_core::rules::{ArrayInfo, Switch, Variant};
use ferz_lang::Memory;
use ferz_lang::catalog::GameRef;
use ferz_text::lab::casebook::Status;
use ferz_text::lab::compare::snapshot::record;
use ferz_text::lab::compare::{SnapshotChange, snapshot_changes};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of changes shown for a record.
const MAX_CHANGES: usize = 8;
/// The maximum number of pairs of an array and a reading in a record. If there are more, the record contains the first
/// array under every reading, and as many of the other arrays under the first reading as fit.
const MAX_PAIRS: usize = 256;
/// The maximum number of old lines and of new lines shown for a change.
const MAX_LINES: usize = 4;

#[derive(Args)]
pub(super) struct SnapshotArgs {
    /// The game: a built-in name, or the path of a .ferz file
    #[arg(value_name = "GAME")]
    game: String,
    /// Print the record instead of writing it
    #[arg(long)]
    print: bool,
}

#[derive(Serialize)]
pub(super) struct SnapshotData {
    file: String,
    pub(super) status: Status,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<SnapshotChange>,
}

pub(super) fn run(args: &SnapshotArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let game = game::whole(&args.game);
    game::check_file(&game)?;
    if args.print || !game.is_path {
        write!(output, "{}", taken(&game)?)?;
    } else {
        let file = Path::new(&game.name).with_extension("snapshot");
        let original = Original::if_any(&file)?;
        let text = taken(&game)?;
        original.write(&text)?;
        writeln!(output, "{} written: {} lines", file.display(), text.lines().count())?;
    }
    Ok(ExitVerdict::Yes)
}

/// Returns the current record of a game: every array under every reading, and the first array under each value of a
/// switch that no reading uses.
fn taken(game: &GameRef) -> Result<String, CommandError> {
    let plain = game::load(game, &[], None)?;
    let readings = plain.game.readings.iter().map(|reading| reading.name.as_str());
    let readings: Vec<&str> = std::iter::once("default").chain(readings).collect();
    let arrays = plain.variant.arrays.iter().enumerate();
    let mut pairs: Vec<_> =
        arrays.flat_map(|(n, array)| readings.iter().map(move |reading| (n, array, *reading))).collect();
    let all = pairs.len();
    if all > MAX_PAIRS {
        // Every pair of an array with the default reading and of the first array with a reading covers each choice
        // once.
        pairs.retain(|(n, _, reading)| *n == 0 || *reading == "default");
        pairs.truncate(MAX_PAIRS);
    }
    let load = |(_, array, reading): &(_, &ArrayInfo, &str)| {
        let (array, reading) = (Some(array.name.clone()), Some((*reading).to_owned()));
        Ok(plain.game.under(&GameRef { array, reading, ..game.clone() }, &[], &Memory::default())?.variant)
    };
    let games: Vec<Arc<Variant>> = pairs.iter().map(load).collect::<Result<_, CommandError>>()?;
    let chosen = |switch: &str, value: &str| {
        let has = |own: &Switch| own.name == switch && own.chosen == value;
        games.iter().any(|game| game.switches.iter().any(has))
    };
    let values = plain.game.switches().iter().flat_map(|switch| {
        // Values that some reading already uses are covered by the pairs.
        let values = switch.values.iter().filter(|value| !chosen(&switch.name, &value.name));
        values.map(move |value| (switch.name.clone(), value.name.clone()))
    });
    let under = |(switch, value): (String, String)| {
        let reading = format!("{switch}={value}");
        let own = plain.game.under(game, &[(switch, value)], &Memory::default())?.variant;
        Ok(Arc::new(Variant { reading, ..Arc::unwrap_or_clone(own) }))
    };
    let values: Vec<Arc<Variant>> =
        // The limit also applies here, because each value is a compiled game.
        values.take(MAX_PAIRS).map(under).collect::<Result<_, CommandError>>()?;
    Ok(record(&plain.variant.title, &games, &values, all - pairs.len()))
}

/// Checks the records beside the games below some paths. Sets `fine` to false if an accepted record could not be
/// written.
pub(super) fn check(
    roots: &[PathBuf],
    accept: bool,
    fine: &mut bool,
    output: &mut Output,
) -> Result<Vec<SnapshotData>, CommandError> {
    let below = |root: &PathBuf| match root.is_dir() {
        true => files::walk(root, &|path| is(path, "snapshot")),
        false => Vec::from_iter(is(root, "ferz").then(|| root.with_extension("snapshot"))),
    };
    let mut files: Vec<PathBuf> = roots.iter().flat_map(below).collect();
    // Other programs also write files with this extension. A record has its game beside it.
    files.retain(|file| file.exists() && file.with_extension("ferz").exists());
    files.dedup();
    let results = parallel::map("snapshots", &files, |file| {
        // The record is computed in parallel and compared afterwards, so that the output has the order of the files.
        let name = file.with_extension("ferz").display().to_string();
        taken(&GameRef { name, is_path: true, array: None, reading: None })
    });
    let mut all = Vec::new();
    for (path, result) in files.iter().zip(results) {
        let file = path.display().to_string();
        let read = result.and_then(|now| Ok((now, Original::read(path)?)));
        let (now, (original, old)) = match read {
            Ok(read) => read,
            Err(stop) => {
                output.stopped(stop);
                all.push(SnapshotData { file, status: Status::Broken, changes: Vec::new() });
                continue;
            }
        };
        let changes = snapshot_changes(&old, &now);
        let mut status = match old == now {
            true => Status::Passed,
            false if accept => Status::Accepted,
            false => Status::Failed,
        };
        if status == Status::Accepted
            && let Err(stop) = original.write(&now)
        {
            output.stopped(stop);
            *fine = false;
            status = Status::Failed;
        }
        if status == Status::Failed && !output.is_json() {
            writeln!(output, "failed: {file} differs from the current rules")?;
            show(&changes, output)?;
            let game = path.with_extension("ferz");
            writeln!(output, "  to accept the change: ferz snapshot {}\n", game.display())?;
        }
        all.push(SnapshotData { file, status, changes });
    }
    Ok(all)
}

/// Shows the changes. The old lines come before the new ones.
fn show(changes: &[SnapshotChange], output: &mut Output) -> Result<(), CommandError> {
    for change in changes.iter().take(MAX_CHANGES) {
        writeln!(output, "  {}", change.about)?;
        for (sign, lines) in [("-", &change.missing), ("+", &change.extra)] {
            output.lines(lines.iter().take(MAX_LINES).map(|line| format!("    {sign} {}", line.trim())))?;
            if lines.len() > MAX_LINES {
                writeln!(output, "    {sign} and {} more lines", lines.len() - MAX_LINES)?;
            }
        }
    }
    if changes.len() > MAX_CHANGES {
        writeln!(output, "  and {} more", changes.len() - MAX_CHANGES)?;
    }
    Ok(())
}
