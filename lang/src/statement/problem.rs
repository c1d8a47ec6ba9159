//! Problems of statements, and the report that collects them.

use super::Line;
use super::error_nodes::ErrorNodes;
use crate::base::source::Span;
use crate::messages::diagnostic::{Code, Diagnostic, Label, Parts, Topic, nearest};
use crate::messages::fix::{Certainty, Fix, TextChange};
use crate::messages::text::{did_you_mean, quoted};
use crate::vocabulary::Keyword;
use std::cell::{Cell, Ref, RefCell, RefMut};

/// The result of reading a part of a statement, which is a value or a problem.
pub(crate) type Read<T> = Result<T, Diagnostic>;

/// The problems and error nodes found so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    problems: RefCell<Vec<Diagnostic>>,
    nodes: RefCell<ErrorNodes>,
    /// The place of the grid, if it has been read.
    grid: Cell<Option<Span>>,
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
                    nodes.doubts(Parts::ANYTHING);
                    // What its block declares seems to be declared twice, too.
                    nodes.part(line.whole(), Parts::empty());
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
        let grid = self.grid.get().filter(|grid| problem.place().file > grid.file);
        self.problems.borrow_mut().push(match grid.filter(|_| problem.depends.contains(Parts::SQUARES)) {
            Some(grid) => unfit(problem, grid),
            None => problem,
        });
    }

    /// Records the place of the grid, which inherited drawings and regions must fit.
    pub(crate) fn fits(&self, grid: Span) {
        self.grid.set(Some(grid));
    }

    /// Creates a report that continues with the results of an earlier one.
    pub(crate) fn resume(problems: Vec<Diagnostic>, nodes: ErrorNodes) -> Report {
        Report { problems: RefCell::new(problems), nodes: RefCell::new(nodes), grid: Cell::default() }
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
}

/// Returns a problem of an inherited part, which must fit the grid of a child, as a problem of this grid.
fn unfit(mut problem: Diagnostic, grid: Span) -> Diagnostic {
    problem.message = format!("an inherited part does not fit this board: {}", problem.message);
    problem.labels.truncate(1);
    problem.labels.insert(0, Label { span: grid, text: "the board".into() });
    let help =
        "change the inherited part, too, as in `change array NAME { ... }` or `change region NAME = SQUARES`";
    problem.about(Topic::Unfit).help(help)
}

/// Creates the diagnostic for a statement that may occur only once.
pub(crate) fn twice(what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::SaidTwice, span, format!("`{what}` appears twice"))
        .label(first, "first here")
        .help("only one of the two can apply: delete the other")
}

/// Creates the diagnostic for a statement that may occur only once in its block, and offers to delete either.
pub(super) fn twice_in_block(what: &str, line: Line, first: Line) -> Diagnostic {
    let problem = twice(what, line.span, first.span);
    if line.keyword() == Some(Keyword::Variant) {
        let help = "a file has one game; if its text was pasted twice, delete everything from here on";
        return problem.help(help).doubting(Parts::BEFORE);
    }
    let without = |line: Line| Fix::of(Certainty::Guess).and(line.whole(), TextChange::Delete);
    problem.fix(without(line)).fix(without(first))
}

/// Adds the list of valid names to a problem about an unknown name, and suggests the nearest of them.
pub(crate) fn listing(problem: Diagnostic, word: &str, names: &[&str]) -> Diagnostic {
    match nearest(word, names.iter().copied()) {
        Some(near) => problem.help(did_you_mean(near).and(&format!("Known are {}", quoted(names)))),
        None if names.len() == 1 => problem.help(format!("there is only {}", quoted(names))),
        None => problem.help(format!("choose one of {}", quoted(names))),
    }
}
