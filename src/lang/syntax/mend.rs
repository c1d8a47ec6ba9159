//! Pairs braces and brackets, and mends the tokens where one is missing, so that the tree can be built without a doubt.
//!
//! A missing brace is a mistake of the author, not of the file's last line: where counting finds one, indentation is asked
//! as well, and believed when it explains the file with no more mistakes than counting does. Afterwards every opener has
//! its closer, none nests too deep, and brackets never reach across a brace, a semicolon or a drawing.

mod braces;
mod brackets;

use super::problems::Problems;
use super::scan::{Kind, Token};

/// The tokens with every brace and bracket paired.
pub(super) fn mend(text: &str, tokens: Vec<Token>, problems: &mut Problems) -> Vec<Token> {
    let tokens = braces::mend(text, tokens, problems);
    brackets::mend(text, tokens, problems)
}

/// Changes to be made to a list of tokens, places counted in the list as it was.
#[derive(Default)]
struct Edits {
    inserted: Vec<(usize, Kind)>,
    removed: Vec<std::ops::Range<usize>>,
}

impl Edits {
    /// A token that should stand before token `at`, after whatever was inserted there earlier.
    fn insert(&mut self, at: usize, kind: Kind) {
        self.inserted.push((at, kind));
    }

    /// Tokens that should not be there.
    fn remove(&mut self, range: std::ops::Range<usize>) {
        self.removed.push(range);
    }

    /// Makes the changes. What is inserted takes no bytes and stands right after the token before it.
    fn apply(mut self, tokens: Vec<Token>) -> Vec<Token> {
        if self.inserted.is_empty() && self.removed.is_empty() {
            return tokens;
        }
        self.inserted.sort_by_key(|(at, _)| *at);
        self.removed.sort_by_key(|range| range.start);
        let mut inserted = self.inserted.into_iter().peekable();
        let mut removed = self.removed.into_iter().peekable();
        let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut gone = 0;
        for at in 0..=tokens.len() {
            while let Some((_, kind)) = inserted.next_if(|(place, _)| *place == at) {
                if at >= gone {
                    let place = out.last().map_or(0, |token| token.end as usize);
                    out.push(Token::new(kind, place, place));
                }
            }
            while let Some(range) = removed.next_if(|range| range.start == at) {
                gone = gone.max(range.end);
            }
            if at >= gone {
                out.extend(tokens.get(at));
            }
        }
        out
    }
}
