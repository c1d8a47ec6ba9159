//! Lines from a person or a pipe.

use crate::cli::output::{CommandError, Output};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, IsTerminal};

/// Standard input, with a line editor if a person sits at it.
pub(in crate::cli) struct Input {
    editor: Option<DefaultEditor>,
    /// The lines that were pasted with one that is already read.
    pasted: VecDeque<String>,
}

impl Input {
    pub(in crate::cli) fn new() -> Input {
        let person = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = if person { DefaultEditor::new().ok() } else { None };
        Input { editor, pasted: VecDeque::new() }
    }

    /// The next line, or nothing at the end. A line from a pipe is shown after the prompt, as if it had been typed.
    pub(in crate::cli) fn line(
        &mut self,
        prompt: &str,
        output: &mut Output,
    ) -> Result<Option<String>, CommandError> {
        output.flush()?;
        if let Some(line) = self.pasted.pop_front() {
            writeln!(output, "{prompt}{line}")?;
            return Ok(Some(line));
        }
        let Some(editor) = &mut self.editor else {
            let mut bytes = Vec::new();
            write!(output, "{prompt}")?;
            output.flush()?;
            if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                writeln!(output)?;
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            writeln!(output, "{line}")?;
            return Ok(Some(line));
        };
        match editor.readline(prompt) {
            Ok(text) => {
                let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
                self.pasted.extend(lines.map(str::to_owned));
                let line = self.pasted.pop_front().unwrap_or_default();
                // A line that is not remembered can be typed again.
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
