//! The fixes of problems, as data for tools that apply them.
//!
//! [`ProblemFix`] is the main type. Both classes can be pickled and compared.

use crate::results::{Reduced, hash};
use pyo3::prelude::*;

/// A fix of a problem: edits that belong together. If a problem has several fixes, the author has to choose one.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, PartialEq)]
pub struct ProblemFix {
    /// The title for a menu, such as `Write piece`.
    title: String,
    /// `certain` if the meaning stays the same or no other text is possible, and otherwise `guess`.
    certainty: String,
    /// The edits, in the order of their places, which do not overlap.
    edits: Vec<ProblemEdit>,
}

#[pymethods]
impl ProblemFix {
    /// Recreates a pickled fix.
    #[staticmethod]
    fn _stored(title: String, certainty: String, edits: Vec<Py<ProblemEdit>>) -> ProblemFix {
        let edits = edits.iter().map(|edit| edit.get().clone()).collect();
        ProblemFix { title, certainty, edits }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<ProblemFix>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        hash(&(&self.title, &self.certainty))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.get_type::<ProblemFix>().getattr("_stored")?;
        let ProblemFix { title, certainty, edits } = self.clone();
        Ok((again, (title, certainty, edits).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<ProblemFix {}: {}>", self.certainty, self.title)
    }
}

/// A replacement of a part of a text. Offsets are in bytes of UTF-8. Lines and columns count from 1; columns are in
/// characters.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, PartialEq)]
pub struct ProblemEdit {
    /// The offset of the first byte to replace.
    start: u32,
    /// The offset after the last byte to replace, which equals `start` for an insertion.
    end: u32,
    /// The line of the first character.
    line: usize,
    /// The column of the first character.
    column: usize,
    /// The line of the character after the last.
    end_line: usize,
    /// The column of the character after the last.
    end_column: usize,
    /// The new text, which is empty for a deletion.
    text: String,
    /// The name of the text, if it is not the text with the offending words.
    file: Option<String>,
}

#[pymethods]
impl ProblemEdit {
    /// Recreates a pickled edit.
    #[staticmethod]
    fn _stored(
        bytes: (u32, u32),
        lines: (usize, usize),
        columns: (usize, usize),
        text: String,
        file: Option<String>,
    ) -> ProblemEdit {
        let ((start, end), (line, end_line), (column, end_column)) = (bytes, lines, columns);
        ProblemEdit { start, end, line, column, end_line, end_column, text, file }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<ProblemEdit>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.start, self.end, &self.text))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.get_type::<ProblemEdit>().getattr("_stored")?;
        let ProblemEdit { start, end, line, column, end_line, end_column, text, file } = self.clone();
        Ok((again, ((start, end), (line, end_line), (column, end_column), text, file).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!(
            "<ProblemEdit {}:{}-{}:{} {:?}>",
            self.line, self.column, self.end_line, self.end_column, self.text
        )
    }
}

impl From<&ferz::ProblemFix> for ProblemFix {
    fn from(fix: &ferz::ProblemFix) -> ProblemFix {
        ProblemFix {
            title: fix.title.clone(),
            certainty: fix.certainty.name().to_owned(),
            edits: fix.edits.iter().map(ProblemEdit::from).collect(),
        }
    }
}

impl From<&ferz::ProblemEdit> for ProblemEdit {
    fn from(edit: &ferz::ProblemEdit) -> ProblemEdit {
        ProblemEdit {
            start: edit.start,
            end: edit.end,
            line: edit.line,
            column: edit.column,
            end_line: edit.end_line,
            end_column: edit.end_column,
            text: edit.text.clone(),
            file: edit.file.clone(),
        }
    }
}
