//! `ferz check`: every problem of variant files and readings at once.

use super::files::{self, Unread};
use super::game::{Disk, not_text};
use super::output::{Output, Stop, Verdict, tally};
use crate::diagnostic::{Diagnostic, Severity};
use crate::library::Shelf;
use crate::report::{self, Record};
use crate::resolve::read_readings;
use crate::source::{Sources, Span};
use clap::Args;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct CheckArgs {
    /// Variant files (.ferz), files of readings (.toml), or folders of them
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// Answer in JSON
    #[arg(long, conflicts_with = "sarif")]
    pub(super) json: bool,
    /// Answer in SARIF 2.1.0, for editors and code hosts
    #[arg(long)]
    sarif: bool,
    /// Take these as errors, too
    #[arg(long, value_name = "WHAT", value_enum)]
    deny: Vec<Deny>,
}

/// What `--deny` takes as errors.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
    /// Warnings and lints
    Lints,
}

impl CheckArgs {
    /// Whether the answer is "no" for this problem.
    fn is_refused(&self, problem: &Diagnostic) -> bool {
        match problem.severity {
            Severity::Error => true,
            Severity::Warning => !self.deny.is_empty(),
            Severity::Lint => self.deny.contains(&Deny::Lints),
        }
    }
}

/// Checks one file and says what it finds.
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
    let mut all = Vec::new();
    let mut data = Vec::new();
    let mut unread = 0;
    for path in &files {
        match check(path) {
            Ok((sources, problems)) => {
                if args.json || args.sarif {
                    data.extend(report::to_json(&problems, &sources));
                } else {
                    output.problems(&sources, &problems)?;
                }
                all.extend(problems);
            }
            Err(Stop::Message { message, help }) => {
                unread += 1;
                let file = Some(path.display().to_string());
                if args.json || args.sarif {
                    let record = Record::error("unreadable-file", &message, help.as_deref());
                    data.push(Record { file, ..record });
                } else {
                    output.remark(format!("error: {message}"))?;
                    if let Some(help) = help {
                        output.remark(format!("help: {help}"))?;
                    }
                }
            }
            Err(other) => return Err(other),
        }
    }
    if args.sarif {
        output.json(&super::sarif::log(&data))?;
    } else if args.json {
        output.json(&data)?;
    } else if unread < files.len() {
        let count = match files.len() - unread {
            1 => "1 file".to_owned(),
            n => format!("{n} files"),
        };
        output.line(format!("checked {count}: {}", tally(&all)))?;
    }
    if unread > 0 {
        output.flush()?;
        return Ok(Verdict::Unclear);
    }
    Ok(Verdict::from_bool(!all.iter().any(|problem| args.is_refused(problem))))
}

/// Everything that is wrong with one file.
fn check(path: &Path) -> Result<(Sources, Vec<Diagnostic>), Stop> {
    let mut sources = Sources::default();
    let text = match files::read(path) {
        Ok(text) => text,
        Err(Unread::Missing(stop)) => return Err(stop),
        Err(Unread::NotText { text, at }) => {
            let problem = not_text(&mut sources, path, text, at);
            return Ok((sources, vec![problem]));
        }
    };
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("toml") => Ok(check_readings(path)),
        Some("md") => {
            let name = path.display().to_string();
            let file = sources.add(name.clone(), text.clone());
            let (_, problems) = crate::casebook::read_page(&name, &text, file);
            Ok((sources, problems))
        }
        Some("ferz") => match Shelf::new(&Disk).open_file(&path.display().to_string()) {
            Some(game) => {
                let problems = game.check();
                Ok((game.sources, problems))
            }
            None => Err(Stop::message(format!("cannot read {}", path.display()))),
        },
        _ => {
            let file = sources.add(path.display().to_string(), text);
            let problem =
                Diagnostic::error("unknown-file", Span::new(file, 0, 0), "this is no file of ferz's");
            Ok((
                sources,
                vec![
                    problem
                        .help("variant files end in `.ferz`, files of readings in `.toml`, cases in `.md`"),
                ],
            ))
        }
    }
}

/// What is wrong with a file of readings, as the games beside it see it.
fn check_readings(path: &Path) -> (Sources, Vec<Diagnostic>) {
    let name = path.display().to_string();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let games = files::expand(folder).into_iter().filter(|file| {
        file.parent() == Some(folder) && file.extension().is_some_and(|ending| ending == "ferz")
    });
    let mut sources = Sources::default();
    let text = files::read(path).unwrap_or_default();
    let file = sources.add(name.clone(), text.clone());
    // What cannot be read means the same beside every game, whatever state that is in.
    let mut errors: Vec<Diagnostic> = Vec::new();
    read_readings(file, &text, &mut errors);
    if errors.iter().any(Diagnostic::is_error) {
        return (sources, errors);
    }
    let mut doubts: Option<Vec<Diagnostic>> = None;
    for game in games {
        // A file of the usual name is read beside its games anyway.
        let beside = path.file_name().is_some_and(|name| name == "readings.toml");
        let readings = (!beside).then(|| (name.clone(), text.clone()));
        let shelf = Shelf::new(&Disk).with_readings(readings);
        let Some(game) = shelf.open_file(&game.display().to_string()) else { continue };
        let found =
            game.check().into_iter().filter_map(|problem| moved_here(&game.sources, problem, &name, file));
        let (wrong, doubtful): (Vec<_>, Vec<_>) = found.partition(Diagnostic::is_error);
        errors.extend(wrong);
        // A switch that another game of the folder has is no mistake.
        doubts = Some(match doubts {
            None => doubtful,
            Some(old) => old.into_iter().filter(|one| doubtful.contains(one)).collect(),
        });
    }
    let played = doubts.is_some();
    let mut all = errors;
    all.extend(doubts.unwrap_or_default());
    all.sort_by_key(|problem| problem.labels.first().map(|label| label.span));
    all.dedup();
    if !played {
        let problem = Diagnostic::warning(
            "idle-readings",
            Span::new(file, 0, 0),
            "no game stands beside these readings",
        );
        all.push(problem.help("readings belong in the folder of the .ferz file they decide"));
    }
    (sources, all)
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
