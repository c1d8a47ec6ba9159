//! The Python classes `Move` and `LegalMoves`.

use crate::results::{Reduced, hash};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// A move. `str(move)` is its text. A move is equal to any move with the same text.
///
/// The moves of a board are legal there. `Move("e2", "e4")` and `Move.from_uci("e2e4")` only name squares, and a board
/// decides if the move is legal.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Move {
    pub text: String,
    source: Source,
}

#[derive(Clone)]
enum Source {
    /// A move of a position with a number.
    Board { mv: ferz::Move, rules: ferz::Rules, number: u64 },
    /// A move that only its text describes.
    Text(Parts),
}

/// The parts of a move: origin, target, promotion, and the dropped piece.
type Parts = (Option<String>, Option<String>, Option<String>, Option<String>);

impl Move {
    pub fn new(game: &ferz::Game, mv: ferz::Move, number: u64) -> Move {
        Move::with_text(game, mv, game.text(mv), number)
    }

    pub fn with_text(game: &ferz::Game, mv: ferz::Move, text: String, number: u64) -> Move {
        Move { text, source: Source::Board { mv, rules: game.rules().clone(), number } }
    }

    /// Returns the move if it is a move of the position with this number.
    pub fn legal_in(&self, position: u64) -> Option<ferz::Move> {
        match &self.source {
            Source::Board { mv, number, .. } => (*number == position && position != 0).then_some(*mv),
            Source::Text(_) => None,
        }
    }

    fn parts(&self) -> Parts {
        match &self.source {
            Source::Board { mv, rules, .. } => {
                let name =
                    |square: Option<ferz::Square>| square.map(|square| rules.square_name(square).to_owned());
                let owned = |token: Option<&str>| token.map(str::to_owned);
                (name(mv.from()), name(mv.to()), owned(rules.promotion(*mv)), owned(rules.dropped(*mv)))
            }
            Source::Text(parts) => parts.clone(),
        }
    }
}

/// Returns a token as the text of a move writes it.
fn braced(token: &str) -> String {
    if token.chars().count() > 1 { format!("{{{token}}}") } else { token.to_owned() }
}

/// Splits the name of a square from the beginning of a text.
fn square(text: &str) -> Option<(&str, &str)> {
    let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    let digits =
        text[letters..].len() - text[letters..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
    ((1..=2).contains(&letters) && (1..=2).contains(&digits)).then(|| text.split_at(letters + digits))
}

#[pymethods]
impl Move {
    /// Creates a move from the names of its squares, a promotion, or a dropped piece.
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    #[allow(clippy::wrong_self_convention, reason = "it is called as in python-chess")]
    fn create(
        from_square: Option<String>,
        to_square: String,
        promotion: Option<String>,
        drop: Option<String>,
    ) -> PyResult<Move> {
        let text = match (&from_square, &drop) {
            (None, Some(token)) => format!("{}@{to_square}", braced(token)),
            (Some(from), None) => {
                let becomes = promotion.as_deref().map(|token| braced(&token.to_lowercase()));
                format!("{from}{to_square}{}", becomes.unwrap_or_default())
            }
            _ => return Err(PyValueError::new_err("a move has either an origin or a dropped piece")),
        };
        Ok(Move { text, source: Source::Text((from_square, Some(to_square), promotion, drop)) })
    }

    /// Parses a move in the notation of UCI: two squares and perhaps a promotion, or a drop. Raises `ValueError` for
    /// any other text. Only a board knows if the move is legal.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Move> {
        let wrong =
            || PyValueError::new_err(format!("`{uci}` does not name two squares, or a piece and a square"));
        if let Some((token, to)) = uci.split_once('@') {
            let (to, "") = square(to).ok_or_else(wrong)? else { return Err(wrong()) };
            return Move::create(None, to.to_owned(), None, Some(token.trim_matches(['{', '}']).to_owned()));
        }
        let (from, rest) = square(uci).ok_or_else(wrong)?;
        let (to, rest) = square(rest).ok_or_else(wrong)?;
        let token = rest.trim_matches(['{', '}']);
        if !token.chars().all(|c| c.is_ascii_alphanumeric() || "+.".contains(c)) {
            return Err(wrong());
        }
        let promotion = (!token.is_empty()).then(|| token.to_uppercase());
        Move::create(Some(from.to_owned()), to.to_owned(), promotion, None)
    }

    /// Creates a move from what pickle stored.
    #[staticmethod]
    fn _stored(text: String, parts: Parts) -> Move {
        Move { text, source: Source::Text(parts) }
    }

    /// The text of the move, such as `e2e4`, `e7e8q`, `P@e4`, or `k2l2=draw`.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of the move, which is that of UCI in chess. `Board.uci` writes any move as other programs do.
    fn uci(&self) -> &str {
        &self.text
    }

    /// The name of the origin square, or `None` for a drop or a pass.
    #[getter]
    #[allow(clippy::wrong_self_convention, reason = "it is called as in python-chess")]
    fn from_square(&self) -> Option<String> {
        self.parts().0
    }

    /// The name of the target square, or `None` for a pass.
    #[getter]
    fn to_square(&self) -> Option<String> {
        self.parts().1
    }

    /// The token of the piece that the player chose on promotion, or `None`.
    #[getter]
    fn promotion(&self) -> Option<String> {
        self.parts().2
    }

    /// The token of the piece that is dropped from the hand, or `None`.
    #[getter]
    fn drop(&self) -> Option<String> {
        self.parts().3
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.text)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get().text == self.text)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.get_type::<Move>().getattr("_stored")?;
        Ok((again, (self.text.clone(), self.parts()).into_pyobject(py)?))
    }
}

/// The legal moves of a position: a collection that supports iteration, `len`, indexing, and `in`.
#[pyclass(frozen, module = "ferz")]
pub struct LegalMoves {
    pub moves: Py<PyTuple>,
}

#[pymethods]
impl LegalMoves {
    #[new]
    fn new(moves: Py<PyTuple>) -> LegalMoves {
        LegalMoves { moves }
    }

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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<LegalMoves>().into_any();
        Ok((class, (self.moves.clone_ref(py),).into_pyobject(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let moves = self.moves.bind(py);
        let texts = moves.iter().filter_map(|mv| mv.cast::<Move>().ok().map(|mv| mv.get().text.clone()));
        format!("<LegalMoves ({})>", texts.collect::<Vec<_>>().join(", "))
    }
}
