//! More kinds of mistakes: in readings, in cases, in other languages, and from other programs.
//!
//! The table has the form of [`KINDS`](super::kinds::KINDS).

use super::super::mutations::mutant::{Random, misspell};
use super::kinds::Make::{File, Instead, Line};
use super::kinds::On::{Cases, Readings, Rules};
use super::kinds::{KINDS, Make, On, code_end, edit_on, row};

/// Returns every kind of mistake.
pub fn kinds() -> impl Iterator<Item = &'static (&'static str, On, Make)> {
    KINDS.iter().chain(MORE)
}

/// Sentences that a player would write in a forum.
const FORUM: [&str; 8] = [
    "pawns promote on the last rank",
    "the king can castle once per game",
    "rooks move like in normal chess",
    "You can't capture your own pieces",
    "stalemate is a win here I think",
    "Also, queens may jump over pawns (optional)",
    "same as above but for black",
    "if a player has only the king left he loses",
];

/// Words of rules in German and French.
const FOREIGN: [(&str, &str); 22] = [
    ("piece ", "Figur "),
    ("piece ", "pièce "),
    ("becomes ", "wird "),
    ("becomes ", "devient "),
    ("board ", "Brett "),
    ("board ", "échiquier "),
    (": draw", ": Remis"),
    (": draw", ": nulle"),
    (": loss", ": verloren"),
    (": loss", ": perdu"),
    (" when ", " wenn "),
    (" when ", " quand "),
    (" except ", " außer "),
    (" except ", " sauf "),
    ("rank ", "Reihe "),
    ("rank ", "rangée "),
    (" royal", " königlich"),
    ("region ", "Gebiet "),
    ("region ", "région "),
    (" is white ", " ist weiß "),
    ("own ", "eigene "),
    ("enemy ", "ennemi "),
];

/// Words of readings and cases in German and French.
const FOREIGN_BESIDE: [(&str, &str); 14] = [
    ("title =", "Titel ="),
    ("title =", "titre ="),
    ("about =", "über ="),
    ("set =", "setze ="),
    ("set =", "valeurs ="),
    ("white to move", "weiß am Zug"),
    ("black to move", "Schwarz zieht"),
    ("white to move", "les blancs jouent"),
    ("black to move", "trait aux noirs"),
    ("```moves", "```Züge"),
    ("```moves", "```coups"),
    ("```outcome", "```Ergebnis"),
    ("```after", "```après"),
    ("```illegal", "```verboten"),
];

/// Replaces one of these words at a random place outside prose.
fn translated(words: &[(&str, &str)], on: On, text: &str, random: &mut Random) -> Option<(String, usize)> {
    let (first, change) = (random.below(words.len()), random.below(1000) as u64);
    (0..words.len()).find_map(|number| {
        let (old, new) = words[(first + number) % words.len()];
        let replaced = |line: &str| {
            let is_code = !line.contains('#') && !line.contains('"');
            (is_code || old.contains('=') || old.contains('`')).then(|| line.replacen(old, new, 1))
        };
        let changed = |line: &str| replaced(line).filter(|new| new != line);
        edit_on(on, text, &mut Random(change), changed)
    })
}

/// Adds a sentence after a line.
fn prose(on: On, text: &str, random: &mut Random) -> Option<(String, usize)> {
    let sentence = FORUM[random.below(FORUM.len())];
    let added = |line: &str| {
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_place = if on == Rules { code_end(line) } else { !line.ends_with('{') };
        is_place.then(|| format!("{line}\n{indent}{sentence}"))
    };
    edit_on(on, text, random, added).map(|(text, line)| (text, line + 1))
}

/// Changes the part of a line between these texts.
fn part(line: &str, (start, end): (&str, &str), change: impl Fn(&str) -> Option<String>) -> Option<String> {
    let (before, rest) = line.split_once(start)?;
    let (inner, after) = rest.split_once(end)?;
    Some(format!("{before}{start}{}{end}{after}", change(inner)?))
}

fn typo(word: &str, random: &mut Random) -> Option<String> {
    (0..40).find_map(|_| misspell(word, random).filter(|new| new != word))
}

/// Misspells the key or the value of an entry of a reading.
fn entry(line: &str, random: &mut Random, is_value: bool) -> Option<String> {
    let (before, entries) = line.split_once("set = { ")?;
    let entries = entries.strip_suffix(" }")?;
    let mut all: Vec<(String, String)> = entries
        .split("\", ")
        .filter_map(|entry| entry.split_once(" = "))
        .map(|(key, value)| (key.trim_matches('"').to_owned(), value.trim_matches('"').to_owned()))
        .collect();
    let at = random.below(all.len().max(1));
    let (key, value) = all.get_mut(at)?;
    let changed = if is_value { value } else { key };
    *changed = typo(changed, random)?;
    let all: Vec<String> = all.iter().map(|(key, value)| format!("\"{key}\" = \"{value}\"")).collect();
    Some(format!("{before}set = {{ {} }}", all.join(", ")))
}

/// Copies a block, and changes only one word of the copy.
fn copied(text: &str, random: &mut Random, is_head: fn(&str) -> bool) -> Option<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let heads: Vec<usize> = (0..lines.len()).filter(|at| is_head(lines[*at])).collect();
    let at = *heads.get(random.below(heads.len().max(1)))?;
    let end = (at + 1..lines.len()).find(|at| is_head(lines[*at])).unwrap_or(lines.len());
    let end = if lines[at].starts_with("piece ") {
        let is_block = lines[at].ends_with('{');
        if is_block { (at..lines.len()).find(|at| lines[*at] == "}")? + 1 } else { at + 1 }
    } else {
        end
    };
    let mut copy: Vec<String> = lines[at..end].iter().map(|line| (*line).to_owned()).collect();
    // The name or the token is changed, and the rest is left.
    let words: Vec<String> = copy[0].split(' ').map(str::to_owned).collect();
    copy[0] = match words.as_slice() {
        [piece, name, token, rest @ ..] if piece == "piece" => match random.below(2) {
            0 => format!("piece new-{name} {token} {}", rest.join(" ")),
            _ => format!("piece {name} Zz {}", rest.join(" ")),
        },
        _ => copy[0].clone(),
    };
    let all = lines[..end].iter().map(|line| (*line).to_owned()).chain(copy);
    let all: Vec<String> = all.chain(lines[end..].iter().map(|line| (*line).to_owned())).collect();
    Some((all.join("\n") + "\n", end + 1))
}

/// Changes a FEN in a page of cases.
fn fen(line: &str, random: &mut Random) -> Option<String> {
    let (board, rest) = line.split_once(' ').filter(|(board, _)| board.matches('/').count() > 2)?;
    Some(match random.below(4) {
        0 => format!("{} {rest}", board.replacen('/', "", 1)),
        1 => {
            let at = board.find(|c: char| c.is_ascii_digit())?;
            let more = char::from(board.as_bytes()[at] + 1);
            format!("{}{more}{} {rest}", &board[..at], &board[at + 1..])
        }
        2 => {
            let at = board.find(char::is_alphabetic)?;
            format!("{}&{} {rest}", &board[..at], &board[at + 1..])
        }
        _ => format!("{board} {}", rest.replacen('w', "x", 1).replacen('b', "y", 1)),
    })
}

fn first_line(text: &str, line: usize) -> (String, usize) {
    (text.to_owned(), line)
}

#[rustfmt::skip]
pub const MORE: &[(&str, On, Make)] = &[
    // Rules.
    ("a parent misspelled", Rules, Line(|line, random| { let (head, parent) = line.split_once(" extends ")?; Some(format!("{head} extends {}", typo(parent, random)?)) })),
    ("a piece copied with one word changed", Rules, File(|text, random| copied(text, random, |line| line.starts_with("piece ") && line.split(' ').count() > 3))),
    ("a sentence of a forum", Rules, File(|text, random| prose(Rules, text, random))),
    ("a German or French word", Rules, File(|text, random| translated(&FOREIGN, Rules, text, random))),
    ("Windows line ends", Rules, File(|text, _| Some(first_line(&text.replace('\n', "\r\n"), 1)))),
    ("one Windows line end", Rules, Line(|line, _| Some(format!("{line}\r")))),
    ("tabs for indentation", Rules, File(|text, _| Some(first_line(&text.replace("\n  ", "\n\t"), 1)))),
    ("a tab between words", Rules, Line(|line, _| (!line.trim().contains('"') && line.trim().contains(' ')).then(|| { let at = line.rfind(' ').unwrap_or(0); format!("{}\t{}", &line[..at], &line[at + 1..]) }))),
    ("German quotation marks", Rules, Line(|line, _| (line.matches('"').count() == 2).then(|| line.replacen('"', "„", 1).replacen('"', "“", 1)))),
    ("French quotation marks", Rules, Line(|line, _| (line.matches('"').count() == 2).then(|| line.replacen('"', "« ", 1).replacen('"', " »", 1)))),
    ("an apostrophe of a word processor for a backtick", Rules, Line(|line, _| (line.matches('`').count() == 2).then(|| line.replacen('`', "‘", 1).replacen('`', "’", 1)))),
    ("an ellipsis", Rules, Line(|line, _| code_end(line).then(|| format!("{line}…")))),
    // Readings.
    ("the name of a reading misspelled", Readings, Line(|line, random| part(line, ("[", "]"), |name| typo(name, &mut Random(random.0))))),
    ("the key of an entry misspelled", Readings, Line(|line, random| entry(line, random, false))),
    ("the value of an entry misspelled", Readings, Line(|line, random| entry(line, random, true))),
    ("a key without quotes", Readings, Line(|line, _| part(line, ("set = { \"", "\" ="), |key| Some(key.to_owned())).map(|line| line.replacen("{ \"", "{ ", 1).replacen("\" =", " =", 1)))),
    ("a value without its first quote", Readings, Line(|line, _| line.contains("set =").then(|| line.replacen("= \"", "= ", 1)))),
    ("a value without its last quote", Readings, Line(|line, _| line.strip_suffix("\" }").map(|line| format!("{line} }}")))),
    ("a title without its last quote", Readings, Line(|line, _| line.strip_prefix("title = ")?.strip_suffix('"').map(|line| format!("title = {line}")))),
    ("a title without quotes in readings", Readings, Line(|line, _| line.strip_prefix("title = ").map(|rest| format!("title = {}", rest.trim_matches('"'))))),
    ("an = lost", Readings, Instead("\" = \"", "\" \"")),
    ("a colon in an entry", Readings, Instead("\" = \"", "\": \"")),
    ("-> in an entry", Readings, Instead("\" = \"", "\" -> \"")),
    ("a semicolon between entries", Readings, Instead("\", \"", "\"; \"")),
    ("a doubled comma between entries", Readings, Instead("\", \"", "\",, \"")),
    ("a brace lost at the start", Readings, Instead("set = { ", "set = ")),
    ("brackets for braces", Readings, Line(|line, _| line.contains("set = {").then(|| line.replace('{', "[").replace('}', "]")))),
    ("a line without its =", Readings, Line(|line, _| line.strip_prefix("set = ").map(|rest| format!("set {rest}")))),
    ("a table over two lines", Readings, Instead("\", \"", "\",\n  \"")),
    ("set misspelled", Readings, Line(|line, random| line.strip_prefix("set =").and_then(|rest| Some(format!("{} ={rest}", typo("set", random)?))))),
    ("a comment of another language in readings", Readings, Line(|line, _| Some(format!("{line} // as in the book")))),
    ("smart quotes in readings", Readings, Line(|line, _| line.contains('"').then(|| line.replacen('"', "“", 1).replacen('"', "”", 1)))),
    ("smart quotes in all of the readings", Readings, File(|text, _| Some((text.replace('"', "”"), text.lines().position(|line| line.contains('"'))? + 1)))),
    ("German quotation marks in readings", Readings, Line(|line, _| line.starts_with("title").then(|| line.replacen('"', "„", 1).replacen('"', "“", 1)))),
    ("true for a text", Readings, Line(|line, _| line.contains("set =").then(|| part(line, (" = \"", "\""), |_| Some("@".into())).map_or(line.to_owned(), |line| line.replacen("\"@\"", "true", 1))))),
    ("a reading twice", Readings, File(|text, random| copied(text, random, |line| line.starts_with('[')))),
    ("a title twice", Readings, File(|text, random| edit_on(Readings, text, random, |line| line.starts_with("title").then(|| format!("{line}\n{line}"))).map(|(text, line)| (text, line + 1)))),
    ("a sentence of a forum in readings", Readings, File(|text, random| prose(Readings, text, random))),
    ("a German or French word in readings", Readings, File(|text, random| translated(&FOREIGN_BESIDE[..5], Readings, text, random))),
    ("Windows line ends in readings", Readings, File(|text, _| Some(first_line(&text.replace('\n', "\r\n"), 1)))),
    ("tabs in readings", Readings, Line(|line, _| line.contains(" = ").then(|| line.replace(" = ", "\t=\t")))),
    ("merge conflict in readings", Readings, Line(|line, _| line.starts_with("title").then(|| format!("<<<<<<< HEAD\n{line}\n=======\n{line}\n>>>>>>> other")))),
    // Cases.
    ("a fence lost at the start", Cases, Line(|line, _| line.strip_prefix("```").filter(|rest| !rest.is_empty()).map(str::to_owned))),
    ("a fence of two backticks", Cases, Line(|line, _| line.strip_prefix("```").filter(|rest| !rest.is_empty()).map(|rest| format!("``{rest}")))),
    ("a fence of tildes", Cases, Line(|line, _| line.strip_prefix("```").filter(|rest| !rest.is_empty()).map(|rest| format!("~~~{rest}")))),
    ("the word of a block misspelled", Cases, Line(|line, random| { let rest = line.strip_prefix("```").filter(|rest| !rest.is_empty())?; let word = rest.split(' ').next()?; Some(format!("```{}{}", typo(word, random)?, &rest[word.len()..])) })),
    ("a space after a fence", Cases, Line(|line, _| line.strip_prefix("```").filter(|rest| !rest.is_empty()).map(|rest| format!("``` {rest}")))),
    ("a capital in the word of a block", Cases, Line(|line, _| line.strip_prefix("```").filter(|rest| !rest.is_empty()).map(|rest| format!("```{}{}", rest[..1].to_uppercase(), &rest[1..])))),
    ("an answer misspelled", Cases, Line(|line, random| { let mut moves: Vec<String> = line.split(' ').map(str::to_owned).collect(); let is_moves = moves.iter().all(|text| text.len() > 3 && text.len() < 7 && text.ends_with(|c: char| c.is_ascii_digit())); let at = random.below(moves.len()); moves[at].push('9'); is_moves.then(|| moves.join(" ")) })),
    ("a move lost in an answer", Cases, Line(|line, _| { let (first, rest) = line.split_once(' ')?; let is_move = |text: &str| text.len() == 4 && text.ends_with(|c: char| c.is_ascii_digit()) && text.starts_with(|c: char| c.is_ascii_lowercase()); (is_move(first) && rest.split(' ').all(is_move)).then(|| rest.to_owned()) })),
    ("commas between moves", Cases, Line(|line, _| { let is_move = |text: &str| text.len() == 4 && text.ends_with(|c: char| c.is_ascii_digit()); (line.contains(' ') && line.split(' ').all(is_move)).then(|| line.replace(' ', ", ")) })),
    ("a FEN with a mistake", Cases, Line(fen)),
    ("the name of a game misspelled", Cases, File(|text, random| { let (head, rest) = text.split_once("```game\n")?; let name = rest.split(['\n', '@', '/', ' ']).next()?; Some((format!("{head}```game\n{}{}", typo(name, random)?, &rest[name.len()..]), head.matches('\n').count() + 2)) })),
    ("a reading misspelled in cases", Cases, Line(|line, random| { let (game, reading) = line.split_once('@').filter(|(game, _)| !game.contains(' '))?; let name = reading.split(['/', ' ']).next()?; Some(format!("{game}@{}{}", typo(name, random)?, &reading[name.len()..])) })),
    ("a switch misspelled in cases", Cases, Line(|line, random| { let (head, rest) = line.split_once(" under ")?; let (name, value) = rest.split_once('=')?; Some(format!("{head} under {}={value}", typo(name, random)?)) })),
    ("a value misspelled in cases", Cases, Line(|line, random| { let (head, rest) = line.split_once(" under ")?; let (name, value) = rest.split_once('=')?; let word = value.split(' ').next()?; Some(format!("{head} under {name}={}{}", typo(word, random)?, &value[word.len()..])) })),
    ("a side misspelled in cases", Cases, Line(|line, random| line.strip_suffix(" to move").and_then(|side| Some(format!("{} to move", typo(side, random)?))))),
    ("to move misspelled", Cases, Line(|line, _| line.strip_suffix(" to move").map(|side| format!("{side} to mvoe")))),
    ("a case copied with its heading", Cases, File(|text, random| copied(text, random, |line| line.starts_with("## ")))),
    ("a sentence of a forum in a block", Cases, File(|text, random| prose(Cases, text, random))),
    ("a German or French word in cases", Cases, File(|text, random| translated(&FOREIGN_BESIDE[5..], Cases, text, random))),
    ("Windows line ends in cases", Cases, File(|text, _| Some(first_line(&text.replace('\n', "\r\n"), 1)))),
    ("tabs in a drawing", Cases, Line(|line, _| row(line).map(|line| line.replacen(" | ", "\t|\t", 1)))),
    ("a token misspelled in a drawing", Cases, Line(|line, _| row(line)?.strip_suffix(|c: char| c.is_alphabetic()).map(|line| format!("{line}Q9")))),
    ("a rank lost in a drawing", Cases, Line(|line, _| row(line)?.split_once('|').map(|(_, rest)| format!("  |{rest}")))),
    ("a row without its bar in cases", Cases, Line(|line, _| row(line).map(|line| line.replacen('|', "", 1)))),
    ("a rank off the board in cases", Cases, Line(|line, _| row(line)?.split_once('|').map(|(_, rest)| format!("40 |{rest}")))),
    ("merge conflict in cases", Cases, Line(|line, _| line.starts_with("## ").then(|| format!("<<<<<<< HEAD\n{line}\n=======\n{line} now\n>>>>>>> other")))),
    ("the number of a perft misspelled", Cases, Line(|line, _| line.starts_with("```perft ").then(|| line.replacen("perft ", "perft x", 1)))),
    ("quotation marks of a word processor in cases", Cases, Line(|line, _| line.strip_prefix("```").filter(|rest| rest.contains(' ')).map(|rest| format!("```{}”", rest.replacen(' ', " “", 1))))),
];
