//! Decides whether a statement continues on the next line.

use super::scan::{Rule, Token};
use super::tree::is_key;
use crate::vocabulary;

/// Returns true if a line contains only marks and possibly a block.
pub(super) fn marks_follow(line: &[Token]) -> bool {
    let mut ahead = line.iter().peekable();
    let mut any = false;
    while ahead.next_if(|token| token.rule == Rule::open_list).is_some() {
        let mut keys = 0;
        let end = ahead.by_ref().find(|token| {
            let is_key = token.rule == Rule::word && is_key(token.text);
            keys += usize::from(is_key);
            !is_key && token.rule != Rule::newline
        });
        if keys == 0 || end.is_none_or(|token| token.rule != Rule::close_list) {
            return false;
        }
        any = true;
    }
    let ends = [Rule::newline, Rule::comment, Rule::open_block, Rule::close_block, Rule::semicolon];
    any && ahead.next().is_none_or(|token| ends.contains(&token.rule))
}

/// Returns the number of tokens between the end of a line, which is the first token, and the continuation of a statement
/// after a comma, `and`, or `or`. Returns `None` at a blank line, at a token that is not an item, and at a statement that
/// declares a name.
pub(super) fn tokens_to_next_line(tokens: &[Token]) -> Option<usize> {
    let ends = [Rule::newline, Rule::rank, Rule::close_block, Rule::open_block, Rule::semicolon];
    let mut skipped = 1;
    while tokens.get(skipped).is_some_and(|token| token.rule == Rule::comment) {
        skipped += 2;
    }
    let declares = |words: &[Token]| {
        vocabulary::declaring().any(|word| word == words[0].text) && words[1].rule == Rule::word
    };
    let next = tokens.get(skipped..).unwrap_or_default();
    let goes_on =
        next.first().is_some_and(|token| !ends.contains(&token.rule)) && !next.get(..2).is_some_and(declares);
    goes_on.then_some(skipped)
}
