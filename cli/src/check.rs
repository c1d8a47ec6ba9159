//! `ferz check`: reports all problems of variant files, readings, cases, and records of games.
//!
//! [`check`] is the entry point. Problems in a file of readings can appear with every game beside it, so the games are
//! checked first, and each problem is reported once.

use super::files::{self, Disk, is};
use super::output::{CommandError, ExitVerdict, Output, tally};
use super::readings::SwitchesByFile;
use super::{casefiles, parallel, readings, records};
use crate::sarif;
use clap::Args;
use ferz_core::base::source::{Sources, Span};
use ferz_core::fast::engine::Engine;
use ferz_lang::RuleFile;
use ferz_lang::catalog::{Catalog, EVALUATION, Files};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic, Severity};
use ferz_syntax::messages::text::{join, plural};
use ferz_text::lab::casebook::{Games, question_errors, read_page};
use ferz_text::words::report::{self, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(Args, Default)]
pub struct CheckArgs {
    /// Variant files (.ferz), readings (.toml), case files (.md), records of games (.pgn), or folders
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "sarif")]
    pub json: bool,
    /// Print SARIF 2.1.0, for editors and code hosts
    #[arg(long)]
    pub sarif: bool,
    /// Treat these as errors, too
    #[arg(long, value_name = "WHAT", value_enum)]
    pub deny: Vec<Deny>,
}

/// The problems that `--deny` treats as errors.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Deny {
    /// Warnings
    Warnings,
    /// Warnings and lints
    Lints,
}

impl CheckArgs {
    /// Returns true if a file of records is among the files. Such a file can have any length.
    pub fn has_records(&self) -> bool {
        self.files.iter().any(|path| path.is_dir() || is(path, "pgn"))
    }
}

pub fn run(args: &CheckArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    output.ignore_closed_pipe();
    check(args, output)
}

/// Checks files and prints the problems found.
pub fn check(args: &CheckArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let files = expanded(&args.files);
    if files.is_empty() {
        let folders = args.files.iter().map(|path| path.display().to_string());
        let stop = CommandError::message(format!("there is no file to check in {}", join(folders, "or")));
        return Err(stop.help("name a rule file, or a folder with files that end in `.ferz`"));
    }
    let mut run = CheckRun { is_data: args.json || args.sarif, ..CheckRun::default() };
    // A file of readings is checked with its games. The remaining test for unknown switches needs the switches of all
    // of these games, so it follows.
    let games = files.iter().filter(|path| is(path, "ferz"));
    let beside = games.filter_map(|game| readings::beside(game)).filter(|path| !files.contains(path));
    // The check of the game reports a file of readings that cannot be read.
    let beside: BTreeSet<PathBuf> = beside.filter(|path| files::read(path).is_ok()).collect();
    let first = |path: &&PathBuf| !readings::are_reported_with(path, &files);
    let first: Vec<&PathBuf> = files.iter().filter(first).collect();
    let cases = Cases { games: Games::new(&Disk, Engine::sharing), files: &files };
    let found = parallel::map("files", &first, |path| problems(path, None, &cases));
    let games = first.iter().zip(&found).filter(|(path, _)| is(path, "ferz"));
    let switches = |found: &Result<CheckedFile, CommandError>| {
        found.as_ref().ok().and_then(|game| game.switches.clone())
    };
    let known: SwitchesByFile = games.map(|(path, found)| (path.to_path_buf(), switches(found))).collect();
    let mut found: BTreeMap<&PathBuf, _> = first.into_iter().zip(found).collect();
    for path in files.iter().chain(&beside) {
        let found = found.remove(path).unwrap_or_else(|| problems(path, Some(&known), &cases));
        run.add(path, found, output)?;
    }
    let CheckRun { all, data, unread, .. } = run;
    if args.sarif {
        output.json(&sarif::sarif(&data))?;
    } else if args.json {
        output.json(&data)?;
    } else if unread < files.len() {
        writeln!(output, "checked {}: {}", plural(files.len() - unread, "file"), tally(&all))?;
    }
    let is_refused = |problem: &Diagnostic| match problem.severity {
        Severity::Error => true,
        Severity::Warning => !args.deny.is_empty(),
        Severity::Lint => args.deny.contains(&Deny::Lints),
    };
    Ok(if unread > 0 { ExitVerdict::Unclear } else { ExitVerdict::from_bool(!all.iter().any(is_refused)) })
}

/// The identity of a problem: its file, its place, its code, and its message.
type ProblemIdentity = (String, Span, &'static str, String);

/// The state of a check of several files.
#[derive(Default)]
struct CheckRun {
    /// True if the problems are written as data after the last file.
    is_data: bool,
    all: Vec<Diagnostic>,
    data: Vec<Problem>,
    /// The number of files that could not be read.
    unread: usize,
    seen: BTreeSet<ProblemIdentity>,
}

impl CheckRun {
    /// Adds the result of one file, and prints its problems unless they are written as data.
    fn add(
        &mut self,
        path: &Path,
        found: Result<CheckedFile, CommandError>,
        output: &mut Output,
    ) -> Result<(), CommandError> {
        match found {
            Ok(CheckedFile { sources, mut problems, .. }) => {
                // Every game beside a file of readings repeats the same problem.
                problems.retain(|problem| self.seen.insert(identity(&sources, problem)));
                if self.is_data {
                    self.data.extend(report::located(&problems, &sources));
                } else {
                    output.problems(&sources, &problems)?;
                }
                self.all.extend(problems);
            }
            Err(stop) => {
                self.unread += 1;
                let file = Some(path.display().to_string());
                let record = |mut why: Problem| {
                    (why.code, why.file) = ("unreadable-file", file.clone());
                    why
                };
                match self.is_data {
                    true => self.data.extend(stop.problems().into_iter().map(record)),
                    false => output.stopped(stop),
                }
            }
        }
        Ok(())
    }
}

/// Returns the files to check, each once. Folders include their pages of cases.
fn expanded(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut seen = BTreeSet::new();
    let cases = |path: &PathBuf| if path.is_dir() { casefiles::expand(path) } else { Vec::new() };
    let files = paths.iter().flat_map(|path| files::expand(path).into_iter().chain(cases(path)));
    files.filter(|path| seen.insert(path.clone())).collect()
}

/// Returns a key that is equal for the same problem in the checks of different files.
fn identity(sources: &Sources, problem: &Diagnostic) -> ProblemIdentity {
    let span = problem.labels.first().map(|label| label.span).unwrap_or_default();
    let (name, before) = match sources.get(span.file) {
        Some(source) => (source.name.clone(), source.before.1),
        None => (String::new(), 0),
    };
    (
        name,
        Span::new(0, before + span.start as usize, before + span.end as usize),
        problem.code.text(),
        problem.message.clone(),
    )
}

/// A checked file with its problems.
pub struct CheckedFile {
    pub sources: Sources,
    pub problems: Vec<Diagnostic>,
    /// The switches of a game, or `None` if the file has errors, so that some may be unknown.
    switches: Option<BTreeSet<String>>,
    /// The game of a rule file.
    pub game: Option<RuleFile>,
}

/// The context for checking case pages.
struct Cases<'a> {
    games: Games<'a>,
    files: &'a [PathBuf],
}

impl Cases<'_> {
    /// Returns the syntax errors of a page and the problems that make its questions invalid.
    fn problems(&self, name: &str, text: &str) -> Vec<Diagnostic> {
        let is_reported = |game: &str| self.files.iter().any(|file| file == Path::new(game));
        page_problems(name, text, &self.games, &is_reported)
    }
}

/// Checks a page of cases; problems of games for which `is_reported` returns true are left out.
pub fn page_problems(
    name: &str,
    text: &str,
    games: &Games,
    is_reported: &dyn Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let (page, mut problems) = read_page(name, text, 0);
    problems.extend(question_errors(&page, games, is_reported));
    problems.sort_by_key(Diagnostic::place);
    problems
}

/// Checks one file. For a file of readings with `known` switches, only problems that its games do not report are
/// returned.
fn problems(path: &Path, known: Option<&SwitchesByFile>, cases: &Cases) -> Result<CheckedFile, CommandError> {
    if is(path, "pgn") {
        let (sources, problems) = records::check(path)?;
        return Ok(CheckedFile { sources, problems, switches: None, game: None });
    }
    match files::read(path) {
        Ok(text) => text_problems(path, text, &Disk, known, &|name, text| cases.problems(name, text)),
        Err(CommandError::Problems(sources, problems)) => {
            Ok(CheckedFile { sources: *sources, problems, switches: None, game: None })
        }
        Err(stop) => Err(stop),
    }
}

/// Checks the text of a file other than a record. `disk` has the files that it refers to, and `cases` checks a page.
pub fn text_problems(
    path: &Path,
    text: String,
    disk: &dyn Files,
    known: Option<&SwitchesByFile>,
    cases: &dyn Fn(&str, &str) -> Vec<Diagnostic>,
) -> Result<CheckedFile, CommandError> {
    let name = path.display().to_string();
    let problems = match path.extension().and_then(|ending| ending.to_str()) {
        Some("toml") if name.ends_with(EVALUATION) => readings::check_piece_values(path, &text, disk),
        Some("toml") => match known {
            Some(known) => readings::check_rest(path, &text, known),
            None => readings::check(path, &text, disk),
        },
        Some("md") => cases(&name, &text),
        Some("ferz") => {
            let game = Catalog::new(disk).open_file(&name);
            let game = game.ok_or_else(|| CommandError::message(format!("cannot read {name}")))?;
            let mut problems = game.checked().to_vec();
            problems.retain(|problem| !readings::is_stranger(problem));
            let switches = readings::switches(&game);
            let sources = game.sources.clone();
            return Ok(CheckedFile { sources, problems, switches, game: Some(game) });
        }
        _ => {
            let problem = Diagnostic::new(Code::UnknownFile, Span::default(), "unknown type of file");
            let help = "rule files end in `.ferz`, readings in `.toml`, cases in `.md`, and records of games in `.pgn`";
            vec![problem.help(help)]
        }
    };
    Ok(CheckedFile { sources: Sources::of(name, text), problems, switches: None, game: None })
}
