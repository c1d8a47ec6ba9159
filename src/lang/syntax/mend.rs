//! Pairs braces and brackets, and mends the tokens where one is missing, so that the tree can be built without a doubt.
//!
//! A missing brace is a mistake of the author, not of the file's last line: where counting finds one, indentation is asked
//! as well, and believed when it explains the file with no more mistakes than counting does. Afterwards every opener has
//! its closer, none nests too deep, and brackets never reach across a brace, a semicolon or a drawing.

mod braces;
mod brackets;

use super::problems::Problems;
use super::scan::{Rule, Token};

/// The tokens with every brace and bracket paired.
pub(super) fn mend<'a>(text: &str, tokens: Vec<Token<'a>>, problems: &mut Problems) -> Vec<Token<'a>> {
    let tokens = braces::mend(text, tokens, problems);
    brackets::mend(tokens, problems)
}

enum Edit {
    /// A token should stand here, after whatever was inserted here earlier.
    Insert(Rule),
    /// What stands between here and there should not.
    RemoveUpTo(usize),
}

/// Changes to be made to a list of tokens, with their places in the list as it was.
#[derive(Default)]
struct Edits(Vec<(usize, Edit)>);

impl Edits {
    fn insert(&mut self, at: usize, rule: Rule) {
        self.0.push((at, Edit::Insert(rule)));
    }

    fn remove(&mut self, range: std::ops::Range<usize>) {
        self.0.push((range.start, Edit::RemoveUpTo(range.end)));
    }

    /// Makes the changes. What is inserted takes no bytes and stands right after the token before it.
    fn apply(mut self, tokens: Vec<Token>) -> Vec<Token> {
        self.0.sort_by_key(|(at, edit)| (*at, matches!(edit, Edit::RemoveUpTo(_))));
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut next = 0;
        for (at, edit) in self.0 {
            out.extend(tokens.get(next..at).unwrap_or_default());
            next = next.max(at);
            match edit {
                Edit::Insert(rule) if next == at => {
                    let last = out.last().map(|token| token.span).unwrap_or_default();
                    out.push(Token { rule, span: last.after(), text: "" });
                }
                Edit::Insert(_) => {}
                Edit::RemoveUpTo(end) => next = next.max(end),
            }
        }
        out.extend(tokens.get(next..).unwrap_or_default());
        out
    }
}
