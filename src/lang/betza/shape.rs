//! Text to shape: the only part that names pest. Guards come first, so that no text can exhaust the parser.

use super::raw::{Atom, Base, Bracket, Core, Extent, Item, Letter, Modifier, Part, Raw};
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use pest::Parser;
use pest::iterators::Pair;

/// The longest notation, in bytes.
pub(super) const MAX_LENGTH: usize = 400;
/// The deepest nesting of brackets.
pub(super) const MAX_DEPTH: usize = 8;

#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/betza.pest"]
    pub(super) struct Grammar;
}
use grammar::{Grammar, Rule};

/// Reads the shape of `text`, which lies at `at`.
pub(super) fn parse(text: &str, at: Span) -> Result<Raw, Diagnostic> {
    guard(text, at)?;
    let mut pairs = Grammar::parse(Rule::notation, text).map_err(|error| {
        let place = match error.location {
            pest::error::InputLocation::Pos(start) => at.part(start, text.len()),
            pest::error::InputLocation::Span((start, end)) => at.part(start, end),
        };
        Diagnostic::error("betza-unreadable", place, "this is not a Betza notation")
    })?;
    let mut raw = Raw::default();
    for pair in pairs.next().into_iter().flat_map(Pair::into_inner) {
        match pair.as_rule() {
            Rule::part => raw.parts.push(part(pair, at)),
            Rule::stray => raw.strays.push(place(&pair, at)),
            _ => {}
        }
    }
    Ok(raw)
}

/// Refuses what is too long, too deep or unbalanced before the parser sees it.
fn guard(text: &str, at: Span) -> Result<(), Diagnostic> {
    if text.trim().is_empty() {
        return Err(Diagnostic::error("betza-empty", at, "the notation is empty")
            .help("write at least one atom, such as `W` for one step along a rank or file"));
    }
    if text.len() > MAX_LENGTH {
        let message = format!("this notation is longer than {MAX_LENGTH} bytes");
        return Err(Diagnostic::error("betza-too-long", at, message)
            .help("split the move into several stages or pieces"));
    }
    let mut open: Vec<(char, usize)> = Vec::new();
    for (index, letter) in text.char_indices() {
        let here = at.part(index, index + letter.len_utf8());
        let partner = match letter {
            '[' | '(' | '{' => {
                if let ('(', Some(('(', start))) = (letter, open.last()) {
                    return Err(Diagnostic::error("betza-bad-group", here, "groups of letters do not nest")
                        .label(at.part(*start, start + 1), "this group is still open")
                        .help("write one group after the other, as in `(af)(as)W`"));
                }
                open.push((letter, index));
                if open.len() > MAX_DEPTH {
                    return Err(Diagnostic::error("betza-too-deep", here, "brackets are nested too deep")
                        .help(format!("at most {MAX_DEPTH} levels are allowed")));
                }
                continue;
            }
            ']' => '[',
            ')' => '(',
            '}' => '{',
            _ => continue,
        };
        match open.pop() {
            Some((other, _)) if other == partner => {}
            Some((other, start)) => {
                let message = format!("`{letter}` does not close `{other}`");
                return Err(Diagnostic::error("betza-unbalanced", here, message)
                    .label(at.part(start, start + 1), format!("`{other}` is opened here")));
            }
            None => {
                let message = format!("`{letter}` closes nothing");
                return Err(Diagnostic::error("betza-unbalanced", here, message)
                    .help(format!("put a `{partner}` before it or remove it")));
            }
        }
    }
    match open.pop() {
        Some((letter, start)) => {
            let message = format!("`{letter}` is never closed");
            Err(Diagnostic::error("betza-unbalanced", at.part(start, start + 1), message)
                .help("close it before the notation ends"))
        }
        None => Ok(()),
    }
}

fn place(pair: &Pair<Rule>, at: Span) -> Span {
    at.part(pair.as_span().start(), pair.as_span().end())
}

fn part(pair: Pair<Rule>, at: Span) -> Part {
    let mut found = Part { modifiers: Vec::new(), core: Core::Missing, exempt: None, span: place(&pair, at) };
    for inner in pair.into_inner() {
        match inner.as_rule() {
            Rule::mods => found.modifiers = inner.into_inner().map(|m| modifier(m, at)).collect(),
            Rule::bracket => found.core = Core::Bracket(bracket(inner, at)),
            Rule::atom => found.core = Core::Atom(atom(inner, at)),
            Rule::exempt => found.exempt = Some(place(&inner, at)),
            _ => {}
        }
    }
    found
}

fn sign(pair: &Pair<Rule>) -> char {
    pair.as_str().chars().next().unwrap_or('?')
}

fn letter(pair: &Pair<Rule>, at: Span) -> Letter {
    Letter { letter: sign(pair), span: place(pair, at) }
}

fn modifier(pair: Pair<Rule>, at: Span) -> Modifier {
    if pair.as_rule() == Rule::group {
        let span = place(&pair, at);
        return Modifier::Group(pair.into_inner().map(|l| letter(&l, at)).collect(), span);
    }
    Modifier::Letter(letter(&pair, at))
}

fn bracket(pair: Pair<Rule>, at: Span) -> Bracket {
    let mut found = Bracket { items: Vec::new(), extent: None, span: place(&pair, at) };
    for inner in pair.into_inner() {
        let span = place(&inner, at);
        match inner.as_rule() {
            Rule::leg => found.items.push(Item::Leg(part(inner, at))),
            Rule::joint => found.items.push(Item::Joint(sign(&inner), span)),
            Rule::inner => found.items.push(Item::Stray(span)),
            Rule::range => found.extent = Some((extent(inner), span)),
            _ => {}
        }
    }
    found
}

fn atom(pair: Pair<Rule>, at: Span) -> Atom {
    let span = place(&pair, at);
    let mut found = Atom { base: Base::Letter('?'), suffixes: Vec::new(), extent: None, name: span };
    for inner in pair.into_inner() {
        let here = place(&inner, at);
        match inner.as_rule() {
            Rule::capital => {
                found.base = Base::Letter(sign(&inner));
                found.name = here;
            }
            Rule::coordinates => {
                found.name = here;
                let mut numbers = inner.into_inner().map(|n| number(&n));
                found.base = Base::Coordinates(numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
            }
            Rule::suffix => {
                found.suffixes.push(sign(&inner));
                found.name = found.name.to(here);
            }
            Rule::doubled => found.extent = Some((Extent::AtMost(0), here)),
            Rule::range => found.extent = Some((extent(inner), here)),
            _ => {}
        }
    }
    found
}

fn extent(pair: Pair<Rule>) -> Extent {
    let Some(inner) = pair.into_inner().next() else { return Extent::AtMost(1) };
    if inner.as_rule() == Rule::number {
        return Extent::AtMost(number(&inner));
    }
    let mut numbers = inner.into_inner().map(|n| number(&n));
    Extent::Between(numbers.next().unwrap_or(1), numbers.next())
}

/// A number too large for its type is as good as the largest.
fn number(pair: &Pair<Rule>) -> u32 {
    pair.as_str().parse().unwrap_or(u32::MAX)
}
