//! The Python class `Board`, a game in progress.
//!
//! [`Board`] wraps `ferz::Game`. Its methods follow python-chess where both have the same concept. A move can be
//! passed as a `Move` or as text, and [`Board::resolve`] converts both. `notation` and `position` hold the methods that
//! write moves and answer questions about a position, and `long` those that can take long. The stub file `__init__.pyi` repeats the
//! docstrings for editors.

use crate::errors::{ErrorKind, exception};
use crate::moves::{LegalMoves, Move};
use crate::results::{Details, Explanation, Outcome, Piece, Reduced, hash};
use crate::rules::Rules;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use std::sync::OnceLock;

/// A game in progress: a position, its history, and its rules.
///
/// `Board("tamerlane")` starts a game; the first argument can also be `Rules`. `Board("chess", fen)` starts from a
/// position.
#[pyclass(module = "ferz")]
pub struct Board {
    pub rules: Rules,
    pub game: ferz::Game,
    fen: Option<String>,
    lenient: bool,
    /// The legal moves, listed on first use.
    legal: OnceLock<Py<LegalMoves>>,
    pub searcher: Option<ferz::Searcher>,
}

impl Board {
    /// Starts a game from a position in the notation of another program.
    pub fn start_in(py: Python<'_>, rules: &Rules, fen: &str, dialect: &str) -> PyResult<Board> {
        let game = rules.rules.from_fen_in(fen, self::dialect(dialect)?);
        let fen = game.map_err(|error| exception(py, &error, ErrorKind::Fen))?.fen();
        Board::start(py, rules, Some(&fen), true)
    }

    pub fn start(py: Python<'_>, rules: &Rules, fen: Option<&str>, lenient: bool) -> PyResult<Board> {
        let game = match fen {
            None => Ok((*rules.start).clone()),
            Some(fen) if lenient => rules.rules.from_fen_lenient(fen),
            Some(fen) => rules.rules.from_fen(fen),
        };
        let game = game.map_err(|error| exception(py, &error, ErrorKind::Fen))?;
        let (rules, fen) = (rules.clone(), fen.map(str::to_owned));
        Ok(Board { rules, game, fen, lenient, legal: OnceLock::new(), searcher: None })
    }

    /// Returns a board with the same rules and another game, which starts from `fen`.
    pub fn with_game(&self, game: ferz::Game, fen: Option<String>) -> Board {
        let (rules, lenient, legal) = (self.rules.clone(), self.lenient, OnceLock::new());
        Board { rules, game, fen, lenient, legal, searcher: None }
    }

    pub fn duplicate(&self) -> Board {
        self.with_game(self.game.clone(), self.fen.clone())
    }

    /// Returns the FEN from which the game was started, or `None` if it started from the array of the rules.
    pub fn origin(&self) -> Option<String> {
        self.fen.clone()
    }

    /// Converts a Python move or the text of a move to a legal move. Raises `IllegalMoveError` if it is not legal.
    pub fn resolve(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<ferz::Move> {
        if let Ok(text) = mv.cast::<PyString>() {
            return self.read(py, &text.to_string());
        }
        let Ok(mv) = mv.cast::<Move>() else {
            return Err(PyValueError::new_err("expected a move or the text of one"));
        };
        // A move of another position can have the same internal form. Only its text identifies it.
        let mv = mv.get();
        match mv.legal_in(&self.game) {
            Some(own) => Ok(own),
            None => self.game.read(mv.text()).map_err(|error| exception(py, &error, ErrorKind::Move)),
        }
    }

    /// Parses a legal move in coordinate or algebraic notation.
    pub fn read(&self, py: Python<'_>, text: &str) -> PyResult<ferz::Move> {
        let read = self.game.read_algebraic(text);
        read.map_err(|error| exception(py, &error, ErrorKind::Move))
    }

    pub fn play(&mut self, py: Python<'_>, mv: ferz::Move) -> PyResult<()> {
        // The library keeps a list of moves as long as a caller holds it, so the board releases its list first.
        self.legal.take();
        self.game.play(mv).map_err(|error| exception(py, &error, ErrorKind::Move))
    }

    /// Wraps a legal move as a Python object.
    pub fn object(&self, mv: ferz::Move) -> Move {
        Move::named(&self.game, (mv, self.game.text(mv)))
    }

    pub fn names(&self, squares: impl IntoIterator<Item = ferz::Square>) -> Vec<String> {
        squares.into_iter().map(|square| self.rules.rules.square_name(square).to_owned()).collect()
    }

    pub fn square(&self, name: &str) -> PyResult<ferz::Square> {
        let square = self.rules.rules.square(name);
        square.ok_or_else(|| PyValueError::new_err(format!("the board has no square `{name}`")))
    }
}

/// Returns the dialect with this name. Raises `ValueError` if there is none.
pub fn dialect(name: &str) -> PyResult<ferz::Dialect> {
    ferz::Dialect::named(name).ok_or_else(|| {
        let names: Vec<&str> = ferz::Dialect::all().map(ferz::Dialect::name).collect();
        PyValueError::new_err(format!("no dialect `{name}`; there are {}", names.join(", ")))
    })
}

pub fn color(white: bool) -> ferz::Color {
    if white { ferz::Color::White } else { ferz::Color::Black }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game=None, fen=None, *, lenient=false))]
    fn new(
        py: Python<'_>,
        game: Option<&Bound<'_, PyAny>>,
        fen: Option<&str>,
        lenient: bool,
    ) -> PyResult<Board> {
        // As in python-chess, the only argument can be a position of chess. The name of a game has no blank.
        let text = game.filter(|_| fen.is_none()).and_then(|game| game.extract::<String>().ok());
        if let Some(position) =
            text.filter(|text| text.contains(' ') && text.contains('/') && !text.contains(".ferz"))
        {
            return Board::start(py, &Rules::named(py, "chess")?, Some(&position), lenient);
        }
        let rules = match game {
            Some(game) if game.is_instance_of::<Rules>() => game.cast::<Rules>()?.get().clone(),
            Some(game) => Rules::named(py, &crate::rules::reference(game)?)?,
            None => Rules::named(py, "chess")?,
        };
        Board::start(py, &rules, fen, lenient)
    }

    /// The rules of the game.
    #[getter]
    fn rules(&self) -> Rules {
        self.rules.clone()
    }

    /// The side to move: `ferz.WHITE` or `ferz.BLACK`.
    #[getter]
    fn turn(&self) -> bool {
        self.game.turn() == ferz::Color::White
    }

    /// The legal moves. A finished game has none.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Py<LegalMoves>> {
        if let Some(legal) = self.legal.get() {
            return Ok(legal.clone_ref(py));
        }
        let legal = Py::new(py, LegalMoves::of(self.game.listed()))?;
        Ok(self.legal.get_or_init(|| legal).clone_ref(py))
    }

    /// Returns true if a move is legal. The move can be given as text.
    fn is_legal(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> bool {
        self.resolve(py, mv).is_ok()
    }

    /// Parses the text of a legal move. Letter case, spaces, and hyphens are ignored if the move is unambiguous
    /// without them. `dialect` names the program whose move notation is expected. Raises `IllegalMoveError` with the
    /// reason if no legal move has this text.
    #[pyo3(signature = (text, *, dialect=None))]
    fn parse(&self, py: Python<'_>, text: &str, dialect: Option<&str>) -> PyResult<Move> {
        let read = match dialect {
            Some(name) => self.game.read_in(text, self::dialect(name)?),
            None => return Ok(self.object(self.read(py, text)?)),
        };
        Ok(self.object(read.map_err(|error| exception(py, &error, ErrorKind::Move))?))
    }

    /// Plays a move, which can be given as text. Raises `IllegalMoveError` if the move is not legal, and leaves the
    /// board unchanged.
    fn push(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.resolve(py, r#move)?;
        self.play(py, mv)
    }

    /// Plays the move with this text and returns it.
    fn push_text(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let mv = self.read(py, text)?;
        let object = self.object(mv);
        self.play(py, mv)?;
        Ok(object)
    }

    /// Takes back the last move and returns it. Raises `IndexError` at the start of the game.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.peek()?;
        self.game.undo();
        self.legal.take();
        Ok(last)
    }

    /// Returns the last move. Raises `IndexError` at the start of the game.
    fn peek(&self) -> PyResult<Move> {
        let last = self.game.history().next_back();
        let last = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        Ok(Move::named(&self.game, last))
    }

    /// The moves played so far.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.game.history().map(|played| Move::named(&self.game, played)).collect()
    }

    /// Returns the number of moves played.
    fn ply(&self) -> usize {
        self.game.history().len()
    }

    /// Returns the position as FEN, in the notation of ferz or of the program that `dialect` names.
    #[pyo3(signature = (*, dialect=None))]
    fn fen(&self, dialect: Option<&str>) -> PyResult<String> {
        Ok(match dialect {
            Some(name) => self.game.fen_in(self::dialect(name)?),
            None => self.game.fen(),
        })
    }

    /// Returns the text of a legal move, in the notation of ferz or of the program that `dialect` names.
    #[pyo3(signature = (r#move, *, dialect="ferz"))]
    fn text(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>, dialect: &str) -> PyResult<String> {
        Ok(self.game.text_in(self.resolve(py, r#move)?, self::dialect(dialect)?))
    }

    /// Returns the game as PGN, in the notation of ferz or of the program that `dialect` names.
    #[pyo3(signature = (*, dialect="ferz"))]
    fn pgn(&self, dialect: &str) -> PyResult<String> {
        Ok(self.game.pgn_in(self::dialect(dialect)?))
    }

    /// Returns the outcomes that the player to move may claim. The game continues until the player claims one.
    fn claims(&self) -> Vec<Outcome> {
        self.game.claims().into_iter().map(Outcome::from).collect()
    }

    /// Ends the game by claiming the outcome with this reason. Returns false if the player to move cannot claim it.
    fn claim(&mut self, reason: &str) -> bool {
        self.legal.take();
        self.game.claim(reason)
    }

    /// Returns true if the side to move is in check.
    fn is_check(&self) -> bool {
        self.game.is_check()
    }

    /// Returns the outcome of a finished game, with the rule that ended it. Returns `None` while the game is in
    /// progress. With `claim_draw`, a draw that the player to move can claim counts as an outcome.
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome(&self, claim_draw: bool) -> Option<Outcome> {
        let claimed = || self.game.claims().into_iter().find(|claim| claim_draw && claim.winner.is_none());
        self.game.outcome().or_else(claimed).map(Outcome::from)
    }

    /// Returns true if the game is over. With `claim_draw`, a draw that the player to move can claim ends it, too.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.outcome(claim_draw).is_some()
    }

    /// Returns `1-0`, `0-1`, `1/2-1/2`, or `*` while the game is in progress. With `claim_draw`, a draw that the player
    /// to move can claim counts.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        self.outcome(claim_draw).map_or("*", |outcome| outcome.result())
    }

    /// Explains why a move, which can be given as text, is legal or illegal in this position, with the deciding lines
    /// of the rules.
    fn explain(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Explanation> {
        let text = r#move.cast::<PyString>().map(|text| text.to_string());
        let text = text.or_else(|_| r#move.cast::<Move>().map(|mv| mv.get().text().to_owned()));
        let text = text.map_err(|_| PyTypeError::new_err("expected a move or the text of one"))?;
        Ok(Explanation::from(&self.game.explain(&text)))
    }

    /// Returns the piece on a square, or `None` if the square is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        Ok(self.game.piece(self.square(square)?).map(Piece::from))
    }

    /// Returns a dictionary from the occupied squares to their pieces.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for square in self.rules.rules.squares() {
            if let Some(piece) = self.game.piece(square) {
                all.set_item(self.rules.rules.square_name(square), Piece::from(piece))?;
            }
        }
        Ok(all)
    }

    /// Returns a dictionary from the tokens of the pieces that a side holds in hand to their counts.
    fn hand<'py>(&self, py: Python<'py>, color: bool) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (piece, number) in self.game.hand(self::color(color)) {
            all.set_item(piece.token, number)?;
        }
        Ok(all)
    }

    /// Returns the squares on which a legal move captures, in the order of the captures.
    pub fn captures(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let mv = self.resolve(py, r#move)?;
        Ok(self.names(self.game.captures(mv)))
    }

    /// Returns true if a legal move captures a piece.
    fn is_capture(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let details = self.game.details(self.resolve(py, r#move)?);
        Ok(details.is_some_and(|details| details.lost().next().is_some()))
    }

    /// Returns the effects of a legal move: its kind, its piece, and every other piece that it changes.
    fn details(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Details> {
        let mv = self.resolve(py, r#move)?;
        let name = |square| self.rules.rules.square_name(square).to_owned();
        let details = self.game.details(mv).map(|details| Details::new(&details, &name));
        // A move that was resolved is legal.
        details.ok_or_else(|| PyValueError::new_err("the move is not legal in this position"))
    }

    /// Returns the action number of a legal move. Returns `None` if the actions of the game are not bounded.
    fn action(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        Ok(self.game.action(self.resolve(py, r#move)?))
    }

    /// Returns the action numbers of the legal moves, in the order of the moves.
    fn legal_actions(&self) -> Vec<u32> {
        self.game.legal_actions()
    }

    /// Returns the legal move with this action number. Raises `ValueError` if there is none.
    fn act(&self, number: u32) -> PyResult<Move> {
        let mv = self.game.act(number);
        let mv = mv.ok_or_else(|| PyValueError::new_err(format!("no legal move has the number {number}")))?;
        Ok(self.object(mv))
    }

    /// Plays the legal move with this action number. Raises `ValueError` if there is none.
    fn push_action(&mut self, py: Python<'_>, number: u32) -> PyResult<()> {
        let mv = self.game.act(number);
        let mv = mv.ok_or_else(|| PyValueError::new_err(format!("no legal move has the number {number}")))?;
        self.play(py, mv)
    }

    fn _planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.game.planes())
    }

    /// Returns a board with the same position. `stack` is true to copy the history, false to leave it out, or the
    /// number of the last moves to copy.
    #[pyo3(signature = (*, stack=None))]
    fn copy(&self, py: Python<'_>, stack: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
        let Some(stack) = stack else { return Ok(self.duplicate()) };
        let played = self.game.history().len();
        let kept = match (stack.extract::<bool>(), stack.extract::<usize>()) {
            (Ok(true), _) => played,
            (Ok(false), _) => 0,
            (_, Ok(kept)) => kept.min(played),
            _ => return Err(PyValueError::new_err("`stack` is true, false, or a number of moves")),
        };
        if kept == played {
            return Ok(self.duplicate());
        }
        let mut game = self.game.clone();
        for _ in 0..kept {
            game.undo();
        }
        let mut game = game.without_history();
        let fen = game.fen();
        for (_, text) in self.game.history().skip(played - kept) {
            game.play_text(&text).map_err(|error| exception(py, &error, ErrorKind::Move))?;
        }
        // A position in the middle of a game can be one that only a lenient reader accepts.
        Ok(Board { lenient: true, ..self.with_game(game, Some(fen)) })
    }

    /// Returns a board with the position from which the game was started.
    fn root(&self) -> Board {
        self.with_game(self.game.root(), self.fen.clone())
    }

    /// Starts a new game of the same rules from the position of a FEN. Raises `FenError`, and leaves the board
    /// unchanged, if it does not describe one.
    #[pyo3(signature = (fen, *, lenient=false))]
    fn set_fen(&mut self, py: Python<'_>, fen: &str, lenient: bool) -> PyResult<()> {
        *self = Board::start(py, &self.rules, Some(fen), lenient)?;
        Ok(())
    }

    fn __copy__(&self) -> Board {
        self.duplicate()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.duplicate()
    }

    /// Takes back all moves.
    fn reset(&mut self) {
        // The board returns to the position from which it was created, which can differ from the start of the game.
        while self.game.undo().is_some() {}
        self.legal.take();
    }

    /// Returns true if both boards have the same rules and the same position.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Board>() else { return false };
        other.try_borrow().is_ok_and(|other| other.rules.same(&self.rules) && other.game.is_at(&self.game))
    }

    /// Returns the hash of the rules and the position. It changes with every move, so a board is a key of a dictionary
    /// only as long as it does not change.
    fn __hash__(&self) -> u64 {
        hash(&(self.rules.rules.name(), self.rules.rules.array(), self.game.fen()))
    }

    fn __str__(&self) -> String {
        self.game.draw()
    }

    fn __repr__(&self) -> String {
        format!("Board({:?}, {:?})", self.rules.rules.name(), self.game.fen())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        // Pickling stores the moves, because the compiled rules and positions cannot be pickled.
        let again = py.import("ferz._errors")?.getattr("_play_again")?;
        let moves: Vec<String> = self.game.history().map(|(_, text)| text).collect();
        Ok((again, (self.rules.clone(), self.fen.clone(), self.lenient, moves).into_pyobject(py)?))
    }
}
