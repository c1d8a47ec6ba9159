//! Output of the commands, and their exit codes. Answers go to standard output, and problems to standard error.
//!
//! [`Output`] is the main type. All text passes through it, because it removes control characters: text from a file or
//! an argument must not control the terminal. A command ends with an [`ExitVerdict`] or a [`CommandError`].

use super::{json, wrap};
use anstream::{AutoStream, ColorChoice};
use ferz_core::base::source::Sources;
use ferz_lang::catalog::Failure;
use ferz_syntax::messages::diagnostic::{Diagnostic, Severity, nearest};
use ferz_syntax::messages::text::{commas, did_you_mean, escaped, is_unsafe, plural};
use ferz_text::words::report::{self, Problem, Style};
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stderr, Stdout, Write};
use std::process::ExitCode;

/// The result of a command that did its work, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitVerdict {
    /// Success.
    Yes = 0,
    /// The answer is no.
    No = 1,
    /// Some of the input could not be read; the reasons are already printed.
    Unclear = 2,
}

impl ExitVerdict {
    /// Returns `Yes` if `yes` is true, and `No` otherwise.
    pub fn from_bool(yes: bool) -> ExitVerdict {
        if yes { ExitVerdict::Yes } else { ExitVerdict::No }
    }
}

/// The reason why a command could not do its work.
#[derive(Debug)]
pub enum CommandError {
    /// The reader has closed the pipe.
    Closed,
    /// A file could not be read or written, or the arguments are invalid. The help suggests a correction.
    Message { message: String, help: Option<String> },
    /// An input has errors at these places.
    Problems(Box<Sources>, Vec<Diagnostic>),
}

impl CommandError {
    pub fn message(message: impl Into<String>) -> CommandError {
        CommandError::Message { message: message.into(), help: None }
    }

    pub fn help(self, text: impl Into<String>) -> CommandError {
        match self {
            CommandError::Message { message, .. } => {
                CommandError::Message { message, help: Some(text.into()) }
            }
            other => other,
        }
    }

    /// Suggests the name that is most similar to `word`, if one is similar enough.
    pub fn suggest<'a>(self, word: &str, names: impl IntoIterator<Item = &'a str>) -> CommandError {
        match nearest(word, names) {
            Some(near) => self.help(did_you_mean(near).text),
            None => self,
        }
    }

    /// Returns the reasons without their places, for a player who goes on.
    pub fn lines(self) -> Vec<String> {
        match self {
            CommandError::Closed => Vec::new(),
            CommandError::Message { message, help } => std::iter::once(message).chain(help).collect(),
            CommandError::Problems(_, all) => all.into_iter().map(|problem| problem.message).collect(),
        }
    }

    /// Returns the reasons as data.
    pub fn problems(&self) -> Vec<Problem> {
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

/// Standard output, which `write!` writes to, and standard error. Control characters in any text are escaped; only the
/// colors of problems reach the terminal.
pub struct Output {
    out: BufWriter<Stdout>,
    err: AutoStream<Stderr>,
    style: Style,
    /// True if a program reads the output. Failures are then printed as JSON as well.
    json: bool,
    /// True if the command continues to its verdict after the reader has closed the pipe.
    ignores_closed_pipe: bool,
}

impl Output {
    /// Creates the output of a command. With `plain`, drawings are replaced by descriptions.
    pub fn new(plain: bool, json: bool) -> Output {
        let choice = AutoStream::choice(&io::stderr());
        let style = Style { color: choice != ColorChoice::Never, width: wrap::width(), plain };
        let err = AutoStream::new(io::stderr(), choice);
        Output { out: BufWriter::new(io::stdout()), err, style, json, ignores_closed_pipe: false }
    }

    /// Lets the command continue after the reader has closed the pipe, because its exit code matters.
    pub fn ignore_closed_pipe(&mut self) {
        self.ignores_closed_pipe = true;
    }

    /// Returns true if descriptions replace drawings.
    pub fn is_plain(&self) -> bool {
        self.style.plain
    }

    /// Returns true if the output is JSON.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Writes a part of the answer. The macros `write!` and `writeln!` call this function.
    pub fn write_fmt(&mut self, text: fmt::Arguments) -> Result<(), CommandError> {
        let written = self.out.write_all(escaped(&text.to_string()).as_bytes());
        self.check_written(written)
    }

    /// Writes lines of the answer.
    pub fn lines(&mut self, lines: impl IntoIterator<Item: Display>) -> Result<(), CommandError> {
        lines.into_iter().try_for_each(|line| writeln!(self, "{line}"))
    }

    /// Writes a text in lines of the answer. The first line begins with `first`, and the others with the same number of
    /// spaces.
    pub fn wrapped(&mut self, first: &str, text: &str) -> Result<(), CommandError> {
        self.lines(wrap::text(first, text))
    }

    /// Clears the screen. If the output is not a terminal, writes an empty line.
    pub fn clear(&mut self) -> Result<(), CommandError> {
        self.flush()?;
        if !io::stdout().is_terminal() {
            return writeln!(self);
        }
        // Moves to the top of the screen, and clears the screen and its scrollback. This is not a color, so `NO_COLOR`
        // has no effect on it.
        let written = io::stdout().write_all(b"\x1b[H\x1b[2J\x1b[3J");
        self.check_written(written)
    }

    /// Returns the error of a failed write, unless the command continues regardless.
    fn check_written(&self, written: io::Result<()>) -> Result<(), CommandError> {
        match written {
            Err(error) if self.ignores_closed_pipe && error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => Ok(written?),
        }
    }

    /// Writes the answer as JSON.
    pub fn json(&mut self, value: &impl Serialize) -> Result<ExitVerdict, CommandError> {
        let value = serde_json::to_value(value).map_err(|error| CommandError::message(error.to_string()))?;
        let escape = |c: char| match c {
            // Escapes in JSON are UTF-16, so a character beyond the basic plane needs two of them.
            _ if is_unsafe(c) && c != '\n' => {
                c.encode_utf16(&mut [0; 2]).iter().map(|half| format!("\\u{half:04x}")).collect()
            }
            _ => c.to_string(),
        };
        writeln!(self, "{}", json::print(&value, 0, 0).chars().map(escape).collect::<String>())?;
        Ok(ExitVerdict::Yes)
    }

    /// Writes the reasons for a missing answer as JSON.
    pub fn refusal(&mut self, problems: &[Problem]) -> Result<(), CommandError> {
        if self.json {
            self.json(&serde_json::json!({ "problems": problems }))?;
        }
        Ok(())
    }

    /// Flushes the output written so far.
    pub fn flush(&mut self) -> Result<(), CommandError> {
        let written = self.out.flush();
        self.check_written(written)
    }

    /// Writes a remark to standard error.
    pub fn remark(&mut self, text: impl Display) -> Result<(), CommandError> {
        // Standard output is flushed first, so that a terminal shows both streams in the right order.
        self.flush()?;
        // If standard error is closed, the remark cannot be shown anywhere.
        let _ = writeln!(self.err, "{}", escaped(&text.to_string()));
        Ok(())
    }

    /// Writes a remark that only a person needs: if standard error is a terminal.
    pub fn tip(&mut self, text: impl Display) -> Result<(), CommandError> {
        if io::stderr().is_terminal() { self.remark(text) } else { Ok(()) }
    }

    /// Prints problems with their source lines to standard error.
    pub fn problems(&mut self, sources: &Sources, problems: &[Diagnostic]) -> Result<(), CommandError> {
        self.flush()?;
        // If standard error is closed, the problems cannot be shown anywhere.
        let _ = write!(self.err, "{}", report::render(problems, sources, self.style));
        Ok(())
    }

    /// Returns the exit code of a command, and prints its error if it has one.
    pub fn exit(&mut self, verdict: Result<ExitVerdict, CommandError>) -> ExitCode {
        match verdict {
            Ok(verdict) => ExitCode::from(verdict as u8),
            // A reader that closes the pipe, such as `head`, has what it needs.
            Err(CommandError::Closed) => ExitCode::SUCCESS,
            Err(stop) => {
                // If the write fails, the error already describes the failure.
                let _ = self.refusal(&stop.problems());
                self.stopped(stop);
                ExitCode::from(2)
            }
        }
    }

    /// Prints the reason why a command could not do its work.
    pub fn stopped(&mut self, stop: CommandError) {
        // If the flush fails, the error already describes the failure.
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

/// Writes a line to another program immediately, from any thread. A failure is ignored, because the other program may
/// have ended.
pub fn say(line: &str) {
    let line = escaped(line).into_owned() + "\n";
    let mut out = io::stdout();
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// Describes the number of problems of each severity.
pub fn tally(problems: &[Diagnostic]) -> String {
    let count = |severity: &Severity| problems.iter().filter(|one| one.severity == *severity).count();
    let found = [Severity::Error, Severity::Warning, Severity::Lint, Severity::Note]
        .into_iter()
        .filter(|one| count(one) > 0);
    let parts: Vec<String> = found.map(|severity| plural(count(&severity), severity.name())).collect();
    if parts.is_empty() { "no problems".to_owned() } else { commas(&parts) }
}
