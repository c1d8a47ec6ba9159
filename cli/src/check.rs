//! `ferz check`: reports all problems of variant files, readings, cases, and records of games.
//!
//! [`check`] is the entry point. Problems in a file of readings can appear with every game beside it, so the games are
//! checked first, and each problem is reported once.

use super::files::{self, is};
use super::fixing::{self, FixChoice, FixOutput, FixedFiles, MAX_ROUNDS};
use super::output::{CommandError, ExitVerdict, Output, tally};
use super::readings::SwitchesByFile;
use super::{casefiles, parallel, readings, records};
use crate::sarif;
use clap::Args;
use ferz_core::base::source::{Sources, Span};
use ferz_core::fast::engine::Engine;
use ferz_lang::RuleFile;
use ferz_lang::catalog::{EVALUATION, Files, GameRef, READINGS};
use ferz_syntax::messages::diagnostic::{Code, Diagnostic, Parts, Severity};
use ferz_syntax::messages::text::{join, plural};
use ferz_text::lab::casebook::{Games, QuestionErrors, question_errors, read_page};
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
    /// Also show notes: rules that are right in some games and a slip in others
    #[arg(long)]
    pub pedantic: bool,
    /// Decide draws by material of four pieces, too, which can take seconds for each line
    #[arg(long)]
    pub prove: bool,
    /// The game of records without a tag for their game
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Apply the fixes that are certain, or the guesses, too, and then check again
    #[arg(
        long,
        value_name = "WHICH",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "certain"
    )]
    pub fix: Option<FixChoice>,
    /// Write nothing, and print what `--fix` would change
    #[arg(long, requires = "fix")]
    pub dry_run: bool,
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
    let check = FileCheck::new(args, files);
    let mut fixed = FixedFiles::new(check.files.iter().chain(&check.beside));
    let mut found = check.run(&fixed);
    let mut is_written = true;
    let mut fixes = FixOutput { output: &mut *output, is_data: args.json || args.sarif };
    if let Some(choice) = args.fix {
        for _ in 0..MAX_ROUNDS {
            if !fixed.apply(problems_of(&found), choice) {
                break;
            }
            found = check.run(&fixed);
        }
        is_written = fixed.finish(args.dry_run, &mut fixes)?;
        if !is_written {
            found = check.run(&fixed);
        }
        fixing::list(problems_of(&found), &mut fixes)?;
    }
    let verdict = check.report(found, output)?;
    Ok(if is_written { verdict } else { ExitVerdict::Unclear })
}

/// The files of a check, and its options.
struct FileCheck<'a> {
    args: &'a CheckArgs,
    files: Vec<PathBuf>,
    /// The readings beside the games, which are checked with them.
    beside: BTreeSet<PathBuf>,
}

/// The problems of a file, or the reason why it cannot be read.
type FileProblems = Result<(Sources, Vec<Diagnostic>), CommandError>;

/// The problems that a check reports, by file, and the number of cases that could not run.
struct FoundProblems {
    files: Vec<(PathBuf, FileProblems)>,
    blocked: usize,
}

impl FoundProblems {
    /// Removes the problems of cases under readings with errors, whose rules are unclear.
    fn settle_readings(&mut self) {
        let is_unclear = |found: &FileProblems| {
            found.as_ref().is_ok_and(|(_, problems)| problems.iter().any(Diagnostic::is_error))
        };
        let unclear =
            self.files.iter().filter(|(path, found)| files::name(path) == READINGS && is_unclear(found));
        let unclear: BTreeSet<PathBuf> = unclear.map(|(path, _)| files::folder(path).to_owned()).collect();
        for (path, found) in &mut self.files {
            let is_beside = files::name(files::folder(path)) == "cases"
                && unclear.contains(files::folder(files::folder(path)));
            if let Some((_, problems)) = found.as_mut().ok().filter(|_| is_beside) {
                let before = problems.len();
                problems.retain(|problem| !problem.depends.contains(Parts::READING));
                self.blocked += before - problems.len();
            }
        }
    }
}

/// Returns the problems of all files with the sources of their places.
fn problems_of(found: &FoundProblems) -> impl Iterator<Item = (&Sources, &Diagnostic)> {
    let read = found.files.iter().filter_map(|(_, problems)| problems.as_ref().ok());
    read.flat_map(|(sources, problems)| problems.iter().map(move |problem| (sources, problem)))
}

impl<'a> FileCheck<'a> {
    fn new(args: &'a CheckArgs, files: Vec<PathBuf>) -> FileCheck<'a> {
        let games = files.iter().filter(|path| is(path, "ferz"));
        let beside = games.filter_map(|game| readings::beside(game)).filter(|path| !files.contains(path));
        // The check of the game reports a file of readings that cannot be read.
        let beside: BTreeSet<PathBuf> = beside.filter(|path| files::read(path).is_ok()).collect();
        FileCheck { args, files, beside }
    }

    /// Checks the files as they are on this disk.
    fn run(&self, disk: &FixedFiles) -> FoundProblems {
        let FileCheck { args, files, beside } = self;
        // A file of readings is checked with its games. The remaining test for unknown switches needs the switches of
        // all of these games, so it follows.
        let first = |path: &&PathBuf| !readings::are_reported_with(path, files);
        let first: Vec<&PathBuf> = files.iter().filter(first).collect();
        let (games, game) = (Games::new(disk, Engine::sharing), args.game.as_deref());
        let cases = Cases { games, files, proves: args.prove, game, disk };
        let found = parallel::map("files", &first, |path| problems(path, None, &cases));
        let games = first.iter().zip(&found).filter(|(path, _)| is(path, "ferz"));
        let switches = |found: &Result<CheckedFile, CommandError>| {
            found.as_ref().ok().and_then(|game| game.switches.clone())
        };
        let known: SwitchesByFile =
            games.map(|(path, found)| (path.to_path_buf(), switches(found))).collect();
        let mut found: BTreeMap<&PathBuf, _> = first.into_iter().zip(found).collect();
        let mut filter = ProblemFilter { is_pedantic: args.pedantic, ..ProblemFilter::default() };
        let files = files.iter().chain(beside).map(|path| {
            let found = found.remove(path).unwrap_or_else(|| problems(path, Some(&known), &cases));
            (path.clone(), found.map(|file| filter.reported(path, file)))
        });
        let mut found = FoundProblems { files: files.collect(), blocked: filter.blocked };
        found.settle_readings();
        found
    }

    /// Prints the problems, and returns the verdict on them.
    fn report(&self, found: FoundProblems, output: &mut Output) -> Result<ExitVerdict, CommandError> {
        let is_data = self.args.json || self.args.sarif;
        let (mut all, mut data, mut unread) = (Vec::new(), Vec::new(), 0);
        for (path, found) in found.files {
            match found {
                Ok((sources, problems)) => {
                    match is_data {
                        true => data.extend(report::located(&problems, &sources)),
                        false => output.problems(&sources, &problems)?,
                    }
                    all.extend(problems);
                }
                Err(stop) => {
                    unread += 1;
                    let file = Some(path.display().to_string());
                    let record = |mut why: Problem| {
                        (why.code, why.file) = ("unreadable-file", file.clone());
                        why
                    };
                    match is_data {
                        true => data.extend(stop.problems().into_iter().map(record)),
                        false => output.stopped(stop),
                    }
                }
            }
        }
        if self.args.sarif {
            output.json(&sarif::sarif(&data))?;
        } else if self.args.json {
            output.json(&data)?;
        } else if unread < self.files.len() {
            let rest = match found.blocked {
                0 => String::new(),
                blocked => format!("; {} could not run", plural(blocked, "case")),
            };
            writeln!(output, "checked {}: {}{rest}", plural(self.files.len() - unread, "file"), tally(&all))?;
            if let Some(problem) = all.first() {
                output.tip(format!(
                    "`ferz explain {}` says more about this kind of problem",
                    problem.code.text()
                ))?;
            }
        }
        let is_refused = |problem: &Diagnostic| match problem.severity {
            Severity::Error => true,
            Severity::Warning => !self.args.deny.is_empty(),
            Severity::Lint => self.args.deny.contains(&Deny::Lints),
            Severity::Note => false,
        };
        Ok(if unread > 0 {
            ExitVerdict::Unclear
        } else {
            ExitVerdict::from_bool(!all.iter().any(is_refused))
        })
    }
}

/// The identity of a problem: its file, its place, its code, and its message.
type ProblemIdentity = (String, Span, &'static str, String);

/// The state that decides which problems of several files are reported.
#[derive(Default)]
struct ProblemFilter {
    /// True if the notes are shown.
    is_pedantic: bool,
    /// The number of cases with a game that cannot be loaded.
    blocked: usize,
    seen: BTreeSet<ProblemIdentity>,
    /// The missing switches, values, readings, and arrays that were reported, with the folder of their games.
    missing: BTreeSet<(PathBuf, String)>,
}

impl ProblemFilter {
    /// Returns the problems of a file that are reported.
    fn reported(&mut self, path: &Path, file: CheckedFile) -> (Sources, Vec<Diagnostic>) {
        let CheckedFile { sources, mut problems, blocked, game, .. } = file;
        self.blocked += blocked;
        problems.extend(game.iter().flat_map(RuleFile::notes).filter(|_| self.is_pedantic).cloned());
        // Every game beside a file of readings repeats the same problem.
        problems.retain(|problem| self.seen.insert(identity(&sources, problem)));
        problems.retain(|problem| self.is_first_choice(path, problem));
        (sources, problems)
    }

    /// Returns true unless a problem says that a choice is missing for which another file has reported this.
    fn is_first_choice(&mut self, path: &Path, problem: &Diagnostic) -> bool {
        let Some(name) = problem.missing().filter(|_| problem.depends.contains(Parts::CHOICE)) else {
            return true;
        };
        let folder = files::folder(path);
        let folder = if files::name(folder) == "cases" { files::folder(folder) } else { folder };
        self.missing.insert((folder.to_owned(), name.to_owned()))
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
    /// The number of cases with a game that cannot be loaded.
    blocked: usize,
}

impl CheckedFile {
    fn new(sources: Sources, problems: Vec<Diagnostic>) -> CheckedFile {
        CheckedFile { sources, problems, switches: None, game: None, blocked: 0 }
    }
}

/// The context for checking case pages and records.
struct Cases<'a> {
    games: Games<'a>,
    files: &'a [PathBuf],
    /// True if draws by material are decided even if that takes long.
    proves: bool,
    /// The game of records without a tag for their game.
    game: Option<&'a str>,
    disk: &'a FixedFiles,
}

/// Checks a page of cases; problems of games for which `is_reported` returns true are left out.
fn page_problems(
    name: &str,
    text: &str,
    games: &Games,
    is_reported: &dyn Fn(&str) -> bool,
) -> QuestionErrors {
    let (page, problems) = read_page(name, text, 0);
    let mut errors = question_errors(&page, games, is_reported);
    errors.problems.extend(problems);
    errors.problems.sort_by_key(Diagnostic::place);
    errors
}

/// Checks one file. For a file of readings with `known` switches, only problems that its games do not report are
/// returned.
fn problems(path: &Path, known: Option<&SwitchesByFile>, cases: &Cases) -> Result<CheckedFile, CommandError> {
    if is(path, "pgn") {
        let (sources, problems) = records::check(path, cases.game)?;
        return Ok(CheckedFile::new(sources, problems));
    }
    let text = cases.disk.text(path).map_or_else(|| files::read(path), |text| Ok(text.to_owned()));
    match text {
        Ok(text) => {
            let is_reported = |game: &str| cases.files.iter().any(|file| file == Path::new(game));
            let around =
                FilesAround { disk: cases.disk, games: &cases.games, known, is_reported: &is_reported };
            let mut file = text_problems(path, text, &around)?;
            if let Some(game) = file.game.as_ref().filter(|_| cases.proves) {
                file.problems = game.check_proving();
                file.problems.retain(|problem| !readings::is_stranger(problem));
            }
            Ok(file)
        }
        Err(CommandError::Problems(sources, problems)) => Ok(CheckedFile::new(*sources, problems)),
        Err(stop) => Err(stop),
    }
}

/// The files around one that is checked.
pub struct FilesAround<'a> {
    /// The files that it refers to.
    pub disk: &'a dyn Files,
    /// The games of the same files.
    pub games: &'a Games<'a>,
    /// The switches of the games beside it, if the check of these games reports all other problems of readings.
    pub known: Option<&'a SwitchesByFile>,
    /// Returns true for a game whose own problems are reported elsewhere.
    pub is_reported: &'a dyn Fn(&str) -> bool,
}

/// Checks the text of a file other than a record.
pub fn text_problems(path: &Path, text: String, around: &FilesAround) -> Result<CheckedFile, CommandError> {
    let FilesAround { disk, games, known, is_reported } = *around;
    let name = path.display().to_string();
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let problems = match ending.as_deref() {
        Some("toml") if name.ends_with(EVALUATION) => readings::check_piece_values(path, &text, games),
        Some("toml") => match known {
            Some(known) => readings::check_rest(path, &text, known, disk),
            None => readings::check(path, &text, disk),
        },
        Some("md") => {
            let QuestionErrors { problems, blocked } = page_problems(&name, &text, games, is_reported);
            return Ok(CheckedFile { blocked, ..CheckedFile::new(Sources::of(name, text), problems) });
        }
        Some("ferz") => {
            let unread = |_| CommandError::message(format!("cannot read {name}"));
            let game = RuleFile::clone(&*games.rules(&GameRef::file(&name)).map_err(unread)?);
            let mut problems = game.checked().to_vec();
            problems.retain(|problem| !readings::is_stranger(problem));
            let switches = readings::switches(&game);
            let sources = game.sources.clone();
            return Ok(CheckedFile { switches, game: Some(game), ..CheckedFile::new(sources, problems) });
        }
        _ => {
            let problem = Diagnostic::new(Code::UnknownFile, Span::default(), "unknown type of file");
            let help = "rule files end in `.ferz`, readings in `.toml`, cases in `.md`, and records of games in `.pgn`";
            vec![problem.help(help)]
        }
    };
    Ok(CheckedFile::new(Sources::of(name, text), problems))
}
