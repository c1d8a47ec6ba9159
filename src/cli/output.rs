//! Output: answers go to standard output, problems to standard error; and how a command ends.

use super::{json, wrap};
use crate::base::diagnostic::{Diagnostic, Severity, nearest};
use crate::base::source::Sources;
use crate::base::text::{commas, did_you_mean, plural};
use crate::lang::catalog::Failure;
use crate::words::report::{self, Problem, Style};
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stderr, Stdout, Write};
use std::process::ExitCode;

/// The answer of a command that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Success.
    Yes,
    /// The answer is no.
    No,
    /// Some of the input could not be read; the reasons are already printed.
    Unclear,
}

impl Verdict {
    /// `Yes` if so.
    pub(super) fn from_bool(yes: bool) -> Verdict {
        if yes { Verdict::Yes } else { Verdict::No }
    }
}

/// Why a command could not run.
#[derive(Debug)]
pub(super) enum Stop {
    /// The reader has closed the pipe.
    Closed,
    /// A file could not be read or written, or the command line makes no sense.
    Message {
        /// What is wrong.
        message: String,
        /// What would be right.
        help: Option<String>,
    },
    /// An input is wrong in these places.
    Problems(Box<Sources>, Vec<Diagnostic>),
}

impl Stop {
    pub(super) fn message(message: impl Into<String>) -> Stop {
        Stop::Message { message: message.into(), help: None }
    }

    pub(super) fn help(self, text: impl Into<String>) -> Stop {
        match self {
            Stop::Message { message, .. } => Stop::Message { message, help: Some(text.into()) },
            other => other,
        }
    }

    /// Proposes the name nearest to `word`, if one is near.
    pub(super) fn suggest<'a>(self, word: &str, names: impl IntoIterator<Item = &'a str>) -> Stop {
        match nearest(word, names) {
            Some(near) => self.help(did_you_mean(near)),
            None => self,
        }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Problems(Box::new(failure.sources), failure.problems)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::message(format!("cannot write: {error}")),
        }
    }
}

/// Standard output and standard error.
pub(super) struct Output {
    out: BufWriter<AutoStream<Stdout>>,
    err: AutoStream<Stderr>,
    style: Style,
    json: bool,
    /// Whether to go on to a verdict after the reader has closed the pipe.
    heedless: bool,
}

impl Output {
    /// With `plain`, everything is put into words instead of drawn.
    pub(super) fn new(plain: bool) -> Output {
        let out = AutoStream::new(io::stdout(), AutoStream::choice(&io::stdout()));
        let choice = AutoStream::choice(&io::stderr());
        let style = Style { color: choice != ColorChoice::Never, width: wrap::width(), plain };
        let err = AutoStream::new(io::stderr(), choice);
        Output { out: BufWriter::new(out), err, style, json: false, heedless: false }
    }

    /// Makes failures print JSON as well, for a program that reads the answer.
    pub(super) fn answers_in_json(&mut self, json: bool) {
        self.json = json;
    }

    /// Goes on after the reader has closed the pipe, since the verdict counts.
    pub(super) fn run_on(&mut self) {
        self.heedless = true;
    }

    /// Whether to put things into words instead of drawing them.
    pub(super) fn is_plain(&self) -> bool {
        self.style.plain
    }

    /// Writes one line of the answer.
    pub(super) fn line(&mut self, text: impl AsRef<str>) -> Result<(), Stop> {
        let written = writeln!(self.out, "{}", text.as_ref());
        self.heed(written)
    }

    /// Writes lines of the answer.
    pub(super) fn lines<L: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = L>) -> Result<(), Stop> {
        lines.into_iter().try_for_each(|line| self.line(line))
    }

    /// Writes a part of the answer as it is.
    pub(super) fn text(&mut self, text: impl AsRef<str>) -> Result<(), Stop> {
        let written = write!(self.out, "{}", text.as_ref());
        self.heed(written)
    }

    /// Whether a failure to write ends the command.
    fn heed(&self, written: io::Result<()>) -> Result<(), Stop> {
        match written {
            Err(error) if self.heedless && error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => Ok(written?),
        }
    }

    /// Writes data as JSON, wide where it fits on a line.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), Stop> {
        let value = serde_json::to_value(value).map_err(|error| Stop::message(error.to_string()))?;
        self.line(json::print(&value))
    }

    /// Writes the reasons for having no answer, for a program.
    pub(super) fn refusal(&mut self, problems: &impl Serialize) -> Result<(), Stop> {
        if self.json { self.json(&serde_json::json!({ "problems": problems })) } else { Ok(()) }
    }

    /// Sends what was written so far.
    pub(super) fn flush(&mut self) -> Result<(), Stop> {
        let written = self.out.flush();
        self.heed(written)
    }

    /// Writes a remark to standard error.
    pub(super) fn remark(&mut self, text: impl AsRef<str>) -> Result<(), Stop> {
        self.flush()?;
        // Without standard error there is no place for this.
        let _ = writeln!(self.err, "{}", text.as_ref());
        Ok(())
    }

    /// Prints problems with their lines of text to standard error.
    pub(super) fn problems(&mut self, sources: &Sources, problems: &[Diagnostic]) -> Result<(), Stop> {
        self.flush()?;
        // Without standard error there is no place for this.
        let _ = write!(self.err, "{}", report::render(problems, sources, self.style));
        Ok(())
    }

    /// Whether standard output is a terminal.
    pub(super) fn is_terminal() -> bool {
        io::stdout().is_terminal()
    }

    /// The exit code of a verdict; prints the reason if there is none.
    pub(super) fn exit(&mut self, verdict: Result<Verdict, Stop>) -> ExitCode {
        match verdict {
            Ok(Verdict::Yes) | Err(Stop::Closed) => ExitCode::SUCCESS,
            Ok(Verdict::No) => ExitCode::from(1),
            Ok(Verdict::Unclear) => ExitCode::from(2),
            Err(stop) => {
                let _ = match &stop {
                    Stop::Closed => Ok(()),
                    Stop::Message { message, help } => {
                        self.refusal(&[Problem::error("refused", message, help.as_deref())])
                    }
                    Stop::Problems(sources, problems) => self.refusal(&report::located(problems, sources)),
                };
                self.stopped(stop);
                ExitCode::from(2)
            }
        }
    }

    /// Prints why something could not be done.
    pub(super) fn stopped(&mut self, stop: Stop) {
        // Without standard error there is no place for this.
        let _ = match stop {
            Stop::Closed => Ok(()),
            Stop::Message { message, help } => {
                let help = help.map_or(String::new(), |help| format!("\nhelp: {help}"));
                // If writing is what failed, the message already says so.
                let _ = self.flush();
                writeln!(self.err, "error: {message}{help}").map_err(Stop::from)
            }
            Stop::Problems(sources, problems) => self.problems(&sources, &problems),
        };
    }
}

/// The number of problems of each severity, in words.
pub(super) fn tally(problems: &[Diagnostic]) -> String {
    let count = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
    let words = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Lint, "lint")];
    let parts: Vec<String> = words
        .into_iter()
        .map(|(severity, word)| (count(severity), word))
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| plural(n, word))
        .collect();
    if parts.is_empty() { "no problems".to_owned() } else { commas(&parts) }
}
