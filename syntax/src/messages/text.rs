//! Text utilities for messages, pages, and reports.
//!
//! There are functions for lists, plurals, and articles ([`join`], [`plural`], [`a`]), for escaping ([`escaped`],
//! [`markdown`]), for advice ([`did_you_mean`], [`write`](fn@write)), and for line breaking ([`fill`]).

use super::fix::{Certainty, Fix, TextChange};
use std::borrow::Cow;
use std::fmt::Display;

/// Returns true if a terminal may interpret a character, reorder its neighbors, or display nothing.
pub fn is_unsafe(c: char) -> bool {
    const HIDDEN: [std::ops::RangeInclusive<char>; 11] = [
        '\u{AD}'..='\u{AD}',
        '\u{61C}'..='\u{61C}',
        '\u{115F}'..='\u{1160}',
        '\u{180B}'..='\u{180F}',
        '\u{200B}'..='\u{200F}',
        '\u{2028}'..='\u{202E}',
        '\u{2060}'..='\u{206F}',
        '\u{3164}'..='\u{3164}',
        '\u{FEFF}'..='\u{FEFF}',
        '\u{FFF9}'..='\u{FFFB}',
        '\u{E0000}'..='\u{E0FFF}',
    ];
    c.is_control() || !c.is_ascii() && HIDDEN.iter().any(|range| range.contains(&c))
}

/// Escapes characters that are unsafe to print, except line ends and tabs.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let is_wrong = |c: char| is_unsafe(c) && !"\n\t".contains(c);
    if !text.contains(is_wrong) {
        return text.into();
    }
    let escape = |c: char| if is_wrong(c) { c.escape_unicode().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// Joins words into a list: `a`, `a and b`, or `a, b, and c`.
pub fn join(words: impl IntoIterator<Item = impl AsRef<str>>, conjunction: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_owned()).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one} {conjunction} {other}"),
        [init @ .., end] => format!("{}, {conjunction} {end}", init.join(", ")),
    }
}

/// Joins words with commas.
pub fn commas(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    words.into_iter().map(|word| word.as_ref().to_owned()).collect::<Vec<String>>().join(", ")
}

/// Encloses words in backticks and joins them with commas.
pub fn quoted(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    commas(words.into_iter().map(|word| format!("`{}`", word.as_ref())))
}

/// Encloses words in backticks and joins them with commas. After `most` words, only their number follows.
pub fn quoted_some(words: &[&str], most: usize) -> String {
    let shown = quoted(words.iter().take(most));
    match words.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown}, and {more} more"),
    }
}

/// Formats cited sources as a suffix, such as ` [murray, forbes]`. Without sources, the suffix is empty.
pub fn cited<W: AsRef<str>>(names: &[W]) -> String {
    if names.is_empty() { String::new() } else { format!(" [{}]", commas(names)) }
}

/// Formats a number with a noun: `1 square`, `3 squares`.
pub fn plural<N: Display + PartialEq + From<u8>>(n: N, thing: &str) -> String {
    let s = if n == N::from(1) { "" } else { "s" };
    format!("{n} {thing}{s}")
}

/// Formats a number of times: `once`, `twice`, `3 times`.
pub fn times(n: u8) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// Returns a word with its indefinite article.
pub fn a(word: &str) -> String {
    let lower = word.to_lowercase();
    // These words begin with a vowel in writing but with a consonant in speech.
    let sounds_like_consonant = ["uni", "eu", "one", "use"].iter().any(|start| lower.starts_with(start));
    let an = lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !sounds_like_consonant;
    format!("{} {word}", if an { "an" } else { "a" })
}

/// Normalizes a name for lookup: lower case, words separated by spaces, no apostrophes or articles.
pub fn plain_name(name: &str) -> String {
    let is_apostrophe = |c: char| matches!(c, '\'' | '`' | '\u{2018}' | '\u{2019}' | '\u{02BC}'..='\u{02BF}');
    let plain = name.to_lowercase().replace(['-', '_'], " ").replace(is_apostrophe, "");
    let words: Vec<&str> = plain.split_whitespace().filter(|word| *word != "the").collect();
    words.join(" ")
}

/// Returns a text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Returns a text with its first letter in lower case.
pub fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Converts a sentence to a clause: its first letter becomes lower case and its final period is removed.
pub fn clause(sentence: &str) -> String {
    lower(sentence.trim_end_matches('.'))
}

/// Escapes a text for Markdown. Code between backticks stays unchanged.
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        // Markdown has no escapes in code, so a pair of backticks is copied with everything in between.
        let code = after.find('`').filter(|_| c == '`');
        let length = code.map_or(c.len_utf8(), |end| end + 2);
        if code.is_none() && matches!(c, '`' | '*' | '<' | '\\') {
            escaped.push('\\');
        }
        escaped.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    // At the start of a paragraph, these characters would begin a heading, a list, or a quotation.
    if escaped.starts_with(['#', '+', '-', '>', '=', '|', '~']) { format!("\\{escaped}") } else { escaped }
}

/// Advice about a problem.
pub struct Help {
    pub text: String,
    /// The fixes that the advice names.
    pub fixes: Vec<Fix>,
}

impl<T: Into<String>> From<T> for Help {
    fn from(text: T) -> Help {
        Help { text: text.into(), fixes: Vec::new() }
    }
}

impl Help {
    /// Appends another sentence.
    pub fn and(mut self, more: &str) -> Help {
        self.text = self.text + " " + more;
        self
    }

    /// Adds a change of the first place of the problem.
    pub fn offer(mut self, certainty: Certainty, change: TextChange) -> Help {
        self.fixes.push(Fix::here(certainty, change));
        self
    }

    /// Adds a name for the first place of the problem, which is a guess.
    pub fn offer_name(self, name: &str) -> Help {
        self.offer(Certainty::Guess, TextChange::Name { old: None, name: name.into() })
    }

    /// Records that the fixes keep the meaning, or that no other text is possible.
    pub fn certain(mut self) -> Help {
        self.fixes.iter_mut().for_each(|fix| fix.certainty = Certainty::Certain);
        self
    }

    /// Records that the fixes are guesses.
    pub fn guess(mut self) -> Help {
        self.fixes.iter_mut().for_each(|fix| fix.certainty = Certainty::Guess);
        self
    }
}

/// Returns the question that suggests a name for the first place of a problem.
pub fn did_you_mean(name: &str) -> Help {
    Help::from(format!("did you mean `{name}`?")).offer_name(name)
}

/// Returns the advice to delete the first place of a problem, which is a guess.
pub fn delete(text: impl Into<String>) -> Help {
    Help::from(text).offer(Certainty::Guess, TextChange::Delete)
}

/// Returns the advice to write a text at the first place of a problem, which is the only possible one.
pub fn write(text: &str) -> Help {
    Help::from(format!("write {}", code(text))).offer(Certainty::Certain, TextChange::Write(text.into()))
}

/// Encloses a text in backticks, or in two if it contains one.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// Returns a text, truncated to a number of characters.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Breaks words into lines of at most `width` characters. The first line starts with `first`, every other with
/// `rest`.
pub fn fill<'w>(
    first: &str,
    rest: &str,
    words: impl IntoIterator<Item = &'w str>,
    width: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in words {
        let length = line.chars().count() + usize::from(!is_empty) + word.chars().count();
        if !is_empty && length > width {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Breaks words into lines with a hanging indent as wide as `first`.
pub fn hang<'w>(first: &str, words: impl IntoIterator<Item = &'w str>, width: usize) -> Vec<String> {
    fill(first, &" ".repeat(first.chars().count()), words, width)
}
