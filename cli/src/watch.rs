//! `ferz watch`: checks a file and runs its cases after every save.

use super::check::{self, CheckArgs};
use super::output::{CommandError, ExitVerdict, Output};
use super::test::{self, TestArgs};
use super::{casefiles, files};
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

#[derive(Args)]
pub(super) struct WatchArgs {
    /// The variant file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after N checks
    #[arg(long, value_name = "N")]
    times: Option<u32>,
}

/// The interval at which the files are checked.
const PAUSE: Duration = Duration::from_millis(250);
/// The time that files must stay unchanged before they are read, since some programs save in several steps.
const CALM: Duration = Duration::from_millis(40);

/// The files that affect a game, each with its modification time and its length.
type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

pub(super) fn run(args: &WatchArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    files::bytes(&args.file)?;
    let mut seen: Option<Stamps> = None;
    let mut verdict = ExitVerdict::Yes;
    for look in 1.. {
        let mut now = stamps(&args.file);
        if Some(&now) != seen.as_ref() {
            for _ in 0..10 {
                sleep(CALM);
                let before = std::mem::replace(&mut now, stamps(&args.file));
                if before == now {
                    break;
                }
            }
            if let Some(seen) = &seen {
                output.clear()?;
                report(seen, &now, output)?;
            }
            seen = Some(now);
            verdict = test(&args.file, output)?;
            output.flush()?;
        }
        if args.times.is_some_and(|times| look >= times) {
            break;
        }
        sleep(PAUSE);
    }
    Ok(verdict)
}

/// Checks the file and runs its cases. An unreadable file is not an error, because it may be readable after the next
/// save.
fn test(file: &Path, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let files = vec![file.to_owned()];
    let mut check = || check::check(&CheckArgs { files: files.clone(), ..CheckArgs::default() }, output);
    let checked = files::bytes(file).and_then(|_| check());
    let tested = match checked {
        Ok(ExitVerdict::Yes) => test::test(&TestArgs::default(), &files, true, output),
        other => other,
    };
    match tested {
        Err(stop) if !matches!(stop, CommandError::Closed) => {
            output.stopped(stop);
            Ok(ExitVerdict::Unclear)
        }
        verdict => verdict,
    }
}

/// Prints the names of the changed files.
fn report(seen: &Stamps, now: &Stamps, output: &mut Output) -> Result<(), CommandError> {
    let saved = now.iter().filter(|(path, stamp)| seen.get(*path) != Some(stamp));
    let removed = seen.keys().filter(|path| !now.contains_key(*path));
    let all = saved.map(|(path, _)| (path, "saved")).chain(removed.map(|path| (path, "removed")));
    // The path is shown in the form in which a user would type it.
    output
        .lines(all.map(|(path, what)| format!("{} {what}", path.strip_prefix(".").unwrap_or(path).display())))
}

/// Returns the stamps of the games, readings, and records beside a file, and of its cases.
fn stamps(file: &Path) -> Stamps {
    let matters = |path: &PathBuf| ["ferz", "toml", "snapshot"].iter().any(|ending| files::is(path, ending));
    let beside = files::entries(files::folder(file)).into_iter().filter(matters);
    let stamp = |path: PathBuf| {
        let data = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
        Some((path, (data.modified().ok(), data.len())))
    };
    beside.chain(casefiles::expand(file)).filter_map(stamp).collect()
}
