//! What is told of all that was found: in order, each problem once.

use crate::base::diagnostic::{Diagnostic, Label};
use crate::base::source::Span;
use std::collections::BTreeSet;

/// How many problems are looked through; more than anyone reads.
const MOST_PROBLEMS: usize = 400;

/// In the order of the text, the worst first at one place, each once.
pub(super) fn tidy(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |problem: &Diagnostic| problem.labels.first().map(|label| label.span).unwrap_or_default();
    problems.sort_by(|a, b| {
        (place(a), std::cmp::Reverse(a.severity), a.code).cmp(&(
            place(b),
            std::cmp::Reverse(b.severity),
            b.code,
        ))
    });
    if problems.len() > MOST_PROBLEMS {
        problems.dedup();
    }
    let rest = problems.split_off(problems.len().min(MOST_PROBLEMS));
    if let Some(first) = rest.first() {
        let message = format!("more than {MOST_PROBLEMS} problems in this game; the others are not listed");
        let severity = rest.iter().map(|problem| problem.severity).max().unwrap_or(first.severity);
        let problem =
            Diagnostic { severity, ..Diagnostic::error("too-many-mistakes", place(first), message) };
        problems.push(problem.help("fix the first ones, then check again"));
    }
    let still: Vec<Span> = problems.iter().filter(|p| p.code == "never-moves").map(place).collect();
    // Of a piece that cannot move at all it need not be said that one of its moves is impossible.
    problems.retain(|p| {
        let at = place(p);
        p.code != "betza-never-moves"
            || !still.iter().any(|span| span.file == at.file && span.start <= at.start && at.end <= span.end)
    });
    let mut problems = gathered(problems);
    let mut seen = BTreeSet::new();
    problems.retain(|problem| {
        // A line of a family is read once for each of its pieces.
        let message = if problem.code == "unknown-word" { String::new() } else { problem.message.clone() };
        seen.insert((problem.code, place(problem), message))
    });
    problems
}

/// The same word missing in several places is one problem with several places.
fn gathered(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const MOST_PLACES: usize = 8;
    let near = |problem: &Diagnostic| problem.help.as_ref().is_some_and(|help| help.contains("did you mean"));
    let mut gathered: Vec<Diagnostic> = Vec::new();
    for problem in problems {
        let problem_ref = &problem;
        let same = |other: &&mut Diagnostic| {
            let problem = problem_ref;
            let repeated = matches!(problem.code, "array-cycle" | "too-many-pieces");
            (problem.missing.is_some()
                || matches!(problem.code, "unknown-word" | "wrong-row-width")
                || repeated)
                && other.code == problem.code
                && other.missing == problem.missing
                && (problem.missing.is_some() || repeated || other.message == problem.message)
                && near(other) == near(problem)
        };
        match gathered.iter_mut().find(same) {
            Some(first) => {
                // Of a row only where it goes wrong is shown again.
                let own = if problem.code == "wrong-row-width" { 1 } else { usize::MAX };
                let new = problem
                    .labels
                    .into_iter()
                    .take(own)
                    .filter(|label| first.labels.iter().all(|l| l.span != label.span));
                let room = MOST_PLACES.saturating_sub(first.labels.len());
                let more: Vec<_> =
                    new.take(room).map(|label| Label { text: "and here".into(), ..label }).collect();
                first.labels.extend(more);
            }
            None => gathered.push(problem),
        }
    }
    gathered
}
