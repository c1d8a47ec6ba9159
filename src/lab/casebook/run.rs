//! Running cases: what the rules say beside what the page says.

use super::answer::{Answer, Question, ask};
use super::drawing::{read_drawing, write_drawing};
use super::games::Games;
use super::page::{Case, GameLine, Page, Query};
use std::collections::BTreeSet;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The page and the rules agree.
    Passed,
    /// They do not.
    Failed,
    /// The page does not answer yet.
    Pending,
    /// The question cannot be asked: why.
    Broken(String),
}

/// One question, checked under one reading.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    /// The index of the question in the case.
    pub index: usize,
    /// The reading it was also asked under, if not the one of the block.
    pub reading: Option<String>,
    /// The result.
    pub status: Status,
    /// What the page says.
    pub expected: Vec<String>,
    /// What the rules say.
    pub actual: Vec<String>,
    /// Words of the answer that only the page has.
    pub missing: Vec<String>,
    /// Words of the answer that only the rules have.
    pub extra: Vec<String>,
}

/// Checks every question of a case.
pub(crate) fn run_case(page: &Page, case: &Case, games: &Games) -> Vec<Checked> {
    let mut all = Vec::new();
    for (index, query) in case.queries.iter().enumerate() {
        if query.game.readings.is_empty() {
            all.push(check(page, query, &query.game, index, games));
        }
        for reading in &query.game.readings {
            let game = GameLine { reading: Some(reading.clone()), ..query.game.clone() };
            let mut checked = check(page, query, &game, index, games);
            checked.reading = Some(reading.clone());
            all.push(checked);
        }
    }
    all
}

fn check(page: &Page, query: &Query, game: &GameLine, index: usize, games: &Games) -> Checked {
    let mut checked = Checked {
        index,
        reading: None,
        status: Status::Passed,
        expected: query.expected.clone(),
        actual: Vec::new(),
        missing: Vec::new(),
        extra: Vec::new(),
    };
    let played = match games.load(&page.name, game) {
        Ok(played) => played,
        Err(why) => return Checked { status: Status::Broken(why), ..checked },
    };
    let answer = ask(query, &played, false);
    if let Answer::Impossible(why) = answer {
        return Checked { status: Status::Broken(why), ..checked };
    }
    checked.actual = answer.lines();
    if is_pending(query) {
        checked.status = Status::Pending;
        return checked;
    }
    let passed = match (&query.question, &answer) {
        (Question::Moves(_), _) => {
            let (page, rules) = (words(&query.expected), words(&checked.actual));
            checked.missing = page.difference(&rules).cloned().collect();
            checked.extra = rules.difference(&page).cloned().collect();
            page == rules
        }
        (Question::Legal, _) => checked.actual.iter().all(|line| !line.contains(':')),
        (Question::After(_), Answer::Position(setup, _)) => {
            match read_drawing(&played.loaded.variant, &query.expected.join("\n")) {
                // The clocks are not drawn.
                Ok(drawn) => {
                    checked.expected = write_drawing(&played.loaded.variant, &drawn);
                    checked.expected == checked.actual || {
                        let mut same = drawn.clone();
                        (same.halfmove, same.fullmove) = (setup.halfmove, setup.fullmove);
                        same == **setup
                    }
                }
                Err((line, why)) => {
                    checked.status = Status::Broken(format!("line {} of the drawing: {why}", line + 1));
                    return checked;
                }
            }
        }
        _ => plain(&query.expected) == plain(&checked.actual),
    };
    checked.status = if passed { Status::Passed } else { Status::Failed };
    checked
}

/// Whether the page leaves the answer open.
fn is_pending(query: &Query) -> bool {
    let open = |line: &String| line.split_once(':').is_none_or(|(_, reason)| reason.trim().is_empty());
    query.expected.is_empty() || query.question == Question::Illegal && query.expected.iter().any(open)
}

fn words(lines: &[String]) -> BTreeSet<String> {
    lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
}

fn plain(lines: &[String]) -> Vec<String> {
    lines
        .iter()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect()
}

/// The text of a page with answers written in: for each, its block's lines and what they become.
pub(crate) fn accept(text: &str, answers: &[(std::ops::Range<usize>, Vec<String>)]) -> String {
    let end = if text.contains("\r\n") { "\r" } else { "" };
    let mut out: Vec<String> = Vec::new();
    let lines: Vec<&str> = text.split('\n').collect();
    let mut at = 0;
    let mut answers: Vec<_> = answers.iter().collect();
    answers.sort_by_key(|(range, _)| range.start);
    for (range, new) in answers {
        out.extend(lines.get(at..range.start).unwrap_or_default().iter().map(|line| (*line).to_owned()));
        out.extend(new.iter().map(|line| format!("{line}{end}")));
        at = range.end.max(at);
    }
    out.extend(lines.get(at..).unwrap_or_default().iter().map(|line| (*line).to_owned()));
    out.join("\n")
}
