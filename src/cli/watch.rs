//! `ferz watch`: checks a file and runs its cases after every save.

use super::casefiles::expand;
use super::output::{Output, Stop, Verdict};
use super::{check, test};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

#[derive(Args)]
pub(super) struct WatchArgs {
    /// The variant file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after looking N times
    #[arg(long, value_name = "N")]
    times: Option<u32>,
}

/// How long to wait between two looks at the files.
const PAUSE: Duration = Duration::from_millis(250);
/// How long the files must stay unchanged before they are read: some programs save in several steps.
const CALM: Duration = Duration::from_millis(40);

/// The files that matter to a game, with the time each was last saved and its length.
type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

pub(super) fn run(args: &WatchArgs, output: &mut Output) -> Result<Verdict, Stop> {
    if !args.file.is_file() {
        return Err(missing(&args.file));
    }
    let mut seen = Stamps::new();
    let mut verdict = Verdict::Yes;
    let mut looks = 0;
    loop {
        let mut now = stamps(&args.file);
        if now != seen {
            for _ in 0..10 {
                std::thread::sleep(CALM);
                let before = std::mem::replace(&mut now, stamps(&args.file));
                if before == now {
                    break;
                }
            }
            if !seen.is_empty() {
                output.line("")?;
            }
            tell(&seen, &now, output)?;
            seen = now;
            verdict = look(&args.file, output)?;
            output.flush()?;
        }
        looks += 1;
        if args.times.is_some_and(|times| looks >= times) {
            return Ok(verdict);
        }
        std::thread::sleep(PAUSE);
    }
}

/// Checks the file and runs its cases. A file that cannot be read now may be readable after the next save.
fn look(file: &Path, output: &mut Output) -> Result<Verdict, Stop> {
    let looked = match file.is_file() {
        true => check::check_one(file, output),
        false => Err(missing(file)),
    };
    let looked = match looked {
        Ok(Verdict::Yes) => test::run_plain(file, output),
        other => other,
    };
    match looked {
        Err(Stop::Closed) => Err(Stop::Closed),
        Err(stop) => {
            output.stopped(stop);
            Ok(Verdict::Unclear)
        }
        verdict => verdict,
    }
}

fn missing(file: &Path) -> Stop {
    Stop::message(format!("there is no file {}", file.display()))
}

/// Prints what has changed.
fn tell(seen: &Stamps, now: &Stamps, output: &mut Output) -> Result<(), Stop> {
    if seen.is_empty() {
        return Ok(());
    }
    for (path, _) in now.iter().filter(|(path, stamp)| seen.get(*path) != Some(stamp)) {
        output.line(format!("{} saved", shown(path)))?;
    }
    for path in seen.keys().filter(|path| !now.contains_key(*path)) {
        output.line(format!("{} removed", shown(path)))?;
    }
    Ok(())
}

/// A path as a person would type it.
fn shown(path: &Path) -> std::path::Display<'_> {
    path.strip_prefix(".").unwrap_or(path).display()
}

/// Games, readings and records beside a file, and its cases.
fn stamps(file: &Path) -> Stamps {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let matters = |path: &PathBuf| {
        path.extension().is_some_and(|e| ["ferz", "toml", "snapshot"].iter().any(|known| e == *known))
    };
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let cases = expand(file).unwrap_or_default();
    let stamp = |path: PathBuf| {
        let data = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
        Some((path, (data.modified().ok(), data.len())))
    };
    beside.filter(matters).chain(cases).filter_map(stamp).collect()
}
