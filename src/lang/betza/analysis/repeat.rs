//! Legs of a chain with repeated groups: `x(y)z` stands for `xz`, `xyz`, `xyyz`, and so on.
//!
//! [`graph`] is the entry point and returns a [`Graph`] of legs. The number of legs is bounded, so no notation can
//! exhaust memory.

use super::MAX_LEGS;
use crate::base::source::Span;
use crate::lang::betza::shape::Letter;
use std::collections::HashMap;

/// A number of legs beyond the limit, at which the expansion stops.
const ENOUGH: usize = 4 * MAX_LEGS;

/// The letters of all legs and the order in which legs can follow each other. Letters are numbered in the order they
/// are written. The number after the last letter is the end.
#[derive(Default)]
pub(super) struct Graph {
    /// The letters of each leg, as read between two particular neighbors.
    pub legs: Vec<Vec<Letter>>,
    /// The legs that can follow each leg; empty after a last leg.
    pub next: Vec<Vec<usize>>,
    /// The legs that can come first.
    pub first: Vec<usize>,
    letters: Vec<Letter>,
    /// The index of the first letter of each repeated group, and the index after its last letter.
    groups: Vec<(usize, usize)>,
    /// The places where reading continues after the `a` of each leg; empty after a last leg.
    ends: Vec<Vec<usize>>,
}

/// Builds the graph of legs. Returns the span of a group without `a` as an error, because it would repeat letters of
/// one leg only.
pub(super) fn graph(modifiers: &[Letter]) -> Result<Graph, Span> {
    let mut graph = Graph::default();
    let mut start = (0, Span::default());
    for letter in modifiers {
        match letter.letter {
            '(' => start = (graph.letters.len(), letter.span),
            ')' if graph.letters[start.0..].iter().all(|l| l.letter != 'a') => {
                return Err(start.1.to(letter.span));
            }
            ')' => graph.groups.push((start.0, graph.letters.len())),
            _ => graph.letters.push(*letter),
        }
    }
    graph.first = graph.begin(&graph.after(0));
    // A first leg reads its letters differently, so the same places start a separate leg later in the chain.
    let mut begun: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
    let mut open = graph.first.clone();
    while let Some(leg) = open.pop() {
        let ends = graph.ends[leg].clone();
        if ends.is_empty() || graph.legs.len() > ENOUGH {
            continue;
        }
        if !begun.contains_key(&ends) {
            let found = graph.begin(&ends);
            open.extend(&found);
            begun.insert(ends.clone(), found);
        }
        graph.next[leg] = begun[&ends].clone();
    }
    Ok(graph)
}

impl Graph {
    /// Returns the places where reading can continue from a place: the place itself, and the end of each group that
    /// starts there.
    fn after(&self, place: usize) -> Vec<usize> {
        let behind = |at: &usize| self.groups.iter().find(|(start, _)| start == at).map(|(_, end)| *end);
        std::iter::successors(Some(place), behind).collect()
    }

    /// Returns the places that can follow a letter. The last letter of a group can be followed by the first.
    fn next(&self, place: usize) -> Vec<usize> {
        let again = self.groups.iter().filter(|(_, end)| place + 1 == *end).map(|(start, _)| *start);
        self.after(place + 1).into_iter().chain(again).collect()
    }

    /// Creates the legs that start at some places. A leg extends to the next `a` or the end, along each possible
    /// path.
    fn begin(&mut self, places: &[usize]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut ways: Vec<(Vec<Letter>, usize)> = places.iter().map(|p| (Vec::new(), *p)).collect();
        while let Some((mut letters, place)) = ways.pop() {
            let ends = match self.letters.get(place) {
                None => Vec::new(),
                Some(letter) if letter.letter == 'a' => self.next(place),
                Some(letter) => {
                    letters.push(*letter);
                    ways.extend(self.next(place).into_iter().map(|next| (letters.clone(), next)));
                    if self.legs.len() > ENOUGH {
                        break;
                    }
                    continue;
                }
            };
            found.push(self.legs.len());
            self.legs.push(letters);
            self.next.push(Vec::new());
            self.ends.push(ends);
        }
        found
    }
}
