//! Characters that are commonly confused with those of the notation: spaces, dashes, letters of other scripts, and
//! `0` for the `O` of castling.

use super::read_letters;
use crate::base::source::Span;
use crate::betza::BetzaDialect;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::look_alike::{latin, look_alike, plain_signs, sign};

/// Returns one problem in place of all others if the notation is right except for confused characters.
pub(super) fn misspelled(text: &str, at: Span, dialect: BetzaDialect) -> Option<Diagnostic> {
    let (mut likely, mut wrong, mut before) = (String::new(), None, ' ');
    for (index, c) in text.char_indices() {
        let precedes_digit = text[index + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        let meant = match c {
            _ if c.is_whitespace() => String::new(),
            '0' if before.is_ascii_lowercase() => "O".to_owned(),
            'o' if precedes_digit => "O".to_owned(),
            _ => latin(&plain_signs(&c.to_string())),
        };
        if !meant.starts_with(c) {
            wrong = wrong.or(Some(c));
        }
        likely += &meant;
        before = c;
    }
    let wrong = wrong.filter(|_| !read_letters(&likely, at, dialect).1.iter().any(Diagnostic::is_error))?;
    let what = look_alike(&wrong.to_string()).or(sign(wrong).map(|name| format!("it is {name}")));
    let message = match what {
        Some(what) => format!("`{wrong}` has no meaning here: {what}"),
        None if wrong.is_whitespace() => "a notation has no spaces".to_owned(),
        None => format!("`{wrong}` has no meaning here: castling is written with a capital letter `O`"),
    };
    let problem = Diagnostic::new(Code::BetzaUnknownLetter, at, message)
        .help(format!("did you mean `{likely}`?"))
        .fix(Fix::of(Certainty::Certain).and(at, TextChange::Name { old: None, name: likely.into() }));
    Some(problem)
}
