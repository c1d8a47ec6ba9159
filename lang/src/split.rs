//! Names that were written as two words.
//!
//! If a problem concerns one of two adjacent words, and the files contain the two words joined by a hyphen, then
//! [`rejoined`] replaces the problem with a suggestion of the joined name. The words are those of the trees.

use super::statement::split_name_at;
use super::syntax::{TokenKind, Tree};
use super::vocabulary;
use crate::base::source::{Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic};
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of words of a line that are compared, because the line may be huge.
const MAX_WORDS: usize = 1000;

/// Returns the suggestion to join two words into a name that the files use elsewhere, or else the problem as
/// given.
pub(super) fn rejoined(problem: Diagnostic, trees: &[Arc<Tree>], sources: &Sources) -> Diagnostic {
    let is_about_words =
        matches!(problem.code, Code::LeftoverWords | Code::UnexpectedWord | Code::UnknownWord);
    if !problem.is_error() || !is_about_words || problem.proposed().is_some() {
        return problem;
    }
    let (place, at) = (problem.place(), problem.place().start as usize);
    let own = trees.iter().find(|tree| tree.file() == place.file).zip(sources.get(place.file));
    let Some((tree, source)) = own else { return problem };
    let line = source.line(at);
    let line = source.line_start(line)..source.line_start(line + 1);
    let words: Vec<Range<usize>> = words_of(tree, line).take(MAX_WORDS).collect();
    let text = tree.text();
    let pair = words.windows(2).enumerate().find_map(|(index, pair)| {
        let (one, two) = (pair[0].clone(), pair[1].clone());
        let is_blank = |range: Range<usize>| text.get(range).is_some_and(|text| text.trim().is_empty());
        // The pair ends right before the place, contains it, or begins there.
        let is_here = one.start <= at && (at < two.end || is_blank(two.end..at));
        let name = format!("{}-{}", &text[one.clone()], &text[two.clone()]);
        let is_used = || {
            let all =
                |tree: &Tree| words_of(tree, 0..tree.text().len()).any(|word| tree.text()[word] == name);
            trees.iter().any(|tree| all(tree)) || others(trees, sources).any(|text| holds(text, &name))
        };
        // A keyword at the start of a line is no part of a name, and neither are words that define the name.
        let is_other = index == 0 && vocabulary::find(&text[one.clone()]).is_some()
            || words.iter().any(|word| text[word.clone()] == name);
        (!is_other && is_here && is_blank(one.end..two.start) && is_used())
            .then(|| split_name_at(Span::new(place.file, one.start, two.end), &name))
    });
    pair.unwrap_or(problem)
}

/// Returns the places of the words in a part of a tree. The parts of a name between periods are words.
fn words_of(tree: &Tree, part: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let is_word =
        |kind| matches!(kind, TokenKind::Word | TokenKind::Number | TokenKind::Square | TokenKind::Rank);
    let tokens = tree.tokens_at(part).filter(move |token| is_word(token.kind));
    tokens.flat_map(|token| {
        let start = token.span.range().start;
        let parts = token.text.split(|letter| !is_of_word(letter)).filter(|word| !word.is_empty());
        let place = move |word: &str| start + (word.as_ptr() as usize - token.text.as_ptr() as usize);
        parts.map(move |word| place(word)..place(word) + word.len())
    })
}

/// Returns the texts of the sources that have no tree, such as readings.
fn others<'a>(trees: &[Arc<Tree>], sources: &'a Sources) -> impl Iterator<Item = &'a str> {
    let has_tree = |at: usize| trees.iter().any(|tree| tree.file() as usize == at);
    sources.iter().enumerate().filter(move |(at, _)| !has_tree(*at)).map(|(_, source)| source.text.as_str())
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

/// Returns true if a text contains this word.
fn holds(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let borders = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        ![borders.0, borders.1].into_iter().flatten().any(is_of_word)
    })
}
