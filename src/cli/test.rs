//! `ferz test`: runs the cases and checks the recorded move sets.

use super::casefiles::{self, CaseFile};
use super::engine::EngineArgs;
use super::game::Disk;
use super::output::{Output, Stop, Verdict};
use super::{files, parallel, recorded, wrap};
use crate::base::diagnostic::nearest;
use crate::base::text::{commas, did_you_mean, plural, quoted};
use crate::lab::casebook::{Answer, Case, Checked, Games, Question, Status, accept, run_case};
use clap::Args;
use serde::Serialize;
use std::io::BufRead;
use std::ops::Range;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct TestArgs {
    /// Case files, variant files, or folders of them; the folder you are in if not given
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
    /// Write the answers in: all that are open or wrong, or those of the cases whose heading contains NAME
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", require_equals = true)]
    accept: Option<String>,
    /// Show each open or wrong answer and ask before writing it in
    #[arg(long, conflicts_with_all = ["accept", "json"])]
    review: bool,
    /// Only the cases whose heading contains this
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    pending: usize,
    accepted: usize,
    cases: Vec<CaseData>,
    snapshots: Vec<recorded::SnapshotData>,
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

/// Runs the tests that belong to one path and says what it finds.
pub(super) fn run_plain(path: &Path, output: &mut Output) -> Result<Verdict, Stop> {
    let paths = vec![path.to_owned()];
    let engine = EngineArgs::default();
    let args = TestArgs { paths, accept: None, review: false, only: None, engine, json: false };
    let tested = test(&args, output)?;
    told(&args, tested, output)
}

/// What running the tests came to.
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) pending: usize,
}

pub(super) fn run(args: &TestArgs, output: &mut Output) -> Result<Verdict, Stop> {
    let writes = args.accept.is_some() || args.review;
    if writes && std::env::var("CI").is_ok_and(|ci| !ci.is_empty() && ci != "false" && ci != "0") {
        return Err(Stop::message("answers are not accepted where CI is set")
            .help("run it on your own machine, look at what changed, and commit that"));
    }
    output.run_on();
    let tested = test(args, output)?;
    if tested.2.cases.is_empty() && tested.2.snapshots.is_empty() {
        let roots = roots(args);
        let names: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
        return Err(Stop::message(format!("there is nothing to test in {}", commas(&names))).help(
            "cases are Markdown files in a folder `cases`, snapshots are files beside a .ferz file; name them, or a \
             folder that has some",
        ));
    }
    told(args, tested, output)
}

/// Says what the tests came to.
fn told(
    args: &TestArgs,
    (tally, fine, report): (Tally, bool, Report),
    output: &mut Output,
) -> Result<Verdict, Stop> {
    if args.json {
        output.json(&report)?;
    } else {
        let mut line = format!("{} passed", tally.passed);
        for (n, what) in
            [(tally.failed, "failed"), (tally.pending, "pending"), (report.accepted, "written in")]
        {
            if n > 0 {
                line += &format!(", {n} {what}");
            }
        }
        let cases = report.cases.len();
        let snapshots = match report.snapshots.len() {
            0 => String::new(),
            n => format!(", {}", plural(n, "snapshot")),
        };
        output.line(format!("{}{snapshots}: {line}", plural(cases, "case")))?;
    }
    if !fine {
        output.flush()?;
        return Ok(Verdict::Unclear);
    }
    Ok(Verdict::from_bool(tally.failed == 0 && tally.pending == 0))
}

fn test(args: &TestArgs, output: &mut Output) -> Result<(Tally, bool, Report), Stop> {
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
    let mut tally = Tally { passed: 0, failed: 0, pending: 0 };
    let mut report =
        Report { passed: 0, failed: 0, pending: 0, accepted: 0, cases: Vec::new(), snapshots: Vec::new() };
    let mut input = Reviewer { quit: false };
    let mut written: Vec<(PathBuf, Range<usize>, Vec<String>)> = Vec::new();
    for ((file, case), checked) in jobs.iter().zip(&results) {
        let mut worst = "passed";
        let mut answers = Vec::new();
        for one in checked {
            let Some(answer) = case.answers.get(one.index) else { continue };
            let mut status = word(&one.status);
            if one.status != Status::Passed {
                let named = args.accept.as_ref().is_some_and(|name| is_named(case, name));
                let mut accepts = named && acceptable(answer, one);
                if !args.json && !accepts {
                    show(file, case, answer, one, output)?;
                }
                accepts |= args.review && acceptable(answer, one) && input.asks(output)?;
                if accepts {
                    written.push((file.path.clone(), answer.body.clone(), one.actual.clone()));
                    status = "accepted";
                    report.accepted += 1;
                }
            }
            match status {
                "passed" => tally.passed += 1,
                "pending" => tally.pending += 1,
                "accepted" => {}
                _ => tally.failed += 1,
            }
            if status != "passed" && worst != "failed" {
                worst = if status == "broken" { "failed" } else { status };
            }
            answers.push(answer_data(answer, one, status));
        }
        let name = file.page.name.clone();
        report.cases.push(CaseData {
            file: name,
            line: case.line,
            name: case.name.clone(),
            status: worst,
            answers,
        });
    }
    write(&files, written, output)?;
    if args.only.is_none() {
        let snapshots = recorded::check(&roots, args.accept.as_deref() == Some(""), output, args.json)?;
        tally.failed += snapshots.iter().filter(|one| ["failed", "broken"].contains(&one.status)).count();
        tally.passed += snapshots.iter().filter(|snapshot| snapshot.status == "passed").count();
        report.accepted += snapshots.iter().filter(|snapshot| snapshot.status == "accepted").count();
        report.snapshots = snapshots;
    }
    (report.passed, report.failed, report.pending) = (tally.passed, tally.failed, tally.pending);
    Ok((tally, fine, report))
}

/// Whether the heading of a case contains a name; every heading contains the empty one.
fn is_named(case: &Case, name: &str) -> bool {
    case.name.to_lowercase().contains(&name.to_lowercase())
}

/// What to say about a name that no heading contains.
fn no_case(files: &[CaseFile], name: &str) -> Stop {
    let headings: Vec<&str> =
        files.iter().flat_map(|file| &file.page.cases).map(|case| case.name.as_str()).collect();
    let words = headings.iter().flat_map(|heading| heading.split_whitespace());
    let near = nearest(name, headings.iter().copied()).or_else(|| nearest(name, words));
    let stop = Stop::message(format!("no case has `{name}` in its heading"));
    match near {
        Some(near) => stop.help(did_you_mean(near)),
        None if headings.is_empty() => stop.help("there are no cases here"),
        None => {
            stop.help(format!("some of the headings: {}", quoted(headings.get(..3).unwrap_or(&headings))))
        }
    }
}

fn answer_data(answer: &Answer, one: &Checked, status: &'static str) -> AnswerData {
    let problem = match &one.status {
        Status::Broken(why) => Some(why.clone()),
        _ => None,
    };
    let differs = status != "passed";
    AnswerData {
        line: answer.line,
        question: answer.head.clone(),
        reading: one.reading.clone(),
        status,
        problem,
        expected: if differs { one.expected.clone() } else { Vec::new() },
        actual: if differs { one.actual.clone() } else { Vec::new() },
        missing: one.missing.clone(),
        extra: one.extra.clone(),
    }
}

/// Whether what the rules say can stand in the block.
fn acceptable(answer: &Answer, one: &Checked) -> bool {
    let sound = match answer.question {
        // A block that says what is legal is not made true by saying the contrary.
        Question::Legal => false,
        Question::Illegal => {
            !one.actual.is_empty() && one.actual.iter().all(|line| !line.ends_with(": legal"))
        }
        _ => !one.actual.is_empty(),
    };
    let first = one.reading.as_ref().is_none_or(|reading| answer.game.readings.first() == Some(reading));
    sound && first && matches!(one.status, Status::Failed | Status::Pending)
}

struct Reviewer {
    quit: bool,
}

impl Reviewer {
    fn asks(&mut self, output: &mut Output) -> Result<bool, Stop> {
        if self.quit {
            return Ok(false);
        }
        output.text("  write this in? [y/n/q] ")?;
        output.flush()?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        output.line("")?;
        match (read, line.trim()) {
            (Ok(0) | Err(_), _) | (_, "q") => self.quit = true,
            (_, "y" | "yes") => return Ok(true),
            _ => {}
        }
        Ok(false)
    }
}

fn write(
    files: &[CaseFile],
    written: Vec<(PathBuf, Range<usize>, Vec<String>)>,
    output: &mut Output,
) -> Result<(), Stop> {
    for file in files {
        let answers: Vec<(Range<usize>, Vec<String>)> = written
            .iter()
            .filter(|(path, ..)| *path == file.path)
            .map(|(_, body, lines)| (body.clone(), lines.clone()))
            .collect();
        if answers.is_empty() {
            continue;
        }
        files::write(&file.path, &accept(&file.text, &answers))?;
        let count = plural(answers.len(), "answer");
        output.remark(format!("{}: {count} written in", file.path.display()))?;
    }
    Ok(())
}

/// An answer that did not pass: what the page says beside what the rules say.
fn show(
    file: &CaseFile,
    case: &Case,
    answer: &Answer,
    one: &Checked,
    output: &mut Output,
) -> Result<(), Stop> {
    let reading = one.reading.as_ref().map_or(String::new(), |reading| format!(" under {reading}"));
    output.line(format!("{}: {}", word(&one.status), case.name))?;
    output.line(format!("  {}:{}: {}{reading}", file.page.name, answer.line, answer.head))?;
    match (&one.status, &answer.question) {
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
            for line in &one.expected {
                output.lines(wrap::text("  expected: ", line))?;
            }
            for line in &one.actual {
                output.lines(wrap::text("  found:    ", line))?;
            }
        }
        (Status::Pending, Question::After(_)) => {
            output.line("  the rules say:")?;
            one.actual.iter().try_for_each(|line| output.line(format!("    {line}")))?;
        }
        (Status::Pending, Question::Moves(_)) => {
            let words = one.actual.iter().flat_map(|line| line.split_whitespace());
            output.lines(wrap::paragraph("  the rules say: ", words))?;
        }
        (Status::Pending, _) => {
            for line in &one.actual {
                output.lines(wrap::text("  the rules say: ", line))?;
            }
        }
        (Status::Passed, _) => {}
    }
    output.line("")
}

/// Two drawings beside each other, or below each other where they are too wide; lines that differ are marked.
fn side_by_side(expected: &[String], actual: &[String]) -> Vec<String> {
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(8);
    let (left, right) = (width(expected), width(actual));
    let nothing = String::new();
    let rows = expected.len().max(actual.len());
    let pairs = (0..rows).map(|i| (expected.get(i).unwrap_or(&nothing), actual.get(i).unwrap_or(&nothing)));
    if left + right + 8 > wrap::width() {
        let mut lines = vec!["  expected".to_owned()];
        lines.extend(expected.iter().map(|line| format!("    {line}")));
        lines.push("  found".to_owned());
        lines.extend(
            pairs
                .map(|(e, a)| format!("  {} {a}", if e == a { " " } else { ">" }))
                .map(|line| line.trim_end().to_owned()),
        );
        return lines;
    }
    let mut lines = vec![format!("  {:<left$}     found", "expected")];
    lines.extend(pairs.map(|(e, a)| {
        format!("  {e:<left$}  {}  {a}", if e == a { " " } else { ">" }).trim_end().to_owned()
    }));
    lines
}
