//! The final list of problems: sorted, without duplicates, and without consequences of other problems.

use crate::base::sort_by_key;
use crate::base::source::{Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic, Severity, Topic};
use std::cmp::Reverse;

/// The maximum number of problems in a list.
const MAX_PROBLEMS: usize = 400;

/// Sorts problems by place, with the most severe first at each place, and removes duplicates and consequences.
pub(super) fn tidy(mut problems: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    sort_by_key(&mut problems, |problem| (problem.place(), Reverse(problem.severity), problem.code.text()));
    // A line of a family is read once for each of its pieces, so an unknown word can be a part of several names.
    let mut known: Vec<Diagnostic> = Vec::new();
    for problem in problems {
        let is_again = |other: &Diagnostic| {
            *other == problem || other.code == problem.code && problem.code == Code::UnknownWord
        };
        let mut here = known.iter().rev().take_while(|other| other.place() == problem.place());
        if !here.any(is_again) {
            known.push(problem);
        }
    }
    let rest = known.split_off(known.len().min(MAX_PROBLEMS));
    if let (Some(first), Some(severity)) = (rest.first(), rest.iter().map(|problem| problem.severity).max()) {
        let what = format!("{MAX_PROBLEMS} problems in this game");
        known.push(Diagnostic { severity, ..Diagnostic::too_many(first.place(), &what) });
    }
    let all = gathered(known);
    let is_first = |problem: &&Diagnostic| !all.iter().any(|cause| follows(problem, cause, sources));
    all.iter().filter(is_first).cloned().collect()
}

/// Returns true if a problem is a consequence of another one, so that it does not need to be listed.
fn follows(problem: &Diagnostic, cause: &Diagnostic, sources: &Sources) -> bool {
    let (own, at) = (problem.place(), cause.place());
    let line = |at: Span| (at.file, sources.line_column(at).0);
    let after_error = cause.is_error() && !problem.is_error();
    match (problem.code, cause.code) {
        // Lints would distract from an error.
        _ if after_error && problem.severity == Severity::Lint => true,
        // A misspelled name may only seem to be repeated, and a broken list may seem to have repetitions.
        (Code::SameName | Code::SwitchWithoutEffect | Code::EqualValues, _) if after_error => true,
        // A line that cannot be read may be the one that a player or a cell lacks.
        (Code::TurnCheck | Code::OneSidedCell, _) if after_error => true,
        (Code::OneSidedCell, Code::LonelyCell) => true,
        (Code::SaidTwice | Code::MissingComma | Code::SidesSwapped, _)
            if after_error && line(own) == line(at) =>
        {
            true
        }
        // After a second head, all other statements are probably repeated as well.
        (_, Code::SaidTwice) if at.file == own.file && at.start < own.start && is_head(cause, sources) => {
            true
        }
        (Code::SaidTwice, Code::LeftoverWords | Code::UnexpectedWord) => own.holds(at),
        (Code::SameName, Code::SaidTwice) => line(own) == line(at),
        // After a wrong sign or a missing atom, the rest of the moves has no meaning either.
        (
            Code::BetzaUnknownLetter | Code::BetzaMissingAtom,
            Code::BetzaUnknownLetter | Code::BetzaMissingAtom | Code::BetzaMissingJoint,
        ) => line(own) == line(at) && at.start < own.start,
        // A semicolon instead of another sign divides a statement in two.
        (_, Code::MissingWords | Code::UnexpectedWord | Code::LeftoverWords) if problem.is_error() => {
            let between = Span { end: own.start.max(at.end), start: at.end, ..own };
            line(own) == line(at) && sources.slice(between).contains(';')
        }
        // If a piece cannot move at all, its single moves are no other problem.
        (Code::BetzaNeverMoves, Code::NeverMoves) => at.holds(own) && own.end <= at.end,
        // If several pieces never appear, a row of an array is probably missing.
        (
            Code::NeverReached
            | Code::NeverHad
            | Code::NeverApplies
            | Code::NeverEnds
            | Code::NeverFires
            | Code::NeverLeft
            | Code::NeverSoMany,
            Code::NeverAppears,
        ) => cause.labels.len() > 2,
        // A misspelled name is also unknown as a part of other names, and no comma is missing beside it.
        (Code::UnknownSwitch | Code::UnknownWord, Code::UnknownWord) => {
            let (own, cause) = (problem.missing().unwrap_or_default(), cause.missing());
            cause.and_then(|cause| own.strip_prefix(cause)).is_some_and(|rest| rest.starts_with('.'))
        }
        (Code::MissingComma, Code::UnknownWord) => own == at,
        // A game that begins without a royal or lacks a piece has further consequences.
        (
            Code::CheckInArray | Code::NeverEnds | Code::OverInArray | Code::UnevenArray,
            Code::PlayerWithoutRoyal,
        ) => true,
        (Code::CheckInArray | Code::OverInArray, Code::NeverAppears) => true,
        (Code::UnusedHands, Code::BecomesItself) => true,
        // A row with a wrong rank is not missing.
        (Code::RankLeftOut, Code::OutsideTheBoard) => own.holds(at),
        // The pawn of a piece with a wrong token has a wrong token, too.
        (Code::DuplicateToken, Code::DuplicateToken) => match (&problem.topic, &cause.topic) {
            (Some(Topic::Taken(own)), Some(Topic::Taken(other))) => {
                own.len() > other.len() && own.to_lowercase().ends_with(&other.to_lowercase())
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns true if a problem is about a line that names the game.
fn is_head(problem: &Diagnostic, sources: &Sources) -> bool {
    sources.slice(problem.place()).starts_with("variant ")
}

/// Removes the warnings that a wrong or missing row of an array explains. The problems that the file allows must have
/// been removed, so that they hide no others.
pub(super) fn leave_out_effects_of_rows(problems: &mut Vec<Diagnostic>) {
    let has = |code| problems.iter().any(|problem: &Diagnostic| problem.code == code);
    let (is_omitted, is_swapped) = (has(Code::RankLeftOut), has(Code::SidesSwapped));
    let is_uneven = has(Code::UnevenArray);
    let about_arrays = [
        Code::CheckInArray,
        Code::NoHome,
        Code::OutsideItsRegion,
        Code::OverInArray,
        Code::PlayerWithoutRoyal,
        Code::UnevenArray,
    ];
    problems.retain(|problem| {
        let is_effect = problem.code.is_absence() || about_arrays.contains(&problem.code);
        let is_left_out = is_effect && (is_omitted || is_swapped)
            || is_omitted && problem.code == Code::SidesSwapped
            || is_uneven && problem.code == Code::CheckInArray;
        problem.is_error() || !is_left_out
    });
}

/// Merges problems about the same missing name into one problem with several places.
fn gathered(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut gathered: Vec<Diagnostic> = Vec::new();
    for problem in problems {
        let Some(first) = gathered.iter_mut().find(|first| is_alike(first, &problem)) else {
            gathered.push(problem);
            continue;
        };
        // For a row and a comma, only the place of the mistake is repeated.
        let is_single = matches!(problem.code, Code::WrongRowWidth | Code::MissingComma);
        let own = if is_single { 1 } else { usize::MAX };
        problem.labels.iter().take(own).for_each(|label| first.again(label.span));
    }
    gathered
}

fn is_alike(one: &Diagnostic, other: &Diagnostic) -> bool {
    if one.code != other.code || one.proposed().is_some() != other.proposed().is_some() {
        return false;
    }
    // A token stands for the pieces of both sides, so case does not matter.
    let missing = |problem: &Diagnostic| match problem.code {
        Code::UnknownToken => problem.missing().map(str::to_lowercase),
        _ => problem.missing().map(str::to_owned),
    };
    match (&one.topic, &other.topic) {
        (None, None) => {
            matches!(
                other.code,
                Code::ArrayCycle | Code::TooManyPieces | Code::GameTooLarge | Code::NeverAppears
            ) || other.code == Code::NeverHad && one.help == other.help
        }
        (Some(Topic::Repeated(one)), Some(Topic::Repeated(other))) => one == other,
        _ => missing(one).is_some() && missing(one) == missing(other),
    }
}
