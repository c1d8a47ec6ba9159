//! Conversion of the errors of the library to Python exceptions.
//!
//! [`exception`] converts any error of the library. The exception classes themselves are written in Python, in
//! `ferz._errors`, and each of their instances carries a list of [`Problem`]s.

use crate::fixes::ProblemFix;
use crate::results::{Reduced, hash};
use pyo3::prelude::*;

/// A problem in a text, a position, or a move.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, PartialEq)]
pub struct Problem {
    /// The stable code, such as `unknown-word`.
    code: String,
    /// The severity: `error`, `warning`, or `lint`.
    severity: String,
    /// The message.
    message: String,
    /// A suggested fix, or `None` if there is none.
    help: Option<String>,
    /// The name of the text that contains the offending words.
    file: Option<String>,
    /// The places in the text: the offending words first, then related places.
    labels: Vec<Place>,
    /// A replacement for the offending words, if it alone fixes the problem.
    suggestion: Option<String>,
    /// The fixes. If there are several, the author has to choose one.
    fixes: Vec<ProblemFix>,
    /// The formatted problem, on several lines.
    text: String,
}

#[pymethods]
impl Problem {
    /// Recreates a pickled problem.
    #[staticmethod]
    fn _stored(
        names: (String, String, String, String),
        file: Option<String>,
        labels: Vec<Py<Place>>,
        advice: (Option<String>, Option<String>, Vec<Py<ProblemFix>>),
    ) -> Problem {
        let ((code, severity, message, text), (help, suggestion, fixes)) = (names, advice);
        let labels = labels.iter().map(|place| place.get().clone()).collect();
        let fixes = fixes.iter().map(|fix| fix.get().clone()).collect();
        Problem { code, severity, message, help, file, labels, suggestion, fixes, text }
    }

    /// The places in the text, each with the name of its file: the offending words first, then related places.
    #[getter]
    fn places(&self) -> Vec<Place> {
        let own = |place: &Place| place.file.clone().or_else(|| self.file.clone());
        self.labels.iter().map(|place| Place { file: own(place), ..place.clone() }).collect()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Problem>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.get_type::<Problem>().getattr("_stored")?;
        let Problem { code, severity, message, help, file, labels, suggestion, fixes, text } = self.clone();
        let names = (code, severity, message, text);
        Ok((again, (names, file, labels, (help, suggestion, fixes)).into_pyobject(py)?))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}: {}>", self.code, self.message)
    }
}

/// A place in a text with a note, or with the text that a fix writes there. Offsets are in bytes of UTF-8. Lines and columns count from 1; columns are in
/// characters.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, PartialEq)]
pub struct Place {
    /// The offset of the first byte.
    start: u32,
    /// The offset after the last byte.
    end: u32,
    /// The line of the first character, counted from 1.
    line: usize,
    /// The column of the first character, counted from 1.
    column: usize,
    /// The line of the character after the last.
    end_line: usize,
    /// The column of the character after the last.
    end_column: usize,
    /// A note about the place, which can be empty, or the new text of an edit.
    text: String,
    /// The name of the text, if it is not the text with the offending words.
    file: Option<String>,
}

#[pymethods]
impl Place {
    /// Recreates a pickled place.
    #[staticmethod]
    fn _stored(
        bytes: (u32, u32),
        lines: (usize, usize),
        columns: (usize, usize),
        text: String,
        file: Option<String>,
    ) -> Place {
        let ((start, end), (line, end_line), (column, end_column)) = (bytes, lines, columns);
        Place { start, end, line, column, end_line, end_column, text, file }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Place>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.start, self.end, &self.text))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.get_type::<Place>().getattr("_stored")?;
        let Place { start, end, line, column, end_line, end_column, text, file } = self.clone();
        Ok((again, ((start, end), (line, end_line), (column, end_column), text, file).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<Place {}:{}-{}:{} {:?}>", self.line, self.column, self.end_line, self.end_column, self.text)
    }
}

impl From<&ferz::Problem> for Problem {
    fn from(problem: &ferz::Problem) -> Problem {
        Problem {
            code: problem.code.to_owned(),
            severity: problem.severity.name().to_owned(),
            message: problem.message.clone(),
            help: problem.help.clone(),
            file: problem.file.clone(),
            labels: problem.labels.iter().map(Place::from).collect(),
            suggestion: problem.suggestion.clone(),
            fixes: problem.fixes.iter().map(ProblemFix::from).collect(),
            text: problem.to_string(),
        }
    }
}

impl From<&ferz::Place> for Place {
    fn from(place: &ferz::Place) -> Place {
        Place {
            start: place.start,
            end: place.end,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            text: place.text.clone(),
            file: place.file.clone(),
        }
    }
}

impl From<&ferz::ProblemEdit> for Place {
    fn from(edit: &ferz::ProblemEdit) -> Place {
        let ferz::ProblemEdit { start, end, line, column, end_line, end_column, .. } = *edit;
        Place {
            start,
            end,
            line,
            column,
            end_line,
            end_column,
            text: edit.text.clone(),
            file: edit.file.clone(),
        }
    }
}

/// The kind of exception to raise.
#[derive(Clone, Copy)]
pub enum ErrorKind {
    Rules,
    Fen,
    Move,
}

/// Converts an error of the library to a Python exception.
pub fn exception(py: Python<'_>, error: &ferz::Error, kind: ErrorKind) -> PyErr {
    let name = match kind {
        ErrorKind::Rules => "RulesError",
        ErrorKind::Fen => "FenError",
        ErrorKind::Move => "IllegalMoveError",
    };
    let problems: Vec<Problem> = error.problems().iter().map(Problem::from).collect();
    create(py, name, (error.to_string(), problems, error.report(100, false)))
}

/// Creates the exception for a file of games that cannot be read.
pub fn study_exception(py: Python<'_>, why: &str) -> PyErr {
    let text = format!("games: error[refused]: {why}");
    let problem = Problem {
        code: "refused".to_owned(),
        severity: "error".to_owned(),
        message: why.to_owned(),
        help: None,
        file: Some("games".to_owned()),
        labels: Vec::new(),
        suggestion: None,
        fixes: Vec::new(),
        text: text.clone(),
    };
    create(py, "RulesError", (text.clone(), vec![problem], text))
}

fn create(py: Python<'_>, name: &str, args: (String, Vec<Problem>, String)) -> PyErr {
    let exception =
        py.import("ferz._errors").and_then(|module| module.getattr(name)).and_then(|class| class.call1(args));
    exception.map_or_else(|failed| failed, PyErr::from_value)
}
