//! The moves of a game in PGN: words, comments, and variations in their written order.
//!
//! [`body`] is the entry point. A [`MovetextReader`] splits the text into parts, and a [`MovetextBuilder`] collects
//! them in lines. Braces are ambiguous: they enclose comments, but also tokens of several letters. They count as a
//! token if they contain a token of the game and the text continues without a space.

use crate::base::source::{Span, Spanned};
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::text::{Help, delete};
use crate::notation::shown;

/// The results with which the moves of a game end.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
/// A shortened result that some files use.
pub(super) const HALF: &str = "1/2";

/// The marks that annotate a move and can occur separately: annotations, assessments of the position, draw offers, and
/// marks for check and mate.
const MARKS: &str = "!?‼⁇⁉⁈+-=/±∓⩲⩱∞□⌓#";
/// Words that annotate a move and can occur separately.
const REMARKS: [&str; 5] = ["e.p.", "ep", "ch", "dbl", "mate"];
/// A null move, which resembles a mark.
const PASSES: &str = "--";

/// The dots after the number of a move, which can be an ellipsis or have full width.
const DOTS: [char; 3] = ['.', '\u{2026}', '\u{ff0e}'];

/// The maximum nesting depth of variations. Deeper ones are left out.
const MAX_NESTED: usize = 64;

/// A comment or a mark after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The number of a mark in the PGN standard, such as `$1` for `!`.
    Mark(u16),
    Comment(String),
}

impl Note {
    /// Returns the text of a comment.
    pub fn comment(&self) -> Option<&str> {
        match self {
            Note::Mark(_) => None,
            Note::Comment(text) => Some(text),
        }
    }

    /// Returns the number of a mark.
    pub fn mark(&self) -> Option<u16> {
        match self {
            Note::Mark(number) => Some(*number),
            Note::Comment(_) => None,
        }
    }
}

/// The annotation symbols with the numbers of their marks in the PGN standard.
const PRAISE: [(&str, u16); 10] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("\u{203c}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
    ("!", 1),
    ("?", 2),
];

/// The letters after a move that stand for marks: a new move, and a diagram.
const LETTERS: [(&str, u16); 2] = [("N", 146), ("D", 220)];

/// The signs that assess a position or a move, with the numbers of their marks. They can follow a move directly.
const ASSESSMENTS: [(&str, u16); 16] = [
    ("\u{a9}", 44),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
    ("\u{221e}", 13),
    ("\u{25a1}", 7),
    ("\u{2313}", 142),
    ("\u{2a71}", 15),
    ("\u{2a72}", 14),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
];

/// Returns the mark that a separate word stands for.
fn mark(word: &str) -> Option<u16> {
    let word = plain(word);
    let signs = PRAISE.iter().chain(&ASSESSMENTS).chain(&[("=", 10)]);
    signs.into_iter().find(|(sign, _)| *sign == word).map(|(_, number)| *number)
}

/// Divides a word into a move and the number of the assessment that follows it directly.
fn assessed(word: &str) -> (&str, Option<u16>) {
    let divide = |(sign, number): &(&str, u16)| {
        let mv = word.strip_suffix(sign)?;
        // Signs such as `=+` can be a part of a move in other notations than that of chess.
        let is_usual = !sign.is_ascii() || sign.len() == 3 || sign.contains('-');
        let is_move =
            mv.trim_end_matches(['+', '#', '!', '?']).ends_with(|c: char| c.is_ascii_alphanumeric());
        let is_move = is_move && is_usual;
        is_move.then_some((mv, Some(*number)))
    };
    ASSESSMENTS.iter().find_map(divide).unwrap_or((word, None))
}

/// Returns a word with plain hyphens and numbers in place of the similar characters that some programs write. A result
/// can have a colon: `1:0`.
pub(super) fn plain(word: &str) -> String {
    let hyphens = |c| matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}');
    let word = word.replace(hyphens, "-").replace('½', HALF).replace(is_invisible, "");
    let score = word.replace(':', "-");
    if RESULTS.contains(&score.as_str()) { score } else { word }
}

/// Returns true for white space, for control characters, and for a space without width.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{200b}'
}

/// Returns true for characters without a picture, which copied texts contain: soft hyphens, joiners, marks of the
/// writing direction, byte order marks, and those that select the style of a figurine.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns true if a line begins at an index. A byte order mark can come first, even within a text if files were joined.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let before = before.strip_suffix('\u{feff}').unwrap_or(before);
    before.is_empty() || before.ends_with('\n')
}

/// Returns true if a word is a result.
pub(super) fn is_result(word: &str) -> bool {
    let word = plain(word);
    RESULTS.contains(&word.as_str()) || word == HALF
}

/// A written move, with its comments and marks.
#[derive(Clone, Debug)]
pub struct Written {
    pub text: Spanned<String>,
    pub notes: Vec<Note>,
}

/// The moves of a game or of a variation.
#[derive(Clone, Debug, Default)]
pub struct MoveLine {
    /// The line from which a variation departs and the index of the move that it replaces, or `None` for the game
    /// itself.
    pub from: Option<(usize, usize)>,
    /// The comments and marks before the first move.
    pub preface: Vec<Note>,
    pub moves: Vec<Written>,
}

/// The moves of a game and its result.
#[derive(Clone, Debug, Default)]
pub struct Movetext {
    /// The moves of the game, followed by its variations. A variation comes after the line from which it departs.
    pub lines: Vec<MoveLine>,
    pub result: Option<Spanned<String>>,
}

/// Reads the moves of a game. The function `is_token` returns true for tokens of the game.
pub fn body(text: &str, span: Span, is_token: &dyn Fn(&str) -> bool) -> (Movetext, Vec<Diagnostic>) {
    let reader =
        MovetextReader { text, file: span.file, at: span.start as usize, end: span.end as usize, is_token };
    let mut builder = MovetextBuilder::default();
    builder.body.lines.push(MoveLine::default());
    builder.fill(reader);
    (builder.body, builder.problems)
}

/// The state of reading a body.
#[derive(Default)]
struct MovetextBuilder {
    body: Movetext,
    /// The open variations: the number of the line, and the place of its beginning.
    open: Vec<(usize, Span)>,
    /// True if a word with invisible characters has been reported.
    has_invisible: bool,
    problems: Vec<Diagnostic>,
}

impl MovetextBuilder {
    fn line(&mut self) -> Option<&mut MoveLine> {
        let number = self.open.last().map_or(0, |(number, _)| *number);
        self.body.lines.get_mut(number)
    }

    fn fill(&mut self, mut reader: MovetextReader) {
        while let Some((part, span)) = reader.next() {
            match part {
                MovetextPart::Note(note) => {
                    let Some(line) = self.line() else { continue };
                    let notes = line.moves.last_mut().map_or(&mut line.preface, |mv| &mut mv.notes);
                    // Some files write a mark both as a sign and as a number.
                    let is_repeated = matches!(note, Note::Mark(_)) && notes.contains(&note);
                    notes.extend(Some(note).filter(|_| !is_repeated));
                }
                MovetextPart::Endless(text) => {
                    if let Some(line) = self.line() {
                        let notes = line.moves.last_mut().map_or(&mut line.preface, |mv| &mut mv.notes);
                        notes.push(Note::Comment(text));
                    }
                    let help = "close it with `}`; the rest of the game is read as this comment";
                    self.warn(span, "this comment does not end", help);
                }
                MovetextPart::Begin => self.begin(span),
                MovetextPart::End if self.open.pop().is_some() => {}
                MovetextPart::Stray | MovetextPart::End => {
                    self.warn(span, "this closes nothing", delete("delete it, or write a move"));
                }
                MovetextPart::Word(word) => {
                    // Those that select the style of a figurine are usual.
                    let is_odd = |c| is_invisible(c) && c < '\u{fe00}';
                    if word.contains(is_odd) && !std::mem::replace(&mut self.has_invisible, true) {
                        let help = "they are ignored here and in the rest of the game";
                        self.warn(span, "there are invisible characters in this word", help);
                    }
                    if !self.word(plain(word), span) {
                        return;
                    }
                }
            }
        }
        for (_, span) in std::mem::take(&mut self.open) {
            self.warn(span, "this variation does not end", "close it with `)`");
        }
    }

    /// Begins a variation, which replaces the last move.
    fn begin(&mut self, span: Span) {
        if self.open.len() == MAX_NESTED {
            let help = format!("at most {MAX_NESTED} levels are read, and deeper ones are left out");
            self.warn(span, "variations are nested too deeply", help);
        }
        if self.open.len() >= MAX_NESTED {
            // No line has this number.
            return self.open.push((usize::MAX, span));
        }
        let parent = self.open.last().map_or(0, |(number, _)| *number);
        let at = self.body.lines.get(parent).map_or(0, |line| line.moves.len());
        // A variation before the first move replaces no move. It becomes a line of its own that begins there.
        let from = Some((parent, at.saturating_sub(1)));
        self.body.lines.push(MoveLine { from, ..MoveLine::default() });
        self.open.push((self.body.lines.len() - 1, span));
    }

    /// Adds a move or a result. Returns false if the rest of the text does not belong to the game.
    fn word(&mut self, word: String, span: Span) -> bool {
        if self.body.result.is_some() {
            let help = "the result ends a game; the next one begins with its tags, or with the move number 1";
            self.warn(span, format!("`{}` follows the result", shown(&word)), help);
            return false;
        }
        let is_result = is_result(&word);
        if is_result && self.open.is_empty() {
            self.body.result = Some(Spanned::new(word, span));
        } else if !is_result && let Some(line) = self.line() {
            let (mv, assessment) = assessed(&word);
            let praise = PRAISE.iter().find(|(sign, _)| mv.ends_with(sign)).map(|(_, number)| *number);
            let notes = praise.into_iter().chain(assessment).map(Note::Mark).collect();
            line.moves.push(Written { text: Spanned::new(mv.to_owned(), span), notes });
        }
        true
    }

    fn warn(&mut self, span: Span, message: impl Into<String>, help: impl Into<Help>) {
        self.problems.push(Diagnostic::new(Code::PgnSyntax, span, message).help(help).into_warning());
    }
}

enum MovetextPart<'t> {
    Word(&'t str),
    Note(Note),
    /// A comment without an end, with its text.
    Endless(String),
    /// The beginning of a variation, and its end.
    Begin,
    End,
    /// A closing parenthesis or brace without an opening one.
    Stray,
}

struct MovetextReader<'t> {
    text: &'t str,
    file: u32,
    at: usize,
    end: usize,
    is_token: &'t dyn Fn(&str) -> bool,
}

impl<'t> MovetextReader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn next(&mut self) -> Option<(MovetextPart<'t>, Span)> {
        loop {
            let blank =
                self.rest().len() - self.rest().trim_start_matches(|c| is_blank(c) || is_invisible(c)).len();
            self.at += blank;
            let first = self.rest().chars().next()?;
            let begun = self.at;
            let part = match first {
                // The standard reserves lines that begin with `%` for other programs.
                '%' if begins_line(self.text, begun) => {
                    self.at += self.line();
                    continue;
                }
                '{' if !self.is_piece() => self.comment(),
                ';' => {
                    self.at += self.line();
                    MovetextPart::Note(Note::Comment(self.text[begun + 1..self.at].trim().to_owned()))
                }
                // This is the offer of a draw.
                '(' if self.rest().starts_with("(=)") => {
                    self.at += "(=)".len();
                    continue;
                }
                '(' | ')' | '}' => {
                    self.at += 1;
                    match first {
                        '(' => MovetextPart::Begin,
                        ')' => MovetextPart::End,
                        _ => MovetextPart::Stray,
                    }
                }
                '$' => {
                    // A sign can only belong to a mark that does not exist, such as `$-1`.
                    let number = |c: char| c.is_ascii_digit() || c == '-';
                    self.at = self.end - self.rest()[1..].trim_start_matches(number).len();
                    match self.text[begun + 1..self.at].parse() {
                        Ok(number) => MovetextPart::Note(Note::Mark(number)),
                        Err(_) => continue,
                    }
                }
                _ => match self.mv() {
                    Some(word) => self.word_or_mark(word),
                    None => continue,
                },
            };
            // A number can precede a word. The span covers only the word.
            let span = match &part {
                MovetextPart::Word(word) => (self.at - word.len(), self.at),
                MovetextPart::Endless(_) => (begun, begun + 1),
                MovetextPart::Note(_) | MovetextPart::Begin | MovetextPart::End | MovetextPart::Stray => {
                    (begun, self.at)
                }
            };
            return Some((part, Span::new(self.file, span.0, span.1)));
        }
    }

    /// Returns a word, or the mark that it stands for.
    fn word_or_mark(&self, word: &'t str) -> MovetextPart<'t> {
        let letter = LETTERS.iter().find(|(letter, _)| *letter == word);
        // At the end of the text, a letter is the beginning of a move that was cut off.
        let letter = letter.filter(|_| !self.rest().chars().all(is_blank));
        let mark = mark(word).or(letter.map(|(_, number)| *number));
        mark.map_or(MovetextPart::Word(word), |mark| MovetextPart::Note(Note::Mark(mark)))
    }

    fn line(&self) -> usize {
        self.rest().find('\n').unwrap_or(self.rest().len())
    }

    /// Returns the length of the next word. A comment or the number of a mark can follow it without a space, as in
    /// `e4$1`.
    fn word(&self) -> usize {
        let rest = self.rest();
        let mut token_end = 0;
        let mut ends = |(at, c): (usize, char)| {
            if c == '{'
                && let Some((token, _)) = rest[at + 1..].split_once('}')
                && (self.is_token)(token)
            {
                return false;
            }
            if c == '(' && is_choice(rest, at) {
                token_end = at + "(Q)".len();
            }
            at >= token_end && (is_blank(c) || ";()${".contains(c))
        };
        let end = rest.char_indices().skip(1).find(|one| ends(*one));
        end.map_or(rest.len(), |(at, _)| at)
    }

    /// Returns true if the next brace opens the token of a piece.
    fn is_piece(&self) -> bool {
        let inner = self.rest().get(1..).and_then(|rest| rest.split_once('}'));
        inner.is_some_and(|(token, rest)| {
            let follows =
                rest.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || "x@:-".contains(c));
            follows && (self.is_token)(token)
        })
    }

    fn comment(&mut self) -> MovetextPart<'t> {
        let Some(end) = self.rest().find('}') else {
            let words: Vec<&str> = self.rest()[1..].split_whitespace().collect();
            self.at = self.end;
            return MovetextPart::Endless(words.join(" "));
        };
        let words: Vec<&str> = self.rest()[1..end].split_whitespace().collect();
        self.at += end + 1;
        MovetextPart::Note(Note::Comment(words.join(" ")))
    }

    /// Reads a move, a result, or a mark with a number, and drops the number of the move before it. Returns `None` if
    /// there is nothing else.
    fn mv(&mut self) -> Option<&'t str> {
        let word = &self.rest()[..self.word()];
        self.at += word.len();
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = match digits.strip_prefix(DOTS) {
            Some(rest) => rest.trim_start_matches(|c| DOTS.contains(&c) || is_invisible(c)),
            None if digits.is_empty() => "",
            None => word,
        };
        // The standard reserves angle brackets for later use, and a forum encloses a game in `[pgn]` and `[/pgn]`.
        let is_reserved =
            [('<', '>'), ('[', ']')].iter().any(|(a, z)| mv.starts_with(*a) && mv.ends_with(*z));
        let is_mark = mv.chars().all(|c| MARKS.contains(c) || is_invisible(c)) && mv != PASSES;
        let is_mark = is_mark && mark(mv).is_none();
        (!is_mark && !is_reserved && !REMARKS.contains(&mv)).then_some(mv)
    }
}

/// Returns true if the parenthesis at an index encloses a promotion, as older books write it in chess: `e8(Q)` or
/// `e8=(Q)`.
fn is_choice(text: &str, at: usize) -> bool {
    let step = text[..at].rsplit('.').next().unwrap_or_default().trim_end_matches('=');
    let is_move = step.starts_with(|c: char| c.is_ascii_lowercase()) && step.ends_with(['1', '8']);
    is_move && matches!(&text.as_bytes()[at..], [_, letter, b')', ..] if letter.is_ascii_uppercase())
}
