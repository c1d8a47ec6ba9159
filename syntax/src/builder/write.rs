//! Writes the values of a statement along its form.
//!
//! The values choose the optional parts and alternatives: a part is written if it takes a value. Of several texts that
//! the values allow, the one with the fewest words that no value asks for is written.

use super::Fill;
use crate::form::{Form, FormPart};

/// The reason that values do not fit a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The form has no place for one of the values, or lacks one.
    None,
    /// The form allows several texts with these values.
    Several,
}

/// A text of a part of a form, with the number of values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wording {
    tokens: Vec<String>,
    taken: usize,
    /// The number of words that no value asks for.
    silent: usize,
}

impl Wording {
    fn nothing() -> Wording {
        Wording { tokens: Vec::new(), taken: 0, silent: 0 }
    }

    fn then(&self, next: Wording) -> Wording {
        let tokens = [self.tokens.as_slice(), &next.tokens].concat();
        Wording { tokens, taken: self.taken + next.taken, silent: self.silent + next.silent }
    }

    /// Returns the same wording with its tokens in brackets or parentheses.
    fn enclosed(self, open: &str, close: &str) -> Wording {
        Wording { tokens: vec![format!("{open}{}{close}", spaced(&self.tokens))], ..self }
    }
}

/// Writes values along a form.
///
/// # Errors
/// Returns an error if the values do not fit the form.
pub fn write(parts: &[FormPart], fills: &[Fill]) -> Result<String, Misfit> {
    best(wordings(parts, fills).into_iter(), fills.len())
}

/// Returns the text of the wording that takes all values with the fewest silent words, and without needless brackets:
/// a list of one item has the same meaning as the item.
pub(super) fn best(wordings: impl Iterator<Item = Wording>, fills: usize) -> Result<String, Misfit> {
    let all: Vec<Wording> = wordings.filter(|wording| wording.taken == fills).collect();
    let least = all.iter().map(|wording| wording.silent).min().ok_or(Misfit::None)?;
    let mut texts: Vec<String> =
        all.iter().filter(|wording| wording.silent == least).map(|wording| spaced(&wording.tokens)).collect();
    texts.sort_unstable();
    texts.dedup();
    let shortest = texts.iter().map(String::len).min();
    texts.retain(|text| Some(text.len()) == shortest);
    match texts.pop() {
        Some(text) if texts.is_empty() => Ok(text),
        _ => Err(Misfit::Several),
    }
}

/// Returns all wordings of a sequence with the first of the values.
pub(super) fn wordings(parts: &[FormPart], fills: &[Fill]) -> Vec<Wording> {
    parts.iter().fold(vec![Wording::nothing()], |all, part| {
        let next = |before: &Wording| -> Vec<Wording> {
            let rest = &fills[before.taken..];
            of_part(part, rest).into_iter().map(|next| before.then(next)).collect()
        };
        all.iter().flat_map(next).collect()
    })
}

fn of_part(part: &FormPart, fills: &[Fill]) -> Vec<Wording> {
    let one = |text: String, taken: usize, silent: usize| vec![Wording { tokens: vec![text], taken, silent }];
    let alternatives =
        |all: &[Vec<FormPart>]| all.iter().flat_map(|parts| wordings(parts, fills)).collect::<Vec<_>>();
    match (part, fills.first()) {
        (FormPart::Word(word) | FormPart::Symbol(word), Some(Fill::Say(said))) if word == said => {
            one((*word).to_owned(), 1, 0)
        }
        (FormPart::Word(word), _) => one((*word).to_owned(), 0, 1),
        (FormPart::Symbol(symbol), _) => one((*symbol).to_owned(), 0, 0),
        (FormPart::Slot(slot), Some(Fill::Item(own, value))) if own == slot => one(value.clone(), 1, 0),
        (FormPart::Slot(slot), Some(Fill::Phrase(phrase))) if phrase.slot == *slot => {
            one(phrase.text(), 1, 0)
        }
        // A word can begin the form of a slot, such as a result.
        (FormPart::Slot(slot), Some(Fill::Say(said))) => {
            let begins = |form: &&Form| form.first_words().any(|word| word == *said);
            Form::of_slot(*slot).iter().filter(begins).flat_map(|form| wordings(&form.parts, fills)).collect()
        }
        (FormPart::Slot(_), _) => Vec::new(),
        (FormPart::Choice(all), _) => {
            // Parentheses around a single sequence only group it, and a block is written after the statement.
            let is_group = all.len() == 1;
            let fits = |wording: &Wording| is_group || wording.taken > 0 || wording.tokens.is_empty();
            let fitting: Vec<Wording> = alternatives(all).into_iter().filter(fits).collect();
            // Without a value that chooses, the first of several words is the usual one.
            if fitting.is_empty() { alternatives(&all[..1]) } else { fitting }
        }
        (FormPart::Optional(all), _) => {
            let taken = alternatives(all).into_iter().filter(|wording| wording.taken > 0);
            taken.chain([Wording::nothing()]).collect()
        }
        (FormPart::Repeated { part, comma }, _) => repeated(part, *comma, fills),
        (FormPart::List(parts), _) => {
            wordings(parts, fills).into_iter().map(|wording| wording.enclosed("[", "]")).collect()
        }
        (FormPart::Group(parts), _) => {
            wordings(parts, fills).into_iter().map(|wording| wording.enclosed("(", ")")).collect()
        }
        (FormPart::Block(_), _) => vec![Wording::nothing()],
    }
}

fn repeated(part: &FormPart, comma: bool, fills: &[Fill]) -> Vec<Wording> {
    let mut all = of_part(part, fills);
    let mut from = 0;
    while let Some(before) = all.get(from).cloned() {
        from += 1;
        let said = usize::from(comma && fills.get(before.taken) == Some(&Fill::Say(",")));
        let mut joined = before.clone();
        joined.taken += said;
        if comma {
            joined.tokens.push(",".to_owned());
            joined.silent += 1 - said;
        }
        let next = of_part(part, &fills[joined.taken..]).into_iter().filter(|next| next.taken > 0);
        all.extend(next.map(|next| joined.then(next)));
    }
    all
}

/// Joins tokens with spaces, except before commas and colons and around ranges.
fn spaced(tokens: &[String]) -> String {
    let mut text = String::new();
    for token in tokens {
        let is_joined =
            matches!(token.as_str(), "," | ":" | ".." | "*") || text.ends_with("..") || text.is_empty();
        if !is_joined {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}
