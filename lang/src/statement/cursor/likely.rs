//! Mistakes that are more likely than an unknown word: citations in words, numbers before their words, conjunctions and
//! missing commas in lists, moves without backticks, and misplaced marks.

use super::{Cursor, OLD_CITE, plain, shown};
use crate::base::source::Span;
use crate::betza;
use crate::messages::diagnostic::{Code, Diagnostic, Topic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::look_alike::plain_letters;
use crate::messages::text::{Help, capital, delete, did_you_mean, write};
use crate::statement::written;
use crate::syntax::{Item, ItemKind, is_key};
use crate::vocabulary;

/// The words that may begin a citation after a complete statement.
const CITING: [&str; 6] = ["cites", "cited", "citing", "source", "sources", "from"];

impl Cursor<'_> {
    /// Creates the diagnostic for a missing symbol. It is inserted before a word, and replaces another symbol.
    pub(super) fn expected_symbol(&self, symbol: &str) -> Diagnostic {
        let problem = self.expected(&format!("`{symbol}`"));
        let (Some(last), Some(next)) = (self.last, self.peek()) else { return problem };
        if problem.code != Code::UnexpectedWord || problem.place() != next.span || problem.help.is_some() {
            return problem;
        }
        let space = if symbol == ":" { "" } else { " " };
        match &next.kind {
            ItemKind::Word(_) | ItemKind::Number(_) => {
                problem.fix(Fix::guess(last.span.after(), format!("{space}{symbol}")))
            }
            ItemKind::Symbol(_) => {
                let place = Span { end: next.span.end, ..last.span.after() };
                problem.fix(Fix::guess(place, format!("{space}{symbol}")))
            }
            ItemKind::Text(_)
            | ItemKind::Betza(_)
            | ItemKind::List(_)
            | ItemKind::Marks(_)
            | ItemKind::Group(_) => problem,
        }
    }

    /// Adds the advice to write digits to a problem, if the next item is a number in words.
    pub(super) fn number_in_words(&self, problem: Diagnostic) -> Diagnostic {
        let Some(number) = self.peek_word().and_then(in_digits) else { return problem };
        let is_here = problem.code == Code::UnexpectedWord && problem.place() == self.span();
        let problem = problem.help(format!("write the number in digits: `{number}`"));
        let change = || TextChange::Write(number.to_string().into());
        if is_here { problem.certain(change()) } else { problem }
    }

    /// Returns the word after the next item.
    pub(crate) fn second_word(&self) -> Option<&str> {
        self.items.get(1).and_then(Item::word)
    }

    /// Returns the number of names in the lists among the next items.
    pub(crate) fn names_in_lists(&self, items: usize) -> usize {
        self.items.iter().take(items).filter_map(Item::list).map(<[Item]>::len).sum()
    }

    /// Returns a problem if moves without backticks come next.
    pub(crate) fn bare_moves(&self) -> Option<Diagnostic> {
        let items = self.items.chunk_by(|one, next| one.span.end == next.span.start).next()?;
        let text = plain(items).replace([' ', '"'], "");
        let place = items[0].span.to(items.last()?.span);
        betza::read(&text, place).0?;
        let problem = Diagnostic::new(Code::UnexpectedWord, place, "moves belong in backticks");
        // Brackets can also be marks, which are not moves.
        let is_marks = items[0].list().is_some();
        let help = write(&format!("`{text}`"));
        let help = if is_key(&text) { help.guess() } else { help };
        Some(problem.repeats("`").help(if is_marks { Help::from(help.text) } else { help }))
    }

    /// Returns a problem if a list, or several pieces with `or`, follow `becomes` without `one of`.
    pub(crate) fn loose_choice(&self) -> Option<Diagnostic> {
        let is_list = |item: &Item| matches!(item.kind, ItemKind::List(_));
        if let [one, or, other, ..] = self.items
            && let (Some(one), Some("or"), Some(other)) = (one.word(), or.word(), other.word())
        {
            let message = "a choice between pieces begins with `one of`";
            let problem = Diagnostic::new(Code::UnexpectedWord, or.span, message);
            let problem = problem.help(format!("write `one of [{one}, {other}]`"));
            let is_more = self.items.get(3).and_then(Item::word) == Some("or");
            let place = self.items[0].span.to(self.items[2].span);
            let fix = || Fix::certain(place, format!("one of [{one}, {other}]"));
            return Some(if is_more { problem } else { problem.fix(fix()) });
        }
        let is_any = |item: &Item| matches!(item.word(), Some("any" | "either" | "one" | "some" | "each"));
        let list = match self.items {
            [list, ..] if is_list(list) => list,
            [any, list, ..] if is_any(any) && is_list(list) => list,
            [any, of, list, ..] if is_any(any) && of.word() == Some("of") && is_list(list) => list,
            _ => return None,
        };
        let message = "a choice between pieces begins with `one of`";
        let problem = Diagnostic::new(Code::UnexpectedWord, self.span().to(list.span), message);
        Some(problem.help(write(&format!("one of {}", written(std::slice::from_ref(list))))))
    }

    /// Returns a problem if the next item of a list should have a comma before it. `follows` is true after the
    /// first entry.
    pub(crate) fn missing_comma(&self, follows: bool) -> Option<Diagnostic> {
        let (item, last) = (self.peek().filter(|item| follows && item.joined)?, self.last?);
        if self.conjunction().is_some() {
            return None;
        }
        let (one, other) = (shown(last), shown(item));
        let message = format!("a comma is missing between {one} and {other}");
        let problem = Diagnostic::new(Code::MissingComma, item.span, message).label(last.span, "after this");
        let problem = problem.repeats(",").help("separate the entries of a list with commas");
        Some(problem.fix(Fix::certain(last.span.after(), ",")))
    }

    /// Returns a problem if another pair such as `[king] against [king, bishop]` follows without a comma.
    pub(crate) fn loose_pair(&self) -> Option<Diagnostic> {
        let is_pair = |items: &[Item]| matches!(items, [one, against, ..] if one.list().is_some() && against.word() == Some("against"));
        let (problem, end) = match self.items {
            [word, pair @ ..] if matches!(word.word(), Some("and" | "or")) && is_pair(pair) => {
                let message = format!("unexpected `{}` between two pairs", plain(std::slice::from_ref(word)));
                (Diagnostic::new(Code::UnexpectedWord, word.span, message), word.span.end)
            }
            pair if is_pair(pair) => {
                let message = "a comma is missing between two pairs";
                let problem =
                    Diagnostic::new(Code::UnexpectedWord, pair[0].span, message).here("before this");
                (problem, self.last?.span.end)
            }
            _ => return None,
        };
        let gap = Span { end, ..self.last?.span.after() };
        Some(problem.help("separate the pairs with commas").fix(Fix::certain(gap, ",")))
    }

    /// Returns the advice to write brackets if the last word and the next one may be in a list of pieces.
    pub(super) fn loose_list(&self) -> Option<String> {
        let [comma, next, ..] = self.items else { return None };
        let (last, next) = (self.last?.word()?, next.word().filter(|next| !is_key(next))?);
        // Squares are joined with `or`.
        let is_loose = comma.is_symbol(",") && !self.comma && !self.tried.contains(&"or");
        is_loose.then(|| format!("write brackets around a list of pieces, as in `[{last}, {next}]`"))
    }

    /// Adds a label to a problem after a comma.
    pub(super) fn after_comma(&self, problem: Diagnostic) -> Diagnostic {
        match self.last.filter(|last| last.is_symbol(",")) {
            Some(comma) => problem.label(comma.span, "the list continues after this comma"),
            None => problem,
        }
    }

    /// Returns true if the remaining words are a citation in words, such as `source murray at "page 12"`.
    pub(super) fn cites_in_words(&self) -> bool {
        let [word, rest @ ..] = self.items else { return false };
        let is_source = |items: &[Item]| matches!(items, [name] | [name, ..] if name.word().is_some());
        let place = |items: &[Item]| items.is_empty() || items[0].word() == Some("at") || items[0].is_text();
        let follows = |word: &str| word != "from" || self.last.is_some_and(Item::is_text);
        let cites = word.word().is_some_and(|word| CITING.contains(&word) && follows(word));
        cites && is_source(rest) && place(&rest[1..])
    }

    /// Creates the diagnostic for a citation in words, such as the old form, and suggests marks instead.
    pub(super) fn old_citation(&self) -> Diagnostic {
        let mut after = self.clone();
        let (start, word) = (after.span(), after.plain());
        after.skip();
        let (mut places, mut marks, mut cited) = (Vec::new(), Vec::new(), Vec::new());
        while let Some((source, _)) = after.take(Item::word) {
            let letter = source.chars().find(char::is_ascii_alphabetic).unwrap_or('S').to_ascii_uppercase();
            after.eat("at");
            let place = after.text();
            cited.push((source.to_owned(), place.map(|(place, _)| place.to_owned())));
            let key = match place {
                Some((place, _)) => {
                    let key = format!("{letter}{}", marks.len() + 1);
                    places.push(format!("`source {source} {{ place {key} \"{place}\" }}`"));
                    key
                }
                _ => {
                    places.push(format!("`source {source} as {letter}`"));
                    letter.to_string()
                }
            };
            marks.push(key);
            if !after.eat_symbol(",") {
                break;
            }
        }
        let end = after.last.map_or(start, |last| last.span);
        let message = match word.as_str() {
            OLD_CITE => "`cite` is the old form of a citation".to_owned(),
            word => format!("`{word}` is not the form of a citation"),
        };
        let problem =
            Diagnostic::new(Code::OldForm, start.to(end), message).about(Topic::Cited(cited.into()));
        let marks = if marks.is_empty() { "T4".to_owned() } else { marks.join(" ") };
        let help = format!("end the statement with the key of each cited place: `[{marks}]`");
        problem.help(match places.is_empty() {
            true => help,
            false => format!("{help}; declare each key once, in its source, as in {}", places.join(" and ")),
        })
    }

    /// Returns a problem if the next item is a number, or an ordinal such as `8th`, before the word that it belongs to,
    /// or an article before a word that could come next.
    pub(super) fn before_word<'b>(&self, mut names: impl Iterator<Item = &'b str>) -> Option<Diagnostic> {
        let [item, word, ..] = self.items else { return None };
        let text = plain(std::slice::from_ref(item));
        let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let ending = &text[digits.len()..];
        let is_number = digits.parse::<u32>().is_ok() && matches!(ending, "" | "st" | "nd" | "rd" | "th");
        let is_article = matches!(text.as_str(), "a" | "an" | "the");
        let word = word.word().filter(|_| is_number || is_article)?;
        if !self.tried.contains(&word) && names.all(|name| name != word) {
            return None;
        }
        if is_article {
            let message = format!("unexpected `{text}`");
            let problem = Diagnostic::new(Code::UnexpectedWord, item.span, message);
            return Some(problem.help(delete("delete it").certain()));
        }
        let place = item.span.to(self.items[1].span);
        if matches!(word, "own" | "enemy" | "any" | "piece" | "royal") {
            let problem = Diagnostic::new(Code::UnexpectedWord, item.span, "the number follows the pieces");
            return Some(problem.help(format!("write the pieces first, as in `own piece = {digits}`")));
        }
        let message = format!("the number belongs after `{word}`");
        let problem = Diagnostic::new(Code::UnexpectedWord, item.span, message);
        let problem = problem.help(format!("write `{word} {digits}`"));
        Some(problem.fix(Fix::certain(place, format!("{word} {digits}"))))
    }

    /// Returns a problem if the next item is `and` or `or` between the entries of a list.
    pub(super) fn conjunction(&self) -> Option<Diagnostic> {
        let [item, _, ..] = self.items else { return None };
        let word = item.word().filter(|word| matches!(*word, "and" | "or"))?;
        let message = format!("unexpected `{word}` in a list");
        let problem = Diagnostic::new(Code::UnexpectedWord, item.span, message);
        Some(match item.joined {
            true => {
                let gap =
                    self.last.map_or(item.span, |last| Span { end: item.span.end, ..last.span.after() });
                problem.help("write a comma instead").fix(Fix::certain(gap, ","))
            }
            false => problem.help(delete("delete it: commas separate the entries of a list").certain()),
        })
    }

    /// Returns a problem if the item is a list that was probably meant as marks.
    pub(super) fn misplaced_marks(&self, item: &Item) -> Option<Diagnostic> {
        let has_digit = |key: &str| key.contains(|c: char| c.is_ascii_digit());
        // A longer word without digits may be a name.
        let is_mark =
            |key: &Item| key.word().is_some_and(|key| is_key(key) && (key.len() < 3 || has_digit(key)));
        let keys = match &item.kind {
            ItemKind::Group(keys) if keys.iter().all(is_mark) => Some(plain(keys).replace(',', "")),
            ItemKind::Word(key) | ItemKind::Text(key) if self.items.len() == 1 && !self.comma => {
                let key = key.trim_matches(['{', '}']);
                (is_key(key) && has_digit(key)).then(|| key.to_owned())
            }
            ItemKind::Word(_)
            | ItemKind::Text(_)
            | ItemKind::Group(_)
            | ItemKind::Number(_)
            | ItemKind::Betza(_)
            | ItemKind::List(_)
            | ItemKind::Marks(_)
            | ItemKind::Symbol(_) => None,
        };
        if let Some(keys) = keys {
            let problem = Diagnostic::new(Code::LeftoverWords, item.span, "marks stand in brackets");
            // Such a key can also be a notation.
            let is_moves = betza::read(&keys, item.span).0.is_some();
            let help = write(&format!("[{keys}]"));
            return Some(problem.help(if is_moves { help.guess() } else { help }));
        }
        let keys = item.list()?;
        let words: Vec<&str> = keys.iter().filter_map(Item::word).collect();
        let is_last = self.items.len() == 1;
        let written = plain(std::slice::from_ref(item));
        let help = match &item.kind {
            ItemKind::Marks(_) if is_last => delete("delete them: this statement takes no marks"),
            _ if words.is_empty() || words.len() < keys.len() => return None,
            _ if !words.iter().all(|word| is_key(word)) => {
                let is_cite = |word: &&&str| **word == OLD_CITE;
                let words = words.iter().skip(usize::from(words.iter().take(1).any(|word| is_cite(&word))));
                let keys: Vec<String> = words.map(|word| capital(word)).collect();
                let keys = keys.iter().all(|key| is_key(key)).then(|| keys.join(" "))?;
                Help::from(format!("a key begins with a capital: write `[{keys}]` if these are marks"))
                    .offer(Certainty::Guess, TextChange::Write(format!("[{keys}]").into()))
            }
            _ if is_last => {
                Help::from(format!("write spaces between marks instead of commas: write `{written}`"))
                    .offer(Certainty::Certain, TextChange::Write(format!("[{}]", words.join(" ")).into()))
            }
            _ => "write all marks in one pair of brackets, at the end of the statement".into(),
        };
        let problem = Diagnostic::new(Code::LeftoverWords, item.span, "unexpected brackets");
        Some(problem.here("the statement is complete before this").help(help))
    }
}

/// Returns the number that a word stands for.
fn in_digits(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let times = ["once", "twice", "thrice"].iter().position(|other| *other == word).map(|at| at + 1);
    let number = WORDS.iter().position(|other| *other == word).or(times)?;
    u32::try_from(number).ok()
}

/// Creates the diagnostic for two words that should be one name. The second word is not a token, which begins with a
/// capital, and does not say what the name is for.
pub(crate) fn split_name(one: &Item, two: &Item) -> Option<Diagnostic> {
    let part = |item: &Item| {
        let is_part = matches!(item.kind, ItemKind::Word(_) | ItemKind::Number(_));
        is_part.then(|| plain(std::slice::from_ref(item)))
    };
    let (first, second) = (part(one)?, part(two)?);
    let is_part = second.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
    let whole = format!("{first}{second}");
    let ending = vocabulary::ENDINGS.contains(&whole.as_str()).then_some(whole);
    let name = ending.unwrap_or_else(|| format!("{first}-{second}"));
    (is_part && !["for", "own", "enemy"].contains(&second.as_str()))
        .then(|| split_name_at(one.span.to(two.span), &name))
}

/// Creates the diagnostic for this name, which is written as two words.
pub(crate) fn split_name_at(place: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnexpectedWord, place, "a name must be one word").propose_for_all(name)
}

/// Returns a problem if a new name has signs that a name cannot have. A ligature is a letter to Unicode, but a reader
/// cannot type it.
pub(super) fn wrong_letters(name: &str, span: Span) -> Option<Diagnostic> {
    let plain = plain_letters(name);
    let message = format!("`{name}` is not a name: names consist of letters, digits, and `-`");
    let problem = Diagnostic::new(Code::StrangeCharacter, span, message);
    (plain != name).then(|| problem.repeats(name).help(did_you_mean(&plain)))
}

/// Returns advice if only a statement about borders has this word.
pub(super) fn beside_border(item: &Item) -> Option<String> {
    let is_class = matches!(item.word()?, "orthogonally" | "diagonally");
    is_class.then(|| "this word says how pieces cross a border: begin the line with `border`".to_owned())
}
