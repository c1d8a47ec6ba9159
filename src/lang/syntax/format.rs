//! The one layout of a file: blocks indented, drawings and tables in columns, comments and blank lines where they were.
//!
//! Works on the tokens, so that what it prints reads back to the same tree; a file with a mistake of shape is left alone.

mod columns;
mod layout;

use super::mend::mend;
use super::parse::parse;
use super::problems::Problems;
use super::scan::scan;
use crate::base::diagnostic::Diagnostic;
use layout::{Body, Entry, Layout, Statement};

/// Lines are kept this narrow where there is a comma to break them after.
const WIDTH: usize = 100;
/// Blanks per block.
const INDENT: usize = 2;
/// Blanks before what goes on from the line above.
const CONTINUATION: usize = 4;

/// The text in its one layout, or what is wrong with its shape.
pub(crate) fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (_, problems) = parse(0, text);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut none = Problems::new(0);
    let tokens = scan(text, &mut none);
    let tokens = mend(text, tokens, &mut none);
    let entries = Layout::new(text, &tokens).entries(0);
    let mut printer = Printer { out: String::with_capacity(text.len()) };
    printer.entries(&entries, 0, false);
    Ok(printer.out)
}

struct Printer {
    out: String,
}

impl Printer {
    fn entries(&mut self, entries: &[Entry], depth: usize, in_switch: bool) {
        let lines = columns::lines(entries, in_switch);
        for (entry, line) in entries.iter().zip(lines) {
            match entry {
                Entry::Blank => self.out.push('\n'),
                Entry::Comment(comment) => self.line(depth * INDENT, comment),
                Entry::Row(_) => self.line(depth * INDENT, &line),
                Entry::Statement(statement) => self.statement(statement, &line, depth),
            }
        }
    }

    /// Prints a statement whose single line, if it has only one, is `line`.
    fn statement(&mut self, statement: &Statement, line: &str, depth: usize) {
        let Body::Block { entries, comment, .. } = &statement.body else {
            return match statement.is_one_line() {
                true => self.line(depth * INDENT, line),
                false => self.lines(statement, &line_end(statement), depth),
            };
        };
        if entries.is_empty() && comment.is_none() {
            self.lines(statement, &format!(" {{}}{}", line_end(statement)), depth);
            return;
        }
        let comment = comment.map(|comment| format!("  {comment}")).unwrap_or_default();
        self.lines(statement, &format!(" {{{comment}"), depth);
        self.entries(entries, depth + 1, statement.is_switch());
        self.line(depth * INDENT, &format!("}}{}", line_end(statement)));
    }

    /// Prints the items of a statement over as many lines as they take, and `end` after the last.
    fn lines(&mut self, statement: &Statement, end: &str, depth: usize) {
        let count = statement.lines.len();
        for (number, line) in statement.lines.iter().enumerate() {
            let indent = depth * INDENT + if number == 0 { 0 } else { CONTINUATION };
            let end = if number + 1 == count { end } else { "" };
            self.line(indent, &format!("{line}{end}"));
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }
}

/// The comment after a statement, with the blanks before it.
fn line_end(statement: &Statement) -> String {
    statement.comment.map(|comment| format!("  {comment}")).unwrap_or_default()
}
