//! The relation between problems: one rule finds those that follow from another one, which are not reported.
//!
//! A problem names what it depends on: a name that it lacks, or [`Part`]s of the game. Other problems and error nodes
//! name what they make doubtful. [`ProblemRelation::of`] finds the cause of each problem. The relation has no circle, and an
//! error is dropped only if another one remains, so the cause at the end of each chain is reported.

use super::declared::blame;
use super::statement::{ErrorNode, ErrorNodes};
use super::syntax::Statement;
use crate::base::sort_by_key;
use crate::base::source::{Sources, Span};
use crate::messages::diagnostic::{Code, Diagnostic, Parts, Topic};
use crate::messages::look_alike::look_alike;
use std::cmp::Reverse;

/// The maximum number of problems in a list.
const MAX_PROBLEMS: usize = 400;

/// The reason that a problem is not reported.
#[derive(Clone, Debug)]
pub enum Cause {
    /// A part of the file that cannot be read, which has a problem of its own, or the lost end of a file.
    Node(Option<Span>),
    /// Another problem.
    Problem(Box<Diagnostic>),
    /// A problem of the game that the file extends.
    Parent(Box<Diagnostic>),
    /// A problem that a comment allows.
    Allowed(Box<Diagnostic>),
}

/// A problem with the reason that it is not reported, if there is one.
#[derive(Clone, Debug)]
pub struct Related {
    pub problem: Diagnostic,
    pub cause: Option<Cause>,
}

/// The files of a game and their error nodes, which relate its problems.
pub(super) struct ProblemRelation<'a> {
    pub(super) sources: &'a Sources,
    pub(super) tree: &'a [Statement],
    pub(super) nodes: &'a ErrorNodes,
    /// The errors that the game has in the file of its parent.
    pub(super) inherited: Vec<Diagnostic>,
    /// The problems that comments allow.
    pub(super) allowed: Vec<Diagnostic>,
}

impl ProblemRelation<'_> {
    /// Returns all problems in order, each with its cause. Problems with the same subject are joined into one.
    pub(super) fn of(&self, problems: Vec<Diagnostic>) -> Vec<Related> {
        let (left, mut all) = self.after_nodes(distinct(problems));
        let left = gathered(limited(distinct(blame(left, self.tree))));
        let mut causes = Vec::with_capacity(left.len());
        for (at, problem) in left.iter().enumerate() {
            let is_it = |cause: &Diagnostic| cause.code == problem.code && cause.place() == problem.place();
            let mut parents = self.inherited.iter();
            let parent = parents.find(|cause| is_it(cause) || self.follows(problem, cause, true));
            let mut others = left.iter().enumerate().filter(|(other, _)| *other != at);
            let mut own = || others.find(|(other, cause)| self.follows(problem, cause, *other < at));
            let parent = parent.map(|cause| Cause::Parent(Box::new(cause.clone())));
            let mut allowed = self.allowed.iter();
            let allowed = allowed.find(|cause| self.follows(problem, cause, true));
            let allowed = allowed.map(|cause| Cause::Allowed(Box::new(cause.clone())));
            causes.push(
                parent
                    .or(allowed)
                    .or_else(|| own().map(|(_, cause)| Cause::Problem(Box::new(cause.clone())))),
            );
        }
        all.extend(left.into_iter().zip(causes).map(|(problem, cause)| Related { problem, cause }));
        all
    }

    /// Separates the problems that follow from error nodes. If all errors do, none of them is separated, because a file
    /// with errors must report one.
    fn after_nodes(&self, problems: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<Related>) {
        let nodes = self.nodes.causes(&problems);
        let causes: Vec<Option<&ErrorNode>> = problems.iter().map(|problem| nodes.of(problem)).collect();
        let is_rooted =
            problems.iter().zip(&causes).any(|(problem, cause)| problem.is_error() && cause.is_none());
        let mut left = Vec::new();
        let mut dropped = Vec::new();
        for (problem, cause) in problems.into_iter().zip(causes) {
            match cause.filter(|_| is_rooted) {
                Some(node) => dropped.push(Related { problem, cause: Some(Cause::Node(node.place)) }),
                None => left.push(problem),
            }
        }
        (left, dropped)
    }

    /// Returns true if a problem is a consequence of another one. `is_before` states that the other one comes first, so
    /// that of two problems about the same name, the first remains.
    fn follows(&self, problem: &Diagnostic, cause: &Diagnostic, is_before: bool) -> bool {
        let (own, at) = (problem.place(), cause.place());
        let is_after_error = cause.is_error() && !problem.is_error();
        let doubts = cause.doubts | if is_after_error { Parts::OF_ERRORS } else { Parts::empty() };
        let shared = problem.depends & doubts;
        if shared.is_empty() {
            return is_by_word(problem, cause);
        }
        let is_in_line =
            || self.sources.line_column(own).0 == self.sources.line_column(at).0 && own.file == at.file;
        // A semicolon instead of another sign divides a statement in two.
        let is_divided = || {
            let between = Span { end: own.start.max(at.end), start: at.end, ..own };
            is_in_line() && self.sources.slice(between).contains(';')
        };
        let is_later = || at.file == own.file && at.start < own.start;
        let is_same_name = || {
            let names = problem.missing().zip(cause.missing());
            let is_part = |(own, other): (&str, &str)| match own.strip_prefix(other) {
                Some("") => cause.is_error() && (is_before || !problem.is_error()),
                Some(rest) => rest.starts_with('.'),
                None => false,
            };
            names.is_some_and(is_part)
        };
        let placed: [(Parts, &dyn Fn() -> bool); 7] = [
            (Parts::AROUND, &|| at.holds(own) && own.end <= at.end),
            (Parts::INSIDE, &|| own.holds(at)),
            (Parts::LINE, &is_in_line),
            (Parts::MOVES_BEFORE, &|| is_later() && is_in_line()),
            (Parts::STATEMENT_BEFORE, &is_divided),
            (Parts::BEFORE, &is_later),
            (Parts::DECLARED, &is_same_name),
        ];
        let rest = placed.iter().fold(shared, |rest, (part, _)| rest - *part);
        !rest.is_empty()
            || placed.iter().any(|(part, holds)| shared.contains(*part) && holds())
            || is_by_word(problem, cause)
    }
}

/// Returns true if the word of a problem follows from the word of another one.
fn is_by_word(problem: &Diagnostic, cause: &Diagnostic) -> bool {
    match (problem.topic.as_deref(), cause.topic.as_deref()) {
        // The pawn of a piece with a wrong token has a wrong token, too.
        (Some(Topic::Taken(own)), Some(Topic::Taken(other))) => {
            own.len() > other.len() && own.to_lowercase().ends_with(&other.to_lowercase())
        }
        // The token of an undeclared piece is usually a letter of its name.
        (Some(Topic::Missing(token)), Some(Topic::MissingPiece(name))) => {
            problem.code == Code::UnknownToken
                && cause.proposed().is_none()
                && name.contains(&token.to_lowercase())
        }
        // A word with letters of two scripts has already been reported.
        (Some(Topic::Missing(name) | Topic::MissingPiece(name)), _) => {
            cause.code == Code::LookAlike
                && name.contains(|c: char| c.is_ascii_alphabetic())
                && look_alike(name).is_some()
        }
        _ => false,
    }
}

/// Sorts problems by place, with the most severe first at each place, and removes duplicates.
pub(super) fn distinct(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
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
    known
}

/// Replaces the rest of a long list with one problem.
fn limited(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let rest = problems.split_off(problems.len().min(MAX_PROBLEMS));
    if let (Some(first), Some(severity)) = (rest.first(), rest.iter().map(|problem| problem.severity).max()) {
        let what = format!("{MAX_PROBLEMS} problems in this game");
        problems.push(Diagnostic { severity, ..Diagnostic::too_many(first.place(), &what) });
    }
    problems
}

/// Joins problems with the same subject, such as a missing name, into one problem with several places.
fn gathered(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut gathered: Vec<Diagnostic> = Vec::new();
    for problem in problems {
        let Some(first) = gathered.iter_mut().find(|first| is_alike(first, &problem)) else {
            gathered.push(problem);
            continue;
        };
        // For a row and a comma, only the place of the mistake is repeated.
        let is_single = matches!(problem.code, Code::WrongRowWidth | Code::MissingComma);
        let own = if is_single && problem.topic.as_deref() != Some(&Topic::Unfit) { 1 } else { usize::MAX };
        problem.labels.iter().take(own).for_each(|label| first.again(label.span));
        first.fix_also(&problem);
    }
    gathered
}

fn is_alike(one: &Diagnostic, other: &Diagnostic) -> bool {
    let is_unfit = |problem: &Diagnostic| problem.topic.as_deref() == Some(&Topic::Unfit);
    if is_unfit(one) && is_unfit(other) {
        return one.severity == other.severity;
    }
    if one.code != other.code || one.proposed().is_some() != other.proposed().is_some() {
        return false;
    }
    // A token stands for the pieces of both sides, so case does not matter.
    let missing = |problem: &Diagnostic| match problem.code {
        Code::UnknownToken => problem.missing().map(str::to_lowercase),
        _ => problem.missing().map(str::to_owned),
    };
    match (one.topic.as_deref(), other.topic.as_deref()) {
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
