//! The legs of a chain with repeated groups. For example, `x(y)z` stands for `xz`, `xyz`, `xyyz`, and so on.
//!
//! [`graph`] is the entry point and returns a [`Graph`] of legs. The number of legs is bounded, so no notation
//! can exhaust memory.

use super::MAX_LEGS;
use crate::base::source::Span;
use crate::betza::shape::Letter;
use std::collections::HashMap;

/// The number of legs at which the expansion stops. It exceeds the permitted number.
const ENOUGH: usize = 4 * MAX_LEGS;

/// A graph of legs: the letters of each leg, and the legs that can follow it. Positions are indices of letters as
/// written, and the index after the last letter is the end.
#[derive(Default)]
pub(super) struct Graph {
    /// The letters of each leg. A leg occurs once for each way to read it between its neighbors.
    pub legs: Vec<Vec<Letter>>,
    /// The legs that can follow each leg. Empty for a leg that ends the chain.
    pub next: Vec<Vec<usize>>,
    /// The legs that can come first.
    pub first: Vec<usize>,
    letters: Vec<Letter>,
    /// The start and end of each repeated group, as a half-open range of letters.
    groups: Vec<(usize, usize)>,
    /// The positions where reading can continue after the `a` of each leg. Empty for a leg that ends the chain.
    ends: Vec<Vec<usize>>,
}

/// Builds the graph of legs.
///
/// # Errors
/// Returns the span of a group without an `a`, which would repeat letters inside a single leg.
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
    // The letters of a first leg have another meaning, so legs that start at the same positions later are
    // separate.
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
    /// Returns the positions where reading can continue from a position: the position itself, and the end of each
    /// group that starts there.
    fn after(&self, place: usize) -> Vec<usize> {
        let behind = |at: &usize| self.groups.iter().find(|(start, _)| start == at).map(|(_, end)| *end);
        std::iter::successors(Some(place), behind).collect()
    }

    /// Returns the positions that can follow a letter. After the last letter of a group, the group can start
    /// again.
    fn next(&self, place: usize) -> Vec<usize> {
        let again = self.groups.iter().filter(|(_, end)| place + 1 == *end).map(|(start, _)| *start);
        self.after(place + 1).into_iter().chain(again).collect()
    }

    /// Creates the legs that start at some positions. A leg extends to the next `a` or to the end, along every
    /// possible path.
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
