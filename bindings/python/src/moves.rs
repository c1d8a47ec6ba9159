//! The Python classes `Move` and `LegalMoves`.
//!
//! Listing moves and playing one of them is what programs do most. A [`Move`] therefore is an index into the list of
//! the library, and its text is written when it is needed.

use crate::results::{Reduced, hash};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A move. `str(move)` is its text. A move is equal to any move with the same text.
///
/// The moves that a board lists are legal in its position. `Move("e2", "e4")` and `Move.from_uci("e2e4")` only name
/// squares, and a board decides whether the move is legal.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Move {
    text: OnceLock<String>,
    source: Source,
}

#[derive(Clone)]
enum Source {
    /// A legal move of a position, by its index in the list.
    Listed(ferz::LegalMoves, usize),
    /// A move of a game, with its text. Unlike a listed move, it does not keep all moves of its position.
    Named(ferz::Move, ferz::Rules),
    /// A move that only its text describes.
    Text(Parts),
}

/// The parts of a move: origin, target, promotion, and the dropped piece.
type Parts = (Option<String>, Option<String>, Option<String>, Option<String>);

impl Move {
    /// Creates the move of a list at an index.
    pub fn listed(list: &ferz::LegalMoves, index: usize) -> Move {
        Move { text: OnceLock::new(), source: Source::Listed(list.clone(), index) }
    }

    /// Creates a move of a game that has this text.
    pub fn named(game: &ferz::Game, (mv, text): (ferz::Move, String)) -> Move {
        Move { text: OnceLock::from(text), source: Source::Named(mv, game.rules().clone()) }
    }

    fn of_text(text: String, parts: Parts) -> Move {
        Move { text: OnceLock::from(text), source: Source::Text(parts) }
    }

    /// Returns the move if it was listed in the current position of this game.
    pub fn legal_in(&self, game: &ferz::Game) -> Option<ferz::Move> {
        match &self.source {
            Source::Listed(list, index) if list.are_of(game) => list.get(*index),
            Source::Listed(..) | Source::Named(..) | Source::Text(_) => None,
        }
    }

    fn parts(&self) -> Parts {
        let of = |mv: ferz::Move, rules: &ferz::Rules| {
            let name =
                |square: Option<ferz::Square>| square.map(|square| rules.square_name(square).to_owned());
            let owned = |token: Option<&str>| token.map(str::to_owned);
            (name(mv.from()), name(mv.to()), owned(rules.promotion(mv)), owned(rules.dropped(mv)))
        };
        match &self.source {
            Source::Listed(list, index) => {
                list.get(*index).map_or_else(Parts::default, |mv| of(mv, list.rules()))
            }
            Source::Named(mv, rules) => of(*mv, rules),
            Source::Text(parts) => parts.clone(),
        }
    }
}

/// Returns a token as it appears in the text of a move.
fn braced(token: &str) -> String {
    if token.chars().count() > 1 { format!("{{{token}}}") } else { token.to_owned() }
}

/// Splits the name of a square off the beginning of a text.
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
        Ok(Move::of_text(text, (from_square, Some(to_square), promotion, drop)))
    }

    /// Parses a move in UCI notation: two squares and an optional promotion, or a drop. Raises `ValueError` for any
    /// other text. The move need not be legal.
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

    /// Recreates a pickled move.
    #[staticmethod]
    fn _stored(text: String, parts: Parts) -> Move {
        Move::of_text(text, parts)
    }

    /// The text of the move, such as `e2e4`, `e7e8q`, `P@e4`, or `k2l2=draw`.
    #[getter]
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| match &self.source {
            Source::Listed(list, index) => list.text(*index).unwrap_or_default(),
            // The texts of all other moves are known from the beginning.
            Source::Named(..) | Source::Text(_) => String::new(),
        })
    }

    /// Returns the text of the move, which in chess is its UCI notation. `Board.uci` writes moves in the notation of
    /// other programs.
    fn uci(&self) -> &str {
        self.text()
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
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.text())
    }

    fn __hash__(&self) -> u64 {
        hash(&self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get().text() == self.text())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.get_type::<Move>().getattr("_stored")?;
        Ok((again, (self.text().to_owned(), self.parts()).into_pyobject(py)?))
    }
}

/// The legal moves of a position: a collection that supports iteration, `len`, indexing, and `in`.
#[pyclass(frozen, module = "ferz")]
pub struct LegalMoves {
    moves: Moves,
    /// True after the first iteration.
    is_iterated: AtomicBool,
    /// The moves as objects, which are kept from the second iteration on. Most lists are iterated once, and then a push
    /// has no objects to delete.
    objects: OnceLock<Py<PyTuple>>,
}

enum Moves {
    Listed(ferz::LegalMoves),
    /// Moves that pickle stored.
    Stored(Vec<Move>),
}

impl LegalMoves {
    pub fn of(list: ferz::LegalMoves) -> LegalMoves {
        LegalMoves::with(Moves::Listed(list))
    }

    fn with(moves: Moves) -> LegalMoves {
        LegalMoves { moves, is_iterated: AtomicBool::new(false), objects: OnceLock::new() }
    }

    fn get(&self, index: usize) -> Option<Move> {
        match &self.moves {
            Moves::Listed(list) => (index < list.len()).then(|| Move::listed(list, index)),
            Moves::Stored(moves) => moves.get(index).cloned(),
        }
    }

    fn all(&self) -> impl Iterator<Item = Move> {
        (0..self.__len__()).filter_map(|index| self.get(index))
    }
}

#[pymethods]
impl LegalMoves {
    #[new]
    fn new(moves: Vec<Py<Move>>) -> LegalMoves {
        LegalMoves::with(Moves::Stored(moves.iter().map(|mv| mv.get().clone()).collect()))
    }

    fn __len__(&self) -> usize {
        match &self.moves {
            Moves::Listed(list) => list.len(),
            Moves::Stored(moves) => moves.len(),
        }
    }

    /// Returns the number of legal moves.
    fn count(&self) -> usize {
        self.__len__()
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        if !own.is_iterated.swap(true, Ordering::Relaxed) {
            return Ok(MoveIterator { moves: slf.clone().unbind(), next: 0 }.into_pyobject(py)?.into_any());
        }
        let objects = match own.objects.get() {
            Some(objects) => objects,
            None => {
                let objects = PyTuple::new(py, own.all().collect::<Vec<_>>())?.unbind();
                own.objects.get_or_init(|| objects)
            }
        };
        Ok(objects.bind(py).try_iter()?.into_any())
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let index = if index < 0 { index + self.__len__() as isize } else { index };
        let mv = usize::try_from(index).ok().and_then(|index| self.get(index));
        mv.ok_or_else(|| PyIndexError::new_err("no such move"))
    }

    /// Returns true if a move is legal. The move can be given as text.
    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        let has = |text: &str| match &self.moves {
            Moves::Listed(list) => list.position(text).is_some(),
            Moves::Stored(moves) => moves.iter().any(|mv| mv.text() == text),
        };
        match (mv.cast::<Move>(), mv.cast::<PyString>()) {
            (Ok(mv), _) => has(mv.get().text()),
            (_, Ok(text)) => has(&text.to_string()),
            _ => false,
        }
    }

    /// Returns true if the other collection has the same moves in the same order.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &LegalMoves| {
            self.__len__() == other.__len__()
                && self.all().zip(other.all()).all(|(one, other)| one.text() == other.text())
        };
        other.cast::<LegalMoves>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        hash(&self.all().map(|mv| mv.text().to_owned()).collect::<Vec<_>>())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<LegalMoves>().into_any();
        Ok((class, (PyTuple::new(py, self.all().collect::<Vec<_>>())?,).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let texts: Vec<String> = self.all().map(|mv| mv.text().to_owned()).collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }
}

/// An iterator over legal moves.
#[pyclass(module = "ferz")]
pub struct MoveIterator {
    moves: Py<LegalMoves>,
    next: usize,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Move> {
        let mv = self.moves.get().get(self.next);
        self.next += 1;
        mv
    }

    fn __length_hint__(&self) -> usize {
        self.moves.get().__len__().saturating_sub(self.next)
    }
}
