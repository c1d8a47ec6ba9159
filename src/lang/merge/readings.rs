//! Readings: named sets of switch values, in a TOML file beside the game.

use super::broken_toml;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A named set of switch values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The name on the command line.
    pub name: String,
    /// The name for readers.
    pub title: String,
    /// What it is, in a sentence.
    pub about: String,
    /// Switches and their values, with the places they are written.
    pub set: Vec<(String, Span, String, Span)>,
    /// Where it is declared.
    pub span: Span,
}

/// A file of readings is no longer than this, in bytes: some hundred times as long as the longest there is.
const MAX_BYTES: usize = 200_000;
/// After this many mistakes the rest of a file's are not listed.
const MAX_PROBLEMS: usize = 100;

/// Reads a file of readings; whatever can be read is, and every problem is told, but of a great many only the first.
pub(crate) fn read_readings(file: u32, text: &str, problems: &mut Vec<Diagnostic>) -> Vec<Reading> {
    if text.len() > MAX_BYTES {
        let end = text.char_indices().nth(20).map_or(text.len(), |(at, _)| at);
        let problem = Diagnostic::error(
            "file-too-long",
            Span::new(file, 0, end),
            format!("this file is longer than {MAX_BYTES} bytes and was not read"),
        );
        problems.push(
            problem.here("it begins here").help("delete readings, or give some of the games their own file"),
        );
        return Vec::new();
    }
    let mut found = Vec::new();
    let readings = read_all(file, text, &mut found);
    found.sort_by_key(|problem| problem.labels.first().map(|label| label.span));
    let rest = found.split_off(found.len().min(MAX_PROBLEMS));
    problems.extend(found);
    if let Some(label) = rest.first().and_then(|first| first.labels.first()) {
        let message = format!("more than {MAX_PROBLEMS} mistakes in this file; the others are not listed");
        let problem = Diagnostic::error("too-many-mistakes", label.span, message);
        problems.push(problem.help("fix the first ones, then check again"));
    }
    readings
}

fn read_all(file: u32, text: &str, problems: &mut Vec<Diagnostic>) -> Vec<Reading> {
    if let Some(at) = too_deep(text) {
        problems.push(
            Diagnostic::error("bad-toml", Span::new(file, at, at + 1), "tables are nested too deep")
                .help("a reading has one table, `set`, with a value for each switch"),
        );
        return Vec::new();
    }
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            let message = error
                .message()
                .lines()
                .next()
                .unwrap_or("this is not TOML")
                .trim_end_matches('.')
                .to_string();
            problems.push(broken_toml::explain(file, text, range, &message));
            return Vec::new();
        }
    };
    let mut readings = Vec::new();
    for (name, value) in &table {
        let span = at(file, name);
        match value.get_ref() {
            DeValue::Table(_) if name.get_ref() == "default" => problems.push(
                Diagnostic::error("reserved-name", span, "the name `default` is reserved for the game without a reading")
                    .help("choose another name; the default values of switches are marked with `*` in the file of the game"),
            ),
            DeValue::Table(table) => {
                let mut reading = Reading {
                    name: name.get_ref().to_string(),
                    title: name.get_ref().to_string(),
                    about: String::new(),
                    set: Vec::new(),
                    span,
                };
                read_one(file, table, &mut reading, problems);
                readings.push(reading);
            }
            other => problems.push(
                Diagnostic::error(
                    "bad-reading",
                    at(file, value),
                    format!("expected a table for a reading, found {}", type_of(other)),
                )
                .help(format!("write `[{}]` and its lines below", name.get_ref())),
            ),
        }
    }
    readings
}

/// Where braces and brackets nest deeper than any reading needs.
fn too_deep(text: &str) -> Option<usize> {
    const DEEP: i32 = 32;
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(matches!(c, '{' | '[')) - i32::from(matches!(c, '}' | ']') && depth > 0);
        (depth > DEEP).then_some(at)
    })
}

fn read_one(file: u32, table: &DeTable, reading: &mut Reading, problems: &mut Vec<Diagnostic>) {
    for (key, value) in table {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("title", DeValue::String(text)) => reading.title = text.to_string(),
            ("about", DeValue::String(text)) => reading.about = text.to_string(),
            ("set", DeValue::Table(set)) => {
                let mut flat = Vec::new();
                flatten(file, "", set, &mut flat, problems);
                reading.set = flat;
            }
            ("title" | "about", other) => problems.push(Diagnostic::error(
                "bad-reading",
                at(file, value),
                format!("expected a text in quotes, found {}", type_of(other)),
            )),
            ("set", other) => problems.push(
                Diagnostic::error(
                    "bad-reading",
                    at(file, value),
                    format!("expected a table of switches, found {}", type_of(other)),
                )
                .help("write it like `set = { \"switch.name\" = \"value\" }`"),
            ),
            (other, _) => {
                let problem = Diagnostic::error(
                    "unknown-field",
                    at(file, key),
                    format!("a reading has no field `{other}`"),
                );
                let help = "its fields are `title`, `about`, and `set`; the values of switches go in `set = { ... }`";
                problems.push(problem.suggest_or(other, ["title", "about", "set"], help));
            }
        }
    }
}

/// `"wolf.reach" = "2"` and `wolf.reach = 2` mean the same.
fn flatten(
    file: u32,
    prefix: &str,
    set: &DeTable,
    flat: &mut Vec<(String, Span, String, Span)>,
    problems: &mut Vec<Diagnostic>,
) {
    for (key, value) in set {
        let name =
            if prefix.is_empty() { key.get_ref().to_string() } else { format!("{prefix}.{}", key.get_ref()) };
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Table(inner) => {
                flatten(file, &name, inner, flat, problems);
                continue;
            }
            other => {
                problems.push(
                    Diagnostic::error(
                        "bad-reading",
                        at(file, value),
                        format!("expected a text as the value of a switch, found {}", type_of(other)),
                    )
                    .help("write the name of the value in quotes"),
                );
                continue;
            }
        };
        flat.push((name, at(file, key), text, at(file, value)));
    }
}

fn at<T>(file: u32, spanned: &Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(file, range.start, range.end)
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
