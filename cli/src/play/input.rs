//! Reads lines from a terminal or a pipe.

use crate::output::{CommandError, Output};
use crate::typed_line::{self, MAX_ECHO, TOO_LONG, TypedLine};
use ferz_syntax::messages::text::cut;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, IsTerminal};

/// Standard input, with a line editor if it is a terminal.
pub(crate) struct Input {
    editor: Option<DefaultEditor>,
    /// The remaining lines of a pasted text.
    pasted: VecDeque<String>,
}

impl Input {
    pub(crate) fn new() -> Input {
        let person = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if person { DefaultEditor::new().ok() } else { None };
        Input { editor, pasted: VecDeque::new() }
    }

    /// Returns the next line, or `None` at the end of the input. A line from a pipe is printed after the prompt, as if
    /// a person had typed it.
    pub(crate) fn line(&mut self, prompt: &str, output: &mut Output) -> Result<Option<String>, CommandError> {
        output.flush()?;
        if let Some(line) = self.pasted.pop_front() {
            writeln!(output, "{prompt}{line}")?;
            return Ok(Some(line));
        }
        let Some(editor) = &mut self.editor else {
            write!(output, "{prompt}")?;
            output.flush()?;
            return match typed_line::read()? {
                TypedLine::End => writeln!(output).map(|()| None),
                TypedLine::TooLong => writeln!(output, "\n  {TOO_LONG}").map(|()| Some(String::new())),
                TypedLine::Text(line) => writeln!(output, "{}", cut(&line, MAX_ECHO)).map(|()| Some(line)),
            };
        };
        match editor.readline(prompt) {
            Ok(text) => {
                let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
                self.pasted.extend(lines.map(str::to_owned));
                let line = self.pasted.pop_front().unwrap_or_default();
                // A failure only means that the history does not offer this line again.
                let _ = editor.add_history_entry(&line);
                Ok(Some(line))
            }
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                writeln!(output, "\n  the input is not UTF-8 text")?;
                Ok(Some(String::new()))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(CommandError::message(format!("cannot read: {error}"))),
        }
    }
}
