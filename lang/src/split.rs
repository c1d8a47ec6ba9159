//! Names that were written as two words.
//!
//! If a problem concerns one of two adjacent words, and the files contain the two words joined by a hyphen, then
//! [`rejoined`] replaces the problem with a suggestion of the joined name.

use super::statement::split_name_at;
use super::vocabulary;
use crate::base::source::{Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic};
use std::ops::Range;

/// Returns the suggestion to join two words into a name that the files use elsewhere, or else the problem as
/// given.
pub(super) fn rejoined(problem: Diagnostic, sources: &Sources) -> Diagnostic {
    let is_about_words =
        matches!(problem.code, Code::LeftoverWords | Code::UnexpectedWord | Code::UnknownWord);
    if !problem.is_error() || !is_about_words || problem.proposed().is_some() {
        return problem;
    }
    let place = problem.place();
    let Some(source) = sources.get(place.file) else { return problem };
    let (text, at) = (source.text.as_str(), place.start as usize);
    let line = source.line(at);
    let (line_start, line_end) = (source.line_start(line), source.line_start(line + 1));
    let words = words(text, line_start..line_end);
    let pair = words.windows(2).find_map(|pair| {
        let (one, two) = (pair[0].clone(), pair[1].clone());
        let is_blank = |range: Range<usize>| text.get(range).is_some_and(|text| text.trim().is_empty());
        // The pair ends right before the place, contains it, or begins there.
        let is_here = one.start <= at && (at < two.end || is_blank(two.end..at));
        let name = format!("{}-{}", &text[one.clone()], &text[two.clone()]);
        let is_used = || sources.iter().any(|source| holds(&source.text, &name));
        // A keyword at the start of a line is no part of a name, and neither are words that define the name.
        let begins = text.get(line_start..one.start).is_some_and(|blank| blank.trim().is_empty());
        let is_other = begins && vocabulary::find(&text[one.clone()]).is_some()
            || text.get(line_start..line_end).is_some_and(|line| holds(line, &name));
        (!is_other && is_here && is_blank(one.end..two.start) && is_used())
            .then(|| split_name_at(Span::new(place.file, one.start, two.end), &name))
    });
    pair.unwrap_or(problem)
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

/// Returns the words in a part of a text. The number of words is limited, because the part may be a huge line.
fn words(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    const MAX: usize = 1000;
    let line = text.get(part.clone()).unwrap_or("");
    let words = line.split(|letter| !is_of_word(letter)).filter(|word| !word.is_empty());
    let place = |word: &str| part.start + (word.as_ptr() as usize - line.as_ptr() as usize);
    words.take(MAX).map(|word| place(word)..place(word) + word.len()).collect()
}

/// Returns true if a text contains this word.
fn holds(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let borders = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        ![borders.0, borders.1].into_iter().flatten().any(is_of_word)
    })
}
