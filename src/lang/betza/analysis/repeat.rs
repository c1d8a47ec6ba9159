//! The legs of a chain. Repeated groups make a graph of it: `x(y)z` stands for `xz`, `xyz`, `xyyz` and so on.

use super::MAX_LEGS;
use crate::base::source::Span;
use crate::lang::betza::shape::Letter;
use std::collections::HashMap;

/// Far too many legs, so that no more need be found.
const ENOUGH: usize = 4 * MAX_LEGS;

/// The letters of all legs and how the legs follow each other. Letters are numbered in the order they are written; the
/// number after the last one is the end.
#[derive(Default)]
pub(super) struct Graph {
    /// The letters of each leg, as it reads between two particular neighbors.
    pub legs: Vec<Vec<Letter>>,
    /// Which legs may follow each; none after a last one.
    pub next: Vec<Vec<usize>>,
    /// Which legs may come first.
    pub first: Vec<usize>,
    letters: Vec<Letter>,
    /// From the first letter of each repeated group to the one after its last.
    groups: Vec<(usize, usize)>,
    /// Where reading goes on after the `a` of each leg; nowhere after a last leg.
    ends: Vec<Vec<usize>>,
}

/// The legs between the `a`s, or the place of a group without `a`, which would only repeat letters of one leg.
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
    // A first leg reads its letters differently, so the same places begin other legs when they come later.
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
    /// Where reading may go on from a place: there, and behind each group that begins there.
    fn after(&self, place: usize) -> Vec<usize> {
        let behind = |at: &usize| self.groups.iter().find(|(start, _)| start == at).map(|(_, end)| *end);
        std::iter::successors(Some(place), behind).collect()
    }

    /// The places after a letter; after the last one of a group its first one is among them.
    fn next(&self, place: usize) -> Vec<usize> {
        let again = self.groups.iter().filter(|(_, end)| place + 1 == *end).map(|(start, _)| *start);
        self.after(place + 1).into_iter().chain(again).collect()
    }

    /// The legs that begin at some places: letters up to the next `a` or the end, in every possible way.
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
