//! Formats problems as SARIF 2.1.0, a format for editors and code hosts.
//!
//! The structures follow the OASIS standard, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".

use ferz_core::base::gather;
use ferz_syntax::messages::diagnostic::Severity;
use ferz_text::words::report::{Place, Problem, ProblemEdit, ProblemFix};
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
        Severity::Lint | Severity::Note => "note",
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
    if !problem.fixes.is_empty() {
        result["fixes"] = problem.fixes.iter().map(|own| fix(own, main)).collect();
    }
    result
}

/// Returns a fix as the changes of each file.
fn fix(fix: &ProblemFix, main: &str) -> Value {
    let files: BTreeSet<&str> = gather(fix.edits.iter().map(|edit| edit.file.as_deref().unwrap_or(main)));
    let changes = files.into_iter().map(|file| {
        let own = fix.edits.iter().filter(|edit| edit.file.as_deref().unwrap_or(main) == file);
        let replacements = own.map(|edit| {
            let ProblemEdit { start, end, line, column, end_line, end_column, .. } = *edit;
            let region = region((line, column), (end_line, end_column), (start, end));
            json!({ "deletedRegion": region, "insertedContent": { "text": edit.text } })
        });
        let replacements: Vec<Value> = replacements.collect();
        json!({ "artifactLocation": { "uri": uri(file) }, "replacements": replacements })
    });
    let changes: Vec<Value> = changes.collect();
    json!({ "description": { "text": fix.title }, "artifactChanges": changes })
}

fn place(label: &Place, main: &str) -> Value {
    let Place { start, end, line, column, end_line, end_column, .. } = *label;
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(label.file.as_deref().unwrap_or(main)) },
        "region": region((line, column), (end_line, end_column), (start, end)),
    } })
}

fn region(start: (usize, usize), end: (usize, usize), bytes: (u32, u32)) -> Value {
    json!({
        "startLine": start.0,
        "startColumn": start.1,
        "endLine": end.0,
        "endColumn": end.1,
        "byteOffset": bytes.0,
        "byteLength": bytes.1.saturating_sub(bytes.0),
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
