//! `ferz test`: runs the cases and checks the recorded move sets.

use super::casefiles::{self, CaseFile};
use super::engine::EngineArgs;
use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use super::{files, parallel, recorded, wrap};
use crate::base::diagnostic::nearest;
use crate::base::text::{commas, did_you_mean, plural, quoted};
use crate::lab::casebook::{Case, Checked, Games, Query, Question, Status, accept, run_case};
use clap::Args;
use serde::Serialize;
use std::io::BufRead;
use std::ops::Range;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct TestArgs {
    /// Case files, variant files, or folders of them [default: the current folder]
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
    /// Update missing or wrong expected answers, or only those of the cases whose heading contains NAME
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", require_equals = true)]
    accept: Option<String>,
    /// Show each missing or wrong answer and ask before updating it
    #[arg(long, conflicts_with_all = ["accept", "json"])]
    review: bool,
    /// Run only the cases whose heading contains NAME
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Default, Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    pending: usize,
    accepted: usize,
    cases: Vec<CaseData>,
    snapshots: Vec<recorded::SnapshotData>,
    /// Whether all files could be read.
    #[serde(skip)]
    fine: bool,
}

#[derive(Serialize)]
struct CaseData {
    file: String,
    line: usize,
    name: String,
    status: &'static str,
    answers: Vec<AnswerData>,
}

#[derive(Serialize)]
struct AnswerData {
    line: usize,
    question: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<String>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expected: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actual: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extra: Vec<String>,
}

fn word(status: &Status) -> &'static str {
    match status {
        Status::Passed => "passed",
        Status::Failed => "failed",
        Status::Pending => "pending",
        Status::Broken(_) => "broken",
    }
}

/// The paths tests are looked for in when none are named.
pub(super) fn default_paths() -> Vec<PathBuf> {
    let variants = PathBuf::from("variants");
    vec![if variants.is_dir() { variants } else { PathBuf::from(".") }]
}

/// Where the tests are looked for.
fn roots(args: &TestArgs) -> Vec<PathBuf> {
    if args.paths.is_empty() { default_paths() } else { args.paths.clone() }
}

/// Runs the tests that belong to one path and prints the result.
pub(super) fn run_plain(path: &Path, output: &mut Output) -> Result<Verdict, Stop> {
    let paths = vec![path.to_owned()];
    let engine = EngineArgs::default();
    let args = TestArgs { paths, accept: None, review: false, only: None, engine, json: false };
    summary(&args, &test(&args, output)?, output)
}

pub(super) fn run(args: &TestArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let writes = args.accept.is_some() || args.review;
    if writes && std::env::var("CI").is_ok_and(|ci| !ci.is_empty() && ci != "false" && ci != "0") {
        return Err(Stop::message("answers are not accepted where CI is set")
            .help("run it on your own machine, look at what changed, and commit that"));
    }
    output.run_on();
    let report = test(args, output)?;
    if report.cases.is_empty() && report.snapshots.is_empty() {
        let names: Vec<String> = roots(args).iter().map(|root| root.display().to_string()).collect();
        return Err(Stop::message(format!("there is nothing to test in {}", commas(&names))).help(
            "cases are Markdown files in a folder `cases`, snapshots are files beside a .ferz file; name them, or a \
             folder that contains some",
        ));
    }
    summary(args, &report, output)
}

fn summary(args: &TestArgs, report: &Report, output: &mut Output) -> Result<Verdict, Stop> {
    if args.json {
        output.json(report)?;
    } else {
        let mut line = plural(report.cases.len(), "case");
        if !report.snapshots.is_empty() {
            line += &format!(", {}", plural(report.snapshots.len(), "snapshot"));
        }
        line += &format!(": {} passed", report.passed);
        let others = [(report.failed, "failed"), (report.pending, "pending"), (report.accepted, "updated")];
        for (n, what) in others.into_iter().filter(|(n, _)| *n > 0) {
            line += &format!(", {n} {what}");
        }
        output.line(line)?;
    }
    if !report.fine {
        output.flush()?;
        return Ok(Verdict::Unclear);
    }
    Ok(Verdict::from_bool(report.failed == 0 && report.pending == 0))
}

fn test(args: &TestArgs, output: &mut Output) -> Result<Report, Stop> {
    let roots = roots(args);
    let mut paths = Vec::new();
    for root in &roots {
        if !root.exists() {
            return Err(Stop::message(format!("there is no file or folder {}", root.display())));
        }
        paths.extend(casefiles::expand(root)?);
    }
    paths.dedup();
    let (files, fine) = casefiles::read(&paths, output)?;
    let games = Games::new(&Disk, args.engine.maker());
    let names = [&args.only, &args.accept].into_iter().flatten();
    for name in names.filter(|name| !name.is_empty()) {
        if !files.iter().flat_map(|file| &file.page.cases).any(|case| is_named(case, name)) {
            return Err(no_case(&files, name));
        }
    }
    let wanted = |case: &Case| args.only.as_ref().is_none_or(|name| is_named(case, name));
    let jobs: Vec<(&CaseFile, &Case)> = files
        .iter()
        .flat_map(|file| file.page.cases.iter().filter(|case| wanted(case)).map(move |case| (file, case)))
        .collect();
    let results = parallel::map("cases", &jobs, |(file, case)| run_case(&file.page, case, &games));
    let mut run =
        Run { args, report: Report { fine, ..Report::default() }, updates: Vec::new(), stopped: false };
    for ((file, case), checked) in jobs.iter().zip(&results) {
        run.case(file, case, checked, output)?;
    }
    let Run { mut report, updates, .. } = run;
    write(&files, &updates, output)?;
    if args.only.is_none() {
        report.snapshots = recorded::check(&roots, args.accept.as_deref() == Some(""), output, args.json)?;
        for status in report.snapshots.iter().map(|snapshot| snapshot.status) {
            *match status {
                "passed" => &mut report.passed,
                "accepted" => &mut report.accepted,
                _ => &mut report.failed,
            } += 1;
        }
    }
    Ok(report)
}

/// Tests being counted, shown and reviewed.
struct Run<'a> {
    args: &'a TestArgs,
    report: Report,
    /// The file, the lines between the fences, and what is to stand there.
    updates: Vec<(&'a Path, Range<usize>, Vec<String>)>,
    /// Whether the reviewer wants to answer no more questions.
    stopped: bool,
}

impl<'a> Run<'a> {
    fn case(
        &mut self,
        file: &'a CaseFile,
        case: &Case,
        checked: &[Checked],
        output: &mut Output,
    ) -> Result<(), Stop> {
        let mut worst = "passed";
        let mut answers = Vec::new();
        for one in checked {
            let Some(query) = case.queries.get(one.index) else { continue };
            let mut status = word(&one.status);
            if one.status != Status::Passed {
                let named = self.args.accept.as_ref().is_some_and(|name| is_named(case, name));
                let mut accepts = named && acceptable(query, one);
                if !self.args.json && !accepts {
                    show(file, case, query, one, output)?;
                }
                accepts |= self.args.review && acceptable(query, one) && self.asks(output)?;
                if accepts {
                    self.updates.push((&file.path, query.body.clone(), one.actual.clone()));
                    status = "accepted";
                }
            }
            *match status {
                "passed" => &mut self.report.passed,
                "pending" => &mut self.report.pending,
                "accepted" => &mut self.report.accepted,
                _ => &mut self.report.failed,
            } += 1;
            if status != "passed" && worst != "failed" {
                worst = if status == "broken" { "failed" } else { status };
            }
            answers.push(answer_data(query, one, status));
        }
        let (file, name) = (file.page.name.clone(), case.name.clone());
        self.report.cases.push(CaseData { file, line: case.line, name, status: worst, answers });
        Ok(())
    }

    /// Asks whether to update an answer.
    fn asks(&mut self, output: &mut Output) -> Result<bool, Stop> {
        if self.stopped {
            return Ok(false);
        }
        output.text("  update the expected answer? [y/n/q] ")?;
        output.flush()?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        output.line("")?;
        match (read, line.trim()) {
            (Ok(0) | Err(_), _) | (_, "q") => self.stopped = true,
            (_, "y" | "yes") => return Ok(true),
            _ => {}
        }
        Ok(false)
    }
}

/// Whether the heading of a case contains a name; every heading contains the empty one.
fn is_named(case: &Case, name: &str) -> bool {
    case.name.to_lowercase().contains(&name.to_lowercase())
}

/// The error for a name that no heading contains.
fn no_case(files: &[CaseFile], name: &str) -> Stop {
    let headings: Vec<&str> =
        files.iter().flat_map(|file| &file.page.cases).map(|case| case.name.as_str()).collect();
    let words = headings.iter().flat_map(|heading| heading.split_whitespace());
    let near = nearest(name, headings.iter().copied()).or_else(|| nearest(name, words));
    let stop = Stop::message(format!("no heading of a case contains `{name}`"));
    match near {
        Some(near) => stop.help(did_you_mean(near)),
        None if headings.is_empty() => stop.help("there are no cases here"),
        None => {
            stop.help(format!("some of the headings: {}", quoted(headings.get(..3).unwrap_or(&headings))))
        }
    }
}

fn answer_data(query: &Query, one: &Checked, status: &'static str) -> AnswerData {
    let problem = match &one.status {
        Status::Broken(why) => Some(why.clone()),
        _ => None,
    };
    let differs = status != "passed";
    AnswerData {
        line: query.line,
        question: query.head.clone(),
        reading: one.reading.clone(),
        status,
        problem,
        expected: if differs { one.expected.clone() } else { Vec::new() },
        actual: if differs { one.actual.clone() } else { Vec::new() },
        missing: one.missing.clone(),
        extra: one.extra.clone(),
    }
}

/// Whether the block may hold what the rules say.
fn acceptable(query: &Query, one: &Checked) -> bool {
    let sound = match query.question {
        // A block of legal moves cannot be corrected by stating that they are not legal.
        Question::Legal => false,
        Question::Illegal => {
            !one.actual.is_empty() && one.actual.iter().all(|line| !line.ends_with(": legal"))
        }
        _ => !one.actual.is_empty(),
    };
    let first = one.reading.as_ref().is_none_or(|reading| query.game.readings.first() == Some(reading));
    sound && first && matches!(one.status, Status::Failed | Status::Pending)
}

fn write(
    files: &[CaseFile],
    updates: &[(&Path, Range<usize>, Vec<String>)],
    output: &mut Output,
) -> Result<(), Stop> {
    for file in files {
        let own = updates.iter().filter(|(path, ..)| *path == file.path);
        let answers: Vec<(Range<usize>, Vec<String>)> =
            own.map(|(_, body, lines)| (body.clone(), lines.clone())).collect();
        if !answers.is_empty() {
            let updated = plural(answers.len(), "answer");
            files::write(&file.path, &accept(&file.text, answers))?;
            output.remark(format!("{}: {updated} updated", file.path.display()))?;
        }
    }
    Ok(())
}

/// An answer that did not pass: what the page says beside what the rules say.
fn show(file: &CaseFile, case: &Case, query: &Query, one: &Checked, output: &mut Output) -> Result<(), Stop> {
    let reading = one.reading.as_ref().map_or(String::new(), |reading| format!(" under {reading}"));
    output.line(format!("{}: {}", word(&one.status), case.name))?;
    output.line(format!("  {}:{}: {}{reading}", file.page.name, query.line, query.head))?;
    match (&one.status, &query.question) {
        (Status::Broken(why), _) => output.lines(wrap::text("  ", why))?,
        (Status::Failed, Question::Moves(_)) => {
            for (what, words) in [("missing", &one.missing), ("not expected", &one.extra)] {
                if !words.is_empty() {
                    output
                        .lines(wrap::paragraph(&format!("  {what}: "), words.iter().map(String::as_str)))?;
                }
            }
        }
        (Status::Failed, Question::After(_)) => output.lines(side_by_side(&one.expected, &one.actual))?,
        (Status::Failed, _) => {
            said("  expected: ", &one.expected, output)?;
            said("  found:    ", &one.actual, output)?;
        }
        (Status::Pending, Question::After(_)) => {
            output.line("  the rules say:")?;
            one.actual.iter().try_for_each(|line| output.line(format!("    {line}")))?;
        }
        (Status::Pending, Question::Moves(_)) => {
            let words = one.actual.iter().flat_map(|line| line.split_whitespace());
            output.lines(wrap::paragraph("  the rules say: ", words))?;
        }
        (Status::Pending, _) => said("  the rules say: ", &one.actual, output)?,
        (Status::Passed, _) => {}
    }
    output.line("")
}

fn said(label: &str, texts: &[String], output: &mut Output) -> Result<(), Stop> {
    texts.iter().try_for_each(|text| output.lines(wrap::text(label, text)))
}

/// Two drawings side by side, or one below the other where they are too wide; lines that differ are marked.
fn side_by_side(expected: &[String], actual: &[String]) -> Vec<String> {
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(8);
    let (left, right) = (width(expected), width(actual));
    let nothing = String::new();
    let rows = expected.len().max(actual.len());
    let pairs = (0..rows).map(|i| (expected.get(i).unwrap_or(&nothing), actual.get(i).unwrap_or(&nothing)));
    let mark = |e: &String, a: &String| if e == a { " " } else { ">" };
    let mut lines;
    if left + right + 8 > wrap::width() {
        lines = vec!["  expected".to_owned()];
        lines.extend(expected.iter().map(|line| format!("    {line}")));
        lines.push("  found".to_owned());
        lines.extend(pairs.map(|(e, a)| format!("  {} {a}", mark(e, a)).trim_end().to_owned()));
    } else {
        lines = vec![format!("  {:<left$}     found", "expected")];
        lines.extend(pairs.map(|(e, a)| format!("  {e:<left$}  {}  {a}", mark(e, a)).trim_end().to_owned()));
    }
    lines
}
