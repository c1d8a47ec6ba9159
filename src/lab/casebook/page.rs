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
    /// The file.
    pub name: String,
    /// Its cases, in order; headings without questions are none.
    pub cases: Vec<Case>,
}

/// The questions under one heading.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The heading.
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
    /// The array.
    pub array: Option<String>,
    /// The reading.
    pub reading: Option<String>,
    /// Switches.
    pub set: Vec<(String, String)>,
    /// The readings under which the answers hold as well.
    pub readings: Vec<String>,
    /// Where it is said.
    pub span: Span,
}

/// A position as it is written.
#[derive(Clone, Debug)]
pub(crate) enum WrittenPosition {
    /// The start of the game.
    Start,
    /// A drawing.
    Drawing(String),
    /// A FEN.
    Fen(String),
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

struct Line<'t> {
    text: &'t str,
    span: Span,
}

struct PageReader<'t> {
    lines: Vec<Line<'t>>,
    problems: Vec<Diagnostic>,
    game: GameLine,
    /// The game of the case at hand, when it has one of its own.
    case_game: Option<GameLine>,
    position: WrittenPosition,
    cases: Vec<Case>,
}

/// Reads a page as far as possible, and reports every problem.
pub(crate) fn read_page(name: &str, text: &str, file: u32) -> (Page, Vec<Diagnostic>) {
    let mut lines = Vec::new();
    let mut start = 0;
    for text in text.split('\n') {
        lines.push(Line {
            text: text.trim_end_matches('\r'),
            span: Span::new(file, start, start + text.len()),
        });
        start += text.len() + 1;
    }
    let mut reader = PageReader {
        lines,
        problems: Vec::new(),
        game: GameLine::default(),
        case_game: None,
        position: WrittenPosition::Start,
        cases: Vec::new(),
    };
    reader.read();
    let mut cases = reader.cases;
    cases.retain(|case| !case.queries.is_empty());
    (Page { name: name.to_owned(), cases }, reader.problems)
}

impl PageReader<'_> {
    fn read(&mut self) {
        let mut at = 0;
        while let Some(line) = self.lines.get(at) {
            let (text, span) = (line.text, line.span);
            let ticks: String = text.chars().take_while(|c| *c == '`').collect();
            if ticks.len() >= 3 {
                let info = text.get(ticks.len()..).unwrap_or_default().trim().to_owned();
                let end = self.lines.iter().skip(at + 1).position(|line| line.text.trim_end() == ticks);
                let Some(end) = end.map(|n| at + 1 + n) else {
                    let help = format!("end it with a line `{ticks}`");
                    return self.error("open-block", span, "this block is never closed", help);
                };
                self.block(&info, at, at + 1..end);
                at = end + 1;
                continue;
            }
            let hashes = text.chars().take_while(|c| *c == '#').count();
            if hashes > 0 && text.chars().nth(hashes) == Some(' ') {
                self.heading(hashes, text.trim_start_matches('#').trim(), at);
            }
            at += 1;
        }
    }

    fn heading(&mut self, depth: usize, name: &str, at: usize) {
        if depth > 1 {
            self.case_game = None;
            self.position = WrittenPosition::Start;
            self.cases.push(Case { name: name.to_owned(), line: at + 1, queries: Vec::new() });
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message).help(help));
    }

    fn block(&mut self, info: &str, at: usize, body: Range<usize>) {
        let Some(head) = self.lines.get(at).map(|line| line.span) else { return };
        let (words, under) = match info.split_once(" under ") {
            Some((words, under)) => (words.trim(), Some(under.trim())),
            None => (info, None),
        };
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        let rest = rest.trim();
        let lines: Vec<String> =
            body.clone().filter_map(|i| self.lines.get(i)).map(|line| line.text.to_owned()).collect();
        match word {
            "" | "text" | "console" => {}
            word if BARE_BLOCKS.contains(&word) && !rest.is_empty() => {
                let message = format!("`{rest}` has no meaning after `{word}`");
                self.error(
                    "bad-block",
                    head,
                    message,
                    format!("write what `{word}` is about in the lines below"),
                );
            }
            "game" => self.game_block(&lines, head),
            "position" => self.position = WrittenPosition::Drawing(lines.join("\n")),
            "fen" => self.position = WrittenPosition::Fen(lines.join("\n").trim().to_owned()),
            _ => {
                let Some(question) = self.question(word, rest, head) else { return };
                let Some(game) = self.game_of(under, head) else { return };
                let expected = lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty());
                let query = Query {
                    head: info.to_owned(),
                    question,
                    expected: expected.map(str::to_owned).collect(),
                    game,
                    position: self.position.clone(),
                    line: at + 1,
                    body,
                };
                match self.cases.last_mut() {
                    Some(case) => case.queries.push(query),
                    None => {
                        let help = "name the case in a line that begins with `## `";
                        self.error("no-heading", head, "this question is not under a heading", help);
                    }
                }
            }
        }
    }

    /// What a block asks.
    fn question(&mut self, word: &str, rest: &str, head: Span) -> Option<Question> {
        let (message, help) = match word {
            "moves" => return Some(Question::Moves((!rest.is_empty()).then(|| rest.to_owned()))),
            "legal" => return Some(Question::Legal),
            "illegal" => return Some(Question::Illegal),
            "after" if !rest.is_empty() => return Some(Question::After(rest.to_owned())),
            "outcome" => {
                return Some(Question::Outcome(rest.split_whitespace().map(str::to_owned).collect()));
            }
            "first" => return Some(Question::First),
            "perft" => match rest.parse() {
                Ok(depth @ 0..=DEEPEST) => return Some(Question::Perft(depth)),
                Ok(_) => {
                    let message = format!("a case counts at most {DEEPEST} plies");
                    (message, "use `ferz perft` to count deeper".to_owned())
                }
                Err(_) => ("`perft` needs a depth".to_owned(), "such as `perft 2`".to_owned()),
            },
            "after" => ("`after` needs a move".to_owned(), "such as `after e2e4`".to_owned()),
            other => {
                let problem = Diagnostic::error("unknown-block", head, format!("unknown block `{other}`"));
                let help = "mark a block that is not part of the case as `text`";
                self.problems.push(problem.suggest_or(other, BLOCKS, help));
                return None;
            }
        };
        self.error("bad-block", head, message, help);
        None
    }

    /// The game a question is about, with what its head adds.
    fn game_of(&mut self, under: Option<&str>, head: Span) -> Option<GameLine> {
        let mut game = self.case_game.clone().unwrap_or_else(|| self.game.clone());
        if game.name.is_empty() {
            let message = "the page does not say which game this is about";
            self.error("no-game", head, message, "begin the page with a block `game` that names it");
            return None;
        }
        if let Some(under) = under {
            game.readings.clear();
            self.under(&mut game, under, head);
        }
        Some(game)
    }

    fn game_block(&mut self, lines: &[String], head: Span) {
        let mut game = GameLine { span: head, ..GameLine::default() };
        for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
            if let Some(names) = line.strip_prefix("readings ") {
                game.readings = names.split(',').map(|name| name.trim().to_owned()).collect();
            } else if line.contains('=') {
                self.under(&mut game, line, head);
            } else if !game.name.is_empty() {
                let message = format!("this block names two games, `{}` and `{line}`", game.name);
                let help = "write one game, and switches as switch=value";
                self.error("bad-block", head, message, help);
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
            let (name, array, reading) = (&self.game.name, &self.game.array, &self.game.reading);
            (game.name, game.array, game.reading) = (name.clone(), array.clone(), reading.clone());
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
                self.error("bad-under", head, message, "write switch=value, @reading or /array");
            }
        }
    }
}
