//! Tests the fixtures of mistakes in all output formats except the usual terminal: narrow, in sentences, as JSON, and
//! as SARIF.
//!
//! The tests assert properties of the formats, such as the width of lines and the validity of places, for every
//! fixture.

use super::fixture::told;
use super::help::{root, walk};
use ferz_cli::sarif::sarif;
use ferz_core::base::source::Sources;
use ferz_syntax::messages::diagnostic::Diagnostic;
use ferz_text::words::report::{Style, located, render};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn fixtures() -> Vec<PathBuf> {
    let files = walk(&root().join("tests/fixtures/check/err"));
    assert!(files.len() > 150);
    files
}

fn each(mut judge: impl FnMut(&str, &Sources, &[Diagnostic])) {
    for path in fixtures() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let (sources, problems) = told(&path);
        judge(&name, &sources, &problems);
    }
}

/// Returns true if a line shows source text or the marks below it.
fn is_drawn(line: &str) -> bool {
    line.trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .starts_with(['│', '·', '╭', '╰'])
}

/// Returns the number of columns of a line without trailing spaces.
fn columns(line: &str) -> usize {
    line.trim_end().chars().count()
}

/// Returns true if the next line contains marks.
fn is_marked(next: Option<&&str>) -> bool {
    next.is_some_and(|next| next.trim_start().starts_with('·'))
}

#[test]
fn nothing_is_wider_than_a_narrow_terminal() {
    // A label at the end of a line can exceed the width a little, and so can a line that two marks share.
    const OUT: usize = 14;
    let mut wide = Vec::new();
    each(|name, sources, problems| {
        for width in [40, 60, 80] {
            let text = render(problems, sources, Style { color: false, width, plain: false });
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                // A word that is longer than a line cannot be broken.
                let longest = line.split_whitespace().map(columns).max().unwrap_or(0) + "  help: ".len();
                let most = match is_drawn(line) {
                    false => width.max(longest),
                    true if is_marked(lines.get(at + 1)) || line.trim_start().starts_with('·') => {
                        width + OUT
                    }
                    true => usize::MAX,
                };
                if columns(line) > most {
                    wide.push(format!("{name} at {width}: {line}"));
                }
            }
        }
    });
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn descriptions_need_no_picture() {
    each(|name, sources, problems| {
        for problem in problems {
            let text =
                render(std::slice::from_ref(problem), sources, Style { color: true, width: 80, plain: true });
            assert!(!text.contains(['│', '─', '╭', '╰', '·', '▲', '×', '⚠', '\u{1b}']), "{name}: {text}");
            let mut lines = text.lines();
            let first = lines.next().unwrap_or_default();
            let severities = ["error: ", "warning: ", "lint: ", "note: "];
            assert!(severities.iter().any(|severity| first.starts_with(severity)), "{name}: {text}");
            let places = text.lines().filter(|line| line.contains(", line ")).count();
            assert!(places >= problem.labels.len(), "{name}: {text}");
            assert!(text.contains(&format!("\n  code: {}\n", problem.code.text())), "{name}: {text}");
        }
    });
}

#[test]
fn places_lie_in_their_files() {
    each(|name, sources, problems| {
        for record in located(problems, sources) {
            assert!(!record.labels.is_empty(), "{name}: {}", record.message);
            for place in &record.labels {
                let file = place.file.as_ref().or(record.file.as_ref()).expect("a place has a file");
                let source =
                    sources.iter().find(|source| source.name == *file).expect("a file that was read");
                let (start, end) = (place.start as usize, place.end as usize);
                assert!(start <= end && end <= source.text.len(), "{name}: {place:?}");
                let before = source.text.get(..start).expect("on a character");
                assert!(source.text.is_char_boundary(end), "{name}: {place:?}");
                let line = before.rfind('\n').map_or(0, |at| at + 1);
                assert_eq!(place.line, before.matches('\n').count() + 1, "{name}: {place:?}");
                assert_eq!(place.column, before[line..].chars().count() + 1, "{name}: {place:?}");
            }
        }
    });
}

#[test]
fn sarif_conforms_to_the_standard() {
    each(|name, sources, problems| {
        let log = sarif(&located(problems, sources));
        assert_eq!(log["version"], "2.1.0");
        assert!(log["$schema"].as_str().expect("a text").contains("sarif-2.1.0"));
        let run = &log["runs"][0];
        let driver = &run["tool"]["driver"];
        assert_eq!(driver["name"], "ferz");
        let rules = driver["rules"].as_array().expect("a list");
        let results = run["results"].as_array().expect("a list");
        assert_eq!(results.len(), problems.len(), "{name}");
        for result in results {
            let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
            assert_eq!(rules[index]["id"], result["ruleId"], "{name}");
            assert!(rules[index]["shortDescription"]["text"].as_str().is_some_and(|text| text.len() > 5));
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("a text")));
            assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
            let mut ids: Vec<u64> = Vec::new();
            let related = result["relatedLocations"].as_array().expect("a list");
            for place in result["locations"].as_array().expect("a list").iter().chain(related) {
                let physical = &place["physicalLocation"];
                assert!(
                    physical["artifactLocation"]["uri"]
                        .as_str()
                        .is_some_and(|uri| !uri.contains([' ', '\\']))
                );
                let number = |field: &str| physical["region"][field].as_u64().expect("a number");
                assert!(number("startLine") >= 1 && number("startColumn") >= 1, "{name}");
                let (start, end) =
                    ((number("startLine"), number("startColumn")), (number("endLine"), number("endColumn")));
                assert!(start <= end, "{name}: {place}");
                ids.extend(place["id"].as_u64());
            }
            assert_eq!(ids, (1..=related.len() as u64).collect::<Vec<_>>(), "{name}");
            for fix in result["fixes"].as_array().into_iter().flatten() {
                let change = &fix["artifactChanges"][0];
                assert!(change["artifactLocation"]["uri"].is_string(), "{name}");
                assert!(change["replacements"][0]["deletedRegion"]["byteLength"].is_u64(), "{name}");
                assert!(change["replacements"][0]["insertedContent"]["text"].is_string(), "{name}");
            }
        }
    });
}

/// If a suggestion replaces a single word, a program can insert it in place of the word.
#[test]
fn proposals_can_be_carried_out() {
    let path = fixtures().into_iter().find(|path| path.ends_with("unknown-word.ferz")).expect("a fixture");
    let (sources, problems) = told(&path);
    let records = located(&problems, &sources);
    let record = records.first().expect("a problem");
    let suggestion = record.suggestion.clone().expect("a proposal");
    let place = record.labels.first().expect("a place");
    let mut text = fs::read_to_string(&path).expect("a fixture is text");
    text.replace_range(place.start as usize..place.end as usize, &suggestion);
    let fixes = sarif(&records)["runs"][0]["results"][0]["fixes"].clone();
    let Value::String(inserted) =
        &fixes[0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"]
    else {
        panic!("a fix: {fixes}");
    };
    assert_eq!(*inserted, suggestion);
    let mended = std::env::temp_dir().join("ferz-mended-word.ferz");
    fs::write(&mended, text).expect("written");
    let left = told(&mended).1;
    assert!(left.is_empty(), "{left:?}");
}
