//! Decides whether a statement continues on the next line.
//!
//! A statement continues after a comma, `and`, or `or` at the end of a line ([`tokens_to_next_line`]), and before a line
//! that contains only marks ([`marks_follow`]). Only the parser and the formatter ask: the parser to find the end of a
//! statement, and the formatter so that it does not join two statements. Every other reader takes the end from the tree.

use super::owned::is_key;
use super::token::{Token, TokenKind};
use crate::vocabulary;

/// Returns true if a line contains only marks and possibly a block.
pub(super) fn marks_follow(line: &[Token]) -> bool {
    let mut ahead = line.iter().peekable();
    let mut any = false;
    while ahead.next_if(|token| token.kind == TokenKind::OpenList).is_some() {
        let mut keys = 0;
        let end = ahead.by_ref().find(|token| {
            let is_key = token.kind == TokenKind::Word && is_key(token.text);
            keys += usize::from(is_key);
            !is_key && token.kind != TokenKind::Newline
        });
        if keys == 0 || end.is_none_or(|token| token.kind != TokenKind::CloseList) {
            return false;
        }
        any = true;
    }
    let ends = [
        TokenKind::Newline,
        TokenKind::Comment,
        TokenKind::OpenBlock,
        TokenKind::CloseBlock,
        TokenKind::Semicolon,
    ];
    any && ahead.next().is_none_or(|token| ends.contains(&token.kind))
}

/// Returns the number of tokens between the end of a line, which is the first token, and the continuation of a statement
/// after a comma, `and`, or `or`. Returns `None` at a blank line, at a token that is not an item, and at a statement that
/// declares a name.
pub(super) fn tokens_to_next_line(tokens: &[Token]) -> Option<usize> {
    let ends = [
        TokenKind::Newline,
        TokenKind::Rank,
        TokenKind::CloseBlock,
        TokenKind::OpenBlock,
        TokenKind::Semicolon,
    ];
    let mut skipped = 1;
    while tokens.get(skipped).is_some_and(|token| token.kind == TokenKind::Comment) {
        skipped += 2;
    }
    let declares = |words: &[Token]| {
        vocabulary::declaring().any(|word| word == words[0].text) && words[1].kind == TokenKind::Word
    };
    let next = tokens.get(skipped..).unwrap_or_default();
    let goes_on =
        next.first().is_some_and(|token| !ends.contains(&token.kind)) && !next.get(..2).is_some_and(declares);
    goes_on.then_some(skipped)
}
