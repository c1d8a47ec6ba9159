//! Formats problems as SARIF 2.1.0, a format for editors and code hosts.
//!
//! The structures follow the OASIS standard, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".

use ferz_core::base::gather;
use ferz_syntax::messages::diagnostic::Severity;
use ferz_text::words::report::{Place, Problem};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub fn sarif(problems: &[Problem]) -> Value {
    let used: BTreeSet<&str> = gather(problems.iter().map(|problem| problem.code));
    let rules: Vec<Value> = used.iter().map(|code| rule(code)).collect();
    let rule_of = |code| used.iter().position(|used| *used == code).unwrap_or_default();
    let results: Vec<Value> = problems.iter().map(|problem| result(problem, rule_of(problem.code))).collect();
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
    let page = ferz_errors::page(code).unwrap_or_default();
    let meaning = page.lines().skip(1).find(|line| !line.trim().is_empty()).unwrap_or(code);
    json!({ "id": code, "shortDescription": { "text": meaning }, "help": { "text": page, "markdown": page } })
}

fn result(problem: &Problem, rule: usize) -> Value {
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
    let first = problem.labels.iter().take(1).map(|label| place(label, main));
    let related = problem.labels.iter().enumerate().skip(1).map(|(id, label)| {
        let mut place = place(label, main);
        place["id"] = json!(id);
        place["message"] = json!({ "text": label.text });
        place
    });
    let mut result = json!({
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": level,
        "message": { "text": text },
        "locations": first.collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
    });
    if let Some(fix) = fix(problem, main) {
        result["fixes"] = json!([fix]);
    }
    result
}

/// Returns the replacement of a problem as an edit that an editor can apply.
fn fix(problem: &Problem, main: &str) -> Option<Value> {
    let (suggestion, place) = (problem.suggestion.as_ref()?, problem.labels.first()?);
    Some(json!({
        "description": { "text": problem.help },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(main) },
            "replacements": [{
                "deletedRegion": region(place),
                "insertedContent": { "text": suggestion },
            }],
        }],
    }))
}

fn place(label: &Place, main: &str) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(label.file.as_deref().unwrap_or(main)) },
        "region": region(label),
    } })
}

fn region(label: &Place) -> Value {
    json!({
        "startLine": label.line,
        "startColumn": label.column,
        "endLine": label.end_line,
        "endColumn": label.end_column,
        "byteOffset": label.start,
        "byteLength": label.end.saturating_sub(label.start),
    })
}

/// Returns a path as the relative URI reference that SARIF requires.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).replace('\\', "/");
    let encoded = |byte: u8| match byte.is_ascii_alphanumeric() || b"/.-_~".contains(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    path.bytes().map(encoded).collect()
}
