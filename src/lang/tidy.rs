//! The final list of problems: sorted, without duplicates, and without consequences of other problems.

use crate::base::sort_by_key;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Label};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The maximum number of problems in a list.
const MAX_PROBLEMS: usize = 400;

/// Sorts problems by place, with the most severe first at each place, and removes duplicates and consequences.
pub(super) fn tidy(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort_by_key(&mut problems, |problem| (problem.place(), Reverse(problem.severity), problem.code.text()));
    if problems.len() > MAX_PROBLEMS {
        // Duplicates must not use up the limit.
        problems.dedup();
    }
    let rest = problems.split_off(problems.len().min(MAX_PROBLEMS));
    if let (Some(first), Some(severity)) = (rest.first(), rest.iter().map(|problem| problem.severity).max()) {
        let what = format!("{MAX_PROBLEMS} problems in this game");
        problems.push(Diagnostic { severity, ..Diagnostic::too_many(first.place(), &what) });
    }
    // If a piece cannot move at all, problems with its single moves are redundant.
    let still: Vec<Span> =
        problems.iter().filter(|problem| problem.code == Code::NeverMoves).map(Diagnostic::place).collect();
    let within = |at: Span, span: &Span| span.holds(at) && at.end <= span.end;
    problems.retain(|problem| {
        problem.code != Code::BetzaNeverMoves || !still.iter().any(|span| within(problem.place(), span))
    });
    let mut problems = gathered(problems);
    // If several pieces never appear, a row of an array is probably missing. The consequences are then redundant.
    if problems.iter().any(|problem| problem.code == Code::NeverAppears && problem.labels.len() > 2) {
        let consequences =
            [Code::NeverReached, Code::NeverHad, Code::NeverApplies, Code::NeverFires, Code::NeverLeft];
        problems.retain(|problem| !consequences.contains(&problem.code));
    }
    // A name in the wrong spelling is unknown as a part of other names, and no comma is missing beside it.
    let unknown = problems.iter().filter(|problem| problem.code == Code::UnknownWord);
    let (names, places): (Vec<_>, Vec<Span>) =
        unknown.map(|problem| (problem.missing.clone(), problem.place())).unzip();
    let is_part = |problem: &Diagnostic| {
        names.iter().flatten().any(|name| problem.message.contains(&format!("`{name}.")))
    };
    problems.retain(|problem| {
        !(matches!(problem.code, Code::UnknownSwitch | Code::UnknownWord) && is_part(problem)
            || problem.code == Code::MissingComma && places.contains(&problem.place()))
    });
    // The pieces in a rank that an array omits need no problem of their own, and neither does their absence.
    let lacks_rank = problems.iter().any(|problem| problem.code == Code::RankLeftOut);
    // A row with a wrong rank is not missing.
    let off: Vec<Span> = problems
        .iter()
        .filter(|problem| problem.code == Code::OutsideTheBoard)
        .map(Diagnostic::place)
        .collect();
    problems.retain(|problem| match problem.code {
        Code::NeverAppears | Code::NoHome | Code::OverInArray => !lacks_rank || problem.is_error(),
        Code::RankLeftOut => !off.iter().any(|at| problem.place().holds(*at)),
        _ => true,
    });
    // The pawn of a piece with a wrong token has a wrong token, too.
    let token = |problem: &Diagnostic| {
        let own = Some(problem).filter(|problem| problem.code == Code::DuplicateToken);
        own.and_then(|problem| Some(problem.message.split('`').nth(1)?.to_lowercase()))
    };
    let tokens: Vec<String> = problems.iter().filter_map(token).collect();
    problems.retain(|problem| {
        let own = token(problem);
        !own.is_some_and(|own| tokens.iter().any(|other| own != *other && own.ends_with(other.as_str())))
    });
    let mut seen = BTreeSet::new();
    problems.retain(|problem| {
        // A line of a family is lowered once for each of its pieces.
        let message = if problem.code == Code::UnknownWord { String::new() } else { problem.message.clone() };
        seen.insert((problem.code.text(), problem.place(), message))
    });
    problems
}

/// Merges problems about the same missing name into one problem with several places.
fn gathered(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    const MAX_PLACES: usize = 8;
    let mut gathered: Vec<Diagnostic> = Vec::new();
    for problem in problems {
        let Some(first) = gathered.iter_mut().find(|first| is_alike(first, &problem)) else {
            gathered.push(problem);
            continue;
        };
        // For a row, only the place of the mistake is repeated.
        let own = if problem.code == Code::WrongRowWidth { 1 } else { usize::MAX };
        let known: Vec<Span> = first.labels.iter().map(|label| label.span).collect();
        let new = problem.labels.into_iter().take(own).filter(|label| !known.contains(&label.span));
        let new = new.map(|label| Label { text: "and here".into(), ..label });
        first.labels.extend(new.take(MAX_PLACES.saturating_sub(known.len())));
    }
    gathered
}

fn is_alike(one: &Diagnostic, other: &Diagnostic) -> bool {
    // A token stands for the pieces of both sides, so case does not matter.
    let is_same = |name: Option<&str>, again: Option<&str>| match (name, again, one.code) {
        (Some(name), Some(again), Code::UnknownToken) => name.eq_ignore_ascii_case(again),
        _ => name == again,
    };
    let may_differ = other.missing.is_some()
        || matches!(
            other.code,
            Code::ArrayCycle | Code::TooManyPieces | Code::GameTooLarge | Code::NeverAppears
        );
    (may_differ
        || matches!(other.code, Code::UnknownWord | Code::WrongRowWidth | Code::BetzaUnknownLetter)
            && one.message == other.message)
        && one.code == other.code
        && is_same(one.missing.as_deref(), other.missing.as_deref())
        && one.proposes() == other.proposes()
}
