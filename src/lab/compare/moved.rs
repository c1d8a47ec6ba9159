//! What differs between two records of move sets, piece by piece.

use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// The most pieces or readings named of those that changed alike.
const MOST_NAMES: usize = 12;

/// The longest heading of a record before its names.
const LONGEST_HEADING: usize = 100;

/// What is under one heading in only one of two records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Moved {
    /// What it is about, such as `rook, empty board`.
    pub about: String,
    /// Lines only the older record has.
    pub missing: Vec<String>,
    /// Lines only the newer record has.
    pub extra: Vec<String>,
}

/// Lines that hold under the same readings; under all of them if none is named.
struct Group<'t> {
    readings: Vec<&'t str>,
    lines: Vec<&'t str>,
}

/// A parsed record.
struct Parts<'t> {
    /// Every piece on each board and every start, with the index of its body.
    names: Vec<(String, usize)>,
    bodies: Vec<Vec<Group<'t>>>,
}

/// What differs, in the order of the newer record; what only the older has comes last. Records group what is the same; here
/// every piece and every array is compared by itself.
pub(crate) fn moved(old: &str, new: &str) -> Vec<Moved> {
    let (old, new) = (parts(old), parts(new));
    let place = |parts: &Parts| -> HashMap<String, usize> { parts.names.iter().rev().cloned().collect() };
    let (before, after) = (place(&old), place(&new));
    let gone = old.names.iter().filter(|(name, _)| !after.contains_key(name));
    let mut seen = HashSet::new();
    // Pieces with the same bodies in both records are compared once.
    let mut pairs: HashMap<(Option<usize>, Option<usize>), Vec<usize>> = HashMap::new();
    let mut known: HashMap<(Vec<&str>, Vec<&str>), usize> = HashMap::new();
    let mut abouts: Vec<Vec<String>> = Vec::new();
    for (name, _) in new.names.iter().chain(gone).filter(|(name, _)| seen.insert(name)) {
        let pair = (before.get(name).copied(), after.get(name).copied());
        if let Some(places) = pairs.get(&pair) {
            for at in places {
                abouts.get_mut(*at).into_iter().for_each(|names| names.push(name.clone()));
            }
            continue;
        }

        let groups = (
            pair.0.and_then(|at| old.bodies.get(at)).map_or(&[][..], Vec::as_slice),
            pair.1.and_then(|at| new.bodies.get(at)).map_or(&[][..], Vec::as_slice),
        );
        let mut places = Vec::new();
        for (under, missing, extra) in differences(groups.0, groups.1) {
            let about =
                if under.is_empty() { name.clone() } else { format!("{name}, under {}", listed(&under)) };
            let next = abouts.len();
            let at = *known.entry((missing, extra)).or_insert(next);
            match abouts.get_mut(at) {
                Some(names) => names.push(about),
                None => abouts.push(vec![about]),
            }
            places.push(at);
        }
        pairs.insert(pair, places);
    }
    let mut all: Vec<_> = known.into_iter().collect();
    all.sort_by_key(|(_, at)| *at);
    let owned = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
    all.into_iter()
        .zip(abouts)
        .map(|(((missing, extra), _), names)| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Moved { about: listed(&names), missing: owned(missing), extra: owned(extra) }
        })
        .collect()
}

/// Readings, and the lines only the one side and only the other has under them.
type Difference<'t> = (Vec<&'t str>, Vec<&'t str>, Vec<&'t str>);

fn differences<'t>(old: &[Group<'t>], new: &[Group<'t>]) -> Vec<Difference<'t>> {
    let find = |groups: &[Group<'t>]| -> HashMap<&'t str, usize> {
        let numbered = groups.iter().enumerate();
        numbered.flat_map(|(at, group)| group.readings.iter().map(move |name| (*name, at))).collect()
    };
    let (before, after) = (find(old), find(new));
    let mut readings: Vec<&str> = before.keys().chain(after.keys()).copied().collect();
    readings.sort_unstable();
    readings.dedup();
    if readings.len() > 1 {
        readings.retain(|reading| !reading.is_empty());
    }
    let mut pairs: HashMap<(Option<usize>, Option<usize>), Vec<&str>> = HashMap::new();
    let mut order = Vec::new();
    for reading in readings {
        let at = |known: &HashMap<&str, usize>| known.get(reading).or(known.get("")).copied();
        let pair = (at(&before), at(&after));
        let names: &mut Vec<&str> = pairs.entry(pair).or_insert_with(|| {
            order.push(pair);
            Vec::new()
        });
        names.push(reading);
    }
    let mut all = Vec::new();
    for pair in order {
        let lines = |groups: &[Group<'t>], at: Option<usize>| {
            at.and_then(|at| groups.get(at)).map_or(Vec::new(), |group| group.lines.clone())
        };
        let (a, b) = (lines(old, pair.0), lines(new, pair.1));
        let only = |one: &[&'t str], other: &[&'t str]| -> Vec<&'t str> {
            let known: HashSet<&str> = other.iter().copied().collect();
            one.iter().copied().filter(|line| !known.contains(line)).collect()
        };
        let (missing, extra) = (only(&a, &b), only(&b, &a));
        if !missing.is_empty() || !extra.is_empty() {
            let names = pairs.remove(&pair).unwrap_or_default();
            all.push((names.into_iter().filter(|name| !name.is_empty()).collect(), missing, extra));
        }
    }
    all
}

/// Names, not too many of them.
fn listed(names: &[&str]) -> String {
    let first = names.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join("; ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn parts(text: &str) -> Parts<'_> {
    let mut parts = Parts { names: Vec::new(), bodies: Vec::new() };
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let mut heading = line.to_owned();
        while heading.ends_with(',')
            && let Some(more) = lines.next()
        {
            heading.push(' ');
            heading += more.trim();
        }
        let mut groups = vec![Group { readings: vec![""], lines: Vec::new() }];
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            match (line.strip_prefix("  under "), groups.last_mut()) {
                (Some(names), _) => {
                    groups.push(Group { readings: names.split(", ").collect(), lines: Vec::new() });
                }
                (None, Some(group)) => group.lines.push(line),
                (None, None) => {}
            }
        }
        if groups.len() > 1 {
            groups.retain(|group| !group.readings.contains(&""));
        }
        let (piece_type, names) = heading.split_once(": ").unwrap_or((&heading, ""));
        let piece_type =
            piece_type.get(..piece_type.floor_char_boundary(LONGEST_HEADING)).unwrap_or_default();
        let body = parts.bodies.len();
        parts.names.extend(names.split(", ").map(|name| (format!("{name}, {piece_type}"), body)));
        parts.bodies.push(groups);
    }
    parts
}
