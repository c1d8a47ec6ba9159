//! What is wrong with a statement, and where all of it is collected.

use super::Line;
use super::poison::Poison;
use crate::base::diagnostic::{Code, Diagnostic, nearest};
use crate::base::source::Span;
use crate::base::text::{did_you_mean, quoted};
use std::cell::{Ref, RefCell, RefMut};

/// What reading a part of a statement gives: the thing, or the problem with it.
pub(in crate::lang) type Read<T> = Result<T, Diagnostic>;

/// The problems found so far, and the names that are poisoned.
#[derive(Debug, Default)]
pub(in crate::lang) struct Report {
    problems: RefCell<Vec<Diagnostic>>,
    poison: RefCell<Poison>,
}

impl Report {
    /// Takes in what reading a statement gave. Of one that could not be read the names are poisoned.
    pub(in crate::lang) fn read<T>(&self, line: Line, result: Read<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(mut problem) => {
                let incomplete = matches!(problem.code, Code::MissingWords | Code::UnexpectedWord);
                if let Some(word) = line.word().filter(|_| incomplete && problem.help.is_none()) {
                    problem.help = Some(format!("the form is `{}`", word.form));
                }
                // Of two things of one name, one was to have another.
                self.poison().lost |= problem.code == Code::DuplicateName;
                let missing = problem.missing.clone();
                self.push_about(line, problem);
                self.poison().statement(line);
                // A line that lacks a name does not declare it.
                missing.into_iter().for_each(|name| self.poison().lacks(&name));
                None
            }
        }
    }

    /// Takes in a problem with a statement, unless a mistake of shape keeps that from being judged.
    pub(in crate::lang) fn push_about(&self, line: Line, problem: Diagnostic) {
        if !line.poisoned {
            self.push(problem);
        }
    }

    pub(in crate::lang) fn push(&self, problem: Diagnostic) {
        self.problems.borrow_mut().push(problem);
    }

    /// The report of what was found before.
    pub(in crate::lang) fn resume(problems: Vec<Diagnostic>, poison: Poison) -> Report {
        Report { problems: RefCell::new(problems), poison: RefCell::new(poison) }
    }

    pub(in crate::lang) fn poison(&self) -> RefMut<'_, Poison> {
        self.poison.borrow_mut()
    }

    pub(in crate::lang) fn problems(&self) -> Ref<'_, Vec<Diagnostic>> {
        self.problems.borrow()
    }

    pub(in crate::lang) fn len(&self) -> usize {
        self.problems.borrow().len()
    }

    /// Whether something in this place could not be read.
    pub(in crate::lang) fn touches(&self, place: Span) -> bool {
        self.poison.borrow().touches(place)
    }

    pub(in crate::lang) fn pause(self) -> (Vec<Diagnostic>, Poison) {
        (self.problems.into_inner(), self.poison.into_inner())
    }

    /// All problems, when everything is read. That a poisoned name is missing has been reported where it is poisoned.
    pub(in crate::lang) fn finish(self) -> Vec<Diagnostic> {
        let (mut problems, mut poison) = self.pause();
        poison.find_cut(&problems);
        // Of names that poison each other one has to be reported.
        if problems.iter().any(|problem| problem.is_error() && !poison.explains(problem)) {
            problems.retain(|problem| !poison.explains(problem));
        }
        // A piece that is not declared has a token that nothing declares, most often a letter of its name.
        let is_lost = |problem: &&Diagnostic| {
            problem.code == Code::UnknownWord
                && !problem.proposes()
                && problem.message.contains("not a piece")
        };
        let lost: Vec<String> = problems.iter().filter(is_lost).filter_map(|p| p.missing.clone()).collect();
        let is_its_token = |problem: &Diagnostic| {
            let token = problem.missing.as_ref().filter(|_| problem.code == Code::UnknownToken);
            token.is_some_and(|token| lost.iter().any(|name| name.contains(&token.to_lowercase())))
        };
        problems.retain(|problem| !is_its_token(problem));
        problems
    }
}

/// Complains about something that can be said only once.
pub(in crate::lang) fn twice(what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::SaidTwice, span, format!("`{what}` appears twice"))
        .label(first, "first here")
        .help("only one of the two can apply: delete the other")
}

/// Adds the nearest of several names to a problem with a word that is none of them, and lists them.
pub(in crate::lang) fn listing(problem: Diagnostic, word: &str, names: &[&str]) -> Diagnostic {
    match nearest(word, names.iter().copied()) {
        Some(near) => problem.help(format!("{} Known are {}", did_you_mean(near), quoted(names))),
        None if names.len() == 1 => problem.help(format!("there is only {}", quoted(names))),
        None => problem.help(format!("choose one of {}", quoted(names))),
    }
}
