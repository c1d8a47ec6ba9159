//! The legs of a chain. Repeated groups make a graph of it: `x(y)z` stands for `xz`, `xyz`, `xyyz` and so on.

use super::MAX_LEGS;
use crate::base::source::Span;
use crate::lang::betza::raw::{Letter, Modifier};
use std::collections::HashMap;

/// The letters of all legs and how the legs follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// The letters of each leg.
    pub legs: Vec<Vec<Letter>>,
    /// Which legs may follow each; none after a last one.
    pub next: Vec<Vec<usize>>,
    /// Which legs may come first.
    pub first: Vec<usize>,
}

/// The legs between the `a`s, each with the letters it has between two particular neighbors.
///
/// # Errors
/// The place of a group that holds no `a`: repeating it would only repeat letters of one leg.
pub(super) fn graph(modifiers: &[Modifier]) -> Result<Graph, Span> {
    let mut letters: Vec<Letter> = Vec::new();
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for modifier in modifiers {
        match modifier {
            Modifier::Letter(letter) => letters.push(*letter),
            Modifier::Group(group, span) if !group.iter().any(|l| l.letter == 'a') => return Err(*span),
            Modifier::Group(group, _) => {
                groups.push((letters.len(), letters.len() + group.len()));
                letters.extend(group);
            }
        }
    }
    let mut builder = Builder { letters, groups, graph: Graph::default(), ends: Vec::new() };
    builder.graph.first = builder.begin(&builder.after(0));
    // A first leg reads its letters differently, so the same places begin other legs when they come later.
    let mut begun: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
    let mut open = builder.graph.first.clone();
    while let Some(leg) = open.pop() {
        let ends = builder.ends[leg].clone();
        builder.graph.next[leg] = match begun.get(&ends) {
            _ if ends.is_empty() || builder.is_full() => Vec::new(),
            Some(found) => found.clone(),
            None => {
                let found = builder.begin(&ends);
                open.extend(&found);
                begun.insert(ends, found.clone());
                found
            }
        };
    }
    Ok(builder.graph)
}

/// Letters are numbered in the order they are written; the number after the last one is the end.
struct Builder {
    letters: Vec<Letter>,
    /// From the first letter of each repeated group to the one after its last.
    groups: Vec<(usize, usize)>,
    graph: Graph,
    /// Where reading goes on after the `a` of each leg; nowhere after a last leg.
    ends: Vec<Vec<usize>>,
}

impl Builder {
    /// Whether there are far too many legs, so that no more need be found.
    fn is_full(&self) -> bool {
        self.graph.legs.len() > 4 * MAX_LEGS
    }

    /// Where reading may go on from a place: there, and behind each group that begins there.
    fn after(&self, place: usize) -> Vec<usize> {
        let mut found = vec![place];
        let mut at = place;
        while let Some((_, end)) = self.groups.iter().find(|(start, _)| *start == at) {
            found.push(*end);
            at = *end;
        }
        found
    }

    /// The places after a letter; after the last one of a group its first one is among them.
    fn next(&self, place: usize) -> Vec<usize> {
        let mut next = self.after(place + 1);
        next.extend(self.groups.iter().filter(|(_, end)| place + 1 == *end).map(|(start, _)| *start));
        next
    }

    /// The legs that begin at some places: letters up to the next `a` or the end, in every possible way.
    fn begin(&mut self, places: &[usize]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut ways: Vec<(Vec<Letter>, usize)> = places.iter().map(|p| (Vec::new(), *p)).collect();
        while let Some((letters, place)) = ways.pop() {
            let ends = match self.letters.get(place) {
                None => Vec::new(),
                Some(letter) if letter.letter == 'a' => self.next(place),
                Some(letter) => {
                    let longer: Vec<Letter> = letters.iter().copied().chain([*letter]).collect();
                    ways.extend(self.next(place).into_iter().map(|next| (longer.clone(), next)));
                    if self.is_full() {
                        break;
                    }
                    continue;
                }
            };
            found.push(self.graph.legs.len());
            self.graph.legs.push(letters);
            self.graph.next.push(Vec::new());
            self.ends.push(ends);
        }
        found
    }
}
