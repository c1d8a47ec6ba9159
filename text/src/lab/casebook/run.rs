//! Runs cases: compares the answers of the rules with the expected answers of the page.
//!
//! [`run_case`] is the entry point. A question that lists several readings is checked once for each of them. [`accept`]
//! replaces expected answers in the text of a page.

use super::answer::{Answer, Question, ask, question_problems};
use super::drawing::{read_drawing, write_drawing};
use super::games::{Games, is_choice};
use super::page::{Case, CasePage, GameLine, Query};
use crate::base::gather;
use crate::base::sort_by_key;
use crate::messages::diagnostic::{Diagnostic, Parts};
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// The result of checking a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub enum Status {
    /// The page and the rules agree.
    #[default]
    Passed,
    /// The page and the rules differ.
    Failed,
    /// The page has no answer yet.
    Pending,
    /// The answer of the page was replaced by that of the rules.
    Accepted,
    /// The question is invalid.
    Broken,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Pending => "pending",
            Status::Accepted => "accepted",
            Status::Broken => "broken",
        }
    }
}

impl From<Status> for &'static str {
    fn from(status: Status) -> &'static str {
        status.name()
    }
}

/// A question with the result of its check under one reading.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckedQuestion {
    /// The index of the question in the case.
    #[serde(skip)]
    pub index: usize,
    /// The reading of this check, if the block lists several readings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    pub status: Status,
    /// The reasons why the question is invalid.
    #[serde(rename = "problem", skip_serializing_if = "Vec::is_empty", serialize_with = "message")]
    pub problems: Vec<Diagnostic>,
    /// The answer of the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
    /// The answer of the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actual: Vec<String>,
    /// True if a move of the question is legal although the page claims otherwise, or the reverse.
    #[serde(skip)]
    pub contradicts: bool,
    /// The words of the answer that only the page contains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The words of the answer that only the rules give.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<String>,
}

/// Serializes the first problem as a string, for programs that do not use source locations.
fn message<S: Serializer>(problems: &[Diagnostic], to: S) -> Result<S::Ok, S::Error> {
    let Some(Diagnostic { message, help, .. }) = problems.first() else { return to.serialize_none() };
    let help = help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    to.serialize_str(&format!("{message}{help}"))
}

/// Checks every question of a case.
pub fn run_case(page: &CasePage, case: &Case, games: &Games) -> Vec<CheckedQuestion> {
    let mut all = Vec::new();
    for (index, query) in case.queries.iter().enumerate() {
        for (reading, game) in games_of(query) {
            let expected = query.expected.iter().map(|line| line.value.clone()).collect();
            let mut checked = CheckedQuestion { index, reading, expected, ..CheckedQuestion::default() };
            match check(&mut checked, &page.name, query, &game, games) {
                Ok(status) => checked.status = status,
                Err(why) => (checked.status, checked.problems) = (Status::Broken, why),
            }
            all.push(checked);
        }
    }
    all
}

/// The problems that make questions of a page invalid.
#[derive(Debug, Default)]
pub struct QuestionErrors {
    pub problems: Vec<Diagnostic>,
    /// The number of cases with a game that cannot be loaded.
    pub blocked: usize,
}

/// Returns the problems that make questions of a page invalid, each once. A problem in the file of a game is one problem
/// for all its questions. It is omitted if `is_reported` returns true for the path or the built-in name of the game.
pub fn question_errors(page: &CasePage, games: &Games, is_reported: &dyn Fn(&str) -> bool) -> QuestionErrors {
    let (mut seen, mut broken) = (BTreeSet::new(), BTreeSet::new());
    let mut errors = QuestionErrors::default();
    for case in &page.cases {
        let mut is_blocked = false;
        for (query, (_, game)) in
            case.queries.iter().flat_map(|query| games_of(query).into_iter().map(move |game| (query, game)))
        {
            let loaded = games.load(&page.name, &game);
            is_blocked |= loaded.is_err();
            let found = match loaded {
                Ok(played) => {
                    let of_reading = if game.reading.is_some() { Parts::READING } else { Parts::empty() };
                    let found = question_problems(query, &played).into_iter();
                    found.map(|problem| problem.depends_on(of_reading)).collect()
                }
                Err(problem) if is_choice(&problem) => vec![problem],
                Err(problem) => {
                    let place = games.place(&page.name, &game.name);
                    let is_new = !is_reported(&place) && broken.insert(place);
                    is_new.then_some(problem).into_iter().collect()
                }
            };
            for problem in found {
                let same = errors.problems.iter_mut().find(|known| is_same_choice(known, &problem));
                match same {
                    Some(known) => {
                        known.again(problem.place());
                        known.fix_also(&problem);
                    }
                    None if seen.insert((problem.place(), problem.message.clone())) => {
                        errors.problems.push(problem)
                    }
                    None => {}
                }
            }
        }
        errors.blocked += usize::from(is_blocked);
    }
    errors
}

/// Returns true if two questions choose the same reading, array, switch, or value that does not exist.
fn is_same_choice(one: &Diagnostic, other: &Diagnostic) -> bool {
    is_choice(one) && is_choice(other) && one.missing().is_some() && one.missing() == other.missing()
}

/// Returns the games of a question: one for each reading that it lists.
fn games_of(query: &Query) -> Vec<(Option<String>, GameLine)> {
    let under = |reading: &String| {
        (Some(reading.clone()), GameLine { reading: Some(reading.clone()), ..query.game.clone() })
    };
    match query.game.readings.as_slice() {
        [] => vec![(None, query.game.clone())],
        readings => readings.iter().map(under).collect(),
    }
}

/// Answers a question, stores the answer in `checked`, and compares it with the expected answer.
fn check(
    checked: &mut CheckedQuestion,
    page: &str,
    query: &Query,
    game: &GameLine,
    games: &Games,
) -> Result<Status, Vec<Diagnostic>> {
    let played = games.load(page, game).map_err(|problem| vec![problem])?;
    Answer { lines: checked.actual, contradicts: checked.contradicts } = ask(query, &played, false)?;
    let open = |line: &String| line.split_once(':').is_none_or(|(_, reason)| reason.trim().is_empty());
    let is_illegal = query.question == Question::Illegal;
    // The page claims that the move is illegal but it is legal. No reason that a user could add makes the case pass.
    if is_illegal && checked.contradicts {
        return Ok(Status::Failed);
    }
    if query.expected.is_empty() || is_illegal && checked.expected.iter().any(open) {
        return Ok(Status::Pending);
    }
    let passed = match query.question {
        Question::Moves(_) => {
            let (page, rules) = (words(&checked.expected), words(&checked.actual));
            let missing = page.difference(&rules).map(|word| (*word).to_owned()).collect();
            let extra = rules.difference(&page).map(|word| (*word).to_owned()).collect();
            let passed = page == rules;
            (checked.missing, checked.extra) = (missing, extra);
            passed
        }
        Question::Legal => !checked.contradicts,
        Question::After(_) => {
            let drawn = read_drawing(&played.loaded.variant, &query.expected, true)?;
            checked.expected = write_drawing(&played.loaded.variant, &drawn);
            checked.expected == checked.actual
        }
        Question::Illegal | Question::Outcome(_) | Question::Perft(_) | Question::First => {
            plain(&checked.expected).eq(plain(&checked.actual))
        }
    };
    Ok(if passed { Status::Passed } else { Status::Failed })
}

fn words(lines: &[String]) -> BTreeSet<&str> {
    gather(lines.iter().flat_map(|line| line.split_whitespace()))
}

/// Splits every line that is not empty into words.
fn plain(lines: &[String]) -> impl Iterator<Item = Vec<&str>> {
    lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|words| !words.is_empty())
}

/// Returns the text of a page with new answers. Each answer comes with the range of lines that it replaces.
pub fn accept(text: &str, mut answers: Vec<(Range<usize>, Vec<String>)>) -> String {
    let end = if text.contains("\r\n") { "\r" } else { "" };
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    // Replacing the last answer first keeps the line numbers of the others valid.
    sort_by_key(&mut answers, |(range, _)| Reverse(range.start));
    for (range, new) in answers {
        lines.splice(range, new.into_iter().map(|line| line + end));
    }
    lines.join("\n")
}
