//! `ferz check`: all problems of variant files and readings.

use super::files;
use super::game::Disk;
use super::output::{Output, Stop, Verdict, tally};
use super::{parallel, readings};
use crate::base::diagnostic::{Diagnostic, Severity};
use crate::base::source::{Sources, Span};
use crate::base::text::plural;
use crate::lang::catalog::Catalog;
use crate::words::report::{self, Problem};
use clap::Args;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct CheckArgs {
    /// Variant files (.ferz), files of readings (.toml), case files (.md), or folders of them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "sarif")]
    json: bool,
    /// Print SARIF 2.1.0, for editors and code hosts
    #[arg(long)]
    sarif: bool,
    /// Treat these as errors, too
    #[arg(long, value_name = "WHAT", value_enum)]
    deny: Vec<Deny>,
}

/// What `--deny` treats as errors.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
    /// Warnings and lints
    Lints,
}

impl CheckArgs {
    /// Whether this problem makes the answer "no".
    fn is_refused(&self, problem: &Diagnostic) -> bool {
        match problem.severity {
            Severity::Error => true,
            Severity::Warning => !self.deny.is_empty(),
            Severity::Lint => self.deny.contains(&Deny::Lints),
        }
    }
}

/// Checks one file and prints what it finds.
pub(super) fn check_one(file: &Path, output: &mut Output) -> Result<Verdict, Stop> {
    let files = vec![file.to_owned()];
    checked(&CheckArgs { files, json: false, sarif: false, deny: Vec::new() }, output)
}

pub(super) fn run(args: &CheckArgs, output: &mut Output) -> Result<Verdict, Stop> {
    output.run_on();
    checked(args, output)
}

fn checked(args: &CheckArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let files: Vec<PathBuf> = args.files.iter().flat_map(|path| files::expand(path)).collect();
    let is_data = args.json || args.sarif;
    let mut all = Vec::new();
    let mut data = Vec::new();
    let mut unread = 0;
    let mut seen = BTreeSet::new();
    // Readings are read with their games; the problems of all these games together are reported once.
    let beside: BTreeSet<PathBuf> =
        files.iter().filter(|file| is_game(file)).filter_map(|file| readings::beside(file)).collect();
    let beside =
        beside.iter().filter(|path| !files.contains(path)).map(|path| (path, Ok(readings::strangers(path))));
    let found = parallel::map("files", &files, |path| check(path, &files));
    for (path, found) in files.iter().zip(found).chain(beside) {
        match found {
            Ok((sources, mut problems)) => {
                // A mistake in readings is seen with every game, and reported once.
                problems.retain(|problem| seen.insert(identity(&sources, problem)));
                if is_data {
                    data.extend(report::located(&problems, &sources));
                } else {
                    output.problems(&sources, &problems)?;
                }
                all.extend(problems);
            }
            Err(Stop::Message { message, help }) if is_data => {
                unread += 1;
                let record = Problem::error("unreadable-file", &message, help.as_deref());
                data.push(Problem { file: Some(path.display().to_string()), ..record });
            }
            Err(stop @ Stop::Message { .. }) => {
                unread += 1;
                output.stopped(stop);
            }
            Err(other) => return Err(other),
        }
    }
    if args.sarif {
        output.json(&report::sarif(&data))?;
    } else if args.json {
        output.json(&data)?;
    } else if unread < files.len() {
        let count = plural(files.len() - unread, "file");
        output.line(format!("checked {count}: {}", tally(&all)))?;
    }
    if unread > 0 {
        output.flush()?;
        return Ok(Verdict::Unclear);
    }
    Ok(Verdict::from_bool(!all.iter().any(|problem| args.is_refused(problem))))
}

fn is_game(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "ferz")
}

/// What makes a problem the same as another, whichever file was being checked.
fn identity(sources: &Sources, problem: &Diagnostic) -> (String, Span, &'static str, String) {
    let span = problem.labels.first().map(|label| label.span).unwrap_or_default();
    let name = sources.get(span.file).map(|source| source.name.clone()).unwrap_or_default();
    (name, Span { file: 0, ..span }, problem.code, problem.message.clone())
}

/// All problems of one of the files.
fn check(path: &Path, files: &[PathBuf]) -> Result<(Sources, Vec<Diagnostic>), Stop> {
    let mut sources = Sources::default();
    let text = match files::read(path) {
        Ok(text) => text,
        Err(Stop::Problems(sources, problems)) => return Ok((*sources, problems)),
        Err(stop) => return Err(stop),
    };
    let name = path.display().to_string();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("toml") if readings::are_told_with(path, files) => Ok(readings::strangers(path)),
        Some("toml") => Ok(readings::check(path)),
        Some("md") => {
            let file = sources.add(name.clone(), text.clone());
            let (_, problems) = crate::lab::casebook::read_page(&name, &text, file);
            Ok((sources, problems))
        }
        Some("ferz") => match Catalog::new(&Disk).open_file(&name) {
            Some(game) => {
                let mut problems = game.check();
                problems.retain(|problem| !readings::is_stranger(problem));
                Ok((game.sources, problems))
            }
            None => Err(Stop::message(format!("cannot read {name}"))),
        },
        _ => {
            let file = sources.add(name, text);
            let problem = Diagnostic::error("unknown-file", Span::new(file, 0, 0), "unknown type of file")
                .help("variant files end in `.ferz`, files of readings in `.toml`, cases in `.md`");
            Ok((sources, vec![problem]))
        }
    }
}
