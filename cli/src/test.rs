//! `ferz test`: runs the cases and checks the records of games.
//!
//! [`test`] is the entry point. It runs the cases of all files, prints every answer that is missing or wrong, and
//! collects the answers to accept. Files are written at the end, each only if its text has not changed in the meantime.

use super::casefiles::{self, CaseFile};
use super::engine::EngineArgs;
use super::files::Disk;
use super::output::{CommandError, ExitVerdict, Output};
use super::{files, parallel, snapshot, wrap};
use clap::Args;
use ferz_core::base::source::Span;
use ferz_lang::catalog::RECORD;
use ferz_syntax::messages::diagnostic::{Diagnostic, nearest};
use ferz_syntax::messages::text::{commas, did_you_mean, plural, quoted};
use ferz_text::lab::casebook::{Case, CheckedQuestion, Games, Query, Question, Status, accept, run_case};
use ferz_text::words::report::{self, Problem};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::BufRead;
use std::ops::Range;
use std::path::{Path, PathBuf};

#[derive(Args, Default)]
pub(super) struct TestArgs {
    /// Case files, variant files, or folders of them [default: the current folder]
    #[arg(value_name = "PATHS")]
    pub(super) paths: Vec<PathBuf>,
    /// Update wrong or missing answers and changed snapshots, or only those whose heading contains NAME
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", require_equals = true)]
    pub(super) accept: Option<String>,
    /// Show each wrong or missing answer and each change of a snapshot, and ask before updating it
    #[arg(long, conflicts_with_all = ["accept", "json"])]
    pub(super) review: bool,
    /// Run only the cases whose heading contains NAME
    #[arg(long, value_name = "NAME")]
    pub(super) only: Option<String>,
    #[command(flatten)]
    pub(super) engine: EngineArgs,
}

#[derive(Default, Serialize)]
struct TestReport {
    passed: usize,
    failed: usize,
    pending: usize,
    accepted: usize,
    cases: Vec<CaseData>,
    snapshots: Vec<snapshot::SnapshotData>,
    /// The problems of the case files, each once.
    problems: Vec<Problem>,
}

#[derive(Serialize)]
struct CaseData {
    file: String,
    line: usize,
    name: String,
    status: Status,
    answers: Vec<AnswerData>,
}

#[derive(Serialize)]
struct AnswerData {
    line: usize,
    question: String,
    #[serde(flatten)]
    checked: CheckedQuestion,
}

pub(super) fn run(args: &TestArgs, output: &mut Output) -> Result<ExitVerdict, CommandError> {
    let writes = args.accept.is_some() || args.review;
    if writes {
        snapshot::refuse_in_ci("answers are not accepted")?;
    }
    output.ignore_closed_pipe();
    let variants = PathBuf::from("variants");
    let roots = match args.paths.as_slice() {
        [] if variants.is_dir() => vec![variants],
        [] => vec![PathBuf::from(".")],
        paths => paths.iter().map(|path| tested(path)).collect(),
    };
    test(args, &roots, false, output)
}

impl TestReport {
    /// Counts the answers and the snapshots by their status.
    fn count(&mut self) {
        let answers = self.cases.iter().flat_map(|case| &case.answers).map(|answer| answer.checked.status);
        let all: Vec<Status> = answers.chain(self.snapshots.iter().map(|snapshot| snapshot.status)).collect();
        let count = |status| all.iter().filter(|one| **one == status).count();
        (self.passed, self.pending) = (count(Status::Passed), count(Status::Pending));
        (self.accepted, self.failed) =
            (count(Status::Accepted), count(Status::Failed) + count(Status::Broken));
    }
}

/// Runs the tests below some paths and prints the result. Unless `may_be_none`, it is an error if there are no tests.
pub(super) fn test(
    args: &TestArgs,
    roots: &[PathBuf],
    may_be_none: bool,
    output: &mut Output,
) -> Result<ExitVerdict, CommandError> {
    let (files, mut fine) = casefiles::read(&paths(roots)?, output)?;
    // A name of accepted answers can also be that of a rule in a snapshot.
    let is_rule = |name: &&String| {
        let named = |heading: &String| heading.to_lowercase().contains(&name.to_lowercase());
        snapshot::headings(roots).iter().any(named)
    };
    let accepted = args.accept.iter().filter(|name| !name.is_empty() && !is_rule(name));
    for name in args.only.iter().filter(|name| !name.is_empty()).chain(accepted) {
        check_name(&files, name)?;
    }
    // Every case is run under all of its readings, so `--only` selects whole cases.
    let wanted = |case: &Case| args.only.as_ref().is_none_or(|name| is_named(case, name));
    let cases = files.iter().flat_map(|file| file.page.cases.iter().map(move |case| (file, case)));
    let jobs: Vec<(&CaseFile, &Case)> = cases.filter(|(_, case)| wanted(case)).collect();
    let games = Games::new(&Disk, args.engine.maker());
    let results = parallel::map("cases", &jobs, |(file, case)| run_case(&file.page, case, &games));
    let mut run = TestRun {
        args,
        report: TestReport::default(),
        updates: Vec::new(),
        stopped: false,
        seen: BTreeSet::new(),
    };
    for file in &files {
        run.report.problems.extend(report::located(&file.problems, &file.sources()));
    }
    for ((file, case), checked) in jobs.into_iter().zip(results) {
        run.case(file, case, checked, output)?;
    }
    let TestRun { mut report, updates, .. } = run;
    fine &= write(&updates, &mut report, output)?;
    // Snapshots belong to no case, so `--only` skips them.
    if args.only.is_none() {
        report.snapshots = snapshot::check(roots, args, &mut fine, output)?;
    }
    report.count();
    let is_idle = report.cases.is_empty() && report.snapshots.is_empty() && !may_be_none;
    if is_idle && report.problems.is_empty() {
        let names = commas(roots.iter().map(|root| root.display().to_string()));
        return Err(CommandError::message(format!("there are no cases or snapshots in {names}")).help(
            "cases are Markdown files in a folder `cases`, and snapshots are files next to a .ferz file; name them, or a folder that contains some",
        ));
    }
    if output.is_json() {
        output.json(&report)?;
    } else {
        writeln!(output, "{}", summary(&report))?;
    }
    let passed = ExitVerdict::from_bool(report.failed == 0 && report.pending == 0);
    Ok(if fine && !is_idle { passed } else { ExitVerdict::Unclear })
}

/// Returns the rule file of a record, with which the record is tested, or another path as it is.
fn tested(path: &Path) -> PathBuf {
    let game = path.with_extension("ferz");
    if is_record(path) && game.exists() { game } else { path.to_owned() }
}

fn is_record(path: &Path) -> bool {
    path.to_string_lossy().ends_with(RECORD)
}

/// Returns the files of cases below some paths, each of which must exist.
fn paths(roots: &[PathBuf]) -> Result<Vec<PathBuf>, CommandError> {
    if let Some(root) = roots.iter().find(|root| !root.exists()) {
        return Err(CommandError::message(format!("there is no file or folder {}", root.display())));
    }
    if let Some(root) = roots.iter().find(|root| is_record(root)) {
        let game = root.with_extension("ferz");
        let stop = CommandError::message(format!("there is no file {}", game.display()));
        return Err(stop.help("a snapshot is tested with the rule file of the same name beside it"));
    }
    for root in roots.iter().filter(|root| !root.is_dir()) {
        files::bytes(root)?;
    }
    let mut paths: Vec<PathBuf> = roots.iter().flat_map(|root| casefiles::expand(root)).collect();
    paths.dedup();
    Ok(paths)
}

fn summary(report: &TestReport) -> String {
    let mut line = plural(report.cases.len(), "case");
    if !report.snapshots.is_empty() {
        line += &format!(", {}", plural(report.snapshots.len(), "snapshot"));
    }
    line += &format!(": {} passed", report.passed);
    let others = [(report.failed, "failed"), (report.pending, "pending"), (report.accepted, "updated")];
    for (n, what) in others.into_iter().filter(|(n, _)| *n > 0) {
        line += &format!(", {n} {what}");
    }
    line
}

/// The state of a run: the counts, the problems already shown, and the review.
struct TestRun<'a> {
    args: &'a TestArgs,
    report: TestReport,
    updates: Vec<Update<'a>>,
    /// True if the reviewer has ended the review.
    stopped: bool,
    /// The problems reported so far. One problem often affects several questions.
    seen: BTreeSet<(String, Span, String)>,
}

/// A file, the lines between two fences, and the lines that replace them.
type Update<'a> = (&'a CaseFile, Range<usize>, Vec<String>);

impl<'a> TestRun<'a> {
    fn case(
        &mut self,
        file: &'a CaseFile,
        case: &Case,
        checked: Vec<CheckedQuestion>,
        output: &mut Output,
    ) -> Result<(), CommandError> {
        let mut worst = Status::Passed;
        let mut answers = Vec::new();
        for mut one in checked {
            let Some(query) = case.queries.get(one.index) else { continue };
            if one.status == Status::Passed {
                // The report contains the texts of answers that did not pass only.
                (one.expected, one.actual) = Default::default();
            } else {
                let named = self.args.accept.as_ref().is_some_and(|name| is_named(case, name));
                let why_not = unacceptable(query, &one);
                let mut accepts = named && why_not.is_none() && one.problems.is_empty();
                for problem in &one.problems {
                    self.broken(file, problem, output)?;
                }
                if one.status != Status::Broken && !output.is_json() && !accepts {
                    show(file, case, query, &one, output)?;
                }
                if self.args.review {
                    match why_not {
                        _ if one.status == Status::Broken => {}
                        Some(why) => output.wrapped("  cannot be updated: ", &format!("{why}\n"))?,
                        None => accepts |= self.asks(output)?,
                    }
                }
                if accepts {
                    self.updates.push((file, query.body.clone(), one.actual.clone()));
                    one.status = Status::Accepted;
                }
                // A failed answer outweighs all others.
                if worst != Status::Failed {
                    worst = if one.status == Status::Broken { Status::Failed } else { one.status };
                }
            }
            answers.push(AnswerData { line: query.line, question: query.head.clone(), checked: one });
        }
        let (file, name) = (file.page.name.clone(), case.name.clone());
        self.report.cases.push(CaseData { file, line: case.line, name, status: worst, answers });
        Ok(())
    }

    /// Reports why a question is invalid, unless the same problem was reported for another question.
    fn broken(
        &mut self,
        file: &CaseFile,
        problem: &Diagnostic,
        output: &mut Output,
    ) -> Result<(), CommandError> {
        if !self.seen.insert((file.page.name.clone(), problem.place(), problem.message.clone())) {
            return Ok(());
        }
        let (sources, problems) = (file.sources(), std::slice::from_ref(problem));
        self.report.problems.extend(report::located(problems, &sources));
        output.problems(&sources, problems)
    }

    /// Asks the reviewer whether to update an answer.
    fn asks(&mut self, output: &mut Output) -> Result<bool, CommandError> {
        if self.stopped {
            return Ok(false);
        }
        write!(output, "  update the expected answer? [y/n/q] ")?;
        output.flush()?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).unwrap_or(0);
        writeln!(output)?;
        // The end of the input ends the review like `q`.
        self.stopped = read == 0 || line.trim() == "q";
        Ok(matches!(line.trim(), "y" | "yes"))
    }
}

/// Returns true if the heading of a case contains a name. Every heading contains the empty name.
fn is_named(case: &Case, name: &str) -> bool {
    case.name.to_lowercase().contains(&name.to_lowercase())
}

/// Returns an error if no heading contains the name.
fn check_name(files: &[CaseFile], name: &str) -> Result<(), CommandError> {
    let cases: Vec<&Case> = files.iter().flat_map(|file| &file.page.cases).collect();
    if cases.iter().any(|case| is_named(case, name)) {
        return Ok(());
    }
    let headings: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    let words = headings.iter().flat_map(|heading| heading.split_whitespace());
    let near = nearest(name, headings.iter().copied()).or_else(|| nearest(name, words));
    Err(CommandError::message(format!("no case has a heading that contains `{name}`")).help(match near {
        Some(near) => did_you_mean(near).text,
        None if headings.is_empty() => "there are no cases here".to_owned(),
        None => format!("some of the headings: {}", quoted(headings.iter().take(3))),
    }))
}

/// Explains why the block cannot be changed to the answer of the rules.
fn unacceptable(query: &Query, one: &CheckedQuestion) -> Option<String> {
    let reading = one.reading.as_ref().filter(|reading| query.game.readings.first() != Some(reading));
    let reason = match (&query.question, reading) {
        (Question::Legal, _) => "a move in it is not legal; delete it from the block, or change the rules",
        (Question::Illegal, _) if one.contradicts => {
            "a move in it is legal; delete it from the block, or change the rules"
        }
        (_, Some(_)) => {
            "the block has the answer under the first reading; give this reading a separate block"
        }
        _ if one.actual.is_empty() => "the rules give no answer",
        _ => return None,
    };
    Some(reason.to_owned())
}

/// Writes accepted answers into their files. Returns true if all files could be written. Answers in the other files do
/// not count as accepted.
fn write(updates: &[Update], report: &mut TestReport, output: &mut Output) -> Result<bool, CommandError> {
    let mut fine = true;
    for own in updates.chunk_by(|(one, ..), (other, ..)| one.page.name == other.page.name) {
        let file = own[0].0;
        let answers: Vec<_> = own.iter().map(|(_, body, lines)| (body.clone(), lines.clone())).collect();
        let updated = plural(answers.len(), "answer");
        let name = &file.page.name;
        let Err(stop) = file.original.write(&accept(&file.text, answers)) else {
            output.remark(format!("{name}: {updated} updated"))?;
            continue;
        };
        output.stopped(stop);
        fine = false;
        for case in report.cases.iter_mut().filter(|case| case.file == *name) {
            let all = case.answers.iter_mut().map(|answer| &mut answer.checked.status);
            let lost = all.chain([&mut case.status]).filter(|status| **status == Status::Accepted);
            lost.for_each(|status| *status = Status::Failed);
        }
    }
    Ok(fine)
}

/// Shows an answer that did not pass: the answer of the page beside that of the rules.
fn show(
    file: &CaseFile,
    case: &Case,
    query: &Query,
    one: &CheckedQuestion,
    output: &mut Output,
) -> Result<(), CommandError> {
    let reading = one.reading.as_ref().map_or(String::new(), |reading| format!(" under {reading}"));
    writeln!(output, "{}: {}", one.status.name(), case.name)?;
    writeln!(output, "  {}:{}: {}{reading}", file.page.name, query.line, query.head)?;
    let said = |label: &str, texts: &[String]| -> Vec<String> {
        texts.iter().flat_map(|text| wrap::text(label, text)).collect()
    };
    let words = |label: &str, words: &[String]| match words {
        [] => Vec::new(),
        words => wrap::text(label, &words.join(" ")),
    };
    let lines = match (one.status, &query.question) {
        (Status::Failed, Question::Moves(_)) => {
            [words("  missing: ", &one.missing), words("  not expected: ", &one.extra)].concat()
        }
        (Status::Failed, Question::After(_)) => side_by_side(&one.expected, &one.actual),
        (Status::Failed, _) => {
            [said("  expected: ", &one.expected), said("  found:    ", &one.actual)].concat()
        }
        (Status::Pending, Question::After(_)) => {
            let rows = one.actual.iter().map(|line| format!("    {line}"));
            std::iter::once("  the rules say:".to_owned()).chain(rows).collect()
        }
        (Status::Pending, Question::Moves(_)) => wrap::text("  the rules say: ", &one.actual.join(" ")),
        (Status::Pending, _) => said("  the rules say: ", &one.actual),
        _ => Vec::new(),
    };
    output.lines(lines)?;
    writeln!(output)
}

/// Places two drawings side by side, or one below the other if they are too wide. Lines that differ are marked.
fn side_by_side(expected: &[String], actual: &[String]) -> Vec<String> {
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(8);
    let (left, right) = (width(expected), width(actual));
    let pairs = wrap::pairs(expected, actual).map(|(e, a)| (e, if e == a { " " } else { ">" }, a));
    let mut lines;
    if left + right + 8 > wrap::width() {
        lines = vec!["  expected".to_owned()];
        lines.extend(expected.iter().map(|line| format!("    {line}")));
        lines.push("  found".to_owned());
        lines.extend(pairs.map(|(_, mark, a)| format!("  {mark} {a}").trim_end().to_owned()));
    } else {
        lines = vec![format!("  {:<left$}     found", "expected")];
        lines.extend(pairs.map(|(e, mark, a)| format!("  {e:<left$}  {mark}  {a}").trim_end().to_owned()));
    }
    lines
}
