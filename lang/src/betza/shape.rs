//! The shape of a notation: a parse tree in which letters have no meaning yet.
//!
//! [`parse`] is the entry point. Texts that are too long, too deeply nested, or unbalanced are rejected before
//! they reach the parser, so no input can exhaust it.

use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::Fix;
use pest::Parser;
use pest::iterators::Pair;

const MAX_LENGTH: usize = 400;
const MAX_DEPTH: usize = 8;

#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/betza.pest"]
    pub(super) struct BetzaGrammar;
}
use grammar::{BetzaGrammar, Rule};

/// A modifier, a parenthesis around modifiers, or a joint between two legs.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    pub letter: char,
    pub span: Span,
}

pub(super) enum ShapeItem {
    Part(ShapePart),
    /// `-` or `?`. It occurs only inside brackets.
    Joint(Letter),
    /// Text that does not fit the grammar.
    Stray(Span),
}

/// One move, or one leg of a bracket path.
pub(super) struct ShapePart {
    /// The modifiers. Parentheses enclose groups that can be repeated. Groups do not nest.
    pub letters: Vec<Letter>,
    pub core: Core,
    pub exempt: bool,
    pub span: Span,
}

/// The part that the modifiers apply to.
pub(super) enum Core {
    Atom(AtomText),
    Bracket(BracketShape),
    /// Nothing. The modifiers stand alone.
    Missing,
}

#[derive(Clone, Copy)]
pub(super) struct AtomText {
    /// A capital letter with its suffixes, or coordinates.
    pub name: Span,
    pub extent: Option<Span>,
}

/// A bracket path. The extent is its number of repetitions.
pub(super) struct BracketShape {
    pub items: Vec<ShapeItem>,
    pub extent: Option<Span>,
    pub span: Span,
}

/// Parses the shape of `text`, which is located at `at`.
pub(super) fn parse(text: &str, at: Span) -> Result<Vec<ShapeItem>, Diagnostic> {
    guard(text, at)?;
    let unreadable = |_| Diagnostic::new(Code::BetzaUnreadable, at, "this is not Betza notation");
    let mut pairs = BetzaGrammar::parse(Rule::notation, text).map_err(unreadable)?;
    Ok(pairs.next().into_iter().flat_map(Pair::into_inner).filter_map(|pair| item(pair, at)).collect())
}

/// Rejects texts that are too long, too deeply nested, or unbalanced.
fn guard(text: &str, at: Span) -> Result<(), Diagnostic> {
    let error = |code, span, message: &str, help: &str| Diagnostic::new(code, span, message).help(help);
    if text.trim().is_empty() {
        let help = "write at least one atom, such as `W` for one step along a rank or file";
        return Err(error(Code::BetzaEmpty, at, "the notation is empty", help));
    }
    if text.len() > MAX_LENGTH {
        let message = format!("this notation is longer than {MAX_LENGTH} bytes");
        return Err(error(
            Code::BetzaTooLong,
            at,
            &message,
            "divide the move among several stages or pieces",
        ));
    }
    let mut open: Vec<(char, usize)> = Vec::new();
    // The parser is recursive, so the nesting depth is limited before it runs.
    let brackets = text.char_indices().filter(|(_, letter)| "[]{}()".contains(*letter));
    for (index, letter) in brackets {
        let here = at.part(index, index + 1);
        let partner = match letter {
            ']' => '[',
            ')' => '(',
            '}' => '{',
            _ => {
                if let ('(', Some(('(', start))) = (letter, open.last()) {
                    let help = "write one group after the other, as in `(af)(as)W`";
                    return Err(error(Code::BetzaBadGroup, here, "groups of letters cannot be nested", help)
                        .label(at.part(*start, start + 1), "this group is still open"));
                }
                open.push((letter, index));
                if open.len() > MAX_DEPTH {
                    let help = format!("at most {MAX_DEPTH} levels are allowed");
                    return Err(error(Code::BetzaTooDeep, here, "brackets are nested too deeply", &help));
                }
                continue;
            }
        };
        let Some((other, start)) = open.pop() else {
            let help = format!("put a `{partner}` before it or remove it");
            return Err(error(Code::BetzaUnbalanced, here, &format!("`{letter}` closes nothing"), &help));
        };
        if other != partner {
            let message = format!("`{letter}` does not close `{other}`");
            let opened = format!("`{other}` is opened here");
            return Err(Diagnostic::new(Code::BetzaUnbalanced, here, message)
                .label(at.part(start, start + 1), opened));
        }
    }
    let Some((letter, start)) = open.pop() else { return Ok(()) };
    let (here, message) = (at.part(start, start + 1), format!("`{letter}` is never closed"));
    let closer = match letter {
        '(' => ")",
        '{' => "}",
        _ => "]",
    };
    let problem = error(Code::BetzaUnbalanced, here, &message, "close it before the notation ends");
    Err(problem.fix(Fix::guess(at.after(), closer)))
}

fn place(pair: &Pair<Rule>, at: Span) -> Span {
    at.part(pair.as_span().start(), pair.as_span().end())
}

fn item(pair: Pair<Rule>, at: Span) -> Option<ShapeItem> {
    match pair.as_rule() {
        Rule::part | Rule::leg => Some(ShapeItem::Part(part(pair, at))),
        Rule::joint => letters(&pair, at).first().copied().map(ShapeItem::Joint),
        Rule::stray | Rule::inner => Some(ShapeItem::Stray(place(&pair, at))),
        _ => None,
    }
}

fn part(pair: Pair<Rule>, at: Span) -> ShapePart {
    let mut found =
        ShapePart { letters: Vec::new(), core: Core::Missing, exempt: false, span: place(&pair, at) };
    for inner in pair.into_inner() {
        let span = place(&inner, at);
        match inner.as_rule() {
            Rule::mods => found.letters = letters(&inner, at),
            Rule::atom => {
                let mut places = inner.into_inner().map(|part| place(&part, at));
                let name = places.next().unwrap_or(span);
                found.core = Core::Atom(AtomText { name, extent: places.next() });
            }
            Rule::bracket => {
                let extent = inner.clone().into_inner().find(|part| part.as_rule() == Rule::range);
                let extent = extent.map(|range| place(&range, at));
                let items = inner.into_inner().filter_map(|pair| item(pair, at)).collect();
                found.core = Core::Bracket(BracketShape { items, extent, span });
            }
            Rule::exempt => found.exempt = true,
            _ => {}
        }
    }
    found
}

fn letters(pair: &Pair<Rule>, at: Span) -> Vec<Letter> {
    let span = place(pair, at);
    let letters = pair.as_str().char_indices();
    letters.map(|(at, letter)| Letter { letter, span: span.part(at, at + 1) }).collect()
}
