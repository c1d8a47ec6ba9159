//! `ferz watch`: checks a file and runs its cases whenever something is saved.

use super::casefiles::{changed, walk};
use super::output::{Output, Stop, Verdict};
use super::{check, test};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

#[derive(Args)]
pub(super) struct WatchArgs {
    /// The variant file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after looking so many times
    #[arg(long, value_name = "N")]
    times: Option<u32>,
}

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(250);

pub(super) fn run(args: &WatchArgs, output: &mut Output) -> Result<Verdict, Stop> {
    if !args.file.is_file() {
        return Err(Stop::message(format!("there is no file {}", args.file.display())));
    }
    let folder = args.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut seen: Vec<(PathBuf, Option<SystemTime>)> = Vec::new();
    let mut verdict = Verdict::Yes;
    let mut looks = 0;
    loop {
        let now = stamps(folder);
        if now != seen {
            for (path, _) in now.iter().filter(|entry| !seen.is_empty() && !seen.contains(entry)) {
                output.line(format!("{} was saved", path.display()))?;
            }
            seen = now;
            verdict = check::check_one(&args.file, output)?;
            if verdict == Verdict::Yes {
                verdict = test::run_plain(&args.file, output)?;
            }
            output.flush()?;
        }
        looks += 1;
        if args.times.is_some_and(|times| looks >= times) {
            return Ok(verdict);
        }
        std::thread::sleep(PAUSE);
    }
}

/// The files that matter to a game in a folder, and when each was last saved.
fn stamps(folder: &Path) -> Vec<(PathBuf, Option<SystemTime>)> {
    let mut files = Vec::new();
    let wanted = |path: &Path| {
        path.extension().is_some_and(|e| ["ferz", "toml", "md", "snapshot"].iter().any(|known| e == *known))
    };
    walk(folder, &wanted, &mut files);
    files
        .into_iter()
        .map(|path| {
            let when = changed(&path);
            (path, when)
        })
        .collect()
}
