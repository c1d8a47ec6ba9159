//! Canonical notation: the shortest of the forms with the same meaning.
//!
//! Length counts letters and digits, but not punctuation. Among forms of equal length, a form without `a` is
//! preferred, then the shorter text. Every proposed form is parsed again and kept only if its automaton is the
//! same, so the meaning never changes. [`canonical`] is the entry point, and the module `forms` makes the
//! proposals.

use super::forms::{halves, loosened, rides, to_bracket, to_chain, to_lame, united};
use super::lower::lower;
use super::notation::{Body, MoveNotation, PathNotation};
use super::print::print;
use super::{BetzaDialect, Parsed, parse};
use crate::base::source::Span;
use crate::rules::Automaton;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::slice::from_ref;

/// The maximum number of moves for which pairs of moves are combined.
const MAX_PAIRED: usize = 8;
/// The work limit of the search for a shorter form, in the units of the lowering.
const BUDGET: usize = 15_000;
/// The maximum number of passes. There are several, because a shorter form can enable another one.
const ROUNDS: usize = 4;

/// The notations of the most common pieces, for which there is no shorter form in any dialect.
pub const SETTLED: [&str; 26] = [
    "K", "Q", "R", "B", "N", "W", "F", "A", "D", "BN", "RN", "QN", "RF", "KN", "WfF", "FfW", "fW", "fN",
    "fR", "mR", "mQ", "mF", "fsW", "FC", "fmWfcF", "fmWfceF",
];

/// Returns the shortest notation of some moves, which are written as `text` at `at`.
pub(super) fn canonical(moves: &[MoveNotation], automaton: &Automaton, text: &str, at: Span) -> String {
    if SETTLED.contains(&text) {
        return text.to_owned();
    }
    found(moves, automaton, text, at)
}

pub fn found(moves: &[MoveNotation], automaton: &Automaton, text: &str, at: Span) -> String {
    let mut known = MeaningCache { budget: BUDGET, ..MeaningCache::default() };
    // The automaton of the original moves is already known.
    known.moves.push((moves.to_vec(), Some(automaton.clone())));
    let mut best = once(moves, automaton, text, at, &mut known);
    for _ in 0..ROUNDS {
        let here = Span::new(0, 0, best.len());
        let Some(shorter) = known.reread(&best) else { break };
        let next = once(&shorter.0, automaton, &best, here, &mut known);
        // A form that stays the same is final, unless the budget has cut the search short.
        if next == best && known.budget > 0 {
            return best;
        }
        best = next;
    }
    // The search has not converged. The original text is certain to be its own canonical form in the next call.
    text.to_string()
}

/// A cache of the automata of texts and moves.
#[derive(Default)]
struct MeaningCache {
    budget: usize,
    texts: BTreeMap<String, Option<Rc<Parsed>>>,
    moves: Vec<(Vec<MoveNotation>, Option<Automaton>)>,
}

impl MeaningCache {
    /// Parses a text on its own. The dialect accepts everything that the printed form of a valid notation can
    /// contain.
    fn reread(&mut self, text: &str) -> Option<Rc<Parsed>> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let dialect = BetzaDialect { eight_rays: false, halfway: true };
        let found = parse(text, Span::new(0, 0, text.len()), dialect, &mut self.budget).0.map(Rc::new);
        self.texts.insert(text.to_string(), found.clone());
        found
    }

    fn lower(&mut self, moves: &[MoveNotation]) -> Option<Automaton> {
        let alike = |one: &MoveNotation, other: &MoveNotation| {
            (&one.body, one.virgin, one.exempt) == (&other.body, other.virgin, other.exempt)
        };
        if let Some((_, known)) = self.moves.iter().find(|(known, _)| {
            known.len() == moves.len() && known.iter().zip(moves).all(|(one, other)| alike(one, other))
        }) {
            return known.clone();
        }
        let found = lower(moves, &mut self.budget);
        self.moves.push((moves.to_vec(), found.clone()));
        found
    }
}

fn once(
    moves: &[MoveNotation],
    automaton: &Automaton,
    text: &str,
    at: Span,
    known: &mut MeaningCache,
) -> String {
    let words = |span: Span| {
        let base = at.start as usize;
        text.get(span.start as usize - base..span.end as usize - base).unwrap_or(text)
    };
    let moves = moves.iter().flat_map(halves);
    let mut shown: Vec<Shown> =
        moves.map(|one| Shown::best(words(one.span).to_string(), one, known)).collect();
    if shown.len() <= MAX_PAIRED {
        // A union can enable another one.
        while unite(&mut shown, known) {}
    }
    let whole = shown.iter().fold(String::new(), |text, one| joined(text, &one.text));
    let is_same = known.reread(&whole).is_some_and(|read| read.1 == *automaton);
    if is_same { whole } else { text.to_string() }
}

/// Joins two moves. If equal capital letters would meet and look like a rider, a range of one separates them.
pub fn joined(mut text: String, next: &str) -> String {
    let meeting = next.chars().next().filter(char::is_ascii_uppercase);
    let run = text.chars().rev().take_while(|letter| Some(*letter) == meeting).count();
    // An even run of equal capitals is read as pairs, so another capital would not join them.
    if run % 2 == 1 {
        text.push('1');
    }
    text + next
}

struct Shown {
    one: MoveNotation,
    text: String,
    automaton: Option<Automaton>,
}

impl Shown {
    /// Finds the best printed form of a move. If no printed form has the same meaning, the best form is
    /// `written`.
    fn best(written: String, one: MoveNotation, known: &mut MeaningCache) -> Shown {
        let automaton = known.lower(from_ref(&one));
        let mut is_same = |text: &str| {
            automaton.as_ref().is_some_and(|own| known.reread(text).is_some_and(|read| read.1 == *own))
        };
        let mut best = print(&one).filter(|text| is_same(text)).unwrap_or(written);
        let mut shown = one.clone();
        for other in proposals(&one) {
            let Some(text) = print(&other) else { continue };
            // The weights are compared first, because the other test parses the text.
            if weight(&text) < weight(&best) && is_same(&text) {
                (best, shown) = (text, other);
            }
        }
        Shown { one: shown, text: best, automaton }
    }
}

fn weight(text: &str) -> (usize, usize, usize, &str) {
    (letters(text), text.matches('a').count(), text.len(), text)
}

fn letters(text: &str) -> usize {
    text.chars().filter(char::is_ascii_alphanumeric).count()
}

fn proposals(one: &MoveNotation) -> Vec<MoveNotation> {
    let Body::Path(path) = &one.body else { return Vec::new() };
    let paths = match path.form {
        PathNotation::Chain if path.items.len() > 1 => to_bracket(path)
            .map(|path| to_lame(&path).into_iter().chain([path]).collect())
            .unwrap_or_default(),
        PathNotation::Chain => Vec::new(),
        PathNotation::Bracket => to_chain(path).into_iter().chain(to_lame(path)).collect(),
        PathNotation::Loop { .. } => rides(path),
    };
    paths.into_iter().map(|path| one.with(path)).collect()
}

/// Replaces two moves with one move that has the same meaning. Returns true if it found such a pair.
fn unite(shown: &mut Vec<Shown>, known: &mut MeaningCache) -> bool {
    let all = 0..shown.len();
    for (i, j) in all.clone().flat_map(|i| all.clone().map(move |j| (i, j))).filter(|(i, j)| i != j) {
        let pair = [shown[i].one.clone(), shown[j].one.clone()];
        let unions = unions(&pair);
        if unions.is_empty() || known.budget == 0 {
            continue;
        }
        let Some(both) = known.lower(&pair) else { continue };
        for one in unions {
            let form = Shown::best(String::new(), one, known);
            let apart = letters(&shown[i].text) + letters(&shown[j].text);
            let shorter = !form.text.is_empty() && letters(&form.text) < apart;
            if shorter && form.automaton.as_ref() == Some(&both) {
                shown[i.min(j)] = form;
                shown.remove(i.max(j));
                return true;
            }
        }
    }
    false
}

fn unions([one, other]: &[MoveNotation; 2]) -> Vec<MoveNotation> {
    let Body::Path(path) = &other.body else { return Vec::new() };
    if one.virgin != other.virgin || one.exempt != other.exempt {
        return Vec::new();
    }
    let paths = match (&path.form, &one.body) {
        (PathNotation::Bracket, _) => loosened(path),
        (PathNotation::Chain, _) if path.items.len() > 1 => {
            to_bracket(path).map(|path| loosened(&path)).unwrap_or_default()
        }
        (PathNotation::Chain, Body::Path(one)) => {
            one.single().zip(path.single()).map(united).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    paths.into_iter().map(|path| one.with(path)).collect()
}
