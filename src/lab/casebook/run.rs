//! Running cases: what the rules say beside what the page says.

use super::answer::{Question, ask};
use super::drawing::{read_drawing, write_drawing};
use super::games::Games;
use super::page::{Case, GameLine, Page, Query};
use crate::base::diagnostic::Diagnostic;
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// The result of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// The page and the rules agree.
    #[default]
    Passed,
    /// They do not.
    Failed,
    /// The page does not answer yet.
    Pending,
    /// The page was changed to agree.
    Accepted,
    /// The question cannot be asked.
    Broken,
}

/// One question, checked under one reading.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Checked {
    /// The index of the question in the case.
    #[serde(skip)]
    pub index: usize,
    /// The reading it was also asked under, if not the one of the block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    pub status: Status,
    /// Why the question cannot be asked.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "message")]
    pub problem: Option<Diagnostic>,
    /// What the page says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
    /// What the rules say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actual: Vec<String>,
    /// Words of the answer that only the page has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Words of the answer that only the rules have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<String>,
}

/// A problem in the words for programs that read no places.
fn message<S: Serializer>(problem: &Option<Diagnostic>, to: S) -> Result<S::Ok, S::Error> {
    let Some(Diagnostic { message, help, .. }) = problem else { return to.serialize_none() };
    let help = help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    to.serialize_str(&format!("{message}{help}"))
}

/// Checks every question of a case.
pub(crate) fn run_case(page: &Page, case: &Case, games: &Games) -> Vec<Checked> {
    let mut all = Vec::new();
    for (index, query) in case.queries.iter().enumerate() {
        let mut readings: Vec<Option<String>> = query.game.readings.iter().cloned().map(Some).collect();
        if readings.is_empty() {
            readings.push(None);
        }
        for reading in readings {
            let mut game = query.game.clone();
            game.reading = reading.clone().or(game.reading);
            let expected = query.expected.iter().map(|line| line.value.clone()).collect();
            let mut checked = Checked { index, reading, expected, ..Checked::default() };
            match check(&mut checked, &page.name, query, &game, games) {
                Ok(status) => checked.status = status,
                Err(why) => (checked.status, checked.problem) = (Status::Broken, Some(why)),
            }
            all.push(checked);
        }
    }
    all
}

/// Asks a question, writes down what is said, and compares it.
fn check(
    checked: &mut Checked,
    page: &str,
    query: &Query,
    game: &GameLine,
    games: &Games,
) -> Result<Status, Diagnostic> {
    let played = games.load(page, game)?;
    checked.actual = ask(query, &played, false)?;
    let open = |line: &String| line.split_once(':').is_none_or(|(_, reason)| reason.trim().is_empty());
    let is_illegal = query.question == Question::Illegal;
    // What is said not to be legal and is so cannot be answered by a reason.
    if is_illegal && checked.actual.iter().any(|line| line.ends_with(": legal")) {
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
        Question::Legal => checked.actual.iter().all(|line| !line.contains(':')),
        Question::After(_) => {
            let drawn = read_drawing(&played.loaded.variant, &query.expected, true)?;
            checked.expected = write_drawing(&played.loaded.variant, &drawn);
            checked.expected == checked.actual
        }
        _ => plain(&checked.expected).eq(plain(&checked.actual)),
    };
    Ok(if passed { Status::Passed } else { Status::Failed })
}

fn words(lines: &[String]) -> BTreeSet<&str> {
    lines.iter().flat_map(|line| line.split_whitespace()).collect()
}

/// The words of every line that has any.
fn plain(lines: &[String]) -> impl Iterator<Item = Vec<&str>> {
    lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|words| !words.is_empty())
}

/// The text of a page with answers written in: for each, its block's lines and what they become.
pub(crate) fn accept(text: &str, mut answers: Vec<(Range<usize>, Vec<String>)>) -> String {
    let end = if text.contains("\r\n") { "\r" } else { "" };
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    // From the last to the first, so that the numbers of the lines before stay right.
    answers.sort_by_key(|(range, _)| Reverse(range.start));
    for (range, new) in answers {
        lines.splice(range, new.into_iter().map(|line| line + end));
    }
    lines.join("\n")
}
