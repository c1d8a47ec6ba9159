//! The Python classes `Move` and `LegalMoves`.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A legal move of a position. `str(move)` is its text. A move is equal to any move with the same text, and to the
/// text itself.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Move {
    pub mv: ferz::Move,
    pub text: String,
    rules: ferz::Rules,
}

impl Move {
    pub fn new(game: &ferz::Game, mv: ferz::Move) -> Move {
        Move::with_text(game, mv, game.text(mv))
    }

    pub fn with_text(game: &ferz::Game, mv: ferz::Move, text: String) -> Move {
        Move { mv, text, rules: game.rules().clone() }
    }

    fn name(&self, square: Option<ferz::Square>) -> Option<&str> {
        square.map(|square| self.rules.square_name(square))
    }
}

#[pymethods]
impl Move {
    /// The text of the move, such as `e2e4`, `e7e8q`, `P@e4`, or `k2l2=draw`.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The name of the origin square, or `None` for a drop or a pass.
    #[getter]
    #[allow(clippy::wrong_self_convention, reason = "it is called as in python-chess")]
    fn from_square(&self) -> Option<&str> {
        self.name(self.mv.from())
    }

    /// The name of the target square, or `None` for a pass.
    #[getter]
    fn to_square(&self) -> Option<&str> {
        self.name(self.mv.to())
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.text)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<Move>() {
            Ok(other) => other.get().text == self.text,
            Err(_) => false,
        }
    }
}

/// The legal moves of a position: a collection that supports iteration, `len`, indexing, and `in`.
#[pyclass(frozen, module = "ferz")]
pub struct LegalMoves {
    pub moves: Py<PyTuple>,
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.moves.bind(py).len()
    }

    /// Returns the number of legal moves.
    fn count(&self, py: Python<'_>) -> usize {
        self.moves.bind(py).len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.moves.bind(py).try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.moves.bind(py);
        let index = if index < 0 { index + moves.len() as isize } else { index };
        let place = usize::try_from(index).map_err(|_| PyIndexError::new_err("no such move"))?;
        moves.get_item(place)
    }

    /// Returns true if a move is legal. The move can be given as text.
    fn __contains__(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text = match (mv.cast::<Move>(), mv.cast::<PyString>()) {
            (Ok(mv), _) => mv.get().text.clone(),
            (_, Ok(text)) => text.to_string(),
            _ => return Ok(false),
        };
        let moves = self.moves.bind(py);
        let has = |other: Bound<'_, PyAny>| other.cast::<Move>().is_ok_and(|other| other.get().text == text);
        Ok(moves.iter().any(has))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let moves = self.moves.bind(py);
        let texts = moves.iter().filter_map(|mv| mv.cast::<Move>().ok().map(|mv| mv.get().text.clone()));
        format!("<LegalMoves ({})>", texts.collect::<Vec<_>>().join(", "))
    }
}
