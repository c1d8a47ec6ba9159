//! Readings: named sets of switch values, in a TOML file beside the game.
//!
//! [`read_readings`] is the entry point. `explain` turns the errors of the TOML parser into messages that do not
//! require knowledge of TOML.

use crate::base::sort_by_key;
use crate::base::source::Span;
use crate::messages::conflict::Conflict;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::{lower, write};
use crate::syntax::first_characters;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// A named set of switch values. The name selects it on the command line, and the title and description are for
/// readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub name: String,
    pub title: String,
    pub about: String,
    /// The switches with their values and the places of both.
    pub set: Vec<(String, Span, String, Span)>,
    pub span: Span,
}

/// The maximum length of a file of readings in bytes. It far exceeds that of any real file.
const MAX_BYTES: usize = 200_000;
/// The maximum number of problems that are reported for one file.
const MAX_PROBLEMS: usize = 100;

/// Reads a file of readings. Returns all readings that could be read, and the problems about the rest.
pub fn read_readings(file: u32, text: &str) -> (Vec<Reading>, Vec<Diagnostic>) {
    if text.len() > MAX_BYTES {
        let beginning = Span::new(file, 0, first_characters(text, 20));
        let message = format!("ferz did not read this file, which is longer than {MAX_BYTES} bytes");
        let problem = Diagnostic::new(Code::FileTooLong, beginning, message).here("it begins here");
        let help = "delete readings, or give some of the games their own file";
        return (Vec::new(), vec![problem.help(help)]);
    }
    let mut reader = ReadingsReader::new(file);
    let readings = match parse(file, text) {
        Ok(table) => table.iter().filter_map(|(name, value)| reader.reading(name, value)).collect(),
        Err(problem) => return (Vec::new(), vec![problem]),
    };
    let mut problems = reader.problems;
    sort_by_key(&mut problems, Diagnostic::place);
    if let Some(next) = problems.get(MAX_PROBLEMS).map(Diagnostic::place) {
        problems.truncate(MAX_PROBLEMS);
        problems.push(Diagnostic::too_many(next, &format!("{MAX_PROBLEMS} mistakes in this file")));
    }
    (readings, problems)
}

/// Parses the text as TOML.
pub(super) fn parse(file: u32, text: &str) -> Result<DeTable<'_>, Diagnostic> {
    if let Some(at) = too_deep(text) {
        let place = Span::new(file, at, at + 1);
        return Err(Diagnostic::new(Code::BadToml, place, "tables are nested too deeply")
            .help("a reading has one table, `set`, with a value for each switch"));
    }
    // In a text of several lines, the parser accepts a conflict marker.
    if let Some(problem) = Conflict::find(file, text) {
        return Err(problem);
    }
    DeTable::parse(text).map(Spanned::into_inner).map_err(|error| {
        let message = error.message().lines().next().unwrap_or("this is not TOML");
        explain(file, text, error.span().unwrap_or(0..0), message.trim_end_matches('.'))
    })
}

/// Returns the position at which braces and brackets are nested too deeply for a file of readings.
fn too_deep(text: &str) -> Option<usize> {
    const DEEP: i32 = 32;
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(matches!(c, '{' | '[')) - i32::from(matches!(c, '}' | ']') && depth > 0);
        (depth > DEEP).then_some(at)
    })
}

pub(super) struct ReadingsReader {
    file: u32,
    pub(super) problems: Vec<Diagnostic>,
    /// True if there were fields before the first reading.
    is_headless: bool,
}

impl ReadingsReader {
    pub(super) fn new(file: u32) -> ReadingsReader {
        ReadingsReader { file, problems: Vec::new(), is_headless: false }
    }

    pub(super) fn at<T>(&self, spanned: &Spanned<T>) -> Span {
        Span::new(self.file, spanned.span().start, spanned.span().end)
    }

    /// Creates the diagnostic for a value of the wrong type.
    fn expected(&self, what: &str, value: &Spanned<DeValue>) -> Diagnostic {
        let message = format!("expected {what}, found {}", type_of(value.get_ref()));
        Diagnostic::new(Code::BadReading, self.at(value), message)
    }

    fn reading(&mut self, name: &Spanned<DeString>, value: &Spanned<DeValue>) -> Option<Reading> {
        let span = self.at(name);
        let name = name.get_ref().to_string();
        let problem = match value.get_ref() {
            DeValue::Table(_) if name == "default" => {
                let message = "the name `default` is reserved for the game without a reading";
                Diagnostic::new(Code::ReservedName, span, message)
                    .help("choose another name; the default values of switches are marked with `*` in the file of the game")
            }
            DeValue::Table(table) if !self.is_field(&name, table) => {
                let (title, about, set) = (name.clone(), String::new(), Vec::new());
                let mut reading = Reading { name, title, about, set, span };
                table.iter().for_each(|(key, value)| self.field(key, value, &mut reading));
                return Some(reading);
            }
            _ => {
                if FIELDS.contains(&name.as_str()) {
                    // One problem is enough for all fields without a reading.
                    if std::mem::replace(&mut self.is_headless, true) {
                        return None;
                    }
                    let message = format!("`{name}` belongs to no reading");
                    Diagnostic::new(Code::BadReading, span, message).help(
                        "write the name of the reading in brackets in the line before, such as `[mine]`",
                    )
                } else {
                    let help = format!("write `[{name}]` and its lines below");
                    self.expected("a table for a reading", value).help(help)
                }
            }
        };
        self.problems.push(problem);
        None
    }

    /// Returns true if a table contains the values of a reading whose heading is missing.
    fn is_field(&self, name: &str, table: &DeTable) -> bool {
        name == "set" && !table.keys().any(|key| FIELDS.contains(&key.get_ref().as_ref()))
    }

    fn field(&mut self, key: &Spanned<DeString>, value: &Spanned<DeValue>, reading: &mut Reading) {
        let problem = match (key.get_ref().as_ref(), value.get_ref()) {
            ("title", DeValue::String(text)) => return reading.title = text.to_string(),
            ("about", DeValue::String(text)) => return reading.about = text.to_string(),
            ("set", DeValue::Table(set)) => return self.values("", set, &mut reading.set),
            ("title" | "about", _) => self.expected("a text in quotes", value),
            ("set", _) => self
                .expected("a table of switches", value)
                .help("write it like `set = { \"switch.name\" = \"value\" }`"),
            (other, _) => {
                let help = "its fields are `title`, `about`, and `set`; the values of switches go in `set = { ... }`";
                let message = format!("a reading has no field `{other}`");
                let problem = Diagnostic::new(Code::UnknownField, self.at(key), message);
                problem.suggest_or(other, FIELDS, help)
            }
        };
        self.problems.push(problem);
    }

    /// Reads the values of switches. `"wolf.reach" = "2"` and `wolf.reach = 2` are equivalent.
    fn values(&mut self, prefix: &str, set: &DeTable, flat: &mut Vec<(String, Span, String, Span)>) {
        for (key, value) in set {
            let name = format!("{prefix}{}", key.get_ref());
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(number) => number.to_string(),
                // TOML reads an unquoted `piece.switch` as nested tables.
                DeValue::Table(inner) => {
                    self.values(&format!("{name}."), inner, flat);
                    continue;
                }
                _ => {
                    let problem = self.expected("a text as the value of a switch", value);
                    self.problems.push(problem.help("write the name of the value in quotes"));
                    continue;
                }
            };
            flat.push((name, self.at(key), text, self.at(value)));
        }
    }
}

fn type_of(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false (put it in quotes)",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The fields of a reading.
const FIELDS: [&str; 3] = ["title", "about", "set"];

/// An example of a reading, which is the help for users who do not know TOML.
const EXAMPLE: &str = "write a reading as its name in brackets, such as `[mine]`, and below it `set = { \"switch.name\" = \"value\" }`";

/// Creates the diagnostic for an error of the TOML parser at these bytes.
fn explain(file: u32, text: &str, range: Range<usize>, message: &str) -> Diagnostic {
    let error =
        |start, end, message: &str| Diagnostic::new(Code::BadToml, Span::new(file, start, end), message);
    let here = |message: &str| error(range.start, range.end, message);
    let words = text.get(range.clone()).unwrap_or_default().trim();
    let before = text.get(..range.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let after = text.get(range.start..).unwrap_or_default();
    let next = after.trim_start_matches(' ').chars().next();
    // The tests are ordered from specific mistakes to general ones.
    if let Some(open) = unclosed(before) {
        return error(open, open + 1, "this `{` is never closed")
            .help("end the line with ` }`: a table in braces must fit on one line")
            .fix(Fix::guess(line_end(file, text, open), " }"));
    }
    if next.is_some_and(|c| closing(c).is_some()) {
        let start = text.len() - after.trim_start_matches(' ').len();
        return curly(file, text, start);
    }
    let key = words.trim_matches('"');
    if message.contains("duplicate key") && FIELDS.contains(&key) {
        return here(&format!("this reading has a second `{key}`")).help(
            "if another reading begins here, write its name in brackets in the line before, such as `[mine]`",
        );
    }
    if message.contains("duplicate key") {
        return here(&format!("`{}` appears twice", words.trim_matches('"')))
            .help("write every reading once, and every switch once in it");
    }
    if line.trim_start().starts_with('[') && message.contains("expected `]`") {
        let name = line.trim_start().trim_start_matches('[').trim();
        let rest = after.split([']', '\n']).next().unwrap_or_default().trim();
        let hyphens: Vec<&str> = [name].into_iter().chain(rest.split_whitespace()).collect();
        let open = before.len() - line.trim_start().len();
        let end = before.len() + after.find([']', '\n', '\r', '#']).unwrap_or(after.len());
        let end = end + usize::from(text[end..].starts_with(']'));
        let heading = format!("[{}]", hyphens.join("-"));
        let certainty = if hyphens.len() == 1 { Certainty::Certain } else { Certainty::Guess };
        return here("the name of a reading is not closed here")
            .help(format!("write `{heading}`"))
            .fix(Fix::of(certainty).and(Span::new(file, open, end), TextChange::Write(heading.into())));
    }
    if line.matches('"').count() % 2 == 1 && next.is_none_or(|c| c == '\n' || c == '\r') {
        let open = line.rfind('"').map_or(range.start, |at| before.len() - line.len() + at);
        return error(open, open + 1, "this text is never closed")
            .help("close it with `\"` on its line")
            .fix(Fix::guess(line_end(file, text, open), "\""));
    }
    if line.trim_end().ends_with('=') && next.is_some_and(char::is_alphabetic) {
        let length = after.find(|c: char| !c.is_alphanumeric() && !"-_.".contains(c)).unwrap_or(after.len());
        let value = after.get(..length).unwrap_or_default();
        return error(range.start, range.start + length, "a text must be in quotes")
            .help(write(&format!("\"{value}\"")));
    }
    if message.contains("expected `=`") {
        return match next {
            Some(sign @ (':' | '>')) => {
                let at = text.len() - after.trim_start_matches(' ').len();
                here(&format!("unexpected `{sign}` between a name and its value"))
                    .help("write `=` between them")
                    .fix(Fix::certain(
                        Span::new(file, at, at + 1),
                        if line.ends_with(' ') { "=" } else { " =" },
                    ))
            }
            _ => here(&format!("`{}` has no value", line.trim())).help(EXAMPLE),
        };
    }
    here(&lower(message)).help(EXAMPLE)
}

/// Returns the marks that can end a text after a quotation mark of a word processor.
fn closing(open: char) -> Option<&'static [char]> {
    Some(match open {
        '“' | '”' | '„' | '‟' => &['”', '“'],
        '«' => &['»'],
        '»' => &['«'],
        '‘' | '’' | '‚' => &['’', '‘'],
        _ => return None,
    })
}

/// Creates the diagnostic for a text between quotation marks of a word processor. The fix replaces all of them in the file.
fn curly(file: u32, text: &str, start: usize) -> Diagnostic {
    let mut places: Vec<Range<usize>> = Vec::new();
    let (mut open, mut at) = (None, 0);
    while let Some(c) = text[at..].chars().next() {
        open = match (open, c) {
            (_, '\n') => None,
            (None, '"' | '\'' | '#') => Some(c),
            (Some(mark), _) if mark == c && c != '#' => None,
            (open, _) => open,
        };
        let (mark, rest) = (at..at + c.len_utf8(), &text[at + c.len_utf8()..]);
        at = mark.end;
        let line = rest.split(['\n', '"', '\\']).next().unwrap_or_default();
        let end = closing(c).filter(|_| open.is_none()).and_then(|marks| line.find(marks));
        if let Some(end) = end.map(|end| mark.end + end) {
            at = end + text[end..].chars().next().map_or(0, char::len_utf8);
            places.extend([mark, end..at]);
        }
    }
    let mut plain = text.to_owned();
    places.iter().rev().for_each(|place| plain.replace_range(place.clone(), "\""));
    let is_only = DeTable::parse(&plain).is_ok();
    let certainty = if is_only { Certainty::Certain } else { Certainty::Guess };
    let own = places.windows(2).find(|pair| pair[0].start == start).map_or(start, |pair| pair[1].end);
    let span = |place: &Range<usize>| Span::new(file, place.start, place.end);
    let write = |fix: Fix, place: &Range<usize>| fix.and(span(place), TextChange::Write("\"".into()));
    let fix = places.iter().fold(Fix::of(certainty), write);
    let message = "unexpected quotation marks of a word processor";
    let problem = Diagnostic::new(Code::BadToml, Span::new(file, start, own.max(start + 1)), message);
    let problem = problem.help("write a text between straight double quotes: `\"like this\"`");
    if places.is_empty() { problem } else { problem.fix(fix) }
}

/// Returns the end of the words on the line of a byte.
fn line_end(file: u32, text: &str, at: usize) -> Span {
    let line = text.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let end = at + line.trim_end().len();
    Span::new(file, end, end)
}

/// Returns the last brace in a text that is not closed on its line, if there is a line after it.
fn unclosed(text: &str) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '\n' => quoted = false,
            '{' if !quoted => open.push(at),
            '}' if !quoted => drop(open.pop()),
            _ => {}
        }
    }
    open.pop().filter(|open| text.get(*open..).is_some_and(|rest| rest.contains('\n')))
}
