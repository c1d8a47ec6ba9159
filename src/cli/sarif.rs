//! Problems as SARIF 2.1.0, which editors and code hosts read.

use crate::diagnostic::{Severity, catalogue};
use crate::report::{Place, Record};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The log of one run.
pub(super) fn log(problems: &[Record]) -> Value {
    let used: BTreeSet<&str> = problems.iter().map(|problem| problem.code).collect();
    let rules: Vec<Value> = used.iter().map(|code| rule(code)).collect();
    let results: Vec<Value> = problems.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "ferz",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: &str) -> Value {
    let page = catalogue::page(code).unwrap_or_default();
    let meaning = page.lines().skip(1).find(|line| !line.trim().is_empty()).unwrap_or(code);
    json!({ "id": code, "shortDescription": { "text": meaning }, "help": { "text": page, "markdown": page } })
}

fn result(problem: &Record) -> Value {
    let level = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Lint => "note",
    };
    let text = match &problem.help {
        Some(help) => format!("{}\nhelp: {help}", problem.message),
        None => problem.message.clone(),
    };
    let main = problem.file.as_deref().unwrap_or_default();
    let place = |label: &Place| place(label, main);
    let first = problem.labels.iter().take(1).map(place);
    let related = problem.labels.iter().skip(1).enumerate().map(|(id, label)| {
        let mut place = place(label);
        if let Some(fields) = place.as_object_mut() {
            fields.insert("id".to_owned(), json!(id + 1));
            fields.insert("message".to_owned(), json!({ "text": label.text }));
        }
        place
    });
    json!({
        "ruleId": problem.code,
        "level": level,
        "message": { "text": text },
        "locations": first.collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
    })
}

fn place(label: &Place, main: &str) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(label.file.as_deref().unwrap_or(main)) },
        "region": {
            "startLine": label.line,
            "startColumn": label.column,
            "byteOffset": label.start,
            "byteLength": label.end.saturating_sub(label.start),
        },
    } })
}

/// A path as the relative reference SARIF asks for.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).replace('\\', "/");
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte))
            }
            other => uri += &format!("%{other:02X}"),
        }
    }
    uri
}
