//! Creates mutants: valid files with one change.
//!
//! [`Shipped`] is a file to mutate. It is split into [`Token`]s, and every mutation deletes, doubles, exchanges, or
//! misspells one of them.

use ferz_lang::RuleFile;
use ferz_lang::catalog::{Catalog, Files};
use std::collections::BTreeMap;

#[derive(Clone)]
pub struct Shipped {
    /// The file to mutate.
    pub path: String,
    pub text: String,
    /// The game to check: the file itself, or a game beside a file of readings.
    pub game: String,
    pub game_text: String,
    pub readings: Option<String>,
    pub tokens: Vec<Token>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Word,
    Number,
    Text,
    Moves,
    Mark,
}

#[derive(Clone, Debug)]
pub struct Token {
    pub start: usize,
    pub end: usize,
    pub shape: Shape,
}

/// A file with one change.
pub struct Mutant {
    pub what: &'static str,
    pub text: String,
    /// The line of the change in the mutant, counted from 1.
    pub line: usize,
    /// The changed words before and after the change.
    pub old: String,
    pub new: String,
    pub shape: Shape,
    /// The lines with the heads of the blocks around the change.
    pub heads: Vec<usize>,
    /// True if the mutation is known to have no effect.
    pub harmless: bool,
}

impl Shipped {
    /// Creates a rule file without readings.
    pub fn rules(path: String, text: String) -> Shipped {
        let (game, game_text) = (path.clone(), text.clone());
        Shipped { path, text, game, game_text, readings: None, tokens: Vec::new() }
    }

    pub fn open(&self, text: &str) -> RuleFile {
        let mut files = BTreeMap::new();
        let readings = match &self.readings {
            Some(readings) => Some(readings.clone()),
            None if self.path.ends_with(".toml") => Some(text.to_owned()),
            None => None,
        };
        if let Some(readings) = readings {
            files.insert(sibling(&self.game, "readings.toml"), readings);
        }
        let text = if self.path.ends_with(".toml") { &self.game_text } else { text };
        files.insert(self.game.clone(), text.to_owned());
        Catalog::new(&Memory(files)).open_file(&self.game).expect("the file is there")
    }

    /// Returns the file beside readings in which one name has been replaced by a new one.
    pub fn renamed(&self, (new, old): &(String, String)) -> Shipped {
        Shipped { readings: self.readings.as_ref().map(|text| text.replace(old, new)), ..self.clone() }
    }

    pub fn mutate(&self, random: &mut Random) -> Mutant {
        loop {
            if let Some(mutant) = self.try_mutate(random) {
                return mutant;
            }
        }
    }

    fn try_mutate(&self, random: &mut Random) -> Option<Mutant> {
        let at = random.below(self.tokens.len());
        let token = &self.tokens[at];
        let old = &self.text[token.start..token.end];
        let line = self.text[..token.start].matches('\n').count() + 1;
        let whole = self.text.lines().nth(line - 1)?;
        let replaced = |range: std::ops::Range<usize>, new: &str| {
            format!("{}{new}{}", &self.text[..range.start], &self.text[range.end..])
        };
        let neighbor =
            self.tokens.get(at + 1).filter(|next| !self.text[token.end..next.start].contains('\n'));
        let (what, text, new) = match random.below(6) {
            0 | 1 => {
                if !matches!(token.shape, Shape::Word | Shape::Moves) {
                    return None;
                }
                let new = misspell(old, random)?;
                ("misspell", replaced(token.start..token.end, &new), new)
            }
            2 => ("drop", replaced(token.start..token.end, ""), String::new()),
            3 => (
                "duplicate",
                replaced(token.start..token.end, &format!("{old} {old}")),
                format!("{old} {old}"),
            ),
            4 => {
                let next = neighbor?;
                let second = &self.text[next.start..next.end];
                if second == old {
                    return None;
                }
                let between = &self.text[token.end..next.start];
                let new = format!("{second}{between}{old}");
                ("swap", replaced(token.start..next.end, &new), new)
            }
            _ if random.below(4) == 0 => {
                let start = self.text[..token.start].rfind('\n').map_or(0, |at| at + 1);
                let end =
                    self.text[token.end..].find('\n').map_or(self.text.len(), |end| token.end + end + 1);
                let text = replaced(start..end, "");
                let harmless = harmless_line(whole) || whole.trim() == "check binds always";
                return Some(Mutant {
                    what: "delete a line",
                    text,
                    line,
                    old: whole.to_owned(),
                    new: String::new(),
                    shape: token.shape,
                    heads: heads(&self.text, line),
                    harmless,
                });
            }
            _ => {
                if token.shape != Shape::Number {
                    return None;
                }
                let number: u64 = old.parse().ok()?;
                let new = match random.below(4) {
                    0 => number + 1,
                    1 => number.checked_sub(1)?,
                    2 => number * 10,
                    _ => 0,
                };
                if new == number {
                    return None;
                }
                ("change a number", replaced(token.start..token.end, &new.to_string()), new.to_string())
            }
        };
        if text == self.text {
            return None;
        }
        let harmless = self.is_harmless(what, at, whole);
        let old = match neighbor.filter(|_| what == "swap") {
            Some(next) => self.text[token.start..next.end].to_owned(),
            None => old.to_owned(),
        };
        Some(Mutant {
            what,
            text,
            line,
            old,
            new,
            shape: token.shape,
            heads: heads(&self.text, line),
            harmless,
        })
    }

    /// Returns true if the token can change without effect: a citation, the order of alternatives, or a comma.
    fn is_harmless(&self, what: &str, at: usize, line: &str) -> bool {
        let token = &self.tokens[at];
        let old = &self.text[token.start..token.end];
        let before = &self.text[..token.start];
        let marks =
            line.rfind(" [").filter(|place| line[place + 2..].starts_with(|c: char| c.is_ascii_uppercase()));
        let marks = marks.map(|place| before.rfind('\n').map_or(0, |n| n + 1) + place);
        let cited = marks.is_some_and(|marks| token.start >= marks);
        cited
            || old == ","
            // In a file that extends another, this word is optional.
            || old == "add"
            || is_remark(line)
            || ["a", "an", "any", "the", "piece", "pieces", "own", "either"].contains(&old)
            // Optional words: `moves` before a notation, `become` for `becomes`, and explicit defaults of turns and
            // check.
            || (what == "drop" && old == "moves")
            || old == "becomes"
            || (what == "drop" && old == "may" && line.trim_start().starts_with("may"))
            || (what == "swap" && (line.contains('[') || line.contains(" or ")))
            || (what == "duplicate" && line.contains('['))
            || (self.path.ends_with(".toml") && (line.starts_with("title") || line.starts_with("about")))
            || old.starts_with('`')
            || line.trim_start().starts_with("title ")
            || old.parse::<u64>().is_ok() && line.contains("quiet")
    }
}

/// Returns the lines with the heads of the blocks around a line.
pub fn heads(text: &str, line: usize) -> Vec<usize> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.lines().collect();
    let mut inner = indent(lines[line - 1]);
    let mut heads = Vec::new();
    for at in (0..line - 1).rev() {
        if lines[at].contains('{') && indent(lines[at]) < inner {
            inner = indent(lines[at]);
            heads.push(at + 1);
        }
    }
    heads
}

/// Returns true if a line contains text for readers only.
fn is_remark(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("note ") || line.starts_with("also ")
}

pub fn harmless_line(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty()
        || line.starts_with('#')
        || is_remark(line)
        || line.starts_with("title")
        || line.starts_with("[")
}

/// Misspells a word like a typing error: drops, doubles, or replaces a letter, or exchanges two.
pub fn misspell(word: &str, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let places: Vec<usize> = (0..letters.len()).filter(|i| letters[*i].is_alphabetic()).collect();
    // A change in a word of one or two letters gives an unrelated word.
    if places.len() < 3 || word.starts_with('`') {
        return None;
    }
    let at = places[random.below(places.len())];
    match random.below(4) {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, letters[at]),
        2 => {
            let next = at + 1;
            if next >= letters.len() || !letters[next].is_alphabetic() || letters[next] == letters[at] {
                return None;
            }
            letters.swap(at, next);
        }
        _ => {
            let new = char::from(b'a' + u8::try_from(random.below(26)).expect("a letter"));
            if letters[at] == new {
                return None;
            }
            letters[at] = new;
        }
    }
    Some(letters.into_iter().collect())
}

/// Splits a text into tokens, without comments.
pub fn tokens(text: &str, toml: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        let c = rest.chars().next().expect("inside the text");
        let until = |end: char| rest[1..].find([end, '\n']).map_or(rest.len(), |n| n + 2);
        let shape = match c {
            '#' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' if toml && rest[1..].find('"').is_some_and(|end| !rest[1..=end].contains(' ')) => {
                // In a file of readings, names are quoted.
                at += 1;
                let inner = rest[1..].find('"').unwrap_or(0);
                tokens.push(Token { start: at, end: at + inner, shape: Shape::Word });
                at += inner + 1;
                continue;
            }
            '"' => {
                at += until('"');
                Shape::Text
            }
            '`' => {
                at += until('`');
                Shape::Moves
            }
            _ if c.is_alphanumeric() => {
                let word = |c: char| c.is_alphanumeric() || "-_.{}".contains(c);
                let mut end = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
                while rest[..end].ends_with('.') || (rest[..end].ends_with('}') && !rest[..end].contains('{'))
                {
                    end -= 1;
                }
                at += end.max(1);
                if rest[..end].bytes().all(|b| b.is_ascii_digit()) { Shape::Number } else { Shape::Word }
            }
            _ => {
                at += c.len_utf8();
                Shape::Mark
            }
        };
        tokens.push(Token { start, end: at, shape });
    }
    tokens
}

/// A random number generator with a fixed sequence.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).expect("small")
    }
}

pub struct Memory(pub BTreeMap<String, String>);

impl Files for Memory {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).cloned()
    }
}

pub fn sibling(path: &str, name: &str) -> String {
    let at = path.rfind('/').map_or(0, |at| at + 1);
    format!("{}{name}", &path[..at])
}
