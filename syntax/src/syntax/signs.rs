//! Problems of characters that the language does not have.
//!
//! [`unknown_sign`] is the entry point. It recognizes the characters that resemble one of the language.

use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::look_alike::{is_invisible, sign};
use crate::messages::text::{Help, delete, write};
use crate::vocabulary;

/// The characters that a web page may write with a name.
const ENTITIES: [(&str, char); 5] =
    [("&quot;", '"'), ("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&#39;", '\'')];

/// Returns the problem of signs that the language does not have, which begin at a place in the line.
pub(super) fn unknown_sign(line: &str, begun: usize, text: &str, span: Span) -> Diagnostic {
    let digits = line[begun + text.len()..].starts_with(|c: char| c.is_ascii_digit());
    // A hyphen or period beside an invisible character is a part of the word.
    let hidden = text.trim_matches(|c| matches!(c, '.' | '-'));
    let is_hidden = !hidden.is_empty() && hidden.chars().all(is_invisible);
    let rest = &line[begun..];
    if let Some((entity, plain)) = ENTITIES.into_iter().find(|(entity, _)| rest.starts_with(entity)) {
        let message = format!("`{entity}` has a meaning only in HTML");
        let problem = Diagnostic::new(Code::StrangeCharacter, span, message);
        let place = span.part(0, entity.len());
        return problem
            .repeats(entity)
            .help(format!("write `{plain}`"))
            .fix(Fix::certain(place, plain.to_string()));
    }
    if rest.starts_with("&nbsp;") {
        let message = "`&nbsp;` has a meaning only in HTML";
        let problem = Diagnostic::new(Code::StrangeCharacter, span, message);
        let place = span.part(0, "&nbsp;".len());
        return problem.repeats("&nbsp;").help("write a space").fix(Fix::certain(place, " "));
    }
    // The marks of a comment in another language.
    if text == "-" && (line[..begun].ends_with('{') || rest.starts_with("-}")) {
        let problem = Diagnostic::new(Code::StrangeCharacter, span, "unexpected `-` beside a brace");
        return problem.repeats("comment").help("a comment begins with `#`");
    }
    let problem = match text.find(hidden).filter(|_| is_hidden && hidden != text) {
        Some(from) => strange(hidden, span.part(from, from + hidden.len()), false),
        None => strange(text, span, digits),
    };
    match text {
        "/" | "@" if line.starts_with("variant ") => {
            problem.help("name the game alone: it is extended with all its arrays and readings")
        }
        "´" | "‘" | "’" => problem.help(quotes(line)),
        "." | "/" | "//" if !line.contains('"') && form_of(line).contains(" \"") => {
            problem.help(quotes(line))
        }
        "//" => problem.certain(TextChange::Write("#".into())),
        _ => problem,
    }
}

/// Returns the form of the statement on a line, or an empty text.
fn form_of(line: &str) -> &'static str {
    let mut words = line.split_whitespace().skip_while(|word| ["add", "change"].contains(word));
    words.next().and_then(vocabulary::find).map_or("", |word| word.form)
}

/// Returns the advice to write quotation marks or backticks.
pub(super) fn quotes(line: &str) -> &'static str {
    match form_of(line).contains("`MOVES`") {
        true => "write moves between backticks: `` `WF` ``",
        false => "write a text between straight double quotes: `\"like this\"`",
    }
}

fn strange(text: &str, span: Span, before_digit: bool) -> Diagnostic {
    let shown: String = text.chars().take(20).map(visible).collect();
    if before_digit && matches!(text, "-" | "−" | "–") {
        return Diagnostic::new(Code::StrangeCharacter, span, "a number cannot be negative")
            .help("write the number without the sign; a range is written `1..5`");
    }
    if before_digit && text == "." {
        return Diagnostic::new(Code::StrangeCharacter, span, "unexpected `.` before a number")
            .help("write whole numbers only; a range is written `1..5`");
    }
    let name = text.chars().next().and_then(sign).filter(|_| text.chars().count() == 1);
    let new = |message| {
        let problem = Diagnostic::new(Code::StrangeCharacter, span, message).help(advice(text));
        instead(text)
            .into_iter()
            .fold(problem, |problem, plain| problem.certain(TextChange::Write(plain.into())))
    };
    match name.filter(|name| !shown.contains(name.split(' ').next().unwrap_or_default())) {
        Some(name) => new(format!("unexpected `{shown}`, which is {name}")).repeats(text),
        None if text.starts_with(|c| matches!(c, '\u{FF01}'..='\u{FF5E}')) => {
            new(format!("unexpected `{shown}`")).repeats(text)
        }
        None => new(format!("unexpected `{shown}`")),
    }
}

/// Returns the sign of the language that is certainly meant by another one.
fn instead(text: &str) -> Option<&'static str> {
    Some(match text {
        "…" => "..",
        "×" => "x",
        "≤" => "<=",
        "≥" => ">=",
        "→" | "⇒" | "->" => ":",
        "==" | "===" => "=",
        _ => return None,
    })
}

/// Formats a character for a message.
fn visible(c: char) -> String {
    if c.is_whitespace() || is_invisible(c) { format!("U+{:04X}", u32::from(c)) } else { c.to_string() }
}

/// Returns advice about a character that resembles one of the language.
fn advice(text: &str) -> Help {
    let advice = match text.chars().next().unwrap_or(' ') {
        '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '\'' | '´' => quotes(""),
        '/' => "a comment begins with `#`",
        '–' | '—' | '−' | '\u{2010}'..='\u{2012}' | '\u{FF0D}' => {
            let help = Help::from("write a plain `-`; a range is written `1..5`");
            let change = |sign: &str| TextChange::Write(sign.into());
            return help.offer(Certainty::Guess, change("-")).offer(Certainty::Guess, change(".."));
        }
        '…' => "write two periods: `1..5`",
        '×' => "write the letter `x`",
        '≤' => "write `<=`",
        '≥' => "write `>=`",
        '→' | '⇒' => "write a colon before an effect",
        '.' => return delete("delete it: a statement ends with its line; a range is written `1..5`"),
        '-' if text == "->" => "write a colon before an effect",
        '-' => "a word does not begin with `-`; a range is written `1..5`",
        '=' if text == "=>" => "write a colon before an effect; write `>=` for at least and `<=` for at most",
        '=' => "write one `=`",
        '!' | '&' => "write conditions in words",
        '|' => "write conditions in words, and a row of a drawing on its own line",
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => {
            return delete("delete it: it is invisible").certain();
        }
        // The forms of ASCII characters in East Asian fonts.
        wide @ '\u{FF01}'..='\u{FF5E}' => {
            let plain = char::from_u32(u32::from(wide) - 0xFEE0).unwrap_or(wide).to_string();
            return if text == wide.to_string() { write(&plain) } else { format!("write `{plain}`").into() };
        }
        _ => "words consist of letters, digits, `-`, `_`, `+`, and `'`",
    };
    advice.into()
}
