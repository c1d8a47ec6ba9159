//! Output: answers go to standard output, problems to standard error; and how a command ends.

use super::{json, wrap};
use crate::base::diagnostic::{Diagnostic, Severity, nearest};
use crate::base::source::Sources;
use crate::base::text::{commas, did_you_mean, escaped, is_unsafe, plural};
use crate::lang::catalog::Failure;
use crate::words::report::{self, Problem, Style};
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stderr, Stdout, Write};
use std::process::ExitCode;

/// The answer of a command that ran, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ExitVerdict {
    /// Success.
    Yes = 0,
    /// The answer is no.
    No = 1,
    /// Some of the input could not be read; the reasons are already printed.
    Unclear = 2,
}

impl ExitVerdict {
    /// `Yes` if so.
    pub(super) fn from_bool(yes: bool) -> ExitVerdict {
        if yes { ExitVerdict::Yes } else { ExitVerdict::No }
    }
}

/// The reason why a command could not run.
#[derive(Debug)]
pub(super) enum CommandError {
    /// The reader has closed the pipe.
    Closed,
    /// A file could not be read or written, or the command line makes no sense; perhaps what would be right.
    Message { message: String, help: Option<String> },
    /// An input is wrong in these places.
    Problems(Box<Sources>, Vec<Diagnostic>),
}

impl CommandError {
    pub(super) fn message(message: impl Into<String>) -> CommandError {
        CommandError::Message { message: message.into(), help: None }
    }

    pub(super) fn help(self, text: impl Into<String>) -> CommandError {
        match self {
            CommandError::Message { message, .. } => {
                CommandError::Message { message, help: Some(text.into()) }
            }
            other => other,
        }
    }

    /// Proposes the name nearest to `word`, if one is near.
    pub(super) fn suggest<'a>(self, word: &str, names: impl IntoIterator<Item = &'a str>) -> CommandError {
        match nearest(word, names) {
            Some(near) => self.help(did_you_mean(near)),
            None => self,
        }
    }

    /// The reasons as data.
    pub(super) fn problems(&self) -> Vec<Problem> {
        match self {
            CommandError::Closed => Vec::new(),
            CommandError::Message { message, help } => {
                vec![Problem::error("refused", message, help.as_deref())]
            }
            CommandError::Problems(sources, problems) => report::located(problems, sources),
        }
    }
}

impl From<Failure> for CommandError {
    fn from(failure: Failure) -> CommandError {
        CommandError::Problems(Box::new(failure.sources), failure.problems)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            ErrorKind::BrokenPipe => CommandError::Closed,
            _ => CommandError::message(format!("cannot write: {error}")),
        }
    }
}

/// Standard output, written to by `write!`, and standard error. Whatever a text comes from, nothing in it commands the
/// terminal: only the colors of problems are written as they are.
pub(super) struct Output {
    out: BufWriter<Stdout>,
    err: AutoStream<Stderr>,
    style: Style,
    /// True if a program reads the answer, so that failures are printed as JSON, too.
    json: bool,
    /// True if the command continues to a verdict after the reader has closed the pipe.
    heedless: bool,
}

impl Output {
    /// With `plain`, everything is put into words instead of drawn.
    pub(super) fn new(plain: bool, json: bool) -> Output {
        let choice = AutoStream::choice(&io::stderr());
        let style = Style { color: choice != ColorChoice::Never, width: wrap::width(), plain };
        let err = AutoStream::new(io::stderr(), choice);
        Output { out: BufWriter::new(io::stdout()), err, style, json, heedless: false }
    }

    /// Goes on after the reader has closed the pipe, since the verdict counts.
    pub(super) fn run_on(&mut self) {
        self.heedless = true;
    }

    /// Returns true if diagrams are replaced by words.
    pub(super) fn is_plain(&self) -> bool {
        self.style.plain
    }

    /// Returns true if the answer is JSON.
    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Writes a part of the answer: what `write!` and `writeln!` call.
    pub(super) fn write_fmt(&mut self, text: fmt::Arguments) -> Result<(), CommandError> {
        let written = self.out.write_all(escaped(&text.to_string()).as_bytes());
        self.heed(written)
    }

    /// Writes lines of the answer.
    pub(super) fn lines(&mut self, lines: impl IntoIterator<Item: Display>) -> Result<(), CommandError> {
        lines.into_iter().try_for_each(|line| writeln!(self, "{line}"))
    }

    /// Writes a text in lines of the answer; the first begins with `first`, every other with as many blanks.
    pub(super) fn wrapped(&mut self, first: &str, text: &str) -> Result<(), CommandError> {
        self.lines(wrap::text(first, text))
    }

    /// Clears the screen; where there is none, writes an empty line.
    pub(super) fn clear(&mut self) -> Result<(), CommandError> {
        self.flush()?;
        if !io::stdout().is_terminal() {
            return writeln!(self);
        }
        // To the top of the screen, which is cleared with what has scrolled off it. This is no color: `NO_COLOR` keeps it.
        let written = io::stdout().write_all(b"\x1b[H\x1b[2J\x1b[3J");
        self.heed(written)
    }

    /// Returns an error if a failure to write ends the command.
    fn heed(&self, written: io::Result<()>) -> Result<(), CommandError> {
        match written {
            Err(error) if self.heedless && error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => Ok(written?),
        }
    }

    /// Answers with data as JSON, wide where it fits on a line.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<ExitVerdict, CommandError> {
        let value = serde_json::to_value(value).map_err(|error| CommandError::message(error.to_string()))?;
        let escape = |c: char| match c {
            _ if is_unsafe(c) && c != '\n' => {
                c.encode_utf16(&mut [0; 2]).iter().map(|half| format!("\\u{half:04x}")).collect()
            }
            _ => c.to_string(),
        };
        writeln!(self, "{}", json::print(&value, 0, 0).chars().map(escape).collect::<String>())?;
        Ok(ExitVerdict::Yes)
    }

    /// Writes the reasons for having no answer, for a program.
    pub(super) fn refusal(&mut self, problems: &[Problem]) -> Result<(), CommandError> {
        if self.json {
            self.json(&serde_json::json!({ "problems": problems }))?;
        }
        Ok(())
    }

    /// Sends what was written so far.
    pub(super) fn flush(&mut self) -> Result<(), CommandError> {
        let written = self.out.flush();
        self.heed(written)
    }

    /// Writes a remark to standard error.
    pub(super) fn remark(&mut self, text: impl Display) -> Result<(), CommandError> {
        self.flush()?;
        // Without standard error there is no place for this.
        let _ = writeln!(self.err, "{}", escaped(&text.to_string()));
        Ok(())
    }

    /// Prints problems with their lines of text to standard error.
    pub(super) fn problems(
        &mut self,
        sources: &Sources,
        problems: &[Diagnostic],
    ) -> Result<(), CommandError> {
        self.flush()?;
        // Without standard error there is no place for this.
        let _ = write!(self.err, "{}", report::render(problems, sources, self.style));
        Ok(())
    }

    /// The exit code of a verdict; prints the reason if there is none.
    pub(super) fn exit(&mut self, verdict: Result<ExitVerdict, CommandError>) -> ExitCode {
        match verdict {
            Ok(verdict) => ExitCode::from(verdict as u8),
            Err(CommandError::Closed) => ExitCode::SUCCESS,
            Err(stop) => {
                // If writing is what failed, the reason already says so.
                let _ = self.refusal(&stop.problems());
                self.stopped(stop);
                ExitCode::from(2)
            }
        }
    }

    /// Prints why something could not be done.
    pub(super) fn stopped(&mut self, stop: CommandError) {
        // If writing is what failed, the reason already says so.
        let _ = self.flush();
        let _ = match stop {
            CommandError::Closed => Ok(()),
            CommandError::Problems(sources, problems) => self.problems(&sources, &problems),
            CommandError::Message { message, help } => {
                let help = help.map_or(String::new(), |help| format!("\nhelp: {help}"));
                writeln!(self.err, "error: {}", escaped(&(message + &help))).map_err(CommandError::from)
            }
        };
    }
}

/// Tells another program a line at once, from any thread. If it no longer listens, it does not matter.
pub(super) fn say(line: &str) {
    let line = escaped(line).into_owned() + "\n";
    let mut out = io::stdout();
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// The number of problems of each severity, in words.
pub(super) fn tally(problems: &[Diagnostic]) -> String {
    let count = |severity: &Severity| problems.iter().filter(|one| one.severity == *severity).count();
    let found = [Severity::Error, Severity::Warning, Severity::Lint].into_iter().filter(|one| count(one) > 0);
    let parts: Vec<String> = found.map(|severity| plural(count(&severity), severity.name())).collect();
    if parts.is_empty() { "no problems".to_owned() } else { commas(&parts) }
}
