//! Compares two records of move sets, piece by piece. [`snapshot_changes`] is the entry point.
//!
//! A record groups pieces, arrays, and readings with equal moves, so a small change of a game can rearrange all of its
//! groups. The comparison therefore splits the groups, compares each piece by itself, and groups the results again.

use super::snapshot::grouped;
use crate::base::sort;
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// The maximum number of names listed for a change.
const MAX_NAMES: usize = 12;

/// The maximum length of a heading in a record without its names, in bytes.
const MAX_HEADING: usize = 100;

/// The difference between two records under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SnapshotChange {
    /// The subject of the heading, such as `rook, empty board`.
    pub about: String,
    /// The lines that only the older record has.
    pub missing: Vec<String>,
    /// The lines that only the newer record has.
    pub extra: Vec<String>,
}

/// Groups of names with a shared value. At the outer level, the names are pieces or arrays; at the inner level, they
/// are readings, and the value consists of lines. An empty name stands for all readings.
type Groups<T> = Vec<(Vec<String>, T)>;

/// Lists the differences in the order of the newer record, followed by those that only the older record has. Records
/// group equal entries, but this function compares every piece and every array by itself.
pub fn snapshot_changes(old: &str, new: &str) -> Vec<SnapshotChange> {
    let (old, new) = (read(old), read(new));
    let only = |one: &[&str], other: &[&str]| -> Vec<String> {
        let known: HashSet<&str> = other.iter().copied().collect();
        one.iter().filter(|line| !known.contains(*line)).map(|line| (*line).to_owned()).collect()
    };
    let mut all = Vec::new();
    for (names, a, b) in paired(&old, &new) {
        let mut readings = paired(a.map_or(&[], Vec::as_slice), b.map_or(&[], Vec::as_slice));
        readings.iter_mut().for_each(|(under, ..)| under.sort_unstable());
        sort(&mut readings);
        for (under, a, b) in readings {
            let (a, b) = (a.map_or(&[][..], Vec::as_slice), b.map_or(&[][..], Vec::as_slice));
            let lines = (only(a, b), only(b, a));
            let named = |name: &&str| match under[..] {
                [""] => (*name).to_owned(),
                _ => format!("{name}, under {}", listed(&under)),
            };
            if lines != Default::default() {
                all.push((names.iter().map(named).collect(), lines));
            }
        }
    }
    let moved = |(names, (missing, extra)): (Vec<String>, _)| SnapshotChange {
        about: listed(&names),
        missing,
        extra,
    };
    grouped(all).into_iter().map(moved).collect()
}

/// Pairs the values of each name in two lists, and groups the names with equal pairs.
fn paired<'t, T>(old: &'t [(Vec<String>, T)], new: &'t [(Vec<String>, T)]) -> Vec<Paired<'t, T>> {
    let places = |groups: &'t [(Vec<String>, T)]| -> HashMap<&'t str, usize> {
        let numbered = groups.iter().enumerate().rev();
        numbered.flat_map(|(at, (names, _))| names.iter().map(move |name| (name.as_str(), at))).collect()
    };
    let (before, after) = (places(old), places(new));
    let mut seen = HashSet::new();
    let mut names: Vec<&str> =
        new.iter().chain(old).flat_map(|(names, _)| names).map(String::as_str).collect();
    names.retain(|name| seen.insert(*name));
    if names.len() > 1 {
        names.retain(|name| !name.is_empty());
    }
    let place = |places: &HashMap<&str, usize>, name| places.get(name).or(places.get("")).copied();
    let bodies = names.into_iter().map(|name| (vec![name], (place(&before, name), place(&after, name))));
    let body = |groups: &'t [(Vec<String>, T)], at: Option<usize>| at.map(|at| &groups[at].1);
    grouped(bodies).into_iter().map(|(names, (a, b))| (names, body(old, a), body(new, b))).collect()
}

/// Names, with their values in the older and in the newer record.
type Paired<'t, T> = (Vec<&'t str>, Option<&'t T>, Option<&'t T>);

/// Lists names, at most [`MAX_NAMES`] of them.
fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let first = names.iter().take(MAX_NAMES).map(AsRef::as_ref).collect::<Vec<_>>().join("; ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// Parses a record.
fn read(text: &str) -> Groups<Groups<Vec<&str>>> {
    let mut all = Vec::new();
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let mut heading = line.to_owned();
        while heading.ends_with(',')
            && let Some(more) = lines.next()
        {
            heading.push(' ');
            heading += more.trim();
        }
        let mut groups: Groups<Vec<&str>> = vec![(vec![String::new()], Vec::new())];
        while let Some(line) = lines.next_if(|line| line.starts_with(' ')) {
            match (line.strip_prefix("  under "), groups.last_mut()) {
                (None, Some((_, lines))) => lines.push(line),
                (names, _) => {
                    let names = names.unwrap_or_default().split(", ").map(str::to_owned);
                    groups.push((names.collect(), Vec::new()));
                }
            }
        }
        if groups.len() > 1 {
            groups.remove(0);
        }
        let (board, names) = heading.split_once(": ").unwrap_or((&heading, ""));
        let board = &board[..board.floor_char_boundary(MAX_HEADING)];
        all.push((names.split(", ").map(|name| format!("{name}, {board}")).collect(), groups));
    }
    all
}
