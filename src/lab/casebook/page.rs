//! A page of cases, read from Markdown.

use super::answer::Question;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use crate::lang::catalog::GameRef;
use std::ops::Range;

/// The words that may begin the info line of a block that means something.
const BLOCKS: [&str; 10] =
    ["game", "position", "fen", "moves", "legal", "illegal", "after", "outcome", "perft", "first"];

/// The blocks whose content is in the lines below the head.
const BARE_BLOCKS: [&str; 6] = ["game", "position", "fen", "legal", "illegal", "first"];

/// The deepest count of a case, as it is repeated at every run.
const DEEPEST: u32 = 6;

/// A page of cases.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub name: String,
    /// Its cases, in order; headings without questions are none.
    pub cases: Vec<Case>,
}

/// The questions under one heading.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// The questions and their answers.
    pub queries: Vec<Query>,
}

/// Which game a case is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct GameLine {
    /// The name, as on a command line but without array and reading.
    pub name: String,
    pub array: Option<String>,
    pub reading: Option<String>,
    /// Switches and their values.
    pub set: Vec<(String, String)>,
    /// The readings under which the answers hold as well.
    pub readings: Vec<String>,
}

/// A position as it is written.
#[derive(Clone, Debug, Default)]
pub(crate) enum WrittenPosition {
    #[default]
    Start,
    /// Lenient, if it is only to be analyzed.
    Drawing {
        text: String,
        lenient: bool,
    },
    Fen {
        text: String,
        lenient: bool,
    },
}

/// A question and the answer the page gives.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// The head of the block, as it is written.
    pub head: String,
    /// What is asked.
    pub question: Question,
    /// The lines of the answer.
    pub expected: Vec<String>,
    /// The game it is about, with what the block itself adds.
    pub game: GameLine,
    /// The position it is about.
    pub position: WrittenPosition,
    /// The line of the block's head, from 1.
    pub line: usize,
    /// The lines between the fences, as indices from 0.
    pub body: Range<usize>,
}

#[derive(Default)]
struct PageReader<'t> {
    lines: Vec<(&'t str, Span)>,
    problems: Vec<Diagnostic>,
    game: GameLine,
    /// The game of the case at hand, when it has one of its own.
    case_game: Option<GameLine>,
    position: WrittenPosition,
    cases: Vec<Case>,
}

/// Reads a page as far as possible, and reports every problem.
pub(crate) fn read_page(name: &str, text: &str, file: u32) -> (Page, Vec<Diagnostic>) {
    let mut reader = PageReader::default();
    let mut start = 0;
    for text in text.split('\n') {
        let span = Span::new(file, start, start + text.len());
        reader.lines.push((text.trim_end_matches('\r'), span));
        start += text.len() + 1;
    }
    reader.read();
    reader.cases.retain(|case| !case.queries.is_empty());
    (Page { name: name.to_owned(), cases: reader.cases }, reader.problems)
}

impl PageReader<'_> {
    fn read(&mut self) {
        let mut at = 0;
        while let Some((text, span)) = self.lines.get(at).copied() {
            let (ticks, info) = text.split_at(text.len() - text.trim_start_matches('`').len());
            if ticks.len() >= 3 {
                let end = (at + 1..self.lines.len()).find(|end| self.lines[*end].0.trim_end() == ticks);
                let Some(end) = end else {
                    let problem = Diagnostic::error("open-block", span, "this block is never closed");
                    self.problems.push(problem.help(format!("end it with a line `{ticks}`")));
                    return;
                };
                let read = self.block(info.trim(), span, at + 1..end);
                self.problems.extend(read.err());
                at = end;
            } else if let Some(name) = text.trim_start_matches('#').strip_prefix(' ')
                && text.starts_with("##")
            {
                self.case_game = None;
                self.position = WrittenPosition::Start;
                self.cases.push(Case { name: name.trim().to_owned(), line: at + 1, queries: Vec::new() });
            }
            at += 1;
        }
    }

    fn block(&mut self, info: &str, head: Span, body: Range<usize>) -> Result<(), Diagnostic> {
        let (words, under) = match info.split_once(" under ") {
            Some((words, under)) => (words.trim(), Some(under.trim())),
            None => (info, None),
        };
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        let rest = rest.trim();
        let lines: Vec<&str> = self.lines[body.clone()].iter().map(|(text, _)| *text).collect();
        match word {
            "" | "text" | "console" => {}
            "position" | "fen" if rest == "lenient" => self.position = written(word, &lines, true),
            word if BARE_BLOCKS.contains(&word) && !rest.is_empty() => {
                let message = format!("`{rest}` has no meaning after `{word}`");
                return Err(
                    bad(head, message).help(format!("write what `{word}` is about in the lines below"))
                );
            }
            "game" => self.game_block(&lines, head),
            "position" | "fen" => self.position = written(word, &lines, false),
            _ => {
                let question = question(word, rest, head)?;
                let game = self.game_of(under, head)?;
                let expected = lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty());
                let query = Query {
                    head: info.to_owned(),
                    question,
                    expected: expected.map(str::to_owned).collect(),
                    game,
                    position: self.position.clone(),
                    line: body.start,
                    body,
                };
                let Some(case) = self.cases.last_mut() else {
                    let problem =
                        Diagnostic::error("no-heading", head, "this question is not under a heading");
                    return Err(problem.help("name the case in a line that begins with `## `"));
                };
                case.queries.push(query);
            }
        }
        Ok(())
    }

    /// The game a question is about, with what its head adds.
    fn game_of(&mut self, under: Option<&str>, head: Span) -> Result<GameLine, Diagnostic> {
        let mut game = self.case_game.as_ref().unwrap_or(&self.game).clone();
        if game.name.is_empty() {
            let problem =
                Diagnostic::error("no-game", head, "the page does not say which game this is about");
            return Err(problem.help("begin the page with a block `game` that names it"));
        }
        if let Some(under) = under {
            game.readings.clear();
            self.under(&mut game, under, head);
        }
        Ok(game)
    }

    fn game_block(&mut self, lines: &[&str], head: Span) {
        let mut game = GameLine::default();
        for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
            if let Some(names) = line.strip_prefix("readings ") {
                game.readings = names.split(',').map(|name| name.trim().to_owned()).collect();
            } else if line.contains('=') {
                self.under(&mut game, line, head);
            } else if !game.name.is_empty() {
                let message = format!("this block names two games, `{}` and `{line}`", game.name);
                self.problems.push(bad(head, message).help("write one game, and switches as switch=value"));
            } else {
                let parsed = GameRef::parse(line);
                (game.name, game.array, game.reading) = (parsed.name, parsed.array, parsed.reading);
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

    /// `switch=value, @reading, /array`
    fn under(&mut self, game: &mut GameLine, text: &str, head: Span) {
        for word in text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty()) {
            if let Some(reading) = word.strip_prefix('@') {
                game.reading = Some(reading.to_owned());
            } else if let Some(array) = word.strip_prefix('/') {
                game.array = Some(array.to_owned());
            } else if let Some((name, value)) = word.split_once('=') {
                game.set.retain(|(old, _)| old != name);
                game.set.push((name.to_owned(), value.to_owned()));
            } else {
                let message = format!("`{word}` is not a switch, a reading or an array");
                let problem = Diagnostic::error("bad-under", head, message);
                self.problems.push(problem.help("write switch=value, @reading or /array"));
            }
        }
    }
}

fn written(word: &str, lines: &[&str], lenient: bool) -> WrittenPosition {
    let text = lines.join("\n");
    match word {
        "fen" => WrittenPosition::Fen { text: text.trim().to_owned(), lenient },
        _ => WrittenPosition::Drawing { text, lenient },
    }
}

fn bad(head: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("bad-block", head, message)
}

/// What a block asks.
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
            Ok(depth @ 0..=DEEPEST) => Question::Perft(depth),
            Ok(_) => {
                let problem = bad(head, format!("a case counts at most {DEEPEST} plies"));
                return Err(problem.help("use `ferz perft` to count deeper"));
            }
            Err(_) => return Err(bad(head, "`perft` needs a depth").help("such as `perft 2`")),
        },
        other => {
            let problem = Diagnostic::error("unknown-block", head, format!("unknown block `{other}`"));
            let help = "mark a block that is not part of the case as `text`";
            return Err(problem.suggest_or(other, BLOCKS, help));
        }
    })
}
