//! The canonical text of a notation: the shortest of the forms that mean the same.
//!
//! Length counts letters and digits, not punctuation; among equals a form without `a` wins, then the shorter text.
//! Every proposal is read again and kept only if it gives the same automaton, so the text never changes the meaning.

use super::forms::{halves, loosened, rides, to_chain, to_lame, to_path, united};
use super::lower::lower_within;
use super::notation::{Body, Move, Notation};
use super::print::print;
use super::{Dialect, parse_within};
use crate::base::source::Span;
use crate::rules::Automaton;

/// With more moves than this, pairs that could be one are not looked for.
const MAX_PAIRED: usize = 8;
/// How much work may go into finding a shorter form, in the units of the lowering.
const EFFORT: usize = 15_000;
/// A shorter form may open the way to another; this is how many times one is looked for.
const ROUNDS: usize = 4;

/// The shortest way to write a notation whose text is `text` at `at`.
pub(super) fn canonical(notation: &Notation, automaton: &Automaton, text: &str, at: Span) -> String {
    let mut budget = EFFORT;
    let mut best = once(notation, automaton, text, at, &mut budget);
    for _ in 0..ROUNDS {
        let here = Span::new(0, 0, best.len());
        let Some((shorter, _)) = parse_within(&best, here, LENIENT, &mut budget).0 else { break };
        let next = once(&shorter, automaton, &best, here, &mut budget);
        if next == best && budget > 0 {
            return best;
        }
        best = next;
    }
    // Not settled in time: what was written is at least sure to print as itself again.
    text.to_string()
}

/// What a user allowed once must be readable when it is printed.
const LENIENT: Dialect = Dialect { eight_rays: false, halfway: true };

fn once(notation: &Notation, automaton: &Automaton, text: &str, at: Span, budget: &mut usize) -> String {
    let words = |span: Span| {
        let base = at.start as usize;
        text.get(span.start as usize - base..span.end as usize - base).unwrap_or(text).to_string()
    };
    let moves: Vec<Move> = notation.moves.iter().flat_map(halves).collect();
    let mut forms: Vec<Form> = moves.into_iter().map(|one| Form::best(one, &words, budget)).collect();
    if forms.len() <= MAX_PAIRED {
        while unite(&mut forms, budget) {}
    }
    let whole = forms.iter().fold(String::new(), |text, form| joined(text, &form.text));
    if means(&whole, automaton, budget) { whole } else { text.to_string() }
}

/// Two moves in a row. Where two equal capitals would meet and read as one rider, a range of one separates them.
fn joined(mut text: String, next: &str) -> String {
    let meeting = next.chars().next().filter(char::is_ascii_uppercase);
    let run = text.chars().rev().take_while(|letter| Some(*letter) == meeting).count();
    if run % 2 == 1 {
        text.push('1');
    }
    text + next
}

/// A move and its best text.
#[derive(Clone, Debug)]
struct Form {
    one: Move,
    text: String,
    automaton: Option<Automaton>,
}

impl Form {
    fn best(one: Move, words: &dyn Fn(Span) -> String, budget: &mut usize) -> Form {
        let automaton = lower_within(&Notation { moves: vec![one.clone()] }, budget);
        let mut best = match (print(&one), &automaton) {
            (Some(text), Some(automaton)) if means(&text, automaton, budget) => text,
            _ => words(one.span),
        };
        let mut shown = one.clone();
        for (other, text) in proposals(&one) {
            if weight(&text) < weight(&best) && automaton.as_ref().is_some_and(|a| means(&text, a, budget)) {
                (best, shown) = (text, other);
            }
        }
        Form { one: shown, text: best, automaton }
    }
}

/// Whether a text is read as this automaton.
fn means(text: &str, automaton: &Automaton, budget: &mut usize) -> bool {
    if *budget == 0 {
        return false;
    }
    let found = parse_within(text, Span::new(0, 0, text.len()), LENIENT, budget).0;
    found.is_some_and(|(_, other)| other == *automaton)
}

fn weight(text: &str) -> (usize, usize, usize, &str) {
    (letters(text), text.matches('a').count(), text.len(), text)
}

fn letters(text: &str) -> usize {
    text.chars().filter(char::is_ascii_alphanumeric).count()
}

fn proposals(one: &Move) -> Vec<(Move, String)> {
    let mut bodies = Vec::new();
    match &one.body {
        Body::Chain(legs) if legs.len() > 1 => {
            if let Some(items) = to_path(legs) {
                bodies.extend(to_lame(&items).map(|leg| Body::Chain(vec![leg])));
                bodies.push(Body::Path(items));
            }
        }
        Body::Path(items) => {
            bodies.extend(to_chain(items).map(Body::Chain));
            bodies.extend(to_lame(items).map(|leg| Body::Chain(vec![leg])));
        }
        Body::Loop(looped) => bodies.extend(rides(looped).into_iter().map(|leg| Body::Chain(vec![leg]))),
        _ => {}
    }
    bodies
        .into_iter()
        .map(|body| one.with(body))
        .filter_map(|other| print(&other).map(|text| (other, text)))
        .collect()
}

/// Makes one move of two if one says the same; says whether it did.
fn unite(forms: &mut Vec<Form>, budget: &mut usize) -> bool {
    for i in 0..forms.len() {
        for j in 0..forms.len() {
            if i == j
                || forms[i].one.virgin != forms[j].one.virgin
                || forms[i].one.exempt != forms[j].one.exempt
            {
                continue;
            }
            let pair = [forms[i].one.clone(), forms[j].one.clone()];
            let unions = unions(&pair);
            if unions.is_empty() || *budget == 0 {
                continue;
            }
            let Some(both) = lower_within(&Notation { moves: pair.to_vec() }, budget) else { continue };
            for one in unions {
                let form = Form::best(one, &|_| String::new(), budget);
                let apart = letters(&forms[i].text) + letters(&forms[j].text);
                let shorter = !form.text.is_empty() && letters(&form.text) < apart;
                if shorter && form.automaton.as_ref() == Some(&both) {
                    let (first, second) = (i.min(j), i.max(j));
                    forms[first] = form;
                    forms.remove(second);
                    return true;
                }
            }
        }
    }
    false
}

fn unions([one, other]: &[Move; 2]) -> Vec<Move> {
    let bodies: Vec<Body> = match (&one.body, &other.body) {
        (Body::Chain(a), Body::Chain(b)) if a.len() == 1 && b.len() == 1 => {
            united(&a[0], &b[0]).into_iter().map(|leg| Body::Chain(vec![leg])).collect()
        }
        (_, Body::Path(items)) => loosened(items).into_iter().map(Body::Path).collect(),
        (_, Body::Chain(legs)) if legs.len() > 1 => to_path(legs)
            .map(|items| loosened(&items).into_iter().map(Body::Path).collect())
            .unwrap_or_default(),
        _ => Vec::new(),
    };
    bodies.into_iter().map(|body| one.with(body)).collect()
}
