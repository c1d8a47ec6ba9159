//! The kinds of mistakes that people make in rules, readings, and cases.
//!
//! [`make`] makes a mistake. The table of kinds has three columns: a description, the files ([`On`]), and a function or
//! text that makes the mistake. Some lines are long, so that each kind stays on one line.

use super::super::mutations::mutant::{Random, Shape, misspell, tokens};

/// The files in which a kind of mistake is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum On {
    Rules,
    Readings,
    Cases,
}

type Word = fn(&str, &mut Random) -> Option<String>;

pub enum Make {
    /// Replaces a text by another.
    Instead(&'static str, &'static str),
    /// Misspells a word, which the help should suggest.
    Spell(Word),
    /// Changes a word.
    Word(Word),
    /// Changes a line.
    Line(Word),
    /// Changes the whole file, and returns the line of the mistake as well.
    File(fn(&str, &mut Random) -> Option<(String, usize)>),
}

/// A mistake made in a file.
pub struct Slip {
    pub text: String,
    /// The line of the mistake, counted from 1.
    pub line: usize,
    /// The word that the help should suggest.
    pub wanted: Option<String>,
    /// The wrong words in the file, and the original words that they replaced.
    pub instead: Option<(String, String)>,
}

use Make::{File, Instead, Line, Spell, Word as Change};
use On::{Cases, Readings, Rules};

#[rustfmt::skip]
pub const KINDS: &[(&str, On, Make)] = &[
    // Typing errors.
    ("a letter wrong, lost, doubled or exchanged", Rules, Spell(misspell)),
    ("a capital", Rules, Change(|word, _| Some(word[..1].to_uppercase() + &word[1..]))),
    ("all capitals", Rules, Change(|word, _| (word.len() > 3).then(|| word.to_uppercase()))),
    ("a plural", Rules, Spell(|word, _| (word.len() > 3 && !word.ends_with('s')).then(|| format!("{word}s")))),
    ("a singular", Rules, Spell(|word, _| word.strip_suffix('s').filter(|word| word.len() > 3).map(str::to_owned))),
    ("a blank for a hyphen", Rules, Spell(|word, _| word.contains('-').then(|| word.replacen('-', " ", 1)))),
    ("an underscore for a hyphen", Rules, Spell(|word, _| word.contains('-').then(|| word.replace('-', "_")))),
    ("a lost hyphen", Rules, Spell(|word, _| word.contains('-').then(|| word.replacen('-', "", 1)))),
    ("a word in two", Rules, Change(|word, _| (word.len() > 5).then(|| format!("{} {}", &word[..3], &word[3..])))),
    ("a Cyrillic e", Rules, Spell(|word, _| (word.len() > 2 && word.contains('e')).then(|| word.replacen('e', "е", 1)))),
    ("a Cyrillic a", Rules, Spell(|word, _| (word.len() > 2 && word.contains('a')).then(|| word.replacen('a', "а", 1)))),
    ("a Greek o", Rules, Spell(|word, _| (word.len() > 2 && word.contains('o')).then(|| word.replacen('o', "ο", 1)))),
    ("a non-breaking hyphen", Rules, Change(|word, _| word.contains('-').then(|| word.replacen('-', "\u{2011}", 1)))),
    ("an en dash", Rules, Change(|word, _| word.contains('-').then(|| word.replacen('-', "–", 1)))),
    ("a soft hyphen", Rules, Change(|word, _| (word.len() > 5).then(|| format!("{}\u{AD}{}", &word[..3], &word[3..])))),
    ("a zero-width space", Rules, Change(|word, _| (word.len() > 5).then(|| format!("{}\u{200B}{}", &word[..3], &word[3..])))),
    ("a word twice", Rules, Change(|word, _| (word.len() > 3).then(|| format!("{word} {word}")))),
    // Quotation marks and backticks.
    ("a quote lost at the end", Rules, Line(|line, _| line.rfind('"').map(|at| cut(line, at, "")))),
    ("a quote lost at the start", Rules, Line(|line, _| line.find('"').map(|at| cut(line, at, "")))),
    ("smart quotes", Rules, Line(|line, _| (line.matches('"').count() == 2).then(|| line.replacen('"', "“", 1).replacen('"', "”", 1)))),
    ("single quotes", Rules, Line(|line, _| (line.matches('"').count() == 2 && !line.contains('\'')).then(|| line.replace('"', "'")))),
    ("smart quotes everywhere", Rules, File(|text, _| Some((text.replace('"', "”"), line_with(text, "\"")?)))),
    ("guillemets", Rules, Line(|line, _| (line.matches('"').count() == 2).then(|| line.replacen('"', "«", 1).replacen('"', "»", 1)))),
    ("a backtick lost at the end", Rules, Line(|line, _| line.rfind('`').map(|at| cut(line, at, "")))),
    ("a backtick lost at the start", Rules, Line(|line, _| line.find('`').map(|at| cut(line, at, "")))),
    ("quotes for backticks", Rules, Line(|line, _| (line.contains('`') && !line.contains('"')).then(|| line.replace('`', "\"")))),
    ("no backticks at all", Rules, Line(|line, _| line.contains('`').then(|| line.replace('`', "")))),
    ("acute accents for backticks", Rules, Line(|line, _| line.contains('`').then(|| line.replace('`', "´")))),
    // Brackets.
    ("a lost {", Rules, Line(|line, _| line.strip_suffix(" {").map(str::to_owned))),
    ("a lost }", Rules, File(|text, random| lose(text, random, |line| line.trim() == "}"))),
    ("a doubled {", Rules, Line(|line, _| line.ends_with(" {").then(|| format!("{line} {{")))),
    ("a doubled }", Rules, Line(|line, _| (line.trim() == "}").then(|| format!("{line}\n{line}")))),
    ("( for {", Rules, Line(|line, _| line.strip_suffix('{').map(|line| format!("{line}(")))),
    ("a colon for {", Rules, Line(|line, _| line.strip_suffix(" {").map(|line| format!("{line}:")))),
    ("{ on the next line", Rules, Line(|line, _| line.strip_suffix(" {").map(|line| format!("{line}\n{{")))),
    ("a lost [", Rules, Instead("[", "")),
    ("a lost ]", Rules, Instead("]", "")),
    ("( for [", Rules, Line(|line, _| brackets(line, '(', ')'))),
    ("{ for [", Rules, Line(|line, _| brackets(line, '{', '}'))),
    // Marks.
    ("a lost colon", Rules, Instead(":", "")),
    ("= for a colon", Rules, Instead(":", " =")),
    ("-> for a colon", Rules, Instead(":", " ->")),
    ("=> for a colon", Rules, Instead(":", " =>")),
    ("a doubled colon", Rules, Instead(":", "::")),
    ("a lost =", Rules, Instead("=", "")),
    ("a colon for =", Rules, Instead(" =", ":")),
    ("==", Rules, Instead("=", "==")),
    (":=", Rules, Instead(" =", " :=")),
    ("a doubled comma", Rules, Instead(",", ",,")),
    ("a period at the end", Rules, Line(|line, _| code_end(line).then(|| format!("{line}.")))),
    ("a comma at the end", Rules, Line(|line, _| (code_end(line) && !line.ends_with(',')).then(|| format!("{line},")))),
    ("a comment with //", Rules, Line(|line, _| code_end(line).then(|| format!("{line} // as in the book")))),
    ("a comment with --", Rules, Line(|line, _| code_end(line).then(|| format!("{line} -- as in the book")))),
    ("a comment with /* */", Rules, Line(|line, _| code_end(line).then(|| format!("{line} /* as in the book */")))),
    ("a comment with %", Rules, Line(|line, _| code_end(line).then(|| format!("{line} % as in the book")))),
    ("a lost *", Rules, Instead("*", "")),
    ("a sharp s in a name", Rules, Change(|word, _| word.contains("ss").then(|| word.replace("ss", "ß")))),
    // Numbers.
    ("a negative number", Rules, Instead(" x ", " x -")),
    ("a negative count", Rules, Instead("rank ", "rank -")),
    ("a decimal", Rules, Line(|line, _| line.trim().starts_with("grid").then(|| format!("{line}.0")))),
    ("a number in words", Rules, Instead("quiet 100", "quiet hundred")),
    ("O for 0", Rules, Instead("10", "1O")),
    ("l for 1", Rules, Instead(" x 10", " x l0")),
    ("no blanks around x", Rules, Line(|line, _| line.trim().starts_with("grid").then(|| line.replace(" x ", "x")))),
    ("× for x", Rules, Line(|line, _| line.trim().starts_with("grid").then(|| line.replace(" x ", " × ")))),
    ("by for x", Rules, Instead(" x ", " by ")),
    ("* for x", Rules, Instead(" x ", " * ")),
    ("a huge number", Rules, Line(|line, _| line.trim().starts_with("grid").then(|| format!("{line}000")))),
    ("a number lost", Rules, Instead("repeated 3", "repeated")),
    ("times", Rules, Instead("repeated 3", "repeated 3 times")),
    // Drawings.
    ("a square lost", Rules, Line(|line, _| row(line)?.strip_suffix(|c: char| !c.is_whitespace()).map(|line| line.trim_end_matches(|c: char| !c.is_whitespace()).trim_end().to_owned()))),
    ("a square too many", Rules, Line(|line, _| row(line).map(|line| format!("{line} .")))),
    ("a row without its rank", Rules, Line(|line, _| row(line)?.split_once('|').map(|(_, rest)| format!("  |{rest}")))),
    ("a row without its bar", Rules, Line(|line, _| row(line).map(|line| line.replacen('|', "", 1)))),
    ("a colon for the bar", Rules, Line(|line, _| row(line).map(|line| line.replacen(" |", ":", 1)))),
    ("a row twice", Rules, File(|text, random| edit(text, random, |line| row(line).map(|line| format!("{line}\n{line}"))).map(|(text, line)| (text, line + 1)))),
    ("an unknown token", Rules, Line(|line, _| row(line)?.strip_suffix(|c: char| c.is_alphabetic()).map(|line| format!("{line}Q9")))),
    ("a rank off the board", Rules, Line(|line, _| row(line)?.split_once('|').map(|(_, rest)| format!("  40 |{rest}")))),
    ("squares without blanks", Rules, Line(|line, _| row(line)?.split_once('|').map(|(rank, rest)| format!("{rank}| {}", rest.replace(' ', ""))))),
    ("commas in a row", Rules, Line(|line, _| row(line)?.split_once("| ").map(|(rank, rest)| format!("{rank}| {}", rest.split_whitespace().collect::<Vec<_>>().join(", "))))),
    ("underscores for empty squares", Rules, Line(|line, _| row(line).filter(|line| line.contains(" .")).map(|line| line.replace(" .", " _")))),
    ("a number for empty squares", Rules, Line(|line, _| row(line).filter(|line| line.contains(" .")).map(|line| line.replacen(" .", " 1", 1)))),
    ("a Cyrillic token", Rules, Line(|line, _| row(line).filter(|line| line.contains(" K")).map(|line| line.replacen(" K", " К", 1)))),
    ("a row lost", Rules, File(|text, random| lose(text, random, |line| row(line).is_some()))),
    // Words from other rule languages.
    ("promotes to", Rules, Instead("becomes ", "promotes to ")),
    ("turns into", Rules, Instead("becomes ", "turns into ")),
    ("row for rank", Rules, Instead("rank ", "row ")),
    ("wins", Rules, Instead(": loss", ": lose")),
    ("a tie", Rules, Instead(": draw", ": tie")),
    ("if for when", Rules, Instead(" when ", " if ")),
    ("unless for except", Rules, Instead(" except ", " unless ")),
    ("reaching", Rules, Instead("arriving at", "reaching")),
    ("on for at", Rules, Instead("arriving at ", "arriving on ")),
    ("swap for exchange", Rules, Instead("exchange leader", "swap leader")),
    ("opponent", Rules, Instead("enemy ", "opponent ")),
    ("my for own", Rules, Instead("own ", "my ")),
    ("reflected", Rules, Instead("is white mirrored", "is white reflected")),
    ("rotated", Rules, Instead("is white turned", "is white rotated")),
    ("mirrored lost", Rules, Instead("is white mirrored", "is white")),
    ("setup for array", Rules, Instead("array ", "setup ")),
    ("size for grid", Rules, Instead("grid ", "size ")),
    ("king for royal", Rules, Instead("` royal", "` king")),
    ("royal lost before its rank", Rules, Instead("` royal 1", "` 1")),
    ("non royal", Rules, Instead("non-royal", "non royal")),
    ("nonroyal", Rules, Instead("non-royal", "nonroyal")),
    ("a comma between marks", Rules, Line(|line, _| marks(line).map(|(before, keys)| format!("{before}[{}]", keys.replacen(' ', ", ", 1))))),
    ("a lower-case mark", Rules, Line(|line, _| marks(line).map(|(before, keys)| format!("{before}[{}]", keys.to_lowercase())))),
    ("marks in parentheses", Rules, Line(|line, _| marks(line).map(|(before, keys)| format!("{before}({keys})")))),
    ("marks without brackets", Rules, Line(|line, _| marks(line).map(|(before, keys)| format!("{before}{keys}")))),
    ("marks before the text", Rules, Line(|line, _| marks(line).and_then(|(before, keys)| before.split_once('"').map(|(head, text)| format!("{head}[{keys}] \"{}", text.trim_end()))))),
    ("an unknown mark", Rules, Line(|line, _| marks(line).map(|(before, keys)| format!("{before}[{keys}9]")))),
    ("a mark twice", Rules, Line(|line, _| marks(line).map(|(before, keys)| format!("{before}[{keys} {keys}]")))),
    ("the old form of a citation", Rules, Line(|line, _| marks(line).map(|(before, _)| format!("{before}cite wikibooks at \"Citadels\"")))),
    ("each for any", Rules, Instead("check binds always", "check binds each")),
    ("stand still", Rules, Instead("stands still", "stand still")),
    // The head of the file.
    ("a game for a variant", Rules, Instead("variant ", "game ")),
    ("based on", Rules, Instead("extends ", "based on ")),
    ("extend", Rules, Instead("extends ", "extend ")),
    ("a parent in quotes", Rules, Instead("extends tamerlane", "extends \"tamerlane\"")),
    ("a year in the head", Rules, Line(|line, _| line.starts_with("variant ").then(|| format!("{line} (2024)")))),
    ("a title without quotes", Rules, Line(|line, _| line.starts_with("variant ").then(|| line.replace('"', "")))),
    ("no name in the head", Rules, Line(|line, _| line.starts_with("variant ").then(|| format!("variant {}", &line[line.find('"').unwrap_or(0)..])))),
    // Lines and blocks.
    ("merge conflict", Rules, File(|text, random| edit(text, random, |line| code_end(line).then(|| format!("<<<<<<< HEAD\n{line}\n=======\n{line}\n>>>>>>> other"))))),
    ("cut off inside a block", Rules, File(|text, random| cut_off(text, random, true))),
    ("a line of prose", Rules, Line(|line, _| code_end(line).then(|| format!("{line}\nThe rest is as usual")))),
    ("a piece twice", Rules, File(|text, random| edit(text, random, |line| (line.starts_with("piece ") && !line.ends_with('{')).then(|| format!("{line}\n{line}"))).map(|(text, line)| (text, line + 1)))),
    ("two lines in one", Rules, File(|text, random| edit(text, random, |line| (line.starts_with("piece ") && code_end(line)).then(|| format!("{line} {line}"))))),
    // Notation.
    ("a small atom", Rules, Line(|line, _| (line.contains("`K`")).then(|| line.replace("`K`", "`k`")))),
    ("a modifier behind", Rules, Line(|line, _| line.contains("`F`").then(|| line.replace("`F`", "`FWf`")))),
    ("a plus in moves", Rules, Line(|line, _| line.contains("`K`").then(|| line.replace("`K`", "`W+F`")))),
    ("a blank in moves", Rules, Line(|line, _| line.contains("`fmWfcF`").then(|| line.replace("`fmWfcF`", "`fmW fcF`")))),
    ("a name for moves", Rules, Line(|line, _| line.contains("`R`").then(|| line.replace("`R`", "`rook`")))),
    ("a Cyrillic atom", Rules, Line(|line, _| line.contains("`K`").then(|| line.replace("`K`", "`К`")))),
    ("a bracket lost in moves", Rules, Line(|line, _| line.contains("`[").then(|| line.replacen("]`", "`", 1)))),
    // Readings.
    ("a reading's line lost", Readings, File(|text, random| lose(text, random, |line| line.starts_with('[')))),
    ("a bracket lost", Readings, Line(|line, _| line.strip_prefix('[').map(|_| line.replace(']', "")))),
    ("a colon for =", Readings, Line(|line, _| line.strip_prefix("title =").map(|rest| format!("title:{rest}")))),
    ("a field misspelled", Readings, Line(|line, _| line.strip_prefix("title").map(|rest| format!("tilte{rest}")))),
    ("a switch misspelled", Readings, Instead("citadel.effect", "citadel.efect")),
    ("a value misspelled", Readings, Instead("\"claim\"", "\"clam\"")),
    ("a value without quotes", Readings, Instead("\"claim\"", "claim")),
    ("a brace lost", Readings, Line(|line, _| line.strip_suffix(" }").map(str::to_owned))),
    ("a comma lost", Readings, Instead("\", \"", "\" \"")),
    // Cases.
    ("a game misspelled", Cases, File(|text, _| Some((text.replacen("\ntamerlane\n", "\ntamerlan\n", 1), line_with(text, "```game")? + 1)))),
    ("a fence lost at the end", Cases, File(|text, random| lose(text, random, |line| line == "```").map(|(text, line)| { let head = text.lines().take(line).enumerate().filter(|(_, line)| line.starts_with("```")).map(|(at, _)| at + 1).last(); (text, head.unwrap_or(line)) }))),
    ("a block misspelled", Cases, Line(|line, _| line.strip_prefix("```position").map(|rest| format!("```postion{rest}")))),
    ("a side misspelled", Cases, Instead("white to move", "whit to move")),
    ("a heading without a question", Cases, Line(|line, _| line.starts_with("## ").then(|| format!("## A rook cannot jump\n\n{line}")))),
    ("a square lost in a case", Cases, Line(|line, _| row(line).map(|line| format!("{line} .")))),
];

/// Makes a mistake of a kind at a random place, if there is one.
pub fn make(on: On, make: &Make, text: &str, random: &mut Random) -> Option<Slip> {
    match make {
        File(change) => {
            change(text, random).map(|(text, line)| Slip { text, line, wanted: None, instead: None })
        }
        Line(change) => {
            let (inside, start) = (code_lines(on, text), random.below(1000) as u64);
            let fresh =
                |line: &str| change(line, &mut Random(start + line.len() as u64)).filter(|new| new != line);
            let (text, line) = edit_in(text, random, &inside, fresh)?;
            Some(Slip { text, line, wanted: None, instead: None })
        }
        Instead(old, new) => {
            let places = places(on, text, old);
            let at = *places.get(random.below(places.len().max(1)))?;
            let text_new = format!("{}{new}{}", &text[..at], &text[at + old.len()..]);
            let instead = Some(((*new).to_owned(), (*old).to_owned()));
            Some(Slip { text: text_new, line: line_of(text, at), wanted: None, instead })
        }
        Spell(change) | Change(change) => {
            let words: Vec<_> =
                tokens(text, false).into_iter().filter(|token| token.shape == Shape::Word).collect();
            for _ in 0..200 {
                let token = &words[random.below(words.len())];
                let old = text[token.start..token.end].to_owned();
                if !old.is_ascii() || old.len() < 2 {
                    continue;
                }
                if let Some(new) = change(&old, random).filter(|new| *new != old) {
                    let wanted = matches!(make, Spell(_)).then(|| old.clone());
                    let line = line_of(text, token.start);
                    let text = format!("{}{new}{}", &text[..token.start], &text[token.end..]);
                    return Some(Slip { text, line, wanted, instead: Some((new, old)) });
                }
            }
            None
        }
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn line_with(text: &str, part: &str) -> Option<usize> {
    text.lines().position(|line| line.contains(part)).map(|at| at + 1)
}

/// Returns the places of a text outside comments, prose, and quotations.
fn places(on: On, text: &str, old: &str) -> Vec<usize> {
    let lines = code_lines(on, text);
    let quoted: Vec<_> = tokens(text, false).into_iter().filter(|token| token.shape == Shape::Text).collect();
    let is_code = |at: &usize| {
        let inside = quoted.iter().any(|token| token.start < *at && *at < token.end);
        let line = line_of(text, *at);
        let before = text[..*at].rsplit('\n').next().unwrap_or_default();
        lines.contains(&line) && !before.contains('#') && (on != On::Rules || old.contains('"') || !inside)
    };
    text.match_indices(old).map(|(at, _)| at).filter(is_code).collect()
}

/// Returns the numbers, from 1, of the lines that are neither comments nor prose nor empty.
fn code_lines(on: On, text: &str) -> Vec<usize> {
    let mut fenced = false;
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        let is_code = !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if on == On::Cases { fenced || fence || line.starts_with("## ") } else { is_code }
    });
    lines.map(|(at, _)| at + 1).collect()
}

fn edit_in(
    text: &str,
    random: &mut Random,
    inside: &[usize],
    mut change: impl FnMut(&str) -> Option<String>,
) -> Option<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let changed: Vec<(usize, String)> =
        inside.iter().filter_map(|line| Some((*line, change(lines[line - 1])?))).collect();
    let (line, new) = changed.get(random.below(changed.len().max(1)))?;
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines[line - 1].clone_from(new);
    Some((lines.join("\n") + "\n", *line))
}

fn edit(
    text: &str,
    random: &mut Random,
    change: impl FnMut(&str) -> Option<String>,
) -> Option<(String, usize)> {
    edit_on(On::Rules, text, random, change)
}

/// Changes a random line of a file that is neither a comment nor prose.
pub fn edit_on(
    on: On,
    text: &str,
    random: &mut Random,
    change: impl FnMut(&str) -> Option<String>,
) -> Option<(String, usize)> {
    edit_in(text, random, &code_lines(on, text), change)
}

/// Removes a random line that satisfies `is`.
fn lose(text: &str, random: &mut Random, is: impl Fn(&str) -> bool) -> Option<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let found: Vec<usize> = (0..lines.len()).filter(|at| is(lines[*at])).collect();
    let at = *found.get(random.below(found.len().max(1)))?;
    let left: Vec<&str> =
        lines.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, line)| *line).collect();
    Some((left.join("\n") + "\n", at + 1))
}

/// Cuts the text off at a random line, inside or outside a block.
fn cut_off(text: &str, random: &mut Random, in_block: bool) -> Option<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let is = |at: &usize| lines[*at].starts_with("  ") == in_block && !lines[*at].trim().is_empty();
    let found: Vec<usize> = (0..lines.len()).filter(is).collect();
    let at = *found.get(random.below(found.len().max(1)))?;
    // The mistake is at the head of the block that is never closed.
    let head = (0..=at).rev().find(|at| !lines[*at].starts_with(' ') && lines[*at].ends_with('{'))?;
    Some((lines[..=at].join("\n") + "\n", head + 1))
}

fn cut(line: &str, at: usize, new: &str) -> String {
    format!("{}{new}{}", &line[..at], &line[at + 1..])
}

/// Replaces the brackets of a list.
fn brackets(line: &str, open: char, close: char) -> Option<String> {
    let is_list = line.contains(" [") && line.contains(']') && !line.contains(['`', '"', '(', '#']);
    is_list.then(|| line.replace('[', &open.to_string()).replace(']', &close.to_string()))
}

/// Returns the line if it is a row of a drawing.
pub fn row(line: &str) -> Option<&str> {
    let (rank, _) = line.split_once(" | ")?;
    rank.trim().parse::<u8>().ok().map(|_| line)
}

/// Returns true if a line is a complete statement without a comment.
pub fn code_end(line: &str) -> bool {
    line.ends_with(|c: char| c.is_alphanumeric() || c == '`')
        && !line.contains(['#', '|', '{', ','])
        && line.matches('"').count().is_multiple_of(2)
}

/// Splits a line of a case page that ends with marks into the text and the marks.
fn marks(line: &str) -> Option<(&str, &str)> {
    let (before, keys) = line.strip_suffix(']')?.rsplit_once('[')?;
    let is_key = |key: &str| key.starts_with(|c: char| c.is_ascii_uppercase());
    keys.split(' ').all(is_key).then_some((before, keys))
}
