//! Parses a page of cases from Markdown. [`read_page`] returns the [`CasePage`] with all problems in it.
//!
//! The parser goes through the lines once and keeps the current game, case, and position. Headings outside code blocks
//! start new cases, and fenced blocks with one of the words of [`BLOCKS`] set a position or ask a question. After a
//! problem, parsing continues with the next block.

use super::answer::Question;
use crate::base::sort_by_key;
use crate::base::source::{Span, Spanned};
use crate::lang::catalog::GameRef;
use crate::messages::conflict::Conflict;
use crate::messages::diagnostic::{Code, Diagnostic};
use crate::messages::fix::{Certainty, Fix, TextChange};
use std::ops::Range;

/// The words that can begin the info line of a block in a case.
pub const BLOCKS: [&str; 11] =
    ["game", "position", "fen", "played", "moves", "legal", "illegal", "after", "outcome", "perft", "first"];

/// The blocks with their content in the body instead of the info line.
const BARE_BLOCKS: [&str; 7] = ["game", "position", "fen", "played", "legal", "illegal", "first"];

/// The maximum depth of a perft question. It is low because every run of the cases repeats the count.
const MAX_DEPTH: u32 = 6;

/// The maximum number of problems reported for a page.
const MAX_PROBLEMS: usize = 100;

/// A page of cases.
#[derive(Clone, Debug)]
pub struct CasePage {
    pub name: String,
    /// The cases in order. A heading without questions is not a case.
    pub cases: Vec<Case>,
}

/// A case: the questions under one heading.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    /// The line number of the heading, counted from 1.
    pub line: usize,
    /// The questions and their answers.
    pub queries: Vec<Query>,
}

/// A reference to a game in a page, with its choices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameLine {
    /// The name, as on a command line but without array and reading.
    pub name: String,
    pub array: Option<String>,
    pub reading: Option<String>,
    /// The switches that are set, with their values.
    pub set: Vec<(String, String)>,
    /// The readings under which the answers must also hold.
    pub readings: Vec<String>,
    /// The place of the name in the page.
    pub place: Span,
    /// The place of the additional choices in the head of a question.
    pub under: Option<Span>,
    /// The places of the array, the reading, and the switches, by name.
    pub parts: Vec<(String, Span)>,
}

/// A position as a page contains it.
#[derive(Clone, Debug, Default)]
pub enum WrittenPosition {
    #[default]
    Start,
    Drawing {
        lines: Vec<Spanned<String>>,
        /// True if the position is for analysis only, so that the side that is not to move may be in check.
        lenient: bool,
    },
    Fen {
        text: Spanned<String>,
        lenient: bool,
    },
    /// The position after these moves from the beginning of the game.
    Played(Vec<Spanned<String>>),
}

/// A question with its expected answer.
#[derive(Clone, Debug)]
pub struct Query {
    /// The head of the block as the page contains it.
    pub head: String,
    /// The question.
    pub question: Question,
    /// The place of the head.
    pub place: Span,
    /// The lines of the expected answer.
    pub expected: Vec<Spanned<String>>,
    /// The game of the question, including the choices of the block.
    pub game: GameLine,
    /// The position of the question.
    pub position: WrittenPosition,
    /// The line number of the block's head, counted from 1.
    pub line: usize,
    /// The lines between the fences, as indices from 0.
    pub body: Range<usize>,
}

#[derive(Default)]
struct PageReader<'t> {
    lines: Vec<(&'t str, Span)>,
    problems: Vec<Diagnostic>,
    game: GameLine,
    /// The game of the current case, or `None` if it is the game of the page.
    case_game: Option<GameLine>,
    position: WrittenPosition,
    /// The head of a position block that no question has used yet.
    unasked: Option<Span>,
    /// The level and the place of the last heading until a question follows.
    heading: Option<(usize, Span)>,
    /// True if the last position block was invalid. Questions about it are then skipped.
    lost_position: bool,
    /// True if the parser has already reported that the page names no game, or that a block which could name one is
    /// invalid.
    lost_game: bool,
    cases: Vec<Case>,
}

/// Parses a page as far as possible, and reports every problem.
pub fn read_page(name: &str, text: &str, file: u32) -> (CasePage, Vec<Diagnostic>) {
    let mut reader = PageReader::default();
    let mut start = 0;
    for text in text.split('\n') {
        let span = Span::new(file, start, start + text.len());
        reader.lines.push((text.trim_end_matches('\r'), span));
        start += text.len() + 1;
    }
    reader.read();
    reader.leave_position();
    reader.leave_heading(0);
    sort_by_key(&mut reader.problems, Diagnostic::place);
    // One more message tells how many problems were omitted from the report.
    if let Some(next) = reader.problems.get(MAX_PROBLEMS).map(Diagnostic::place) {
        reader.problems.truncate(MAX_PROBLEMS);
        let what = format!("{MAX_PROBLEMS} mistakes in this file");
        reader.problems.push(Diagnostic::too_many(next, &what));
    }
    reader.cases.retain(|case| !case.queries.is_empty());
    (CasePage { name: name.to_owned(), cases: reader.cases }, reader.problems)
}

impl PageReader<'_> {
    fn read(&mut self) {
        // Of the two versions in a merge conflict, only the first is parsed. The lines stay in place, so that the line
        // numbers remain valid.
        let mut conflict = Conflict::default();
        for (line, place) in &mut self.lines {
            if conflict.skips(line, *place) {
                *line = "";
            }
        }
        self.problems.extend(conflict.finish());
        let mut at = 0;
        while let Some((text, span)) = self.lines.get(at).copied() {
            let (ticks, info) = text.split_at(text.len() - text.trim_start_matches('`').len());
            if let Some(info) = other_fence(text) {
                let problem = bad(span, "a block begins with three backticks");
                let problem = problem.help(format!("write ` ```{info} `, and end the block with ` ``` `"));
                // The block is parsed up to any fence, so that its contents get no misleading messages.
                let is_end = |at: &usize| {
                    let text = self.lines[*at].0.trim_end();
                    text.len() > 1 && text.chars().all(|c| "`~".contains(c))
                };
                let end = (at + 1..self.lines.len()).find(is_end);
                let marks = text.len() - text.trim_start_matches(['`', '~']).len();
                let opener = Fix::certain(span.part(0, marks), "```");
                let closer = end.map(|end| (self.lines[end].1, TextChange::Write("```".into())));
                let fix = closer.into_iter().fold(opener, |fix, (place, change)| fix.and(place, change));
                self.problems.push(problem.fix(fix));
                if let Some(end) = end {
                    let read = self.block(info, span, at + 1..end);
                    self.problems.extend(read.err());
                    at = end;
                }
            } else if ticks.len() >= 3 {
                // As in CommonMark, a block ends only at a fence of the same length. A longer or named fence opens
                // another block.
                let is_fence = |end: &usize| self.lines[*end].0.starts_with(ticks);
                let end = (at + 1..self.lines.len()).find(is_fence);
                let Some(end) = end.filter(|end| self.lines[*end].0.trim_end() == ticks) else {
                    if let Some(begun) = self.unfenced(at).filter(|_| info.trim().is_empty() && end.is_some())
                    {
                        let (info, place) = self.lines[begun];
                        self.problems.push(unfenced_block(place, span));
                        let read = self.block(info.trim(), place, begun + 1..at);
                        self.problems.extend(read.err());
                        at += 1;
                        continue;
                    }
                    self.problems.push(open_block(ticks, info, span, end.map(|end| self.lines[end].1)));
                    // The broken block could have contained the missing question.
                    (self.unasked, self.heading) = (None, None);
                    // Parsing continues at the next block.
                    at = end.unwrap_or(self.lines.len());
                    continue;
                };
                let read = self.block(info.trim(), span, at + 1..end);
                self.problems.extend(read.err());
                at = end;
            // A heading of the first level is the title of the page.
            } else if let Some(name) = text.trim_start_matches('#').strip_prefix(' ')
                && text.starts_with("##")
            {
                self.leave_position();
                self.leave_heading(text.len() - text.trim_start_matches('#').len());
                self.heading = Some((text.len() - text.trim_start_matches('#').len(), span));
                self.case_game = None;
                self.lost_position = false;
                self.position = WrittenPosition::Start;
                self.cases.push(Case { name: name.trim().to_owned(), line: at + 1, queries: Vec::new() });
            }
            at += 1;
        }
    }

    /// Reports a position without questions.
    fn leave_position(&mut self) {
        let Some(head) = self.unasked.take() else { return };
        let problem = Diagnostic::new(Code::UnaskedPosition, head, "this position has no question");
        let help = "add a block with a question below it, such as `moves`, or mark the block as `text`";
        self.problems.push(problem.help(help));
        // Prevents a second report of the missing question for the heading.
        self.heading = None;
    }

    /// Reports a heading without questions, unless a heading of a deeper level follows.
    fn leave_heading(&mut self, next: usize) {
        let Some((depth, span)) = self.heading.take().filter(|(depth, _)| next <= *depth) else { return };
        let problem = Diagnostic::new(Code::EmptyCase, span.part(0, depth), "this heading has no question");
        self.problems
            .push(problem.help("add a block with a question, or write the heading as a line of text"));
    }

    /// Returns the first line of the block above a fence, if the line could follow backticks.
    fn unfenced(&self, fence: usize) -> Option<usize> {
        let above = (0..fence).rev().take_while(|at| is_inside(self.lines[*at].0));
        above.filter(|at| is_info(self.lines[*at].0)).last()
    }

    fn block(&mut self, info: &str, head: Span, body: Range<usize>) -> Result<(), Diagnostic> {
        let (words, under) = match info.split_once(" under ") {
            Some((words, under)) => (words.trim(), Some(under.trim())),
            None => (info, None),
        };
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        let rest = rest.trim();
        let is_lenient = rest == "lenient" && ["position", "fen"].contains(&word);
        match word {
            "" | "text" | "console" => {}
            word if BARE_BLOCKS.contains(&word) && !rest.is_empty() && !is_lenient => {
                let message = format!("`{rest}` has no meaning after `{word}`");
                self.lost_game |= word == "game";
                self.lost_position |= matches!(word, "position" | "fen" | "played");
                return Err(
                    bad(head, message).help(format!("write the arguments of `{word}` in the lines below"))
                );
            }
            "game" => self.game_block(body, head),
            "position" | "fen" | "played" => self.position_block(word, body, head, is_lenient),
            _ => {
                (self.unasked, self.heading) = (None, None);
                let question = question(word, rest, head).inspect_err(|problem| {
                    let meant = problem.proposed();
                    // A misspelled `position` or `game` block is treated as a broken one, so that later questions get
                    // no misleading messages.
                    self.lost_position |= matches!(meant, Some("position" | "fen" | "played"));
                    self.lost_game |= meant == Some("game");
                })?;
                let Some(game) = self.game_of(under, head)? else { return Ok(()) };
                if self.lost_position {
                    return Ok(());
                }
                let line = |(text, span): &(&str, Span)| Spanned::new(text.trim_end().to_owned(), *span);
                let expected = self.lines[body.clone()].iter().map(line);
                let expected = expected.filter(|line| !line.value.is_empty()).collect();
                let query = Query {
                    head: info.to_owned(),
                    question,
                    place: head,
                    expected,
                    game,
                    position: self.position.clone(),
                    line: body.start,
                    body,
                };
                let Some(case) = self.cases.last_mut() else {
                    let problem =
                        Diagnostic::new(Code::NoHeading, head, "this question is not under a heading");
                    return Err(problem.help("name the case in a line that begins with `## `"));
                };
                case.queries.push(query);
            }
        }
        Ok(())
    }

    fn position_block(&mut self, word: &str, body: Range<usize>, head: Span, lenient: bool) {
        self.leave_position();
        self.unasked = Some(head);
        self.lost_position = false;
        let line = |(text, span): &(&str, Span)| Spanned::new((*text).to_owned(), *span);
        let lines: Vec<Spanned<String>> = self.lines[body].iter().map(line).collect();
        if word == "position" {
            self.position = WrittenPosition::Drawing { lines, lenient };
            return;
        }
        if word == "played" {
            self.position = WrittenPosition::Played(lines.iter().flat_map(words).collect());
            return;
        }
        let text = lines.into_iter().find(|line| !line.value.trim().is_empty());
        let text = text.unwrap_or_else(|| Spanned::new(String::new(), head));
        self.position = WrittenPosition::Fen { text, lenient };
    }

    /// Returns the game of a question, with the choices in the head of the block.
    fn game_of(&mut self, under: Option<&str>, head: Span) -> Result<Option<GameLine>, Diagnostic> {
        let mut game = self.case_game.as_ref().unwrap_or(&self.game).clone();
        if game.name.is_empty() {
            if std::mem::replace(&mut self.lost_game, true) {
                return Ok(None);
            }
            let problem =
                Diagnostic::new(Code::NoGame, head, "the page does not say which game this is about");
            return Err(problem.help("begin the page with a block `game` that names it"));
        }
        if let Some(under) = under {
            game.readings.clear();
            game.under = Some(head);
            self.under(&mut game, under, head);
        }
        Ok(Some(game))
    }

    fn game_block(&mut self, body: Range<usize>, head: Span) {
        let mut game = GameLine { place: head, ..GameLine::default() };
        let lines = self.lines[body].to_vec();
        let lines = lines.iter().map(|(line, place)| (line.trim(), *place));
        for (line, place) in lines.filter(|(line, _)| !line.is_empty()) {
            if let Some(names) = line.strip_prefix("readings ") {
                game.readings = names.split(',').map(|name| name.trim().to_owned()).collect();
                game.parts.extend(game.readings.iter().map(|name| (name.clone(), place)));
            } else if line.contains('=') {
                self.under(&mut game, line, place);
            } else if !game.name.is_empty() {
                let message = format!("this block names two games, `{}` and `{line}`", game.name);
                self.problems.push(bad(place, message).help("write one game, and switches as switch=value"));
            } else {
                let parsed = GameRef::parse(line);
                (game.name, game.array, game.reading) = (parsed.name, parsed.array, parsed.reading);
                game.place = place;
            }
        }
        if self.cases.is_empty() {
            self.game = game;
            return;
        }
        if game.name.is_empty() {
            let GameLine { name, array, reading, .. } = self.game.clone();
            game = GameLine { name, array, reading, ..game };
        }
        self.case_game = Some(game);
    }

    /// Parses choices of the form `switch=value, @reading, /array`.
    fn under(&mut self, game: &mut GameLine, text: &str, head: Span) {
        for word in text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty()) {
            if let Some(reading) = word.strip_prefix('@') {
                game.reading = Some(reading.to_owned());
                game.parts.push((reading.to_owned(), head));
            } else if let Some(array) = word.strip_prefix('/') {
                game.array = Some(array.to_owned());
                game.parts.push((array.to_owned(), head));
            } else if let Some((name, value)) = word.split_once('=') {
                game.set.retain(|(old, _)| old != name);
                game.set.push((name.to_owned(), value.to_owned()));
                game.parts.push((name.to_owned(), head));
            } else {
                let message = format!("`{word}` is not a switch, a reading, or an array");
                let problem = Diagnostic::new(Code::BadUnder, head, message);
                self.problems.push(problem.help("write switch=value, @reading, or /array"));
            }
        }
    }
}

/// Returns the words of a line with their places.
fn words(line: &Spanned<String>) -> impl Iterator<Item = Spanned<String>> {
    let begin = line.value.as_ptr() as usize;
    let word = move |word: &str| {
        let at = word.as_ptr() as usize - begin;
        Spanned::new(word.to_owned(), line.span.part(at, at + word.len()))
    };
    line.value.split_whitespace().map(word)
}

/// Returns the info line of a fence that would open a block of a case if it had exactly three backticks.
fn other_fence(text: &str) -> Option<&str> {
    let info = text.trim_start_matches(['`', '~']);
    let marks = &text[..text.len() - info.len()];
    let is_other = marks == "~~~" || matches!(marks, "`" | "``") && !info.contains('`');
    (is_other && is_info(info)).then(|| info.trim())
}

/// Returns true if a text can follow the backticks at the beginning of a block.
fn is_info(text: &str) -> bool {
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    !word.is_empty() && (BARE_BLOCKS.contains(&word) || question(word, rest, Span::default()).is_ok())
}

/// Returns true if a line can be inside a block without backticks before it.
fn is_inside(text: &str) -> bool {
    !text.trim().is_empty() && !text.starts_with(['`', '#'])
}

/// Reports the first line of a block that lost its backticks.
fn unfenced_block(begun: Span, end: Span) -> Diagnostic {
    let problem = Diagnostic::new(Code::OpenBlock, begun, "a block begins with three backticks");
    let problem = problem.label(end, "this fence ends the block").help("write three backticks before it");
    problem.fix(Fix::certain(begun.part(0, 0), "```"))
}

/// Reports a block that is never closed. `next` is the head of the block whose fence would close it.
fn open_block(ticks: &str, info: &str, head: Span, next: Option<Span>) -> Diagnostic {
    // A bare fence just before the head of another block most likely closes a block that lost its head.
    if let Some(next) = next.filter(|_| info.trim().is_empty()) {
        return Diagnostic::new(Code::OpenBlock, head, "this fence ends no block")
            .label(next, "another block begins here")
            .help("begin the block above it with three backticks and the name of a block, such as `moves`");
    }
    let problem = Diagnostic::new(Code::OpenBlock, head, "this block is never closed");
    let problem = next.into_iter().fold(problem, |problem, next| problem.label(next, "before this"));
    let problem = problem.help(format!("end it with a line `{ticks}`"));
    problem.fix(match next {
        Some(next) => Fix::guess(next.part(0, 0), format!("{ticks}\n\n")),
        None => Fix::of(Certainty::Guess).and(head, TextChange::Append(ticks.into())),
    })
}

fn bad(head: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::BadBlock, head, message)
}

/// Parses the question in the head of a block.
fn question(word: &str, rest: &str, head: Span) -> Result<Question, Diagnostic> {
    Ok(match word {
        "moves" => Question::Moves((!rest.is_empty()).then(|| rest.to_owned())),
        "legal" => Question::Legal,
        "illegal" => Question::Illegal,
        "after" if rest.is_empty() => {
            return Err(bad(head, "`after` needs a move").help("such as `after e2e4`"));
        }
        "after" => Question::After(rest.to_owned()),
        "outcome" => Question::Outcome(rest.split_whitespace().map(str::to_owned).collect()),
        "first" => Question::First,
        "perft" => match rest.parse() {
            Ok(depth @ 0..=MAX_DEPTH) => Question::Perft(depth),
            Ok(_) => {
                let problem = bad(head, format!("a case counts at most {MAX_DEPTH} plies"));
                return Err(problem.help("use `ferz perft` to count deeper"));
            }
            Err(_) => return Err(bad(head, "`perft` needs a depth").help("such as `perft 2`")),
        },
        other => {
            let problem = Diagnostic::new(Code::UnknownBlock, head, format!("unknown block `{other}`"));
            let help = "mark a block that is not part of the case as `text`";
            return Err(problem.suggest_or(other, BLOCKS, help).instead_of(other));
        }
    })
}
