//! What differs between two records of move sets, piece by piece.

use serde::Serialize;
use std::collections::BTreeMap;

/// What stands under one heading in only one of two records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// What it is about, such as `rook, empty board`.
    pub about: String,
    /// Lines only the older record has.
    pub missing: Vec<String>,
    /// Lines only the newer record has.
    pub extra: Vec<String>,
}

/// The lines about one thing under each reading; under the empty name those that hold for all.
type Lines = BTreeMap<String, Vec<String>>;

/// What differs, in the order of the newer record; what only the older has comes last. Records group what is the same; here
/// every piece and every array is looked at by itself.
pub fn moved(old: &str, new: &str) -> Vec<Moved> {
    let (old, new) = (parts(old), parts(new));
    let gone =
        old.iter().filter(|(name, _)| new.iter().all(|(other, _)| other != name)).map(|(name, _)| name);
    let mut all: Vec<Moved> = Vec::new();
    for name in new.iter().map(|(name, _)| name).chain(gone) {
        let find = |parts: &[(String, Lines)]| {
            parts.iter().find(|(other, _)| other == name).map(|(_, lines)| lines.clone()).unwrap_or_default()
        };
        let (before, after) = (find(&old), find(&new));
        let mut readings: Vec<&String> = before.keys().chain(after.keys()).collect();
        readings.sort();
        readings.dedup();
        if readings.len() > 1 {
            readings.retain(|reading| !reading.is_empty());
        }
        let mut told: Vec<(Vec<&str>, Vec<String>, Vec<String>)> = Vec::new();
        for reading in readings {
            let under = |lines: &Lines| lines.get(reading).or(lines.get("")).cloned().unwrap_or_default();
            let (a, b) = (under(&before), under(&after));
            let missing: Vec<String> = a.iter().filter(|line| !b.contains(line)).cloned().collect();
            let extra: Vec<String> = b.iter().filter(|line| !a.contains(line)).cloned().collect();
            if missing.is_empty() && extra.is_empty() {
                continue;
            }
            match told.iter_mut().find(|(_, m, e)| *m == missing && *e == extra) {
                Some((names, ..)) => names.push(reading),
                None => told.push((vec![reading], missing, extra)),
            }
        }
        for (names, missing, extra) in told {
            let under = names.join(", ");
            let about = if under.is_empty() { name.clone() } else { format!("{name}, under {under}") };
            // Several arrays or pieces may have changed in the same way.
            match all.iter_mut().find(|change| change.missing == missing && change.extra == extra) {
                Some(change) => change.about += &format!("; {about}"),
                None => all.push(Moved { about, missing, extra }),
            }
        }
    }
    all
}

/// A record taken apart: every piece on each board, and every start.
fn parts(text: &str) -> Vec<(String, Lines)> {
    let mut parts: Vec<(String, Lines)> = Vec::new();
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let mut heading = line.to_owned();
        while heading.ends_with(',')
            && let Some(more) = lines.next()
        {
            heading = format!("{heading} {}", more.trim());
        }
        let mut body = Lines::new();
        let mut readings = vec![String::new()];
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            match line.strip_prefix("  under ") {
                Some(names) => readings = names.split(", ").map(str::to_owned).collect(),
                None => {
                    for reading in &readings {
                        body.entry(reading.clone()).or_default().push(line.to_owned());
                    }
                }
            }
        }
        let (kind, names) = heading.split_once(": ").unwrap_or((&heading, ""));
        parts.extend(names.split(", ").map(|name| (format!("{name}, {kind}"), body.clone())));
    }
    parts
}
