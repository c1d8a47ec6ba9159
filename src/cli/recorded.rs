//! Recorded move sets: written by `ferz snapshot`, checked by `ferz test`.

use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use super::{casefiles, files, parallel};
use crate::lab::compare::record::{Recorded, record};
use crate::lab::compare::{Moved, moved};
use crate::lang::catalog::{Catalog, Files, GameRef, built_in};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The most changes shown of one record.
const MOST_CHANGES: usize = 40;

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
    pub(super) file: String,
    pub(super) status: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<Moved>,
}

pub(super) fn run(args: &SnapshotArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let reference = GameRef::parse(&args.game);
    let path = match reference.is_path {
        true => Some(reference.name.clone()),
        false => built_in(&reference.name).map(|text| text.name).filter(|path| Disk.read(path).is_some()),
    };
    let game = path.clone().unwrap_or_else(|| reference.name.clone());
    let text = taken(&game)?;
    match path.filter(|_| !args.print) {
        Some(path) => {
            let file = Path::new(&path).with_extension("snapshot");
            files::write(&file, &text)?;
            output.line(format!("{} written: {} lines", file.display(), text.lines().count()))?;
        }
        None => output.text(text)?,
    }
    Ok(Verdict::Yes)
}

/// The record of a game as it is now.
fn taken(name: &str) -> Result<String, Stop> {
    let catalog = Catalog::new(&Disk);
    let load = |array: Option<String>, reading: Option<String>| {
        let reference = GameRef { array, reading, ..GameRef::parse(name) };
        catalog.load(&reference, &[]).map_err(Stop::from)
    };
    let plain = load(None, None)?;
    let mut readings = vec!["default".to_owned()];
    readings.extend(plain.game.readings.iter().map(|reading| reading.name.clone()));
    let mut games = Vec::new();
    for array in &plain.variant.arrays {
        for reading in &readings {
            let loaded = load(Some(array.name.clone()), Some(reading.clone()))?;
            games.push(Recorded {
                reading: reading.clone(),
                array: array.name.clone(),
                variant: loaded.variant,
            });
        }
    }
    Ok(record(&plain.variant.title, &games))
}

/// Checks the records beside the games below some paths.
pub(super) fn check(
    roots: &[PathBuf],
    accept: bool,
    output: &mut Output,
    quiet: bool,
) -> Result<Vec<SnapshotData>, Stop> {
    let mut files = Vec::new();
    for root in roots {
        if root.is_dir() {
            casefiles::walk(root, &|path| path.extension().is_some_and(|e| e == "snapshot"), &mut files);
        } else if root.extension().is_some_and(|ending| ending == "ferz")
            && root.with_extension("snapshot").exists()
        {
            files.push(root.with_extension("snapshot"));
        }
    }
    // Other programs have snapshots too: a record has its game beside it.
    files.retain(|file| file.with_extension("ferz").exists());
    files.dedup();
    let results = parallel::map("snapshots", &files, |file| taken(&game_path(file)));
    let mut all = Vec::new();
    for (file, result) in files.iter().zip(results) {
        let old = files::read(file).unwrap_or_default();
        let name = file.display().to_string();
        let now = match result {
            Ok(now) => now,
            Err(stop) => {
                output.stopped(stop);
                all.push(SnapshotData { file: name, status: "broken", changes: Vec::new() });
                continue;
            }
        };
        let moved = moved(&old, &now);
        let mut status = if old == now { "passed" } else { "failed" };
        if status == "failed" && accept {
            files::write(file, &now)?;
            status = "accepted";
        }
        if status == "failed" && !quiet {
            output.line(format!("failed: {name} differs from the current rules"))?;
            for change in moved.iter().take(MOST_CHANGES) {
                show(change, output)?;
            }
            if moved.len() > MOST_CHANGES {
                output.line(format!("  and {} more", moved.len() - MOST_CHANGES))?;
            }
            output.line("")?;
        }
        all.push(SnapshotData { file: name, status, changes: moved });
    }
    Ok(all)
}

/// A path that is not mistaken for a name.
fn game_path(file: &Path) -> String {
    file.with_extension("ferz").display().to_string()
}

/// What changed about one thing, the old lines before the new.
fn show(change: &Moved, output: &mut Output) -> Result<(), Stop> {
    const MOST: usize = 16;
    output.line(format!("  {}", change.about))?;
    for (sign, lines) in [("-", &change.missing), ("+", &change.extra)] {
        for line in lines.iter().take(MOST) {
            output.line(format!("    {sign} {}", line.trim()))?;
        }
        if lines.len() > MOST {
            output.line(format!("    {sign} and {} more lines", lines.len() - MOST))?;
        }
    }
    Ok(())
}
