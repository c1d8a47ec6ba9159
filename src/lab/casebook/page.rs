//! A page of cases, read from Markdown.

use super::answer::Question;
use crate::base::diagnostic::Diagnostic;
use crate::base::source::Span;
use std::ops::Range;

/// The words that may begin the info line of a block that means something.
const BLOCKS: [&str; 10] =
    ["game", "position", "fen", "moves", "legal", "illegal", "after", "outcome", "perft", "first"];

/// How deep a case may count: its answer is waited for at every run.
const DEEPEST: u32 = 6;

/// A page of cases.
#[derive(Clone, Debug)]
pub struct Page {
    /// The file.
    pub name: String,
    /// Its cases, in order; headings without questions are none.
    pub cases: Vec<Case>,
}

/// What stands under one heading.
#[derive(Clone, Debug)]
pub struct Case {
    /// The heading.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// The questions and their answers.
    pub answers: Vec<Answer>,
}

/// Which game a case is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameLine {
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
pub enum Position {
    /// The start of the game.
    Start,
    /// A drawing.
    Drawing(String),
    /// A FEN.
    Fen(String),
}

/// A question and the answer the page gives.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The head of the block, as it is written.
    pub head: String,
    /// What is asked.
    pub question: Question,
    /// The lines of the answer.
    pub expected: Vec<String>,
    /// The game it is about, with what the block itself adds.
    pub game: GameLine,
    /// The position it is about.
    pub position: Position,
    /// The line of the block's head, from 1.
    pub line: usize,
    /// The lines between the fences, as indices from 0.
    pub body: Range<usize>,
}

struct Line<'t> {
    text: &'t str,
    span: Span,
}

struct Reader<'t> {
    lines: Vec<Line<'t>>,
    problems: Vec<Diagnostic>,
    game: GameLine,
    /// The game of the case at hand, when it has one of its own.
    case_game: Option<GameLine>,
    position: Position,
    cases: Vec<Case>,
}

/// Reads a page. Whatever can be read is; every problem is told.
pub fn read_page(name: &str, text: &str, file: u32) -> (Page, Vec<Diagnostic>) {
    let mut lines = Vec::new();
    let mut start = 0;
    for text in text.split('\n') {
        lines.push(Line {
            text: text.trim_end_matches('\r'),
            span: Span::new(file, start, start + text.len()),
        });
        start += text.len() + 1;
    }
    let mut reader = Reader {
        lines,
        problems: Vec::new(),
        game: GameLine::default(),
        case_game: None,
        position: Position::Start,
        cases: Vec::new(),
    };
    reader.read();
    let mut cases = reader.cases;
    cases.retain(|case| !case.answers.is_empty());
    (Page { name: name.to_owned(), cases }, reader.problems)
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut at = 0;
        while let Some(line) = self.lines.get(at) {
            let (text, span) = (line.text, line.span);
            let ticks: String = text.chars().take_while(|c| *c == '`').collect();
            if ticks.len() >= 3 {
                let info = text.get(ticks.len()..).unwrap_or_default().trim().to_owned();
                let end = self.lines.iter().skip(at + 1).position(|line| line.text.trim_end() == ticks);
                let Some(end) = end.map(|n| at + 1 + n) else {
                    self.problems.push(
                        Diagnostic::error("open-block", span, "this block is never closed")
                            .help(format!("end it with a line `{ticks}`")),
                    );
                    return;
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
            self.position = Position::Start;
            self.cases.push(Case { name: name.to_owned(), line: at + 1, answers: Vec::new() });
        }
    }

    fn block(&mut self, info: &str, at: usize, body: Range<usize>) {
        let Some(head) = self.lines.get(at) else { return };
        let head = head.span;
        let (words, under) = match info.split_once(" under ") {
            Some((words, under)) => (words.trim(), Some(under.trim())),
            None => (info, None),
        };
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        let rest = rest.trim();
        if word.is_empty() || word == "text" || word == "console" {
            return;
        }
        let lines: Vec<String> =
            body.clone().filter_map(|i| self.lines.get(i)).map(|line| line.text.to_owned()).collect();
        let text = lines.join("\n");
        let alone = ["game", "position", "fen", "legal", "illegal", "first"].contains(&word);
        if alone && !rest.is_empty() {
            let message = format!("`{rest}` means nothing behind `{word}`");
            let help = format!("what `{word}` is about stands in the lines below it");
            self.problems.push(Diagnostic::error("bad-block", head, message).help(help));
            return;
        }
        let question = match word {
            "game" => return self.game_block(&lines, head),
            "position" => {
                self.position = Position::Drawing(text);
                return;
            }
            "fen" => {
                self.position = Position::Fen(text.trim().to_owned());
                return;
            }
            "moves" => Question::Moves((!rest.is_empty()).then(|| rest.to_owned())),
            "legal" => Question::Legal,
            "illegal" => Question::Illegal,
            "after" if !rest.is_empty() => Question::After(rest.to_owned()),
            "outcome" => Question::Outcome(rest.split_whitespace().map(str::to_owned).collect()),
            "perft" => match rest.parse() {
                Ok(depth @ 0..=DEEPEST) => Question::Perft(depth),
                Ok(_) => {
                    let message = format!("a case counts no deeper than {DEEPEST} plies");
                    let problem = Diagnostic::error("bad-block", head, message);
                    self.problems.push(problem.help("`ferz perft` counts as deep as you have time for"));
                    return;
                }
                Err(_) => {
                    self.problems.push(
                        Diagnostic::error("bad-block", head, "`perft` needs a depth")
                            .help("such as `perft 2`"),
                    );
                    return;
                }
            },
            "first" => Question::First,
            "after" => {
                self.problems.push(
                    Diagnostic::error("bad-block", head, "`after` needs a move").help("such as `after e2e4`"),
                );
                return;
            }
            other => {
                let problem =
                    Diagnostic::error("unknown-block", head, format!("a case has no block `{other}`"));
                self.problems.push(problem.suggest_or(
                    other,
                    BLOCKS,
                    "mark a block that is not part of the case as `text`",
                ));
                return;
            }
        };
        let mut game = self.case_game.clone().unwrap_or_else(|| self.game.clone());
        if game.name.is_empty() {
            self.problems.push(
                Diagnostic::error("no-game", head, "the page does not say which game this is about")
                    .help("begin the page with a block `game` that names it"),
            );
            return;
        }
        if let Some(under) = under {
            game.readings.clear();
            self.under(&mut game, under, head);
        }
        let expected = lines
            .into_iter()
            .map(|line| line.trim_end().to_owned())
            .filter(|line| !line.is_empty())
            .collect();
        let answer = Answer {
            head: info.to_owned(),
            question,
            expected,
            game,
            position: self.position.clone(),
            line: at + 1,
            body,
        };
        match self.cases.last_mut() {
            Some(case) => case.answers.push(answer),
            None => self.problems.push(
                Diagnostic::error("no-heading", head, "this question stands under no heading")
                    .help("give the case a name in a line that begins with `## `"),
            ),
        }
    }

    fn game_block(&mut self, lines: &[String], head: Span) {
        let mut game = GameLine { span: head, ..GameLine::default() };
        for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
            if let Some(names) = line.strip_prefix("readings ") {
                game.readings = names.split(',').map(|name| name.trim().to_owned()).collect();
            } else if line.contains('=') {
                self.under(&mut game, line, head);
            } else if !game.name.is_empty() {
                let problem = Diagnostic::error(
                    "bad-block",
                    head,
                    format!("this block names two games, `{}` and `{line}`", game.name),
                );
                self.problems
                    .push(problem.help("one line names the game; switches are written switch=value"));
            } else {
                let parsed = crate::lang::catalog::GameRef::parse(line);
                (game.name, game.array, game.reading) = (parsed.name, parsed.array, parsed.reading);
            }
        }
        match self.cases.is_empty() {
            true => self.game = game,
            false => {
                if game.name.is_empty() {
                    game.name.clone_from(&self.game.name);
                    game.array.clone_from(&self.game.array);
                    game.reading.clone_from(&self.game.reading);
                }
                self.case_game = Some(game);
            }
        }
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
                self.problems.push(
                    Diagnostic::error(
                        "bad-under",
                        head,
                        format!("`{word}` is neither a switch nor a reading nor an array"),
                    )
                    .help("write switch=value, @reading or /array"),
                );
            }
        }
    }
}
