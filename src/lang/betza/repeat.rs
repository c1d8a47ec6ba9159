//! Repeated groups in a chain: `x(y)z` stands for `xz`, `xyz`, `xyyz` and so on. As a graph of legs it has no end.

use super::raw::{Letter, Modifier};
use crate::base::diagnostic::Diagnostic;
use std::collections::HashMap;

/// A letter with the places where reading may go on, or the end of the modifiers.
#[derive(Clone, Debug)]
pub struct Sign {
    letter: Letter,
    next: Vec<usize>,
}

/// The letters of all legs and how the legs follow each other.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The letters of each leg.
    pub legs: Vec<Vec<Letter>>,
    /// Which legs may follow each; none after a last one.
    pub next: Vec<Vec<usize>>,
    /// Which legs may come first.
    pub first: Vec<usize>,
}

/// The letters in a row, with ways past and back to the groups. The index behind the last letter is the end.
///
/// # Errors
/// When a group holds no `a`: repeating it would only repeat letters of one leg.
pub fn signs(modifiers: &[Modifier]) -> Result<Vec<Sign>, Box<Diagnostic>> {
    let mut signs: Vec<Sign> = Vec::new();
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for modifier in modifiers {
        match modifier {
            Modifier::Letter(letter) => signs.push(Sign { letter: *letter, next: Vec::new() }),
            Modifier::Group(letters, span) => {
                if !letters.iter().any(|l| l.letter == 'a') {
                    let problem =
                        Diagnostic::error("betza-bad-group", *span, "this group holds no whole leg");
                    return Err(Box::new(
                        problem.help("a repeated group holds at least one `a`, as in `(af)W`"),
                    ));
                }
                let start = signs.len();
                signs.extend(letters.iter().map(|l| Sign { letter: *l, next: Vec::new() }));
                groups.push((start, signs.len()));
            }
        }
    }
    for (index, sign) in signs.iter_mut().enumerate() {
        sign.next = after(index + 1, &groups);
        sign.next.extend(groups.iter().filter(|(_, end)| index + 1 == *end).map(|(start, _)| *start));
    }
    // The ways in are those after an imaginary letter before the first.
    Ok(signs).map(|mut signs: Vec<Sign>| {
        if let Some(first) = signs.first().map(|s| s.letter) {
            signs.push(Sign { letter: first, next: after(0, &groups) });
        }
        signs
    })
}

/// Where reading may go on from a place: there, and behind each group that begins there.
fn after(place: usize, groups: &[(usize, usize)]) -> Vec<usize> {
    let mut found = vec![place];
    let mut at = place;
    while let Some((_, end)) = groups.iter().find(|(start, _)| *start == at) {
        found.push(*end);
        at = *end;
    }
    found
}

/// The legs between the `a`s, each with the letters it has between two particular neighbors.
pub fn graph(signs: &[Sign]) -> Graph {
    let mut graph = Graph::default();
    let Some((entry, signs)) = signs.split_last() else { return graph };
    // The legs that begin at each set of places, so that every leg is read once.
    let mut begun: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
    let mut open: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    graph.first = begin(&entry.next, signs, &mut graph.legs, &mut open);
    begun.insert(entry.next.clone(), graph.first.clone());
    // A first leg reads its letters differently, so the same places begin other legs when they come later.
    begun.clear();
    while let Some((ends, legs)) = open.pop() {
        for leg in legs {
            if graph.next.len() <= leg {
                graph.next.resize(leg + 1, Vec::new());
            }
            if ends.is_empty() || graph.legs.len() > 4 * super::understand::MAX_LEGS {
                continue;
            }
            let following = match begun.get(&ends) {
                Some(found) => found.clone(),
                None => {
                    let found = begin(&ends, signs, &mut graph.legs, &mut open);
                    begun.insert(ends.clone(), found.clone());
                    found
                }
            };
            graph.next[leg] = following;
        }
    }
    graph.next.resize(graph.legs.len(), Vec::new());
    graph
}

/// Reads letters up to the next `a` or the end, every way there is.
fn begin(
    places: &[usize],
    signs: &[Sign],
    legs: &mut Vec<Vec<Letter>>,
    open: &mut Vec<(Vec<usize>, Vec<usize>)>,
) -> Vec<usize> {
    let mut found = Vec::new();
    let mut ways: Vec<(Vec<Letter>, usize)> = places.iter().map(|p| (Vec::new(), *p)).collect();
    while let Some((letters, place)) = ways.pop() {
        let Some(sign) = signs.get(place) else {
            push(letters, Vec::new(), legs, open, &mut found);
            continue;
        };
        if sign.letter.letter == 'a' {
            push(letters, sign.next.clone(), legs, open, &mut found);
            continue;
        }
        for next in &sign.next {
            let longer = letters.iter().copied().chain([sign.letter]).collect();
            ways.push((longer, *next));
        }
        if legs.len() > 4 * super::understand::MAX_LEGS {
            break;
        }
    }
    found
}

fn push(
    letters: Vec<Letter>,
    ends: Vec<usize>,
    legs: &mut Vec<Vec<Letter>>,
    open: &mut Vec<(Vec<usize>, Vec<usize>)>,
    found: &mut Vec<usize>,
) {
    legs.push(letters);
    found.push(legs.len() - 1);
    open.push((ends, vec![legs.len() - 1]));
}
