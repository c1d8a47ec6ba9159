//! The fixes of problems, as data for tools that apply them.
//!
//! [`ProblemFix`] can be pickled and compared.

use crate::errors::Place;
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
    /// The places to replace, each with its new text. They are in order and do not overlap.
    edits: Vec<Place>,
}

#[pymethods]
impl ProblemFix {
    /// Recreates a pickled fix.
    #[staticmethod]
    fn _stored(title: String, certainty: String, edits: Vec<Py<Place>>) -> ProblemFix {
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

impl From<&ferz::ProblemFix> for ProblemFix {
    fn from(fix: &ferz::ProblemFix) -> ProblemFix {
        ProblemFix {
            title: fix.title.clone(),
            certainty: fix.certainty.name().to_owned(),
            edits: fix.edits.iter().map(Place::from).collect(),
        }
    }
}
