//! The Python classes of results: outcomes, pieces, explanations, and the result of a search.

use crate::moves::Move;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The class and the arguments from which pickle recreates an object.
pub type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Returns the hash of a value, for `__hash__`.
pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The outcome of a finished game.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone, PartialEq, Hash)]
pub struct Outcome {
    winner: Option<bool>,
    reason: String,
}

impl From<ferz::Outcome> for Outcome {
    fn from(outcome: ferz::Outcome) -> Outcome {
        let winner = outcome.winner.map(|winner| winner == ferz::Color::White);
        Outcome { winner, reason: outcome.reason }
    }
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(winner: Option<bool>, reason: String) -> Outcome {
        Outcome { winner, reason }
    }

    /// The winner: `ferz.WHITE`, `ferz.BLACK`, or `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.winner
    }

    /// The name of the rule that ended the game.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    /// The name of the rule that ended the game, in the terms of python-chess.
    #[getter]
    fn termination(&self) -> &str {
        &self.reason
    }

    /// Returns `1-0`, `0-1`, or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Outcome>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        hash(self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Outcome>().into_any();
        Ok((class, (self.winner, self.reason.clone()).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("Outcome({}, {:?})", self.result(), self.reason)
    }
}

/// A piece on a board or in hand.
///
/// Pieces are equal if they have the same color and token, whatever their display names.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone)]
pub struct Piece {
    /// The side that owns the piece: `ferz.WHITE` or `ferz.BLACK`.
    color: bool,
    /// The token of the piece in the rules.
    token: String,
    /// The display name.
    title: String,
}

impl From<ferz::Piece<'_>> for Piece {
    fn from(piece: ferz::Piece<'_>) -> Piece {
        let (token, title) = (piece.token.to_owned(), piece.title.to_owned());
        Piece { color: piece.color == ferz::Color::White, token, title }
    }
}

/// The effects of a legal move. Every piece that the move changes is in exactly one place: the moving piece in `after`,
/// and the others in one of the lists.
#[pyclass(frozen, get_all, module = "ferz")]
pub struct Details {
    /// The kind of move: `move`, `castling`, `en-passant`, `drop`, `exchange`, `put`, or `pass`.
    kind: &'static str,
    /// The origin square, or `None` for a drop or a pass.
    from_square: Option<String>,
    /// The square to which the player moves the piece, or `None` for a pass.
    to_square: Option<String>,
    /// The piece that moves or is dropped, before the move.
    piece: Option<Piece>,
    /// The square and the piece after the move, or `None` if the piece leaves the board.
    after: Option<Placed>,
    /// The piece that the player chose on promotion, or `None`.
    promotion: Option<Piece>,
    /// The squares and pieces that the moving piece captures, in order.
    captured: Vec<Placed>,
    /// The squares and pieces that leave the board otherwise.
    removed: Vec<Placed>,
    /// The other pieces that change squares: origin, target, and the piece after the move.
    moved: Vec<(String, String, Piece)>,
    /// The other pieces that change their type or side: square, piece before, and piece after.
    changed: Vec<(String, Piece, Piece)>,
    /// The other pieces that enter the board, with their squares.
    dropped: Vec<Placed>,
}

type Placed = (String, Piece);

impl Details {
    pub fn new(details: &ferz::Details<'_>, name: &dyn Fn(ferz::Square) -> String) -> Details {
        let placed = |(square, piece): &(ferz::Square, ferz::Piece<'_>)| (name(*square), Piece::from(*piece));
        let all = |list: &[(ferz::Square, ferz::Piece<'_>)]| list.iter().map(placed).collect();
        let moved = details.moved.iter().map(|(from, to, piece)| (name(*from), name(*to), (*piece).into()));
        let changed =
            details.changed.iter().map(|(square, was, is)| (name(*square), (*was).into(), (*is).into()));
        Details {
            kind: details.kind.name(),
            from_square: details.from.map(name),
            to_square: details.to.map(name),
            piece: details.piece.map(Piece::from),
            after: details.after.as_ref().map(placed),
            promotion: details.promotion.map(Piece::from),
            captured: all(&details.captured),
            removed: all(&details.removed),
            moved: moved.collect(),
            changed: changed.collect(),
            dropped: all(&details.dropped),
        }
    }
}

#[pymethods]
impl Details {
    fn __repr__(&self) -> String {
        let named = |square: &Option<String>| square.clone().unwrap_or_default();
        format!("Details({}, {:?}, {:?})", self.kind, named(&self.from_square), named(&self.to_square))
    }
}

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (token, color, title=String::new()))]
    fn new(token: String, color: bool, title: String) -> Piece {
        Piece { color, token, title }
    }

    /// Creates a piece from its symbol in a FEN: the token for White, the token in lower case for Black.
    #[staticmethod]
    fn from_symbol(symbol: &str) -> Piece {
        let color = symbol.chars().any(char::is_uppercase);
        let mut is_first = true;
        // The first letter of a token is in upper case.
        let upper = |letter: char| match letter.is_alphabetic() && std::mem::take(&mut is_first) {
            true => letter.to_ascii_uppercase(),
            false => letter,
        };
        let token = if color { symbol.to_owned() } else { symbol.chars().map(upper).collect() };
        Piece { color, token, title: String::new() }
    }

    /// The token of the piece, under the name that the attribute has in python-chess.
    #[getter]
    fn piece_type(&self) -> &str {
        &self.token
    }

    /// Returns the token as it appears in a FEN: uppercase for White, lowercase for Black.
    fn symbol(&self) -> String {
        if self.color { self.token.clone() } else { self.token.to_lowercase() }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Piece| (other.color, &other.token) == (self.color, &self.token);
        other.cast::<Piece>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.color, &self.token))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Piece>().into_any();
        Ok((class, (self.token.clone(), self.color, self.title.clone()).into_pyobject(py)?))
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece({:?}, {:?})", self.symbol(), self.title)
    }
}

/// A step of an explanation, with the line of the rules that supports it.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, PartialEq, Hash)]
pub struct Reason {
    /// The reason, as a clause of a sentence.
    text: String,
    /// The file that contains the deciding line. Empty if no line decides.
    file: String,
    /// The number of the deciding line, counted from 1. Zero if no line decides.
    line: usize,
    /// The sources that the line cites.
    cites: Vec<String>,
}

#[pymethods]
impl Reason {
    #[new]
    fn new(text: String, file: String, line: usize, cites: Vec<String>) -> Reason {
        Reason { text, file, line, cites }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Reason>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        hash(self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Reason>().into_any();
        let Reason { text, file, line, cites } = self.clone();
        Ok((class, (text, file, line, cites).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<Reason {:?} ({}:{})>", self.text, self.file, self.line)
    }
}

/// The reasons why a move is legal or illegal. `bool(explanation)` is true if the move is legal.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone, PartialEq, Hash)]
pub struct Explanation {
    /// The text of the move.
    r#move: String,
    /// True if the move is legal.
    legal: bool,
    /// The reasons. The deciding reason comes first.
    reasons: Vec<Reason>,
    text: String,
}

impl From<&ferz::Explanation> for Explanation {
    fn from(explained: &ferz::Explanation) -> Explanation {
        let reasons = explained.reasons.iter().map(|reason| Reason {
            text: reason.text.clone(),
            file: reason.file.clone(),
            line: reason.line,
            cites: reason.cites.clone(),
        });
        Explanation {
            r#move: explained.mv.clone(),
            legal: explained.is_legal(),
            reasons: reasons.collect(),
            text: explained.to_string(),
        }
    }
}

#[pymethods]
impl Explanation {
    #[new]
    fn new(r#move: String, legal: bool, reasons: Vec<Py<Reason>>, text: String) -> Explanation {
        let reasons = reasons.iter().map(|reason| reason.get().clone()).collect();
        Explanation { r#move, legal, reasons, text }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Explanation>().is_ok_and(|other| other.get() == self)
    }

    fn __hash__(&self) -> u64 {
        hash(self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Explanation>().into_any();
        let Explanation { r#move, legal, reasons, text } = self.clone();
        Ok((class, (r#move, legal, reasons, text).into_pyobject(py)?))
    }

    fn __bool__(&self) -> bool {
        self.legal
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Explanation {:?}: {}>", self.r#move, if self.legal { "legal" } else { "not legal" })
    }
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "ferz")]
#[derive(Clone)]
pub struct SearchResult {
    /// The best move.
    best: Move,
    /// The evaluation for the side to move, in hundredths of a pawn of chess.
    score: i32,
    /// The number of plies until the game is won, negative if it is lost. `None` if the search found no forced end.
    mate: Option<i32>,
    /// The depth of the last completed iteration, in plies.
    depth: u32,
    /// The number of positions searched.
    nodes: u64,
    /// The expected moves for both sides, as text.
    line: Vec<String>,
}

impl SearchResult {
    pub fn from(best: Move, found: ferz::SearchResult) -> SearchResult {
        let ferz::SearchResult { score, mate, depth, nodes, line, .. } = found;
        SearchResult { best, score, mate, depth, nodes, line }
    }

    fn parts(&self) -> (&str, i32, Option<i32>, u32, u64, &[String]) {
        (self.best.text(), self.score, self.mate, self.depth, self.nodes, &self.line)
    }
}

#[pymethods]
impl SearchResult {
    #[new]
    fn new(
        best: &Move,
        score: i32,
        mate: Option<i32>,
        depth: u32,
        nodes: u64,
        line: Vec<String>,
    ) -> SearchResult {
        SearchResult { best: best.clone(), score, mate, depth, nodes, line }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<SearchResult>().is_ok_and(|other| other.get().parts() == self.parts())
    }

    fn __hash__(&self) -> u64 {
        hash(&self.parts())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<SearchResult>().into_any();
        let SearchResult { best, score, mate, depth, nodes, line } = self.clone();
        Ok((class, (best, score, mate, depth, nodes, line).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<SearchResult {} score {} depth {}>", self.best.text(), self.score, self.depth)
    }
}
