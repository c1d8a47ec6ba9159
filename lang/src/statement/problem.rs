//! Problems of statements, and the report that collects them.

use super::Line;
use super::error_nodes::{ErrorNodes, Hidden};
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, nearest};
use crate::messages::text::{did_you_mean, quoted};
use std::cell::{Ref, RefCell, RefMut};

/// The result of reading a part of a statement, which is a value or a problem.
pub(crate) type Read<T> = Result<T, Diagnostic>;

/// The problems and error nodes found so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    problems: RefCell<Vec<Diagnostic>>,
    nodes: RefCell<ErrorNodes>,
}

impl Report {
    /// Records the result of reading a statement. A statement with an error becomes an error node.
    pub(crate) fn read<T>(&self, line: Line, result: Read<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(mut problem) => {
                let incomplete = matches!(problem.code, Code::MissingWords | Code::UnexpectedWord);
                if let Some(word) = line.word().filter(|_| incomplete && problem.help.is_none()) {
                    problem.help = Some(format!("the form is `{}`", word.form));
                }
                let mut nodes = self.nodes();
                nodes.statement(line);
                // If a name is unknown, the line does not declare it. If a name is declared twice or is a word of the
                // language, another name was probably meant, which is then missing.
                problem.missing().into_iter().for_each(|name| nodes.lacks(name));
                if matches!(problem.code, Code::DuplicateName | Code::ReservedName) {
                    nodes.hides(Hidden::Anything);
                }
                self.push_about(line, problem);
                None
            }
        }
    }

    /// Adds a problem about a statement, unless a syntax error may be its cause.
    pub(crate) fn push_about(&self, line: Line, problem: Diagnostic) {
        if !line.poisoned {
            self.push(problem);
        }
    }

    pub(crate) fn push(&self, problem: Diagnostic) {
        self.problems.borrow_mut().push(problem);
    }

    /// Creates a report that continues with the results of an earlier one.
    pub(crate) fn resume(problems: Vec<Diagnostic>, nodes: ErrorNodes) -> Report {
        Report { problems: RefCell::new(problems), nodes: RefCell::new(nodes) }
    }

    pub(crate) fn nodes(&self) -> RefMut<'_, ErrorNodes> {
        self.nodes.borrow_mut()
    }

    pub(crate) fn problems(&self) -> Ref<'_, Vec<Diagnostic>> {
        self.problems.borrow()
    }

    pub(crate) fn len(&self) -> usize {
        self.problems.borrow().len()
    }

    /// Returns true if an error node touches this place.
    pub(crate) fn touches(&self, place: Span) -> bool {
        self.nodes.borrow().touches(place)
    }

    pub(crate) fn pause(self) -> (Vec<Diagnostic>, ErrorNodes) {
        (self.problems.into_inner(), self.nodes.into_inner())
    }

    /// Returns all problems that are not consequences of error nodes.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        let (mut problems, mut nodes) = self.pause();
        nodes.drop_consequences(&mut problems);
        problems
    }
}

/// Creates the diagnostic for a statement that may occur only once.
pub(crate) fn twice(what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::SaidTwice, span, format!("`{what}` appears twice"))
        .label(first, "first here")
        .help("only one of the two can apply: delete the other")
}

/// Adds the list of valid names to a problem about an unknown name, and suggests the nearest of them.
pub(crate) fn listing(problem: Diagnostic, word: &str, names: &[&str]) -> Diagnostic {
    match nearest(word, names.iter().copied()) {
        Some(near) => problem.help(did_you_mean(near).and(&format!("Known are {}", quoted(names)))),
        None if names.len() == 1 => problem.help(format!("there is only {}", quoted(names))),
        None => problem.help(format!("choose one of {}", quoted(names))),
    }
}
